"""The shapes in the picture of a clue type: `picture(value)` returns a few of them.

Coordinates are relative to the clue: (0, 0) is the middle of its place in the face, x grows to the right, y downwards,
and the circle of radius 1 is the room for the clue. The picture stays inside it, strokes included. A picture has one
color, that of clues; strokes are STROKE wide.
"""

from __future__ import annotations

from typing import NamedTuple

STROKE = 0.12

Point = tuple[float, float]


class Text(NamedTuple):
    """A text in the middle, as large as fits into the circle of this radius, but not larger than plain numbers."""

    text: str
    radius: float = 1.0


class Stroke(NamedTuple):
    """A line from point to point."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """Filled polygons, with a hole where two of them overlap."""

    polygons: tuple[tuple[Point, ...], ...]


class Circle(NamedTuple):
    center: Point
    radius: float
    filled: bool = False


Shape = Text | Stroke | Area | Circle
