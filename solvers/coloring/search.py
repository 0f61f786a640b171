"""Backtracking search over the coloring: put a face inside the loop, then outside (or vice versa), and propagate.

The search yields each solution once. The root and each decision count as a search node, as in Shirai et al. (2006).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from math import inf

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.probing import Gain
from slitherenc.solvers.coloring.propagate import Propagator
from slitherenc.solvers.coloring.state import Coloring, Contradiction
from slitherenc.solvers.stats import Stats

Branch = Callable[[Propagator, Coloring], tuple[int, int]]  # an undecided node, and the side to try first


def first(_: Propagator, state: Coloring) -> tuple[int, int]:
    """Choose the undecided face with the smallest index. Try it inside the loop first (Shirai et al. 2006, 3.2.2)."""
    return state.undecided_nodes()[0], 1


def probe(propagator: Propagator, state: Coloring) -> tuple[int, int]:
    """Choose an undecided node and its side as in Shirai et al. (2006, section 5). For each side, count the nodes
    that are decided if the node is put there. Choose the node with the largest product of both counts, and the side
    with the larger count. A node with a contradiction on one side takes precedence; then the other side is chosen."""

    def worth(item: tuple[int, Gain]) -> tuple[float, int]:
        node, (off, on) = item
        return (inf if off is None or on is None else off * on), -node

    node, (off, on) = max(propagator.gains(state).items(), key=worth)
    return node, int(on is None or (off is not None and on >= off))


BRANCHES: Mapping[str, Branch] = {"first": first, "probed": probe}


def solutions(propagator: Propagator, branch: Branch, stats: Stats) -> Generator[Bits]:
    """Yield every solution once, as bool[E] (whether each edge is a line). Count search nodes in `stats.nodes`.

    The depth-first search uses no recursion, because it can be deeper than Python's stack.
    """
    dual = propagator.dual
    state = Coloring(dual)
    stats.nodes += 1
    decisions: list[tuple[int, int, int]] = []  # (mark, node, the side to try next)
    alive = _holds(propagator.start, state)
    while True:
        if alive and state.complete:
            if state.n_lines and (state.closed or not dual.single):
                yield _lines(dual, state)
            alive = False
        if alive:
            node, side = branch(propagator, state)
            decisions.append((state.mark(), node, side ^ 1))
        elif decisions:
            mark, node, side = decisions.pop()
            state.undo(mark)
        else:
            return
        stats.nodes += 1
        alive = _holds(propagator.run, state, node, side)


def _holds(follow: Callable[[Coloring], None], state: Coloring, node: int = -1, side: int = 0) -> bool:
    """Put `node` on `side` (unless `node` is -1) and propagate. Return False if that leads to a contradiction."""
    try:
        if node >= 0:
            state.join(node, state.dual.outer, side)
        follow(state)
    except Contradiction:
        state.touched.clear()
        return False
    return True


def _lines(dual: DualGraph, state: Coloring) -> Bits:
    code = np.array(state.code)
    sides = np.array(dual.sides)
    lines: Bits = code[sides[:, 0]] != code[sides[:, 1]]
    return lines
