"""Functions on sets of lines, given as masks of edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.adjacency import faces_across
from slitherenc.boards.board import Bits, Board


def outline(board: Board, inside: Bits) -> Bits:
    """Return the boundary of a set of faces, as a mask of edges. inside[f] is true if face f is in the set."""
    color = np.append(np.asarray(inside, np.bool_), False)  # index -1 is the outer face
    different: Bits = color[board.sides[:, 0]] != color[board.sides[:, 1]]
    return different


def face_counts(board: Board, lines: Bits) -> NDArray[np.int16]:
    """Return the number of lines around each face. lines[e] is true if edge e is a line."""
    counts: NDArray[np.int16] = np.add.reduceat(lines[board.face_edges].astype(np.int16), board.face_start[:-1])
    return counts


def visited_vertices(board: Board, lines: Bits) -> Bits:
    """Return a mask of the vertices that have at least one line. lines[e] is true if edge e is a line."""
    has_line = np.zeros(board.n_vertices, np.bool_)
    has_line[board.ends[lines]] = True
    return has_line


def inside(board: Board, lines: Bits) -> Bits:
    """Return a mask of the faces inside an odd number of loops. lines[e] is true if edge e is a line of a loop.

    If the lines do not form loops, `outline(board, inside(board, lines))` differs from `lines`.
    """
    across, on = faces_across(board), np.asarray(lines, np.bool_).tolist()
    color: list[bool | None] = [None] * (board.n_faces + 1)
    color[-1] = False
    todo = [-1]
    while todo:
        face = todo.pop()
        for edge, other in across[face]:
            if color[other] is None:
                color[other] = bool(color[face]) != on[edge]
                todo.append(other)
    return np.array(color[:-1], np.bool_)
