"""Rules of a few clues and vertices together: all ways that they allow are tried (`local`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from slitherenc.deduction import local
from slitherenc.deduction.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.rule import HARD, MEDIUM, Deduction, Rule, RuleExample, by_reason
from slitherenc.deduction.rules.other_clues import WITH_ANOTHER, WITH_DOTS, OtherClues
from slitherenc.deduction.rules.units import name_of_unit
from slitherenc.deduction.state import Quiet, State


class Scopes:
    """Remembers the scopes with their levels, and those that say nothing as long as their edges stay."""

    def __init__(self, state: State) -> None:
        self.facts, self.value = state.facts, state.value
        self.scopes = sorted(local.scopes(self.facts), key=lambda pair: pair[0])
        self.quiet = Quiet(state, [scope.edges for _, scope in self.scopes])

    def find(self, levels: Collection[int]) -> Iterator[Deduction]:
        """All of the lowest of some levels at which there are any."""
        quiet = self.quiet.now()
        found_level = None
        for number, (level, scope) in enumerate(self.scopes):
            if found_level not in (None, level):
                return
            if level not in levels or number in quiet:
                continue
            implied = scope.implied(self.value)
            if implied:
                found_level = level
                yield from self._deductions(scope, implied)
            else:
                quiet.add(number)

    def _deductions(self, scope: local.Scope, implied: Sequence[Known]) -> Iterator[Deduction]:
        """For each reason all that follows from it."""
        reasons = ((local.reason_in_scope(self.facts, scope.units, self.value, [goal]), goal) for goal in implied)
        found = ((local.premises_of(self.facts, *reason), goal) for reason, goal in reasons if reason is not None)
        for premises, goals in by_reason(found).items():
            yield Deduction(tuple(goals), premises, rule=name_of(premises, goals[0].line))


def name_of(premises: Collection[Premise], line: bool) -> str:
    """The rule by what a conclusion rests on."""
    clues = [premise for premise in premises if isinstance(premise, Clues)]
    vertices = [premise for premise in premises if isinstance(premise, Vertex)]
    if len(clues) > 1:
        return "adjacent clues" if len(vertices) <= 2 else "two clues"
    if clues and vertices:
        return "clue and its dots"
    return name_of_unit(premises, line)


def find(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((0, 1))
    yield from state.search(OtherClues).find(WITH_DOTS)


def find_two(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((2,))
    yield from state.search(OtherClues).find(WITH_ANOTHER)


ADJACENT = Rule(
    name="adjacent clues", level=MEDIUM, weight=24, find=find, in_small_steps=True,
    why="Two clues with a common edge leave only this.",
    proof="All ways were tried that the clues and the ends of their edge allow.",
    example=RuleExample("slither/5/5/gdh7dh6711d1c", 6, "103"),
)  # fmt: skip
AROUND = Rule(
    name="clue and its dots", level=MEDIUM, weight=7, find=find, in_small_steps=True,
    why="A clue and its dots leave only this.",
    proof="All ways were tried that the clue and its dots allow.",
    example=RuleExample("slither/5/5/i8376ch71c62b", 4, "784"),
)  # fmt: skip
TWO_CLUES = Rule(
    name="two clues", level=HARD, weight=30, find=find_two, in_small_steps=True,
    why="Two clues and their dots leave only this.",
    proof="All ways were tried that the clues and their dots allow.",
    example=RuleExample("4x4t4:4a43b1b23a2e1a4c", 39, ""),
)  # fmt: skip
