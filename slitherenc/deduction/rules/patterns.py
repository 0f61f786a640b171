"""Patterns: a few clues and dots, and everything that they imply together.

A pattern is recognized by the values and the positions of its clues. Its conclusions are computed, not listed by hand,
so they are right and complete on every board. For plain numbers and dots, `scopes` tries all assignments to the edges;
for other clues (touch, vertex, myopia), a SAT solver finds the conclusions (`reasons`). A pattern reports only unknown
edges. Its premises are irreducible: without any one of them, some conclusion would not follow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts, UnitSource
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.reasons import Certifier, reduce_premises
from slitherenc.deduction.engine.scopes import Scope, premises_of, reason_in_scope
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction, Rule
from slitherenc.deduction.words.phrases import Phrase


class Part(NamedTuple):
    """A part of a pattern. `goals` are its conclusions. Exactly one of the other three fields contains its premises.

    units     clues and dots, as indices in `Facts.units`; an irreducible subset of them is used
    premises  premises that are all used
    offered   premises of any kind; an irreducible subset of them is used
    """

    goals: tuple[Known, ...]
    units: tuple[int, ...] = ()
    premises: tuple[Premise, ...] = ()
    offered: tuple[Premise, ...] = ()


@dataclass(eq=False)
class StartingPattern:
    """A rule at one place of the board, and its conclusions there. Each deduction is computed once and then kept."""

    rule: Rule
    parts: tuple[Part, ...]
    why: str | Phrase = ""
    _reasons: dict[tuple[Known, ...], Deduction] = field(default_factory=dict)

    def deduction(self, facts: Facts, value: Sequence[int]) -> Deduction | None:
        """Return the deduction with all conclusions that are not known yet, or None if all are known."""
        new = tuple(known for part in self.parts for known in part.goals if value[known.edge] < 0)
        if new and new not in self._reasons:
            premises = dict.fromkeys(
                premise for part in self.parts for premise in _reason(facts, part, [g for g in part.goals if g in new])
            )
            self._reasons[new] = Deduction(new, tuple(premises), rule=self.rule.name, why=self.why)
        return self._reasons[new] if new else None


def _reason(facts: Facts, part: Part, goals: Sequence[Known]) -> tuple[Premise, ...]:
    if not goals:
        return ()
    if part.offered:
        return tuple(reduce_premises(facts, part.offered, goals) or ())
    return part.premises or reason(facts, part.units, [-1] * facts.board.n_edges, goals)


class PatternSearch:
    """Yields the deductions of patterns. A pattern is dropped when all its conclusions are known."""

    def __init__(self, patterns: Sequence[StartingPattern]) -> None:
        self.patterns = patterns

    def find(self, state: State) -> Iterator[Deduction]:
        left = []
        for pattern in self.patterns:
            deduction = pattern.deduction(state.facts, state.value)
            if deduction is not None:
                left.append(pattern)
                yield deduction
        self.patterns = left


def find_patterns(patterns: Callable[[Facts], Sequence[StartingPattern]]) -> Callable[[State], Iterator[Deduction]]:
    """Return a function for `Rule.find`. It yields deductions from patterns of clues, which `patterns` locates."""
    cached_patterns = lru_cache(maxsize=4)(patterns)

    def search(state: State) -> PatternSearch:
        return PatternSearch(cached_patterns(state.facts))

    def find(state: State) -> Iterator[Deduction]:
        return state.search(search).find(state)

    return find


def reason(facts: Facts, units: Sequence[int], value: Sequence[int], goals: Sequence[Known]) -> tuple[Premise, ...]:
    """Return an irreducible set of premises that implies the goals, or () if no set does. The premises are clues and
    dots in `units` (indices in `Facts.units`), and edges of these clues and dots that are known in `value`."""
    found = reason_in_scope(facts, units, value, goals)
    if found is not None:
        return premises_of(facts, *found)
    edges = sorted({edge for number in units for edge in facts.units[number].edges if value[edge] >= 0})
    known = [Known(edge, value[edge] == 1) for edge in edges]
    return tuple(reduce_premises(facts, premises_of(facts, units, known), goals) or ())


def all_of(facts: Facts, rule: Rule, units: Sequence[int], bent: bool = False) -> list[StartingPattern]:
    """Return a list of one pattern. Its conclusions are all that the clues and dots `units` (indices in `Facts.units`)
    together imply about edges. Return [] if they imply nothing.

    If `bent` is true and two lines of the pattern meet at a dot that is not in `units`, the pattern also concludes that
    all other edges at this dot are empty.
    """
    nothing = [-1] * facts.board.n_edges
    goals = Scope(facts, units).find_implied(nothing)
    return [pattern_of(facts, rule, units, goals, bent)] if goals else []


def pattern_of(
    facts: Facts,
    rule: Rule,
    units: Sequence[int],
    goals: Sequence[Known],
    bent: bool = False,
    why: str | Phrase = "",
) -> StartingPattern:
    concludes, with_dots = list(goals), list(units)
    if bent:
        lines = [known.edge for known in goals if known.line]
        ends = [vertex for edge in lines for vertex in facts.ends[edge]]
        for vertex in sorted({vertex for vertex in ends if ends.count(vertex) == 2}):
            others = [Known(edge, False) for edge in facts.around[vertex] if edge not in lines]
            if facts.dot_unit[vertex] not in units and others:
                with_dots.append(facts.dot_unit[vertex])
                concludes += [known for known in others if known not in concludes]
    return StartingPattern(rule, (Part(tuple(concludes), tuple(with_dots)),), why)


class Cell(NamedTuple):
    """A cell with an ordinary number as its clue; `unit` is the index of this clue in `Facts.units`."""

    unit: int
    face: int
    edges: frozenset[int]
    dots: tuple[int, ...]
    number: int

    @property
    def full(self) -> bool:
        """Whether the number requires lines on all sides except one, and is at least 2."""
        return self.number == len(self.edges) - 1 and self.number > 1

    @property
    def two(self) -> bool:
        """Whether the number is 2 and the cell has four sides."""
        return self.number == 2 and len(self.edges) == 4


@dataclass(frozen=True, eq=False)
class ClueCells:
    """All cells with plain numbers; the outer face is left out."""

    facts: Facts

    @cached_property
    def all(self) -> list[Cell]:
        cells, board = [], self.facts.board
        for number, unit in enumerate(self.facts.units):
            shown = self.facts.number_of(unit)
            if shown is not None and isinstance(unit.source, Clues):
                (face,) = unit.source.faces
                if face < board.n_faces and sorted(unit.edges) == sorted(board.edges_of_face(face).tolist()):
                    dots = tuple(sorted({vertex for edge in unit.edges for vertex in self.facts.ends[edge]}))
                    cells.append(Cell(number, face, frozenset(unit.edges), dots, shown))
        return cells

    @cached_property
    def at_edge(self) -> dict[int, list[Cell]]:
        found: dict[int, list[Cell]] = {}
        for cell in self.all:
            for edge in cell.edges:
                found.setdefault(edge, []).append(cell)
        return found

    @cached_property
    def at_dot(self) -> list[list[Cell]]:
        found: list[list[Cell]] = [[] for _ in self.facts.around]
        for cell in self.all:
            for vertex in cell.dots:
                found[vertex].append(cell)
        return found

    @cached_property
    def of_unit(self) -> dict[int, Cell]:
        return {cell.unit: cell for cell in self.all}

    def beside(self, cell: Cell) -> list[tuple[Cell, int]]:
        """Return (other cell, common edge) for each cell with exactly one edge in common with `cell`."""
        found = []
        for edge in sorted(cell.edges):
            for other in self.at_edge[edge]:
                if other is not cell and len(other.edges & cell.edges) == 1:
                    found.append((other, edge))
        return found

    def across(self, cell: Cell) -> list[tuple[Cell, int]]:
        """Return (other cell, common dot) for each cell that shares exactly one dot and no edge with `cell`."""
        found = []
        for vertex in cell.dots:
            for other in self.at_dot[vertex]:
                if not other.edges & cell.edges and len(set(other.dots) & set(cell.dots)) == 1:
                    found.append((other, vertex))
        return found

    def spokes(self, cell: Cell, vertex: int) -> list[int]:
        """Return the edges at a dot of the cell that are not sides of the cell."""
        return [edge for edge in self.facts.around[vertex] if edge not in cell.edges]

    def near_sides(self, cell: Cell, vertex: int) -> list[int]:
        return [edge for edge in self.facts.around[vertex] if edge in cell.edges]

    def dots(self, *vertices: int) -> list[int]:
        """Return, for each of these vertices, the index in `Facts.units` of the constraint at this vertex."""
        return [self.facts.dot_unit[vertex] for vertex in vertices]


class TypedCell(NamedTuple):
    """A cell with a clue of a certain type; `value` is the value of the clue."""

    face: int
    value: int
    sides: frozenset[int]
    dots: frozenset[int]

    @property
    def square(self) -> bool:
        return len(self.sides) == len(self.dots) == 4


class PatternPlace(NamedTuple):
    """A place on the board where clues match the pattern of a rule.

    rule       the rule
    cells      the cells of the clues
    edges      the edges to which the conclusions are limited; None means no limit
    with_dots  whether the dots of the cells belong to the pattern
    """

    rule: Rule
    cells: tuple[TypedCell, ...]
    edges: Collection[int] | None = None
    with_dots: bool = True


def find_at(
    type: str, *places: Callable[[TypedCells], Iterator[PatternPlace]]
) -> Callable[[State], Iterator[Deduction]]:
    """Return a function for `Rule.find`. It yields deductions from patterns of clues of the type `type`. The functions
    in `places` find the places where these patterns occur.
    """

    def patterns(facts: Facts) -> tuple[StartingPattern, ...]:
        cells = TypedCells(facts, type)
        return cells.patterns(place for some in places for place in some(cells))

    return find_patterns(patterns)


@dataclass(frozen=True, eq=False)
class TypedCells:
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
        return [(other, min(cell.sides & other.sides)) for other in self._near(cell) if cell.sides & other.sides]

    def across(self, cell: TypedCell) -> list[tuple[TypedCell, int]]:
        return [(other, min(cell.dots & other.dots)) for other in self._near(cell) if not cell.sides & other.sides]

    def _near(self, cell: TypedCell) -> list[TypedCell]:
        others = {other for vertex in cell.dots for other in self._at_dot[vertex]} - {cell}
        return sorted(
            other for other in others if len(cell.sides & other.sides) <= 1 and len(cell.dots & other.dots) <= 2
        )

    def rim(self, cell: TypedCell) -> list[int]:
        return [edge for edge in sorted(cell.sides) if self.facts.board.n_faces in self.facts.sides[edge]]

    def in_corner(self, cell: TypedCell) -> bool:
        return any(len(self.facts.around[vertex]) == 2 for vertex in cell.dots)

    def edges_at(self, vertices: Iterable[int]) -> set[int]:
        return {edge for vertex in vertices for edge in self.facts.around[vertex]}

    def patterns(self, places: Iterable[PatternPlace]) -> tuple[StartingPattern, ...]:
        """Return a pattern for each place where the clues determine an edge."""
        if not self.all:
            return ()
        with Certifier(self.facts) as certifier:
            return tuple(self._patterns(certifier, places))

    def _patterns(self, certifier: Certifier, places: Iterable[PatternPlace]) -> Iterator[StartingPattern]:
        implied_alone: dict[TypedCell, set[Known]] = {}
        for rule, cells, edges, with_dots in places:
            sources = self._sources(cells, with_dots)
            before: set[Known] = set()
            for cell in cells if len(cells) > 1 else ():
                if cell not in implied_alone:
                    implied_alone[cell] = set(self._find_implied(certifier, self._sources([cell], True)))
                before |= implied_alone[cell]
            implied = self._find_implied(certifier, sources)
            goals = [known for known in implied if known not in before and (edges is None or known.edge in edges)]
            if goals:
                yield StartingPattern(rule, (Part(tuple(goals), offered=sources),))

    def _find_implied(self, certifier: Certifier, sources: Sequence[UnitSource]) -> list[Known]:
        about = sorted({edge for source in sources for edge in self.facts.about(source)})
        return certifier.find_implied(sources, about)

    def _sources(self, cells: Sequence[TypedCell], with_dots: bool) -> tuple[UnitSource, ...]:
        dots = sorted({vertex for cell in cells for vertex in cell.dots}) if with_dots else []
        return (*(Clues((cell.face,)) for cell in cells), *map(Vertex, dots))
