"""Finds a square lattice in a set of points: the (row, column) of each point, and the homography to the picture.

The search starts with the most frequent distance and direction between nearest neighbors. From a point in the middle,
the lattice grows from neighbor to neighbor. The distance and direction of neighbors are updated at each point, because
perspective changes them. RANSAC computes the homography, and a least-squares fit to its inliers refines it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.load import libraries
from slitherenc.vision.points import Points

Matrix = NDArray[np.float64]

_SAMPLE = 300  # the number of points whose neighbors are examined
_SEEDS = 4
_NEAR = 0.27  # a point is a crossing if it is within this fraction of a step from the expected position
_LEAST_STEP = 7.0  # pixels between neighboring crossings
_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 2), (0, -2), (2, 0), (-2, 0))


@dataclass(frozen=True)
class Lattice:
    """A square lattice in a picture.

    Parameters
    ----------
    homography : array of float, shape (3, 3)
        Maps the (column, row) of a crossing to (x, y) in pixels.
    places : array of int, shape (n, 2)
        The (row, column) of each crossing that was seen.
    step : float
        The distance in pixels between neighboring crossings.
    """

    homography: Matrix
    places: NDArray[np.int64]
    step: float


class OtherLattice(Exception):
    """Error for points that form a regular lattice that is not square. `args[0]` describes the lattice."""


def find_lattice(points: Points) -> Lattice | None:
    """Return the lattice that most points form, or None if there is none. Raises OtherLattice if it is not square."""
    if len(points) < 9:
        return None
    usual = _steps(points)
    if usual is None:
        return None
    step, angle = usual
    if step < _LEAST_STEP:
        return None
    across = step * np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-across[1], across[0]])
    best = _grow(points, across, down, step)
    if best is None:
        return None
    members, places = best
    return _fit(points, members, places, step)


def _steps(points: Points) -> tuple[float, float] | None:
    """Return the typical distance between neighboring points, and its direction from -π/4 to π/4 radians.

    Return None if the distances or the directions of different pairs vary too much.
    """
    random = np.random.default_rng(1)
    chosen = np.arange(len(points)) if len(points) <= _SAMPLE else random.choice(len(points), _SAMPLE, replace=False)
    offsets = points[None] - points[chosen, None]
    distances = np.hypot(offsets[..., 0], offsets[..., 1])
    count = min(7, len(points))
    nearest = np.argpartition(distances, count - 1, axis=1)[:, :count]
    lengths = np.take_along_axis(distances, nearest, axis=1)
    vectors = np.take_along_axis(offsets, nearest[..., None], axis=1)
    lengths, vectors = lengths.ravel(), vectors.reshape(-1, 2)
    apart = lengths > 2
    lengths, vectors = lengths[apart], vectors[apart]
    if len(lengths) < 12:
        return None
    logs = np.log(lengths)
    histogram, edges = np.histogram(logs, bins=max(8, int((logs.max() - logs.min()) / 0.06)))
    smooth = np.convolve(histogram, (1, 2, 2, 1), "same")
    high = smooth > 0.5 * smooth.max()
    first = int(np.argmax(high))
    while first + 1 < len(smooth) and smooth[first + 1] >= smooth[first]:
        first += 1
    step = float(np.exp(edges[first]))
    near = np.abs(np.log(lengths / step)) < 0.17
    if near.sum() < 8:
        return None
    step = float(np.median(lengths[near]))
    angles = np.arctan2(vectors[near, 1], vectors[near, 0])
    fourfold, sixfold = (np.exp(1j * times * angles).mean() for times in (4, 6))
    if abs(sixfold) > 0.6 and abs(sixfold) > 1.4 * abs(fourfold):
        raise OtherLattice("of triangles or hexagons")
    if abs(fourfold) < 0.3:
        return None
    return step, float(np.angle(fourfold)) / 4


class _Map:
    """Finds the point near a position. In the array `numbers`, all pixels of the disk around point i contain i."""

    def __init__(self, points: Points, radius: float) -> None:
        cv2 = libraries()
        self.scale = min(1.0, 3 / max(radius, 0.1))
        self.origin = points.min(axis=0) - 4 * radius
        size = np.ceil((points.max(axis=0) + 4 * radius - self.origin) * self.scale).astype(int) + 1
        self.numbers = np.full((int(size[1]), int(size[0])), -1, np.int32)
        disk = max(1, round(radius * self.scale))
        scaled = np.round((points - self.origin) * self.scale).astype(int).tolist()
        for number, center in enumerate(scaled):
            cv2.circle(self.numbers, center, disk, number, -1)

    def at(self, places: Matrix) -> NDArray[np.int64]:
        """Return for each position the index of the point near it, or -1 if no point is near."""
        x, y = np.round((places - self.origin) * self.scale).astype(int).T
        height, width = self.numbers.shape
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        numbers = np.full(len(places), -1, np.int64)
        numbers[inside] = self.numbers[y[inside], x[inside]]
        return numbers


def _grow(
    points: Points, across: Matrix, down: Matrix, step: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the indices of the points in the largest lattice and the (row, column) of each. Return None if no lattice
    has 9 points. The vectors `across` and `down`, of length `step`, lead to the next point in a row and in a column.
    """
    near = _Map(points, _NEAR * step)
    steps = np.array([across, -across, down, -down])
    hits = np.sum([near.at(points + move) >= 0 for move in steps], axis=0)
    middle = np.median(points, axis=0)
    order = np.lexsort((np.hypot(*(points - middle).T), -hits))
    best: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
    reached = np.zeros(len(points), bool)
    for seed in order.tolist():
        if reached[seed]:
            continue
        members, places = _from_seed(points, near, seed, across, down)
        reached[members] = True
        if best is None or len(members) > len(best[0]):
            best = members, places
        if len(best[0]) > 0.5 * len(points) or reached.sum() > 0.8 * len(points) or hits[seed] < 2:
            break
        if len(members) > 1 and (reached.sum() > _SEEDS * 200 or hits[seed] < 3):
            break
    return best if best is not None and len(best[0]) >= 9 else None


def _from_seed(
    points: Points, near: _Map, seed: int, across: Matrix, down: Matrix
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all points that belong to the lattice through the point `seed`, and the (row, column) of each."""
    base = np.zeros((len(points), 2, 2))  # the local steps (down, across) of each point
    place = np.zeros((len(points), 2), np.int64)
    taken = np.zeros(len(points), bool)
    base[seed], taken[seed] = (down, across), True
    used = {(0, 0)}
    front = np.array([seed])
    while len(front):
        added: list[int] = []
        for down_by, across_by in _STEPS:
            moves = down_by * base[front, 0] + across_by * base[front, 1]
            hit = near.at(points[front] + moves)
            for origin, target, move in zip(front.tolist(), hit.tolist(), moves, strict=True):
                if target < 0 or taken[target]:
                    continue
                where = (int(place[origin, 0]) + down_by, int(place[origin, 1]) + across_by)
                if where in used:
                    continue
                used.add(where)
                taken[target], place[target] = True, where
                base[target] = base[origin]
                vector = points[target] - points[origin]
                if down_by == 0 or across_by == 0:
                    axis, length = (0, down_by) if across_by == 0 else (1, across_by)
                    base[target, axis] += 0.5 * (vector - move) / length
                    other = 1 - axis  # perspective changes both lengths by nearly the same factor
                    base[target, other] *= 1 + 0.5 * (np.hypot(*vector) / np.hypot(*move) - 1)
                added.append(target)
        front = np.array(added, np.int64)
    members = np.flatnonzero(taken)
    return members, place[members]


def _fit(points: Points, members: NDArray[np.int64], places: NDArray[np.int64], step: float) -> Lattice | None:
    """Fit a lattice to the points `members`, then to all points that the fit explains. Return None if a fit fails."""
    cv2 = libraries()
    spread = places.max(axis=0) - places.min(axis=0)
    if spread.min() < 2:
        return None
    source = places[:, ::-1].astype(np.float32)
    target = points[members].astype(np.float32)
    homography, _ = cv2.findHomography(source, target, cv2.RANSAC, 0.15 * step, maxIters=500)
    turns = 0
    while True:
        if homography is None or not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < 1e-12:
            return None
        back = cv2.perspectiveTransform(points[None].astype(np.float64), np.linalg.inv(homography))[0]
        whole = np.round(back)
        low, high = places.min(axis=0)[::-1] - 2, places.max(axis=0)[::-1] + 2
        good = (np.abs(back - whole).max(axis=1) < 0.16) & ((whole >= low) & (whole <= high)).all(axis=1)
        if good.sum() < 9:
            return None
        refined, _ = cv2.findHomography(whole[good].astype(np.float32), points[good], 0)
        homography = refined
        turns += 1
        if turns == 3:
            break
    crossings = np.unique(whole[good].astype(np.int64)[:, ::-1], axis=0)
    return Lattice(np.asarray(homography, np.float64), crossings, step)
