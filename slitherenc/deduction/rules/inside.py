"""Rules of cells inside and outside: colors and areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slitherenc.boards.places import place_of_face
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, Premise
from slitherenc.deduction.engine.same_side import KnownFaces, curves
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.words.phrases import phrase, sentence

_LINES = {0: "no line", 1: "one line", 2: "two lines"}
NEAR = 6  # edges across which a player follows the colors


def find_color(state: State) -> Iterator[Deduction]:
    """Every edge between cells whose colors are known."""
    for known, premises in curves(state.facts, state.value, state.search(KnownFaces).now()):
        yield _color_or_area(state.facts, known, premises)


def _color_or_area(facts: Facts, known: Known, premises: Sequence[Premise]) -> Deduction:
    lines = sum(isinstance(premise, Known) and premise.line for premise in premises)
    crossed = max((len(premise.edges) for premise in premises if isinstance(premise, ClosedCurve)), default=0)
    if crossed <= NEAR or not lines:
        a, b = (place_of_face(facts.board, face) for face in sorted(facts.sides[known.edge]))
        way = f"the way around from one to the other crosses {_LINES.get(lines, f'{lines} lines')}"
        if any(isinstance(premise, Clues) for premise in premises):
            way = f"{way}, and a sheep lies inside, a wolf outside"
        where = "on opposite sides of the loop" if known.line else "on the same side of the loop"
        there_is = "a line" if known.line else "no line"
        why = phrase(sentence(phrase(a, " and ", b, f" lie {where}: {way}. So there is {there_is} between them.")))
        return Deduction((known,), tuple(premises), rule="color", why=why)
    so_far = f"{'One does' if lines == 1 else f'{lines} lines do'} already, and only one edge of its boundary is left"
    so = "a line too" if known.line else "empty"
    text = f"An even number of lines leaves this area, since the loop comes out as often as it goes in. {so_far}. So it"
    text = f"{text} is {so}."
    return Deduction((known,), tuple(premises), rule="area ends are even", why=text)


COLOR = Rule(
    name="color", id=34, level=HARD, weight=28, find=find_color,
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
