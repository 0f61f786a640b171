"""Inside and outside as 0/1 unknowns of the faces: an edge is a line when its two faces differ.

In: a board. Out: `edge_groups`, the edges by which of their sides is a face; and, for formulas, `add_sides`: the
Booleans c_f, "face f is inside". The outer face has no unknown: it is outside. Why it is right: sets of lines of even
degree and colorings of the faces are one to one on a plane graph (docs/encodings.md, section 1).

The numbering's direction, the MaxSAT for pictures, the integer programs and the constraint Side all read this.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.encodings.formula import Block, Formula

Indices = NDArray[np.intp]


class EdgeGroup(NamedTuple):
    """Edges[n] with the faces on their right and left hand; None: the outer face is there, at all of them."""

    edges: Indices
    right: Ints | None
    left: Ints | None


def edge_groups(board: Board) -> tuple[EdgeGroup, EdgeGroup, EdgeGroup]:
    """The edges between two faces, those with a face on the right hand alone, those with one on the left alone."""
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
    """The formula with c_f for every face, and the number of c_0. Edge e is variable e + 1, as everywhere."""
    formula = formula.add_bools("inside", board.n_faces, lambda i: f"in_{board.face_name(i)}")
    first = formula.bools[-1].first
    blocks = []
    for edges, right, left in edge_groups(board):
        colors = [first + faces for faces in (right, left) if faces is not None]
        blocks += _different(np.column_stack([edges + 1, *colors]).astype(np.int32))
    return formula.add_blocks(*blocks), first


def _different(columns: NDArray[np.int32]) -> list[Block]:
    """Clauses for: the first literal is true exactly when the others, one or two, are not equal (one: is true)."""
    one, two = [[-1, 1], [1, -1]], [[-1, 1, 1], [-1, -1, -1], [1, -1, 1], [1, 1, -1]]
    sign = np.array(one if columns.shape[1] == 2 else two, np.int32)
    slot = np.tile(np.arange(columns.shape[1]), (len(sign), 1))
    return [Block("inside", columns, slot, np.zeros_like(sign), sign)]
