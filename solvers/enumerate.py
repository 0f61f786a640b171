"""IncrementalSolver: a living problem that answers, is told what to forbid, and answers again; and the loops of its answers.

`rounds` is the one place where blocking, lazy cuts and the trap "this loop alone is a solution" live. Whatever says
"one loop" (the encoding, or only the cuts), the same rounds serve.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.ragged import gather
from slitherenc.errors import SolverFailed
from slitherenc.loop import Loop, loop_of
from slitherenc.model import VISITED, Model
from slitherenc.solvers.separate import CutSets
from slitherenc.solvers.stats import Stats

PATIENCE, FEW = 20, 3  # after so many answers of several loops, those of so few are cut by cut_sets too


class IncrementalSolver(Protocol):
    """What `rounds` needs of a solver."""

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        """The lines[E] of an answer under these selectors (selector g is variable E + g); None = there is proved to be none.

        Raises GaveUp, SolverFailed.
        """

    def forbid(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        """From now on not all edges of `on` are lines while all of `off` are none (as long as `selector` holds)."""

    def prefer(self, bits: Bits) -> None:
        """Look first for answers like this; may do alone."""


def cut_clause(n_edges: int, on: Sequence[int], selector: int, off: Sequence[int]) -> list[int]:
    """What `forbid` says, as a clause of DIMACS literals."""
    condition = [-(n_edges + selector)] if selector else []
    return [*[-1 - e for e in on], *[e + 1 for e in off], *condition]


def cycles(board: Board, bits: Bits) -> list[list[int]]:
    """The separator: the loops of lines in which every vertex has degree 0 or 2, as edge numbers, largest first.

    Shared by every IncrementalSolver; the checker in `slitherenc.loop` does not use it. Plain loops over lists: on boards of
    every size they are as fast as anything in numpy.
    """
    return walk_subtours(_ends_of(board), np.flatnonzero(bits).tolist())


class Ends:
    """The ends of edges as lists, made once for many walks; edge numbers count from 0."""

    def __init__(self, n_vertices: int, tail: NDArray[Any], head: NDArray[Any]) -> None:
        self.n_vertices = n_vertices
        self.tail = tail.tolist()
        self.head = head.tolist()
        self.both = (tail ^ head).tolist()


@lru_cache(maxsize=4)
def _ends_of(board: Board) -> Ends:
    """Remembered, since a Session walks on one board thousands of times."""
    return Ends(board.n_vertices, *board.ends.T)


def walk_subtours(ends: Ends, lines: list[int]) -> list[list[int]]:
    """The loops of `lines`, edge numbers, largest first; every vertex has none or two of them."""
    # At a vertex of the loop the XOR of its two lines, with one of them, gives the other; likewise the two ends.
    at_vertex = [0] * ends.n_vertices
    tail, head, both = ends.tail, ends.head, ends.both
    for edge in lines:
        at_vertex[tail[edge]] ^= edge
        at_vertex[head[edge]] ^= edge
    left = bytearray(len(both))
    for edge in lines:
        left[edge] = 1
    found = []
    for first in lines:
        if not left[first]:
            continue
        start, vertex, edge, cycle = tail[first], head[first], first, [first]
        while vertex != start:
            edge ^= at_vertex[vertex]
            cycle.append(edge)
            vertex ^= both[edge]
        for edge in cycle:
            left[edge] = 0
        found.append(cycle)
    found.sort(key=len, reverse=True)
    return found


def rounds(
    master: IncrementalSolver,
    model: Model,
    stats: Stats,
    assume: Sequence[int] = (),
    cuts: Literal["all", "smallest"] = "all",
    query: int = 0,
    cut_sets: bool = False,
) -> Iterator[Loop]:
    """The solutions of the model under the selectors `assume`, each once; the end means that there are no more.

    `query`: a selector of the caller's own, beyond the model's, under which solutions are forbidden; so that a master
    that serves several clue sets forgets them with it. 0: they stay forbidden.

    `cut_sets`: for a master whose `forbid` takes any edges. Answers that come again and again with few loops, each a
    little different, are cut by `CutSets` as well: a proof that took 80,000 rounds then takes 100.

    Ask; an answer of one loop is a solution: yield it and forbid it. An answer of several loops is cut: each of them
    (or only the smallest) is forbidden, unless it keeps every rule by itself, for then it is a solution too. A cut
    is written under a selector when only a selected count makes it right, so that it stays right when the selector goes.
    Raises SolverFailed when an answer breaks the model or was forbidden, GaveUp.
    """
    seen: set[bytes] = set()
    alone = _Alone(model, assume)
    ends = _ends_of(model.board)
    separator: CutSets | None = None
    several = 0  # answers so far
    while True:
        with stats.timed("search"):
            bits = master.solve([*assume, query] if query else assume)
        stats.rounds += 1
        if bits is None:
            return
        key = np.packbits(bits).tobytes()
        if key in seen:
            raise SolverFailed("the solver gave an answer a second time that it was told to forbid")
        seen.add(key)
        if model.loop == "any":
            loop = loop_of(model, bits, assume)
            master.forbid(loop.edges.tolist(), query, off=np.flatnonzero(~bits).tolist())
            yield loop
            continue
        alone.refuse_unlawful(bits)
        loops = walk_subtours(ends, np.flatnonzero(bits).tolist())
        if len(loops) == 1:
            yield (loop := loop_of(model, bits, assume))
            master.forbid(loops[0], query)
            master.prefer(~bits)
            continue
        several += 1
        if cut_sets and several > PATIENCE and len(loops) <= FEW:
            separator = separator or CutSets(model.board)
            for on, off in separator.between(bits, [np.array(edges) for edges in loops]):
                master.forbid(on, off=off)
                stats.cuts += 1
        selectors = alone.broken_selectors(loops)
        for edges, selector in zip(loops, selectors, strict=True) if cuts == "all" else [(loops[-1], selectors[-1])]:
            if selector is None:
                yield (loop := loop_of(model, _bits(model, edges), assume))
                master.forbid(edges, query)
                seen.add(np.packbits(loop.bits()).tobytes())
            else:
                master.forbid(edges, selector)
                stats.cuts += 1


def _bits(model: Model, edges: Sequence[int]) -> Bits:
    bits = np.zeros(model.board.n_edges, np.bool_)
    bits[edges] = True
    return bits


class _Alone:
    """Does a loop, taken alone, keep every count and degree? Prepared once for a set of selectors."""

    def __init__(self, model: Model, assume: Collection[int]) -> None:
        counts, board = model.counts, model.board
        self._model = model
        self._assume = assume
        self._active = counts.selector == 0
        if assume:
            chosen = np.zeros(model.n_selectors + 1, np.bool_)
            chosen[list(assume)] = True
            self._active = self._active | chosen[counts.selector]
        # witness[e] = the selector of an active count that asks for an exact number of lines, more than 0, and has e
        # among its edges (0: a rule without a selector); -1 = none. A loop without e then breaks it, if e is a line.
        exact = np.flatnonzero(self._active & (counts.low > 0) & (counts.low == counts.high))
        exact = exact[np.argsort(-counts.selector[exact], kind="stable")]
        start, edges = gather(counts.start, counts.edges, exact)
        witness = np.full(board.n_edges, -1, np.int64)
        witness[edges] = np.repeat(counts.selector[exact], np.diff(start))
        must_visit = model.degrees == VISITED
        if must_visit.any():
            witness[must_visit[board.ends].any(axis=1)] = 0
        self._witness: list[int] = witness.tolist()

    def refuse_unlawful(self, bits: Bits) -> None:
        """Raises SolverFailed when a vertex has another number of lines than 0 or 2, or there is no line."""
        board = self._model.board
        degree = np.bincount(board.ends[bits].ravel(), minlength=board.n_vertices)
        if ((degree != 0) & (degree != 2)).any() or not degree.any():
            loop_of(self._model, bits, self._assume)  # raises, naming the place

    def broken_selectors(self, loops: Sequence[Sequence[int]]) -> list[int | None]:
        """For each loop of one answer, taken alone: the selector of an active count that it breaks; 0 when it breaks a
        rule without a selector; None when it breaks nothing.

        The answer as a whole keeps every count. So a count that has a line of another loop, and asks for an exact
        number, gets too few from this one.
        """
        witness = self._witness
        told = [next((witness[e] for e in edges if witness[e] >= 0), -1) for edges in loops]
        best = [i for i, selector in enumerate(told) if selector >= 0]
        found: list[int | None] = []
        for i, edges in enumerate(loops):
            other = next((told[j] for j in best[:2] if j != i), None)
            found.append(self.broken_selector(edges) if other is None else other)
        return found

    def broken_selector(self, edges: Sequence[int]) -> int | None:
        """The same for one loop, by looking at every rule."""
        model, counts = self._model, self._model.counts
        bits = _bits(model, edges)
        running = np.concatenate([[0], np.cumsum(bits[counts.edges])])
        number = running[counts.start[1:]] - running[counts.start[:-1]]
        broken = self._active & ((number < counts.low) | (number > counts.high))
        degree = np.bincount(model.board.ends[bits].ravel(), minlength=model.board.n_vertices)
        if ((model.degrees >> degree.astype(np.uint8)) & 1 == 0).any():
            return 0
        return int(counts.selector[broken].min()) if broken.any() else None
