"""Rules of cells inside and outside: what clues about sides say, colors, cells in one piece, areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slitherenc.base.errors import capitalized
from slitherenc.boards.places import face_place
from slitherenc.deduction.facts import Facts
from slitherenc.deduction.premises import ClosedCurve, Known, Premise
from slitherenc.deduction.rule import EASY, HARD, MEDIUM, Deduction, Rule, RuleExample
from slitherenc.deduction.sides import curves
from slitherenc.deduction.state import State

NEAR = 6  # edges across which a player follows the colors


class _GivenSides:
    """Remembers what follows from clues about sides alone."""

    def __init__(self, state: State) -> None:
        facts, nothing = state.facts, [-1] * len(state.value)
        self.found = [Deduction((known,), why) for known, why in curves(facts, nothing)] if facts.given_sides else []


def find_inside(state: State) -> Iterator[Deduction]:
    return (found for found in state.search(_GivenSides).found if state.value[found.concludes[0].edge] < 0)


def find_color(state: State) -> Iterator[Deduction]:
    """Every edge between cells whose colors are known."""
    for known, premises in curves(state.facts, state.value):
        yield _color_or_area(state.facts, known, premises)


def _color_or_area(facts: Facts, known: Known, premises: Sequence[Premise]) -> Deduction:
    lines = sum(isinstance(premise, Known) and premise.line for premise in premises)
    crossed = max((len(premise.edges) for premise in premises if isinstance(premise, ClosedCurve)), default=0)
    if crossed <= NEAR or not lines:
        a, b = (face_place(facts.board, face) for face in sorted(facts.sides[known.edge]))
        ways = "line" if lines == 1 else "lines"
        way = f"the way around between them crosses {lines or 'no'} {ways}"
        where = "on opposite sides of the loop" if known.line else "on the same side of the loop"
        return Deduction((known,), tuple(premises), rule="color", why=f"{capitalized(a)} and {b} lie {where}: {way}.")
    more = "so one more does" if known.line else "so no more may"
    why = f"An even number of lines leaves this area. {lines} do, and this is the only other way out, {more}."
    return Deduction((known,), tuple(premises), rule="area ends are even", why=why)


INSIDE = Rule(
    name="inside", level=EASY, weight=2, find=find_inside,
    why="Clues say which cells lie inside and which outside; lines lie between these.",
    proof="A line lies between a cell inside and one outside, and only there.",
    example=RuleExample("https://puzz.link/p?swslither/5/5/e16a22a122a5a21b232a"),
)  # fmt: skip
COLOR = Rule(
    name="color", id=34, level=MEDIUM, weight=28, find=find_color,
    why="Two cells on the same side of the loop have no line between them; two on opposite sides have one.",
    proof="Each line changes sides, and the edges without a line do not. So a way around tells whether the two "
    "cells lie on the same side.",
    example=RuleExample("slither/5/5/gch220bld22d", 4, "784"),
)  # fmt: skip
AREA = Rule(
    name="area ends are even", id=38, level=HARD, weight=48, find=find_color,
    why="An even number of lines leaves every area.",
    proof="The loop comes into an area as often as it goes out, and one edge of its boundary is left.",
    example=RuleExample("slither/5/5/h262cg8c8dg71d", 13, "784"),
)  # fmt: skip
