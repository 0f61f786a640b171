"""Find the neighbors of faces, shortest paths across faces, and the edges and vertices of faces.

Two faces are *adjacent* if they share an edge. The number -1 stands for the outer face (the unbounded face).
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
    """For each face, list its edges in increasing order, each as a pair (edge, face on the other side of the edge).

    The last list, at index -1, belongs to the outer face. If two faces share several edges, each edge has its own pair.

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
    """Return the edges that a shortest path of adjacent faces crosses, from the face `goal` back to the face `start`.

    `across` is the result of `faces_across`. The path does not cross an edge e if walls[e] is true. Returns [] if
    `start` is `goal`. Raises ValueError if there is no such path.

    >>> from slitherenc.boards.square import square
    >>> shortest_way(faces_across(square(1, 2)), 0, 1, [edge != 1 for edge in range(7)])
    [1]
    """
    if start == goal:
        return []
    # A search from both ends keeps the layers small. came[face] is (edge crossed, previous face).
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
                        halves = edges_back(came, beyond), edges_back(came_back, beyond)
                        to_start, to_goal = halves[::-1] if swapped else halves
                        return [*to_goal[::-1], *to_start]
                    reached.append(beyond)
        layer = reached
    raise ValueError("every path between these faces crosses a wall")


def edges_back(came: dict[int, tuple[int, int]], face: int) -> list[int]:
    """Return the edges that lead to `face`, last edge first. came[f] is (edge crossed to reach f, face before f)."""
    crossed = []
    while (step := came[face])[0] >= 0:
        crossed.append(step[0])
        face = step[1]
    return crossed


def sides_of_face(board: Board, face: int) -> tuple[int, ...]:
    """Return the edges of a face. If `face` is board.n_faces, return the sorted edges of the outer face."""
    if face < board.n_faces:
        return tuple(board.edges_of_face(face).tolist())
    return tuple(edge for edge, (right, left) in enumerate(board.sides.tolist()) if min(right, left) < 0)


def corners_of_face(board: Board, face: int) -> tuple[int, ...]:
    """Return the vertices of a face in increasing order. If `face` is board.n_faces, return those of the outer face."""
    return tuple(sorted(set(board.ends[list(sides_of_face(board, face))].ravel().tolist())))


def edges_at(board: Board, vertices: Collection[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the edges at these vertices in increasing order, and how many ends of each edge are among the vertices.

    >>> from slitherenc.boards.square import square
    >>> edges_at(square(1, 2), (0, 1))
    ((0, 1, 3, 4), (2, 1, 1, 1))
    """
    ends = Counter(edge for vertex in vertices for edge in board.edges_of_vertex(vertex).tolist())
    edges = tuple(sorted(ends))
    return edges, tuple(ends[edge] for edge in edges)


@dataclass(frozen=True)
class Rings:
    """The faces around each face f of a board, as tuples in clockwise order. A tuple may contain a face several times.

    faces[f]     the faces that share an edge or a vertex with f (-1 is the outer face)
    adjacent[f]  the faces that share an edge with f, without the outer face
    """

    faces: tuple[tuple[int, ...], ...]
    adjacent: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def rings(board: Board) -> Rings:
    """Return the faces around each face of a board. The results for the last eight boards are cached.

    The function walks clockwise around each face f. For each edge of f, it lists the face across the edge, and then the
    faces that touch f only at the vertex where the edge ends. The outer face is -1.

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
            ahead = sides[edge][0] == face  # the clockwise walk runs from the lower vertex number to the higher
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
