"""The rule "2 with two crosses": a 2 of four sides with two crosses at one dot has its lines at the opposite one."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.engine.premises import Clues, Known
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample


def find(state: State) -> Iterator[Deduction]:
    facts = state.facts
    for unit in facts.units:
        if not isinstance(unit.source, Clues) or len(unit.edges) != 4 or unit.allowed != {2}:
            continue
        crossed = [edge for edge in unit.edges if state.value[edge] == 0]
        new = tuple(Known(edge, True) for edge in unit.edges if state.value[edge] < 0)
        meet = len(crossed) == 2 and set(facts.ends[crossed[0]]) & set(facts.ends[crossed[1]])
        if meet and new:
            yield Deduction(new, (unit.source, *(Known(edge, False) for edge in crossed)))


RULE = Rule(
    name="2 with two crosses",
    level=EASY,
    weight=0.4,
    find=find,
    why="Two sides of the 2 that meet are crossed out, so it bends around the opposite dot.",
    proof="The clue has four sides, two of them are empty, and it needs two lines.",
    example=RuleExample("slither/5/5/g2bh67323ag262b"),
)
