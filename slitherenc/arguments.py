"""Convert arguments of the API to puzzles, loops and whole numbers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from slitherenc.base.errors import UsageError, type_words
from slitherenc.boards.board import Bits, Board
from slitherenc.formats.reading import read_puzzle
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.reading import read

ClueRows = Sequence[Sequence[int | str | None]]  # a clue is a number, "?", or None for no clue
PuzzleLike = Puzzle | str | bytes | os.PathLike[str] | ClueRows
LoopLike = Loop | Bits | str | Sequence[bool] | Sequence[int]


def as_puzzle(source: PuzzleLike) -> Puzzle:
    """Convert `source` to a Puzzle; return a Puzzle unchanged.

    `source` may also be a path, text or URL, as for `read`; the bytes of a file; or rows of clues, each a list or a
    string. Raises TypeError for any other type, and ParseError and UsageError as `read` does.

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
    raise TypeError(f"expected a Puzzle, a path, a text, a URL, bytes or rows of clues, got {type_words(source)}")


def lines_of(board: Board, loop: Any) -> Bits:
    """Convert a loop to an array that tells for each of the E edges of the board whether it has a line.

    `loop` is a Loop, E truth values or numbers 0 and 1, or a string of E digits 0 and 1. Raises TypeError for any other
    value, and UsageError for a wrong number of values, another character in a string, or a Loop of another board.
    """
    if isinstance(loop, Loop):
        if loop.board != board:
            raise UsageError(f"the loop belongs to {loop.board!r}, not to {board!r}")
        return loop.bits()
    values: Any = loop
    if isinstance(loop, str):
        text = loop.strip()
        if not set(text) <= {"0", "1"}:
            raise UsageError("expected a string of digits 0 and 1, one for each edge")
        values = np.frombuffer(text.encode(), np.uint8) == ord("1")
    elif isinstance(loop, list | tuple):
        for edge, value in enumerate(loop):
            if not (isinstance(value, bool | int | np.bool_ | np.integer) and value in (0, 1)):
                got = f"{type_words(value)} for edge {edge}"
                raise TypeError(f"expected True or False, or 1 or 0, for each edge, got {got}")
        values = np.array(loop, np.bool_)
    elif not isinstance(loop, np.ndarray):
        raise TypeError(f"expected a Loop, a truth value for each edge, or a string of digits, got {type_words(loop)}")
    lines: Bits = np.asarray(values)
    if lines.dtype != np.bool_ and not (np.issubdtype(lines.dtype, np.integer) and np.isin(lines, (0, 1)).all()):
        raise TypeError(f"expected truth values or numbers 0 and 1, got an array of {lines.dtype}")
    if lines.shape != (board.n_edges,):
        raise UsageError(f"expected {board.n_edges} values, one for each edge, got {lines.size}")
    return lines.astype(np.bool_)


def whole_number(name: str, value: Any) -> int | None:
    """Return `value` as an int, or None for None. Raises TypeError for another type; its message contains `name`."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        return index(value)
    raise TypeError(f"expected a whole number or None as {name}, got {type_words(value)}")
