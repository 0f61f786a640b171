"""Model: the intermediate constraint model, the one source of every encoding and every engine.

In: a Puzzle (`model_of`) or constraints by hand (`build`). Out: a Model: over one 0/1 unknown per edge ("is a line")

    Count       low <= number of lines among these edges <= high        (one per clue; may stand under a selector)
    Degree      the number of lines at a vertex is one of these          ({0, 2}; {2} when every vertex is visited)
    SingleLoop  the lines are one loop                                   (left out when `loop` is "any")

The empty set of lines is never a solution. With `loop` "any" the solutions are the papers' *Slitherlinks*: one or
more loops that touch nowhere. A selector g in 1 … n_selectors is a selector: the Count holds when g is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.boards.ragged import gather
from slitherenc.errors import UsageError
from slitherenc.puzzle import Puzzle


class Count(NamedTuple):
    """low <= lines among `edges` <= high; `face` it came from or -1; `selector` 0 = always."""

    edges: tuple[int, ...]
    low: int
    high: int
    face: int = -1
    selector: int = 0


class Degree(NamedTuple):
    """The number of lines at `vertex`, among `edges`, is in `allowed`."""

    vertex: int
    edges: tuple[int, ...]
    allowed: tuple[int, ...]


class SingleLoop(NamedTuple):
    """The lines of `edges` (all of the board's) are one loop."""

    n_edges: int


Constraint = Count | Degree | SingleLoop


@dataclass(frozen=True, eq=False)
class Counts:
    """All Counts of a Model as read-only columns (CSR): edges of count i are edges[start[i]:start[i + 1]]."""

    start: Ints
    edges: Ints
    low: Ints
    high: Ints
    face: Ints
    selector: Ints

    def __len__(self) -> int:
        return len(self.low)

    def edges_of(self, index: int) -> Ints:
        return self.edges[self.start[index] : self.start[index + 1]]


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """board; counts; degrees[V]: bit d set = degree d is allowed (subsets of {0, 2}, never empty); loop; n_selectors."""

    board: Board
    counts: Counts
    degrees: NDArray[np.uint8]
    loop: Literal["single", "any"] = "single"
    n_selectors: int = 0

    def constraints(self) -> Iterator[Constraint]:
        """The readable view, in the order counts, degrees, loop."""
        counts = self.counts
        for i in range(len(counts)):
            numbers = (int(column[i]) for column in (counts.low, counts.high, counts.face, counts.selector))
            yield Count(tuple(counts.edges_of(i).tolist()), *numbers)
        for vertex in range(self.board.n_vertices):
            edges = tuple(self.board.edges_of_vertex(vertex).tolist())
            yield Degree(vertex, edges, allowed_degrees(int(self.degrees[vertex])))
        if self.loop == "single":
            yield SingleLoop(self.board.n_edges)

    def __repr__(self) -> str:
        return f"<Model of {self.board!r}: {len(self.counts)} counts, loop {self.loop}, {self.n_selectors} selectors>"


EITHER = 0b101  # degrees 0 and 2
VISITED = 0b100  # degree 2


def allowed_degrees(mask: int) -> tuple[int, ...]:
    """The set bits of a degree mask: 0b101 -> (0, 2)."""
    return tuple(d for d in range(8) if mask >> d & 1)


def model_of(puzzle: Puzzle, loop: Literal["single", "any"] = "single") -> Model:
    """The Model of a puzzle: one Count a told clue, in the order of the faces."""
    board = puzzle.board
    faces = np.flatnonzero(puzzle.clues >= 0)
    clues = puzzle.clues[faces].astype(np.int32)
    start, edges = gather(board.face_start, board.face_edges, faces)
    none = np.zeros(len(faces), np.int32)
    counts = Counts(*map(_frozen, (start, edges, clues, clues.copy(), faces.astype(np.int32), none)))
    mask = VISITED if puzzle.every_vertex else EITHER
    return Model(board, counts, _frozen_mask(np.full(board.n_vertices, mask, np.uint8)), loop)


def build(
    board: Board,
    counts: Iterable[Count] = (),
    degrees: Sequence[Iterable[int]] | None = None,
    loop: Literal["single", "any"] = "single",
    n_selectors: int = 0,
) -> Model:
    """A Model by hand. `degrees`: the allowed degrees of each vertex (default {0, 2} everywhere).

    Raises UsageError: an edge, face or selector that does not exist, an edge twice in a Count, low > high, a degree
    other than 0 and 2, no degree at all.
    """
    rows = list(counts)
    for row in rows:
        if len(set(row.edges)) != len(row.edges) or not all(0 <= e < board.n_edges for e in row.edges):
            raise UsageError(f"the edges of {row} are not different edges of the board")
        if row.low > row.high:
            raise UsageError(f"{row} asks for at least {row.low} and at most {row.high}")
        if not (-1 <= row.face < board.n_faces and 0 <= row.selector <= n_selectors):
            raise UsageError(f"{row} names a face or selector that does not exist")
    masks = np.full(board.n_vertices, EITHER, np.uint8)
    if degrees is not None:
        if len(degrees) != board.n_vertices:
            raise UsageError(f"{board.n_vertices} vertices want as many sets of degrees, not {len(degrees)}")
        for vertex, allowed in enumerate(degrees):
            chosen = set(allowed)
            if not chosen or not chosen <= {0, 2}:
                raise UsageError(f"the degrees allowed at vertex {vertex} are {chosen}, not a part of {{0, 2}}")
            masks[vertex] = sum(1 << d for d in chosen)
    start = np.zeros(len(rows) + 1, np.int32)
    np.cumsum([len(row.edges) for row in rows], out=start[1:])
    flat = np.array([e for row in rows for e in row.edges], np.int32)
    columns = (np.array([row[i] for row in rows], np.int32) for i in (1, 2, 3, 4))
    return Model(board, Counts(*map(_frozen, (start, flat, *columns))), _frozen_mask(masks), loop, n_selectors)


def _frozen(column: Ints) -> Ints:
    column = np.ascontiguousarray(column, np.int32)
    column.setflags(write=False)
    return column


def _frozen_mask(masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    masks.setflags(write=False)
    return masks
