"""The rule of faces on the same side or on opposite sides, told link by link."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from slitherenc.deduction import local
from slitherenc.deduction.premises import Known, Premise
from slitherenc.deduction.rule import HARD, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.chains import ChainDeductions
from slitherenc.deduction.rules.scopes import Scopes
from slitherenc.deduction.sides import Corner, related
from slitherenc.deduction.state import State
from slitherenc.deduction.suppose import Chain


class _Relations:
    """Remembers the scopes that are asked: single units, and two clues with a common edge. Those with an edge or none
    left unknown drop out."""

    def __init__(self, state: State) -> None:
        self.state, facts = state, state.facts
        alone = [local.Scope(facts, (number,)) for number in range(len(facts.units))]
        small = [scope for level, scope in state.search(Scopes).scopes if level == 0]
        self.corners = [Corner(facts, scope) for scope in (*alone, *small)]

    def find(self) -> Iterator[Deduction]:
        value = self.state.value
        self.corners = [corner for corner in self.corners if sum(value[edge] < 0 for edge in corner.scope.edges) > 1]
        chains = related(self.state.facts, value, self.corners)
        return self.state.search(ChainDeductions).shortest("colors", chains, self._again)

    def _again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        facts = self.state.facts
        units = {number for number, unit in enumerate(facts.units) if unit.source in allowed}
        corners = [corner for corner in self.corners if units.issuperset(corner.scope.units)]
        chains = related(facts, self.state.among(allowed), corners)
        return next((chain for chain in chains if chain.goal == goal), None)


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Relations).find()


COLORS = Rule(
    name="colors", level=HARD, weight=36, find=find, slow=True,
    why="Cells lie inside the loop or outside: some on the same side, some on opposite ones.",
    proof="Each line changes sides. Where all that a few clues and vertices allow has both of two edges or "
    "neither, the faces beyond them are on one side; where it has one, on opposite sides. A closed curve through "
    "such faces decides the last edge.",
    example=RuleExample("slither/5/5/j220213dg236dj", 14, "482"),
)  # fmt: skip
