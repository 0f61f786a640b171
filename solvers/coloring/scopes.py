"""The scopes of a DualGraph: which constraints the propagators look at together.

A *plain clue* is a count of exactly the edges of a face, each once: what a number says. Other clues are counts with
weights or over other edges, and alternatives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from slitherenc.solvers.coloring.dual import DualGraph, EdgeSum, Ways
from slitherenc.solvers.coloring.local import MOST_NODES, scope

ScopeParts = tuple[str, tuple[EdgeSum, ...], Ways]  # kind, constraints, alternatives


def single(dual: DualGraph) -> Iterator[ScopeParts]:
    """The scopes of one constraint."""
    for kind, constraints in (("count", dual.counts), ("vertex", dual.vertices)):
        for constraint in constraints:
            yield kind, (constraint,), ()


def neighbours(dual: DualGraph) -> Iterator[ScopeParts]:
    """The scopes of two clues: those with a common edge, and those, not both plain, that share a node."""
    counts = {face: dual.counts[number] for face, number in dual.face_count.items()}
    for e, (one, two) in enumerate(dual.sides):
        if one in counts and two in counts:
            yield "neighbours", (counts[one], counts[two], *(dual.vertices[v] for v in dual.ends[e])), ()
    yield from _couples(dual, list(_around_plain(dual)), list(_around_others(dual)))


def _around_plain(dual: DualGraph) -> Iterator[ScopeParts]:
    """Each plain clue with the vertices of its face."""
    for face, number in dual.face_count.items():
        yield "around", (dual.counts[number], *(dual.vertices[v] for v in dual.around(face))), ()


def _around_others(dual: DualGraph) -> Iterator[ScopeParts]:
    """Each other clue with the vertices at which several of its edges meet."""
    plain = set(dual.face_count.values())
    for number, constraint in enumerate(dual.counts):
        if number not in plain:
            yield "around", (constraint, *_meeting(dual, set(constraint.edges))), ()
    edges_between: dict[tuple[int, int], list[int]] = {}
    for e, pair in enumerate(dual.sides):
        edges_between.setdefault(pair, []).append(e)
    for ways in dual.eithers:
        pairs = {pair for way in ways for part in way for pair in part.pairs}
        edges = {e for pair in pairs for e in edges_between.get(pair, ())}
        yield "around", tuple(_meeting(dual, edges)), ways


def _meeting(dual: DualGraph, edges: set[int]) -> list[EdgeSum]:
    number = Counter(v for e in edges for v in dual.ends[e])
    return [dual.vertices[v] for v in sorted(number) if number[v] > 1]


def _couples(dual: DualGraph, plain: list[ScopeParts], others: list[ScopeParts]) -> Iterator[ScopeParts]:
    """Two clues, not both plain, on so few nodes together that there is a truth table, with their vertices."""
    groups = others + plain
    nodes = [set(scope("", group, dual.sides, ways)[0]) for _, group, ways in groups]
    at: dict[int, list[int]] = {}
    for i, own in enumerate(nodes):
        if len(own) <= MOST_NODES:
            for node in own - {dual.outer}:
                at.setdefault(node, []).append(i)
    pairs = {pair for met in at.values() for pair in combinations(met, 2)}
    for i, j in sorted(pairs):
        if i < len(others) and len(nodes[i] | nodes[j]) <= MOST_NODES:
            (_, one, ways), (_, two, more) = groups[i], groups[j]
            both = tuple((*way, *other) for way in ways or ((),) for other in more or ((),))
            yield "neighbours", tuple(dict.fromkeys(one + two)), both if ways or more else ()
