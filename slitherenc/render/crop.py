"""Pictures of a part of a board, with a small picture of the whole board beside it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.render.geometry import Box, Points
from slitherenc.render.themes import Theme

GAP = 60  # picture units between the part and the small picture
_LARGEST = 320  # the largest width and height of the small picture, in picture units
_STUB = 0.3  # the visible fraction of an edge that leaves the part


def within(xy: Points, box: Box) -> Bits:
    left, top, right, bottom = box
    return np.asarray(((xy >= (left - 1, top - 1)) & (xy <= (right + 1, bottom + 1))).all(axis=1), np.bool_)


def stubs(board: Board, xy: Points, edges: Bits, seen: Bits) -> str:
    """Return an SVG path: for each of `edges` with only one end visible (in `seen`), the part near the visible end."""
    parts = []
    for edge in np.flatnonzero(edges & (seen[board.ends].sum(axis=1) == 1)).tolist():
        a, b = board.ends[edge].tolist()
        inner, outer = (a, b) if seen[a] else (b, a)
        (x, y), (dx, dy) = xy[inner].tolist(), (_STUB * (xy[outer] - xy[inner])).tolist()
        parts.append(f"M{x} {y}l{dx:.0f} {dy:.0f}")
    return "".join(parts)


def scale_of(xy: Points) -> float:
    """Return the factor by which the overview of the whole board scales a picture with the vertices at `xy`."""
    return _LARGEST / max(1, int((xy.max(axis=0) - xy.min(axis=0)).max()))


def thumbnail(board: Board, xy: Points, lines: Bits, box: Box, colors: Theme) -> Iterator[str]:
    """Yield the small picture of the whole board: its border, the lines, and a frame around the visible `box`."""
    scale = scale_of(xy)
    corner = np.array([box[2] + GAP, box[1]]) - xy.min(axis=0) * scale
    small = np.rint(xy * scale + corner).astype(np.int64)
    rim = (board.sides < 0).any(axis=1) | (board.sides >= board.n_faces).any(axis=1)
    for edges, color, width in ((rim & ~lines, colors.edge, 3), (lines, colors.line, 4)):
        data = "".join(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in small[board.ends[edges]].tolist())
        if data:
            yield f'<path fill="none" stroke="{color}" stroke-width="{width}" d="{data}"/>'
    left, top, right, bottom = (np.array(box).reshape(2, 2) * scale + corner).ravel().tolist()
    size = f'x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}"'
    yield f'<rect {size} fill="{colors.look}" fill-opacity="0.4" stroke="{colors.dot}" stroke-width="4"/>'
