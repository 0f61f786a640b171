"""What a step rests on, and what it concludes, as values.

A *premise* is something that a person can see: a clue, a vertex (its rule), a known edge, "one loop" for a closed path
(OneLoop) or for a closed curve (ClosedCurve, Crossed), or that the puzzle has one loop and no other (Unique).
"""

from __future__ import annotations

from typing import NamedTuple


class Clues(NamedTuple):
    """The clue of a face, or the clues of several faces that are one constraint (liar)."""

    faces: tuple[int, ...]


class Vertex(NamedTuple):
    """The rule of a vertex: it has no line or two; two if every vertex is visited."""

    vertex: int


class Known(NamedTuple):
    """An edge that is known to be a line, or to be empty."""

    edge: int
    line: bool


class OneLoop(NamedTuple):
    """If all of these edges, a closed path, are lines, there are no other lines; without edges: there is a line."""

    edges: tuple[int, ...]


class ClosedCurve(NamedTuple):
    """A closed curve crosses exactly these edges; so an even number of them are lines."""

    edges: tuple[int, ...]


class CurveCrossing(NamedTuple):
    """A closed curve crosses exactly these edges. If there are lines on both sides of the curve, at least two of the
    edges are lines, because the loop goes across and comes back."""

    edges: tuple[int, ...]


class Sides(NamedTuple):
    """Two faces lie on the same side of the loop, or on opposite sides. So among the edges `across`, which a way from
    one face to the other crosses, an even number are lines, or an odd number."""

    faces: tuple[int, int]
    opposite: bool
    across: tuple[int, ...]


class Unique(NamedTuple):
    """There is no other loop. So `lines` are not all lines while the inner vertices of the edges `instead` are free:
    the loop could then take `instead`, and still fit every clue."""

    lines: tuple[int, ...]
    instead: tuple[int, ...]


Premise = Clues | Vertex | Known | OneLoop | ClosedCurve | CurveCrossing | Sides | Unique


class Texts(NamedTuple):
    """A step in words, from a nudge to the whole reason."""

    where: str
    rule: str
    move: str
    why: str
