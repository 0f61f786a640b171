"""The rule `loop`: a line that would close the loop too early is none; a closed loop is all there is."""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.patterns import alone
from slitherenc.solvers.coloring.state import State


class Chains:
    """The chains of edges through vertices where no other edge ends: all lines or all none. by_ends[u, v], u < v."""

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
    """The edges after `first`, beyond its end `at`, as long as the way does not fork; and where it ends."""
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


def loop(dual: DualGraph, state: State, chains: Chains) -> Forced:
    """For one loop. When a path of lines is closed, all edges not known are none. An edge (or chain) between the two
    ends of a path would close it: it is none, unless that loop alone is a solution."""
    code, sides = state.code, dual.sides
    if state.closed:
        return [(a, b, 0) for a, b in sides if code[a] ^ code[b] > 1]
    found = []
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
                if alone(dual, lines.union(chain)):
                    continue
            found.append((a, b, 0))
    return found
