"""Symmetries of a board: which faces are mapped to each other by a rotation or a reflection.

In: a board, a name. Out: the orbits of the faces. A symmetry is a motion of the plane about the middle of the board
that maps faces to faces, identified by their middles: rotate2 (half a turn), rotate4 (quarter turns), mirror (left and
right are exchanged).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board
from slitherenc.errors import NoPuzzle, UsageError

_MOTIONS = {"rotate2": [[-1, 0], [0, -1]], "rotate4": [[0, -1], [1, 0]], "mirror": [[-1, 0], [0, 1]]}
NAMES = ("none", *_MOTIONS)


def orbits(board: Board, name: str = "none") -> list[tuple[int, ...]]:
    """The orbits of the faces under a symmetry, each sorted, in the order of their smallest faces.

    With "none" every face is an orbit of its own. Raises UsageError for an unknown name, NoPuzzle when the board has
    no such symmetry.

    >>> from slitherenc.boards.square import square
    >>> orbits(square(2, 2), "mirror")
    [(0, 1), (2, 3)]
    """
    if name == "none":
        return [(face,) for face in range(board.n_faces)]
    if name not in _MOTIONS:
        raise UsageError(f"no symmetry is called {name!r}; there are: {', '.join(NAMES)}")
    to = _images(board, np.array(_MOTIONS[name], np.float64))
    if to is None:
        raise NoPuzzle(f"this board has no symmetry {name}")
    found, seen = [], np.zeros(board.n_faces, np.bool_)
    for face in range(board.n_faces):
        orbit, at = [], face
        while not seen[at]:
            seen[at] = True
            orbit.append(at)
            at = int(to[at])
        if orbit:
            found.append(tuple(sorted(orbit)))
    return found


def _images(board: Board, motion: NDArray[np.float64]) -> NDArray[np.intp] | None:
    """image[F], the face that each face is mapped to; None when the motion does not map faces to faces."""
    middle = (board.xy.min(axis=0) + board.xy.max(axis=0)) / 2
    middles = _middles(board) - middle
    moved = middles @ motion.T
    unit = np.ptp(board.xy, axis=0).max() * 1e-6
    # Sorted by rounded position, both lists must agree; rounding may separate equal points: compare with a tolerance.
    order, image = (np.lexsort(np.round(points / (100 * unit)).T) for points in (middles, moved))
    if not np.allclose(middles[order], moved[image], atol=200 * unit):
        return None
    to = np.empty(board.n_faces, np.intp)
    to[image] = order
    return to


def _middles(board: Board) -> NDArray[np.float64]:
    """xy[F, 2], the mean of each face's corners."""
    ends = board.xy[board.ends[board.face_edges]].mean(axis=1)
    middle: NDArray[np.float64] = np.add.reduceat(ends, board.face_start[:-1]) / np.diff(board.face_start)[:, None]
    return middle
