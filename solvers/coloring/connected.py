"""Connectedness: the inside is connected, and so is the outside; so the lines are one loop.

Two nodes are adjacent when they share an edge that is not known to be a line. A node can still be on a side as long as
it is not known to be on the other.
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Coloring, Contradiction


def connected(dual: DualGraph, state: Coloring) -> Forced:
    """Raises Contradiction when the nodes inside, or those outside, can no longer be connected; implies nothing."""
    for side in (1, 0):
        own = [node for node in state.decided() if state.code[node] == state.out ^ side]
        if own:
            seen = _flood(dual, state, own[0], side)
            if not all(seen[node] for node in own):
                raise Contradiction
    return []


def _flood(dual: DualGraph, state: Coloring, start: int, side: int) -> bytearray:
    """seen[n] = 1 for the nodes that can be reached from a node of this side without passing a node of the other."""
    code, touching = state.code, dual.touching
    other = state.out ^ side ^ 1
    seen = bytearray(dual.n_nodes)
    seen[start] = 1
    todo = [start]
    while todo:
        node = todo.pop()
        line = code[node] ^ 1
        for m, _ in touching[node]:
            if not seen[m] and code[m] != other and code[m] != line:
                seen[m] = 1
                todo.append(m)
    return seen


def cut_inside(dual: DualGraph, state: Coloring) -> Forced:
    """Nodes that cannot be connected to the inside are outside; cut vertices between nodes inside are inside.

    Depth-first search with low points (Hopcroft and Tarjan 1973) from a node inside. A node is a cut vertex when some
    subtree below it contains a node inside and no edge back above the node. Raises Contradiction when a node inside is
    not reached.
    """
    code, touching, outer = state.code, dual.touching, dual.outer
    own, other = state.out ^ 1, state.out
    nodes_inside = [node for node in state.decided() if code[node] == own]
    if not nodes_inside:
        return []
    root = nodes_inside[0]
    number, low, holds = ([0] * dual.n_nodes for _ in range(3))
    number[root] = low[root] = reached = 1
    forced: Forced = []
    stack = [(root, code[root] ^ 1, iter(touching[root]))]
    while stack:
        node, line, others = stack[-1]
        for m, _ in others:
            x = code[m]
            if x in (other, line):
                continue
            if number[m]:
                if number[m] < low[node]:
                    low[node] = number[m]
            else:
                reached += 1
                number[m] = low[m] = reached
                holds[m] = x == own
                stack.append((m, x ^ 1, iter(touching[m])))
                break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                if low[node] < low[above]:
                    low[above] = low[node]
                if holds[node]:
                    holds[above] += holds[node]
                    if low[node] >= number[above] and code[above] != own:
                        forced.append((above, outer, 1))
    for node in nodes_inside:
        if not number[node]:
            raise Contradiction
    forced += [(node, outer, 0) for node, n in enumerate(number) if not n and code[node] != other]
    return forced
