"""Engines, one for each `--method`: the solutions of a Model, one by one.

An Engine has `loops(model, stats)`: an iterator of checked Loops, each once; its end means that there are no more.
The caller decides how far to read: one loop, two (is it unique?), or all.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from slitherenc.decompose import EVERYTHING, Supports
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.encodings.formula import Formula
from slitherenc.errors import UsageError
from slitherenc.loop import Loop
from slitherenc.model import Model
from slitherenc.registry import Registry
from slitherenc.solvers.enumerate import SubtourCuts, enumerate_loops
from slitherenc.solvers.protocols import ClosableSolver, Engine
from slitherenc.solvers.stats import Stats

DEFAULT_SOLVER = "cadical"  # of the numbering
LARGE = 5000  # faces; up to here lazy cuts with MiniSat, beyond the tree certificate with MapleCM


@dataclass(frozen=True)
class SolveOptions:
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
        "auto": "slitherenc.solvers.engines:Auto",
        "lazy": "slitherenc.solvers.engines:lazy",
        "tree": "slitherenc.solvers.engines:tree",
        "numbering": "slitherenc.solvers.engines:numbering",
        "coloring": "slitherenc.solvers.coloring.search:coloring",
        "ilp": "slitherenc.solvers.ilp.highs:ilp",
        "zdd": "slitherenc.solvers.zdd.cycles:zdd",
    },
)


@dataclass(frozen=True)
class SatEngine:
    """Clauses of one connectivity, a SAT solver (None: the one that suits the size), and `rounds`."""

    method: str
    solver: str | None
    options: EncodeOptions
    supports: Supports = EVERYTHING

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        solver = self.solver or suited_solver(model)
        stats.method, stats.solver = self.method, solver
        with stats.timed("encode"):
            formula = clauses(model, self.options)
        stats.sizes.update(formula.size()._asdict())
        with stats.timed("load"):
            living = open_solver(formula, solver)
        try:
            yield from enumerate_loops(living, model, stats, separation=SubtourCuts(model, cut_sets=True))
        finally:
            living.close()


@dataclass(frozen=True)
class Auto:
    """The method that suits the size of the board (docs/performance.md)."""

    choice: SolveOptions
    supports: Supports = EVERYTHING

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        method = lazy if model.board.n_faces <= LARGE else tree
        yield from method(self.choice).loops(model, stats)


def open_solver(formula: Formula, solver: str) -> ClosableSolver:
    """An IncrementalSolver for a solver's name or command.

    Anything with a blank or a slash in it, or after `cmd:`, is a program; any other name is PySAT's.
    Raises UsageError when there is no such solver.
    """
    from slitherenc.solvers.sat import pysat_solver
    from slitherenc.solvers.sat.external import ExternalSolver

    if is_program(solver):
        return ExternalSolver(formula, solver.removeprefix("cmd:"))
    name = pysat_solver.canonical(solver)
    if name is None:
        raise UsageError(
            f"PySAT has no solver {solver!r}; it has {', '.join(pysat_solver.names())}; "
            f"for a program of that name say cmd:{solver}"
        )
    return pysat_solver.PySATSolver(formula, name)


def is_program(solver: str) -> bool:
    return solver.startswith("cmd:") or any(char in solver for char in " /\t")


def suited_solver(model: Model) -> str:
    """The solver that is fastest for lazy cuts and the tree (docs/performance.md)."""
    return "minisat" if model.board.n_faces <= LARGE else "maplecm"


def lazy(choice: SolveOptions) -> Engine:
    """No connectivity in the clauses; loops of an answer that are not the solution are cut off, round by round."""
    return SatEngine("lazy", choice.solver, EncodeOptions(connectivity="none"))


def tree(choice: SolveOptions) -> Engine:
    """The tree/cotree certificate as clauses."""
    return SatEngine("tree", choice.solver, EncodeOptions(connectivity="tree"))


def numbering(choice: SolveOptions) -> Engine:
    """Tamura's directed-edge numbering as clauses."""
    options = EncodeOptions(connectivity="numbering", integers=choice.integers, symmetry=choice.symmetry)
    return SatEngine("numbering", choice.solver or DEFAULT_SOLVER, options)
