# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Fast checks of lines against a model, compiled with Cython if possible.

The checks share no code with the engines. `check_model` uses them only if they are compiled. If they report a
violation, `check_model` repeats the check with numpy to find the violated constraint.
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

    The vertices of edge e are ends[2e] and ends[2e + 1]. on[e] is 1 if edge e is a line, otherwise 0. Bit d of masks[v]
    is set if vertex v may have d lines. Raises IndexError if an edge has a vertex that does not exist.
    """
    other = array("i", [0]) * (2 * n_vertices)  # the XOR of each vertex's neighbors, then the degrees
    first = -1
    lines = 0
    for edge in range(len(on)):
        if on[edge]:
            a, b = ends[2 * edge], ends[2 * edge + 1]
            if a >= n_vertices or b >= n_vertices:
                raise IndexError("an edge has a vertex that does not exist")
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
    # other[v] is the XOR of the two neighbors of v, so other[v] ^ (the previous vertex) is the next vertex of the loop.
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
    """Return 1 if, for every i, exactly values[i] edges of the face faces[i] are lines, otherwise 0. on[e] is 1 if edge
    e is a line. The edges of face f are face_edges[face_start[f]:face_start[f + 1]]."""
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
    """Return 1 if, for every i, the number of lines among edges[start[i]:start[i + 1]] is from low[i] to high[i],
    otherwise 0. on[e] is 1 if edge e is a line."""
    for i in range(len(low)):
        lines = 0
        for j in range(start[i], start[i + 1]):
            lines += on[edges[j]]
        if lines < low[i] or lines > high[i]:
            return 0
    return 1
