"""Suppositions: an edge cannot have a value if this value leads, step by step, to a contradiction.

Each derived edge follows from a single constraint. The derived edges that lead to a contradiction are the links of a
*chain* (docs/architecture.md). The lengths of all chains are computed first, and a chain is built only if it is used.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from slitherenc.base import compiled
from slitherenc.deduction.engine import supposition_core
from slitherenc.deduction.engine.closed_paths import knowns_of
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Known, OneLoop, Premise, Sides, Unique, Vertex
from slitherenc.deduction.engine.supposition_core import ANY, CLOSES, EXCHANGE, TRIED

SHORT = 6  # most edges that may follow in a supposition inside another
INNER = 150  # most suppositions inside another


@dataclass(frozen=True)
class Link:
    """One step of a chain (a step-by-step derivation), with its conclusion and premises. If the conclusion is None, the
    premises contradict each other. A premise may be the conclusion of an earlier link.
    """

    concludes: Known | Sides | None
    premises: tuple[Premise, ...]
    sub: tuple[Link, ...] = ()  # if the link needs a supposition of its own: the chain to its contradiction
    as_seen: tuple[Premise, ...] = ()  # premises that are easier to see: they use marks that follow from `premises`


@dataclass(frozen=True)
class Chain:
    """A proof of `goal`, the value of an edge.

    Each link concludes one fact, and may use conclusions of earlier links. The links lead from the opposite of the goal
    to a contradiction, or directly to the goal. `premises` contains what the links use besides these conclusions.
    """

    goal: Known
    links: tuple[Link, ...]
    premises: tuple[Premise, ...]

    @property
    def length(self) -> int:
        """The number of links of this chain, including the links inside other links (`Link.sub`)."""
        return sum(1 + len(link.sub) for link in self.links)


class Outcome(NamedTuple):
    length: tuple[int, int] | None  # the number of links and of premises of the chain; None without a contradiction
    is_way: bool  # whether the contradiction occurs at a dot, a closed path or a second loop, and not at a clue
    touched: set[int]  # the derived edges; the outcome rarely changes before an edge near them becomes known


class Suppose:
    """Proves a goal (the value of an edge): derives a contradiction from the opposite value. Call `begin` first."""

    def __init__(self, facts: Facts, exchanges: Sequence[Unique]) -> None:
        self.facts, self.exchanges = facts, exchanges
        clauses = [[2 * edge + line for edge, line in knowns_of(facts, unique)] for unique in exchanges]
        of: dict[int, list[int]] = defaultdict(list)
        for number, clause in enumerate(clauses):
            for literal in clause:
                of[literal // 2].append(number)
        units = facts.units
        module = compiled.plain(supposition_core) if compiled.PLAIN else supposition_core
        self._follower: supposition_core.Follower = module.Follower(
            (
                _flat(facts.ends),
                *_rows(facts.around),
                array("i", [0] * facts.board.n_vertices),
                *_rows([unit.edges for unit in units]),
                array("i", [0] * len(units)),
                array("i", [len(unit.edges) for unit in units]),
                *_starts_and_flat([[n in unit.allowed for n in range(len(unit.edges) + 1)] for unit in units]),
            ),
            *_rows(clauses),
            *_rows([of[edge] for edge in range(facts.board.n_edges)]),
        )

    def begin(self, value: Sequence[int], allowed: Collection[Premise] | None = None) -> None:
        """Set the known edges. If `allowed` is given, propagation uses only these premises."""
        follower = self._follower
        units = (allowed is None or unit.source in allowed for unit in self.facts.units)
        follower.unit_ok = array("i", [*units, 1])
        follower.clause_ok = array("i", [*(allowed is None or unique in allowed for unique in self.exchanges), 1])
        follower.may_close = None
        if allowed is not None:
            loops = [set(premise.edges) for premise in allowed if isinstance(premise, OneLoop)]
            follower.may_close = lambda path, why: (
                (why >= 0 or self._witness(why) in allowed) and any(loop == set(path) for loop in loops)
            )
        follower.load(array("i", value))

    def outcome(self, goal: Known) -> Outcome:
        """Suppose the opposite of the goal and derive what follows without a second supposition. Return the outcome."""
        follower = self._follower
        found = follower.attempt(goal.edge, 1 - goal.line, ANY)
        length = (follower.trace(0), follower.n_premises) if found else None
        is_way = found and not self._is_clue(follower.end)
        touched = set(follower.since(0))
        follower.undo(0)
        return Outcome(length, bool(is_way), touched)

    def _is_clue(self, cause: int) -> bool:
        return cause >= 0 and not isinstance(self.facts.units[cause].source, Vertex)

    def chain(self, goal: Known) -> Chain | None:
        """Return the derivation of a contradiction from the opposite of the goal, or None if none follows."""
        follower = self._follower
        chain = self._chain(goal, 0) if follower.attempt(goal.edge, 1 - goal.line, ANY) else None
        follower.undo(0)
        return chain

    def deeper(self, goal: Known) -> tuple[Chain | None, set[int]]:
        """Look for a contradiction from the opposite of `goal`. If needed, also suppose values of further edges. Return
        the derivation of the contradiction (or None), and the set of all edges whose values were derived.
        """
        follower = self._follower
        found = follower.deeper(goal.edge, 1 - goal.line, SHORT, INNER)
        touched = {*follower.since(0), *follower.reached()}
        chain = self._chain(goal, 0) if found else None
        follower.undo(0)
        return chain, touched

    def _chain(self, goal: Known, base: int) -> Chain:
        # The first `base` derived edges are older than the supposition.
        # Call this only once for each contradiction, because `_link` undoes derived edges.
        follower = self._follower
        trail = follower.since(base)
        followed = {edge: base + number for number, edge in enumerate(trail)}
        end = Link(None, self._premises(follower.end, follower.n_trail, None))
        links = [end]
        needed = {premise.edge for premise in end.premises if isinstance(premise, Known)}
        for edge in reversed(trail):
            if edge in needed and edge != goal.edge:
                link = self._link(Known(edge, follower.value[edge] == 1), followed[edge])
                links.append(link)
                needed.update(premise.edge for premise in link.premises if isinstance(premise, Known))
        links.reverse()
        premises = dict.fromkeys(premise for link in links for premise in link.premises)
        before = (premise for premise in premises if not (isinstance(premise, Known) and premise.edge in followed))
        return Chain(goal, tuple(links), tuple(before))

    def _link(self, known: Known, place: int) -> Link:
        follower = self._follower
        if follower.cause[place] != TRIED:
            return Link(known, self._premises(follower.cause[place], follower.before[place], known))
        follower.undo(place)
        follower.attempt(known.edge, 1 - known.line, SHORT)
        chain = self._chain(known, place)
        follower.undo(place)
        return Link(known, chain.premises, chain.links)

    def _premises(self, cause: int, before: int, known: Known | None) -> tuple[Premise, ...]:
        """Return the premises of the derived edge `known`, or (if it is None) of the contradiction."""
        follower = self._follower
        if cause == CLOSES:
            path, why = follower.end_path if known is None else follower.paths[known.edge]
            loop = OneLoop(tuple(path) if known is None else (*path, known.edge))
            return (loop, self._witness(why), *(Known(edge, True) for edge in path))
        source = self.facts.units[cause].source if cause >= 0 else self.exchanges[EXCHANGE - cause]
        needed = follower.needs(cause, before, -1 if known is None else int(known.line))
        return (source, *(Known(edge, follower.value[edge] == 1) for edge in needed))

    def _witness(self, why: int) -> Premise:
        return Known(why, True) if why >= 0 else self.facts.units[-2 - why].source


def _flat(rows: Iterable[Iterable[int]]) -> array[int]:
    return array("i", [number for row in rows for number in row])


def _rows(rows: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Return rows in CSR form: (the start of each row and the end of the last row, all rows as one array)."""
    return array("i", accumulate(map(len, rows), initial=0)), _flat(rows)


def _starts_and_flat(rows: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    starts, flat = _rows(rows)
    return starts[:-1], flat
