"""The motions of the plane that a symmetry is made of, by the names that users type."""

from __future__ import annotations

from math import cos, pi, sin

Motion = list[list[float]]


def _turn(n: int) -> Motion:
    angle = 2 * pi / n
    return [[cos(angle), -sin(angle)], [sin(angle), cos(angle)]]


MOTIONS: dict[str, list[Motion]] = {
    "rotate2": [_turn(2)],
    "rotate3": [_turn(3)],
    "rotate4": [_turn(4)],
    "rotate6": [_turn(6)],
    "mirror-x": [[[-1, 0], [0, 1]]],
    "mirror-y": [[[1, 0], [0, -1]]],
    "diagonal": [[[0, 1], [1, 0]]],
    "both-diagonals": [[[0, 1], [1, 0]], [[0, -1], [-1, 0]]],
}
NAMES = ("none", *MOTIONS)
