"""Cardinalities and Degrees: constraints on numbers of lines, stored as arrays to save memory on large boards.

`pack` converts single constraints into arrays. `of_faces` creates the constraints "N lines around the face" of many
faces at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, Ints, restore
from slitherenc.boards.csr import gather
from slitherenc.model.constraints import Cardinality, Either, Side

_SMALL = tuple((number,) for number in range(17))  # the sums of most clues


class Degrees(NamedTuple):
    """A constraint on `vertices`. Each may have d lines only if bit d of `mask` is set: 0b100 requires two lines."""

    vertices: Ints
    mask: int


@dataclass(frozen=True, eq=False)
class Cardinalities:
    """n cardinality constraints, stored as read-only arrays. Each allows certain numbers of lines among some edges.

    start[n+1], edges    the edges of constraint i are edges[start[i]:start[i + 1]]
    weights              a weight for each entry of `edges`, or None if all weights are 1
    domain[n], domains   the allowed sums of constraint i are domains[domain[i]], a sorted tuple that is not empty
    face[n], selector[n] the fields `face` and `selector` of the constraints, as in Cardinality
    """

    start: Ints
    edges: Ints
    weights: Ints | None
    domain: Ints
    domains: tuple[tuple[int, ...], ...]
    face: Ints
    selector: Ints

    def __post_init__(self) -> None:
        for column in (self.start, self.edges, self.domain, self.face, self.selector):
            column.setflags(write=False)
        if self.weights is not None:
            self.weights.setflags(write=False)

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        restore(self, state)

    def __len__(self) -> int:
        return len(self.domain)

    @cached_property
    def low(self) -> Ints:
        """The smallest allowed number of lines of each constraint."""
        return self.domain if self.domains is _SMALL else _bounds(self.domains)[0][self.domain]

    @cached_property
    def high(self) -> Ints:
        """The largest allowed number of lines of each constraint."""
        return self.domain if self.domains is _SMALL else _bounds(self.domains)[1][self.domain]

    @property
    def are_intervals(self) -> bool:
        """Whether the allowed numbers of lines are consecutive in every constraint."""
        return self.domains is _SMALL or bool(self.interval.all())

    @cached_property
    def interval(self) -> Bits:
        """For each constraint, whether the allowed numbers of lines are consecutive."""
        return _bounds(self.domains)[2][self.domain]

    def edges_of(self, index: int) -> Ints:
        return self.edges[self.start[index] : self.start[index + 1]]

    def sums_of(self, index: int) -> tuple[int, ...]:
        """Return the allowed numbers of lines of a constraint."""
        return self.domains[self.domain[index]]

    def weights_of(self, index: int) -> Ints:
        size = int(self.start[index + 1] - self.start[index])
        return np.ones(size, np.int32) if self.weights is None else self.weights[self.start[index] :][:size]

    def totals(self, lines: Bits) -> NDArray[np.int64]:
        """Return the weighted number of lines of each constraint. lines[e] is true if edge e is a line."""
        values = lines[self.edges] if self.weights is None else lines[self.edges] * self.weights
        running = np.concatenate([[0], np.cumsum(values)])
        sums: NDArray[np.int64] = running[self.start[1:]] - running[self.start[:-1]]
        return sums

    def are_allowed(self, totals: NDArray[np.int64]) -> Bits:
        """Return for each constraint i whether totals[i] is an allowed number of lines."""
        good: Bits = (totals >= self.low) & (totals <= self.high)
        for i in np.flatnonzero(good & ~self.interval).tolist():
            good[i] = int(totals[i]) in self.sums_of(i)
        return good

    def row(self, index: int) -> Cardinality:
        """Return the constraint with this number as a Cardinality."""
        weights = () if self.weights is None else tuple(self.weights_of(index).tolist())
        return Cardinality(
            tuple(self.edges_of(index).tolist()),
            self.sums_of(index),
            () if set(weights) <= {1} else weights,
            int(self.face[index]),
            -1,
            int(self.selector[index]),
        )

    def rows(self) -> Iterator[Cardinality]:
        """Yield all constraints as Cardinality objects, in order."""
        if self.weights is not None:
            yield from map(self.row, range(len(self)))
            return
        edges = self.edges.tolist()
        columns = (self.domain.tolist(), self.face.tolist(), self.selector.tolist())
        for (begin, end), domain, face, selector in zip(pairwise(self.start.tolist()), *columns, strict=True):
            yield Cardinality(tuple(edges[begin:end]), self.domains[domain], (), face, -1, selector)

    def chosen(self, which: NDArray[np.intp]) -> Cardinalities:
        """Return the constraints with the indices `which`, in the given order."""
        start, edges = gather(self.start, self.edges, which)
        weights = None if self.weights is None else gather(self.start, self.weights, which)[1]
        return Cardinalities(
            start, edges, weights, self.domain[which], self.domains, self.face[which], self.selector[which]
        )


@lru_cache(maxsize=64)
def _bounds(domains: tuple[tuple[int, ...], ...]) -> tuple[Ints, Ints, Bits]:
    """For each tuple of allowed sums, return the smallest, the largest, and whether the sums are consecutive."""
    low = np.array([sums[0] for sums in domains], np.int32)
    high = np.array([sums[-1] for sums in domains], np.int32)
    return low, high, high - low + 1 == [len(sums) for sums in domains]


AnyConstraint = Cardinality | Side | Either | Cardinalities | Degrees  # what clue types yield: one, or arrays of many


def of_faces(board: Board, faces: Ints, values: Ints) -> Cardinalities:
    """Return one constraint for each i: the face with the number faces[i] has exactly values[i] lines."""
    size = board.face_size
    if size:
        start = np.arange(0, size * len(faces) + 1, size, dtype=np.int32)
        edges = board.face_edges.reshape(-1, size)[faces].reshape(-1)
    else:
        start, edges = gather(board.face_start, board.face_edges, faces)
    if values.max(initial=0) < len(_SMALL):
        domains, domain = _SMALL, values
    else:
        different, inverse = np.unique(values, return_inverse=True)
        domains, domain = tuple((number,) for number in different.tolist()), inverse.astype(np.int32)
    return Cardinalities(start, edges, None, domain, domains, faces, np.zeros(len(faces), np.int32))


def pack(rows: Iterable[Cardinality]) -> Cardinalities:
    """Convert single constraints into arrays."""
    constraints = list(rows)
    start = np.zeros(len(constraints) + 1, np.int32)
    np.cumsum([len(row.edges) for row in constraints], out=start[1:])
    edges = np.array([e for row in constraints for e in row.edges], np.int32)
    weights = None
    if any(row.weights for row in constraints):
        weights = np.array([w for row in constraints for w in row.weights or (1,) * len(row.edges)], np.int32)
    number: dict[tuple[int, ...], int] = {}
    domain = np.array([number.setdefault(row.sums, len(number)) for row in constraints], np.int32)
    face = np.array([row.face for row in constraints], np.int32)
    selector = np.array([row.selector for row in constraints], np.int32)
    return Cardinalities(start, edges, weights, domain, tuple(number), face, selector)


def join_columns(blocks: Sequence[Cardinalities]) -> Cardinalities:
    """Concatenate several arrays of constraints."""
    if len(blocks) == 1:
        return blocks[0]
    filled = [block for block in blocks if len(block)]
    if len(filled) < 2:
        return filled[0] if filled else pack([])
    number: dict[tuple[int, ...], int] = {}
    domains = []
    for block in filled:
        places = np.array([number.setdefault(sums, len(number)) for sums in block.domains], np.int32)
        domains.append(places[block.domain])
    weights = None
    if any(block.weights is not None for block in filled):
        weights = np.concatenate([np.ones(len(b.edges), np.int32) if b.weights is None else b.weights for b in filled])
    sizes = np.concatenate([np.diff(block.start) for block in filled])
    return Cardinalities(
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
        np.concatenate([block.edges for block in filled]),
        weights,
        np.concatenate(domains),
        tuple(number),
        np.concatenate([block.face for block in filled]),
        np.concatenate([block.selector for block in filled]),
    )
