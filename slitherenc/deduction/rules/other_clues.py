"""Clues that are no plain numbers: alternatives, weighted sums, sides. A SAT solver tells what one of them says, alone,
with its dots, or with another clue and the dots of both; it is asked about nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.deduction.certify import irreducible
from slitherenc.deduction.facts import UnitSource
from slitherenc.deduction.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample, by_reason
from slitherenc.deduction.state import Quiet, State

ALONE, WITH_DOTS, WITH_ANOTHER = range(3)
NAMES = ("clue alone", "clue and its dots", "two clues")


class _Surroundings(NamedTuple):
    level: int
    sources: tuple[UnitSource, ...]
    edges: frozenset[int]


class OtherClues:
    """Remembers what says nothing as long as its edges stay."""

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.all = list(self._all())
        self.quiet = Quiet(state, [place.edges for place in self.all])

    def _all(self) -> Iterator[_Surroundings]:
        facts = self.facts
        plain = {unit.source for unit in facts.units}
        clues = [source for source in facts.rows if isinstance(source, Clues)]
        others = [source for source in clues if source not in plain]
        if not others:
            return
        dots = {source: self._dots(source) for source in clues}
        yield from (self._place(ALONE, [source]) for source in others)
        yield from (self._place(WITH_DOTS, [source, *dots[source]]) for source in others)
        for a, b in combinations(clues, 2):
            if set(dots[a]) & set(dots[b]) and not (a in plain and b in plain):
                yield self._place(WITH_ANOTHER, [a, b, *dict.fromkeys(dots[a] + dots[b])])

    def _dots(self, source: Clues) -> list[Vertex]:
        """The dots of its cells."""
        edges = [edge for face in source.faces for edge in sides_of_face(self.facts.board, face)]
        return [Vertex(vertex) for vertex in sorted({end for edge in edges for end in self.facts.ends[edge]})]

    def _place(self, level: int, sources: list[UnitSource]) -> _Surroundings:
        edges = frozenset(edge for source in sources for edge in self.facts.about(source))
        return _Surroundings(level, tuple(sources), edges)

    def find(self, level: int) -> Iterator[Deduction]:
        """All at one level."""
        quiet = self.quiet.now()
        told: set[Known] = set()
        for number, place in enumerate(self.all):
            if place.level != level or number in quiet:
                continue
            value = self.state.value
            known = [Known(edge, value[edge] == 1) for edge in sorted(place.edges) if value[edge] >= 0]
            unknown = [edge for edge in sorted(place.edges) if value[edge] < 0]
            implied = self.state.certifier.implied([*place.sources, *known], unknown)
            if not implied:
                quiet.add(number)
            new = [goal for goal in implied if goal not in told]
            told.update(new)
            reasons = ((tuple(irreducible(self.facts, [*place.sources, *known], goal)), goal) for goal in new)
            for premises, goals in by_reason(reasons).items():
                yield Deduction(tuple(goals), premises, rule=_name(premises))


def _name(premises: Collection[Premise]) -> str:
    clues = sum(isinstance(premise, Clues) for premise in premises)
    if clues > 1:
        return NAMES[WITH_ANOTHER]
    return NAMES[WITH_DOTS if any(isinstance(premise, Vertex) for premise in premises) else ALONE]


def find(state: State) -> Iterator[Deduction]:
    return state.search(OtherClues).find(ALONE)


CLUE_ALONE = Rule(
    name="clue alone", level=EASY, weight=2, find=find,
    why="What the clue says leaves only this beside what is marked.",
    proof="All ways were tried that the clue allows.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/i8g78l8h8i9j", 5),
)  # fmt: skip
