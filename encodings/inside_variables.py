"""Booleans c_f, "face f is inside the loop". An edge is a line if and only if exactly one of its faces is inside.

`add_sides` adds these Booleans and their clauses to a formula. The outer face is always outside and has no Boolean. If
every vertex has an even number of lines, the lines determine the value of each c_f (docs/encodings.md, section 1).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.encodings.formula import Block, Formula

Indices = NDArray[np.intp]


class EdgeGroup(NamedTuple):
    """Edges, with arrays of their right and left faces. An array is None if its faces would all be the outer face."""

    edges: Indices
    right: Ints | None
    left: Ints | None


def edge_groups(board: Board) -> tuple[EdgeGroup, EdgeGroup, EdgeGroup]:
    """Return the edges between bounded faces, those with the outer face on the left, and those with it on the right."""
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
    """Add Booleans "face f is inside", and clauses that tie them to the lines. Return the formula and the number of the
    first new Boolean."""
    formula = formula.add_bools("inside", board.n_faces, lambda i: f"in_{board.face_name(i)}")
    first = formula.bools[-1].first
    blocks = []
    for edges, right, left in edge_groups(board):
        colors = [first + faces for faces in (right, left) if faces is not None]
        blocks += _different(np.column_stack([edges + 1, *colors]).astype(np.int32))
    return formula.add_blocks(*blocks), first


def _different(columns: NDArray[np.int32]) -> list[Block]:
    """Return clauses that state a = b for each row (a, b) of variables, or a = (b XOR c) for each row (a, b, c)."""
    one, two = [[-1, 1], [1, -1]], [[-1, 1, 1], [-1, -1, -1], [1, -1, 1], [1, 1, -1]]
    sign = np.array(one if columns.shape[1] == 2 else two, np.int32)
    slot = np.tile(np.arange(columns.shape[1]), (len(sign), 1))
    return [Block("inside", columns, slot, np.zeros_like(sign), sign)]
