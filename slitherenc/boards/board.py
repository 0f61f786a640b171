"""Board: a plane graph as frozen integer columns, and the one builder of all of them.

Faces, vertices and edges are numbered from 0. The order of the edges is fixed on every board: walk the faces in
order, each face's edges from its first vertex; an edge is numbered when it is first met.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from slitherenc.errors import UsageError

Ints = NDArray[np.int32]
Bits = NDArray[np.bool_]

MAX_FACES = 4_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A plane graph with V vertices, E edges and F bounded faces. All arrays are read-only.

    kind, params      the kind's name in `boards.KINDS` and the numbers that make this one
    ends[E, 2]        the vertices of an edge, the smaller number first; walking that way …
    sides[E, 2]       … the face on the right hand and the face on the left hand (y grows downwards); -1 = outer
    face_start[F+1], face_edges      edges of face f: face_edges[face_start[f]:face_start[f+1]], clockwise
                                     from the face's first vertex
    vertex_start[V+1], vertex_edges  edges of a vertex, counter-clockwise from straight up
    xy[V, 2]          coordinates, x to the right, y downwards
    """

    kind: str
    params: tuple[int, ...]
    ends: Ints
    sides: Ints
    face_start: Ints
    face_edges: Ints
    vertex_start: Ints
    vertex_edges: Ints
    xy: NDArray[np.float64]

    @property
    def n_vertices(self) -> int:
        return len(self.xy)

    @property
    def n_edges(self) -> int:
        return len(self.ends)

    @property
    def n_faces(self) -> int:
        return len(self.face_start) - 1

    def edges_of_face(self, face: int) -> Ints:
        return self.face_edges[self.face_start[face] : self.face_start[face + 1]]

    def edges_of_vertex(self, vertex: int) -> Ints:
        return self.vertex_edges[self.vertex_start[vertex] : self.vertex_start[vertex + 1]]

    def vertex_name(self, vertex: int) -> str:
        """For example `3_1` on squares (row, column), the number on other boards."""
        name = getattr(_kind_module(self.kind), "vertex_name", None)
        return str(name(self, vertex)) if name else str(vertex)

    def edge_name(self, edge: int) -> str:
        """For example `h_3_1` (to the right) or `v_3_1` (downwards) on squares, `e_17` on other boards."""
        name = getattr(_kind_module(self.kind), "edge_name", None)
        return str(name(self, edge)) if name else f"e_{edge}"

    def face_name(self, face: int) -> str:
        """For example `3_1` on squares (row, column), the number on other boards."""
        name = getattr(_kind_module(self.kind), "face_name", None)
        return str(name(self, face)) if name else str(face)

    @property
    def directions(self) -> Mapping[str, tuple[float, float]]:
        """Names and steps of xy of the edges that every vertex of the endless tiling has; empty on boards that are no
        piece of one, or not of a regular one."""
        found: Mapping[str, tuple[float, float]] = getattr(_kind_module(self.kind), "DIRECTIONS", {})
        return found

    @property
    def text_grid(self) -> tuple[int, int] | None:
        """Characters a unit of x and of y in a text drawing; None = this board has no text drawing."""
        return getattr(_kind_module(self.kind), "TEXT_GRID", None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            (self.kind, self.params) == (other.kind, other.params)
            and np.array_equal(self.ends, other.ends)
            and np.array_equal(self.face_start, other.face_start)
            and np.array_equal(self.face_edges, other.face_edges)
            and np.array_equal(self.xy, other.xy)
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.params, self.n_vertices, self.n_edges, self.n_faces))

    def __repr__(self) -> str:
        size = "x".join(map(str, self.params))
        return f"<Board {self.kind} {size}: {self.n_vertices} vertices, {self.n_edges} edges, {self.n_faces} faces>"


@cache
def _kind_module(kind: str) -> ModuleType | None:
    from slitherenc.boards import KINDS

    return KINDS.load(kind) if kind in KINDS.names() else None


def check_faces(n_faces: int) -> None:
    """Raises UsageError when a board of so many faces is beyond the limit; called before anything is allocated."""
    if not 1 <= n_faces <= MAX_FACES:
        raise UsageError(f"a board has 1 to {MAX_FACES:,} faces, this one would have {n_faces:,}")


def from_faces(
    kind: str, params: tuple[int, ...], xy: NDArray[np.float64], face_start: Ints, face_vertices: Ints
) -> Board:
    """The board with these faces.

    In: xy[V, 2]; the vertices of face f in order round it, clockwise or counter-clockwise, are
    face_vertices[face_start[f]:face_start[f+1]]. Out: a Board. Raises UsageError when an edge lies on more than
    two faces or on two faces that overlap.

    Why the sides are right: going round a face clockwise (y downwards) keeps it on the right hand, so the face lies
    on the right of each of its edges in the direction of its walk; the sign of its area says which way it walks.
    """
    n_vertices, n_faces, n_halves = len(xy), len(face_start) - 1, len(face_vertices)
    check_faces(n_faces)
    face_of = np.repeat(np.arange(n_faces, dtype=np.int32), np.diff(face_start))
    successor = np.arange(1, n_halves + 1, dtype=np.int64)
    successor[face_start[1:] - 1] = face_start[:-1]
    tail = face_vertices
    head = face_vertices[successor]

    x, y = xy[:, 0], xy[:, 1]
    area = np.add.reduceat(x[tail] * y[head] - x[head] * y[tail], face_start[:-1])
    forward = (area > 0)[face_of]  # y grows downwards: a positive area is clockwise to the eye

    low, high = np.minimum(tail, head), np.maximum(tail, head)
    keys = low.astype(np.int64) * n_vertices + high
    unique, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    by_first = np.argsort(first)
    number = np.empty(len(unique), np.int32)
    number[by_first] = np.arange(len(unique), dtype=np.int32)
    edge_of = number[inverse.reshape(-1)]

    ends = np.stack([unique[by_first] // n_vertices, unique[by_first] % n_vertices], axis=1).astype(np.int32)
    sides = np.full((len(unique), 2), -1, np.int32)
    hand = ((tail < head) != forward).astype(np.int32)  # 0 = the face is on the right of ends[e, 0] -> ends[e, 1]
    sides[edge_of, hand] = face_of
    if not np.array_equal(sides[edge_of, hand], face_of):
        bad = int(edge_of[np.flatnonzero(sides[edge_of, hand] != face_of)[0]])
        a, b = ends[bad].tolist()
        raise UsageError(f"the edge between vertices {a} and {b} lies on three faces, or on two that overlap")

    face_edges = edge_of.astype(np.int32)
    if not forward.all():
        face_edges = _clockwise(face_edges, face_start, area > 0)
    vertex_start, vertex_edges = _rotation(xy, ends)
    return Board(
        kind,
        params,
        _frozen(ends),
        _frozen(sides),
        _frozen(face_start.astype(np.int32)),
        _frozen(face_edges),
        _frozen(vertex_start),
        _frozen(vertex_edges),
        _frozen(xy.astype(np.float64)),
    )


def _clockwise(face_edges: Ints, face_start: Ints, clockwise: Bits) -> Ints:
    """Turns the edge lists of the faces that were walked counter-clockwise; each still starts at its first vertex."""
    turned = face_edges.copy()
    for face in np.flatnonzero(~clockwise):
        part = slice(face_start[face], face_start[face + 1])
        turned[part] = face_edges[part][::-1]
    return turned


def _rotation(xy: NDArray[np.float64], ends: Ints) -> tuple[Ints, Ints]:
    """The edges round each vertex, counter-clockwise from straight up, as CSR."""
    n_edges = len(ends)
    vertex = np.concatenate([ends[:, 0], ends[:, 1]])
    other = np.concatenate([ends[:, 1], ends[:, 0]])
    delta = xy[other] - xy[vertex]
    # 0 = straight up, growing counter-clockwise; rounded so that "straight up" never becomes a full turn.
    turn = np.round((-90.0 - np.degrees(np.arctan2(delta[:, 1], delta[:, 0]))) % 360.0, 6) % 360.0
    order = np.lexsort((turn, vertex))
    start = np.zeros(len(xy) + 1, np.int32)
    np.cumsum(np.bincount(vertex, minlength=len(xy)), out=start[1:])
    return start, (order % n_edges).astype(np.int32)


def _frozen(array: NDArray) -> NDArray:  # type: ignore[type-arg]
    array.setflags(write=False)
    return array


def outline(board: Board, inside: Bits) -> Bits:
    """The edges[E] between a face of `inside`[F] and one that is not (the outer face is not)."""
    colour = np.append(np.asarray(inside, np.bool_), False)  # index -1 is the outer face
    different: Bits = colour[board.sides[:, 0]] != colour[board.sides[:, 1]]
    return different


def inside(board: Board, lines: Bits) -> Bits:
    """The faces[F] that lie inside an odd number of loops of lines[E]: flood from the outer face, crossing lines.

    Lines that are no loops give some colouring; `outline(board, inside(board, lines))` then differs from `lines`.
    """
    neighbours: list[list[tuple[int, bool]]] = [[] for _ in range(board.n_faces + 1)]
    for (right, left), line in zip(board.sides.tolist(), np.asarray(lines, np.bool_).tolist(), strict=True):
        neighbours[right].append((left, line))
        neighbours[left].append((right, line))
    colour: list[bool | None] = [None] * (board.n_faces + 1)
    colour[-1] = False
    todo = [-1]
    while todo:
        face = todo.pop()
        for other, line in neighbours[face]:
            if colour[other] is None:
                colour[other] = bool(colour[face]) != line
                todo.append(other)
    return np.array(colour[:-1], np.bool_)
