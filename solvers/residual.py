"""The residual of a deduction: the undecided edges, as a Model on a smaller plane graph (docs/searches.md).

`residual_of` accepts a Model of sums (constraints on numbers of lines), the decided values of its edges, and the paths
of decided lines. It returns a smaller Model. A solution of the smaller Model, together with the decided lines, is a
solution of the original Model. All solutions that agree with the decided edges are found in this way.

The smaller graph has three kinds of edges, in this order: the undecided edges; for each path of lines, an edge that
joins its ends and must be a line; and *bridges*, which must not be lines. Bridges connect the graph, as
`connectivity="tree"` requires. The smaller board has no geometry: the edges of a face or a vertex have no order, and
which face is on the right side of an edge is arbitrary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Numbers
from slitherenc.model.cardinalities import Cardinalities, join_columns, pack
from slitherenc.model.constraints import Cardinality
from slitherenc.model.model import Model


@dataclass(frozen=True, eq=False)
class Residual:
    """What is undecided in a model, as a Model on a smaller board. `on` marks the decided lines of the original board.

    The first edges of the smaller board are the edges of the original board in the array `undecided`. Then come
    `n_paths` edges, which replace the paths of decided lines. The last edges are never lines, but connect the board.
    """

    model: Model
    on: Bits
    undecided: NDArray[np.intp]
    n_paths: int

    def lift(self, lines: Bits) -> Bits:
        """Convert a solution on the smaller board to one on the original board. Both have one bool for each edge."""
        whole = self.on.copy()
        whole[self.undecided] = lines[: len(self.undecided)]
        return whole

    def lower(self, whole: Bits) -> Bits | None:
        """Convert a solution on the original board to one on the smaller board. Both have one bool for each edge.
        Return None if the solution contradicts the decided edges."""
        n = len(self.undecided)
        lines = np.zeros(self.model.board.n_edges, np.bool_)
        lines[:n] = whole[self.undecided]
        if (self.lift(lines) != whole).any():
            return None
        lines[n : n + self.n_paths] = True
        return lines


def residual_of(model: Model, value: Numbers, mates: Numbers) -> Residual:
    """Return the Residual of a model: its undecided part, as a Model on a smaller board.

    Each constraint must be a Cardinality (a constraint on a number of lines) that has no weights. It must also have no
    selector (a literal that switches a constraint on). value[e] is 1 if edge e is a line, 0 if not, and negative if
    undecided. At least one edge must be undecided. The values must not close a loop or violate a constraint. The inner
    vertices of a path of lines must have no undecided edge. If v is an end of a path, `mates[v]` is the other end.
    """
    board = model.board
    undecided, on = np.flatnonzero(value < 0), value == 1
    paths, first = _paths(board, on, mates)
    chosen = np.concatenate([undecided, first])  # the edges whose sides the new edges inherit
    ends = np.concatenate([board.ends[undecided], paths])
    is_inner = np.zeros(board.n_vertices, np.bool_)
    is_inner[ends] = True
    number = np.cumsum(is_inner) - 1
    ends = number[ends]
    label = _components(board.n_faces + 1, *board.sides[value == 0].T)  # index -1, the outer face, is face F
    sides = label[board.sides[chosen]]
    pieces, at = _bridges(int(is_inner.sum()), ends, sides)
    sides = np.concatenate([sides, np.column_stack([at, at])])
    smaller = _board(np.concatenate([ends, pieces]), sides, int(label[-1]), board.xy[is_inner])
    facts = pack(Cardinality((e,), (int(e < len(chosen)),)) for e in range(len(undecided), smaller.n_edges))
    sums = join_columns([_rest(model.cardinalities, value, undecided), facts])
    rest = replace(model, board=smaller, cardinalities=sums, degrees=model.degrees[is_inner])
    return Residual(rest, on, undecided, len(paths))


def _paths(board: Board, on: Bits, mates: Numbers) -> tuple[Numbers, Numbers]:
    """Return the two ends of each path of lines, and one edge of each path. `mates` maps an end to the other end."""
    degree = np.bincount(board.ends[on].ravel(), minlength=board.n_vertices)
    tail = np.flatnonzero(degree == 1)
    tail = tail[tail < mates[tail]]
    last = np.empty(board.n_vertices, np.int64)
    lines = np.flatnonzero(on)
    last[board.ends[lines]] = lines[:, None]
    return np.column_stack([tail, mates[tail]]), last[tail]


def _components(n: int, a: Numbers, b: Numbers) -> NDArray[np.int64]:
    """Return, for each of n nodes of a graph, the smallest node in its connected component. The arrays a and b are the
    ends of the edges; -1 stands for the last node."""
    label = np.arange(n)
    while True:
        a, b = label[a], label[b]  # roots; each root with a smaller neighbor is merged, so at least half disappear
        apart = a != b
        if not apart.any():
            break
        a, b = a[apart], b[apart]
        joined = np.maximum(a, b)
        label[joined] = np.minimum(a, b)  # if several values are written for one root, any of them is right
        while (label[joined] != (up := label[label[joined]])).any():
            label[joined] = up
    while (label != (up := label[label])).any():  # update nodes that were merged in early rounds
        label = up
    return label


def _bridges(n_vertices: int, ends: Numbers, sides: Numbers) -> tuple[Numbers, Numbers]:
    """Return the ends of new edges that make a plane graph connected, and the face in which each new edge lies."""
    piece = _components(n_vertices, *ends.T)
    if not piece.any():
        return np.empty((0, 2), np.int64), np.empty(0, np.int64)
    # One row for each piece on each face, with one of its vertices; rows of the same face are consecutive.
    keys = sides.ravel() * n_vertices + np.repeat(piece[ends[:, 0]], 2)
    order = np.argsort(keys, kind="stable")
    begins = np.append(True, np.diff(keys[order]) != 0)
    face, vertex = keys[order][begins] // n_vertices, np.repeat(ends[:, 0], 2)[order][begins]
    same = face[1:] == face[:-1]
    pairs, at = np.column_stack([vertex[:-1], vertex[1:]])[same], face[1:][same]
    chosen = _forest(piece[pairs].tolist())
    return pairs[chosen], at[chosen]


def _forest(pairs: list[list[int]]) -> list[int]:
    """Return the indices of the pairs that join two nodes which earlier pairs do not connect (a spanning forest)."""
    root: dict[int, int] = {}

    def find(thing: int) -> int:
        while (above := root.setdefault(thing, thing)) != thing:
            root[thing] = thing = root[above]
        return thing

    chosen = []
    for i, (one, two) in enumerate(pairs):
        one, two = find(one), find(two)
        if one != two:
            root[one] = two
            chosen.append(i)
    return chosen


def _board(ends: Numbers, sides: Numbers, outer: int, xy: NDArray[np.float64]) -> Board:
    number = np.full(int(sides.max()) + 1, -1, np.int32)
    bounded = np.zeros(len(number), np.bool_)
    bounded[sides] = True
    if outer < len(number):
        bounded[outer] = False
    number[bounded] = np.arange(bounded.sum())
    sides = number[sides]
    swapped = ends[:, 0] > ends[:, 1]
    ends = np.where(swapped[:, None], ends[:, ::-1], ends)
    sides = np.where(swapped[:, None], sides[:, ::-1], sides)
    ringed = sides.copy()
    ringed[sides[:, 0] == sides[:, 1], 1] = -1  # an edge with one face on both sides is listed once
    columns = (*_rows(ringed, int(bounded.sum())), *_rows(ends, len(xy)))
    face_start, face_edges, vertex_start, vertex_edges = (column.astype(np.int32) for column in columns)
    return Board(
        "residual",
        (),
        ends.astype(np.int32),
        sides.astype(np.int32),
        face_start,
        face_edges,
        vertex_start,
        vertex_edges,
        xy,
    )


def _rows(pairs: Numbers, n: int) -> tuple[Numbers, Numbers]:
    """Return, for each of n nodes, the rows of `pairs` that contain it, as CSR. Negative numbers are ignored."""
    flat = pairs.ravel()
    order = np.argsort(flat, kind="stable")
    order = order[flat[order] >= 0]
    return np.concatenate([[0], np.cumsum(np.bincount(flat[flat >= 0], minlength=n))]), order // 2


def _rest(columns: Cardinalities, value: Numbers, undecided: Numbers) -> Cardinalities:
    """Return what the constraints `columns` still require of the undecided edges, which are renumbered from 0."""
    number = np.full(len(value), -1, np.int32)
    number[undecided] = np.arange(len(undecided))
    edges = number[columns.edges]
    left, lines = columns.totals(value < 0), columns.totals(value == 1)
    base = int(left.max(initial=0)) + int(lines.max(initial=0)) + 1
    keys = (columns.domain * base + lines) * base + left
    owed: dict[tuple[int, ...], int] = {}
    domain = np.full(len(keys), -1, np.int32)  # -1: a sum that no longer restricts anything
    for key in sorted(set(keys.tolist())):
        (which, has), free = divmod(key // base, base), key % base
        sums = tuple(number - has for number in columns.domains[which] if 0 <= number - has <= free)
        sums = sums or (free + 1,)  # an impossible sum: no number is allowed
        if len(sums) <= free:
            domain[keys == key] = owed.setdefault(sums, len(owed))
    rows = np.flatnonzero(domain >= 0)
    is_left = (edges >= 0) & np.repeat(domain >= 0, np.diff(columns.start))
    start = np.concatenate([[0], np.cumsum(left[rows])]).astype(np.int32)
    none = np.zeros(len(rows), np.int32)
    return Cardinalities(start, edges[is_left], None, domain[rows], tuple(owed), none - 1, none)
