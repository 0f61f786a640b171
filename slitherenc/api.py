"""The way through the house in a few functions: read, solve, encode, decode, check, write."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from slitherenc.boards.board import Bits
from slitherenc.checker import check_model, check_puzzle, loop_of
from slitherenc.encodings.connectivity.symmetry import steps_of
from slitherenc.encodings.encode import BACKENDS, Backend, Document
from slitherenc.encodings.encode import decode as decode_answer
from slitherenc.errors import GaveUp, ParseError, SolverFailed, UsageError
from slitherenc.formats import MAX_BYTES, dropped, read_puzzle, write_puzzle
from slitherenc.loop import Loop
from slitherenc.model import model_of
from slitherenc.puzzle import Puzzle
from slitherenc.solvers.engines import METHODS, SolveOptions
from slitherenc.solvers.protocols import Engine
from slitherenc.solvers.stats import Stats
from slitherenc.violation import Violation

_NO_LIMIT = 1e8  # seconds; a longer time limit is none

Status = Literal["unique", "solved", "multiple", "none", "unknown"]


def read(source: str | os.PathLike[str], format: str | None = None) -> Puzzle:
    """The puzzle in a file, or in a text or URL given as such.

    In: a path of an existing file, or else the text itself (a URL, a grid with line ends); `format` forces a
    format's name. Raises ParseError, with file, line and column; UsageError for an unknown format.
    """
    text = os.fspath(source)
    if "\n" not in text and len(text) < 4096 and os.path.isfile(text):  # Path.is_file raises for a long name
        with open(text, "rb") as file:
            return read_puzzle(file.read(MAX_BYTES + 1), text, format)
    if text and "\n" not in text and len(text) < 4096 and os.path.isdir(text):
        raise ParseError("this is a directory", "a file or a URL", source=text)
    if isinstance(source, os.PathLike) or ("\n" not in text and not _is_text(text)):
        raise ParseError(
            "there is no such file, and this is no URL of a puzzle", "a file or a URL", source=text[:200] or "<nothing>"
        )
    return read_puzzle(text, "<text>", format)


def _is_text(text: str) -> bool:
    """Is a single line a puzzle itself rather than the name of a file that is not there?"""
    from slitherenc.formats import detect

    return detect(text) != "grid" or (bool(text.strip()) and set(text) <= set("01234.-*_?# \t"))


@dataclass(frozen=True)
class Result:
    """What `solve` found. `complete`: it is proved that there are no other loops. `gave_up`: why it is not."""

    puzzle: Puzzle
    loops: tuple[Loop, ...]
    complete: bool
    stats: Stats = field(compare=False)
    gave_up: str = ""

    @property
    def loop(self) -> Loop | None:
        """The first loop."""
        return self.loops[0] if self.loops else None

    @property
    def status(self) -> Status:
        """unique: one loop and no other; solved: a loop, nothing said of others; multiple; none; unknown."""
        if len(self.loops) > 1:
            return "multiple"
        if self.loops:
            return "unique" if self.complete else "solved"
        return "none" if self.complete else "unknown"

    def draw(self, style: str = "ascii") -> str:
        """The first loop with the clues, as text. Raises UsageError when there is no loop."""
        from slitherenc.render import draw_text

        if self.loop is None:
            raise UsageError("there is no loop to draw")
        return draw_text(self.puzzle, self.loop.bits(), style)

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show: the first loop; lines that a second one has not are marked."""
        from slitherenc.render.notebook import picture

        if self.loop is None:
            return picture(self.puzzle)
        marked = self.loop.bits() & ~self.loops[1].bits() if len(self.loops) > 1 else None
        return picture(self.puzzle, self.loop.bits(), marked)


def solve(
    puzzle: Puzzle,
    *,
    method: str = "auto",
    solver: str | None = None,
    limit: int | None = 1,
    timeout: float | None = None,
    integers: str = "log",
    symmetry: str = "full",
    branch: str | None = None,
    rules: str | None = None,
    formulation: str | None = None,
    cuts: str = "all",
    optimum: bool = False,
    on_loop: Callable[[Loop], None] | None = None,
) -> Result:
    """The loops of a puzzle, each checked against its rules by code that no solver shares.

    In: `method` a name of METHODS; `solver` PySAT's name or a command; `limit` how many loops to look for (1: any;
    2: is it unique?; None: all); `timeout` in seconds for encoding and search; `branch` and `rules` are of the method
    coloring, `formulation` (edges, cells), `cuts` (all, smallest) and `optimum` of ilp (None: their own defaults);
    `on_loop` is called with each loop as it is found. Out: a Result; `gave_up` tells why a search ended early. Raises
    SolverFailed when a solver dies or lies, UsageError for names that do not exist.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"at least one loop must be looked for, not {limit}")
    if timeout is not None and not timeout > 0:
        raise UsageError(f"a time limit is more than 0 seconds, not {timeout:g}")
    if timeout is not None and timeout > _NO_LIMIT:
        timeout = None
    if solver is not None and not solver.strip():
        raise UsageError("the solver's name is empty")
    steps_of(symmetry, integers)  # a wrong name is told whatever the method
    choice = SolveOptions(solver, integers, symmetry, branch, rules, formulation, cuts, optimum)
    engine: Engine = METHODS.load(method)(choice)
    model = model_of(puzzle)
    stats = Stats(method, solver or "")
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
            loops.append(loop)
            if on_loop is not None:
                on_loop(loop)
        complete = limit is None or len(loops) < limit
    except GaveUp as error:
        gave_up = str(error)
    finally:
        found.close()
    return Result(puzzle, tuple(loops), complete, stats, gave_up)


@dataclass(frozen=True)
class Counted:
    """How many loops keep every clue: exactly `number` when `exact`, else at least so many, for the reason told.

    `remark` says how it was counted, and why not otherwise.
    """

    number: int
    exact: bool
    method: str
    stats: Stats = field(compare=False)
    reason: str = ""
    remark: str = ""


def count(
    puzzle: Puzzle, *, method: str | None = None, limit: int | None = 10_000, timeout: float | None = None
) -> Counted:
    """The number of loops of a puzzle.

    In: `method` a name of METHODS; None = zdd where it is installed and the board small enough, else the loops of the
    tree certificate one by one. zdd counts without listing them; every other method gives up at more than `limit`.
    Raises UsageError when the named method cannot do it, SolverFailed.
    """
    remark = ""
    if method in (None, "zdd"):
        try:
            # The first loop is taken out and checked; the number stands in the ZDD.
            result = solve(puzzle, method="zdd", limit=1, timeout=timeout)
        except UsageError as error:
            if method is not None:
                raise
            remark = f" ({error})"
        else:
            if result.gave_up:
                return Counted(0, False, "zdd", result.stats, result.gave_up)
            return Counted(result.stats.candidates[-1][1], True, "zdd", result.stats, "", "counted in a ZDD")
    chosen = method or "tree"
    result = solve(puzzle, method=chosen, limit=None if limit is None else limit + 1, timeout=timeout)
    number = len(result.loops)
    reason = result.gave_up or ("" if result.complete else f"more than {limit:,} loops")
    remark = f"counted one by one, by the method {chosen}{remark}"
    return Counted(number, result.complete, chosen, result.stats, reason, remark)


def compile_puzzle(puzzle: Puzzle, backend: str = "cnf", **wishes: Any) -> Document:
    """The puzzle compiled for a backend: `.sizes()` of the file, and `.text()` in pieces of bytes.

    `wishes` are the fields of `encodings.encode.EncodeOptions`: connectivity, integers, symmetry, names, comments,
    formulation; those that are None are the backend's own defaults. Raises UsageError for names that do not exist.
    """
    chosen: Backend = BACKENDS.load(backend)
    given = {key: value for key, value in wishes.items() if value is not None}
    return chosen.compile(model_of(puzzle), replace(chosen.defaults, **given))


def encode(
    puzzle: Puzzle,
    backend: str = "cnf",
    *,
    connectivity: str | None = None,
    integers: str | None = None,
    symmetry: str | None = None,
    names: str | None = None,
    formulation: str | None = None,
) -> bytes:
    """The puzzle as the text that a solver reads; see `compile_puzzle`, which does not build it all at once."""
    document = compile_puzzle(
        puzzle,
        backend,
        connectivity=connectivity,
        integers=integers,
        symmetry=symmetry,
        names=names,
        formulation=formulation,
    )
    return b"".join(document.text())


def decode(
    puzzle: Puzzle, answer: str, loop: Literal["single", "any"] = "single", backend: str | None = None
) -> Loop | None:
    """The loop in a solver's answer to a CNF, CSP or integer program of this puzzle; None when it is "unsatisfiable".

    In: `loop` any: several loops are fine, as with the connectivity none; `backend`, a name of BACKENDS, says how to
    read the answer (None: as its own signs say). Raises GaveUp when the answer is "unknown"; SolverFailed when it is
    rubbish, cut off, or no loop of the puzzle; UsageError for an unknown backend, or one without solvers.
    """
    found = decode_answer(puzzle.board, answer, backend)
    if found.status == "unknown":
        raise GaveUp("the solver says unknown")
    return loop_of(model_of(puzzle, loop), found.lines) if found.lines is not None else None


def check(puzzle: Puzzle, lines: Bits) -> list[Violation]:
    """Every rule of the puzzle that these lines[E] break; an empty list = they are a solution.

    Raises SolverFailed when the two checkers, by the puzzle and by its Model, do not agree: then a clue type is wrong.
    """
    broken = check_puzzle(puzzle, lines)
    if bool(broken) != bool(check_model(model_of(puzzle), lines, most=1)):
        raise SolverFailed("a clue type contradicts itself: its constraints and its own check of them disagree")
    return broken


def write(puzzle: Puzzle, format: str, lossy: bool = False) -> str:
    """The puzzle in a format; without its solution where the format carries none.

    Raises UsageError when the format cannot carry the board or a clue, and, unless `lossy`, when it would leave out
    the rule that every vertex is visited, or clues `?`; `formats.dropped` tells all that it leaves out.
    """
    lost = [words for words in dropped(replace(puzzle, solution=None), format) if not lossy]
    text = write_puzzle(puzzle, format)
    if lost:
        raise UsageError(f"the format {format} cannot carry {lost[0]}")
    return text
