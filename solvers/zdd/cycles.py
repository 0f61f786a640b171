"""Sets of loops as zero-suppressed decision diagrams (ZDDs; Funae, Nagata and Ono, Algorithm 1) with Graphillion.

`Cycles(board)` is the set of all loops of a board, as an immutable value. `.count` is the number of loops, and
iterating yields the loops. `.with_clue(face, digit)` returns the subset that satisfies a clue. After the last clue, the
set contains exactly the solutions. The extra `zdd` installs Graphillion.

Graphillion stores one *universe* (the graph) in its class `Universe`, for the whole process. This module sets its own
universe only during an operation and then restores the previous one, so callers may use Graphillion, too. Like
Graphillion, this module is not thread-safe.

Size: the ZDD of all loops grows with the frontier. At an edge, the frontier is the set of vertices that have an earlier
and a later edge. An edge at which the frontier has w vertices needs about 0.6 · M(w) nodes of 130 bytes, where M(w) is
the w-th Motzkin number. A board that needs more than MOST_NODES nodes is rejected at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError, extra
from slitherenc.base.supports import Supports
from slitherenc.boards.board import Board
from slitherenc.model.constraints import Cardinality, Either, Side, runs
from slitherenc.model.decompose import decompose
from slitherenc.model.model import EITHER, Model, allowed_degrees

SUPPORTS = Supports(weights=True, gaps=True, eithers=True)
MOST_NODES = 15_000_000  # about 2 GB
_MANY = 1000  # combinations of a sum's edges; above this, Graphillion's slower linear constraints are used


def graphillion(user: str = "the method zdd") -> Any:
    """Import and return the package. If it is missing, raise NotInstalled with the message that `user` needs it."""
    return extra("graphillion", f"{user} needs Graphillion: pip install graphillion (or slitherenc[zdd])")


def edge_order(board: Board) -> tuple[list[int], int]:
    """Return the order of the edges in the ZDD, and the approximate number of nodes of the ZDD of all loops. The edges
    are ordered by rows or by columns, whichever needs fewer nodes."""
    x, y = np.round(board.xy.T, 6)
    best: tuple[int, list[int]] | None = None
    for vertices in (np.lexsort((x, y)), np.lexsort((y, x))):
        rank = np.empty(board.n_vertices, np.int64)
        rank[vertices] = np.arange(board.n_vertices)
        low, high = np.sort(rank[board.ends], axis=1).T
        order = np.lexsort((high, low))  # by the earlier end; sorted by the later end, building takes 25 times as long
        cost = _cost(board, order)
        if best is None or cost < best[0]:
            best = cost, order.tolist()
    assert best is not None
    return best[1], best[0]


def _cost(board: Board, order: NDArray[np.intp]) -> int:
    position = np.empty(board.n_edges, np.int64)
    position[order] = np.arange(board.n_edges)
    first, last = np.full(board.n_vertices, board.n_edges), np.full(board.n_vertices, -1)
    for ends in board.ends.T:
        np.minimum.at(first, ends, position)
        np.maximum.at(last, ends, position)
    used = last >= 0
    begun, done = (np.bincount(column[used], minlength=board.n_edges) for column in (first, last))
    width = np.bincount(np.minimum(np.cumsum(begun - done), 60))  # wider frontiers are too large anyway
    motzkin = [1, 1]
    for n in range(2, len(width)):
        motzkin.append(((2 * n + 1) * motzkin[-1] + (3 * n - 3) * motzkin[-2]) // (n + 2))
    dense = 1.1 if board.n_edges > 2.2 * board.n_vertices else 1.0  # measured on triangles
    return int(0.6 * sum(int(number) * motzkin[w] * dense**w for w, number in enumerate(width)))


@dataclass(frozen=True, eq=False)
class _Place:
    """A board's graph in Graphillion, a library for sets of graphs."""

    board: Board
    names: tuple[tuple[int, int], ...]
    numbers: dict[tuple[int, int], int]  # the number of each edge, by its ends
    state: dict[str, Any]  # the attributes of Graphillion's class Universe


class Cycles:
    """An immutable set of loops of a board. With loop="any", an element can also consist of several separate loops."""

    def __init__(
        self,
        board: Board,
        *,
        degrees: NDArray[np.uint8] | None = None,
        loop: Literal["single", "any"] = "single",
        most_nodes: int | None = MOST_NODES,
    ) -> None:
        """Build the set of all loops. Bit d of degrees[v] is set if d lines are allowed at vertex v (default: 0 and 2).

        Raises NotInstalled without Graphillion, and UsageError if the ZDD would have more than `most_nodes` nodes.
        """
        sets = graphillion().GraphSet
        order, nodes = edge_order(board)
        if most_nodes is not None and nodes > most_nodes:
            raise UsageError(
                f"this board is too large: the ZDD of its loops would need about {nodes:.2g} nodes, "
                f"{nodes * 130 / 1e9:.2g} GB; the limit is {most_nodes:.2g} nodes, enough for 12×12 squares"
            )
        self._place = _enter(board, order)
        masks = np.full(board.n_vertices, EITHER, np.uint8) if degrees is None else degrees
        used = np.unique(board.ends)
        allowed = {v: _range(int(masks[v])) for v in used.tolist()}
        lonely = np.delete(masks, used)
        with _universe(self._place.state):
            if ((lonely & 1) == 0).any():  # a vertex without edges must be visited
                self._sets = sets([])
            elif loop == "single":
                self._sets = sets.graphs(vertex_groups=[[]], degree_constraints=allowed)
            else:
                self._sets = sets.graphs(degree_constraints=allowed).larger(0)

    @property
    def board(self) -> Board:
        return self._place.board

    @property
    def count(self) -> int:
        return int(self._sets.len())

    def with_clue(self, face: int, digit: int) -> Cycles:
        return self.with_count(self.board.edges_of_face(face).tolist(), low=digit, high=digit)

    def with_count(self, edges: Sequence[int], low: int, high: int) -> Cycles:
        """Return the loops that have at least `low` and at most `high` lines among `edges`."""
        names = [self._place.names[e] for e in edges]
        sets = graphillion().GraphSet
        with _universe(self._place.state):
            if low > len(edges) or high < 0 or low > high:
                return self._like(sets([]))
            low, high, narrowed = max(low, 0), min(high, len(edges)), self._sets
            if comb(len(edges), low) + comb(len(edges), high + 1) > _MANY:
                return self._like(sets.graphs(graphset=narrowed, linear_constraints=[(names, (low, high))]))
            if low > 0:
                narrowed = narrowed.including(sets([list(some) for some in combinations(names, low)]))
            if high < len(edges):
                narrowed = narrowed.excluding(sets([list(some) for some in combinations(names, high + 1)]))
            return self._like(narrowed)

    def keeping(self, row: Cardinality | Either) -> Cycles:
        """Return the loops that satisfy a constraint. A loop satisfies an Either if it satisfies one of its
        alternatives, and a Cardinality if its sum for this loop is one of the allowed sums.
        """
        if isinstance(row, Either):
            return self._union(reduce(Cycles.keeping, map(_cardinality, parts), self) for parts in row.alternatives)
        if not row.weights:
            return self._union(self.with_count(row.edges, low=low, high=high) for low, high in runs(row.sums))
        terms = [(*self._place.names[e], weight) for e, weight in zip(row.edges, row.weights, strict=True)]
        with _universe(self._place.state):
            graphs = graphillion().GraphSet.graphs
            return self._union(
                self._like(graphs(graphset=self._sets, linear_constraints=[(terms, span)])) for span in runs(row.sums)
            )

    def _union(self, several: Iterable[Cycles]) -> Cycles:
        sets = list(several)
        if len(sets) == 1:
            return sets[0]
        with _universe(self._place.state):
            return self._like(reduce(or_, (one._sets for one in sets), graphillion().GraphSet([])))

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield the loops as sets of edge numbers."""
        numbers = self._place.numbers
        with _universe(self._place.state):
            running = iter(self._sets)
        while True:
            with _universe(self._place.state):
                cycle = next(running, None)
            if cycle is None:
                return
            yield frozenset(numbers[edge] for edge in cycle)

    def _like(self, sets: Any) -> Cycles:
        other = object.__new__(Cycles)
        other._place, other._sets = self._place, sets
        return other


def all_cycles(model: Model) -> Cycles:
    """Return the loops of the board that satisfy `model.degrees` (the numbers of lines allowed at each vertex)."""
    return Cycles(model.board, degrees=model.degrees, loop=model.loop)


def count_constraints(model: Model) -> list[Cardinality | Either]:
    """Return the constraints without a selector, ordered by the position of each constraint's last edge in the ZDD.

    In this order the ZDD stays small (docs/searches.md): each new constraint changes only the levels down to its last
    edge, and the levels below are still those of the ZDD of all loops.
    """
    plain = decompose(model, SUPPORTS, "the method zdd")
    position = np.empty(model.board.n_edges, np.int64)
    position[edge_order(model.board)[0]] = np.arange(model.board.n_edges)
    rows: list[Cardinality | Either] = [
        *(plain.cardinalities.row(i) for i in range(len(plain.cardinalities))),
        *plain.eithers,
    ]
    return sorted(rows, key=lambda row: int(position[_edges_of(row)].max(initial=-1)))


def _edges_of(row: Cardinality | Either) -> list[int]:
    if isinstance(row, Cardinality):
        return list(row.edges)
    return [edge for parts in row.alternatives for part in parts for edge in _cardinality(part).edges]


def _cardinality(part: Cardinality | Side) -> Cardinality:
    """Return `part`, which is a Cardinality and not a Side, because `decompose` has replaced all Sides."""
    assert isinstance(part, Cardinality)
    return part


def _range(mask: int) -> Any:
    return range(0, 3, 2) if mask == EITHER else allowed_degrees(mask)[0]


def _enter(board: Board, order: Sequence[int]) -> _Place:
    """Register the board's graph with Graphillion. Return the graph and the resulting global state of Graphillion."""
    names = tuple((a, b) for a, b in board.ends.tolist())
    universe = _universe_class()
    with _universe(_state()):
        universe.set_universe([names[e] for e in order], traversal="as-is")
        state = _state()
    return _Place(board, names, {name: e for e, name in enumerate(names)}, state)


def _universe_class() -> Any:
    from graphillion.universe import Universe

    return Universe


def _state() -> dict[str, Any]:
    attributes = vars(_universe_class()).items()
    return {key: value for key, value in attributes if not key.startswith("_") and not isinstance(value, staticmethod)}


@contextmanager
def _universe(state: dict[str, Any]) -> Iterator[None]:
    """In the `with` block, let Graphillion use one thread and the global state `state`. Then restore both settings."""
    universe, sets = _universe_class(), graphillion().GraphSet
    before, threads = _state(), sets.omp_get_max_threads()
    _put(universe, state)
    sets.omp_set_num_threads(1)
    try:
        yield
    finally:
        sets.omp_set_num_threads(threads)
        _put(universe, before)


def _put(universe: Any, state: dict[str, Any]) -> None:
    for key, value in state.items():
        setattr(universe, key, value)
