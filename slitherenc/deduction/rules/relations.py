"""The rule of faces on the same side or on opposite sides, told link by link."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from slitherenc.deduction import local
from slitherenc.deduction.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.rule import HARD, MEDIUM, Deduction, Rule, RuleExample
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
        for found in self.state.search(ChainDeductions).shortest("colors", chains, self._again):
            yield found._replace(rule=_name(found))

    def _again(self, goal: Known, allowed: Collection[Premise]) -> Chain | None:
        facts = self.state.facts
        units = {number for number, unit in enumerate(facts.units) if unit.source in allowed}
        corners = [corner for corner in self.corners if units.issuperset(corner.scope.units)]
        chains = related(facts, self.state.among(allowed), corners)
        return next((chain for chain in chains if chain.goal == goal), None)


def _name(found: Deduction) -> str:
    """By a single clue or dot, where that is told of two cells whose colors are known; else colors in several steps."""
    sources = [premise for premise in found.premises if isinstance(premise, Clues | Vertex)]
    if len(sources) != 1 or not all(link.sides for link in found.sub[:-1]):
        return "colors"
    return "clue by colors" if isinstance(sources[0], Clues) else "no checkerboard"


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Relations).find()


CLUE_BY_COLORS = Rule(
    name="clue by colors", id=35, level=MEDIUM, weight=28, find=find, slow=True,
    why="The cells beyond two of its sides have known colors. On the same side of the loop, both sides are lines "
    "or neither is; on opposite sides, just one is. Counted with the others, the clue leaves only this.",
    example=RuleExample("slither/5/5/gdh7dh6711d1c", 4),
    proof="A way from the one cell to the other by the cell of the clue crosses these two sides, so their lines "
    "are even or odd in number as the colors say.",
)  # fmt: skip
NO_CHECKERBOARD = Rule(
    name="no checkerboard", id=36, level=MEDIUM, weight=28, find=find, slow=True,
    why="Around this dot the cells may not alternate between inside and outside: four lines would meet.",
    proof="Two cells across the dot on one side of the loop, and the two others on the other side, have four lines "
    "between them.",
    example=RuleExample(
        "slither/5/5/g8cgci1c8322d", state="..0........0...1..1..1.10.1.0.0.0...100.....1..11....111.000"
    ),
)  # fmt: skip
COLORS = Rule(
    name="colors", level=HARD, weight=36, find=find, slow=True,
    why="Cells lie inside the loop or outside: some on the same side, some on opposite ones.",
    proof="Each line changes sides. Where all that a few clues and vertices allow has both of two edges or "
    "neither, the faces beyond them are on one side; where it has one, on opposite sides. A closed curve through "
    "such faces decides the last edge.",
    example=RuleExample("slither/5/5/dcg167d81271b", 4, "103"),
)  # fmt: skip
