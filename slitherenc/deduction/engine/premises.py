"""The premises and the conclusions of steps, as named tuples.

A *premise* is a fact that a person can see: a clue, the rule of a vertex, a known edge, the sides of two faces, "there
is one loop" for a closed path or curve (OneLoop, ClosedCurve, CurveCrossing), or "there is no other loop" (Unique).
"""

from __future__ import annotations

from typing import NamedTuple


class Clues(NamedTuple):
    """The clue of a face, or the clues of several faces that form one constraint (under the variant liar)."""

    faces: tuple[int, ...]


class Vertex(NamedTuple):
    """The rule of a vertex: it has no line or two lines; it has two if the loop must visit every vertex."""

    vertex: int


class Known(NamedTuple):
    """An edge that is known to be a line (`line` is True) or to be empty."""

    edge: int
    line: bool


class OneLoop(NamedTuple):
    """If all edges of this closed path are lines, no other edge is. For an empty path: the loop has at least a line."""

    edges: tuple[int, ...]


class ClosedCurve(NamedTuple):
    """A closed curve that crosses exactly these edges, so that an even number of them are lines."""

    edges: tuple[int, ...]


class CurveCrossing(NamedTuple):
    """A closed curve that crosses exactly these edges. If there are lines on both sides of the curve, at least two of
    the edges are lines, because the loop crosses the curve and comes back."""

    edges: tuple[int, ...]


class Sides(NamedTuple):
    """Two faces on the same side of the loop or on opposite sides. A way from one face to the other crosses the edges
    `across`. An even number of these edges are lines if the faces lie on the same side, otherwise an odd number."""

    faces: tuple[int, int]
    opposite: bool
    across: tuple[int, ...]


class Unique(NamedTuple):
    """There is no other loop. So the edges `lines` cannot all be lines while the inner vertices of the path `instead`
    have no lines: otherwise the loop could take `instead` in place of `lines` and still fit every clue."""

    lines: tuple[int, ...]
    instead: tuple[int, ...]


Premise = Clues | Vertex | Known | OneLoop | ClosedCurve | CurveCrossing | Sides | Unique


class Texts(NamedTuple):
    """The texts of a step: where to look, the rule, the move, and the whole reason."""

    where: str
    rule: str
    move: str
    why: str
