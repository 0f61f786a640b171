"""The shapes from which a clue type's `picture(value)` builds the picture of a clue.

Coordinates are relative to the clue: (0, 0) is its center in the face, x grows to the right and y downwards. The
picture, including strokes, must stay inside the circle of radius 1. It is drawn in the color of clues, with strokes
of width STROKE.
"""

from __future__ import annotations

from typing import NamedTuple

STROKE = 0.12

Point = tuple[float, float]


class Text(NamedTuple):
    """A text at the center, as large as fits into the circle of this radius but not larger than plain numbers."""

    text: str
    radius: float = 1.0


class Stroke(NamedTuple):
    """A line through these points."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """Filled polygons. A region that lies in two of them is not filled."""

    polygons: tuple[tuple[Point, ...], ...]


class Circle(NamedTuple):
    center: Point
    radius: float
    filled: bool = False


Shape = Text | Stroke | Area | Circle
