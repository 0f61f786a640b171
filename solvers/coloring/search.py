"""Backtracking search over the coloring: decide that a node is inside, then that it is outside, propagating each.

`ColoringEngine` is `--method coloring`: it yields all solutions of a Model, each once, as long as the caller reads.
Search nodes are counted as in the paper: the root is one, and so is every decision.
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
    """The paper's choice (section 3.2.2): the first undecided node in the order of the faces, inside before outside."""
    return state.undecided_nodes()[0], 1


def probe(propagator: Propagator, state: Coloring) -> tuple[int, int]:
    """Section 5 of the paper, by probing: the node that decides most on either side (the largest product). A node for
    which one side leads to a contradiction comes before all others."""

    def worth(item: tuple[int, Gain]) -> tuple[float, int]:
        node, (off, on) = item
        return (inf if off is None or on is None else off * on), -node

    node, (off, on) = max(propagator.gains(state).items(), key=worth)
    return node, int(on is None or (off is not None and on >= off))


BRANCHES: Mapping[str, Branch] = {"first": first, "probed": probe}


def solutions(propagator: Propagator, branch: Branch, stats: Stats) -> Generator[Bits]:
    """Yield the lines[E] of every solution, each once; `stats.nodes` counts the search nodes.

    The search is depth first without recursion, since it can be deeper than Python's stack.
    """
    dual = propagator.dual
    state = Coloring(dual)
    stats.nodes += 1
    decisions: list[tuple[int, int, int]] = []  # mark, node, the side that is still to be tried
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
    """Decide the side of a node (if one is given) and propagate; return False if that leads to a contradiction."""
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
