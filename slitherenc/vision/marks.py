"""Finds the lines and crosses that a player has drawn on a rectified board (as seen from directly above).

An edge has a line if there is ink along its whole length. On a board with grid lines, this ink must clearly exceed that
of grid lines. If the whole outer border has ink, it counts as a frame and not as lines. A cross is ink at the middle of
an edge with less ink toward the ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits
from slitherenc.boards.square import square
from slitherenc.vision.cells import CELL
from slitherenc.vision.ink import Plane

_HALF = CELL // 4  # pixels on each side of an edge that are examined
_INK = 0.22  # the least median ink per pixel of length of drawn lines
_GRID = 0.8  # if a larger share of all edges has ink, the board has grid lines
_RATIO = 1.6  # the least ratio between the ink of a line and that of a grid line

Marks = tuple[Bits | None, Bits | None, tuple[str, ...]]


def read_marks(board: Plane, *, rows: int, columns: int) -> Marks:
    """Return the lines and crosses that a player drew in a picture of a board, and remarks about them.

    The lines are None if the picture has no lines, and the crosses are None if it has no crosses. If lines cannot be
    recognized, both are None, and a remark states this.
    """
    strips = np.concatenate([_across(board, rows=rows, columns=columns), _upright(board, rows=rows, columns=columns)])
    numbers = _edges(rows=rows, columns=columns)
    covered, mass = _measures(strips)
    lines = _lines(covered, mass)
    frame = _rim(rows=rows, columns=columns)
    if lines[frame].all() and lines.sum() > frame.sum():
        lines = _lines(covered & ~frame, mass)
    elif lines[frame].all():
        lines = np.zeros_like(lines)
    crosses = _crosses(strips, lines)
    edges = square(height=rows, width=columns)
    line_bits, cross_bits = np.zeros(edges.n_edges, np.bool_), np.zeros(edges.n_edges, np.bool_)
    line_bits[numbers[lines]], cross_bits[numbers[crosses]] = True, True
    degree = np.bincount(edges.ends[line_bits].ravel(), minlength=edges.n_vertices)
    if (degree > 2).any():
        return None, None, ("drawn lines cannot be told from the grid, so they are ignored",)
    return line_bits if lines.any() else None, cross_bits if crosses.any() else None, ()


def _across(board: Plane, *, rows: int, columns: int) -> Plane:
    """Return the strip of pixels around each horizontal edge: shape (edges, pixels across it, pixels along it)."""
    part = board[CELL - _HALF : CELL * (rows + 2) - _HALF, CELL : CELL * (columns + 1)]
    cut = part.reshape(rows + 1, CELL, columns, CELL).swapaxes(1, 2)[:, :, : 2 * _HALF]
    return np.ascontiguousarray(cut).reshape(-1, 2 * _HALF, CELL)


def _upright(board: Plane, *, rows: int, columns: int) -> Plane:
    """Return the strip of pixels around each vertical edge: shape (edges, pixels across it, pixels along it)."""
    turned = _across(np.ascontiguousarray(board.T), rows=columns, columns=rows).reshape(
        columns + 1, rows, 2 * _HALF, CELL
    )
    return np.ascontiguousarray(turned.swapaxes(0, 1)).reshape(-1, 2 * _HALF, CELL)


def _edges(*, rows: int, columns: int) -> NDArray[np.int64]:
    board = square(height=rows, width=columns)
    numbers = {tuple(pair): edge for edge, pair in enumerate(np.sort(board.ends, axis=1).tolist())}
    wide = columns + 1
    flat = [numbers[r * wide + c, r * wide + c + 1] for r in range(rows + 1) for c in range(columns)]
    tall = [numbers[r * wide + c, (r + 1) * wide + c] for r in range(rows) for c in range(wide)]
    return np.array(flat + tall)


def _rim(*, rows: int, columns: int) -> Bits:
    flat, tall = np.zeros((rows + 1, columns), np.bool_), np.zeros((rows, columns + 1), np.bool_)
    flat[[0, -1]], tall[:, [0, -1]] = True, True
    return np.concatenate([flat.ravel(), tall.ravel()])


def _measures(strips: Plane) -> tuple[Bits, Plane]:
    """Return for each edge whether it has ink along its whole length, and its ink per pixel of length."""
    middle = strips[:, _HALF - 4 : _HALF + 4, 8:-8]
    covered = (middle.max(axis=1) > 0.05).mean(axis=1) > 0.95
    mass = np.median(middle.sum(axis=1), axis=1)
    return covered, mass


def _lines(covered: Bits, mass: Plane) -> Bits:
    none = np.zeros_like(covered)
    if covered.sum() < 1:
        return none
    logs = np.log(mass[covered] + 1e-3)
    threshold = _split(logs)
    if threshold is not None:
        drawn: Bits = covered & (np.log(mass + 1e-3) > threshold)
        return drawn
    if covered.mean() > _GRID or float(np.median(mass[covered])) < _INK:
        return none
    return covered


def _split(values: Plane) -> float | None:
    """Return a threshold between two clearly different groups of values, or None if the values form one group."""
    ordered = np.sort(values)
    if len(ordered) < 4:
        return None
    counts = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)[:-1]
    low, high = sums / counts, (ordered.sum() - sums) / (len(ordered) - counts)
    between = counts * (len(ordered) - counts) * (high - low) ** 2
    at = int(np.argmax(between))
    gap = float(ordered[at + 1] - ordered[at])
    if high[at] - low[at] < np.log(_RATIO) or gap < 0.18:
        return None
    return float(ordered[at] + ordered[at + 1]) / 2


def _crosses(strips: Plane, lines: Bits) -> Bits:
    """Return for each edge whether it has a cross: ink around its middle, and less ink toward its ends."""
    half = CELL // 2
    near = strips[:, _HALF - 5 : _HALF + 5, half - 5 : half + 5].sum(axis=(1, 2)) / 100
    ends = [strips[:, _HALF - 5 : _HALF + 5, begin : begin + 3].sum(axis=(1, 2)) / 30 for begin in (half - 9, half + 6)]
    more = near - np.maximum(*ends)
    beside = np.minimum(
        strips[:, _HALF - 5 : _HALF - 2, half - 5 : half + 5].max(axis=(1, 2)),
        strips[:, _HALF + 2 : _HALF + 5, half - 5 : half + 5].max(axis=(1, 2)),
    )
    result: Bits = ~lines & (more > 0.06) & (beside > 0.15)
    return result
