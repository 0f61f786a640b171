"""The rule `loop`: an edge that would close the loop too early is not a line; a closed loop contains all lines."""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Coloring


class Chains:
    """The maximal chains of edges through vertices of degree 2: in a chain all edges are lines, or none is.

    by_ends[u, v], u <= v: the chains between the vertices u and v, as lists of edges.
    """

    def __init__(self, dual: DualGraph) -> None:
        self.by_ends: dict[tuple[int, int], list[list[int]]] = {}
        seen: set[int] = set()
        for e, (u, v) in enumerate(dual.ends):
            if e not in seen:
                after, end = _follow(dual, e, v)
                before, start = ([], end) if end == u and after else _follow(dual, e, u)
                seen.update((e, *after, *before))
                self.by_ends.setdefault((min(start, end), max(start, end)), []).append([e, *after, *before])


def _follow(dual: DualGraph, first: int, at: int) -> tuple[list[int], int]:
    """The edges that continue `first` beyond its end `at`, through vertices of degree 2; and the vertex at the end."""
    chain: list[int] = []
    last = first
    while len(edges := dual.vertices[at].edges) == 2:
        following = edges[1] if edges[0] == last else edges[0]
        if following == first:
            break
        chain.append(last := following)
        a, b = dual.ends[last]
        at = b if a == at else a
    return chain, at


def loop(dual: DualGraph, state: Coloring, chains: Chains) -> Forced:
    """What the paths of lines imply when one loop is required.

    When a path is closed, all undecided edges are not lines. An edge (or a chain) between the two ends of a path would
    close it, so it is not a line, unless that closed path is a solution by itself.
    """
    code, sides = state.code, dual.sides
    if state.closed:
        return [(a, b, 0) for a, b in sides if code[a] ^ code[b] > 1]
    forced = []
    degree, mate = state.degree, state.mate
    for u, d in enumerate(degree):
        v = mate[u]
        if d != 1 or u > v:
            continue
        for chain in chains.by_ends.get((u, v), ()):
            a, b = sides[chain[0]]
            if code[a] ^ code[b] < 2:
                continue
            if state.n_lines == state.span[u]:
                lines = {e for e, (c, d) in enumerate(sides) if code[c] ^ code[d] == 1}
                if _satisfies(dual, lines.union(chain)):
                    continue
            forced.append((a, b, 0))
    return forced


def _satisfies(dual: DualGraph, lines: set[int]) -> bool:
    """Whether exactly these lines satisfy every constraint (that they are one loop is not checked)."""
    return all(
        constraint.allowed >> sum(e in lines for e in constraint.edges) & 1
        for constraint in (*dual.counts, *dual.vertices)
    )
