"""The search: suppose that a node is inside, then that it is outside; everything forced in between.

`ColoringEngine` is `--method coloring`: all solutions of a Model, each once, for as long as the caller reads. Nodes
of the search are counted as in the paper: the beginning is one, and so is every supposition.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.checker import loop_of
from slitherenc.decompose import Supports
from slitherenc.errors import UsageError
from slitherenc.loop import Loop
from slitherenc.model import Model
from slitherenc.solvers.coloring.dual import SUPPORTS, DualGraph, dual_graph
from slitherenc.solvers.coloring.propagate import Propagator
from slitherenc.solvers.coloring.rules import rules_named
from slitherenc.solvers.coloring.state import Contradiction, State
from slitherenc.solvers.engines import SolveOptions
from slitherenc.solvers.protocols import Engine
from slitherenc.solvers.stats import Stats

Branch = Callable[[Propagator, State], tuple[int, int]]  # a node that is not decided, and the side to suppose first


def first(_: Propagator, state: State) -> tuple[int, int]:
    """The paper's choice: the first node in the order of the faces, inside before outside."""
    return state.undecided()[0], 1


def constrained(propagator: Propagator, state: State) -> tuple[int, int]:
    """The node with the most counts and decided nodes about it."""
    dual, code = propagator.dual, state.code
    out = dual.outer

    def weight(node: int) -> int:
        decided = sum(code[other] >> 1 == out for other, _ in dual.touching[node])
        return (
            decided + 2 * (node in dual.face_count) + sum(other in dual.face_count for other, _ in dual.touching[node])
        )

    best = max((n for n, x in enumerate(code) if x >> 1 != out), key=lambda n: (weight(n), -n))
    return best, 1


def largest(_: Propagator, state: State) -> tuple[int, int]:
    """A node of the largest color."""
    return max(state.undecided(), key=lambda n: (len(state.members[state.code[n] >> 1]), -n)), 1


def probed(propagator: Propagator, state: State) -> tuple[int, int]:
    """The node that decides most, whichever side it is on (the largest product), as a look-ahead finds; a node for
    which one side is a contradiction before all others."""

    def worth(item: tuple[int, tuple[int | None, int | None]]) -> tuple[float, int]:
        node, (off, on) = item
        return (inf if off is None or on is None else off * on), -node

    node, (off, on) = max(propagator.gains(state).items(), key=worth)
    return node, int(on is None or (off is not None and on >= off))


BRANCHES: Mapping[str, Branch] = {"first": first, "constrained": constrained, "largest": largest, "probed": probed}
DEFAULT_BRANCH = "probed"


@dataclass(frozen=True)
class ColoringEngine:
    """rules: those to use; branch: a name of BRANCHES."""

    rules: frozenset[str]
    branch: str = DEFAULT_BRANCH
    supports: Supports = SUPPORTS

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """See `Engine`. Raises nothing: every answer is checked all the same."""
        stats.method, stats.solver = "coloring", ""
        with stats.timed("prepare"):
            dual = dual_graph(model)
            propagator = Propagator(dual, self.rules)
        answers = solutions(propagator, BRANCHES[self.branch], stats)
        while True:
            with stats.timed("search"):
                lines = next(answers, None)
            if lines is None:
                return
            yield loop_of(model, lines)


def coloring(choice: SolveOptions) -> Engine:
    """`--method coloring`. Raises UsageError for a rule or a branch that does not exist."""
    branch = choice.branch or DEFAULT_BRANCH
    if branch not in BRANCHES:
        raise UsageError(f"no branch is called {branch!r}; there are: {', '.join(BRANCHES)}")
    return ColoringEngine(rules_named(choice.rules or "all"), branch)


def solutions(propagator: Propagator, branch: Branch, stats: Stats) -> Generator[Bits]:
    """The lines[E] of every solution, each once. Depth first, without recursion: boards are deeper than stacks."""
    dual = propagator.dual
    state = State(dual)
    stats.nodes += 1
    open_nodes: list[tuple[int, int, int]] = []  # mark, node, the side that is still to be supposed
    alive = _holds(propagator.start, state)
    while True:
        if alive and state.complete:
            if state.n_lines and (state.closed or not dual.single):
                yield _lines(dual, state)
            alive = False
        if alive:
            node, side = branch(propagator, state)
            open_nodes.append((state.mark(), node, side ^ 1))
        elif open_nodes:
            mark, node, side = open_nodes.pop()
            state.undo(mark)
        else:
            return
        stats.nodes += 1
        alive = _holds(propagator.run, state, node, side)


def _holds(follow: Callable[[State], None], state: State, node: int = -1, side: int = 0) -> bool:
    """Join a node (if any) to a side and follow up: False = a contradiction."""
    try:
        if node >= 0:
            state.join(node, state.dual.outer, side)
        follow(state)
    except Contradiction:
        state.touched.clear()
        return False
    return True


def _lines(dual: DualGraph, state: State) -> Bits:
    code = np.array(state.code)
    sides = np.array(dual.sides)
    lines: Bits = code[sides[:, 0]] != code[sides[:, 1]]
    return lines
