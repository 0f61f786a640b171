"""The shapes that a clue type may make its picture of: `picture(value)` gives a few of them.

Coordinates are those of the clue: (0, 0) is the middle of its place in the face, x grows to the right, y downwards,
and the circle of radius 1 is the room that the clue has. What is drawn stays inside it, strokes included. A picture has
one color, that of clues; strokes are STROKE wide.
"""

from __future__ import annotations

from typing import NamedTuple

STROKE = 0.12

Point = tuple[float, float]


class Text(NamedTuple):
    """A text in the middle, as large as fits into the circle of this radius, but not larger than plain numbers are."""

    text: str
    radius: float = 1.0


class Stroke(NamedTuple):
    """A line from point to point."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """A filled polygon. In what several polygons cover twice there is a hole."""

    polygons: tuple[tuple[Point, ...], ...]


class Circle(NamedTuple):
    center: Point
    radius: float
    filled: bool = False


Shape = Text | Stroke | Area | Circle
