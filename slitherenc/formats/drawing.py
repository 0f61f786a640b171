"""Reads drawings of loops: `+---+` art with vertices `+`, `.`, `*` or `o`, of any pitch; box-drawing characters.

In: text and the Board it draws. Out: lines[E]. The pitch is found from the vertices of the first line; lines are
read in the middle between two vertices, so only the places of vertices and middles matter; blanks lost at the ends
of lines do not. Digits and `x` (crosses) are no lines. Where box-drawing lines join at the vertices (`┏━━━┓`) the
first line does not show its vertices: they are spread evenly over its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.errors import ParseError
from slitherenc.formats.off_board import Stray, off_board
from slitherenc.formats.rows import lines_of
from slitherenc.render.ascii_art import places
from slitherenc.render.unicode_art import DOUBLE, HEAVY

_VERTICES = "+.*o·•"
_LINES = "-|/\\#=─│━┃═║╱╲"
_JOINED = HEAVY[1:] + DOUBLE[1:] + "─│┌┐└┘├┤┬┴┼╭╮╰╯"  # what a vertex may be where lines join


def read_drawing(text: str, board: Board, source: str = "<text>") -> Bits:
    """The lines[E]. Raises ParseError: another size, a missing vertex; OffBoard: a line where no edge is."""
    rows = [line for line in lines_of(text, blank=True) if not line.text.lstrip().startswith(";")]
    while rows and not rows[0].text.strip():
        rows = rows[1:]
    while rows and not rows[-1].text.strip():
        rows = rows[:-1]
    if not rows:
        raise ParseError("there is no drawing in this text", source=source)
    place = places(board)
    first_row = np.unique(place[place[:, 1] == 0][:, 0]).tolist()
    dots = [match.start() for match in re.finditer(rf"[{re.escape(_VERTICES)}]", rows[0].text)]
    if len(dots) != len(first_row) and not set(_JOINED).isdisjoint(rows[0].text):
        first = rows[0].text.rstrip()
        dots = [len(first) - len(first.lstrip()), *[0] * (len(first_row) - 2), len(first) - 1][: len(first_row)]
    if len(dots) != len(first_row):
        raise ParseError(
            f"the first line has {len(dots)} vertices", str(len(first_row)), source=source, line=rows[0].number
        )
    wider = (dots[-1] - dots[0]) / (first_row[-1] - first_row[0]) if len(dots) > 1 else 1.0
    wide = dots[0] + np.rint((place[:, 0] - first_row[0]) * wider).astype(np.int64)
    if wide.min() < 0:
        raise ParseError("the drawing is cut off on the left", source=source, line=rows[0].number)
    height = int(place[:, 1].max()) + 1
    if len(rows) != height:
        raise ParseError(f"the drawing has {len(rows)} lines", str(height), source=source, line=rows[-1].number)
    width = int(wide.max()) + 1
    canvas = [line.text.ljust(width) for line in rows]
    for x, y in zip(wide.tolist(), place[:, 1].tolist(), strict=True):
        if canvas[y][x] not in _VERTICES + _JOINED:
            raise ParseError(
                f"there is {canvas[y][x]!r} where a vertex should be",
                "+",
                source=source,
                line=rows[y].number,
                column=x + 1,
            )
    ends = board.ends
    middle_x, middle_y = (wide[ends[:, 0]] + wide[ends[:, 1]]) // 2, (place[ends[:, 0], 1] + place[ends[:, 1], 1]) // 2
    lines = np.array([canvas[y][x] in _LINES for x, y in zip(middle_x.tolist(), middle_y.tolist(), strict=True)])
    strays = [Stray(canvas[y][x], rows[y].number, x, y) for y, x in _strays(board, canvas, wide, place)]
    if strays:
        raise off_board(board, lines, strays, np.stack([wide, place[:, 1]], axis=1), source)
    return lines


def _strays(
    board: Board, canvas: list[str], wide: NDArray[np.int64], place: NDArray[np.int64]
) -> Iterator[tuple[int, int]]:
    """(row, column) of each line character that lies on no edge: it would be passed over in silence."""
    allowed: set[tuple[int, int]] = set()
    for a, b in board.ends.tolist():
        (x, y), (to_x, to_y) = (int(wide[a]), int(place[a, 1])), (int(wide[b]), int(place[b, 1]))
        length = max(abs(to_x - x), abs(to_y - y))
        allowed.update((x + (to_x - x) * i // length, y + (to_y - y) * i // length) for i in range(length + 1))
    for y, row in enumerate(canvas):
        for x, char in enumerate(row):
            if char in _LINES and (x, y) not in allowed:
                yield y, x
