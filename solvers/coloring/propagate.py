"""Propagator: the chosen rules to a fixpoint, each scope looked at again only when it has changed.

In: a DualGraph and the names of rules. `start` propagates from a given Coloring; `run` propagates what was changed
in the Coloring since. A scope is looked at again when one of its nodes was relabeled: first the scopes of one clue or
vertex, then the larger ones; the rules of the whole board run when nothing else propagates; probing comes last.
Whatever the rules, a scope without a consistent coloring, alternatives of which none can hold, a vertex with three
lines and a loop closed too early are contradictions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

from slitherenc.solvers.coloring.alternatives import EitherScope
from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import (
    MOST_NODES,
    ColorPattern,
    Forced,
    Implications,
    Memory,
    ScopeShape,
    deductions,
    numbered,
    scope,
)
from slitherenc.solvers.coloring.paths import Chains
from slitherenc.solvers.coloring.probing import Gains, Probe
from slitherenc.solvers.coloring.rules import RULES
from slitherenc.solvers.coloring.scopes import ScopeParts, neighbours, single
from slitherenc.solvers.coloring.state import Coloring, Contradiction

PROBES = frozenset({"look-ahead", "either-way"})
_UNKNOWN: Any = object()


class _Scope(NamedTuple):
    """A scope on the board.

    nodes    its nodes
    codes    their codes, out of `Coloring.code`
    imply    what a pattern of the nodes implies
    known    a cache of that; None for large scopes, which hardly meet a pattern twice
    """

    nodes: tuple[int, ...]
    codes: Callable[[list[int]], tuple[int, ...]]
    imply: Callable[[ColorPattern], Implications]
    known: Memory | None


class Propagator:
    """Propagation of a set of rules on one DualGraph.

    Between two runs it holds no state of the search, only its cache of patterns.
    """

    def __init__(self, dual: DualGraph, rules: frozenset[str]) -> None:
        """rules: names of RULES."""
        self.dual = dual
        self.rules = rules
        self._memory: dict[ScopeShape, Memory] = {}
        self._parts: dict[ScopeShape, Memory] = {}
        easy, hard = self._eithers()
        self._levels = (
            _Level(dual, [*self._scopes(single(dual)), *easy]),
            _Level(dual, [*(self._scopes(neighbours(dual)) if "neighbours" in rules else ()), *hard]),
        )
        self._board = list(self._board_rules())
        self._follow: Propagator | None = None
        self._probe: Probe | None = None
        if rules & PROBES:
            self._probe = self._new_probe("look-ahead" in rules, "either-way" in rules)

    def start(self, state: Coloring) -> None:
        """Apply all rules to a fixpoint. Raises Contradiction."""
        for constraint in self.dual.counts:
            if not constraint.allowed:
                raise Contradiction
        for level in self._levels:
            level.wake_all()
        for node, side in self.dual.fixed:
            state.join(node, self.dual.outer, side)
        self.run(state)

    def run(self, state: Coloring) -> None:
        """Propagate to a fixpoint. Raises Contradiction; then only `Coloring.undo` may follow."""
        try:
            while self._step(state):
                pass
        except Contradiction:
            for level in self._levels:
                level.sleep()
            state.touched.clear()
            raise

    def gains(self, state: Coloring) -> Gains:
        """For each undecided node, at a fixpoint: how many nodes are decided when it is outside, and when it is inside.

        None instead of a number: that decision leads to a contradiction. The numbers are those of the last probing,
        or of a probing now when the rules include none.
        """
        if self._probe is None:
            probe = self._new_probe(False, False)
            probe(state)
            return probe.gains
        return self._probe.gains

    def _new_probe(self, failed_literals: bool, disjunction: bool) -> Probe:
        if self._follow is None:
            self._follow = Propagator(self.dual, self.rules - PROBES)
        return Probe(self._follow.run, failed_literals, disjunction)

    def _step(self, state: Coloring) -> bool:
        """Propagate single constraints to a fixpoint, then apply the easiest other rule that implies anything, once.

        Returns True when such a rule did.
        """
        first, second = self._levels
        touched = state.touched
        while True:
            if touched:
                first.wake(touched)
                second.later(touched)
                touched.clear()
            if first.todo:
                self._look(state, first.next())
            else:
                break
        second.wake_later()
        while second.todo:
            if self._look(state, second.next()):
                return True
        if any(_make(state, run(state)) for run in self._board):
            return True
        return self._probe is not None and _make(state, self._probe(state))

    def _look(self, state: Coloring, at: _Scope) -> bool:
        """Apply what the scope implies; True when that is anything."""
        firsts: dict[int, int] = {}
        pattern = tuple(
            [firsts.setdefault(x >> 1, n ^ x & 1) ^ x & 1 for n, x in zip(count(0, 2), at.codes(state.code))]
        )
        if at.known is None:
            moves = at.imply(pattern)
        else:
            moves = at.known.get(pattern, _UNKNOWN)
            if moves is _UNKNOWN:
                moves = at.known[pattern] = at.imply(pattern)
        if moves is None:
            raise Contradiction
        nodes = at.nodes
        for a, b, opposite in moves:
            state.join(nodes[a], nodes[b], opposite)
        return bool(moves)

    def _scopes(self, groups: Iterator[ScopeParts]) -> Iterator[_Scope]:
        for kind, group, ways in groups:
            nodes, shape = scope(kind, group, self.dual.sides, ways)
            if nodes and (kind in ("count", "vertex") or shape.n_nodes <= MOST_NODES):
                yield self._table_scope(nodes, shape)

    def _eithers(self) -> tuple[list[_Scope], list[_Scope]]:
        """The scopes of alternatives: those by truth table, those by cases."""
        by_table, by_cases = [], []
        for ways in self.dual.eithers:
            nodes, shape = numbered("either", (), ways)
            if shape.n_nodes <= MOST_NODES:
                by_table.append(self._table_scope(nodes, shape))
            else:
                cases = EitherScope(shape, "alternatives" in self.rules, self._parts)
                by_cases.append(_Scope(nodes, _codes(nodes), cases, None))
        return by_table, by_cases

    def _table_scope(self, nodes: tuple[int, ...], shape: ScopeShape) -> _Scope:
        memory = self._memory.setdefault(shape, {}) if shape.n_nodes <= MOST_NODES else None
        return _Scope(nodes, _codes(nodes), lambda pattern: deductions(shape, pattern, self.rules), memory)

    def _board_rules(self) -> Iterator[Callable[[Coloring], Forced]]:
        """The rules of the whole board, in the order of RULES, each with what it prepares once. All need one loop."""
        dual = self.dual
        if not dual.single:
            return
        for name, rule in RULES.items():
            if rule.stage == "board" and name in self.rules:
                yield _bound(rule.function(), dual, (Chains(dual),) if name == "loop" else ())


def _make(state: Coloring, moves: Forced) -> bool:
    """Makes these joins; True when any of them was new."""
    before = state.mark()
    for a, b, opposite in moves:
        state.join(a, b, opposite)
    return state.mark() > before


def _bound(run: Callable[..., Forced], dual: DualGraph, more: tuple[Any, ...]) -> Callable[[Coloring], Forced]:
    return lambda state: run(dual, state, *more)


def _codes(nodes: tuple[int, ...]) -> Callable[[list[int]], tuple[int, ...]]:
    return itemgetter(*nodes) if len(nodes) > 1 else lambda code: (code[nodes[0]],)


class _Level:
    """A queue of scopes that are to be looked at, each at most once at a time."""

    def __init__(self, dual: DualGraph, scopes: list[_Scope]) -> None:
        self.scopes = scopes
        self.todo: list[int] = []
        self._waiting = bytearray(len(self.scopes))
        self._later: list[int] = []
        self._of: list[list[int]] = [[] for _ in range(dual.n_nodes)]
        for i, at in enumerate(self.scopes):
            for node in at.nodes:
                self._of[node].append(i)

    def wake_all(self) -> None:
        self.todo = list(range(len(self.scopes)))
        self._waiting = bytearray(b"\1") * len(self.scopes)

    def wake(self, nodes: list[int]) -> None:
        waiting = self._waiting
        for node in nodes:
            for i in self._of[node]:
                if not waiting[i]:
                    waiting[i] = 1
                    self.todo.append(i)

    def later(self, nodes: list[int]) -> None:
        if self.scopes:
            self._later += nodes

    def wake_later(self) -> None:
        self.wake(self._later)
        self._later.clear()

    def next(self) -> _Scope:
        i = self.todo.pop()
        self._waiting[i] = 0
        return self.scopes[i]

    def sleep(self) -> None:
        for i in self.todo:
            self._waiting[i] = 0
        self.todo.clear()
        self._later.clear()
