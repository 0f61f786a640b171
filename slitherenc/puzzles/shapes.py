"""The shapes from which the function `picture` of a clue type builds the picture of a clue.

In these coordinates, (0, 0) is the center of the clue, x grows to the right and y downwards. The picture, including
strokes, must stay inside the circle of radius 1. It is drawn in the color of clues, with strokes of width STROKE.
"""

from __future__ import annotations

from typing import NamedTuple

STROKE = 0.12

Point = tuple[float, float]


class Text(NamedTuple):
    """A text at the center. It is as large as a circle of this radius allows, but not larger than plain numbers."""

    text: str
    radius: float = 1.0


class Stroke(NamedTuple):
    """A stroke along the line through these points."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """Filled polygons. The region where two of them overlap is not filled."""

    polygons: tuple[tuple[Point, ...], ...]


class Circle(NamedTuple):
    center: Point
    radius: float
    filled: bool = False


Shape = Text | Stroke | Area | Circle
