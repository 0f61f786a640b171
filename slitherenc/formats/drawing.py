"""Reads drawings of loops: `+---+` art with vertices `+`, `.`, `*` or `o`, of any pitch.

In: text and the Board it draws. Out: lines[E]. The pitch is found from the vertices of the first line; lines are
read in the middle between two vertices, so only the places of vertices and middles matter; blanks lost at the ends
of lines do not. Digits and `x` (crosses) are no lines.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.errors import ParseError
from slitherenc.formats.rows import lines_of
from slitherenc.render.ascii_art import places

_VERTICES = "+.*o·"
_LINES = "-|/\\#=─│━┃═║"


def read_drawing(text: str, board: Board, source: str = "<text>") -> Bits:
    """See the module's text. Raises ParseError: another size, a missing vertex, a line where no edge is."""
    rows = [line for line in lines_of(text, blank=True) if not line.text.lstrip().startswith(";")]
    while rows and not rows[0].text.strip():
        rows = rows[1:]
    while rows and not rows[-1].text.strip():
        rows = rows[:-1]
    if not rows:
        raise ParseError("there is no drawing in this text", source=source)
    place = places(board)
    dots = [match.start() for match in re.finditer(rf"[{re.escape(_VERTICES)}]", rows[0].text)]
    first_row = np.unique(place[place[:, 1] == 0][:, 0]).tolist()
    if len(dots) != len(first_row):
        raise ParseError(
            f"the first line has {len(dots)} vertices", str(len(first_row)), source=source, line=rows[0].number
        )
    # As wide as the drawing has it: the first two vertices of the first line tell the scale.
    drawn, ours = (dots[1] - dots[0], first_row[1] - first_row[0]) if len(dots) > 1 else (1, 1)
    wide = (place[:, 0] - first_row[0]) * drawn // ours + dots[0]
    if wide.min() < 0:
        raise ParseError("the drawing is cut off on its left side", source=source, line=rows[0].number)
    height = int(place[:, 1].max()) + 1
    if len(rows) != height:
        raise ParseError(f"the drawing has {len(rows)} lines", str(height), source=source, line=rows[-1].number)
    width = int(wide.max()) + 1
    canvas = [line.text.ljust(width) for line in rows]
    for x, y in zip(wide.tolist(), place[:, 1].tolist(), strict=True):
        if canvas[y][x] not in _VERTICES:
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
    _refuse_strays(board, canvas, wide, [line.number for line in rows], source)
    return lines


def _refuse_strays(board: Board, canvas: list[str], wide: NDArray[np.int64], numbers: list[int], source: str) -> None:
    """Raises ParseError for a line character that lies on no edge: it would be passed over in silence."""
    place = places(board)
    allowed: set[tuple[int, int]] = set()
    for a, b in board.ends.tolist():
        (x, y), (to_x, to_y) = (int(wide[a]), int(place[a, 1])), (int(wide[b]), int(place[b, 1]))
        length = max(abs(to_x - x), abs(to_y - y))
        allowed.update((x + (to_x - x) * i // length, y + (to_y - y) * i // length) for i in range(length + 1))
    for y, row in enumerate(canvas):
        for x, char in enumerate(row):
            if char in _LINES and (x, y) not in allowed:
                raise ParseError(f"the line {char!r} lies on no edge", source=source, line=numbers[y], column=x + 1)
