"""The flat arrays of a board for the modules `loop_walk` and `loop_window`, which change loops."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from slitherenc.boards.board import corners
from slitherenc.boards.csr import Column, column

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


class LoopColumns(NamedTuple):
    """A board as flat arrays of C ints. The outer face has the number F if the board has F bounded faces.

    face_start, face_edges      CSR: the edges around each face, in order; the row of the outer face is empty
    corners      for each entry of face_edges, the vertex between the previous edge of the face and this edge
    vertex_start, vertex_edges  CSR: the edges at each vertex
    ends, sides  ends[2e], ends[2e + 1] are the vertices of edge e; sides[2e], sides[2e + 1] are its faces
    """

    face_start: Column
    face_edges: Column
    corners: Column
    vertex_start: Column
    vertex_edges: Column
    ends: Column
    sides: Column


@lru_cache(maxsize=8)
def loop_columns(board: Board) -> LoopColumns:
    """Return the board as LoopColumns. The results for the most recently used boards are cached."""
    sides = np.where(board.sides < 0, board.n_faces, board.sides)
    faces = np.append(board.face_start, board.face_start[-1]), board.face_edges, corners(board)
    return LoopColumns(*map(column, (*faces, board.vertex_start, board.vertex_edges, board.ends, sides)))
