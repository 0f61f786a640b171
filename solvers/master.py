"""Master: a living problem that answers, is told what to forbid, and answers again; and the loops of its answers.

`rounds` is the one place where blocking, lazy cuts and the trap "this loop alone is a solution" live. Whatever says
"one loop" (the encoding, or only the cuts), the same rounds serve.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.errors import SolverFailed
from slitherenc.loop import Loop, loop_of
from slitherenc.model import Model
from slitherenc.solvers.stats import Stats

Edges = NDArray[np.int32]


class Master(Protocol):
    """What `rounds` needs of a solver."""

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        """The lines[E] of an answer under these guards (guard g is variable E + g); None = there is proved to be none.

        Raises GaveUp, SolverFailed.
        """

    def forbid(self, on: Edges, guard: int = 0, off: Edges | None = None) -> None:
        """From now on not all edges of `on` are lines while all of `off` are none (as long as `guard` holds)."""

    def prefer(self, bits: Bits) -> None:
        """Look first for answers like this; may do alone."""


def cycles(board: Board, bits: Bits) -> list[Edges]:
    """The separator: the loops of lines in which every vertex has degree 0 or 2, as sorted edge numbers.

    Largest first. Shared by every Master; the checker in `slitherenc.loop` does not use it.
    """
    lines = np.flatnonzero(bits)
    partner: dict[int, int] = {}  # an edge end (vertex) -> the XOR of the lines there
    ends = board.ends[lines].tolist()
    numbers = lines.tolist()
    other_end = {}
    for edge, (a, b) in zip(numbers, ends, strict=True):
        partner[a] = partner.get(a, 0) ^ edge
        partner[b] = partner.get(b, 0) ^ edge
        other_end[edge] = a ^ b
    found = []
    left = dict.fromkeys(numbers)
    while left:
        first, _ = left.popitem()
        start = vertex = int(board.ends[first, 0])
        edge, cycle = first, [first]
        while (vertex := vertex ^ other_end[edge]) != start:
            edge = partner[vertex] ^ edge
            del left[edge]
            cycle.append(edge)
        found.append(np.array(sorted(cycle), np.int32))
    found.sort(key=len, reverse=True)
    return found


def rounds(
    master: Master,
    model: Model,
    stats: Stats,
    assume: Sequence[int] = (),
    cuts: Literal["all", "smallest"] = "all",
    query: int = 0,
) -> Iterator[Loop]:
    """The solutions of the model under the guards `assume`, each once; the end means that there are no more.

    `query`: a guard of the caller's own, beyond the model's, under which solutions are forbidden; so that a master
    that serves several clue sets forgets them with it. 0: they stay forbidden.

    Ask; an answer of one loop is a solution: yield it and forbid it. An answer of several loops is cut: each of them
    (or only the smallest) is forbidden, unless it keeps every rule by itself, for then it is a solution too. A cut
    is written under a guard when only a guarded count makes it right, so that it stays right when the guard goes.
    Raises SolverFailed when an answer breaks the model or was forbidden, GaveUp.
    """
    seen: set[bytes] = set()
    alone = _Alone(model, assume)
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
            master.forbid(loop.edges, query, off=np.flatnonzero(~bits).astype(np.int32))
            yield loop
            continue
        loops = alone.lawful_cycles(bits)
        if len(loops) == 1:
            yield (loop := loop_of(model, bits, assume))
            master.forbid(loop.edges, query)
            master.prefer(~bits)
            continue
        for edges in loops if cuts == "all" else loops[-1:]:
            guard = alone.broken_guard(edges)
            if guard is None:
                yield (loop := loop_of(model, _bits(model, edges), assume))
                master.forbid(loop.edges, query)
                seen.add(np.packbits(loop.bits()).tobytes())
            else:
                master.forbid(edges, guard)
                stats.cuts += 1


def _bits(model: Model, edges: Edges) -> Bits:
    bits = np.zeros(model.board.n_edges, np.bool_)
    bits[edges] = True
    return bits


class _Alone:
    """Does a loop, taken alone, keep every count and degree? Prepared once for a set of guards."""

    def __init__(self, model: Model, assume: Collection[int]) -> None:
        counts = model.counts
        self._model = model
        self._assume = assume
        self._active = (counts.guard == 0) | np.isin(counts.guard, list(assume))
        self._count_of = np.repeat(np.arange(len(counts)), np.diff(counts.start))
        wanted = self._active & (counts.low > 0)
        # weight[e] = how many counts that want lines edge e serves; a loop too light for them all breaks one.
        self._need = int(counts.low[wanted].sum())
        self._weight = np.bincount(counts.edges[wanted[self._count_of]], minlength=model.board.n_edges)
        self._must_visit = int(((model.degrees & 1) == 0).sum())

    def lawful_cycles(self, bits: Bits) -> list[Edges]:
        """The loops of an answer. Raises SolverFailed when a vertex has another degree than 0 or 2."""
        model = self._model
        degree = np.bincount(model.board.ends[bits].ravel(), minlength=model.board.n_vertices)
        if not np.isin(degree, (0, 2)).all() or not bits.any():
            loop_of(model, bits, self._assume)  # raises, naming the place
        return cycles(model.board, bits)

    def broken_guard(self, edges: Edges) -> int | None:
        """The guard of an active count that these edges alone break; 0 when a rule without a guard is broken;
        None when no rule is."""
        model, counts = self._model, self._model.counts
        if self._must_visit > len(edges):
            return 0
        if not model.n_guards and int(self._weight[edges].sum()) < self._need:
            return 0
        bits = _bits(model, edges)
        number = np.bincount(self._count_of, weights=bits[counts.edges], minlength=len(counts)).astype(int)
        broken = self._active & ((number < counts.low) | (number > counts.high))
        degree = np.bincount(model.board.ends[edges].ravel(), minlength=model.board.n_vertices)
        if ((model.degrees >> degree.astype(np.uint8)) & 1 == 0).any():
            return 0
        return int(counts.guard[broken].min()) if broken.any() else None
