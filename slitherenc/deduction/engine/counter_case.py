"""Derive a contradiction, edge by edge, from the premises of a step and the opposite of its conclusion.

The constraints of these premises can be of any kind. Each round derives everything that follows from single
constraints. If a round derives nothing new, one edge is decided by supposing the opposite value (docs/architecture.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premise_index import Facts, RuleRow, edges_of
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, OneLoop, Premise, Vertex
from slitherenc.deduction.engine.suppositions import Link
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing

MOST = 24  # most links of a chain, including the links of suppositions inside it

Marks = Mapping[int, bool]


def fits(board: Board, row: RuleRow, marks: Marks) -> bool:
    """Return False if the constraint contradicts the known edges `marks`, otherwise True.

    If the constraint has alternatives, the parts of an alternative are tested one by one. So the result can be True
    although these parts contradict each other.
    """
    match row:
        case Cardinality():
            return _sum_fits(row, marks)
        case Side():
            return _sum_fits(crossing(board, row), marks)
        case Either(alternatives):
            return any(all(fits(board, part, marks) for part in parts) for parts in alternatives)


def _sum_fits(row: Cardinality, marks: Marks) -> bool:
    sums = 1  # bit n: a sum of n is possible
    for edge, weight in zip(row.edges, row.weights or (1,) * len(row.edges), strict=True):
        line = marks.get(edge)
        sums = sums << weight if line else sums if line is False else sums | sums << weight
    return any(sums >> number & 1 for number in row.sums)


@dataclass(frozen=True)
class _Statement:
    source: tuple[Premise, ...]
    rows: tuple[RuleRow, ...]
    edges: tuple[int, ...]

    def fits(self, board: Board, marks: Marks) -> bool:
        return all(fits(board, row, marks) for row in self.rows)


@dataclass
class _Chain:
    """A supposition about an edge, and what has been derived from it so far."""

    marks: dict[int, bool]  # all edges that have a value: known, supposed or derived
    new: set[int]  # the edges that the last round derived
    links: dict[Known, Link] = field(default_factory=dict)  # for each derived edge, in order: how it follows
    end: Link | None = None  # the contradiction and its premises; None before a contradiction is found

    def add(self, links: Mapping[Known, Link]) -> None:
        self.links.update(links)
        for edge, line in links:
            self.marks.setdefault(edge, line)  # if two links contradict each other, the first mark stays
        self.new = {known.edge for known in links}


class CounterCase:
    def __init__(self, facts: Facts, premises: Collection[Premise]) -> None:
        self.board = facts.board
        self.known = {premise.edge: premise.line for premise in premises if isinstance(premise, Known)}
        edges = {edge for premise in premises for edge in _edges_about(facts, premise)}
        self.statements = [statement for premise in premises for statement in _statements_of(facts, premise, edges)]
        self.open = sorted({edge for statement in self.statements for edge in statement.edges} - set(self.known))
        self._at: dict[int, list[int]] = {edge: [] for edge in edges}  # indices of statements, by edge
        for number, statement in enumerate(self.statements):
            for edge in statement.edges:
                self._at.setdefault(edge, []).append(number)

    def links(self, goal: Known) -> tuple[Link, ...]:
        """Return a chain from the opposite of `goal` to a contradiction, as links (derived edges with their premises).
        Return () if no chain is found or if the chain has more than MOST links."""
        marks = {**self.known, goal.edge: not goal.line}
        chain = _Chain(marks, set(marks))
        while not self._follow(chain):
            link = self._by_cases(chain)
            if link is None:
                return ()
            assert isinstance(link.concludes, Known)
            chain.add({link.concludes: link})
        links = _needed_links(chain)
        return links if sum(1 + len(link.sub) for link in links) <= MOST else ()

    def _follow(self, chain: _Chain) -> bool:
        while chain.new and len(chain.links) <= MOST:
            numbers = sorted({number for edge in chain.new for number in self._at[edge]})
            affected = [self.statements[number] for number in numbers]
            for statement in affected:
                if not statement.fits(self.board, chain.marks):
                    chain.end = Link(None, (*statement.source, *self._reason(statement, chain.marks)))
                    return True
            found: dict[Known, Link] = {}
            for statement in affected:
                for known in self._find_implied(statement, chain.marks):
                    if known not in found:
                        rest = self._reason(statement, {**chain.marks, known.edge: not known.line}, known.edge)
                        found[known] = Link(known, (*statement.source, *rest))
            chain.add(found)
        return False

    def _find_implied(self, statement: _Statement, marks: Marks) -> Iterator[Known]:
        for edge in statement.edges:
            if edge not in marks:
                for line in (True, False):
                    if not statement.fits(self.board, {**marks, edge: not line}):
                        yield Known(edge, line)
                        break

    def _reason(self, statement: _Statement, marks: Marks, but: int = -1) -> list[Known]:
        """Return marks that contradict `statement`, none of them superfluous. If `but` is an edge, the returned marks
        contradict `statement` only together with the mark on this edge, which is not returned."""
        needed = {edge: line for edge, line in marks.items() if edge in statement.edges}
        for edge in sorted(needed, key=lambda edge: edge in self.known):
            fewer = {other: line for other, line in needed.items() if other != edge}
            if edge != but and not statement.fits(self.board, fewer):
                needed = fewer
        return [Known(edge, line) for edge, line in needed.items() if edge != but]

    def _by_cases(self, chain: _Chain) -> Link | None:
        """Return the shortest proof by contradiction for the value of an edge, or None if there is no proof. Consider
        only edges that have no value in `chain`, the derivation so far. The proof may use all values in `chain`.
        """
        found: list[Link] = []
        for edge in self.open:
            for line in (True, False) if edge not in chain.marks else ():
                inner = _Chain({**chain.marks, edge: not line}, {edge})
                if self._follow(inner):
                    links = _needed_links(inner)
                    followed = {link.concludes for link in links}
                    rests = dict.fromkeys(premise for link in links for premise in link.premises)
                    before = tuple(p for p in rests if p not in followed and p != Known(edge, not line))
                    found.append(Link(Known(edge, line), before, links))
        return min(found, key=lambda link: len(link.sub), default=None)


def _needed_links(chain: _Chain) -> tuple[Link, ...]:
    """Return the links (derived edges with premises) that lead to the contradiction, which is the last of them."""
    assert chain.end is not None, "the chain ends in a contradiction"
    links = [chain.end]
    needed = set(chain.end.premises)
    for known, link in reversed(chain.links.items()):
        if known in needed:
            links.append(link)
            needed.update(link.premises)
    return tuple(reversed(links))


def _statements_of(facts: Facts, premise: Premise, edges: Collection[int]) -> Sequence[_Statement]:
    match premise:
        case Clues() | Vertex():
            rows = tuple(facts.rows[premise])
            of_rows = tuple(dict.fromkeys(edge for row in rows for edge in edges_of(facts.board, row)))
            return [_Statement((premise,), rows, of_rows)]
        case ClosedCurve(curve):
            return [_Statement((premise,), (Cardinality(curve, tuple(range(0, len(curve) + 1, 2))),), curve)]
        case OneLoop(path) if path:
            others = sorted(set(edges) - set(path))
            return [_Statement((premise,), (_not_all(path, other),), (*path, other)) for other in others]
    return []


def _not_all(path: Sequence[int], other: int) -> Cardinality:
    return Cardinality((*path, other), tuple(range(len(path) + 1)))


def _edges_about(facts: Facts, premise: Premise) -> Sequence[int]:
    match premise:
        case Known(edge):
            return (edge,)
        case Clues() | Vertex():
            return facts.about(premise)
        case OneLoop(edges) | ClosedCurve(edges):
            return edges
    return ()
