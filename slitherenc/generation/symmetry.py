"""Symmetries of a board: which faces lie on each other when it is turned or reflected.

In: a board, a name. Out: orbits, sets of faces that come and go together. A symmetry is a motion of the plane about
the middle of the board that maps the faces, told by their middles, onto the faces: rotate2 (half a turn), rotate4
(quarter turns), mirror (left and right change places). Raises UsageError when the board has no such symmetry.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board
from slitherenc.errors import NoPuzzle, UsageError

_MOTIONS = {"rotate2": [[-1, 0], [0, -1]], "rotate4": [[0, -1], [1, 0]], "mirror": [[-1, 0], [0, 1]]}
NAMES = ("none", *_MOTIONS)


def orbits(board: Board, name: str = "none") -> list[tuple[int, ...]]:
    """The orbits of the faces, by their smallest face; each face alone for "none"."""
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
    """The face on which each face comes to lie; None when some face lies on none."""
    middle = (board.xy.min(axis=0) + board.xy.max(axis=0)) / 2
    places = _middles(board) - middle
    moved = places @ motion.T
    unit = np.ptp(board.xy, axis=0).max() * 1e-6
    # Sorted by rounded place, both lists must agree; rounding may part what is equal, so compare with a tolerance.
    order, image = (np.lexsort(np.round(points / (100 * unit)).T) for points in (places, moved))
    if not np.allclose(places[order], moved[image], atol=200 * unit):
        return None
    to = np.empty(board.n_faces, np.intp)
    to[image] = order
    return to


def _middles(board: Board) -> NDArray[np.float64]:
    """xy[F] of the mean of each face's corners."""
    ends = board.xy[board.ends[board.face_edges]].mean(axis=1)
    middle: NDArray[np.float64] = np.add.reduceat(ends, board.face_start[:-1]) / np.diff(board.face_start)[:, None]
    return middle
