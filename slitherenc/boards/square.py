"""Square boards: `height` rows of `width` faces.

Vertices are numbered row by row: vertex (r, c) has the number r * (width + 1) + c and lies at x = c, y = r. Faces are
numbered row by row, and the edges of each face are in the order top, right, bottom, left. As in Naoyuki
Tamura's program (2008), the edge `h_r_c` joins vertex (r, c) to (r, c + 1), and `v_r_c` joins (r, c) to (r + 1, c).
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, Traits, check_faces, from_faces
from slitherenc.boards.cache import cached_board

_DIRECTIONS = {"up": (0.0, -1.0), "left": (-1.0, 0.0), "down": (0.0, 1.0), "right": (1.0, 0.0)}


@cached_board
def square(height: int, width: int) -> Board:
    """Build the board of height × width faces. Raises UsageError if a size is below 1 or the board is too large."""
    check_faces(height * width if min(height, width) > 0 else 0)
    rows, columns = np.mgrid[0 : height + 1, 0 : width + 1]
    xy = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)
    corner = (np.arange(height)[:, None] * (width + 1) + np.arange(width)).astype(np.int32).reshape(-1, 1)
    around = np.array([0, 1, width + 2, width + 1], np.int32)
    start = np.arange(0, 4 * height * width + 1, 4, dtype=np.int32)
    return from_faces("square", (height, width), xy, start, (corner + around).reshape(-1), _TRAITS)


def vertex_name(board: Board, vertex: int) -> str:
    return "{}_{}".format(*divmod(vertex, board.params[1] + 1))


def edge_name(board: Board, edge: int) -> str:
    tail, head = board.ends[edge].tolist()
    return f"{'h' if head == tail + 1 else 'v'}_{vertex_name(board, tail)}"


def face_name(board: Board, face: int) -> str:
    return "{}_{}".format(*divmod(face, board.params[1]))


_TRAITS = Traits(vertex_name, edge_name, face_name, text_grid=(4, 2), directions=_DIRECTIONS)


def params_of(words: str) -> tuple[int, int]:
    """Parse the size "36x20" (width × height) or "20" (20 × 20). Return (height, width)."""
    match = re.fullmatch("([0-9]{1,9})(?:x([0-9]{1,9}))?", words)
    if match is None:
        raise UsageError(f"{words[:40]!r} is not the size of a square board: expected square:WIDTHxHEIGHT")
    return int(match[2] or match[1]), int(match[1])


def count_faces(height: int, width: int) -> int:
    return height * width


def words_of(board: Board) -> str:
    height, width = board.params
    return f"{width}x{height}"
