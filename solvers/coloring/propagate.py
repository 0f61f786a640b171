"""Propagator: applies the chosen rules until nothing more follows (the forced moves of Shirai et al. 2006, 3.2.1).

A scope (a group of clues and vertices) is examined again when more is known about one of its faces. When no scope
implies anything more, the rules for the whole board run, and probing comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, count
from typing import Any, NamedTuple

from slitherenc.solvers.coloring.dual import DualGraph, PairSum, Ways
from slitherenc.solvers.coloring.one_loop import keep_open, require_connected
from slitherenc.solvers.coloring.probing import Gain, probes
from slitherenc.solvers.coloring.scope import (
    MOST_NODES,
    ColorPattern,
    Implications,
    ScopeShape,
    canonical_scope,
    find_implications,
)
from slitherenc.solvers.coloring.state import Coloring, Contradiction

_UNKNOWN: Any = object()


class _Scope(NamedTuple):
    nodes: tuple[int, ...]  # the faces in the constraints; if there are none, the scope is examined only once
    shape: ScopeShape  # the constraints, with these faces numbered from 0
    known: dict[ColorPattern, Implications] | None  # what known sides imply; None if large, since patterns rarely recur
    is_on: bool  # whether the rule was chosen; if not, the scope only finds contradictions


class Propagator:
    """Applies a set of rules that decide which faces of a DualGraph are inside and outside the loop.

    Between runs, it keeps only caches: what the constraints imply, and the results of the last probing.
    """

    def __init__(self, dual: DualGraph, rules: frozenset[str]) -> None:
        self.dual = dual
        self.rules = rules  # names in `rules.RULES`
        self._memory: dict[ScopeShape, dict[ColorPattern, Implications]] = {}
        self._scopes = list(self._all_scopes())
        self._scopes_of: list[list[int]] = [[] for _ in range(dual.n_nodes)]
        for i, at in enumerate(self._scopes):
            for node in at.nodes:
                self._scopes_of[node].append(i)
        self._todo: set[int] = set()  # the indices of the scopes to examine
        self._gains: dict[int, Gain] = {}
        self._next = 0  # the node at which the next probing begins

    def start(self, state: Coloring) -> None:
        """Examine every constraint once, then propagate until nothing more follows. Raises Contradiction."""
        self._todo.update(range(len(self._scopes)))
        self.run(state)

    def run(self, state: Coloring) -> None:
        """Propagate until nothing more follows. After the error Contradiction, the caller must call `Coloring.undo`."""
        while True:
            self._follow(state)
            if "connected" in self.rules and self.dual.single:
                require_connected(self.dual, state)
            if "look-ahead" not in self.rules or not self._look_ahead(state):
                return

    def gains(self, state: Coloring) -> Mapping[int, Gain]:
        """Return, for one face of each undecided color, how many faces are decided if this face is put outside the
        loop, and how many if it is put inside.

        A color is a set of faces: for any two of them, it is known whether they are on the same side of the loop. A
        color is undecided if it is not known which of its faces are inside.
        """
        return self._gains if "look-ahead" in self.rules else dict(probes(state, self._follow, 0))

    def _look_ahead(self, state: Coloring) -> bool:
        """Find a face that cannot be on one side of the loop, and put it on the other. Return False if none exists."""
        self._gains.clear()
        for node, (outside, inside) in probes(state, self._follow, self._next):
            self._gains[node] = outside, inside
            self._next = node
            if outside is None and inside is None:
                raise Contradiction
            if outside is None or inside is None:
                state.join(node, self.dual.outer, int(outside is None))
                return True
        return False

    def _follow(self, state: Coloring) -> None:
        """Propagate by the rules that a probe also uses: all except `connected` and `look-ahead`."""
        keeps_open = "loop" in self.rules and self.dual.single
        try:
            self._look_at_scopes(state)
            while keeps_open and (moves := keep_open(self.dual, state)):
                for move in moves:
                    state.join(*move)
                self._look_at_scopes(state)
        except Contradiction:
            self._todo.clear()
            state.touched.clear()
            raise

    def _look_at_scopes(self, state: Coloring) -> None:
        while True:
            for node in state.touched:
                self._todo.update(self._scopes_of[node])
            state.touched.clear()
            if not self._todo:
                return
            self._look(state, self._scopes[self._todo.pop()])

    def _look(self, state: Coloring, at: _Scope) -> None:
        """Record which pairs of faces the constraints in `at` force onto the same side or onto opposite sides."""
        firsts: dict[int, int] = {}
        codes = [state.code[node] for node in at.nodes]
        pattern = tuple([firsts.setdefault(x >> 1, n ^ x & 1) ^ x & 1 for n, x in zip(count(0, 2), codes)])
        if at.known is None:
            moves = find_implications(at.shape, pattern)
        else:
            moves = at.known.get(pattern, _UNKNOWN)
            if moves is _UNKNOWN:
                moves = at.known[pattern] = find_implications(at.shape, pattern)
        if moves is None:
            raise Contradiction
        if at.is_on:
            nodes = at.nodes
            for a, b, opposite in moves:
                state.join(nodes[a], nodes[b], opposite)

    def _all_scopes(self) -> Iterator[_Scope]:
        for rule, ways in self.dual.clues:
            yield self._scope(ways, rule in self.rules)
        for row in self.dual.vertices:
            yield self._scope(((row,),), "vertex" in self.rules)
        if "neighbours" in self.rules:
            for ways in _clue_pairs(self.dual):
                at = self._scope(ways, True)
                if at.known is not None:
                    yield at

    def _scope(self, ways: Ways, is_on: bool) -> _Scope:
        nodes, shape = canonical_scope(ways)
        known = self._memory.setdefault(shape, {}) if shape.n_nodes <= MOST_NODES else None
        return _Scope(nodes, shape, known, is_on)


def _clue_pairs(dual: DualGraph) -> Iterator[Ways]:
    """Two clues are a pair if their constraints involve a common face other than the outer face. For each pair, yield
    one constraint that combines both clues with the constraints of the vertices at which two edges of one clue meet.
    Pairs that involve more than MOST_NODES faces in total are left out."""
    pairs_of = [{pair for way in clue.ways for row in way for pair in row.pairs} for clue in dual.clues]
    nodes = [{node for pair in pairs for node in pair} for pairs in pairs_of]
    vertices = [_vertices(dual, pairs) for pairs in pairs_of]
    clues_at: list[list[int]] = [[] for _ in range(dual.n_nodes)]
    for i, own in enumerate(nodes):
        for node in own - {dual.outer}:
            clues_at[node].append(i)
    for i, j in sorted({couple for clues in clues_at for couple in combinations(clues, 2)}):
        if len(nodes[i] | nodes[j]) <= MOST_NODES:  # small enough for a truth table
            both = tuple(dict.fromkeys(vertices[i] + vertices[j]))
            yield tuple((*way, *other, *both) for way in dual.clues[i].ways for other in dual.clues[j].ways)


def _vertices(dual: DualGraph, pairs: set[tuple[int, int]]) -> tuple[PairSum, ...]:
    """Return the constraints of vertices with at least two edges that each separate a pair of faces in `pairs`."""
    edges = {e for a, b in pairs for other, e in dual.touching[a] if other == b}
    times = Counter(v for e in edges for v in dual.ends[e])
    return tuple(dual.vertices[v] for v in sorted(times) if times[v] > 1)
