"""The premises and the conclusions of steps, as named tuples.

A *premise* is a fact from which a step draws its conclusion: a clue, the rule of a vertex, a known edge, whether two
faces lie on the same side of the loop, or a consequence of "the lines form one loop" (OneLoop, ClosedCurve,
CurveCrossing) or of "there is no second loop" (Unique).
"""

from __future__ import annotations

from typing import NamedTuple


class Clues(NamedTuple):
    """A premise that consists of the clue of a face or, in the variant "liar", of the clues of several faces."""

    faces: tuple[int, ...]


class Vertex(NamedTuple):
    """The rule of a vertex: it has no line or two lines. If the loop must visit every vertex, the vertex has two."""

    vertex: int


class Known(NamedTuple):
    """An edge that is known to be a line (`line` is True) or to be empty."""

    edge: int
    line: bool


class OneLoop(NamedTuple):
    """A premise that follows from the rule that the lines form one loop. `edges` is a closed path.

    The premise states: if all edges of this path are lines, then all other edges of the board are empty. If `edges` is
    (), the premise states only that the board has at least one line.
    """

    edges: tuple[int, ...]


class ClosedCurve(NamedTuple):
    """A closed curve, given by the edges that it crosses. An even number of these edges are lines, because the loop
    enters the area inside the curve as often as it leaves this area."""

    edges: tuple[int, ...]


class CurveCrossing(NamedTuple):
    """A closed curve, given by the edges that it crosses. If there are lines on both sides of the curve, the loop
    crosses the curve and returns, so at least two of these edges are lines."""

    edges: tuple[int, ...]


class Sides(NamedTuple):
    """Two faces lie on opposite sides of the loop if `opposite` is true, otherwise on the same side. A path between the
    faces crosses the edges `across`. The number of lines among them is odd if `opposite` is true, otherwise even."""

    faces: tuple[int, int]
    opposite: bool
    across: tuple[int, ...]


class Unique(NamedTuple):
    """The premise that the puzzle has no second loop. The paths `lines` and `instead` connect the same two vertices and
    have equally many edges at every clue. Suppose that the loop contains all edges of `lines`, but no edge and no inner
    vertex of `instead`. Then replacing `lines` by `instead` would give a second loop. So at least one edge of `lines`
    is empty, or the loop visits an inner vertex of `instead`. If `instead` is a single edge, it has no inner vertex.
    Then at least one edge of `lines` is empty, or `instead` is a line.
    """

    lines: tuple[int, ...]
    instead: tuple[int, ...]


Premise = Clues | Vertex | Known | OneLoop | ClosedCurve | CurveCrossing | Sides | Unique


class Texts(NamedTuple):
    """The texts of a step: where to look, the rule, the move, and the reason. `str()` puts each on its own line."""

    where: str
    rule: str
    move: str
    why: str

    def __str__(self) -> str:
        return "\n".join(self)
