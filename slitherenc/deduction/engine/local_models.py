# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Which of all ways for a few edges some units allow. A way is a number, a bit for each edge.

One source, two ways to run: as plain Python, or compiled by Cython with the types of local_models.pxd. Both find the
same.
"""

from __future__ import annotations

from array import array


def allowed_ways(n_edges: int, masks: array[int], width: int, fits: array[int], seen: array[int]) -> tuple[int, int]:
    """Which edges are lines in all ways that are allowed, and in any of them, as bits; (-1, 0): no way is.

    masks  of each unit: its edges
    fits   fits[unit * width + k]: may k of its edges be lines?
    seen   the same for k that occur in an allowed way; it is filled in
    """
    always, ever = -1, 0
    n_units = len(masks)
    for way in range(1 << n_edges):
        possible = 1
        for u in range(n_units):
            if not fits[u * width + _count(way & masks[u])]:
                possible = 0
                break
        if possible:
            always &= way
            ever |= way
            for u in range(n_units):
                seen[u * width + _count(way & masks[u])] = 1
    return always, ever


def _count(bits: int) -> int:
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
