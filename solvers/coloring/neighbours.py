"""The rule `neighbours`: examine together two clues that share a node (a face), and the vertices of their edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from slitherenc.solvers.coloring.dual import DualGraph, PairSum, Ways
from slitherenc.solvers.coloring.scope import MOST_NODES


def couples(dual: DualGraph) -> Iterator[Ways]:
    """Yield a scope for each pair of clues with a common node (a face): the two clues and the vertices of their edges.
    The scope is a disjunction of conjunctions. Pairs that are too large for a truth table are skipped."""
    pairs_of = [{pair for way in clue.ways for row in way for pair in row.pairs} for clue in dual.clues]
    nodes = [{node for pair in pairs for node in pair} for pairs in pairs_of]
    vertices = [_vertices(dual, pairs) for pairs in pairs_of]
    clues_at: list[list[int]] = [[] for _ in range(dual.n_nodes)]
    for i, own in enumerate(nodes):
        for node in own - {dual.outer}:
            clues_at[node].append(i)
    for i, j in sorted({couple for clues in clues_at for couple in combinations(clues, 2)}):
        if len(nodes[i] | nodes[j]) <= MOST_NODES:
            both = tuple(dict.fromkeys(vertices[i] + vertices[j]))
            yield tuple((*way, *other, *both) for way in dual.clues[i].ways for other in dual.clues[j].ways)


def _vertices(dual: DualGraph, pairs: set[tuple[int, int]]) -> tuple[PairSum, ...]:
    """Return the constraints of the vertices that lie on at least two of the edges between the nodes of `pairs`."""
    edges = {e for a, b in pairs for other, e in dual.touching[a] if other == b}
    times = Counter(v for e in edges for v in dual.ends[e])
    return tuple(dual.vertices[v] for v in sorted(times) if times[v] > 1)
