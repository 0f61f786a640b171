"""Puzzles in, loops out: `read`, `as_puzzle`, `solve`, `count`. What explains, makes and rates puzzles builds on it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import numpy as np

from slitherenc.arguments import PuzzleLike, whole_number
from slitherenc.base.errors import (
    GaveUp,
    NoSuchFile,
    NotInstalled,
    ParseError,
    SolverFailed,
    UsageError,
    counted,
    type_words,
)
from slitherenc.base.registry import unknown
from slitherenc.formats.reading import MAX_BYTES, is_puzzle, read_puzzle, what_is_missing
from slitherenc.formats.signatures import is_picture
from slitherenc.model.loop import Loop
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Counted, Result, Status
from slitherenc.solvers.engines import COUNTERS, METHOD_OPTIONS, METHODS, Method, MethodKeywords
from slitherenc.solvers.protocols import Counter, CountingEngine, Engine
from slitherenc.solvers.stats import Stats

if TYPE_CHECKING:
    from slitherenc.vision.reading import Reading

T = TypeVar("T")

SECONDS = 60.0  # of a count that nobody asked for by name
NO_LIMIT = 1e6  # seconds; a longer time limit is none: systems wait for at most 2 ** 31 milliseconds
_READING_SECONDS = 8  # of CPU time, until the clues of a picture are known; a usual one takes less than half a second
_READING_MEMORY = 512 << 20  # bytes of data; half of it holds the largest picture that is decoded
PICTURE_SECONDS = 3.0  # of all searches for loops of the clues in a picture
_BUDGET = 5_000  # look-aheads and branches of the kernel, for such a search; real puzzles take some hundreds


def read(source: str | bytes | os.PathLike[str], format: str | None = None) -> Puzzle:
    """Read the puzzle in a file, or in a text, URL or bytes.

    Parameters
    ----------
    source : str, bytes or os.PathLike
        The path of an existing file, or else the text itself (a URL, a grid with line ends); or the bytes of a file.
        A file may be a picture (PNG, JPEG, WebP, TIFF, PDF): `read_picture` says how sure its reading is.
    format : str, optional
        The name of the format. By default the format is detected.

    Returns
    -------
    Puzzle
        The puzzle, with its solution and crosses where the source has them. What a picture leaves in doubt is among
        its `remarks`.

    Raises
    ------
    ParseError
        When the text is no puzzle: with file, line and column. NoSuchFile when a path leads nowhere.
    NotInstalled
        For a picture without the extra `vision`.
    UsageError
        When no format has this name.
    TypeError
        For anything else than a text, bytes or a path.

    Examples
    --------
    >>> read(b"3.\\n..\\n") == read("slither/2/2/3i")
    True
    """
    if isinstance(source, bytes):
        return read_data(source, "<bytes>", format)
    text = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(text, str):
        raise TypeError(f"expected a path, text, URL or bytes, got {type_words(source)}")
    may_be_path = bool(text) and "\n" not in text and len(text) < 4096
    if may_be_path and os.path.isdir(text):
        raise ParseError("this is a directory", "a file or a URL (slitherenc batch takes folders)", source=text)
    if may_be_path and os.path.exists(text):  # a file, a pipe or a device; Path.exists raises for a long name
        with open(text, "rb") as file:
            return read_data(file.read(MAX_BYTES + 1), text, format)
    if not isinstance(source, os.PathLike) and ("\n" in text or is_puzzle(text)):
        return read_puzzle(text, "<text>", format)
    missing = NoSuchFile(*what_is_missing(text.strip()), source=text[:200] or "<nothing>")
    if isinstance(source, os.PathLike) or format is None:
        raise missing
    try:
        return read_puzzle(text, "<text>", format)
    except ParseError:
        raise missing from None


def read_data(data: bytes, source: str, format: str | None = None) -> Puzzle:
    """The puzzle in the bytes of a file, a text or a picture. Raises as `read`."""
    if format is None and is_picture(data):
        return read_picture(data, source=source).puzzle
    return read_puzzle(data, source, format)


def read_picture(
    picture: str | bytes | os.PathLike[str],
    *,
    size: tuple[int, int] | None = None,
    page: int = 1,
    source: str | None = None,
) -> Reading:
    """Read the puzzle in a screenshot, scan or photo of a square board, and say how sure the reading is.

    Parameters
    ----------
    picture : str, bytes or os.PathLike
        The path of a PNG, JPEG, WebP, TIFF or PDF file, or its bytes.
    size : (int, int), optional
        The width and height of the board, in cells. By default they are read, too.
    page : int, optional
        The page of a PDF file, from 1.
    source : str, optional
        What messages call the picture; by default its path.

    Returns
    -------
    Reading
        `status` is "sure", "unsure" or "failed", `reasons` say why; `puzzle` is the puzzle, unless it failed.
        "sure": each cell is probable, and the clues have exactly one loop.

    Raises
    ------
    ParseError
        When the file is no picture, is damaged, or exceeds the limits; also when reading it takes more than 8 seconds
        of CPU time or 512 MB. NoSuchFile when there is none.
    NotInstalled
        Without the extra `vision`.
    UsageError
        For a size below 2×2.
    """
    from slitherenc.vision.find import find_in_file
    from slitherenc.vision.load import check_kind
    from slitherenc.vision.verdict import judged

    if not isinstance(picture, str | bytes | os.PathLike):
        raise TypeError(f"expected the path of a picture or its bytes, got {type_words(picture)}")
    if size is not None and min(size) < 2:
        raise UsageError(f"size must be at least 2x2 cells, got {size[0]}x{size[1]}")
    if isinstance(picture, bytes):
        data, name = picture, source or "<bytes>"
    else:
        name = source or os.fspath(picture)
        try:
            with open(picture, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            raise NoSuchFile("there is no such file", "a picture", source=os.fspath(picture)) from None
    check_kind(data, name)
    reading = read_confined(find_in_file, data, name, page, None if size is None else (size[1], size[0]))
    end = time.monotonic() + PICTURE_SECONDS
    return judged(reading, lambda puzzle: _loops_in_time(puzzle, end))


def read_confined(function: Callable[..., T], data: bytes, source: str, *arguments: object) -> T:
    """The value of function(data, source, *arguments), which reads a picture, from a process that is ended when it
    takes too much time or memory. Raises ParseError then, and what the function raises."""
    from slitherenc.processes.calls import call_confined

    try:
        return call_confined(_READING_SECONDS, _READING_MEMORY, function, data, source, *arguments)
    except TimeoutError:
        problem = f"reading this picture takes more than {_READING_SECONDS} seconds"
    except MemoryError:
        problem = f"reading this picture takes more than {_READING_MEMORY >> 20} MB of memory"
    except ChildProcessError:
        problem = "this picture ended the process that read it"
    raise ParseError(problem, "a smaller or simpler picture, such as a screenshot of the puzzle alone", source=source)


def _loops_in_time(puzzle: Puzzle, end: float) -> Status:
    """Whether the puzzle has one loop or several: by the kernel within its budget, which takes milliseconds, or else by
    `solve` until the clock says `end`."""
    from slitherenc.solvers.kernel.engine import within

    if time.monotonic() > end:
        return "unknown"
    loops = within(model_of(puzzle), Stats(), limit=2, budget=_BUDGET)
    if loops is None:
        left = end - time.monotonic()
        return solve(puzzle, limit=2, timeout=left).status if left > 0 else "unknown"
    for loop in loops:
        check_rules(puzzle, loop)
    return ("none", "unique", "multiple")[len(loops)]


def as_puzzle(source: PuzzleLike) -> Puzzle:
    """The puzzle that an argument stands for; every function that takes a puzzle calls this.

    In: a Puzzle, which comes back as it is; a path, text or URL as for `read`; the bytes of a file; rows of clues,
    each a list or a text. Raises TypeError for anything else, ParseError, UsageError.

    >>> as_puzzle([[3, None], [None, None]]) == as_puzzle("slither/2/2/3i")
    True
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, str | bytes | os.PathLike):
        return read(source)
    texts = [row for row in source if isinstance(row, str)] if isinstance(source, list | tuple) else []
    if texts and len(texts) == len(source):
        return read_puzzle("\n".join(texts), "<rows>")
    if isinstance(source, list | tuple | np.ndarray):
        return Puzzle.from_rows(source)
    raise TypeError(f"expected a Puzzle, a path, text, URL or bytes, or rows of clues, got {type_words(source)}")


def solve(
    puzzle: PuzzleLike,
    *,
    method: str | Method = "auto",
    limit: int | None = 1,
    timeout: float | None = None,
    on_loop: Callable[[Loop], None] | None = None,
    **options: Unpack[MethodKeywords],
) -> Result:
    """Find loops of a puzzle, each checked against the rules by code that no solver shares.

    Parameters
    ----------
    puzzle : PuzzleLike
        A Puzzle, a path, text or URL as `read` takes it, the bytes of a file, or rows of clues.
    method : str or Method, optional
        A name of `slitherenc solve --help`, or a method with its options as an instance.
    limit : int or None, optional
        How many loops to look for. 1: any loop; 2: is it the only one?; None: all.
    timeout : float, optional
        Seconds for encoding and search. By default there is no limit.
    on_loop : callable, optional
        Called with each Loop as it is found.
    **options
        Options of the method, such as `solver` or `rules`. None is the default.

    Returns
    -------
    Result
        The loops, the status and the work; `gave_up` says why a search ended early.

    Raises
    ------
    UsageError
        For a method or a value that does not exist, and for an option that the method does not have.
    SolverFailed
        When a solver dies, or its answer is no loop of the puzzle.
    TypeError
        For an argument of another type.

    Examples
    --------
    >>> solve("slither/2/2/3gb", limit=2).status
    'unique'
    """
    puzzle = as_puzzle(puzzle)
    limit = whole_number("limit", limit)
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, got {limit:,}")
    timeout = time_limit(timeout)
    engine: Engine = METHOD_OPTIONS.build(method, options)
    model = model_of(puzzle)
    stats = Stats(method if isinstance(method, str) else type(method).__name__)
    if timeout is None:
        answers = engine.loops(model, stats)
    else:
        from slitherenc.solvers.timeout import loops_with_timeout

        answers = loops_with_timeout(engine, model, stats, timeout)
    loops: list[Loop] = []
    gave_up = ""
    complete = False
    try:
        for loop in islice(answers, None if limit is None else min(limit, sys.maxsize)):
            check_rules(puzzle, loop)
            loops.append(loop)
            if on_loop is not None:
                on_loop(loop)
        complete = limit is None or len(loops) < limit
    except GaveUp as error:
        gave_up = str(error)
    finally:
        answers.close()
    return Result(puzzle, tuple(loops), complete, stats, gave_up)


def check_rules(puzzle: Puzzle, loop: Loop, several: bool = False) -> None:
    """Raises SolverFailed when the loop breaks a rule by the clue types' own check; `several`: it may be several."""
    for broken in check_puzzle(puzzle, loop.bits()):
        if not (several and broken.rule == "several loops"):
            raise SolverFailed(f"the answer is not a loop of this puzzle: {broken.message}")


def time_limit(seconds: Any) -> float | None:
    """None for no limit. Raises UsageError unless it is more than 0, TypeError unless it is a number."""
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, Real)):
        raise TypeError(f"expected a number of seconds or None as timeout, got {type_words(seconds)}")
    limit = None if seconds is None else float(seconds)
    if limit is not None and not limit > 0:
        raise UsageError(f"timeout must be positive, got {limit:g}")
    return None if limit is None or limit > NO_LIMIT else limit


def count(
    puzzle: PuzzleLike,
    *,
    method: str | None = None,
    limit: int | None = 10_000,
    timeout: float | None = None,
    **options: Unpack[MethodKeywords],
) -> Counted:
    """Count the loops of a puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    method : str, optional
        The name of a method or a counter. By default zdd, where Graphillion is installed and the board is small enough;
        else the loops of the method tree, one by one, and when these are more than `limit`, sharpsat where it is
        installed.
    limit : int or None, optional
        Loops after which an engine gives up that counts them one by one; None for no limit.
    timeout : float, optional
        Seconds. By default there is no limit, but 60 seconds for sharpsat where nobody asked for it.
    **options
        Options of the method.

    Returns
    -------
    Counted
        The number, whether it is exact, and why not.

    Raises
    ------
    UsageError
        When the method does not exist, or cannot count this puzzle.
    SolverFailed
        When a solver dies or lies.

    Examples
    --------
    >>> count("slither/2/2/j").number
    13
    """
    if method is None and options:
        raise UsageError(f"options need the name of a method: {', '.join(options)}")
    puzzle, limit = as_puzzle(puzzle), whole_number("limit", limit)
    remark = ""
    if method is not None and not options and method in COUNTERS:
        return _count(COUNTERS.load(method)(), puzzle, method, time_limit(timeout))
    if method is not None and method not in METHODS:
        raise unknown("method", method, dict.fromkeys((*METHODS.names(), *COUNTERS.names())))
    try:
        engine: Engine = METHOD_OPTIONS.build(method or "zdd", options)
        if isinstance(engine, CountingEngine):
            return _count(engine, puzzle, method or "zdd", time_limit(timeout))
    except UsageError as error:
        if method is not None:
            raise
        remark = f" ({error})"
    from slitherenc.processes.calls import time_left

    chosen = method or "tree"
    begun = time.monotonic()
    result = solve(puzzle, method=chosen, limit=None if limit is None else limit + 1, timeout=timeout, **options)
    number = len(result.loops)
    reason = result.gave_up or ("" if result.complete or limit is None else f"more than {counted(limit, 'loop', ',')}")
    if method is None and reason and not result.gave_up:
        try:
            counter = COUNTERS.load("sharpsat")()
        except NotInstalled:
            reason += "; for more: pip install tididi-cnf"
        else:
            left = time_left(time_limit(timeout), begun)
            return _count(counter, puzzle, "sharpsat", SECONDS if left is None else left)
    remark = f"counted one by one, by the method {chosen}{remark}"
    return Counted(number, result.complete, chosen, result.stats, reason, remark)


def _count(engine: Counter, puzzle: Puzzle, method: str, timeout: float | None) -> Counted:
    """What the engine counts, without listing. Raises as the engine does, but not GaveUp."""
    model, stats = model_of(puzzle), Stats(method)
    try:
        if timeout is None:
            number = engine.count(model, stats)
        else:
            from slitherenc.solvers.timeout import count_with_timeout

            number = count_with_timeout(engine, model, stats, timeout)
    except GaveUp as error:
        return Counted(0, False, method, stats, str(error))
    how = {"zdd": "counted in a ZDD", "sharpsat": "counted by tididi-cnf (models of the tree certificate)"}
    return Counted(number, True, method, stats, "", how.get(method, f"counted by {method}"))
