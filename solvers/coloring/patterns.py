"""Patterns of clues that hold before any search: in corners, beside a 0, beside each other.

Each function takes the DualGraph and returns joins that hold in every solution: (node, node, 0 = on the same side, 1 =
on opposite sides). A *full-but-one* face is one whose clue needs all its edges but at most one: 3 on squares, 2 on
triangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced


def alone(dual: DualGraph, lines: Iterable[int]) -> bool:
    """Whether exactly these lines satisfy every constraint (that they are one loop is not checked)."""
    on = set(lines)
    return all(
        constraint.allowed >> sum(e in on for e in constraint.edges) & 1
        for constraint in (*dual.counts, *dual.vertices)
    )


def full_but_one(dual: DualGraph, face: int) -> bool:
    """Whether the clue of the face needs all its edges but at most one."""
    return dual.clue(face)[0] >= len(dual.face_edges[face]) - 1


def corner(dual: DualGraph) -> Forced:
    """Two edges of a face that meet at a vertex of degree 2 are both lines or both not. So they are not when the face
    allows at most one line, and are when it needs all edges but one; on a face of four edges with a 2, the other two
    edges are the opposite of them."""
    found = []
    for vertex in dual.vertices:
        if len(vertex.edges) != 2:
            continue
        e, other = vertex.edges
        for face, beyond in (dual.sides[e], dual.sides[e][::-1]):
            if face >= dual.outer or set(dual.sides[e]) != set(dual.sides[other]):
                continue
            edges, (low, high) = dual.face_edges[face], dual.clue(face)
            if high < 2 or low > len(edges) - 2:
                found.append((face, beyond, int(high >= 2)))
            elif low == high == 2 and len(edges) == 4:
                found += [(across(dual, face, d), beyond, 1) for d in edges if d not in vertex.edges]
    return found


def across(dual: DualGraph, face: int, edge: int) -> int:
    """The node on the other side of an edge of a face."""
    a, b = dual.sides[edge]
    return b if a == face else a


def beside_zero(dual: DualGraph) -> Forced:
    """A full-but-one face that shares an edge with a 0 has lines on all its other edges. If at one of its vertices all
    other edges belong to 0s, its own two are lines: one alone could not continue, and at most one is missing."""
    zeros = {face for face in dual.face_count if dual.clue(face)[1] == 0}
    none = {e for face in zeros for e in dual.face_edges[face]}
    found = []
    for face in dual.face_count:
        if face in zeros or not full_but_one(dual, face):
            continue
        edges = dual.face_edges[face]
        if none.intersection(edges):
            lines = [e for e in edges if e not in none]
        else:
            lines = []
            for v in dual.around(face):
                own = [e for e in dual.vertices[v].edges if e in edges]
                if len(own) == 2 and none.issuperset(set(dual.vertices[v].edges) - set(own)):
                    lines += own
        found += [(*dual.sides[e], 1) for e in lines]
    return found


def adjacent(dual: DualGraph) -> Forced:
    """Two full-but-one faces with one common edge, when the lines must be one loop.

    If that edge is not a line, all their other edges are; at every vertex their number is even, so they form closed
    loops, which must be all lines. Unless that is a solution, the common edge is a line. Then at each of its ends at
    least one of the next edges of the two faces is not a line. Each face misses at most one line, so there is exactly
    one at each end; all edges that do not touch the ends are lines, and no other line ends there.
    """
    found: Forced = []
    for one, two, e in _couples(dual):
        rest = set(dual.face_edges[one]) ^ set(dual.face_edges[two])
        if not alone(dual, rest):
            found.append((one, two, 1))
            found += _beside(dual, one, two, e)
    return found


def _couples(dual: DualGraph) -> Iterator[tuple[int, int, int]]:
    """Pairs of full-but-one faces with exactly one common edge, and that edge."""
    if not dual.single:
        return
    for e, (one, two) in enumerate(dual.sides):
        if max(one, two) < dual.outer and full_but_one(dual, one) and full_but_one(dual, two):
            common = set(dual.face_edges[one]) & set(dual.face_edges[two])
            if common == {e}:
                yield one, two, e


def _beside(dual: DualGraph, one: int, two: int, e: int) -> Forced:
    found: Forced = []
    ends = []
    for v in dual.ends[e]:
        at = set(dual.vertices[v].edges) - {e}
        first, second = at.intersection(dual.face_edges[one]), at.intersection(dual.face_edges[two])
        if len(first) != 1 or len(second) != 1 or first == second:
            return []
        ends.append((first | second, at - first - second))
        found.append((across(dual, one, *first), across(dual, two, *second), 0))
    (near, beyond), (near2, beyond2) = ends
    if near & near2:
        return []
    found += [(*dual.sides[d], 0) for d in beyond | beyond2]
    others = set(dual.face_edges[one]) ^ set(dual.face_edges[two])
    found += [(*dual.sides[d], 1) for d in others - near - near2]
    return found
