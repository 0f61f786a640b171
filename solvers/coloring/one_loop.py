"""The rules that hold because the lines are one loop: `connected` (Shirai et al. 2006, section 3.1 (1)) and `loop`."""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.scope import Forced
from slitherenc.solvers.coloring.state import Coloring, Contradiction


def require_connected(dual: DualGraph, state: Coloring) -> None:
    """Raise Contradiction if the nodes (faces) inside can no longer be connected, or the nodes outside cannot.

    A connection may use nodes whose side is unknown, and may cross every edge that is not known to be a line.
    """
    code = state.code
    for side in (state.out, state.out ^ 1):
        own = [node for node in state.decided_nodes() if code[node] == side]
        todo = own[:1]
        seen = set(todo)
        while todo:
            node = todo.pop()
            across_line = code[node] ^ 1
            for other, _ in dual.touching[node]:
                if other not in seen and code[other] not in (side ^ 1, across_line):
                    seen.add(other)
                    todo.append(other)
        if not seen.issuperset(own):
            raise Contradiction


def keep_open(dual: DualGraph, state: Coloring) -> Forced:
    """Return a triple (a, b, 0) for each edge that cannot be a line because the lines must form one loop. The nodes
    beside the edge are a and b, and 0 states that these nodes are on the same side of the loop.

    If the loop is closed, no other edge can be a line. If the lines form several open paths, no path may be closed.
    """
    code, sides = state.code, dual.sides
    if state.closed:
        return [(a, b, 0) for a, b in sides if code[a] ^ code[b] > 1]
    forced = []
    for u, degree in enumerate(state.degree):
        v = state.mate[u]
        if degree != 1 or u > v or state.n_paths == 1:
            continue
        for e in dual.edges_at[u]:
            a, b = sides[e]
            if v in dual.ends[e] and code[a] ^ code[b] > 1:
                forced.append((a, b, 0))
    return forced
