# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Do lines keep every rule? The quick yes of the checker, compiled where there is a compiler.

It shares no code with the kernel, nor with any other engine. Whenever it says no, and where it is not compiled, the
checker looks for itself (`checker`, in numpy): that is the reference, finds the broken rule and puts it into words.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Numbers = Sequence[int] | NDArray[np.integer]


def one_loop(ends: Numbers, on: Numbers, n_vertices: int, masks: Numbers) -> int:
    """Are the lines one loop, and does each vertex have a number of lines that is allowed? 1: yes, 0: no.

    In: ends[2E], the two vertices of edge e at 2e and 2e + 1; on[E] as bytes 0 and 1; masks[V]: bit d is set where d
    lines are allowed at a vertex. Raises IndexError for a vertex that does not exist.
    """
    other = array("i", [0]) * (2 * n_vertices)  # of each vertex the XOR of its neighbors; after these the degrees
    first = -1
    lines = 0
    for edge in range(len(on)):
        if on[edge]:
            a, b = ends[2 * edge], ends[2 * edge + 1]
            if a >= n_vertices or b >= n_vertices:
                raise IndexError("there is no such vertex")
            other[n_vertices + a] += 1
            other[n_vertices + b] += 1
            other[a] ^= b
            other[b] ^= a
            first = edge
            lines += 1
    for vertex in range(n_vertices):
        degree = other[n_vertices + vertex]
        if (degree != 0 and degree != 2) or not (masks[vertex] >> degree) & 1:
            return 0
    if lines == 0:
        return 0
    # At a vertex of the loop the XOR of its two neighbors, with the one that the walk comes from, is the next one.
    start = before = ends[2 * first]
    at = ends[2 * first + 1]
    steps = 1
    while at != start:
        onward = other[at] ^ before
        before, at = at, onward
        steps += 1
    return int(steps == lines)


def numbers_kept(
    on: NDArray[np.uint8],
    face_start: NDArray[np.int32],
    face_edges: NDArray[np.int32],
    faces: NDArray[np.int32],
    values: NDArray[np.int32],
) -> int:
    """Has each of these faces its value of lines round it? 1: yes, 0: no.

    In: on[E]; the edges of face f are face_edges[face_start[f]:face_start[f + 1]].
    """
    for i in range(len(faces)):
        lines = 0
        for j in range(face_start[faces[i]], face_start[faces[i] + 1]):
            lines += on[face_edges[j]]
        if lines != values[i]:
            return 0
    return 1


def sums_kept(
    on: NDArray[np.uint8],
    start: NDArray[np.int32],
    edges: NDArray[np.int32],
    low: NDArray[np.int32],
    high: NDArray[np.int32],
) -> int:
    """Is each sum of lines within its bounds? 1: yes, 0: no.

    In: on[E]; the edges of sum i are edges[start[i]:start[i + 1]], its bounds low[i] and high[i].
    """
    for i in range(len(low)):
        lines = 0
        for j in range(start[i], start[i + 1]):
            lines += on[edges[j]]
        if lines < low[i] or lines > high[i]:
            return 0
    return 1
