"""Puzzlekit's puzzles and solutions: a line `R C` with the numbers of rows and columns, and R rows of C cells.

The rows are read as in the format `grid`. The size may also be written as `RxC`, as `R,C`, as `N` for a square, or as
two numbers on two lines. If R rows and C columns do not fit, C rows and R columns are tried. A line `[size]` may
precede the size, and a line `[cells]` the rows.

A solution may follow the rows of clues, with or without its own size. A text with only a solution is a puzzle without
clues. A solution has `x` for cells inside the loop and `-` for cells outside. Puzzlekit's solver instead prints the
lines around each cell: the sum of 8 (top), 4 (left), 2 (bottom) and 1 (right), or `-` for none. Such rows are
recognized by a number above 11: in every loop, some cell has lines at its top and left (8 + 4 = 12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Bits
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats._edges import lines_of_tables
from slitherenc.formats._first_line import first_line
from slitherenc.formats._layouts import LAYOUTS, WITH_SIGNS, Layout, TextRows
from slitherenc.formats._rows import Line, check_text_size, head, sizes_above, text_lines, token_text
from slitherenc.formats._tables import read_table, token_rows
from slitherenc.formats._unwrap import unwrap
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "puzzlekit: a line `rows columns` and rows of - or a digit; its solutions are read"
BOARDS = ("square",)
CARRIES: frozenset[str] = frozenset()
ONE_LINE = False

_SECTIONS = "[size]"
_INSIDE = {"-": 0, ".": 0, "x": 1}
_WALLS = {"-": 0, **{str(mask): mask for mask in range(16)}}


def recognize(text: str) -> bool:
    return head(text).startswith(_SECTIONS) or first_line(text).is_size


def doubt(text: str) -> str:
    """Return a remark if the text may also be a bare grid (rows of clues without a size), or "" if not."""
    return first_line(text).remark


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if the first line is not a size, or the rows do not fit the size."""
    if head(text).startswith(_SECTIONS):
        rows = TextRows(_cells_section(text_lines(text), source))
    else:
        rows = unwrap(text, source)
    lines, error = rows.lines, None
    for n_head, (height, width) in sizes_above(lines):
        # Other sizes are tried only without blanks as cells, because otherwise size and cells would both be guesses.
        layouts = WITH_SIGNS if error else LAYOUTS
        body = TextRows(lines[n_head:], rows.is_cut)
        try:
            check_text_size(source, lines[0].number, height=height, width=width)
            has_pair = len(lines[0].text.split()) == 2
            return _read_sized(body, source, lines[n_head - 1].number, has_pair, layouts, height=height, width=width)
        except ParseError as wrong:
            error = error or wrong
    line = lines[0].number if lines else 1
    raise error or ParseError("the first line is not two numbers", "ROWS COLUMNS", source=source, line=line)


def _cells_section(lines: list[Line], source: str) -> list[Line]:
    """Return the line with the size and the lines with the cells from a text with section titles such as `[cells]`."""
    sections = [i for i, line in enumerate(lines) if line.text.lstrip().startswith("[")] + [len(lines)]
    cells = next((i for i in sections[:-1] if lines[i].text.strip() == "[cells]"), None)
    if cells is None:
        raise ParseError("there is no section [cells]", source=source)
    return lines[1:2] + lines[cells + 1 : next(i for i in sections if i > cells)]


def _read_sized(
    rows: TextRows, source: str, end: int, has_pair: bool, layouts: Sequence[Layout], *, height: int, width: int
) -> Puzzle:
    """Read a puzzle, and its solution if there is one, from the lines that follow the size."""
    # A solution is read only if the size has the form `R C`, which `has_pair` states.
    first, second = TextRows(rows.lines[:height], rows.is_cut), rows.lines[height:]
    if len(second) == height + 1 and sizes_above(second):
        second = second[1:]
    if not second and has_pair and _is_solution(first.lines, width):
        solution = _solution(first.lines, source, end, height=height, width=width)
        return Puzzle(square(height=height, width=width), np.full(height * width, NO_CLUE, np.int16), solution=solution)
    table = read_table(first, source, (height, width), layouts=layouts, end=end)
    if not second:
        return table.puzzle(source)
    if len(second) != height or not has_pair:
        raise ParseError("there is an extra row", f"{height} or {2 * height}", source=source, line=second[0].number)
    return replace(table.puzzle(source), solution=_solution(second, source, end, height=height, width=width))


def _is_solution(rows: Sequence[Line], width: int) -> bool:
    tokens = {token for line in rows for token in line.text.split(None, width)[:width]}
    if not tokens <= _WALLS.keys() | _INSIDE.keys():
        return False
    return (tokens <= {"x", "-", "."} and "x" in tokens) or (
        tokens <= _WALLS.keys() and not tokens.isdisjoint({"12", "13", "14", "15"})
    )


def _solution(rows: Sequence[Line], source: str, end: int, *, height: int, width: int) -> Bits | None:
    # The rows contain x for cells inside the loop, or the sum of the walls (lines) of each cell.
    if any("x" in line.text for line in rows):
        cells = token_rows(rows, _INSIDE.get, "x or -", source, end, height=height, width=width)
        return outline(square(height=height, width=width), cells == 1)
    walls = token_rows(rows, _WALLS.get, "- or the walls of a cell, 0 to 15", source, end, height=height, width=width)
    table = walls.reshape(height, width)
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    flat[:-1] |= (table & 8) > 0
    flat[1:] |= (table & 2) > 0
    upright[:, :-1] |= (table & 4) > 0
    upright[:, 1:] |= (table & 1) > 0
    back = 8 * flat[:-1] + 2 * flat[1:] + 4 * upright[:, :-1] + upright[:, 1:]
    if not np.array_equal(back, table):
        r, c = np.argwhere(back != table)[0].tolist()
        problem = f"the walls of the cells at ({r},{c}) and next to it contradict each other"
        raise ParseError(problem, source=source, line=rows[r].number)
    return lines_of_tables(square(height=height, width=width), flat, upright)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    return f"{height} {width}\n{token_text(puzzle)}"
