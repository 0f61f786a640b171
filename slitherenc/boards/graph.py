"""Boards of the kind `graph`: any plane graph, given by its vertices and faces.

The graph must be connected, its faces must not overlap, and its edges must be straight and meet only at common
vertices. Encodings rely on this, so UsageError is raised for other graphs. The user need not list every bounded region
as a face. Each bounded region that is not listed (a *hole*) becomes a face, numbered after the listed faces.

The vertices of every face are stored in clockwise order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, Ints, areas, check_faces, corners, from_faces, heads, reverse_rows
from slitherenc.boards.segments import first_touching, touching_in_cells

FARTHEST = 1e9  # the largest coordinate for which doubles still show on which side of a line a point lies

Points = NDArray[np.float64]


def graph(vertices: Sequence[Sequence[float]] | Points, faces: Sequence[Sequence[int]]) -> Board:
    """Build the board with these vertices and faces, and add a face for each hole (see the top of this module).

    `vertices` holds the coordinates x and y, where y grows downwards. Each entry of `faces` lists the vertex numbers of
    a face, clockwise or counterclockwise. Raises UsageError if there are no faces or too many, if a face lists a
    vertex that does not exist, if the graph is not connected, and for the errors that docs/boards.md lists.
    """
    check_faces(len(faces))
    sizes = np.fromiter(map(len, faces), np.int64, len(faces))
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    listed = np.fromiter(chain.from_iterable(faces), np.int64, int(start[-1]))
    xy = _checked_places(np.array(vertices, np.float64).reshape(-1, 2))
    around = _checked_faces(start, listed, len(xy))
    head = heads(start, around)
    area = areas(xy, around, head, start)
    _refuse_bent_faces(xy, start, around, head, area)
    around = reverse_rows(start, around, area < 0, 1)
    board = from_faces("graph", (), xy, start, around)
    walks = _Walks(board)
    walks.refuse_overlaps()
    _refuse_parts(board)
    boundary = np.flatnonzero((board.sides < 0).any(axis=1))
    pair = touching_in_cells(xy[board.ends[boundary, 0]], xy[board.ends[boundary, 1]], board.ends[boundary])
    if pair is not None:
        (a, b), (c, d) = (board.ends[boundary[i]].tolist() for i in pair)
        raise UsageError(f"the edges {a}-{b} and {c}-{d} cross or touch")
    holes = walks.holes()
    if not holes:
        return board
    for hole in holes:
        if len(np.unique(hole)) < len(hole):
            twice = int(np.flatnonzero(np.bincount(hole) > 1)[0])
            raise UsageError(f"the boundary of a hole touches itself at vertex {twice}: divide the hole into faces")
    check_faces(board.n_faces + len(holes))
    start = np.append(start, start[-1] + np.cumsum(list(map(len, holes)))).astype(np.int32)
    return from_faces("graph", (), xy, start, np.concatenate([around, *holes]).astype(np.int32))


def faces_of(board: Board) -> list[list[int]]:
    """Return the vertices of each face, clockwise from its first vertex. board.xy and these lists define the board."""
    tails = corners(board).tolist()
    return [tails[a:b] for a, b in pairwise(board.face_start.tolist())]


def _checked_places(xy: Points) -> Points:
    bad = np.flatnonzero(~(np.abs(xy) <= FARTHEST).all(axis=1))
    if len(bad):
        raise UsageError(f"the coordinates of vertex {bad[0]} must be numbers from -{FARTHEST:,.0f} to {FARTHEST:,.0f}")
    order = np.lexsort(xy.T)
    same = np.flatnonzero((xy[order[1:]] == xy[order[:-1]]).all(axis=1))
    if len(same):
        one, two = sorted(order[same[0] : same[0] + 2].tolist())
        raise UsageError(f"the vertices {one} and {two} lie at the same place")
    return xy


def _checked_faces(start: Ints, around: NDArray[np.int64], n_vertices: int) -> Ints:
    sizes = np.diff(start)
    face = np.repeat(np.arange(len(sizes)), sizes)
    if sizes.min() < 3:
        short = int(np.argmin(sizes))
        raise UsageError(f"face {short} has {sizes[short]} vertices; a face must have at least 3")
    bad = np.flatnonzero((around < 0) | (around >= n_vertices))
    if len(bad):
        raise UsageError(
            f"face {face[bad[0]]} lists vertex {around[bad[0]]}, but the vertices are numbered 0 to {n_vertices - 1}"
        )
    keys = np.sort(face * n_vertices + around)
    twice = np.flatnonzero(keys[1:] == keys[:-1])
    if len(twice):
        where, vertex = divmod(int(keys[twice[0]]), n_vertices)
        raise UsageError(f"face {where} has vertex {vertex} twice")
    used = np.bincount(around, minlength=n_vertices)
    if not used.all():
        raise UsageError(f"vertex {np.argmin(used)} lies on no face")
    return around.astype(np.int32)


def _refuse_bent_faces(xy: Points, start: Ints, around: Ints, head: Ints, area: NDArray[np.float64]) -> None:
    """Raise UsageError if a face is not a simple polygon. Only faces that are not convex need a test for crossings."""
    sizes = np.diff(start)
    step = xy[head] - xy[around]
    before = np.empty_like(step)
    before[1:] = step[:-1]
    before[start[:-1]] = step[start[1:] - 1]
    cross = before[:, 0] * step[:, 1] - before[:, 1] * step[:, 0]
    turn = np.arctan2(cross, (before * step).sum(axis=1))
    back = np.flatnonzero(np.abs(turn) > np.pi - _FLAT)
    if len(back):
        face = int(np.searchsorted(start, back[0], side="right")) - 1
        raise UsageError(f"face {face} turns back on itself at vertex {around[back[0]]}")
    round_once = np.abs(np.abs(np.add.reduceat(turn, start[:-1])) - 2 * np.pi) < 1e-3
    sign = np.repeat(np.sign(area), sizes)
    convex = round_once & (np.minimum.reduceat(turn * sign, start[:-1]) > -_FLAT)
    large = ~convex & (sizes > _MANY)
    bent = np.flatnonzero(np.repeat(~convex & ~large, sizes))
    _refuse_touching(np.repeat(np.arange(len(sizes)), sizes)[bent], around[bent], head[bent], xy)
    for face in np.flatnonzero(large).tolist():
        part = slice(start[face], start[face + 1])
        _refuse_touching(np.array([face]), around[part], head[part], xy)
    flat = np.flatnonzero(area == 0)
    if len(flat):
        raise UsageError(f"face {flat[0]} has no area")


def _refuse_touching(face: NDArray[np.int64], tail: Ints, head: Ints, xy: Points) -> None:
    """Raise UsageError if two edges of the same face cross, or touch where they have no common vertex. Edge i joins the
    vertices tail[i] and head[i] and belongs to face[i]. If `face` has only one entry, all edges belong to this face."""
    ends = np.stack([tail, head], axis=1)
    if len(face) == 1:
        pair = touching_in_cells(xy[tail], xy[head], ends)
        face = np.repeat(face, len(tail))
    else:
        pair = first_touching(xy[tail], xy[head], ends, face, np.arange(len(tail)))
    if pair is not None:
        (a, b), (c, d) = (ends[i].tolist() for i in pair)
        raise UsageError(f"face {face[pair[0]]} crosses or touches itself: its edges {a}-{b} and {c}-{d}")


def _refuse_parts(board: Board) -> None:
    label = np.arange(board.n_vertices)
    a, b = board.ends.T
    while not np.array_equal(label[a], label[b]):
        low = np.minimum(label[a], label[b])
        np.minimum.at(label, label[a], low)
        np.minimum.at(label, label[b], low)
        while not np.array_equal(label, label[label]):
            label = label[label]
    if label.any():
        other = int(np.flatnonzero(label)[0])
        raise UsageError(f"the graph is not connected: there is no path from vertex 0 to vertex {other}")


# The checks prove that faces do not overlap:
# - Each face is a simple polygon, and its two edges at a vertex are neighbors in the order of edges around the vertex.
# - *Boundary walks* run around the outer region and around the holes. The faces and one disk for each of these walks
#   form a closed surface. It is connected, as the graph is. Euler's formula holds for it, so it is a sphere.
# - Boundary edges do not cross, and near every point the map of the faces into the plane is one-to-one. So the number
#   of faces that cover a point changes by one at each boundary edge, and only there. Far from the board, it is 0.
# - The turning numbers of the n boundary walks, each 1 or -1, sum to 2 - n. So one walk runs around all faces, and the
#   others around holes. At most one face covers each point. Devillers et al. (1998) prove the case without holes.
class _Walks:
    """The order of the edges around each vertex. This order determines the closed walks around regions.

    Edge e consists of two half-edges: 2e leads from ends[e, 0] to ends[e, 1], and 2e + 1 leads back. The region on the
    right of half-edge h also lies on the right of after[h], the half-edge that follows h in the walk around the region.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        vertex = np.repeat(np.arange(board.n_vertices, dtype=np.int32), np.diff(board.vertex_start))
        leaving = 2 * board.vertex_edges + (board.ends[board.vertex_edges, 1] == vertex)
        follows = np.arange(1, len(leaving) + 1)
        follows[board.vertex_start[1:] - 1] = board.vertex_start[:-1]
        self.leaving, self.next_leaving = leaving, leaving[follows]
        self.after = np.empty(2 * board.n_edges, np.int32)
        self.after[leaving ^ 1] = self.next_leaving

    def refuse_overlaps(self) -> None:
        """Raise UsageError if two edges leave a vertex in the same direction, or if faces overlap at a vertex."""
        board = self.board
        tail, head = board.ends.reshape(-1), board.ends[:, ::-1].reshape(-1)
        one, two = (board.xy[head[half]] - board.xy[tail[half]] for half in (self.leaving, self.next_leaving))
        cross, dot = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0], (one * two).sum(axis=1)
        along = np.flatnonzero((np.abs(np.arctan2(cross, dot)) < _FLAT) & (self.leaving != self.next_leaving))
        if len(along):
            a, b = (head[half[along[0]]] for half in (self.leaving, self.next_leaving))
            raise UsageError(f"the edges from vertex {tail[self.leaving[along[0]]]} to {a} and to {b} overlap")
        face = np.repeat(np.arange(board.n_faces), np.diff(board.face_start))
        half = 2 * board.face_edges + (board.sides[board.face_edges, 0] != face)
        goes_on = heads(board.face_start, half)
        wrong = np.flatnonzero(self.after[half] != goes_on)
        if len(wrong):
            at = head[half[wrong[0]]]
            raise UsageError(f"at vertex {at}, face {face[wrong[0]]} overlaps another face or has an edge inside it")

    def holes(self) -> list[NDArray[np.int32]]:
        """Return the vertices of each hole (a bounded region that is not a face). Raise UsageError if edges cross."""
        board = self.board
        tail = board.ends.reshape(-1)
        free = np.flatnonzero(board.sides.reshape(-1) < 0).tolist()
        after = dict(zip(free, self.after[free].tolist(), strict=True))
        walks = []
        while after:
            half, following = after.popitem()
            walk = [half]
            while following != half:
                walk.append(following)
                following = after.pop(following)
            walks.append(tail[walk])
        holes = [walk for walk in walks if _area(board.xy[walk]) > 0]
        if board.n_vertices - board.n_edges + board.n_faces + len(walks) != 2 or len(walks) != len(holes) + 1:
            raise UsageError("some edges cross, so this is not a plane graph")
        return holes


def _area(xy: Points) -> float:
    xy = xy - xy[0]
    return float((xy[:, 0] * np.roll(xy[:, 1], -1) - np.roll(xy[:, 0], -1) * xy[:, 1]).sum())


_FLAT = 1e-8  # radians; smaller angles count as 0
_MANY = 64  # edges; in faces with more of them, only edges near each other are compared


def params_of(words: str) -> NoReturn:
    raise UsageError("a graph board has no name: give its vertices and faces as JSON (docs/boards.md)")


def count_faces() -> NoReturn:
    raise UsageError("the params of a graph board do not determine its number of faces; use board.n_faces")


def words_of(board: Board) -> str:
    return ""
