"""`Board`, a plane graph stored in read-only arrays, and `from_faces`, which builds all boards.

Faces, vertices and edges are numbered from 0. Edges are numbered by their first appearance in a walk around face 0,
then around face 1, and so on. The walk around each face starts at the face's first vertex.
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

_CHUNK = 1 << 18  # rows per step, so that temporary arrays stay smaller than the board
_FULL_TURN = 360_000_000  # millionths of a degree


def _number(board: Board, item: int) -> str:
    return str(item)


def _edge_number(board: Board, edge: int) -> str:
    return f"e_{edge}"


class Traits(NamedTuple):
    """Drawing options, and functions that name vertices, edges and faces. The defaults suit any plane graph.

    The three naming functions must be defined at module level, so that boards can be pickled. `text_grid` is the number
    of characters per unit of x and of y in text drawings. It is None if the board cannot be drawn as text. On square
    and triangle boards, `directions` maps names of edge directions to steps in x and y. On other boards, it is empty.
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
        The numbers that select a board of this kind, such as (height, width) of a square board.
    ends : array of int32, shape (E, 2)
        The two vertices of each edge, the smaller number first.
    sides : array of int32, shape (E, 2)
        The faces on the right and on the left of each edge, seen from its first end toward its second (y grows
        downwards); -1 is the outer face.
    face_start : array of int32, shape (F + 1,)
        The index in `face_edges` at which the edges of each face begin.
    face_edges : array of int32
        The edges of face f are face_edges[face_start[f]:face_start[f + 1]], clockwise from the face's first vertex.
    vertex_start : array of int32, shape (V + 1,)
        The index in `vertex_edges` at which the edges of each vertex begin.
    vertex_edges : array of int32
        The edges of each vertex, counterclockwise from straight up.
    xy : array of float64, shape (V, 2)
        The coordinates of the vertices, x to the right, y downwards.
    traits : Traits
        Names and drawing options of the kind; comparisons of boards ignore them.
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
        """The number of edges of a face if all faces have equally many edges, otherwise 0."""
        sizes = np.diff(self.face_start)
        return int(sizes[0]) if (sizes == sizes[0]).all() else 0

    def edges_of_face(self, face: int) -> Ints:
        return self.face_edges[self.face_start[face] : self.face_start[face + 1]]

    def edges_of_vertex(self, vertex: int) -> Ints:
        return self.vertex_edges[self.vertex_start[vertex] : self.vertex_start[vertex + 1]]

    def vertex_name(self, vertex: int) -> str:
        """Return the vertex's name: on square boards `3_1` (row, column); on most other boards the number."""
        return self.traits.vertex_name(self, vertex)

    def edge_name(self, edge: int) -> str:
        """Return the edge's name. For the vertex in row 3 and column 1 of a square board (counted from 0), the edge to
        its right is `h_3_1`, and the edge below it is `v_3_1`. On most other boards, edge 17 is `e_17`.
        """
        return self.traits.edge_name(self, edge)

    def face_name(self, face: int) -> str:
        """Return a face's name, such as `3_1` (row, column) on a square board. The outer face is called `outer`."""
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
        params = self.params[::-1] if self.kind == "square" else self.params  # names of boards put the width first
        size = f"{self.kind} {'x'.join(map(str, params))}".rstrip()
        return f"<Board {size}: {self.n_vertices} vertices, {self.n_edges} edges, {self.n_faces} faces>"


def check_faces(n_faces: int) -> None:
    """Raise UsageError unless the number of faces is from 1 to 4,000,000. Call this before allocating the arrays."""
    if not 1 <= n_faces <= MAX_FACES:
        raise UsageError(f"a board must have 1 to {MAX_FACES:,} faces, got {n_faces:,}")


def from_faces(
    kind: str,
    params: tuple[int, ...],
    xy: NDArray[np.float64],
    face_start: Ints,
    face_vertices: Ints,
    traits: Traits = PLAIN,
) -> Board:
    """Build the board with these faces.

    `xy` holds the coordinates of the V vertices, shape (V, 2). The vertices of face f, in clockwise or counterclockwise
    order, are face_vertices[face_start[f]:face_start[f + 1]]. Raises UsageError if an edge lies on more than two faces,
    or on two faces that overlap.

    The sign of a face's area shows whether its vertices are listed clockwise (y grows downwards). If they are not, the
    board stores the face's edges in reverse order. In a clockwise walk, the face lies on the right of each edge.
    """
    n_vertices, n_faces = len(xy), len(face_start) - 1
    check_faces(n_faces)
    tail = np.asarray(face_vertices, np.int32)
    head = heads(face_start, tail)
    clockwise = areas(xy, tail, head, face_start) > 0  # since y grows downwards
    edge_of, first = _number_edges(tail, head, n_vertices)

    ends = np.sort(np.stack([tail[first], head[first]], axis=1), axis=1)
    face_of = np.repeat(np.arange(n_faces, dtype=np.int32), np.diff(face_start))
    # 2 * edge, plus 1 if the face is on the left of the edge, seen from ends[e, 0] toward ends[e, 1].
    side = 2 * edge_of
    side += (tail < head) != clockwise[face_of]
    del tail, head
    sides = np.full(2 * len(ends), -1, np.int32)
    sides[side] = face_of
    wrong = sides[side] != face_of
    if wrong.any():
        a, b = ends[edge_of[np.argmax(wrong)]].tolist()
        raise UsageError(f"the edge between vertices {a} and {b} lies on three faces, or on two faces that overlap")
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


def corners(board: Board) -> Ints:
    """Return, for each edge of each face (`board.face_edges`), the end that comes first clockwise around this face."""
    face = np.repeat(np.arange(board.n_faces, dtype=np.int32), np.diff(board.face_start))
    edge = board.face_edges  # an edge runs clockwise around the face on its right
    begins: Ints = np.where(board.sides[edge, 0] == face, board.ends[edge, 0], board.ends[edge, 1])
    return begins


def heads(start: Ints, around: Ints) -> Ints:
    """For each vertex in the CSR arrays of face vertices (start, around), return the next vertex of the same face."""
    head = np.empty_like(around)
    head[:-1] = around[1:]
    head[start[1:] - 1] = around[start[:-1]]
    return head


def areas(xy: NDArray[np.float64], tail: Ints, head: Ints, face_start: Ints) -> NDArray[np.float64]:
    """Return twice the signed area of each face. The area of a face is positive if its vertices are listed clockwise.

    The edges of face f lead from the vertex tail[i] to head[i], with i in range(face_start[f], face_start[f + 1]).
    """
    area = np.empty(len(face_start) - 1)
    for begin in range(0, len(area), _CHUNK):
        starts = face_start[begin : begin + _CHUNK + 1]
        part = slice(starts[0], starts[-1])
        # Relative to each face's first vertex: far from 0, rounding could change the sign of a small area.
        origin = xy[np.repeat(tail[starts[:-1]], np.diff(starts))]
        one, two = xy[tail[part]] - origin, xy[head[part]] - origin
        cross = one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]
        area[begin : begin + _CHUNK] = np.add.reduceat(cross, starts[:-1] - starts[0])
    return area


def middles_of(board: Board) -> NDArray[np.float64]:
    """Return an array of shape (F, 2): for each face, the mean of the coordinates of its vertices."""
    ends = board.xy[board.ends[board.face_edges]].mean(axis=1)
    middle: NDArray[np.float64] = np.add.reduceat(ends, board.face_start[:-1]) / np.diff(board.face_start)[:, None]
    return middle


def _number_edges(tail: Ints, head: Ints, n_vertices: int) -> tuple[Ints, NDArray[np.intp]]:
    """Edge i joins tail[i] and head[i]. Number the edges by first appearance; edges with the same two ends get the same
    number. Return the number of each edge i and, for each number, the first i with this number."""
    keys = np.minimum(tail, head).astype(np.int64)
    keys *= n_vertices
    keys += np.maximum(tail, head)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    begins = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    del keys
    is_first = np.zeros(len(tail), np.bool_)
    is_first[order[begins]] = True  # the sort is stable, so a group begins with its lowest half-edge
    number = np.cumsum(is_first, dtype=np.int32)
    number -= 1
    edge_of = np.empty(len(tail), np.int32)
    edge_of[order] = np.repeat(number[order[begins]], np.diff(np.append(begins, len(tail))))
    return edge_of, np.flatnonzero(is_first)


def reverse_rows(start: Ints, values: Ints, which: Bits, first: int) -> Ints:
    """Reverse row i of a CSR array if which[i] is true. In each reversed row, keep the first `first` values in place.

    Pass `first` = 0 for the edges of faces, and 1 for their vertices, so that each face keeps its first vertex.
    """
    sizes = np.diff(start)
    place = np.arange(len(values)) - np.repeat(start[:-1], sizes)
    mirror = np.repeat(sizes, sizes) - 1 + first - place
    moved = np.repeat(which, sizes) & (place >= first)
    return values[np.repeat(start[:-1], sizes) + np.where(moved, mirror, place)]


def _rotation(xy: NDArray[np.float64], ends: Ints) -> tuple[Ints, Ints]:
    """Return the edges around each vertex, counterclockwise from straight up, as CSR arrays (start, edges)."""
    # The keys are angles from straight up, counterclockwise, in millionths of a degree. They are rounded, since
    # otherwise an angle just below 0 would become almost a full turn.
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
    """Set the attributes `state` of `value`, an unpickled or copied frozen dataclass; make its arrays read-only."""
    for name, column in state.items():
        if isinstance(column, np.ndarray):
            column.setflags(write=False)
        object.__setattr__(value, name, column)


def _frozen(array: NDArray) -> NDArray:  # type: ignore[type-arg]
    array.setflags(write=False)
    return array
