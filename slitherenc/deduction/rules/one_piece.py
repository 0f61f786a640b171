"""Rules of what must stay joined: the loop has to come across a closed curve that has lines on both sides.

Crossed-out edges join cells to regions. When two unknown edges lie between the same two regions, a closed curve leads
over the first edge, through the one region, over the second edge, and back through the other; all else that it crosses
is crossed out. With a line on either side of the curve, or a clue that needs one, the loop comes across, and that takes
both edges.

In: what is known. Out: such pairs of edges, those with the shortest curves, both as lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from slitherenc.boards.places import place_of_face
from slitherenc.deduction.engine.closed_paths import smaller_part
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Crossed, Known, Premise
from slitherenc.deduction.engine.reasons import needed
from slitherenc.deduction.engine.same_side import Faces
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.words.phrases import phrase


class _Curve(NamedTuple):
    """All edges that it crosses, the two unknown ones first; and when they belong to one cell: it, then its two
    neighbors."""

    edges: tuple[int, ...]
    cells: tuple[int, ...]


def find(state: State) -> Iterator[Deduction]:
    """All with the shortest curves."""
    shortest = 0
    for curve in sorted(_curves(state), key=lambda curve: len(curve.edges)):
        if shortest and len(curve.edges) > shortest:
            return
        witnesses = _witnesses(state.facts, state.value, curve.edges)
        if witnesses is not None:
            shortest = len(curve.edges)
            yield _deduction(state, curve, witnesses)


class _Regions:
    """Cells joined by crossed-out edges."""

    def __init__(self, state: State) -> None:
        self.state, self.news = state, News(state)
        self.news.edges()
        self.faces = Faces(state.facts, [known if known == 0 else -1 for known in state.value])

    def now(self) -> Faces:
        for edge in self.news.edges():
            if self.state.value[edge] == 0:
                self.faces.add(edge, False)
        return self.faces


def _curves(state: State) -> Iterator[_Curve]:
    """The closed curves across two unknown edges."""
    facts, value, regions = state.facts, state.value, state.search(_Regions).now()
    between: dict[frozenset[int], list[int]] = {}
    for edge, (a, b) in enumerate(facts.sides):
        if value[edge] < 0 and regions.label[a] != regions.label[b]:
            between.setdefault(frozenset((regions.label[a], regions.label[b])), []).append(edge)
    for edges in between.values():
        for one, two in combinations(edges, 2):
            a, b = facts.sides[one]
            c, d = facts.sides[two]
            if regions.label[a] != regions.label[c]:
                c, d = d, c
            way = [*regions.way(a, c, len(regions.links)), *regions.way(b, d, len(regions.links))]
            crossed = [why.edge for why in way if isinstance(why, Known)]
            ways = ((a, c, b, d), (b, d, a, c))
            cells = next(((x, p, q) for x, y, p, q in ways if x == y < facts.board.n_faces and p != q), ())
            yield _Curve((one, two, *crossed), cells)


def _witnesses(facts: Facts, value: Sequence[int], curve: Sequence[int]) -> tuple[Premise, Premise] | None:
    """Why there are lines on both sides of the curve: one on each side, or a clue or dot that needs one; None: that is
    not told."""
    part = smaller_part(facts, curve)
    line = next((Known(edge, True) for edge in part if value[edge] == 1), None)
    units = (facts.units[number] for number in sorted({number for edge in part for number in facts.at[edge]}))
    here = line or next((unit.source for unit in units if min(unit.allowed) > 0 and part.issuperset(unit.edges)), None)
    if here is None:
        return None
    part.update(curve)
    beyond = next((Known(edge, True) for edge, known in enumerate(value) if known == 1 and edge not in part), None)
    needs_one = (unit.source for unit in facts.units if min(unit.allowed) > 0 and part.isdisjoint(unit.edges))
    there = beyond or next(needs_one, None)
    return None if there is None else (here, there)


def _deduction(state: State, curve: _Curve, witnesses: Sequence[Premise]) -> Deduction:
    facts = state.facts
    one, two, *crossed = curve.edges
    goals = (Known(one, True), Known(two, True))
    offered = [Crossed(curve.edges), *witnesses, *(Known(edge, False) for edge in crossed)]
    premises = offered if state.brief else needed(facts, offered, goals)
    assert premises is not None, "two lines at least cross the curve"
    if not curve.cells:
        return Deduction(goals, tuple(premises))
    cell, a, b = (place_of_face(facts.board, face) for face in curve.cells)
    why = phrase(
        "If ", cell, " lay on the same side of the loop as ", a, " and ", b,
        ", the loop would fall in two. So it does not.",
    )  # fmt: skip
    return Deduction(goals, tuple(premises), rule="in one piece", why=why)


APART = Rule(
    name="keep the ends apart", id=33, level=HARD, weight=24, find=find, at_edge=True,
    why="There are lines on both sides of this passage, and only these two edges lead through it. Without them the "
    "ends on each side would meet only each other.",
    proof="The loop is in one piece. So where there are lines on both sides of a closed curve, the loop comes across "
    "it, there and back, and two edges are left for that.",
    example=RuleExample("slither/6/6/jcg2c7cadh222ci1d", 8, "784"),
)  # fmt: skip
ONE_PIECE = Rule(
    name="in one piece", id=37, level=HARD, weight=24, find=find, at_edge=True,
    why="This cell joins what would else be cut in two.",
    proof="The cells inside the loop are joined, and so are those outside with the rim. A cell between two others of "
    "one side, with lines beyond it both ways, would cut the loop in two if it lay on that side as well.",
    example=RuleExample("slither/6/6/jb86bg8bh13djch", 10, "784"),
)  # fmt: skip
