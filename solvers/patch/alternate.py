"""Alternating: a solver and a proposer (a local search for loops) take turns as one solver for `enumerate_loops`.

Proposals are treated as answers of the solver: they are split into loops, checked and blocked. The solver is created at
its first turn and keeps what it learns. Only the solver can prove that there are no more solutions.

Turns are measured in effort, a count of steps. The proposer begins, and each of its turns has the effort p. The
solver's first turn has the effort 2p, and each later turn of the solver has 16 times the effort of its previous turn.
If the puzzle has no loop, the proposer therefore spends at most 2p plus a sixteenth of the solver's effort.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from slitherenc.base.errors import GaveUp
from slitherenc.boards.board import Bits
from slitherenc.model.model import Model
from slitherenc.solvers.protocols import BudgetedSolver, ClosableSolver, TurnProposer
from slitherenc.solvers.stats import Stats

# Effort is counted in steps of about half a microsecond.
LONGER = 2  # the solver's first turn, relative to the proposer's turn before it
GROWTH = 16  # the growth of the solver's effort from one turn to the next
CONFLICT = 125  # a call counts as one step for each edge of the board, a conflict as this fraction of a call


class Alternating:
    """A `protocols.ClosableSolver` in which a complete solver and a local search for loops take turns."""

    def __init__(
        self, opened: Callable[[], ClosableSolver], proposer: TurnProposer, model: Model, stats: Stats
    ) -> None:
        # `opened` creates the solver, which must count conflicts
        self._opened, self._proposer, self._stats = opened, proposer, stats
        self._call = model.board.n_edges  # the effort of a call of the solver
        self._conflict = 1 + self._call // CONFLICT
        self._left = proposer.head_start  # the solver's effort before the proposer's next turn
        self._next = LONGER * proposer.effort_of_turn  # the solver's effort before the turn after that
        self._solver: BudgetedSolver | None = None
        self._method = ""
        self._proposals: Iterator[Bits] = iter(())
        self._blocked: list[tuple[list[int], int, list[int]]] = []
        self._phases: Bits | None = None

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        while True:
            for lines in self._proposals:
                if not self._is_blocked(lines):
                    self._stats.method = "patch"
                    return lines
            if self._left > 0 or self._proposer.exhausted:
                try:
                    return self._ask(assume)
                except GaveUp:  # the solver's turn is over
                    continue
            self._proposals = self._proposer.turn()
            self._left = self._next
            self._next *= GROWTH

    def _ask(self, assume: Sequence[int]) -> Bits | None:
        if self._solver is None:
            self._solver = cast("BudgetedSolver", self._opened())
            self._method = self._stats.method
            for on, selector, off in self._blocked:
                self._solver.block(on, selector, off)
            if self._phases is not None:
                self._solver.set_phases(self._phases)
        self._stats.method = self._method
        if self._proposer.exhausted:
            return self._solver.solve(assume)
        before = self._solver.conflicts
        try:
            return self._solver.solve(assume, 1 + self._left // self._conflict)
        finally:
            self._left -= self._call + self._conflict * (self._solver.conflicts - before)

    def _is_blocked(self, lines: Bits) -> bool:
        return any(lines[on].all() and not lines[off].any() for on, _, off in self._blocked)

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        self._blocked.append((list(on), selector, list(off)))
        if self._solver is not None:
            self._solver.block(on, selector, off)

    def set_phases(self, lines: Bits) -> None:
        self._phases = lines
        if self._solver is not None:
            self._solver.set_phases(lines)

    def close(self) -> None:
        if self._solver is not None:
            cast("ClosableSolver", self._solver).close()
