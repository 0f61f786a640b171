"""Read a puzzle from a picture within limits of time and memory. A solver checks whether the puzzle has one loop."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from slitherenc.base.errors import NoSuchFile, ParseError, UsageError, type_words
from slitherenc.formats.reading import MAX_BYTES
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Status
from slitherenc.solvers.stats import Stats
from slitherenc.solving import check_rules, solve

if TYPE_CHECKING:
    from slitherenc.vision.reading import Reading

T = TypeVar("T")

_READING_SECONDS = 8  # of CPU time to read the clues of a picture; most pictures take less than half a second
_READING_MEMORY = 512 << 20  # bytes of data; the largest picture that is accepted takes half of it when decoded
PICTURE_SECONDS = 3.0  # for all solver calls that check the clues of one picture
_BUDGET = 5_000  # look-aheads and branches of the kernel solver in one such check; real puzzles need some hundreds


def read_picture(
    picture: str | bytes | os.PathLike[str],
    *,
    size: tuple[int, int] | None = None,
    page: int = 1,
    source: str | None = None,
) -> Reading:
    """Read the puzzle in a screenshot, scan or photo of a square board, and report how reliable the reading is.

    Parameters
    ----------
    picture : str, bytes or os.PathLike
        The path of a PNG, JPEG, WebP, TIFF or PDF file, or its bytes.
    size : (int, int), optional
        The width and height of the board, in cells. By default they are read from the picture.
    page : int, optional
        The page of a PDF file, from 1.
    source : str, optional
        The name of the picture in messages. By default it is the path.

    Returns
    -------
    Reading
        `status` is "sure", "unsure" or "failed", `reasons` explain why, and `puzzle` is the puzzle unless the reading
        failed. A reading is "sure" if every cell is clear and exactly one loop fits the clues.

    Raises
    ------
    ParseError
        When the file is not a picture, is damaged or is too large, or when reading it takes more than 8 seconds of CPU
        time or 512 MB of memory. When the file does not exist, the error is a NoSuchFile.
    NotInstalled
        When the extra `vision` is not installed.
    UsageError
        For a size below 2×2.
    """
    from slitherenc.vision.find import find_in_file
    from slitherenc.vision.load import check_kind
    from slitherenc.vision.verdict import apply_verdict

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
    return apply_verdict(reading, lambda puzzle: _loops_in_time(puzzle, end))


def read_confined(function: Callable[..., T], data: bytes, source: str, *arguments: object) -> T:
    """Call function(data, source, *arguments), which reads a picture, in a separate process, and return the result.

    Raises the function's errors, and ParseError if the call takes too much time or memory or its process dies.
    """
    from slitherenc.processes.calls import call_confined

    try:
        return call_confined(_READING_SECONDS, _READING_MEMORY, function, data, source, *arguments)
    except TimeoutError:
        problem = f"reading this picture takes more than {_READING_SECONDS} seconds"
    except MemoryError:
        problem = f"reading this picture takes more than {_READING_MEMORY >> 20} MB of memory"
    except ChildProcessError:
        problem = "the process that read this picture died"
    raise ParseError(problem, "a smaller or simpler picture, such as a screenshot of the puzzle alone", source=source)


def _loops_in_time(puzzle: Puzzle, end: float) -> Status:
    """Return whether the puzzle has no loop, one or several, or "unknown" if the time `end` comes first."""
    from slitherenc.solvers.kernel.kernel_engine import within

    if time.monotonic() > end:
        return "unknown"
    loops = within(model_of(puzzle), Stats(), limit=2, budget=_BUDGET)
    if loops is None:  # the fast solver gave up
        left = end - time.monotonic()
        return solve(puzzle, limit=2, timeout=left).status if left > 0 else "unknown"
    for loop in loops:
        check_rules(puzzle, loop)
    return ("none", "unique", "multiple")[len(loops)]
