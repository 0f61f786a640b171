"""The first line above rows: is it their size, or a row itself?

Both readings are weighed; this is the table of docs/formats.md ("How rows are read"):

| all lines are rows of one grid | the lines below fit the size | the first line is |
|---|---|---|
| no | | the size; if it is one number, at least half of so many lines must be there |
| yes | no | a row, but of two words in each line the size, right or wrong |
| yes | yes | the likelier of the two, with a remark |

If both fit, a single number is likelier a row, and so is a line above rows with blanks as cells; unless it is shorter
than these, and they have as many characters as the size says. The size is sure where a sign for empty cells between its
numbers, as in `2x3`, is in no other line, although these have another such sign.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line, Size, head, sizes_above, text_lines
from slitherenc.formats._tables import read_table
from slitherenc.formats._unwrap import unwrapped

_SHARE = 2  # a single number says how many lines there are, or have been: one in two may be missing
_READ_AS_SIZE = "the first line is read as the numbers of rows and columns; for a row of two clues say --from grid"
_READ_AS_ROW = "the first line is read as a row of clues; if it is the size, say --from puzzlekit"


class FirstLine(NamedTuple):
    """What the first line is, and the remark for a text that could be read otherwise, or ""."""

    is_size: bool
    remark: str = ""


def first_line(text: str) -> FirstLine:
    """What the first line of a text is. Looks only at its beginning if that is no size. Raises nothing."""
    if not sizes_above(_lines(head(text))[:2]):
        return FirstLine(is_size=False)
    try:
        return weigh(unwrapped(text, ""))
    except (ParseError, UsageError):  # two blocks of rows, or too many lines
        return FirstLine(is_size=True)


def weigh(rows: TextRows) -> FirstLine:
    """What the first of these lines is."""
    lines = rows.lines
    sizes = [(TextRows(lines[n_lines:]), size) for n_lines, size in sizes_above(lines)]
    if not sizes:
        return FirstLine(is_size=False)
    below, size = sizes[0]
    first = lines[0].text.strip()
    is_number = first.isdecimal()
    if not can_read(rows):
        is_near = any(height <= _SHARE * len(lines) for _, (height, _) in sizes)
        return FirstLine(is_size=is_near or not is_number)
    if len(lines) > 1 and all(len(text.split()) == 2 for text in rows.texts):
        return FirstLine(True, _READ_AS_SIZE)
    if not any(can_read(rest, [fitting]) for rest, fitting in sizes):
        return FirstLine(False, _READ_AS_ROW if rows.separator else "")
    is_likely_row = is_number or below.blanks_are_cells
    if is_likely_row and not (len(first) < below.width and size == (len(below.lines), below.n_columns)):
        return FirstLine(False, _READ_AS_ROW)
    sign = first.strip("0123456789 \t")
    is_sure = sign and below.is_marked and not any(sign in text for text in below.texts)
    return FirstLine(True, "" if is_sure else _READ_AS_SIZE)


def can_read(rows: TextRows, sizes: Collection[Size] = ()) -> bool:
    """Whether these lines are the rows of a grid, of one of these sizes."""
    try:
        read_table(rows, "", sizes)
    except (ParseError, UsageError):
        return False
    return True


def is_grid(text: str) -> bool:
    """Whether all lines of a text, the first one too, are rows of one grid."""
    try:
        return can_read(unwrapped(text, ""))
    except (ParseError, UsageError):
        return False


def _lines(text: str) -> list[Line]:
    """The lines of the beginning of a text; those of two blocks of rows as they are."""
    try:
        return list(unwrapped(text, "").lines)
    except ParseError:
        return text_lines(text)
