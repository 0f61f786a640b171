"""The SAT methods: `lazy` adds clauses if an answer has several loops; `tree` encodes "one loop" in advance."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from slitherenc.base.errors import UsageError
from slitherenc.base.options import option
from slitherenc.base.registry import nearest
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.protocols import BudgetedSolver, ClauseSolver, ClosableSolver, TurnProposer
    from slitherenc.solvers.stats import Stats

LARGE = 5000  # faces; up to here lazy cuts with MiniSat, above the tree certificate with MapleCM (docs/performance.md)


@dataclass(frozen=True)
class SatEngine(Method):
    """The base class of SAT methods. If `solver` is None, the fastest solver for the size of the board is used."""

    variant: ClassVar[str] = "solver"
    solver: str | None = option(None, "A solver of PySAT, or a program: 'cadical -q', cmd:NAME.", words="by board size")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.solver is not None and not self.solver.strip():
            raise UsageError("the solver's name is empty")

    def run(
        self,
        method: str,
        options: Mapping[str, str],
        model: Model,
        stats: Stats,
        conflicts: int | None = None,
        proposer: TurnProposer | None = None,
    ) -> Generator[Loop]:
        """Encode the model with EncodeOptions(**options), and yield its loops. `stats.method` is set to `method`."""
        from slitherenc.encodings.encode import clauses
        from slitherenc.encodings.options import EncodeOptions
        from slitherenc.solvers.enumerate import LimitedSolver, enumerate_loops
        from slitherenc.solvers.patch.alternate import Alternating
        from slitherenc.solvers.separations import NoSubtours, SubtourCuts

        def opened() -> ClosableSolver:
            solver = self.solver or ("minisat" if model.board.n_faces <= LARGE else "maplecm")
            stats.method, stats.solver = method, solver
            with stats.timed("encode"):
                formula = clauses(model, EncodeOptions(**options))
            stats.sizes.update(formula.size()._asdict())
            with stats.timed("load"):
                return open_solver(formula, solver)

        solver = opened() if proposer is None else Alternating(opened, proposer, model, stats)
        try:
            asked = solver if conflicts is None else LimitedSolver(cast("BudgetedSolver", solver), conflicts)
            # A proposer's answers may consist of several loops, whatever the clauses express.
            may_split = options["connectivity"] == "none" or proposer is not None
            separation = SubtourCuts(model, cut_sets=True) if may_split else NoSubtours(model, options["connectivity"])
            yield from enumerate_loops(asked, model, stats, separation=separation)
        finally:
            solver.close()


@dataclass(frozen=True)
class LazyEngine(SatEngine):
    """Encodes clues and vertex degrees as clauses. If an answer consists of several loops, cuts exclude it."""

    example: ClassVar[str] = "P --method lazy --solver minisat"

    def loops(self, model: Model, stats: Stats, proposer: TurnProposer | None = None) -> Generator[Loop]:
        """Yield the loops. A `proposer`, a local search that takes turns with the solver, requires a PySAT solver."""
        return self.run("lazy", {"connectivity": "none"}, model, stats, proposer=proposer)

    def within(self, model: Model, stats: Stats, conflicts: int) -> Generator[Loop]:
        """Yield the loops. Raise GaveUp when the solver's conflicts plus its calls reach `conflicts`."""
        return self.run("lazy", {"connectivity": "none"}, model, stats, conflicts)


@dataclass(frozen=True)
class TreeEngine(SatEngine):
    """Express "one loop" in clauses by spanning trees of the inside and the outside."""

    example: ClassVar[str] = "P --method tree"

    def loops(self, model: Model, stats: Stats, proposer: TurnProposer | None = None) -> Generator[Loop]:
        return self.run("tree", {"connectivity": "tree"}, model, stats, proposer=proposer)


def open_solver(formula: Formula, solver: str) -> ClauseSolver:
    """Return a ClauseSolver for a solver's name or command.

    If `solver` contains a blank or a slash, or begins with `cmd:`, it is a command; otherwise, it names a PySAT solver.
    Raises UsageError if the solver does not exist.
    """
    if is_program(solver):
        from slitherenc.solvers.sat.external import ExternalSolver

        return ExternalSolver(formula, solver.removeprefix("cmd:"))
    from slitherenc.solvers.sat.names import ALIASES, canonical_name, pysat_names
    from slitherenc.solvers.sat.pysat_solver import PySATSolver

    name = canonical_name(solver)
    if name is None:
        names = (*ALIASES, *pysat_names())
        near = nearest(solver, names)
        hint = f"did you mean {near}? " if near else ""
        raise UsageError(
            f"PySAT has no solver {solver!r}; {hint}available: {', '.join(names)}; "
            f"to run an external program, use cmd:{solver}"
        )
    return PySATSolver(formula, name)


def is_program(solver: str) -> bool:
    return solver.startswith("cmd:") or any(char in solver for char in " /\t")
