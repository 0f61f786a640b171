"""Finds the board in a picture.

A picture yields several sets of points, each of which may be the dots of the board. The first set that forms a
complete board with enough clues is used. If there is none, the board with the highest score is used. The status of the
result is "unsure" or "failed". Only the module `verdict` makes it "sure", if exactly one loop fits the clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from slitherenc.base.errors import quantity
from slitherenc.vision.cells import CELL, CellReadings, read_cells
from slitherenc.vision.grid import Grid, project, rectify, settle
from slitherenc.vision.ink import Ink, Plane, ink_of, is_light_on_dark
from slitherenc.vision.lattice import OtherLattice, find_lattice
from slitherenc.vision.load import Pixels, libraries, pixels_of
from slitherenc.vision.marks import read_marks
from slitherenc.vision.points import Points, candidates
from slitherenc.vision.reading import Reading, cell_names, chosen_values
from slitherenc.vision.signs import OTHER

_WHOLE = 0.98  # the least share of crossings with ink on a complete board
_BEYOND = 0.35  # the largest share of crossings with ink just outside a complete board
_PLAUSIBLE = 0.8  # with a smaller share of crossings with ink, the points are no board
_LEAST_CELLS = 16
_MOST_SETS = 12  # the number of sets of points that are tried


class FoundBoard(NamedTuple):
    """A board found in a picture, with the probabilities of its clues and a score for comparison with other boards."""

    grid: Grid
    cells: CellReadings
    flat: Plane  # the ink of the rectified board
    ink: Ink
    points: Points
    score: float
    others: list[tuple[int, int]]
    signs: int

    @property
    def is_good(self) -> bool:
        grid = self.grid
        whole = grid.support >= _WHOLE and grid.beyond <= _BEYOND
        enough = grid.rows * grid.columns >= _LEAST_CELLS and self.signs >= max(4, 0.06 * grid.rows * grid.columns)
        return whole and enough and len(self.others) <= 0.02 * self.signs and not _signs_beyond(self)


def find_in_file(data: bytes, source: str, page: int = 1, size: tuple[int, int] | None = None) -> Reading:
    """Do the same as `find` for the bytes of a picture file, with a single thread.

    Raises MemoryError if memory runs out, and ParseError and NotInstalled like `pixels_of`.
    """
    cv2 = libraries()
    cv2.setNumThreads(1)  # because the stacks of threads count toward the memory limit
    try:
        pixels = pixels_of(data, source, page)
        return replace(find(pixels, size, source), picture_size=(pixels.shape[1], pixels.shape[0]))
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from None
        raise


def find(pixels: Pixels, size: tuple[int, int] | None = None, source: str = "<bytes>") -> Reading:
    """Read the board in a picture.

    Parameters
    ----------
    pixels : array of uint8, shape (height, width, 3)
        The picture.
    size : (int, int), optional
        The number of rows and columns that the board must have.
    source : str, optional
        The name of the picture.

    Returns
    -------
    Reading
        The status is "failed", with one reason, if no board can be read. Otherwise it is "unsure", and the reasons are
        all doubts about the picture, if any.
    """
    best: FoundBoard | None = None
    other = ""
    for found in _boards(pixels, size):
        if isinstance(found, str):
            other = other or found
        elif best is None or found.score > best.score:
            best = found
        if best is not None and best.is_good:
            break
    if best is None:
        words = f"the dots form a board {other}, and only square boards are read" if other else "no grid found"
        return Reading("failed", (words,), source=source)
    refusal = _refusal(best, size)
    if refusal and other:
        refusal = f"the dots form a board {other}, and only square boards are read"
    if refusal:
        return Reading("failed", (refusal,), grid=best.grid, source=source)
    lines, crosses, remark = read_marks(best.flat, rows=best.grid.rows, columns=best.grid.columns)
    reasons = (*_reasons(best, size), *remark)
    chances = best.cells.probabilities
    return Reading("unsure", reasons, chosen_values(chances), chances, best.grid, lines, crosses, source)


def _boards(pixels: Pixels, size: tuple[int, int] | None) -> Iterator[FoundBoard | str]:
    """Yield the board that each set of points forms, if any. For a lattice that is not square, yield a description."""
    light_on_dark = is_light_on_dark(pixels)
    for inverted in (light_on_dark, not light_on_dark):
        ink = ink_of(pixels, inverted)
        if not ink.any.any():
            continue
        for number, (points, dots) in enumerate(candidates(ink)):
            if number == _MOST_SETS:
                break
            try:
                board = _board(ink, points, size, dots)
            except OtherLattice as error:
                yield str(error)
                continue
            if board is not None:
                yield board


def _board(ink: Ink, points: Points, size: tuple[int, int] | None, dots: bool) -> FoundBoard | None:
    """Return the board that a set of points forms, with the probabilities of clues, or None if there is no board."""
    lattice = find_lattice(points)
    grid = None if lattice is None else settle(ink.any, lattice, size, dots)
    if grid is None:
        return None
    flat = rectify(ink.any, grid)
    cells = read_cells(flat, rows=grid.rows, columns=grid.columns)
    best = cells.probabilities.argmax(axis=-1)
    others = [(int(row), int(column)) for row, column in np.argwhere(best == 1 + OTHER)]
    signs = int(np.count_nonzero(best))
    surely = cells.probabilities[..., 1 : 1 + OTHER].max(axis=-1).sum() / max(signs, 1)
    score = grid.support**2 * surely * np.sqrt(grid.rows * grid.columns)
    return FoundBoard(grid, cells, flat, ink, points, float(score), others, signs)


def _refusal(board: FoundBoard, size: tuple[int, int] | None) -> str:
    grid = board.grid
    if board.score <= 0 or board.signs == 0:
        return "a grid, but no clues found"
    if grid.support < _PLAUSIBLE:
        return "no grid found"
    if grid.rows * grid.columns < _LEAST_CELLS and size is None:
        return f"a grid of {grid.columns}x{grid.rows} cells is too small to distinguish from a table (--size reads it)"
    if len(board.others) > max(2, 0.12 * board.signs):
        return f"{quantity(len(board.others), 'cell')} show no clue of Slitherlink: {cell_names(board.others)}"
    return ""


def _reasons(board: FoundBoard, size: tuple[int, int] | None) -> tuple[str, ...]:
    grid = board.grid
    reasons = []
    if grid.support < _WHOLE or grid.weakest < 0.9:
        reasons.append(f"only {grid.support:.0%} of the dots of a {grid.columns}x{grid.rows} board were found")
    if grid.beyond > _BEYOND and size is None:
        reasons.append("the board may continue beyond what was read; --size WIDTHxHEIGHT sets its size")
    if len(board.others):
        reasons.append(f"what was seen at {cell_names(board.others)} is not a Slitherlink clue")
    if _signs_beyond(board):
        reasons.append("there are signs beside the board, so part of it may be cut off")
    if _second_board(board):
        reasons.append("the picture shows several boards, of which only one was read; crop the picture to read another")
    if board.cells.level < 0.3:
        reasons.append("the clues are faint")
    return tuple(reasons)


def _signs_beyond(board: FoundBoard) -> bool:
    """Return whether the cells around the board contain signs. If they do, the board is larger than the one found."""
    inner, flat = slice(CELL, -CELL), board.flat
    rims = (flat[:CELL, inner], flat[-CELL:, inner], flat[inner, :CELL], flat[inner, -CELL:])
    for rim in rims:
        rows, columns = rim.shape[0] // CELL, rim.shape[1] // CELL
        cells = read_cells(np.pad(rim, CELL), rows=rows, columns=columns, level=board.cells.level).probabilities
        if (cells[..., 1 : 1 + OTHER].max(axis=-1) > 0.9).sum() >= max(2, 0.1 * rows * columns):
            return True
    return False


def _second_board(board: FoundBoard) -> bool:
    """Return whether points outside this board form a second board with at least 3 clues or other characters."""
    grid = board.grid
    places = project(np.linalg.inv(grid.homography).astype(np.float64), board.points.astype(np.float64))
    low, high = np.array([-0.6, -0.6]), np.array([grid.columns + 0.6, grid.rows + 0.6])
    rest = board.points[((places < low) | (places > high)).any(axis=1)]
    if len(rest) < 16:
        return False
    try:
        second = _board(board.ink, rest, None, False)
    except OtherLattice:
        return False
    if second is None or second.grid.support < 0.9 or second.grid.rows * second.grid.columns < _LEAST_CELLS:
        return False
    return second.signs >= 3 and len(second.others) <= 0.3 * second.signs
