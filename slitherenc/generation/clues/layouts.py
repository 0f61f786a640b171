"""Named layouts of clues: the faces that `generate --layout NAME` gives clues.

In: a board and a name. Out: faces. Rows and columns are those of squares; on other boards, of squares as large as the
mean face, by the faces' middles.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.registry import unknown
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Board
from slitherenc.generation.spec import LAYOUTS
from slitherenc.generation.symmetry import middles_of

Rows = NDArray[np.intp]


def layout_faces(board: Board, name: str) -> tuple[int, ...]:
    """The faces of the layout, in increasing order. Raises UsageError for an unknown name.

    >>> from slitherenc.boards.square import square
    >>> layout_faces(square(2, 4), "blocks")
    (0, 1, 4, 5)
    """
    if name not in LAYOUTS:
        raise unknown("layout", name, LAYOUTS)
    if name == "frame":
        return tuple(np.flatnonzero(_rings_from_the_rim(board) % 3 == 0).tolist())
    rows, columns = _rows_and_columns(board)
    chosen = _CHOSEN[name](rows, columns)
    return tuple(np.flatnonzero(chosen).tolist())


_CHOSEN: dict[str, Callable[[Rows, Rows], NDArray[np.bool_]]] = {
    "diagonals": lambda rows, columns: np.isin((rows + columns) % 5, (0, 2)),
    "blocks": lambda rows, columns: (rows // 2 + columns // 2) % 2 == 0,
    "stripes": lambda rows, columns: rows % 2 == 0,
}


def _rings_from_the_rim(board: Board) -> NDArray[np.intp]:
    """Of each face how many faces lie between it and the outer one."""
    adjacent = rings(board).adjacent
    ring = np.full(board.n_faces, -1)
    here = sorted({face for pair in board.sides[(board.sides < 0).any(axis=1)].tolist() for face in pair if face >= 0})
    number = 0
    while here:
        ring[here] = number
        here = sorted({other for face in here for other in adjacent[face] if ring[other] < 0})
        number += 1
    return ring


def _rows_and_columns(board: Board) -> tuple[Rows, Rows]:
    """The row and the column of each face."""
    width, height = np.ptp(board.xy, axis=0)
    unit = np.sqrt(width * height / board.n_faces)
    places = ((middles_of(board) - board.xy.min(axis=0)) / unit + 1e-6).astype(np.intp)
    return places[:, 1], places[:, 0]
