"""Penrose boards: kites and darts (type 11 of Loopy), and rhombs (type 12).

A tile consists of two triangles, called *halves*. A large half is repeatedly cut into smaller halves. Each pair of
smallest halves forms a tile. A board consists of the tiles in a rectangle of the plane, the *window*.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, from_faces

# A vector is stored as its coefficients for the unit vectors A (at 54 degrees), B (18), C (-18) and D (-54). A rotation
# by 36 degrees maps D to C, C to B, B to A and A to A - B + C - D. Sums, rotations, and divisions by the golden ratio
# phi keep the coefficients integers, so they are exact.
Vector4 = tuple[int, int, int, int]

# The longest diagonal, in cells. On boards of 100 × 100 Loopy's rounded sines no longer tell vertices apart.
MOST_ACROSS = 75
_UNIT = {11: 150, 12: 125}  # the length of the edges of the smallest halves
_INCIRCLE = 0.22426  # radius of a circle inside the first half, as a fraction of the half's edge
_PHI = 1.6180339887


class Piece(NamedTuple):
    """A half tile that is cut from a larger half tile, described relative to the larger one."""

    half: str  # the kind, such as "kite"
    mirror: int  # -1 if this piece is mirrored relative to the larger half, otherwise 1
    # Below, e is the edge vector of the larger half. If the larger half is mirrored, rotations are reversed.
    # `at` is None if both halves have the same origin.
    at: tuple[int, int] | None  # (power, turns): e * phi ** power, rotated by turns * 36°, leads to this piece's origin
    turn: int  # the edge vector of this piece is e / phi, rotated by turn * 36°


# The corners of each half's tile: its origin plus, for each pair (power, turn), e * phi ** power rotated by the turn.
_CORNERS: dict[str, list[list[tuple[int, int]]]] = {
    "kite": [[], [(0, -1)], [(0, 0)], [(0, 1)]],
    "dart": [[], [(0, -2)], [(-1, -1)], [(0, 0)]],
    "thick": [[], [(0, -1)], [(1, 0)], [(0, 1)]],
    "thin": [[], [(0, -1)], [(0, 0), (0, -1)], [(0, 0)]],
}
_THIN = [Piece("thick", -1, (0, 0), 5), Piece("thin", 1, (0, 0), -3)]
_CUTS: dict[str, list[Piece]] = {
    "kite": [Piece("dart", 1, None, 0), Piece("kite", 1, (0, -1), 3), Piece("kite", -1, (0, -1), 3)],
    "dart": [Piece("kite", -1, None, -1), Piece("dart", 1, (0, 0), -4)],
    "thick": [*_THIN, Piece("thick", 1, (1, 0), -4)],
    "thin": _THIN,
}
_FIRST = {11: "kite", 12: "thin"}


def penrose(number: int, w: int, h: int, x: int, y: int, angle: int) -> Board:
    """Build the part of a Penrose tiling in a rectangle of 100 w × 100 h units with the center (x, y).

    The faces are kites and darts if `number` is 11, or rhombs if it is 12. The angle, in degrees, rotates the tiling.
    Raises UsageError if the size, the angle or the position is invalid.
    """
    if w * w + h * h > MOST_ACROSS**2:
        raise UsageError(f"a Penrose board of {w}x{h} is too large: its diagonal must be at most {MOST_ACROSS} cells")
    if angle % 36 or not 0 <= angle < 360:
        raise UsageError(f"the angle of a Penrose board must be 0, 36, … or 324, got {angle}")
    radius = _UNIT[number] * 3.11 * math.sqrt(w * w + h * h)
    size, depth = float(_UNIT[number]), 0
    while size * _INCIRCLE < radius:
        size, depth = size * _PHI, depth + 1
    most = int(radius - math.sqrt(w * w + h * h))
    if math.hypot(x, y) > most:
        raise UsageError(f"the center of this Penrose window must be at most {most} units from 0,0, got {x},{y}")
    window = (x - w * 50, y - h * 50, x + w * 50, y + h * 50)
    tiles = list(_tiles(_FIRST[number], int(size), depth, angle // 36, window))
    faces = _trim(tiles)
    if not faces:
        raise UsageError("this Penrose board is too small: none of its vertices has tiles on all sides")
    places_left = {place for face in faces for place in face}
    vertex = {place: i for i, place in enumerate(place for place in _first_met(tiles) if place in places_left)}
    start = np.arange(0, 4 * len(faces) + 1, 4, dtype=np.int32)
    around = np.array([vertex[place] for face in faces for place in face], np.int32)
    return from_faces("loopy", (number, w, h, x, y, angle), np.array(list(vertex), np.float64), start, around)


Place = tuple[int, int]


def _tiles(first: str, size: int, depth: int, turns: int, window: tuple[int, int, int, int]) -> Iterator[list[Place]]:
    """Cut a large half tile `depth` times into smaller ones. Yield the four corners of each tile in the window."""
    origin = _scale(_scale((0, -size, -size, 0), -1), -1)
    todo = [(first, 1, _rotate(origin, turns), _rotate((0, size, 0, 0), turns), depth)]
    while todo:
        half, flip, at, edge, left = todo.pop()
        # Every corner of a half and of its tile is within two edge lengths of the half's origin.
        reach = 2 * size / _PHI ** (depth - left) + 2
        x, y = _place(at)
        if not (window[0] - reach <= x <= window[2] + reach and window[1] - reach <= y <= window[3] + reach):
            continue
        if left:
            for piece in reversed(_CUTS[half]):
                begin = at if piece.at is None else _sum(at, _translate(edge, piece.at[0], piece.at[1] * flip))
                todo.append((piece.half, flip * piece.mirror, begin, _translate(edge, -1, piece.turn * flip), left - 1))
        elif flip > 0:
            places = [_place(_sum(at, *(_translate(edge, *part) for part in corner))) for corner in _CORNERS[half]]
            if all(window[0] <= x <= window[2] and window[1] <= y <= window[3] for x, y in places):
                yield places


def _first_met(faces: list[list[Place]]) -> list[Place]:
    return list(dict.fromkeys(place for face in faces for place in face))


def _trim(faces: list[list[Place]]) -> list[list[Place]]:
    """Keep the faces that have a vertex in the largest connected set of inner vertices (those not on the boundary)."""
    sides = Counter(frozenset((face[i - 1], face[i])) for face in faces for i in range(4))
    order = {place: i for i, place in enumerate(_first_met(faces))}
    shore = {place for side, number in sides.items() if number == 1 for place in side}
    parent = {place: place for place in order if place not in shore}

    def root(place: Place) -> Place:
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    for side in sides:
        one, two = side
        if one in parent and two in parent:
            parent[root(one)] = root(two)
    if not parent:
        return []
    size = Counter(root(place) for place in parent)
    first = {root(place): order[place] for place in reversed(parent)}  # the first vertex of each set, which breaks ties
    best = max(size, key=lambda place: (size[place], -first[place]))
    places_left = {place for place in parent if root(place) == best}
    return [face for face in faces if places_left & set(face)]


def _place(v: Vector4) -> Place:
    """Return the coordinates of a vector, rounded to the same integers as in Loopy."""
    # Loopy's sines have seven decimals, and Loopy rounds n + 0.5 away from 0.
    x = (v[0] + v[3]) * 0.5877852 + (v[1] + v[2]) * 0.9510565
    y = (v[0] - v[3]) * 0.8090169 + (v[1] - v[2]) * 0.3090169
    return _round(x), _round(y)


def _round(value: float) -> int:
    return math.floor(value + 0.5) if value > 0 else math.ceil(value - 0.5)


def _sum(*vectors: Vector4) -> Vector4:
    a, b, c, d = map(sum, zip(*vectors, strict=True))
    return a, b, c, d


def _rotate(v: Vector4, turns: int) -> Vector4:
    """Rotate a vector by `turns` times 36 degrees, counterclockwise if y grows upwards."""
    for _ in range(-turns % 10):
        a, b, c, d = v
        v = (-d, d + a, b - d, d + c)
    return v


def _scale(v: Vector4, power: int) -> Vector4:
    a, b, c, d = v
    if power < 0:
        return b - d, c + d - b, a + b - c, c - a
    return (a + b - d, c + d, a + b, c + d - a) if power else v


def _translate(edge: Vector4, power: int, turns: int) -> Vector4:
    return _rotate(_scale(edge, power), turns)
