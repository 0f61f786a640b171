"""enumerate_loops: the one lazy loop. Ask, take the answer apart, cut or yield, ask again.

In: an IncrementalSolver loaded with what a Model says, perhaps without "one loop"; the Model, and the selectors that
are assumed. Out: the Model's loops under these selectors, each once, each checked; the end means that there are no
more. Whatever says "one loop" (the encoding, or only the cuts), the same loop serves.

An answer of one loop is a solution: it is yielded and blocked. An answer of several loops is excluded by a Separation:
`separations.SubtourCuts`; `cut_sets.CutSets` alone where nothing but the board may be assumed.
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
    """The loops of the model under the selectors `assume`, each once, each checked.

    query: a selector of the caller's own, beyond the model's, under which solutions are blocked, so that a solver that
    serves several clue sets forgets them with it; 0: they stay blocked. separation: None = SubtourCuts(model, assume).
    Raises SolverFailed when an answer breaks the model or was blocked; GaveUp.
    """
    cutter = None if model.loop == "any" else separation or SubtourCuts(model, assume)
    for lines in search(solver, stats, cutter, assume, query):
        yield loop_of(model, lines, assume)


def search(
    solver: IncrementalSolver, stats: Stats, separation: Separation | None, assume: Sequence[int] = (), query: int = 0
) -> Iterator[Bits]:
    """The lazy loop itself: the lines[E] of each solution, not yet checked; for those who show them to nobody.

    separation: None = an answer of several loops is a solution too. Otherwise see `enumerate_loops`.
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
            raise SolverFailed("the solver returned a solution that is already blocked")
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


class Limited:
    """A solver with a budget of conflicts for one enumeration; a call counts as one, since it costs about as much."""

    def __init__(self, solver: BudgetedSolver, conflicts: int) -> None:
        self._solver, self._conflicts = solver, conflicts
        self._spent = -solver.conflicts  # calls, and conflicts since now

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
