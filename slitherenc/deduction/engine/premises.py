"""What a step rests on, and what it concludes, as values.

A *premise* is something that is there to be seen: a clue, a vertex (its rule), a known edge, "one loop", said of a
closed path (OneLoop) or of a closed curve (ClosedCurve, Crossed), or that the puzzle has one loop and no other
(Unique).
"""

from __future__ import annotations

from typing import NamedTuple


class Clues(NamedTuple):
    """What the clue of a face says; of several faces where they speak together (liar)."""

    faces: tuple[int, ...]


class Vertex(NamedTuple):
    """No line or two at a vertex, or two where every vertex is visited."""

    vertex: int


class Known(NamedTuple):
    """An edge that is known to be a line, or none."""

    edge: int
    line: bool


class OneLoop(NamedTuple):
    """When all of these edges, a closed path, are lines, they are all the lines there are. Of no edges: there is a
    line."""

    edges: tuple[int, ...]


class ClosedCurve(NamedTuple):
    """A closed curve crosses exactly these edges; so an even number of them are lines."""

    edges: tuple[int, ...]


class Crossed(NamedTuple):
    """A closed curve crosses exactly these edges. When there are lines on both sides of it, two of the edges at least
    are lines, for the loop goes across and comes back."""

    edges: tuple[int, ...]


class Sides(NamedTuple):
    """Two faces lie on the same side of the loop, or on opposite ones: of the edges across, which a way from the one to
    the other crosses, an even or an odd number are lines."""

    faces: tuple[int, int]
    opposite: bool
    across: tuple[int, ...]


class Unique(NamedTuple):
    """There is no other loop. So these lines are not there with nothing at the inner vertices of the edges `instead`:
    the loop could take those, and no clue would tell."""

    lines: tuple[int, ...]
    instead: tuple[int, ...]


Premise = Clues | Vertex | Known | OneLoop | ClosedCurve | Crossed | Sides | Unique


class Texts(NamedTuple):
    """A step in words, from a nudge to the whole reason."""

    where: str
    rule: str
    move: str
    why: str
