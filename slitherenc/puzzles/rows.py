"""Parse rows of clues given as lists of Python values, and single clues given as strings such as "3", "?" or "nan"."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from slitherenc.base.errors import UsageError, short_repr, type_words

NO_CLUE = -1
UNKNOWN_CLUE = -2  # a clue `?`: an unknown number, which constrains nothing but is stored in formats
LARGEST_CLUE = 32767  # the largest number that the int16 array `Puzzle.clues` can store
EMPTY_MARKS = ".-*_#xXnN·•∙⋅・･–—−‐‑□"  # each character marks an empty cell
_EMPTY_WORDS = frozenset({"", "-1", "-1.", "-1.0", "−1", "na", "n/a", "<na>", "nan", "np.nan", "none", "null", "nil"})


def number_of(sign: str) -> int | None:
    """Return the number that the text of a cell stands for, or None if there is none. The number is NO_CLUE (-1) for an
    empty cell (such as "", "." or "nan"), and UNKNOWN_CLUE (-2) for "?".

    >>> number_of("3"), number_of("2.0"), number_of("NaN"), number_of("?"), number_of("t2")
    (3, 2, -1, -2, None)
    """
    sign = sign.strip()
    if sign == "?":
        return UNKNOWN_CLUE
    if sign.casefold() in _EMPTY_WORDS or (len(sign) == 1 and sign in EMPTY_MARKS):
        return NO_CLUE
    whole, _, fraction = sign.partition(".")
    is_whole = whole.isascii() and whole.isdigit() and len(whole) < 6 and not fraction.strip("0")
    return int(whole) if is_whole else None


def table_of_rows(rows: Iterable[Any]) -> list[list[int]]:
    """Return the clues of each row as numbers. Raises TypeError for an entry that is not a clue. Raises UsageError if a
    number is out of range, if the rows differ in length, or if they have no entries."""
    table = [_row(number, row) for number, row in enumerate(rows)]
    widths = sorted({len(row) for row in table})
    if len(widths) != 1 or widths == [0]:
        wrong = f"rows of {widths[0]} and of {widths[-1]}" if len(widths) > 1 else "no entries"
        raise UsageError(f"expected rows of equal length with at least one entry each, got {wrong}")
    return [
        [entry if type(entry) is int and NO_CLUE <= entry <= LARGEST_CLUE else _clue(entry) for entry in row]
        for row in table
    ]


def _row(number: int, row: Any) -> list[Any]:
    if isinstance(row, str | bytes) or not isinstance(row, Iterable):
        raise TypeError(f'row {number}: expected a list of numbers, None and "?", got {type_words(row)}')
    return list(row)


def _clue(entry: Any) -> int:
    if entry is None:
        return NO_CLUE
    if isinstance(entry, str):
        number = number_of(entry)
    elif isinstance(entry, float | np.floating) and not isinstance(entry, SupportsIndex):
        number = NO_CLUE if math.isnan(entry) else int(entry) if entry.is_integer() else None
    elif isinstance(entry, SupportsIndex) and not isinstance(entry, bool | np.bool_):
        number = index(entry)
    else:
        number = None
    if number is None:
        raise TypeError(f"a clue must be None, '?' or a whole number of at least 0, got {short_repr(entry)}")
    if UNKNOWN_CLUE < number <= LARGEST_CLUE or entry == "?":
        return number
    raise UsageError(f"a clue must be None, '?' or a whole number from 0 to {LARGEST_CLUE}, got {number}")
