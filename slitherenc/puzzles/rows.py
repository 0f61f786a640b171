"""Rows of clues, as people write them in Python: numbers, None for no clue, and "?"."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from slitherenc.base.errors import UsageError, shown, type_words

NO_CLUE = -1
UNKNOWN_CLUE = -2  # a clue `?`: some number that is not given; it constrains nothing, but formats carry it
LARGEST_CLUE = 32767  # the largest number that `Puzzle.clues` holds


def table_of_rows(rows: Iterable[Any]) -> list[list[int]]:
    """The clues of each row as numbers. Raises TypeError for anything else in their place, UsageError when the rows are
    not of one length."""
    table = [_row(number, row) for number, row in enumerate(rows)]
    widths = sorted({len(row) for row in table})
    if len(widths) != 1 or widths == [0]:
        wrong = f"rows of {widths[0]} and of {widths[-1]}" if len(widths) > 1 else "no clues"
        raise UsageError(f"expected rows of one length, at least one clue each, got {wrong}")
    return [[_clue(entry) for entry in row] for row in table]


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
        raise UsageError(f"a clue must be a number from 0, None or '?', got {number}")
    raise TypeError(f"a clue must be a number from 0, None or '?', got {shown(entry)}")
