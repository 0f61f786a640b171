# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""A fast check that lines keep every rule, compiled if there is a compiler.

It shares no code with the kernel or any other engine. If it finds a broken rule, or if it is not compiled,
`check_model` checks the lines with numpy: that is the reference, which finds the broken rule and puts it into words.
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
    """Return 1 if the lines are one loop and each vertex has an allowed number of lines, otherwise 0.

    Takes ends[2E] with the two vertices of edge e at 2e and 2e + 1, on[E] as bytes 0 and 1, and masks[V] with bit d set
    if a vertex may have d lines. Raises IndexError for a vertex that does not exist.
    """
    other = array("i", [0]) * (2 * n_vertices)  # the XOR of each vertex's neighbors, then the degrees
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
    # At a vertex of the loop, the XOR of its two neighbors and the vertex that the walk comes from is the next vertex.
    start = before = ends[2 * first]
    at = ends[2 * first + 1]
    steps = 1
    while at != start:
        onward = other[at] ^ before
        before, at = at, onward
        steps += 1
    return int(steps == lines)


def numbers_hold(
    on: NDArray[np.uint8],
    face_start: NDArray[np.int32],
    face_edges: NDArray[np.int32],
    faces: NDArray[np.int32],
    values: NDArray[np.int32],
) -> int:
    """Return 1 if each of these faces has its value of lines around it, otherwise 0. Takes on[E]; the edges of face f
    are face_edges[face_start[f]:face_start[f + 1]]."""
    for i in range(len(faces)):
        lines = 0
        for j in range(face_start[faces[i]], face_start[faces[i] + 1]):
            lines += on[face_edges[j]]
        if lines != values[i]:
            return 0
    return 1


def sums_hold(
    on: NDArray[np.uint8],
    start: NDArray[np.int32],
    edges: NDArray[np.int32],
    low: NDArray[np.int32],
    high: NDArray[np.int32],
) -> int:
    """Return 1 if each sum of lines is within its bounds, otherwise 0. Takes on[E]; the edges of sum i are
    edges[start[i]:start[i + 1]], its bounds low[i] and high[i]."""
    for i in range(len(low)):
        lines = 0
        for j in range(start[i], start[i + 1]):
            lines += on[edges[j]]
        if lines < low[i] or lines > high[i]:
            return 0
    return 1
