"""Finds points in a picture that may be the dots of a board: small blots of equal size, and crossings of lines.

A board has dots, grid lines or both, and a drawn loop may cover dots. Since it is not known what a picture contains,
`candidates` yields several sets of points, likeliest first. The modules `lattice` and `grid` decide which is a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.vision.ink import Ink, Plane
from slitherenc.vision.load import libraries

Points = NDArray[np.float32]  # (x, y) of each point, of shape (n, 2)
MOST = 12_000  # the largest number of points in a set; a board of 100 × 100 has about 10,000
_FEW = 9
_LENGTHS = (110, 62, 32, 15)  # pixels; grid lines are straight for one of these lengths, unlike strokes of a digit
_GAP = 6  # gaps of a dashed line are at most 1/6 of its least length
_RANGE = 1.7  # the largest ratio between the sizes of two dots


class Candidate(NamedTuple):
    """Points in a picture. `dots` is true if all are small blots of equal size, false if some are line crossings."""

    points: Points
    dots: bool


def candidates(ink: Ink) -> Iterator[Candidate]:
    """Yield sets of points that may include the dots of a board, likeliest first."""
    dots = list(_equal(*_blots(ink.dark, 0.5 * ink.level)))
    yield from (Candidate(points, True) for points in dots)
    angle = line_angle(ink.any)
    crossings = [found for found in (_crossings(ink.any, angle, length) for length in _LENGTHS) if len(found) >= _FEW]
    yield from (Candidate(points, False) for points in crossings)
    yield from (Candidate(points, True) for points in _equal(*_blots(ink.dark, 0.2 * ink.level)))
    for crossing in crossings:  # the corners of a drawn loop, and the dots that the loop does not cover
        for points in dots:
            if len(crossing) + len(points) <= MOST:
                yield Candidate(np.concatenate([crossing, points]), False)


def _blots(plane: Plane, threshold: float) -> tuple[Points, NDArray[np.float32]]:
    """Return the center of each nearly round region of ink, and the longer side of its bounding box in pixels."""
    cv2 = libraries()
    mask = (plane > threshold).astype(np.uint8)
    count, _, stats, centers = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = stats[1:, 2:4].astype(np.float32)
    round_enough = (boxes.max(axis=1) <= 2.2 * boxes.min(axis=1)) & (stats[1:, 4] >= 2)
    filled = stats[1:, 4] > 0.5 * boxes[:, 0] * boxes[:, 1]
    is_blot = round_enough & filled
    if count > 200_000:
        is_blot &= stats[1:, 4] > 8
    return centers[1:][is_blot].astype(np.float32), boxes[is_blot].max(axis=1)


def _equal(centers: Points, sizes: NDArray[np.float32]) -> Iterator[Points]:
    """Yield, for each of the two most frequent sizes, the centers of the blots of this size, smaller blots first."""
    if len(sizes) < _FEW:
        return
    logs = np.log(sizes) / np.log(_RANGE)
    edges = np.arange(np.floor(logs.min()), logs.max() + 1.01, 0.5)
    counts = np.array([((logs >= low) & (logs < low + 1)).sum() for low in edges])
    taken: list[int] = []
    for place in np.argsort(-counts, kind="stable").tolist():
        if counts[place] < _FEW or len(taken) == 2:
            break
        if all(abs(place - other) > 1 for other in taken):
            taken.append(place)
    for place in sorted(taken):
        chosen = centers[(logs >= edges[place]) & (logs < edges[place] + 1)]
        if len(chosen) <= MOST:
            yield chosen


def line_angle(plane: Plane) -> float:
    """Return the angle in degrees, from -45 to 45, by which most strokes in the picture are rotated."""
    cv2 = libraries()
    step = 1 if max(plane.shape) < 1000 else 2
    small = cv2.GaussianBlur(plane, (0, 0), 1.2)[::step, ::step]
    dx, dy = cv2.Sobel(small, cv2.CV_32F, 1, 0), cv2.Sobel(small, cv2.CV_32F, 0, 1)
    strength = dx * dx + dy * dy
    strong = strength > max(float(np.percentile(strength[::2, ::2], 95)) * 0.3, 1e-5)
    angles = np.degrees(np.arctan2(dy[strong], dx[strong])) % 90
    weights = np.sqrt(strength[strong])
    histogram = np.histogram(angles, 180, (0, 90), weights=weights)[0]
    smooth = sum(np.roll(histogram, k) * w for k, w in zip(range(-2, 3), (1, 2, 3, 2, 1), strict=True))
    best = int(np.argmax(smooth))
    angle = (best + 0.5) / 2
    return angle - 90 if angle > 45 else angle


def _crossings(plane: Plane, angle: float, length: int) -> Points:
    """Return the crossings of horizontal and vertical lines (both rotated by `angle`) of at least `length` pixels."""
    cv2 = libraries()
    height, width = plane.shape
    forth = None
    if abs(angle) > 0.7:
        forth = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
        corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ forth[:, :2].T + forth[:, 2]
        forth[:, 2] -= corners.min(axis=0)
        size = np.ceil(corners.max(axis=0) - corners.min(axis=0)).astype(int)
        plane = cv2.warpAffine(plane, forth, (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR)
    usual = cv2.blur(plane, (41, 41))
    mask = (plane > np.maximum(0.045, usual + 0.03)).astype(np.uint8)
    wide = _straight(cv2.dilate(mask, np.ones((3, 1), np.uint8)), (1, length))
    tall = _straight(cv2.dilate(mask, np.ones((1, 3), np.uint8)), (length, 1))
    both = cv2.dilate(wide, np.ones((3, 5), np.uint8)) & cv2.dilate(tall, np.ones((5, 3), np.uint8))
    count, _, _, centers = cv2.connectedComponentsWithStats(both, connectivity=8)
    if count > MOST:
        return np.zeros((0, 2), np.float32)
    points = centers[1:]
    if forth is not None and len(points):
        points = (points - forth[:, 2]) @ np.linalg.inv(forth[:, :2]).T
    result: Points = points.astype(np.float32).reshape(-1, 2)
    return result


def _straight(mask: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Close the gaps of dashed lines. Return a mask of straight lines of at least `size` (height, width) pixels."""
    cv2 = libraries()
    gap = np.ones([max(1, side // _GAP) for side in size], np.uint8)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, gap)
    result: NDArray[np.uint8] = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones(size, np.uint8))
    return result
