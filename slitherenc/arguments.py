"""What functions of the API take besides a Puzzle and the bits of edges: nested lists, loops, texts of digits."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import LARGEST_CLUE, NO_CLUE, UNKNOWN_CLUE, Puzzle

ClueRows = Sequence[Sequence[int | str | None]]  # of clues: a number, None for no clue, "?"
PuzzleLike = Puzzle | str | bytes | os.PathLike[str] | ClueRows
LoopLike = Loop | Bits | str | Sequence[bool] | Sequence[int]


def puzzle_of_rows(rows: Iterable[Any]) -> Puzzle:
    """The puzzle on squares with these rows of clues: numbers from 0, None (no clue) or "?".

    Raises TypeError for anything else in their place, UsageError when the rows are not of one length.

    >>> puzzle_of_rows([[3, None], [None, "?"]])
    <Puzzle square 2x2: 1 clue>
    """
    table = [_row(number, row) for number, row in enumerate(rows)]
    widths = sorted({len(row) for row in table})
    if len(widths) != 1 or widths == [0]:
        wrong = f"rows of {widths[0]} and of {widths[-1]}" if len(widths) > 1 else "no clues"
        raise UsageError(f"expected rows of one length, at least one clue each, got {wrong}")
    clues = [_clue(entry) for entry in chain.from_iterable(table)]
    return Puzzle(square(height=len(table), width=widths[0]), np.array(clues, np.int16))


def _row(number: int, row: Any) -> list[Any]:
    if isinstance(row, str | bytes) or not isinstance(row, Iterable):
        raise TypeError(f'row {number}: expected a list of numbers, None and "?", got {type_words(row)}')
    return list(row)


def _clue(entry: Any) -> int:
    if entry is None:
        return NO_CLUE
    if isinstance(entry, str) and entry == "?":
        return UNKNOWN_CLUE
    if isinstance(entry, SupportsIndex) and not isinstance(entry, bool | np.bool_):
        number = index(entry)
        if 0 <= number <= LARGEST_CLUE:
            return number
        raise UsageError(f"a clue is a number from 0, None or '?', not {number}")
    raise TypeError(f"a clue is a number from 0, None or '?', not {shown(entry)}")


def lines_of(board: Board, loop: Any) -> Bits:
    """The lines[E] that a Loop, E truth values or numbers 0 and 1, or a text of E digits 0 and 1 stand for.

    Raises TypeError for anything else, UsageError when they are not one an edge, or a Loop of another board.
    """
    if isinstance(loop, Loop):
        if loop.board != board:
            raise UsageError(f"the loop is one of {loop.board!r}, not of {board!r}")
        return loop.bits()
    values: Any = loop
    if isinstance(loop, str):
        text = loop.strip()
        if not set(text) <= {"0", "1"}:
            raise UsageError("expected a text of digits 0 and 1, one an edge")
        values = np.frombuffer(text.encode(), np.uint8) == ord("1")
    elif isinstance(loop, list | tuple):
        for edge, value in enumerate(loop):
            if not (isinstance(value, bool | int | np.bool_ | np.integer) and value in (0, 1)):
                got = f"{type_words(value)} for edge {edge}"
                raise TypeError(f"expected truth values or numbers 0 and 1, one an edge, got {got}")
        values = np.array(loop, np.bool_)
    elif not isinstance(loop, np.ndarray):
        raise TypeError(f"expected a Loop, truth values one an edge, or a text of digits, got {type_words(loop)}")
    lines: Bits = np.asarray(values)
    if lines.dtype != np.bool_ and not (np.issubdtype(lines.dtype, np.integer) and np.isin(lines, (0, 1)).all()):
        raise TypeError(f"expected truth values or numbers 0 and 1, got an array of {lines.dtype}")
    if lines.shape != (board.n_edges,):
        raise UsageError(f"expected {board.n_edges} values, one an edge, got {lines.size}")
    return lines.astype(np.bool_)


def whole_number(name: str, value: Any) -> int | None:
    """The value of an argument that is a whole number or None. Raises TypeError for anything else."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        return index(value)
    raise TypeError(f"expected a whole number or None as {name}, got {type_words(value)}")


def type_words(value: object) -> str:
    """For messages: `int 3`, `a list`, …"""
    return f"{type(value).__name__} {shown(value)}"


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
