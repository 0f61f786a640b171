"""Search many straight segments for two segments that cross or touch.

A segment is given by its two end points. Two segments that share an end (the same vertex number) are never reported.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError

Points = NDArray[np.float64]
Numbers = NDArray[np.integer[Any]]

MOST_PAIRS = 10_000_000  # comparing more pairs would take seconds
_NEAR = 1e-9  # a point is on a line if its distance from it is at most this fraction of the lengths


def touching_in_cells(p: Points, q: Points, ends: Numbers) -> tuple[int, int] | None:
    """Return the indices of two segments that cross or touch, or None. Segments with a common end are not compared.

    Segment i leads from the point p[i] to the point q[i], and ends[i] holds the numbers of the vertices at its two
    ends. Raises UsageError if more than 10 million pairs of segments lie close together.
    """
    if not len(p):
        return None
    length = np.hypot(*(q - p).T)
    size = max(float(np.median(length)), float(length.mean()) / 4) or 1.0
    pieces = np.ceil(length / (0.99 * size)).astype(np.int64)
    of = np.repeat(np.arange(len(p)), pieces)
    at = np.arange(len(of)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    step = (q - p)[of] / pieces[of, None]
    one = p[of] + step * at[:, None]
    low, high = np.minimum(one, one + step), np.maximum(one, one + step)
    # A piece, even with the margin of 1e-6, is shorter than a cell, so it lies in the cells of its box's corners.
    low, high = (
        np.floor((box - p.min(axis=0)) / size + nudge).astype(np.int64) for box, nudge in ((low, -1e-6), (high, 1e-6))
    )
    span = int(high[:, 0].max()) + 3
    cells = [(y[:, 1] + 1) * span + x[:, 0] + 1 for x in (low, high) for y in (low, high)]
    keys = np.unique(np.concatenate(cells) * len(p) + np.tile(of, 4))
    return first_touching(p, q, ends, keys // len(p), keys % len(p))


def first_touching(p: Points, q: Points, ends: Numbers, keys: Numbers, of: Numbers) -> tuple[int, int] | None:
    """Return the indices of two segments that cross or touch, or None. Only segments with a common key are compared.

    The first three arguments are as for `touching_in_cells`. For each k, the segment with the index `of[k]` has the key
    `keys[k]`. A segment can have several keys. The array `keys` must be sorted.
    """
    low_x, low_y = np.minimum(p, q)[of].T.copy()
    high_x, high_y = np.maximum(p, q)[of].T.copy()
    compared = 0
    alive = np.arange(len(keys))
    for distance in range(1, len(keys)):
        alive = alive[: np.searchsorted(alive, len(keys) - distance)]
        alive = alive[keys[alive] == keys[alive + distance]]
        if not len(alive):
            return None
        compared += len(alive)
        if compared > MOST_PAIRS:
            raise UsageError("cannot check whether edges cross, because too many edges lie close together")
        other = alive + distance
        near = (low_x[alive] <= high_x[other]) & (low_x[other] <= high_x[alive])
        near &= (low_y[alive] <= high_y[other]) & (low_y[other] <= high_y[alive])
        one, two = of[alive[near]], of[other[near]]
        apart = (ends[one][:, :, None] != ends[two][:, None, :]).all(axis=(1, 2))
        one, two = one[apart], two[apart]
        bad = np.flatnonzero(_touch(p[one], q[one], p[two], q[two]))
        if len(bad):
            return int(one[bad[0]]), int(two[bad[0]])
    return None


def _touch(p: Points, q: Points, r: Points, s: Points) -> NDArray[np.bool_]:
    """Return whether the segments p[i]-q[i] and r[i]-s[i] meet, for each i. The caller must make sure that the bounding
    boxes of the two segments overlap. Otherwise, the result is wrong for two separate segments on one straight line.
    """
    touching: NDArray[np.bool_] = (_side(p, q, r) * _side(p, q, s) <= 0) & (_side(r, s, p) * _side(r, s, q) <= 0)
    return touching


def _side(p: Points, q: Points, r: Points) -> NDArray[np.float64]:
    """Return 1 if r is on the right of the line from p to q (y grows downwards), -1 on the left, 0 on the line."""
    along, to = q - p, r - p
    cross = along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0]
    scale = np.hypot(*along.T) * np.maximum(np.hypot(*to.T), np.hypot(*along.T))
    return np.where(np.abs(cross) <= _NEAR * scale, 0.0, np.sign(cross))
