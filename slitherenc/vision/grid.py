"""Finds the extent of the board: the rectangle in which the picture has ink at every crossing of the lattice.

Dots, grid lines and drawn loops all have ink at crossings, so the board is found in pictures with any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.cells import CELL
from slitherenc.vision.ink import Plane
from slitherenc.vision.lattice import Lattice, Matrix
from slitherenc.vision.load import libraries

MOST_CELLS = 12_000
_COARSE = 16  # pixels per cell in the picture in which crossings are measured
_BESIDE = 3  # pixels, down and across, from a crossing to where the paper beside it is measured
_LEAST = 2  # the smallest number of cells on a side
_SHARE = 0.3  # the least ink of a crossing, as a fraction of the usual ink of crossings
_ROW = 0.55  # the least share of crossings with ink in an outermost row
_WIDER = 6  # how often the search area may grow beyond the known points
_MOST_SIDE = 220  # the largest number of cells on a side
_FULL = 0.97  # the least share of crossings with dots in a rectangle that dots fill
_COVERED = 0.85  # a row with this share of crossings with ink belongs to the board
_GAP = 0.2  # the largest share of crossings with ink in a gap between two boards


@dataclass(frozen=True)
class Grid:
    """A board in a picture. Crossings are the points where the lines of its grid meet.

    Parameters
    ----------
    homography : array of float, shape (3, 3)
        Maps (column, row), where (0, 0) is the upper left corner, to (x, y) in pixels.
    rows, columns : int
        The numbers of rows and columns of cells.
    support : float
        The share of crossings that have ink.
    weakest : float
        The smallest of four shares of crossings with ink: in the first row, last row, first column and last column.
    beyond : float
        The largest of four such shares: in the rows above and below the board and the columns left and right of it.
    """

    homography: Matrix
    rows: int
    columns: int
    support: float
    weakest: float
    beyond: float


def settle(plane: Plane, lattice: Lattice, size: tuple[int, int] | None = None, dots: bool = False) -> Grid | None:
    """Find the extent of the board on a lattice.

    Parameters
    ----------
    plane : array of float, shape (height, width)
        The ink of each pixel.
    lattice : Lattice
        The lattice. Its homography maps to pixels of `plane`.
    size : (int, int), optional
        The number of rows and columns that the board must have.
    dots : bool, optional
        Whether the lattice was found from dots and nearly all dots were seen. If the dots fill a rectangle, this
        rectangle is the board, and ink outside it is ignored.

    Returns
    -------
    Grid or None
        The board, or None if there is no rectangle of crossings with ink.
    """
    low, high = lattice.places.min(axis=0) - 2, lattice.places.max(axis=0) + 2
    turns = 0
    while True:
        rows, columns = (high - low).tolist()
        if rows * columns > MOST_CELLS or max(rows, columns) > _MOST_SIDE:
            return None
        shifted = lattice.homography @ _shift(int(low[1]), int(low[0]))
        flat = _warped(plane, shifted, rows=rows, columns=columns, side=_COARSE)
        seen = _crossings(flat, rows=rows, columns=columns) & _visible(plane, shifted, rows=rows, columns=columns)
        filled = _filled(seen, lattice.places - low) if dots and size is None else None
        box = filled or _trim(seen, size)
        if box is None:
            return None
        before, after = np.array([box[0] == 0, box[2] == 0]), np.array([box[1] == rows, box[3] == columns])
        turns += 1
        if turns == _WIDER or not (before.any() or after.any()):
            break
        more = np.maximum(4, (high - low) // 2)  # the board extends beyond the known points
        low, high = low - more * before, high + more * after
    row, last_row, column, last_column = box
    part = seen[row : last_row + 1, column : last_column + 1]
    sides = (part[0], part[-1], part[:, 0], part[:, -1])
    around = [
        seen[row - 1, column : last_column + 1] if row > 0 else part[:0],
        seen[last_row + 1, column : last_column + 1] if last_row + 1 < len(seen) else part[:0],
        seen[row : last_row + 1, column - 1] if column > 0 else part[:0],
        seen[row : last_row + 1, last_column + 1] if last_column + 1 < seen.shape[1] else part[:0],
    ]
    beyond = 0.0 if filled else max((float(line.mean()) for line in around if line.size), default=0.0)
    return Grid(
        shifted @ _shift(column, row),
        last_row - row,
        last_column - column,
        float(part.mean()),
        min(float(side.mean()) for side in sides),
        beyond,
    )


def rectify(plane: Plane, grid: Grid) -> Plane:
    """Return the picture of a board as seen from above. A cell has `CELL` × `CELL` pixels. The margin is one cell."""
    return _warped(plane, grid.homography, rows=grid.rows, columns=grid.columns, side=CELL)


def corners(grid: Grid) -> NDArray[np.float64]:
    """Return the position (x, y) of each grid point in the picture, of shape (rows + 1, columns + 1, 2)."""
    row, column = np.mgrid[0 : grid.rows + 1, 0 : grid.columns + 1].astype(np.float64)
    return project(grid.homography, np.stack([column, row], axis=-1))


def project(homography: Matrix, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map positions of shape (..., 2) by a homography."""
    result: NDArray[np.float64] = libraries().perspectiveTransform(places.reshape(1, -1, 2), homography)
    return result.reshape(places.shape)


def _shift(x: int, y: int) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def _warped(plane: Plane, homography: Matrix, *, rows: int, columns: int, side: int) -> Plane:
    """Return the picture of a board as seen from above. A cell has `side` × `side` pixels. The margin is one cell."""
    cv2 = libraries()
    pixel = np.array([[1 / side, 0, -1 + 0.5 / side], [0, 1 / side, -1 + 0.5 / side], [0, 0, 1]])
    size = ((columns + 2) * side, (rows + 2) * side)
    center = project(homography, np.array([[columns / 2, rows / 2], [columns / 2 + 1, rows / 2]]))
    shrink = float(np.hypot(*(center[1] - center[0]))) / side
    source = cv2.GaussianBlur(plane, (0, 0), 0.45 * shrink) if shrink > 1.3 else plane
    result: Plane = cv2.warpPerspective(source, homography @ pixel, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return result


def _crossings(flat: Plane, *, rows: int, columns: int) -> NDArray[np.bool_]:
    """Return for each grid point whether it has ink. `flat` is a board seen from above with a margin of one cell."""
    cv2 = libraries()
    side = _COARSE
    smooth = cv2.blur(flat, (3, 3))
    strongest = cv2.dilate(smooth, np.ones((5, 5), np.uint8))
    at = _sample(strongest, rows=rows, columns=columns)
    quarter = side + side // 4
    paper = float(np.median(strongest[quarter : side * (rows + 1) : side, quarter : side * (columns + 1) : side]))
    usual = float(np.median(at[at >= np.median(at)]))
    beside = [
        _sample(smooth, rows=rows, columns=columns, down=y, across=x)
        for y in (-_BESIDE, _BESIDE)
        for x in (-_BESIDE, _BESIDE)
    ]
    least = _SHARE * (usual - paper)
    # A crossing must be darker than the points around it. In a dark area, such as a table, there are no crossings.
    result: NDArray[np.bool_] = (at > max(paper + least, 0.03)) & (at - np.min(beside, axis=0) > least)
    return result


def _sample(flat: Plane, *, rows: int, columns: int, down: int = 0, across: int = 0) -> Plane:
    """Return the values of `flat` at all grid points, each shifted by `down` and `across` pixels."""
    side = _COARSE
    return flat[
        side + down : side * (rows + 1) + down + 1 : side, side + across : side * (columns + 1) + across + 1 : side
    ]


def _visible(plane: Plane, homography: Matrix, *, rows: int, columns: int) -> NDArray[np.bool_]:
    row, column = np.mgrid[0 : rows + 1, 0 : columns + 1].astype(np.float64)
    place = project(homography, np.stack([column, row], axis=-1))
    height, width = plane.shape
    result: NDArray[np.bool_] = (
        (place[..., 0] >= -1) & (place[..., 1] >= -1) & (place[..., 0] <= width) & (place[..., 1] <= height)
    )
    return result


def _trim(seen: NDArray[np.bool_], size: tuple[int, int] | None) -> tuple[int, int, int, int] | None:
    """Return the first row, last row, first column and last column of the grid points that belong to the board.

    Outermost rows and columns with little ink are removed, emptiest first. If `size` is given, rows and columns are
    removed until the board has this size. Return None if the rest becomes too small.
    """
    row, last_row, column, last_column = 0, seen.shape[0] - 1, 0, seen.shape[1] - 1
    wanted = size or (0, 0)
    while last_row - row >= _LEAST and last_column - column >= _LEAST:
        part = seen[row : last_row + 1, column : last_column + 1]
        shares = [float(line.mean()) for line in (part[0], part[-1], part[:, 0], part[:, -1])]
        may = [True] * 4
        if size is not None:
            may = [last_row - row > wanted[0]] * 2 + [last_column - column > wanted[1]] * 2
            if last_row - row < wanted[0] or last_column - column < wanted[1]:
                return None
            if not any(may):
                return row, last_row, column, last_column
        worst = min((side for side in range(4) if may[side]), key=lambda side: shares[side])
        if size is None and shares[worst] >= _ROW:
            cut = _longest_run(part.mean(axis=1)), _longest_run(part.mean(axis=0))
            if cut == ((0, last_row - row), (0, last_column - column)):
                return row, last_row, column, last_column
            (first, last), (left, right) = cut  # keeps the larger of two boards that are side by side
            row, last_row, column, last_column = row + first, row + last, column + left, column + right
            continue
        row, last_row = row + (worst == 0), last_row - (worst == 1)
        column, last_column = column + (worst == 2), last_column - (worst == 3)
    return None


def _filled(seen: NDArray[np.bool_], places: NDArray[np.int64]) -> tuple[int, int, int, int] | None:
    """Return the first row, last row, first column and last column of the rectangle that the dots at `places` fill.

    Return None if they fill no rectangle. Also return None if a row or column next to the rectangle has ink at nearly
    all grid points, because a loop may cover dots there. But if the two nearest rows or columns on each of the four
    sides are inked like that, the ink is ignored, because it is dark paper around the board.
    """
    is_dot = np.zeros_like(seen)
    is_dot[places[:, 0], places[:, 1]] = True
    box = _trim(is_dot, None)
    if box is None:
        return None
    row, last_row, column, last_column = box
    inside = np.s_[row : last_row + 1, column : last_column + 1]
    if is_dot[inside].mean() < _FULL or seen[inside].mean() < _FULL:
        return None
    covered = []
    for away in (1, 2):
        lines = [seen[line, inside[1]] for line in (row - away, last_row + away)]
        lines += [seen[inside[0], line] for line in (column - away, last_column + away)]
        covered.append([bool(line.mean() >= _COVERED) for line in lines])
    return box if not any(covered[0]) or all(map(all, covered)) else None


def _longest_run(shares: NDArray[np.floating]) -> tuple[int, int]:
    """Return the first and last index of the longest run of rows or columns whose share of ink is large enough."""
    gaps = [-1, *np.flatnonzero(shares < _GAP).tolist(), len(shares)]
    begin, end = max(pairwise(gaps), key=lambda pair: pair[1] - pair[0])
    return begin + 1, end - 1
