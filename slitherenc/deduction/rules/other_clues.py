"""Clues that are no plain numbers: alternatives, weighted sums, sides. A SAT solver tells what one of them says, alone,
with its dots, or with one or two other clues near it and the dots of all; it is asked about nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.deduction.engine.premise_index import UnitSource
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.reasons import irreducible
from slitherenc.deduction.engine.state import Quiet, State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample, by_reason
from slitherenc.model.constraints import Side

ALONE, WITH_DOTS, WITH_ANOTHER, WITH_TWO_OTHERS = range(4)
_OF_TYPE = {"myopia": "arrows agree"}  # the name of what a clue of this type says alone of what is marked
NAMES = ("clue alone", "clue and its dots", "two clues", "three clues")


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
        plain = {facts.units[number].source for number in facts.counting}
        clues = [source for source in facts.rows if isinstance(source, Clues)]
        others = [source for source in clues if source not in plain]
        if not others:
            return
        dots = {source: self._dots(source) for source in clues}
        yield from (self._place(ALONE, [source]) for source in others)
        yield from (self._place(WITH_DOTS, [source, *dots[source]]) for source in others)
        near: dict[Clues, set[Clues]] = {source: set() for source in clues}
        for a, b in combinations(clues, 2):
            if set(dots[a]) & set(dots[b]):
                near[a].add(b)
                near[b].add(a)
                if not (a in plain and b in plain):
                    yield self._place(WITH_ANOTHER, [a, b, *dict.fromkeys(dots[a] + dots[b])])
        chains = {frozenset((a, middle, b)) for middle in clues for a, b in combinations(near[middle], 2)}
        for some in sorted(map(sorted, chains)):
            if not plain.issuperset(some):
                of_all = dict.fromkeys(dot for source in some for dot in dots[source])
                yield self._place(WITH_TWO_OTHERS, [*some, *of_all])

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
                yield Deduction(tuple(goals), premises, rule=self._name(premises), why=self._why(premises))

    def _why(self, premises: Sequence[Premise]) -> str:
        """Of a clue that says on which side its cell lies, which edges that is about; of others what the rule says."""
        rows = [row for premise in premises if isinstance(premise, Clues) for row in self.facts.rows[premise]]
        if len(rows) == 1 and isinstance(rows[0], Side):
            side, number = ("inside", "an odd") if rows[0].inside else ("outside", "an even")
            way = f"the straight way out crosses {number} number of lines"
            return f"The cell lies {side} the loop, so {way}. All but one of the edges on it are known."
        return ""

    def _name(self, premises: Sequence[Premise]) -> str:
        clues = [premise for premise in premises if isinstance(premise, Clues)]
        if len(clues) > 1:
            return NAMES[len(clues)]
        if any(isinstance(premise, Vertex) for premise in premises):
            return NAMES[WITH_DOTS]
        clue = self.facts.puzzle.clue_at(clues[0].faces[0]) if len(clues[0].faces) == 1 else None
        return _OF_TYPE.get(clue.type, NAMES[ALONE]) if clue else NAMES[ALONE]


def find(state: State) -> Iterator[Deduction]:
    return state.search(OtherClues).find(ALONE)


CLUE_ALONE = Rule(
    name="clue alone", level=EASY, weight=2, find=find,
    why="Every way that is left to keep this clue has this in common.",
    proof="All ways were tried that the clue allows.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/h4e4444444eg4432444c", 5),
)  # fmt: skip
