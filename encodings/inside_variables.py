"""Inside and outside as 0/1 unknowns of the faces: an edge is a line if its two faces differ.

`edge_groups` groups a board's edges by which of their sides is a face; `add_sides` adds to a formula the Booleans c_f,
"face f is inside". The outer face has no unknown because it is outside. The reason: on a plane graph, sets of lines of
even degree and colorings of the faces are one to one (docs/encodings.md, section 1).

The numbering's direction, the MaxSAT for pictures, the integer programs and the constraint Side all use this module.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.encodings.formula import Block, Formula

Indices = NDArray[np.intp]


class EdgeGroup(NamedTuple):
    """Edges[n] with the faces on their right and left; None if that side of all of them is the outer face."""

    edges: Indices
    right: Ints | None
    left: Ints | None


def edge_groups(board: Board) -> tuple[EdgeGroup, EdgeGroup, EdgeGroup]:
    """Return the edges between two faces, those with a face only on the right, and only on the left."""
    right, left = board.sides.T
    between = np.flatnonzero((right >= 0) & (left >= 0))
    on_right = np.flatnonzero((right >= 0) & (left < 0))
    on_left = np.flatnonzero((right < 0) & (left >= 0))
    return (
        EdgeGroup(between, right[between], left[between]),
        EdgeGroup(on_right, right[on_right], None),
        EdgeGroup(on_left, None, left[on_left]),
    )


def add_sides(formula: Formula, board: Board) -> tuple[Formula, int]:
    """Return the formula with c_f for every face, and the number of c_0. As everywhere, edge e is variable e + 1."""
    formula = formula.add_bools("inside", board.n_faces, lambda i: f"in_{board.face_name(i)}")
    first = formula.bools[-1].first
    blocks = []
    for edges, right, left in edge_groups(board):
        colors = [first + faces for faces in (right, left) if faces is not None]
        blocks += _different(np.column_stack([edges + 1, *colors]).astype(np.int32))
    return formula.add_blocks(*blocks), first


def _different(columns: NDArray[np.int32]) -> list[Block]:
    """Return clauses for: the first literal equals "the other two differ", or the single other literal."""
    one, two = [[-1, 1], [1, -1]], [[-1, 1, 1], [-1, -1, -1], [1, -1, 1], [1, 1, -1]]
    sign = np.array(one if columns.shape[1] == 2 else two, np.int32)
    slot = np.tile(np.arange(columns.shape[1]), (len(sign), 1))
    return [Block("inside", columns, slot, np.zeros_like(sign), sign)]
