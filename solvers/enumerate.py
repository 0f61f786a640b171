"""Enumerate loops lazily: solve, and split the answer into loops. If it is one loop, yield it. Exclude the answer.
Then solve again.

`enumerate_loops` receives a Model, an IncrementalSolver that is loaded with the model's constraints, and the selectors
(assumption literals) to assume. It yields the model's loops under these assumptions, each once and checked.

The encoding need not exclude answers of several loops. A Separation adds clauses (cuts) that exclude such an answer.
The default is `separations.SubtourCuts`. The cuts of `cut_sets.CutSets` do not depend on the clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from slitherenc.base.errors import GaveUp, SolverFailed
from slitherenc.boards.board import Bits
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.solvers.protocols import BudgetedSolver, Cut, IncrementalSolver, Separation
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.stats import Stats


def enumerate_loops(
    solver: IncrementalSolver,
    model: Model,
    stats: Stats,
    assume: Sequence[int] = (),
    *,
    query: int = 0,
    separation: Separation | None = None,
) -> Iterator[Loop]:
    """Yield the checked loops of the model, each once, under the assumption literals (selectors) in `assume`.

    `query` is another selector, with a number above those of the model. The clauses that block solutions hold only
    while `query` is assumed, so a search with another `query` finds these solutions again. If `query` is 0, the clauses
    always hold. The default `separation` is SubtourCuts(model, assume). Raises SolverFailed for a wrong answer, and
    GaveUp if the solver stops without an answer.
    """
    cutter = None if model.loop == "any" else separation or SubtourCuts(model, assume)
    for lines in search(solver, stats, cutter, assume, query):
        yield loop_of(model, lines, assume)


def search(
    solver: IncrementalSolver, stats: Stats, separation: Separation | None, assume: Sequence[int] = (), query: int = 0
) -> Iterator[Bits]:
    """Yield each solution as bool[E] (whether each edge is a line). Callers must check each solution.

    If `separation` is None, an answer of several loops is also a solution. The arguments are as for `enumerate_loops`.
    """
    seen: set[bytes] = set()
    while True:
        with stats.timed("search"):
            answer = solver.solve([*assume, query] if query else assume)
        stats.rounds += 1
        if answer is None:
            return
        key = np.packbits(answer).tobytes()
        if key in seen:
            raise SolverFailed("the solver returned a solution that was already blocked")
        seen.add(key)
        if separation is None:
            yield answer
            solver.block(np.flatnonzero(answer).tolist(), query, off=np.flatnonzero(~answer).tolist())
            continue
        subtours = separation.subtours(answer)
        if len(subtours) == 1:
            yield answer
            solver.block(subtours[0], query)
            solver.set_phases(~answer)
            continue
        for cut in separation.cuts(answer, subtours):
            if isinstance(cut, Cut):
                solver.block(cut.on, cut.selector, cut.off)
                stats.cuts += 1
            else:
                yield cut
                solver.block(np.flatnonzero(cut).tolist(), query)
                seen.add(np.packbits(cut).tobytes())


class LimitedSolver:
    """A solver with a budget of conflicts for one enumeration. Each call of the solver counts as one more conflict,
    because a call costs about as much as a conflict."""

    def __init__(self, solver: BudgetedSolver, conflicts: int) -> None:
        self._solver, self._conflicts = solver, conflicts
        self._spent = -solver.conflicts  # calls so far, minus the conflicts before this enumeration

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        left = self._conflicts - self._spent - self._solver.conflicts
        if left <= 0:
            raise GaveUp(f"no verdict after {self._conflicts} conflicts")
        self._spent += 1
        return self._solver.solve(assume, left)

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        self._solver.block(on, selector, off)

    def set_phases(self, lines: Bits) -> None:
        self._solver.set_phases(lines)
