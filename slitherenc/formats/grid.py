"""A bare grid: rows of clues, with the same number of cells in each row.

The module `_layouts` lists the ways to write a row. The module `_unwrap` lists the surrounding text that is removed.
The first line is read as a row unless it certainly states the size. A single row of n² cells is read as n rows, with a
remark, because many people store a puzzle as one line. Clues that are not numbers are written as signs, such as `S` for
a sheep. If a sign has several characters, such as `t2` for a touch clue, blanks separate the cells.
"""

from __future__ import annotations

from math import isqrt

from slitherenc.formats import puzzlekit
from slitherenc.formats._first_line import first_line
from slitherenc.formats._rows import Line, clue_tokens, sizes_above
from slitherenc.formats._signs import typed_signs
from slitherenc.formats._tables import ClueTable, read_table
from slitherenc.formats._unwrap import unwrap
from slitherenc.puzzles.puzzle import Puzzle

TITLE = "a bare grid: rows of digits and empty cells (. - * _ # x or words such as nan), separated or not"
BOARDS = ("square",)
CARRIES = frozenset({"unknown", "typed"})
ONE_LINE = False


def recognize(text: str) -> bool:
    """Return whether a text may be a grid. A text that begins with the size of a board is not recognized."""
    return not first_line(text).is_size


def doubt(text: str) -> str:
    """Return a remark if it is uncertain whether the first line is a row of the grid or states its size, else ""."""
    return first_line(text).remark


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if there are no rows, a sign is unknown, or rows have different lengths."""
    first = first_line(text)
    if first.is_size and not first.remark:
        return puzzlekit.read(text, source)
    table = read_table(unwrap(text, source), source)
    height, width = table.size
    return (table if height > 1 or width == 1 else _of_one_row(table)).puzzle(source)


def _of_one_row(table: ClueTable) -> ClueTable:
    """Split a table of one row into n rows if it has n² cells, and add a remark that says how the row was read."""
    width = table.size[1]
    side = isqrt(width)
    if side * side == width:
        reading = f"are read as {side}x{side}"
        table = table._replace(clues=table.clues.reshape(side, side))
    else:
        reading = "are read as one row; if line breaks were lost, put each row on its own line"
    doubt = f"{width} cells in one row {reading}; for one row write {width}x1 above it"
    return table._replace(doubts=(*table.doubts, doubt))


def write(puzzle: Puzzle) -> str:
    """Write a puzzle. Raises UsageError for a number above 4, and for a clue for which there is no character."""
    rows, width = clue_tokens(puzzle, blank="."), puzzle.board.params[1]
    shown = typed_signs(puzzle)
    for face, sign in shown.items():
        rows[face // width][face % width] = sign
    is_one_row = len(rows) == 1 and width > 1
    between = " " if is_one_row or max(map(len, shown.values()), default=1) > 1 else ""
    lines = [between.join(row) + "\n" for row in rows]
    is_like_size = width == 2 and between == " " and bool(sizes_above([Line(1, lines[0])]))  # would be read as a size
    size = f"{width}x{len(rows)}\n" if is_one_row or is_like_size else ""
    return size + "".join(lines)
