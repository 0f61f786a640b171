"""Symmetries of a board: rotations and reflections that map faces to faces.

An *orbit* is a minimal set of faces that a symmetry maps to itself. `orbits` divides all faces into orbits. The
symmetries are `rotateN` (by 1/N of a full turn), `mirror-x` (exchanges left and right), `mirror-y` (exchanges top and
bottom), `diagonal` (exchanges rows and columns), and `both-diagonals` (reflections in both diagonals). Commas combine
several symmetries, as in `mirror-x,mirror-y`; `all` is every symmetry of the board. A motion is a symmetry if it maps
the centers of faces to centers of faces. For fast shell completion, the module does not import numpy at the top.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from slitherenc.base.errors import UsageError
from slitherenc.base.registry import unknown_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from slitherenc.boards.board import Board

Motion = list[list[float]]


def _turn(n: int) -> Motion:
    angle = 2 * pi / n
    return [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]


ISOMETRIES: dict[str, list[Motion]] = {
    "rotate2": [_turn(2)],
    "rotate3": [_turn(3)],
    "rotate4": [_turn(4)],
    "rotate6": [_turn(6)],
    "mirror-x": [[[-1, 0], [0, 1]]],
    "mirror-y": [[[1, 0], [0, -1]]],
    "diagonal": [[[0, 1], [1, 0]]],
    "both-diagonals": [[[0, 1], [1, 0]], [[0, -1], [-1, 0]]],
}
NAMES = ("none", *ISOMETRIES, "all")


def orbits(board: Board, name: str = "none") -> list[tuple[int, ...]]:
    """Return the minimal sets of faces that a symmetry maps to themselves: sorted tuples, ordered by their first faces.

    With "none", each set contains one face. A list such as "mirror-x,mirror-y" combines several symmetries. Raises
    UsageError for an unknown name, and if the board does not have the symmetry.

    >>> from slitherenc.boards.square import square
    >>> orbits(square(2, 2), "mirror-x"), orbits(square(2, 2), "both-diagonals")
    ([(0, 1), (2, 3)], [(0, 3), (1, 2)])
    """
    if name == "none":
        return [(face,) for face in range(board.n_faces)]
    names = symmetries(board)[1:] if name == "all" else [part.strip() for part in name.split(",")]
    for part in names:
        if part not in ISOMETRIES:
            longer = (name for name in NAMES if part and name.startswith(part.casefold()))
            raise unknown_name("symmetry", part, NAMES, next(longer, None))
    images = [_images(board, motion) for part in names for motion in ISOMETRIES[part]]
    if any(to is None for to in images):
        raise UsageError(f"this board has no symmetry {name}; it has: {', '.join(symmetries(board))}")
    orbits, seen = [], set[int]()
    for face in range(board.n_faces):
        orbit, todo = [], [face]
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                orbit.append(at)
                todo += [int(to[at]) for to in images if to is not None]
        if orbit:
            orbits.append(tuple(sorted(orbit)))
    return orbits


def symmetries(board: Board) -> list[str]:
    """Return the names of the symmetries that the board has, starting with "none".

    >>> from slitherenc.boards.square import square
    >>> symmetries(square(2, 3))
    ['none', 'rotate2', 'mirror-x', 'mirror-y']
    """
    return ["none", *(name for name in ISOMETRIES if has_symmetry(board, name))]


def has_symmetry(board: Board, name: str) -> bool:
    """Return whether the board has all symmetries in `name`, such as "rotate2,mirror-x". `name` must not be "all"."""
    motions = [motion for part in name.split(",") if part != "none" for motion in ISOMETRIES[part]]
    return all(_images(board, motion) is not None for motion in motions)


def _images(board: Board, motion: Motion) -> NDArray[np.intp] | None:
    """Return for each face the face to which the matrix `motion` maps it, or None if the board lacks this symmetry."""
    import numpy as np

    from slitherenc.boards.board import middles_of

    middles = middles_of(board)
    middles = middles - middles.mean(axis=0)  # every symmetry fixes the mean
    moved = middles @ np.array(motion, np.float64).T
    unit = np.ptp(board.xy, axis=0).max() * 1e-6
    # For a symmetry, both sorted lists agree. Rounding may split equal points, so they are compared with a tolerance.
    order, image = (np.lexsort(np.round(points / (100 * unit)).T) for points in (middles, moved))
    if not np.allclose(middles[order], moved[image], atol=200 * unit):
        return None
    to = np.empty(board.n_faces, np.intp)
    to[image] = order
    return to
