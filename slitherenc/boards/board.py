"""Board, a plane graph as frozen integer columns, and `from_faces`, which builds all boards.

Faces, vertices and edges are numbered from 0. Edges are numbered on every board by walking the faces in order, each
face's edges from its first vertex; an edge gets the next number when it is first met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.base.notebook import NotebookPicture

Ints = NDArray[np.int32]
Bits = NDArray[np.bool_]

MAX_FACES = 4_000_000

_CHUNK = 1 << 18  # rows at a time where temporary arrays would be as large as the board
_FULL_TURN = 360_000_000


def _number(board: Board, item: int) -> str:
    return str(item)


def _edge_number(board: Board, edge: int) -> str:
    return f"e_{edge}"


class Traits(NamedTuple):
    """What the boards of a kind have in addition to their columns; the defaults suit any plane graph.

    The functions that name vertices, edges and faces belong to a module, so that boards can be pickled. `text_grid`
    is the number of characters per unit of x and of y in a text drawing; None means that there is no text drawing.
    `directions` maps names to the steps of xy along the edges at each vertex of the infinite tiling; it is empty on
    boards that are not part of a regular tiling.
    """

    vertex_name: Callable[[Board, int], str] = _number
    edge_name: Callable[[Board, int], str] = _edge_number
    face_name: Callable[[Board, int], str] = _number
    text_grid: tuple[float, float] | None = None
    directions: Mapping[str, tuple[float, float]] = {}


PLAIN = Traits()


@dataclass(frozen=True, eq=False, repr=False)
class Board(NotebookPicture):
    """A plane graph with V vertices, E edges and F bounded faces. All arrays are read-only.

    Parameters
    ----------
    kind : str
        The kind's name in `boards.KINDS`.
    params : tuple of int
        The numbers that select a board of this kind.
    ends : array of int32, shape (E, 2)
        The vertices of an edge, the smaller number first.
    sides : array of int32, shape (E, 2)
        The faces on the right and on the left of the way from the first end to the second (y grows downwards); -1 is
        the outer face.
    face_start : array of int32, shape (F + 1,)
        Where the edges of each face begin in `face_edges`.
    face_edges : array of int32
        The edges of face f are face_edges[face_start[f]:face_start[f + 1]], clockwise from the face's first vertex.
    vertex_start : array of int32, shape (V + 1,)
        Where the edges of each vertex begin in `vertex_edges`.
    vertex_edges : array of int32
        The edges of each vertex, counterclockwise from straight up.
    xy : array of float64, shape (V, 2)
        The coordinates of the vertices, x to the right, y downwards.
    traits : Traits
        What the kind adds (ignored when boards are compared).
    """

    PICTURE = "slitherenc.render.notebook:picture_of_board"

    kind: str
    params: tuple[int, ...]
    ends: Ints
    sides: Ints
    face_start: Ints
    face_edges: Ints
    vertex_start: Ints
    vertex_edges: Ints
    xy: NDArray[np.float64]
    traits: Traits = PLAIN

    @property
    def n_vertices(self) -> int:
        return len(self.xy)

    @property
    def n_edges(self) -> int:
        return len(self.ends)

    @property
    def n_faces(self) -> int:
        return len(self.face_start) - 1

    @cached_property
    def face_size(self) -> int:
        """The number of edges of every face, or 0 if the faces differ."""
        sizes = np.diff(self.face_start)
        return int(sizes[0]) if (sizes == sizes[0]).all() else 0

    def edges_of_face(self, face: int) -> Ints:
        return self.face_edges[self.face_start[face] : self.face_start[face + 1]]

    def edges_of_vertex(self, vertex: int) -> Ints:
        return self.vertex_edges[self.vertex_start[vertex] : self.vertex_start[vertex + 1]]

    def vertex_name(self, vertex: int) -> str:
        """Return the vertex's name: `3_1` (row, column) on squares, the number on most boards."""
        return self.traits.vertex_name(self, vertex)

    def edge_name(self, edge: int) -> str:
        """Return the edge's name: `h_3_1` (rightwards) or `v_3_1` (downwards) on squares, `e_17` on most boards."""
        return self.traits.edge_name(self, edge)

    def face_name(self, face: int) -> str:
        """Return the face's name: `3_1` (row, column) on squares, the number on most boards, `outer` for face F."""
        return "outer" if face == self.n_faces else self.traits.face_name(self, face)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or (
            (self.kind, self.params) == (other.kind, other.params)
            and np.array_equal(self.ends, other.ends)
            and np.array_equal(self.face_start, other.face_start)
            and np.array_equal(self.face_edges, other.face_edges)
            and np.array_equal(self.xy, other.xy)
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.params, self.n_vertices, self.n_edges, self.n_faces))

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        restore(self, state)

    def __repr__(self) -> str:
        params = self.params[::-1] if self.kind == "square" else self.params  # people name the width first
        size = f"{self.kind} {'x'.join(map(str, params))}".rstrip()
        return f"<Board {size}: {self.n_vertices} vertices, {self.n_edges} edges, {self.n_faces} faces>"


def check_faces(n_faces: int) -> None:
    """Raise UsageError if a board may not have so many faces. Called before memory is allocated."""
    if not 1 <= n_faces <= MAX_FACES:
        raise UsageError(f"a board has 1 to {MAX_FACES:,} faces, this one would have {n_faces:,}")


def from_faces(
    kind: str,
    params: tuple[int, ...],
    xy: NDArray[np.float64],
    face_start: Ints,
    face_vertices: Ints,
    traits: Traits = PLAIN,
) -> Board:
    """Build the board with these faces.

    Takes the coordinates xy[V, 2] and the vertices of each face f in order around it, clockwise or counterclockwise,
    as face_vertices[face_start[f]:face_start[f + 1]]. Raises UsageError if an edge lies on more than two faces, or on
    two faces that overlap.

    The sides are right because a clockwise walk around a face (y downwards) keeps it on the right, so the face is on
    the right of each of its edges in the direction of the walk; the sign of its area tells the direction.
    """
    n_vertices, n_faces = len(xy), len(face_start) - 1
    check_faces(n_faces)
    tail = np.asarray(face_vertices, np.int32)
    head = np.empty_like(tail)
    head[:-1] = tail[1:]
    head[face_start[1:] - 1] = tail[face_start[:-1]]
    clockwise = areas(xy, tail, head, face_start) > 0  # since y grows downwards
    edge_of, first = _number_edges(tail, head, n_vertices)

    ends = np.sort(np.stack([tail[first], head[first]], axis=1), axis=1)
    face_of = np.repeat(np.arange(n_faces, dtype=np.int32), np.diff(face_start))
    # Twice the edge, plus 1 if the face is on the left of ends[e, 0] -> ends[e, 1].
    side = 2 * edge_of
    side += (tail < head) != clockwise[face_of]
    del tail, head
    sides = np.full(2 * len(ends), -1, np.int32)
    sides[side] = face_of
    wrong = sides[side] != face_of
    if wrong.any():
        a, b = ends[edge_of[np.argmax(wrong)]].tolist()
        raise UsageError(f"the edge between vertices {a} and {b} lies on three faces, or on two that overlap")
    del side, face_of, wrong

    vertex_start, vertex_edges = _rotation(xy, ends)
    return Board(
        kind,
        params,
        _frozen(ends),
        _frozen(sides.reshape(-1, 2)),
        _frozen(face_start.astype(np.int32)),
        _frozen(edge_of if clockwise.all() else reverse_rows(face_start, edge_of, ~clockwise, 0)),
        _frozen(vertex_start),
        _frozen(vertex_edges),
        _frozen(xy.astype(np.float64)),
        traits,
    )


def areas(xy: NDArray[np.float64], tail: Ints, head: Ints, face_start: Ints) -> NDArray[np.float64]:
    """Return twice the signed area of each face, from the ends of its edges; a clockwise face has a positive area.

    The face's first vertex is the origin, so that rounding does not change the sign of a small face far away.
    """
    area = np.empty(len(face_start) - 1)
    for begin in range(0, len(area), _CHUNK):
        starts = face_start[begin : begin + _CHUNK + 1]
        part = slice(starts[0], starts[-1])
        origin = xy[np.repeat(tail[starts[:-1]], np.diff(starts))]
        one, two = xy[tail[part]] - origin, xy[head[part]] - origin
        cross = one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]
        area[begin : begin + _CHUNK] = np.add.reduceat(cross, starts[:-1] - starts[0])
    return area


def middles_of(board: Board) -> NDArray[np.float64]:
    """Return xy[F, 2], the mean of each face's corners."""
    ends = board.xy[board.ends[board.face_edges]].mean(axis=1)
    middle: NDArray[np.float64] = np.add.reduceat(ends, board.face_start[:-1]) / np.diff(board.face_start)[:, None]
    return middle


def _number_edges(tail: Ints, head: Ints, n_vertices: int) -> tuple[Ints, NDArray[np.intp]]:
    """Number the edges of half-edges by first appearance. Return each half's edge, and each edge's first half."""
    keys = np.minimum(tail, head).astype(np.int64)
    keys *= n_vertices
    keys += np.maximum(tail, head)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    begins = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    del keys
    is_first = np.zeros(len(tail), np.bool_)
    is_first[order[begins]] = True  # the sort is stable, so a group begins with its lowest half
    number = np.cumsum(is_first, dtype=np.int32)
    number -= 1
    edge_of = np.empty(len(tail), np.int32)
    edge_of[order] = np.repeat(number[order[begins]], np.diff(np.append(begins, len(tail))))
    return edge_of, np.flatnonzero(is_first)


def reverse_rows(start: Ints, values: Ints, which: Bits, first: int) -> Ints:
    """Reverse the rows (CSR) of values that are in `which`, except for their `first` values, which stay in front.

    For edges `first` is 0, for vertices 1, since a face that is walked backwards still starts at its first vertex.
    """
    sizes = np.diff(start)
    place = np.arange(len(values)) - np.repeat(start[:-1], sizes)
    mirror = np.repeat(sizes, sizes) - 1 + first - place
    moved = np.repeat(which, sizes) & (place >= first)
    return values[np.repeat(start[:-1], sizes) + np.where(moved, mirror, place)]


def _rotation(xy: NDArray[np.float64], ends: Ints) -> tuple[Ints, Ints]:
    """Return the edges around each vertex, counterclockwise from straight up, as CSR."""
    # The keys are millionths of a degree counterclockwise from straight up. Rounding to whole numbers keeps "straight
    # up" from becoming a full turn.
    keys = np.empty(2 * len(ends), np.int64)
    for end in (0, 1):
        for begin in range(0, len(ends), _CHUNK):
            vertex, other = ends[begin : begin + _CHUNK, end], ends[begin : begin + _CHUNK, 1 - end]
            step = xy[other] - xy[vertex]
            turn = np.rint((-90.0 - np.degrees(np.arctan2(step[:, 1], step[:, 0]))) * 1e6).astype(np.int64) % _FULL_TURN
            keys[end * len(ends) + begin :][: len(turn)] = turn + vertex.astype(np.int64) * _FULL_TURN
    order = np.argsort(keys, kind="stable")
    start = np.zeros(len(xy) + 1, np.int32)
    np.cumsum(np.bincount(ends.reshape(-1), minlength=len(xy)), out=start[1:])
    order %= len(ends)
    return start, order.astype(np.int32)


def restore(value: object, state: Mapping[str, Any]) -> None:
    """Set the state of an unpickled or copied frozen value, and make its columns read-only again."""
    for name, column in state.items():
        if isinstance(column, np.ndarray):
            column.setflags(write=False)
        object.__setattr__(value, name, column)


def _frozen(array: NDArray) -> NDArray:  # type: ignore[type-arg]
    array.setflags(write=False)
    return array
