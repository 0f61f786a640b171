"""PySATSolver: a SAT solver of the package PySAT that accepts clauses between calls and reports unsatisfiable cores."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from pysat._utils import MainThread
from pysat.solvers import Solver

from slitherenc.base.errors import GaveUp, SolverFailed, UsageError
from slitherenc.boards.board import Bits
from slitherenc.encodings.formula import Formula
from slitherenc.solvers.protocols import blocking_clause
from slitherenc.solvers.sat.names import missing

_NOT_INCREMENTAL = ("kissat404",)  # accepts no assumptions and no clauses after a call, so each call creates a solver


def may_listen() -> bool:
    """Return whether PySAT may handle Ctrl-C while a solver runs: only in the main thread, and not if Ctrl-C ends the
    process at once (as in `slitherenc solve` by default).

    PySAT's handler jumps out of the solver. If it jumps out of malloc, malloc's lock stays held, and the process hangs.
    Other programs need the handler despite this risk: without it, Ctrl-C has no effect during a search.
    """
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is not signal.SIG_DFL


MainThread.check = staticmethod(may_listen)  # PySAT asks this before each call


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Raise KeyboardInterrupt instead of the error that some solvers of PySAT raise on Ctrl-C."""
    try:
        yield
    except Exception as error:  # PySAT raises a class of its own
        if "interrupt" in str(error):
            raise KeyboardInterrupt from error
        raise


class PySATSolver:
    """A `protocols.CoreSolver` over the PySAT solver `name`, for a CNF formula whose first variables are the edges.
    Raises UsageError if another package that the solver needs is not installed."""

    def __init__(self, formula: Formula, name: str) -> None:
        if how := missing(name):
            raise UsageError(f"the solver {name} of PySAT needs another package: {how}")
        self._name = name
        self._formula = formula
        self._n_edges = formula.bools[0].size
        self._extra: list[list[int]] = []
        self._phases = True
        self._core: list[int] = []
        self.solver = None if name in _NOT_INCREMENTAL else self._new()

    @property
    def conflicts(self) -> int:
        return int(self.solver.accum_stats()["conflicts"]) if self.solver is not None else 0

    def solve(self, assume: Sequence[int] = (), conflicts: int | None = None) -> Bits | None:
        """See `protocols.CoreSolver`. Raises GaveUp after `conflicts` conflicts if the solver supports a limit."""
        solver = self.solver
        literals = [self._n_edges + selector for selector in assume]
        if solver is None:
            solver = self._new()
            for clause in [*self._extra, *([literal] for literal in literals)]:
                solver.add_clause(clause)
            literals = []
        try:
            with ctrl_c():
                if conflicts is None:
                    status = solver.solve(assumptions=literals)
                else:
                    solver.conf_budget(conflicts)
                    status = solver.solve_limited(assumptions=literals)
            if status is None:
                raise GaveUp(f"{self._name} gave up after {conflicts} conflicts")
            if not status:
                self._core = [lit - self._n_edges for lit in solver.get_core() or ()] if literals else list(assume)
                return None
            model = solver.get_model()
        finally:
            if solver is not self.solver:
                solver.delete()
        if model is None or len(model) < self._n_edges:
            raise SolverFailed(f"{self._name} answered satisfiable but returned no model")
        return np.array(model[: self._n_edges]) > 0

    def core(self) -> list[int]:
        return self._core

    def fix(self, selector: int) -> None:
        self.add_clause([self._n_edges + selector])

    def choose(self, selectors: Sequence[int], selector: int) -> None:
        self.add_clause([-(self._n_edges + selector), *(self._n_edges + one for one in selectors)])

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        self.add_clause(blocking_clause(self._n_edges, on, selector, off))

    def add_clause(self, clause: list[int]) -> None:
        if self.solver is None:
            self._extra.append(clause)
        else:
            self.solver.add_clause(clause)

    def set_phases(self, lines: Bits) -> None:
        if self.solver is not None and self._phases:
            numbers = np.arange(1, self._n_edges + 1)
            try:
                self.solver.set_phases(np.where(lines, numbers, -numbers).tolist())
            except NotImplementedError:
                self._phases = False

    def close(self) -> None:
        if self.solver is not None:
            self.solver.delete()
            self.solver = None

    def _new(self) -> Solver:
        solver = Solver(self._name)
        with _no_garbage_collection():
            for block in self._formula.blocks:
                for clauses in block.chunks():
                    solver.append_formula(clauses.tolist(), no_return=True)
        return solver


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector, which would spend time on millions of small lists that are soon freed."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
