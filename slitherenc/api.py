"""The way through the house in a few functions: read, solve, encode, decode, check, generate, draw, write.

Where a function takes a puzzle, it takes a Puzzle, a path, text or URL as `read` does, the bytes of a file, or rows of
clues: lists of numbers, None (no clue) and "?". Anything else raises TypeError.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from numbers import Real
from typing import Any, Literal

import numpy as np

from slitherenc.arguments import LoopLike, PuzzleLike, kind_of, lines_of, puzzle_of_rows, whole_number
from slitherenc.boards.board import Board
from slitherenc.checker import check_model, check_puzzle, loop_of
from slitherenc.encodings.encode import BACKEND_OPTIONS, BACKENDS, Backend, Document
from slitherenc.encodings.encode import decode as decode_answer
from slitherenc.errors import GaveUp, ParseError, SolverFailed, UsageError, counted
from slitherenc.formats import MAX_BYTES, dropped, is_puzzle, read_puzzle, write_puzzle
from slitherenc.loop import Loop
from slitherenc.model import model_of
from slitherenc.puzzle import Puzzle
from slitherenc.results import Counted, Result, Status
from slitherenc.solvers.engines import METHOD_OPTIONS
from slitherenc.solvers.protocols import CountingEngine, Engine
from slitherenc.solvers.stats import Stats
from slitherenc.violation import Violation

_NO_LIMIT = 1e8  # seconds; a longer time limit is none

__all__ = [
    "Counted", "Result", "Status", "as_puzzle", "check", "compile_puzzle", "count", "decode", "draw", "encode",
    "generate", "read", "solve", "solve_many", "write",
]  # fmt: skip


def read(source: str | bytes | os.PathLike[str], format: str | None = None) -> Puzzle:
    """The puzzle in a file, or in a text, URL or bytes given as such.

    In: a path of an existing file, or else the text itself (a URL, a grid with line ends), or the bytes of a file;
    `format` forces a format's name. Raises ParseError, with file, line and column; UsageError for an unknown format;
    TypeError for anything else.

    >>> read(b"3.\\n..\\n") == read("slither/2/2/3i")
    True
    """
    if isinstance(source, bytes):
        return read_puzzle(source, "<bytes>", format)
    text = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(text, str):
        raise TypeError(f"expected a path, text, URL or bytes, got {kind_of(source)}")
    may_be_path = bool(text) and "\n" not in text and len(text) < 4096
    if may_be_path and os.path.isdir(text):
        raise ParseError("this is a directory", "a file or a URL (slitherenc batch takes folders)", source=text)
    if may_be_path and os.path.exists(text):  # a file, a pipe or a device; Path.exists raises for a long name
        with open(text, "rb") as file:
            return read_puzzle(file.read(MAX_BYTES + 1), text, format)
    if not isinstance(source, os.PathLike) and ("\n" in text or is_puzzle(text)):
        return read_puzzle(text, "<text>", format)
    missing = ParseError(
        "there is no such file, and this is no URL of a puzzle", "a file or a URL", source=text[:200] or "<nothing>"
    )
    if isinstance(source, os.PathLike) or format is None:
        raise missing
    try:
        return read_puzzle(text, "<text>", format)
    except ParseError:
        raise missing from None


def as_puzzle(source: PuzzleLike) -> Puzzle:
    """The puzzle that an argument stands for; every function that takes a puzzle calls this.

    In: a Puzzle, which comes back as it is; a path, text or URL as for `read`; the bytes of a file; rows of clues.
    Raises TypeError for anything else, ParseError, UsageError.

    >>> as_puzzle([[3, None], [None, None]]) == as_puzzle("slither/2/2/3i")
    True
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, str | bytes | os.PathLike):
        return read(source)
    if isinstance(source, list | tuple | np.ndarray):
        return puzzle_of_rows(source)
    raise TypeError(f"expected a Puzzle, a path, text, URL or bytes, or rows of clues, got {kind_of(source)}")


def solve(
    puzzle: PuzzleLike,
    *,
    method: str = "auto",
    limit: int | None = 1,
    timeout: float | None = None,
    on_loop: Callable[[Loop], None] | None = None,
    **options: Any,
) -> Result:
    """The loops of a puzzle, each checked against its rules by code that no solver shares.

    In: `method` a name of METHODS; `limit` how many loops to look for (1: any; 2: is it unique?; None: all);
    `timeout` in seconds for encoding and search; `on_loop` is called with each loop as it is found; `options` those
    of the method, by the fields of its class (`solver`, `rules`, … as `slitherenc solve --help` lists them; None = the
    default). Out: a Result; `gave_up` says why a search ended early. Raises SolverFailed when a solver dies or lies,
    UsageError for names that do not exist and for an option that the method does not have; TypeError.
    """
    puzzle = as_puzzle(puzzle)
    limit = whole_number("limit", limit)
    if limit is not None and limit < 1:
        raise UsageError(f"at least one loop must be looked for: the limit is 1 or more, not {limit:,}")
    timeout = _time_limit(timeout)
    engine: Engine = METHOD_OPTIONS.build(method, options)
    model = model_of(puzzle)
    stats = Stats(method)
    if timeout is None:
        found = engine.loops(model, stats)
    else:
        from slitherenc.solvers.timeout import loops_within

        found = loops_within(engine, model, stats, timeout)
    loops: list[Loop] = []
    gave_up = ""
    complete = False
    try:
        for loop in islice(found, None if limit is None else min(limit, sys.maxsize)):
            _check_rules(puzzle, loop)
            loops.append(loop)
            if on_loop is not None:
                on_loop(loop)
        complete = limit is None or len(loops) < limit
    except GaveUp as error:
        gave_up = str(error)
    finally:
        found.close()
    return Result(puzzle, tuple(loops), complete, stats, gave_up)


def _check_rules(puzzle: Puzzle, loop: Loop, several: bool = False) -> None:
    """Raises SolverFailed when the loop breaks a rule by the clue types' own check; `several`: it may be several."""
    for broken in check_puzzle(puzzle, loop.bits()):
        if not (several and broken.rule == "several loops"):
            raise SolverFailed(f"the answer is no loop of this puzzle: {broken.message}")


def _time_limit(seconds: Any) -> float | None:
    """None for no limit. Raises UsageError unless it is more than 0, TypeError unless it is a number."""
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, Real)):
        raise TypeError(f"expected a number of seconds or None as timeout, got {kind_of(seconds)}")
    limit = None if seconds is None else float(seconds)
    if limit is not None and not limit > 0:
        raise UsageError(f"a time limit is more than 0 seconds, not {limit:g}")
    return None if limit is None or limit > _NO_LIMIT else limit


def solve_many(
    puzzles: Iterable[PuzzleLike], *, unique: bool = True, jobs: int = 1, do: Sequence[str] | None = None
) -> Iterator[Any]:
    """The Result of each puzzle, in their order.

    In: puzzles, as `solve` takes them; `unique` looks for a second loop, so that the status is unique, multiple or
    none, and else for one loop. With one of `jobs` the next puzzle is asked for when the next Result is; with more,
    so many processes compute, and puzzles are asked for some hundred ahead. `do`: jobs of a batch, some of solve,
    unique, rate, count, explain: then it is not Results but rows, dictionaries as `batch` writes them, and a puzzle
    that goes wrong is a row that says so (docs/batches.md).

    Raises what `solve` raises, when it comes to that puzzle; UsageError for a job that does not exist, or no process;
    TypeError for a single text.

    >>> [result.status for result in solve_many(["slither/2/2/3gb", "slither/2/2/3i"])]
    ['unique', 'multiple']
    >>> [row["loops"] for row in solve_many(["slither/2/2/j"], do=["count"])]
    [13]
    """
    if isinstance(puzzles, str | bytes | Puzzle) or not isinstance(puzzles, Iterable):
        raise TypeError(f"expected several puzzles, got {kind_of(puzzles)}")
    n_jobs = whole_number("jobs", jobs)
    if n_jobs is None or n_jobs < 1:
        raise UsageError(f"there is 1 process or more, not {jobs}")
    limit = 2 if unique else 1
    if do is None and n_jobs == 1:
        return (solve(puzzle, limit=limit) for puzzle in puzzles)
    from slitherenc.batches.many import results, rows

    return results(puzzles, limit, n_jobs) if do is None else rows(puzzles, do, n_jobs)


def count(
    puzzle: PuzzleLike,
    *,
    method: str | None = None,
    limit: int | None = 10_000,
    timeout: float | None = None,
    **options: Any,
) -> Counted:
    """The number of loops of a puzzle.

    In: `method` a name of METHODS, `options` its own; None = zdd where it is installed and the board small enough,
    else the loops of the tree certificate one by one. An engine that counts without listing has no limit; every other
    one gives up at more than `limit`. Raises UsageError when the named method cannot do it, SolverFailed.
    """
    if method is None and options:
        raise UsageError(f"options are for a method that is named: {', '.join(options)}")
    puzzle, limit = as_puzzle(puzzle), whole_number("limit", limit)
    remark = ""
    try:
        engine: Engine = METHOD_OPTIONS.build(method or "zdd", options)
        if isinstance(engine, CountingEngine):
            return _count(engine, puzzle, method or "zdd", _time_limit(timeout))
    except UsageError as error:
        if method is not None:
            raise
        remark = f" ({error})"
    chosen = method or "tree"
    result = solve(puzzle, method=chosen, limit=None if limit is None else limit + 1, timeout=timeout, **options)
    number = len(result.loops)
    reason = result.gave_up or ("" if result.complete or limit is None else f"more than {counted(limit, 'loop', ',')}")
    remark = f"counted one by one, by the method {chosen}{remark}"
    return Counted(number, result.complete, chosen, result.stats, reason, remark)


def _count(engine: CountingEngine, puzzle: Puzzle, method: str, timeout: float | None) -> Counted:
    """What the engine counts, without listing. Raises as the engine does, but not GaveUp."""
    model, stats = model_of(puzzle), Stats(method)
    try:
        if timeout is None:
            number = engine.count(model, stats)
        else:
            from slitherenc.solvers.timeout import count_within

            number = count_within(engine, model, stats, timeout)
    except GaveUp as error:
        return Counted(0, False, method, stats, str(error))
    return Counted(number, True, method, stats, "", "counted in a ZDD" if method == "zdd" else f"counted by {method}")


def compile_puzzle(
    puzzle: PuzzleLike, backend: str = "cnf", *, comments: tuple[str, ...] = (), **options: Any
) -> Document:
    """The puzzle compiled for a backend: `.sizes()` of the file, and `.text()` in pieces of bytes.

    In: `comments` are lines at the beginning of the file; `options` those of the backend, by the fields of its class
    (`connectivity`, `names`, … as `slitherenc encode --help` lists them; None = the backend's default). Raises
    UsageError for names that do not exist and for an option that the backend does not have.
    """
    chosen: Backend = BACKENDS.load(backend)
    return chosen.compile(
        model_of(as_puzzle(puzzle)), BACKEND_OPTIONS.build(backend, {"comments": comments, **options})
    )


def encode(puzzle: PuzzleLike, backend: str = "cnf", **options: Any) -> bytes:
    """The puzzle as the text that a solver reads; see `compile_puzzle`, which does not build it all at once."""
    return b"".join(compile_puzzle(puzzle, backend, **options).text())


def decode(
    puzzle: PuzzleLike, answer: str | bytes, loop: Literal["single", "any"] = "single", backend: str | None = None
) -> Loop | None:
    """The loop in a solver's answer to a CNF, CSP or integer program of this puzzle; None when it is "unsatisfiable".

    In: the answer as text or bytes; `loop` any: several loops are fine, as with the connectivity none; `backend`, a
    name of BACKENDS, says how to read the answer (None: as its own signs say). Raises GaveUp when the answer is
    "unknown"; SolverFailed when it is rubbish, cut off, or no loop of the puzzle; UsageError for an unknown backend, or
    one without solvers; TypeError.
    """
    puzzle = as_puzzle(puzzle)
    if isinstance(answer, bytes):
        answer = answer.decode("utf-8", "replace")
    if not isinstance(answer, str):
        raise TypeError(f"expected a solver's answer as text or bytes, got {kind_of(answer)}")
    found = decode_answer(puzzle.board, answer, backend)
    if found.status == "unknown":
        raise GaveUp("the solver says unknown")
    if found.lines is None:
        return None
    answered = loop_of(model_of(puzzle, loop), found.lines)
    _check_rules(puzzle, answered, several=loop == "any")
    return answered


def check(puzzle: PuzzleLike, loop: LoopLike) -> list[Violation]:
    """Every rule of the puzzle that these lines break; an empty list = they are a solution.

    In: the lines as a Loop, as truth values or numbers 0 and 1, one an edge, or as a text of digits. Raises TypeError
    for anything else, UsageError when they are not one an edge, or a Loop of another board; SolverFailed when the two
    checkers, by the puzzle and by its Model, do not agree: then a clue type is wrong.

    >>> [violation.rule for violation in check("slither/2/2/3gb", "101111000000")]
    ['dead end', 'dead end']
    """
    puzzle = as_puzzle(puzzle)
    lines = lines_of(puzzle.board, loop)
    broken = check_puzzle(puzzle, lines)
    if bool(broken) != bool(check_model(model_of(puzzle), lines, most=1)):
        raise SolverFailed("a clue type contradicts itself: its constraints and its own check of them disagree")
    return broken


def generate(
    board: str | Board = "square:10x10", *, seed: int | str | None = None, strategy: str = "remove", **options: Any
) -> Puzzle:
    """A puzzle that is proved to have exactly one loop, which is its `solution`; its seed is among its `facts`.

    board      a Board or the name of one: square:WIDTHxHEIGHT, triangle:SIDE, loopy:TILING:WIDTHxHEIGHT
    seed       the same seed gives the same puzzle; None = a random one. Puzzle i of `slitherenc generate --seed S`
               has the seed "S/i"
    strategy   remove: from a loop with all its clues, until no clue can go, or down to `clues`; add: clues until one
               loop is left; anneal: `clues` clues, of a difficulty (small boards; needs Graphillion)
    options    of the strategy, by the fields of its class in `generation.spec`: variant (a clue type or a variant),
               digits, clues, symmetry, keep, forbid (numbers of faces), loop (as for `check`), target, steps, share

    Raises NoPuzzle when no such puzzle was found; UsageError for options that contradict each other, and for one that
    the strategy does not have.

    >>> generate("square:4x4", seed=1) == generate("square:4x4", seed="1")
    True
    """
    import secrets

    from slitherenc.boards import parse_board
    from slitherenc.generation.make import make
    from slitherenc.generation.spec import puzzle_spec

    if not isinstance(board, str | Board):
        raise TypeError(f"expected a Board or the name of one, got {kind_of(board)}")
    if isinstance(seed, bool) or not isinstance(seed, int | str | None):
        raise TypeError(f"expected a number or a text as seed, got {kind_of(seed)}")
    made_on = parse_board(board) if isinstance(board, str) else board
    if options.get("loop") is not None:
        options["loop"] = lines_of(made_on, options["loop"])
    given = {
        name: tuple(value) if name in ("digits", "keep", "forbid") and value is not None else value
        for name, value in options.items()
    }
    return make(made_on, puzzle_spec(strategy, **given), str(secrets.randbelow(10**9) if seed is None else seed))


def draw(
    puzzle: PuzzleLike,
    loop: LoopLike | None = None,
    *,
    style: str = "svg",
    marked: LoopLike | None = None,
    **picture: Any,
) -> str:
    """A drawing of a puzzle, with the lines of `loop`: SVG, or text without a final newline.

    style      svg, or a name of STYLES: ascii, unicode
    loop, marked   the lines to draw, and those of them that stand out, as for `check`
    picture    of SVG: theme, inside, crosses, broken, scale, as `draw_svg` takes them

    Raises UsageError: an unknown style or theme, a board that has no text drawing; TypeError.

    >>> print(draw("slither/2/2/3gb", "101111100000", style="ascii"))
    +---+---+
    | 3     |
    +---+---+
      1
    +   +   +
    """
    puzzle = as_puzzle(puzzle)
    lines, stand_out = (None if given is None else lines_of(puzzle.board, given) for given in (loop, marked))
    if style != "svg":
        if picture:
            raise TypeError(f"{', '.join(picture)}: of SVG, not of the style {style}")
        from slitherenc.render import draw_text

        return draw_text(puzzle, lines, style, stand_out)
    from slitherenc.render.svg import draw_svg

    return draw_svg(puzzle, lines, marked=stand_out, **picture)


def write(puzzle: PuzzleLike, format: str, lossy: bool = False) -> str:
    """The puzzle in a format; without its solution where the format carries none.

    Raises UsageError when the format cannot carry the board or a clue, and, unless `lossy`, when it would leave out
    the rule that every vertex is visited, or clues `?`; `formats.dropped` tells all that it leaves out.
    """
    puzzle = as_puzzle(puzzle)
    lost = [words for words in dropped(replace(puzzle, solution=None, crosses=None, facts={}), format) if not lossy]
    text = write_puzzle(puzzle, format)
    if lost:
        raise UsageError(f"the format {format} cannot carry {lost[0]}")
    return text
