"""Triangle boards (Natsume, Nakano and Adachi): an equilateral triangle of side m, cut into m² unit triangles.

The vertices (dots) are Q_uv with u = 0 … m from the top and v = 0 … u from the left. Q_uv has the number
u (u + 1) / 2 + v and lies at x = v - u / 2, y = u √3 / 2. Faces are numbered row by row: row u = 1 … m has 2u - 1
faces, which point up and down alternately. The edges of a face are in the order right, base, left if it points up, and
top, right, left if it points down.

Edge a_u_v joins Q_uv to Q_(u-1)(v-1) at its upper left, edge b_u_v joins Q_uv to Q_(u+1)v at its lower left, and edge
h_u_v joins Q_uv to Q_u(v-1) on its left. Vertex Q_uv has the name u_v. Faces have the names u_p with u = 1 … m and
p = 0 … 2u - 2 from the left; the faces with even p point up.
"""

from __future__ import annotations

import math
import re

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, Traits, check_faces, from_faces
from slitherenc.boards.cache import cached_board

_HIGH = math.sqrt(3) / 2
# The six edges at a vertex, in the order of Natsume et al.: its own edges a, b and h, then those of its neighbors.
_DIRECTIONS = {
    "upper_left": (-0.5, -_HIGH),
    "lower_left": (-0.5, _HIGH),
    "left": (-1.0, 0.0),
    "lower_right": (0.5, _HIGH),
    "upper_right": (0.5, -_HIGH),
    "right": (1.0, 0.0),
}


@cached_board
def triangle(m: int) -> Board:
    """Build the triangle board of side m. Raises UsageError if m is below 1 or the board is too large."""
    check_faces(m * m if m > 0 else 0)
    rows = np.repeat(np.arange(m + 1), np.arange(1, m + 2))
    begin = rows * (rows + 1) // 2
    columns = np.arange(len(rows)) - begin
    xy = np.stack([columns - rows / 2, rows * _HIGH], axis=1).astype(np.float64)

    u = np.repeat(np.arange(1, m + 1), 2 * np.arange(1, m + 1) - 1)
    place = np.arange(m * m) - (u - 1) ** 2
    v = place // 2
    above, below = u * (u - 1) // 2 + v, u * (u + 1) // 2 + v
    up = np.stack([above, below + 1, below], axis=1)
    down = np.stack([above, above + 1, below + 1], axis=1)
    vertices = np.where((place % 2 == 0)[:, None], up, down).astype(np.int32)
    return from_faces(
        "triangle", (m,), xy, np.arange(0, 3 * m * m + 1, 3, dtype=np.int32), vertices.reshape(-1), _TRAITS
    )


def _dot(vertex: int) -> tuple[int, int]:
    u = (math.isqrt(8 * vertex + 1) - 1) // 2
    return u, vertex - u * (u + 1) // 2


def vertex_name(board: Board, vertex: int) -> str:
    return "{}_{}".format(*_dot(vertex))


def edge_name(board: Board, edge: int) -> str:
    (u, v), (to_u, to_v) = map(_dot, board.ends[edge].tolist())
    if u == to_u:
        return f"h_{to_u}_{to_v}"
    return f"b_{u}_{v}" if v == to_v else f"a_{to_u}_{to_v}"


def face_name(board: Board, face: int) -> str:
    u = math.isqrt(face)
    return f"{u + 1}_{face - u * u}"


_TEXT_GRID = (4.0, 4 / math.sqrt(3))  # a horizontal edge is four characters wide, and a row is two high
_TRAITS = Traits(vertex_name, edge_name, face_name, _TEXT_GRID, _DIRECTIONS)


def params_of(words: str) -> tuple[int]:
    """Parse the side of a triangle board, such as "6". Return (side,)."""
    if not re.fullmatch("[0-9]{1,9}", words):
        raise UsageError(f"{words[:40]!r} is not the side of a triangle: expected triangle:SIDE")
    return (int(words),)


def count_faces(m: int) -> int:
    return m * m


def words_of(board: Board) -> str:
    return str(board.params[0])
