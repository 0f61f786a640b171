"""The columns of a board for `LoopWalk`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from slitherenc.boards.csr import Column, Ints, column

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


class LoopColumns(NamedTuple):
    """A board in views of C ints.

    face_start, face_edges      CSR: the edges around each face in order; the last row, of the outer face F, is empty
    corners      for each place in face_edges, the vertex between the edge before and this edge
    vertex_start, vertex_edges  CSR: the edges of each vertex
    ends, sides  the two vertices of edge e, and the two faces beside it, are at 2e and 2e + 1
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
    """Return the LoopColumns of a board, which are cached for the most recent boards."""
    sides = np.where(board.sides < 0, board.n_faces, board.sides)
    faces = np.append(board.face_start, board.face_start[-1]), board.face_edges, corners(board)
    return LoopColumns(*map(column, (*faces, board.vertex_start, board.vertex_edges, board.ends, sides)))


def corners(board: Board) -> Ints:
    """Return for each place in face_edges the vertex of its face where that edge begins."""
    of_face = np.repeat(np.arange(board.n_faces), np.diff(board.face_start))
    # On the way from the lower vertex of an edge to the higher, the face that has the edge clockwise lies on the right.
    ahead = board.sides[board.face_edges, 0] == of_face
    ends = board.ends[board.face_edges]
    return np.where(ahead, ends[:, 0], ends[:, 1])
