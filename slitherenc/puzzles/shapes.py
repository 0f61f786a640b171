"""The shapes from which the function `picture` of a clue type builds the picture of a clue.

In their coordinates, (0, 0) is the center of the clue, x grows to the right, and y grows downwards. The picture,
including strokes, must stay inside the circle of radius 1. Shapes have the color of clues; strokes have width STROKE.
"""

from __future__ import annotations

from typing import NamedTuple

STROKE = 0.12

Point = tuple[float, float]


class Text(NamedTuple):
    """A text at the center of a clue. It fills a circle of radius `radius`, but is at most as large as number clues."""

    text: str
    radius: float = 1.0


class Stroke(NamedTuple):
    """A stroke from each of `points` to the next one."""

    points: tuple[Point, ...]


class Area(NamedTuple):
    """Filled polygons. The overlap of two polygons is not filled."""

    polygons: tuple[tuple[Point, ...], ...]


class Circle(NamedTuple):
    center: Point
    radius: float
    filled: bool = False


Shape = Text | Stroke | Area | Circle
