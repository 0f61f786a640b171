"""Engines, one for each `--method`: the solutions of a Model, one by one.

An Engine has `loops(model, stats)`: an iterator of checked Loops, each once; its end means that there are no more.
The caller decides how far to read: one loop, two (is it unique?), or all.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

from slitherenc.encodings.encode import Options, clauses
from slitherenc.encodings.formula import Formula
from slitherenc.errors import UsageError
from slitherenc.loop import Loop
from slitherenc.model import Model
from slitherenc.registry import Registry
from slitherenc.solvers.master import Master, rounds
from slitherenc.solvers.stats import Stats

DEFAULT_SOLVER = "cadical"  # of the numbering
LARGE = 5000  # faces; up to here lazy cuts with MiniSat, beyond the tree certificate with MapleCM


class Engine(Protocol):
    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Raises GaveUp, SolverFailed, UsageError."""


@dataclass(frozen=True)
class Choice:
    """What the user chose for an engine; each engine takes what concerns it. None = the engine's own default."""

    solver: str | None = None
    integers: str = "log"
    symmetry: str = "full"
    branch: str | None = None
    rules: str | None = None
    formulation: str | None = None
    cuts: str = "all"
    optimum: bool = False


METHODS = Registry(
    "method",
    "slitherenc.methods",
    {
        "auto": "slitherenc.solvers.engine:Auto",
        "lazy": "slitherenc.solvers.engine:lazy",
        "tree": "slitherenc.solvers.engine:tree",
        "numbering": "slitherenc.solvers.engine:numbering",
        "coloring": "slitherenc.solvers.coloring.search:coloring",
        "ilp": "slitherenc.solvers.highs_master:ilp",
        "zdd": "slitherenc.solvers.zdd:zdd",
    },
)


@dataclass(frozen=True)
class SatEngine:
    """Clauses of one connectivity, a SAT solver (None: the one that suits the size), and `rounds`."""

    method: str
    solver: str | None
    options: Options

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        solver = self.solver or suited_solver(model)
        stats.method, stats.solver = self.method, solver
        with stats.timed("encode"):
            formula = clauses(model, self.options)
        stats.sizes.update(formula.size()._asdict())
        with stats.timed("load"):
            master = open_master(formula, solver)
        try:
            yield from rounds(master, model, stats, cutsets=True)
        finally:
            master.close()


@dataclass(frozen=True)
class Auto:
    """The method that suits the size of the board (docs/performance.md)."""

    choice: Choice

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        method = lazy if model.board.n_faces <= LARGE else tree
        yield from method(self.choice).loops(model, stats)


class ClosableMaster(Master, Protocol):
    def close(self) -> None: ...


def open_master(formula: Formula, solver: str) -> ClosableMaster:
    """A Master for a solver's name or command.

    Anything with a blank or a slash in it, or after `cmd:`, is a program; any other name is PySAT's.
    Raises UsageError when there is no such solver.
    """
    from slitherenc.solvers import pysat_master
    from slitherenc.solvers.program import ProgramMaster

    if is_program(solver):
        return ProgramMaster(formula, solver.removeprefix("cmd:"))
    name = pysat_master.canonical(solver)
    if name is None:
        raise UsageError(
            f"PySAT has no solver {solver!r}; it has {', '.join(pysat_master.names())}; "
            f"for a program of that name say cmd:{solver}"
        )
    return pysat_master.PySATMaster(formula, name)


def is_program(solver: str) -> bool:
    return solver.startswith("cmd:") or any(char in solver for char in " /\t")


def suited_solver(model: Model) -> str:
    """The solver that is fastest for lazy cuts and the tree (docs/performance.md)."""
    return "minisat" if model.board.n_faces <= LARGE else "maplecm"


def lazy(choice: Choice) -> Engine:
    """No connectivity in the clauses; loops of an answer that are not the solution are cut off, round by round."""
    return SatEngine("lazy", choice.solver, Options(connectivity="none"))


def tree(choice: Choice) -> Engine:
    """The tree/cotree certificate as clauses."""
    return SatEngine("tree", choice.solver, Options(connectivity="tree"))


def numbering(choice: Choice) -> Engine:
    """Tamura's directed-edge numbering as clauses."""
    options = Options(connectivity="numbering", integers=choice.integers, symmetry=choice.symmetry)
    return SatEngine("numbering", choice.solver or DEFAULT_SOLVER, options)
