"""Rules of a few clues and vertices together: all ways that they allow are tried (`local`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from slitherenc.deduction import local
from slitherenc.deduction.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.rules.units import name_of_unit
from slitherenc.deduction.state import News, State


class Scopes:
    """Remembers the scopes with their levels, and those that say nothing as long as their edges stay."""

    def __init__(self, state: State) -> None:
        self.facts, self.value = state.facts, state.value
        self.news = News(state)
        self.scopes = sorted(local.scopes(self.facts), key=lambda pair: pair[0])
        self.idle: set[int] = set()
        self.at: list[list[int]] = [[] for _ in range(self.facts.board.n_edges)]  # by edge
        for number, (_, scope) in enumerate(self.scopes):
            for edge in scope.edges:
                self.at[edge].append(number)

    def find(self) -> Iterator[Deduction]:
        """All of the lowest level at which there are any."""
        for edge in self.news.edges():
            self.idle.difference_update(self.at[edge])
        found_level = None
        for number, (level, scope) in enumerate(self.scopes):
            if found_level not in (None, level):
                return
            if number in self.idle:
                continue
            implied = scope.implied(self.value)
            if implied:
                found_level = level
                yield from self._by_reason(scope, implied)
            else:
                self.idle.add(number)

    def _by_reason(self, scope: local.Scope, implied: Sequence[Known]) -> Iterator[Deduction]:
        """For each reason all that follows from it."""
        by_reason: dict[tuple[Premise, ...], list[Known]] = {}
        for goal in implied:
            units, known = local.irreducible_in_scope(self.facts, scope, self.value, goal)
            by_reason.setdefault(local.premises_of(self.facts, units, known), []).append(goal)
        for premises, goals in by_reason.items():
            clues = [premise for premise in premises if isinstance(premise, Clues)]
            edges = [set(unit.edges) for unit in self.facts.units if unit.source in clues]
            touching = len(edges) == 2 and bool(edges[0] & edges[1])
            rule = name_of(premises, goals[0].line, "neighbors" if touching else "diagonal")
            yield Deduction(tuple(goals), premises, rule=rule)


def name_of(premises: Collection[Premise], line: bool, of_two: str = "") -> str:
    """The rule by what a conclusion rests on; `of_two`: for two clues, which of the rules it is."""
    clues = [premise for premise in premises if isinstance(premise, Clues)]
    vertices = [premise for premise in premises if isinstance(premise, Vertex)]
    if len(clues) > 1:
        return of_two if of_two and len(vertices) <= 2 else "two clues"
    if clues and vertices:
        return "corner" if len(vertices) == 1 else "around"
    return name_of_unit(premises, line)


def find(state: State) -> Iterator[Deduction]:
    return state.search(Scopes).find()


CORNER = Rule(
    name="corner", level=2, weight=8, find=find, in_small_steps=True,
    text="A clue and one of its vertices together leave only this.",
    proof="All ways were tried that the clue and the vertex allow.",
    example=RuleExample("slither/5/5/dl28702102bi", 11, "103"),
)  # fmt: skip
NEIGHBORS = Rule(
    name="neighbors", level=3, weight=16, find=find, in_small_steps=True,
    text="Two clues with a common edge leave only this.",
    proof="All ways were tried that the clues and the ends of their edge allow.",
    example=RuleExample("slither/5/5/g21dgc7bj618c", 1, "702"),
)  # fmt: skip
DIAGONAL = Rule(
    name="diagonal", level=3, weight=16, find=find, in_small_steps=True,
    text="Two clues that meet at a vertex leave only this.",
    proof="All ways were tried that the clues and their vertex allow.",
    example=RuleExample("slither/5/5/h2627cidd17d", 2, "874"),
)  # fmt: skip
AROUND = Rule(
    name="around", level=4, weight=16, find=find, in_small_steps=True,
    text="A clue and its vertices leave only this.",
    proof="All ways were tried that the clue and its vertices allow.",
    example=RuleExample("slither/5/5/hbd12db627cc", 2, "267"),
)  # fmt: skip
TWO_CLUES = Rule(
    name="two clues", level=5, weight=44, find=find, in_small_steps=True,
    text="Two clues and their vertices leave only this.",
    proof="All ways were tried that the clues and their vertices allow.",
    example=RuleExample("slither/6/6/ddhb2722b2727bh11ca", 19, "550"),
)  # fmt: skip
