"""The rules of connectedness: inside and outside are one piece each, so the lines are one loop.

Nodes touch when they share an edge that is not known to be a line. A node may become part of a side as long as it is
not known to be on the other.
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Contradiction, State


def connected(dual: DualGraph, state: State) -> Forced:
    """A contradiction when nodes known to be inside can no longer be joined to each other, or to be outside."""
    for side in (1, 0):
        own = [node for node in state.decided() if state.code[node] == state.out ^ side]
        if own:
            seen = _flood(dual, state, own[0], side)
            if not all(seen[node] for node in own):
                raise Contradiction
    return []


def _flood(dual: DualGraph, state: State, start: int, side: int) -> bytearray:
    """The nodes that can be reached from a node of this side without a node of the other."""
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


def inside(dual: DualGraph, state: State) -> Forced:
    """What cannot be joined to the nodes inside is outside; what separates two of them is inside."""
    return _one_piece(dual, state, 1)


def outside(dual: DualGraph, state: State) -> Forced:
    """What cannot be joined to the outside is inside; what separates two nodes outside is outside."""
    return _one_piece(dual, state, 0)


def _one_piece(dual: DualGraph, state: State, side: int) -> Forced:
    """Depth-first search from a node of the side, with low points: a node separates when a branch below it holds a
    node of the side and has no way back above it."""
    code, touching, outer = state.code, dual.touching, dual.outer
    own, other = state.out ^ side, state.out ^ side ^ 1
    wanted = [node for node in state.decided() if code[node] == own]
    if not wanted:
        return []
    root = wanted[0]
    number, low, holds = ([0] * dual.n_nodes for _ in range(3))
    number[root] = low[root] = reached = 1
    found: Forced = []
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
                        found.append((above, outer, side))
    for node in wanted:
        if not number[node]:
            raise Contradiction
    found += [(node, outer, side ^ 1) for node, n in enumerate(number) if not n and code[node] != other]
    return found
