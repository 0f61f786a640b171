# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: annotation_typing=False
"""Enumerate the assignments to some edges that a few clues and vertices allow. The module runs as plain Python, or
compiled by Cython with the types of local_models.pxd, with the same results."""

from __future__ import annotations

from array import array


def allowed_ways(n_edges: int, masks: array[int], width: int, fits: array[int], seen: array[int]) -> tuple[int, int]:
    """Try all assignments to the edges. Return two bit sets: the edges that are lines in every allowed assignment, and
    the edges that are lines in at least one. Return (-1, 0) if none is allowed. A unit is a clue or a vertex.

    masks  the edges of each unit, as bits
    fits   fits[unit * width + k] is 1 if k of the unit's edges may be lines
    seen   output: seen[unit * width + k] is set to 1 if k of the unit's edges are lines in an allowed assignment
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
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
