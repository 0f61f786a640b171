"""The rule of last resort: any edge that the puzzle decides, with a reason of the SAT solver."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from slitherenc.deduction.engine.premises import Known, Premise
from slitherenc.deduction.engine.reasons import RADII, least
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import EXPERT, Deduction, Rule, RuleExample

FEW = 6  # premises of a case that comes before suppositions within others
EDGES = 8  # for which the SAT solver is asked for a reason, of which the shortest is taken


class _Cases:
    """Remembers the cases to come: premises by what they imply."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.cores: dict[Known, list[Premise]] = {}

    def find(self, radii: Sequence[int | None], most: int) -> Iterator[Deduction]:
        """The reason of the smallest surroundings, of edges beside known ones first; of several the shortest, unless
        it has more than `most` premises; with all that follows from the same premises. Those that are not taken are
        kept for the next times."""
        state = self.state
        self.cores = {goal: core for goal, core in self.cores.items() if goal.edge in state.goals}
        known = [Known(edge, line == 1) for edge, line in enumerate(state.value) if line >= 0]
        goals = state.near_known()[:EDGES]
        for radius in radii:
            if self.cores:
                break
            for goal in goals:
                core = state.certifier.core([*state.facts.around_edge(goal.edge, radius), *known], goal)
                if core is not None:
                    self.cores[goal] = core
        if self.cores:
            goal = min(self.cores, key=lambda goal: (len(self.cores[goal]), goal))
            if len(self.cores[goal]) <= most:
                core = self.cores[goal]
                premises = core if state.brief else least(state.facts, core, goal)
                also = state.certifier.implied(premises, [edge for edge in state.goals if edge != goal.edge])
                yield Deduction((goal, *also), tuple(premises), rule="cases")


def small_case(state: State) -> Iterator[Deduction]:
    """One close by, of few premises."""
    cases = state.search(_Cases).find(RADII[:2], 3 * FEW)
    return (found for found in cases if len(found.premises) <= FEW)


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Cases).find((*RADII, None), sys.maxsize)


CASES = Rule(
    name="cases", id=42, level=EXPERT, weight=150, find=find, slow=True, assumes=True,
    why="The opposite contradicts the marked clues and dots, whichever way the loop goes there.",
    proof="A SAT solver finds no way with the opposite; without any one of these it does.",
    example=RuleExample("slither/5/5/36876cg725bhb", 11, "105"),
)  # fmt: skip
