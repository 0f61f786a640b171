"""Decides whether the first line of a text with rows of clues is the size or a row.

The paragraph "First line" in docs/formats.md lists the rules. They depend on whether all lines, including the first,
can be read as rows of one grid, and whether the other lines fit the size in the first line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line, Size, sizes_above, text_lines
from slitherenc.formats._tables import read_table
from slitherenc.formats._unwrap import unwrap

_BEGINNING = 50_000  # characters that are examined; longer texts are rarely ambiguous
_SHARE = 2  # a single number N may be the number of rows if at least N / _SHARE lines are there
_READ_AS_SIZE = "the first line is read as the numbers of rows and columns; for a row of two clues use --from grid"
_READ_AS_ROW = "the first line is read as a row of clues; if it is the size, use --from puzzlekit"


class FirstLine(NamedTuple):
    """Whether the first line of a text is a size, and a remark if this is uncertain."""

    is_size: bool
    remark: str = ""


def first_line(text: str) -> FirstLine:
    """Decide whether the first line of a text is a size. Raises nothing."""
    return _of_beginning(text.lstrip("\r\n")[:_BEGINNING], len(text) <= _BEGINNING)


@lru_cache(maxsize=1)  # several formats ask about the same text
def _of_beginning(beginning: str, is_whole: bool) -> FirstLine:
    try:
        lines = unwrap(beginning, "").lines
    except ParseError:  # the text contains two blocks of rows
        return FirstLine(is_size=bool(sizes_above(text_lines(beginning)[:2])))
    is_last_cut = not is_whole and len(lines) > 2
    return _weigh(lines[:-1] if is_last_cut else lines, is_whole)


def _weigh(lines: Sequence[Line], is_whole: bool) -> FirstLine:
    """Decide whether the first of these lines is a size. `is_whole` is false if the text has more lines than these."""
    sizes = [(TextRows(lines[n_lines:]), size) for n_lines, size in sizes_above(lines)]
    if not sizes:
        return FirstLine(is_size=False)
    below, size = sizes[0]
    first = lines[0].text.strip()
    is_number = first.isdecimal()
    if not _can_read(lines):
        is_near = not is_whole or any(height <= _SHARE * len(lines) for _, (height, _) in sizes)
        return FirstLine(is_size=is_near or not is_number)
    if len(lines) > 1 and all(len(line.text.split()) == 2 for line in lines):
        return FirstLine(True, _READ_AS_SIZE)
    if not any(_fits(rows.lines, fitting, is_whole) for rows, fitting in sizes):
        return FirstLine(False, _READ_AS_ROW if TextRows(lines).separator else "")
    is_exact = len(first) < below.width and size[1] == below.n_columns
    if (is_number or below.blanks_are_cells) and not is_exact:
        return FirstLine(False, _READ_AS_ROW)
    sign = first.strip("0123456789 \t")
    is_sure = sign and below.is_marked and not any(sign in text for text in below.texts)
    return FirstLine(True, "" if is_sure else _READ_AS_SIZE)


def _fits(lines: Sequence[Line], size: Size, is_whole: bool) -> bool:
    """Return whether these lines are rows of a grid of this size: all its rows, or its first rows if not `is_whole`."""
    height, width = size
    n_rows = len(lines)
    return (height == n_rows or (height > n_rows and not is_whole)) and _can_read(lines, (n_rows, width))


def _can_read(lines: Sequence[Line], size: Size | None = None) -> bool:
    """Return whether these lines can be read as rows of a grid. `size` is its (height, width), or None for any size."""
    try:
        read_table(TextRows(lines), "", size)
    except (ParseError, UsageError):
        return False
    return True


def is_grid(text: str) -> bool:
    """Return whether all lines of a text, including the first, can be read as rows of one grid."""
    try:
        return _can_read(unwrap(text, "").lines)
    except (ParseError, UsageError):
        return False
