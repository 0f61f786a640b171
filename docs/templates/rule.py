"""The rule "3 in the corner": a clue that leaves one side out has both sides at a vertex where nothing else meets."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.premises import Clues, Known, Vertex
from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.state import State


def find(state: State) -> Iterator[Deduction]:
    facts = state.facts
    for unit in facts.units:
        if isinstance(unit.source, Clues) and unit.allowed == {len(unit.edges) - 1}:
            for vertex in sorted({vertex for edge in unit.edges for vertex in facts.ends[edge]}):
                around = facts.around[vertex]
                new = tuple(Known(edge, True) for edge in around if state.value[edge] < 0)
                if len(around) == 2 and set(around) <= set(unit.edges) and new:
                    yield Deduction(new, (unit.source, Vertex(vertex)))


RULE = Rule(
    name="3 in the corner",
    level=1,
    weight=2,
    find=find,
    text="A 3 in the corner has both sides there.",
    proof="The corner has both lines or none, and none leaves the 3 just two sides.",
    example=RuleExample("slither/2/2/3gb"),
)
