"""Patterns: a few clues and dots, and everything that they say together.

A pattern is recognized by its clues and where they lie; what follows is not written down but tried out (`scopes`), so
it is right and complete on every board. Only the edges that are new are told, each time with premises of which none can
be left out: without any one of them a conclusion at least would not follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Clues, Known, Premise
from slitherenc.deduction.engine.reasons import needed
from slitherenc.deduction.engine.scopes import Scope, premises_of, reason_in_scope
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.words.phrases import Phrase


class Part(NamedTuple):
    """Some conclusions of a pattern: those that these units imply, or that follow from just these premises, or from
    some of those that are offered."""

    goals: tuple[Known, ...]
    units: tuple[int, ...] = ()
    premises: tuple[Premise, ...] = ()
    offered: tuple[Premise, ...] = ()


@dataclass(eq=False)
class StartingPattern:
    """What a rule says at one place. It remembers its reasons."""

    rule: str
    parts: tuple[Part, ...]
    why: str | Phrase = ""
    _reasons: dict[tuple[Known, ...], Deduction] = field(default_factory=dict)

    def deduction(self, facts: Facts, value: Sequence[int]) -> Deduction | None:
        """What it says that is new; None: nothing."""
        new = tuple(known for part in self.parts for known in part.goals if value[known.edge] < 0)
        if new and new not in self._reasons:
            premises = dict.fromkeys(
                premise for part in self.parts for premise in _reason(facts, part, [g for g in part.goals if g in new])
            )
            self._reasons[new] = Deduction(new, tuple(premises), rule=self.rule, why=self.why)
        return self._reasons[new] if new else None


def _reason(facts: Facts, part: Part, goals: Sequence[Known]) -> tuple[Premise, ...]:
    if not goals:
        return ()
    if part.offered:
        return tuple(needed(facts, part.offered, goals) or ())
    return part.premises or reason(facts, part.units, [-1] * facts.board.n_edges, goals)


class PatternSearch:
    """Remembers the patterns that have something new to say."""

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
    """The `find` of rules that are recognized once, on the blank board.

    The patterns of a puzzle of which hint after hint is asked are kept.
    """
    kept = lru_cache(maxsize=4)(patterns)

    def search(state: State) -> PatternSearch:
        return PatternSearch(kept(state.facts))

    def find(state: State) -> Iterator[Deduction]:
        return state.search(search).find(state)

    find.__module__ = patterns.__module__
    return find


def reason(facts: Facts, units: Sequence[int], value: Sequence[int], goals: Sequence[Known]) -> tuple[Premise, ...]:
    """The premises of goals that some units and the known edges in them imply; () = they do not."""
    found = reason_in_scope(facts, units, value, goals)
    if found is not None:
        return premises_of(facts, *found)
    edges = sorted({edge for number in units for edge in facts.units[number].edges if value[edge] >= 0})
    known = [Known(edge, value[edge] == 1) for edge in edges]
    return tuple(needed(facts, premises_of(facts, units, known), goals) or ())


def all_of(facts: Facts, rule: str, units: Sequence[int], bent: bool = False) -> list[StartingPattern]:
    """The pattern of everything that these units imply; []: that is nothing.

    bent: where two of these lines meet at another dot, the other edges there are none, and that belongs to it.
    """
    nothing = [-1] * facts.board.n_edges
    goals = Scope(facts, units).implied(nothing)
    return [pattern_of(facts, rule, units, goals, bent)] if goals else []


def pattern_of(
    facts: Facts,
    rule: str,
    units: Sequence[int],
    goals: Sequence[Known],
    bent: bool = False,
    why: str | Phrase = "",
) -> StartingPattern:
    told, with_dots = list(goals), list(units)
    if bent:
        lines = [known.edge for known in goals if known.line]
        ends = [vertex for edge in lines for vertex in facts.ends[edge]]
        for vertex in sorted({vertex for vertex in ends if ends.count(vertex) == 2}):
            others = [Known(edge, False) for edge in facts.around[vertex] if edge not in lines]
            if facts.dot_unit[vertex] not in units and others:
                with_dots.append(facts.dot_unit[vertex])
                told += [known for known in others if known not in told]
    return StartingPattern(rule, (Part(tuple(told), tuple(with_dots)),), why)


class Cell(NamedTuple):
    """A cell with a plain number: the number of its unit, its face, edges, dots in order, and the number."""

    unit: int
    face: int
    edges: frozenset[int]
    dots: tuple[int, ...]
    number: int

    @property
    def full(self) -> bool:
        """Is just one side no line?"""
        return self.number == len(self.edges) - 1 and self.number > 1

    @property
    def two(self) -> bool:
        """Is it a 2 with four sides?"""
        return self.number == 2 and len(self.edges) == 4


@dataclass(frozen=True, eq=False)
class ClueCells:
    """The cells with plain numbers; the outer face is no cell."""

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
        """The cells with one edge in common, and that edge."""
        found = []
        for edge in sorted(cell.edges):
            for other in self.at_edge[edge]:
                if other is not cell and len(other.edges & cell.edges) == 1:
                    found.append((other, edge))
        return found

    def across(self, cell: Cell) -> list[tuple[Cell, int]]:
        """The cells with one dot in common and no edge, and that dot."""
        found = []
        for vertex in cell.dots:
            for other in self.at_dot[vertex]:
                if not other.edges & cell.edges and len(set(other.dots) & set(cell.dots)) == 1:
                    found.append((other, vertex))
        return found

    def spokes(self, cell: Cell, vertex: int) -> list[int]:
        """The edges at a dot of a cell that are no sides of it."""
        return [edge for edge in self.facts.around[vertex] if edge not in cell.edges]

    def near_sides(self, cell: Cell, vertex: int) -> list[int]:
        return [edge for edge in self.facts.around[vertex] if edge in cell.edges]

    def dots(self, *vertices: int) -> list[int]:
        """The units of dots."""
        return [self.facts.dot_unit[vertex] for vertex in vertices]
