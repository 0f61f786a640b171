"""Split an answer into its loops (subtours). Every vertex of the answer must have no line or two lines.

All engines use this module; the checker does not. Python lists are as fast as numpy here, on boards of every size.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board


class Ends:
    """The ends of all edges as lists, for `walk_subtours`. Edges are numbered from 0."""

    def __init__(self, n_vertices: int, tail: NDArray[Any], head: NDArray[Any]) -> None:
        self.n_vertices = n_vertices
        self.tail = tail.tolist()
        self.head = head.tolist()
        self.both = (tail ^ head).tolist()


@lru_cache(maxsize=4)
def ends_of(board: Board) -> Ends:
    """Return the two ends of each edge of a board as lists. The result is cached for the last four boards."""
    return Ends(board.n_vertices, *board.ends.T)


def subtours(board: Board, lines: Bits) -> list[list[int]]:
    """Return the loops of an answer (bool[E], whether each edge is a line) as lists of edges, largest first."""
    return walk_subtours(ends_of(board), np.flatnonzero(lines).tolist())


def walk_subtours(ends: Ends, lines: list[int]) -> list[list[int]]:
    """Return the loops that the edges `lines` form, largest first. Each vertex must have 0 or 2 of these lines."""
    # XOR of both lines at a vertex with one of them is the other one; the ends of an edge work the same way.
    at_vertex = [0] * ends.n_vertices
    tail, head, both = ends.tail, ends.head, ends.both
    for edge in lines:
        at_vertex[tail[edge]] ^= edge
        at_vertex[head[edge]] ^= edge
    left = bytearray(len(both))
    for edge in lines:
        left[edge] = 1
    subtours = []
    for first in lines:
        if not left[first]:
            continue
        start, vertex, edge, subtour = tail[first], head[first], first, [first]
        while vertex != start:
            edge ^= at_vertex[vertex]
            subtour.append(edge)
            vertex ^= both[edge]
        for edge in subtour:
            left[edge] = 0
        subtours.append(subtour)
    subtours.sort(key=len, reverse=True)
    return subtours
