"""Adjacency of faces: which faces lie across the edges of a face, and around it.

Two faces are *adjacent* if they share an edge. The outer face counts as a face with the number -1. So does every
hole, since the sides of an edge do not distinguish holes from the outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from slitherenc.boards.board import Board

Across = list[list[tuple[int, int]]]


def faces_across(board: Board) -> Across:
    """Return for each face its edges and the faces across them, as (edge, face) in increasing order of the edges.

    There are F + 1 lists; the last one, also at index -1, belongs to the outer face. Two faces that share several
    edges appear once for each of them.

    >>> from slitherenc.boards.square import square
    >>> faces_across(square(1, 2))[0]
    [(0, -1), (1, 1), (2, -1), (3, -1)]
    """
    across: Across = [[] for _ in range(board.n_faces + 1)]
    for edge, (right, left) in enumerate(board.sides.tolist()):
        across[right].append((edge, left))
        across[left].append((edge, right))
    return across


def shortest_way(across: Across, start: int, goal: int, walls: Sequence[bool]) -> list[int]:
    """Return the edges that a shortest path over faces crosses, from the goal back to the start, avoiding walls.

    Takes the lists of `faces_across`, two faces, and walls[E]. Raises ValueError if the walls separate the faces.

    >>> from slitherenc.boards.square import square
    >>> shortest_way(faces_across(square(1, 2)), 0, 1, [edge != 1 for edge in range(7)])
    [1]
    """
    if start == goal:
        return []
    # Searching from both ends at once keeps the layers small; came[face] is (edge, face before).
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    came_back: dict[int, tuple[int, int]] = {goal: (-1, -1)}
    layer, layer_back = [start], [goal]
    swapped = False
    while layer:
        if len(layer) > len(layer_back):
            came, came_back, layer, layer_back, swapped = came_back, came, layer_back, layer, not swapped
        reached = []
        for face in layer:
            for edge, beyond in across[face]:
                if beyond not in came and not walls[edge]:
                    came[beyond] = (edge, face)
                    if beyond in came_back:
                        halves = _trace(came, beyond), _trace(came_back, beyond)
                        to_start, to_goal = halves[::-1] if swapped else halves
                        return [*to_goal[::-1], *to_start]
                    reached.append(beyond)
        layer = reached
    raise ValueError("the walls leave no path between these faces")


def _trace(came: dict[int, tuple[int, int]], face: int) -> list[int]:
    """Return the edges of the path by which this face was reached, backwards."""
    crossed = []
    while (step := came[face])[0] >= 0:
        crossed.append(step[0])
        face = step[1]
    return crossed


def sides_of_face(board: Board, face: int) -> tuple[int, ...]:
    """Return the edges of a face, or for the outer face (face F) the edges of the rim in increasing order."""
    if face < board.n_faces:
        return tuple(board.edges_of_face(face).tolist())
    return tuple(edge for edge, (right, left) in enumerate(board.sides.tolist()) if min(right, left) < 0)


def corners_of_face(board: Board, face: int) -> tuple[int, ...]:
    """Return the vertices of a face, or of the outer face (face F), in increasing order."""
    return tuple(sorted(set(board.ends[list(sides_of_face(board, face))].ravel().tolist())))


def edges_at(board: Board, vertices: Collection[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the edges with an end at these vertices, in increasing order, and how many ends each has there (1 or 2).

    >>> from slitherenc.boards.square import square
    >>> edges_at(square(1, 2), (0, 1))
    ((0, 1, 3, 4), (2, 1, 1, 1))
    """
    ends = Counter(edge for vertex in vertices for edge in board.edges_of_vertex(vertex).tolist())
    edges = tuple(sorted(ends))
    return edges, tuple(ends[edge] for edge in edges)


@dataclass(frozen=True)
class Rings:
    """The faces around each face, as tuples in clockwise order.

    faces[f]     the faces across its edges and those that only meet it at a vertex (-1 is the outer face)
    adjacent[f]  the faces across its edges, without the outer face
    """

    faces: tuple[tuple[int, ...], ...]
    adjacent: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def rings(board: Board) -> Rings:
    """Return the Rings of a board; those of the last few boards are cached.

    A clockwise walk around a face keeps the face on the right. At the vertex where edge e ends, the face is the sector
    counterclockwise of e; clockwise of e come the face across e, then the faces at the corner, and finally the face
    across the next edge.

    >>> from slitherenc.boards.square import square
    >>> around = rings(square(2, 2))
    >>> around.adjacent[0], sorted(set(around.faces[0]))
    ((1, 2), [-1, 1, 2, 3])
    """
    sides, ends = board.sides.tolist(), board.ends.tolist()
    around = [board.edges_of_vertex(v).tolist() for v in range(board.n_vertices)]
    sectors = [[sides[e][1 if ends[e][0] == v else 0] for e in edges] for v, edges in enumerate(around)]
    all_faces, all_adjacent = [], []
    for face in range(board.n_faces):
        ring: list[int] = []
        adjacent: list[int] = []
        for edge in board.edges_of_face(face).tolist():
            ahead = sides[edge][0] == face  # clockwise is from the lower vertex to the higher
            vertex = ends[edge][1 if ahead else 0]
            across = sides[edge][1 if ahead else 0]
            ring.append(across)
            if across >= 0:
                adjacent.append(across)
            at, n = around[vertex].index(edge), len(around[vertex])
            ring += [sectors[vertex][(at - t) % n] for t in range(2, n - 1)]
        all_faces.append(tuple(ring))
        all_adjacent.append(tuple(adjacent))
    return Rings(tuple(all_faces), tuple(all_adjacent))
