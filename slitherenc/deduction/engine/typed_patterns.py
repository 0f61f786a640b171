"""Patterns of clues that are no plain numbers (touch, vertex, myopia): where they lie, and all that they say there.

As for numbers, a pattern is recognized by its clues and their places, and what follows is not written down. Here a SAT
solver tries all ways that the clues and their dots allow. Clues side by side or on a diagonal tell what none of them
says alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from slitherenc.deduction.engine.patterns import Part, StartingPattern, find_patterns
from slitherenc.deduction.engine.premise_index import Facts, UnitSource
from slitherenc.deduction.engine.premises import Clues, Known, Vertex
from slitherenc.deduction.engine.reasons import Certifier
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction


class TypedCell(NamedTuple):
    """A cell with a clue of the type: its face, the value, its sides and its dots."""

    face: int
    value: int
    sides: frozenset[int]
    dots: frozenset[int]

    @property
    def square(self) -> bool:
        return len(self.sides) == len(self.dots) == 4


class PatternPlace(NamedTuple):
    """Clues in their places, and the rule that they are.

    rule       its name
    cells      the cells of the clues
    edges      what it may conclude; None: anything
    with_dots  do their dots belong to it?
    """

    rule: str
    cells: tuple[TypedCell, ...]
    edges: Collection[int] | None = None
    with_dots: bool = True


def find_at(
    type: str, *places: Callable[[TypedCells], Iterator[PatternPlace]]
) -> Callable[[State], Iterator[Deduction]]:
    """The `find` of the rules of a clue type, from the places of their patterns."""

    def patterns(facts: Facts) -> tuple[StartingPattern, ...]:
        cells = TypedCells(facts, type)
        return cells.patterns(place for some in places for place in some(cells))

    patterns.__module__ = places[0].__module__
    return find_patterns(patterns)


@dataclass(frozen=True, eq=False)
class TypedCells:
    """The cells with clues of one type."""

    facts: Facts
    type: str

    @cached_property
    def all(self) -> list[TypedCell]:
        facts, cells = self.facts, []
        for face, clue in facts.puzzle.all_clues.items():
            if clue.type == self.type and face < facts.board.n_faces and Clues((face,)) in facts.rows:
                sides = frozenset(facts.board.edges_of_face(face).tolist())
                dots = frozenset(vertex for edge in sides for vertex in facts.ends[edge])
                cells.append(TypedCell(face, clue.value, sides, dots))
        return cells

    @cached_property
    def _at_dot(self) -> Mapping[int, list[TypedCell]]:
        found: dict[int, list[TypedCell]] = {}
        for cell in self.all:
            for vertex in cell.dots:
                found.setdefault(vertex, []).append(cell)
        return found

    def beside(self, cell: TypedCell) -> list[tuple[TypedCell, int]]:
        """The cells with one edge in common, and that edge."""
        return [(other, min(cell.sides & other.sides)) for other in self._near(cell) if cell.sides & other.sides]

    def across(self, cell: TypedCell) -> list[tuple[TypedCell, int]]:
        """The cells with one dot in common and no edge, and that dot."""
        return [(other, min(cell.dots & other.dots)) for other in self._near(cell) if not cell.sides & other.sides]

    def _near(self, cell: TypedCell) -> list[TypedCell]:
        others = {other for vertex in cell.dots for other in self._at_dot[vertex]} - {cell}
        return sorted(
            other for other in others if len(cell.sides & other.sides) <= 1 and len(cell.dots & other.dots) <= 2
        )

    def rim(self, cell: TypedCell) -> list[int]:
        """Its sides at the outer face."""
        return [edge for edge in sorted(cell.sides) if self.facts.board.n_faces in self.facts.sides[edge]]

    def in_corner(self, cell: TypedCell) -> bool:
        return any(len(self.facts.around[vertex]) == 2 for vertex in cell.dots)

    def edges_at(self, vertices: Iterable[int]) -> set[int]:
        return {edge for vertex in vertices for edge in self.facts.around[vertex]}

    def patterns(self, places: Iterable[PatternPlace]) -> tuple[StartingPattern, ...]:
        """The patterns of places that say something."""
        if not self.all:
            return ()
        with Certifier(self.facts) as certifier:
            return tuple(self._patterns(certifier, places))

    def _patterns(self, certifier: Certifier, places: Iterable[PatternPlace]) -> Iterator[StartingPattern]:
        told: dict[TypedCell, set[Known]] = {}
        for rule, cells, edges, with_dots in places:
            sources = self._sources(cells, with_dots)
            before: set[Known] = set()
            for cell in cells if len(cells) > 1 else ():
                if cell not in told:
                    told[cell] = set(self._implied(certifier, self._sources([cell], True)))
                before |= told[cell]
            implied = self._implied(certifier, sources)
            goals = [known for known in implied if known not in before and (edges is None or known.edge in edges)]
            if goals:
                yield StartingPattern(rule, (Part(tuple(goals), offered=sources),))

    def _implied(self, certifier: Certifier, sources: Sequence[UnitSource]) -> list[Known]:
        about = sorted({edge for source in sources for edge in self.facts.about(source)})
        return certifier.implied(sources, about)

    def _sources(self, cells: Sequence[TypedCell], with_dots: bool) -> tuple[UnitSource, ...]:
        dots = sorted({vertex for cell in cells for vertex in cell.dots}) if with_dots else []
        return (*(Clues((cell.face,)) for cell in cells), *map(Vertex, dots))
