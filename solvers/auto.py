"""The method auto: deduction decides what it can, and a SAT solver decides the rest.

The kernel (a search by deduction, docs/searches.md) runs within a budget. The edges that it leaves undecided form a
smaller puzzle (residual.py), whose loops are converted to loops of the board. A SAT method solves the whole puzzle if
the kernel does not support the model, or if the user names a solver. The same happens if the kernel is not compiled,
unless the option `nodes` is given.

If the kernel decides few edges, the SAT solver can be slow, so it and a local search (solvers/patch) take turns.

The kernel yields the loops that it finds. Every other loop agrees with the edges that the kernel decided, so it is
found in the smaller puzzle. A loop that both the kernel and the SAT solver find is yielded only once.

The option `nodes` limits the number of steps: look-aheads and branches of the kernel, then conflicts and calls of the
SAT solver, which is always MiniSat with this option. The steps and the result are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import GaveUp, UsageError
from slitherenc.base.options import option
from slitherenc.solvers.sat.sat_engine import LARGE, LazyEngine, SatEngine, TreeEngine

if TYPE_CHECKING:
    from slitherenc.boards.csr import Numbers
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.protocols import TurnProposer
    from slitherenc.solvers.residual import Residual
    from slitherenc.solvers.stats import Stats

BLANK = 0.01  # a large board with constraints on a smaller share of its faces uses lazy cuts (docs/performance.md)
# If at least this share of the edges is undecided (the second share if less than FEW of the faces have clues), there
# may be very many loops, and a proposer that changes one loop finds some of them sooner.
OPEN, OPEN_OF_FEW, FEW = 0.4, 0.2, 0.35
SMALL = 200  # undecided edges; with fewer, the loops are found in milliseconds
BUDGET = 300  # the most look-aheads and branches of the kernel


@dataclass(frozen=True)
class AutoEngine(SatEngine):
    """Deduce with the compiled kernel, then solve the rest by the method that suits its size."""

    example: ClassVar[str] = "P --unique"
    compared: ClassVar[tuple[str, ...]] = ()
    nodes: int | None = option(
        None, "Give up after N steps of the search. A step is the same on every machine.", metavar="N", kind=int
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.nodes is not None and self.nodes < 1:
            raise UsageError(f"nodes must be at least 1, got {self.nodes}")
        if self.nodes is not None and self.solver is not None:
            raise UsageError(
                "'nodes' cannot be combined with 'solver': only the default solvers count the steps that 'nodes' limits"
            )

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        loops = self._loops(model, stats)
        return loops if self.nodes is None else _count_steps(loops, self.nodes)

    def _loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        from slitherenc.model.decompose import decompose
        from slitherenc.solvers.kernel import is_compiled
        from slitherenc.solvers.kernel.kernel_engine import SUPPORTS

        if self.solver is None and (is_compiled() or self.nodes is not None):
            try:
                sums = decompose(model, SUPPORTS, "the kernel")
            except UsageError:
                pass
            else:
                return _loops_by_deduction(model, sums, stats, self.nodes)
        if self.nodes is not None:
            return _rest(model, stats, self.nodes)
        return _by_size(self.solver, model).loops(model, stats)


def _rest(model: Model, stats: Stats, nodes: int | None, proposer: TurnProposer | None = None) -> Generator[Loop]:
    """Yield the loops of `model` from a SAT solver. If `nodes` is not None, raise GaveUp after this number of steps."""
    if nodes is None:
        return _by_size(None, model).loops(model, stats, proposer)
    if nodes <= 0:
        raise GaveUp("the limit on search steps was reached before the SAT solver started")
    return LazyEngine("minisat").within(model, stats, nodes)


def _count_steps(loops: Generator[Loop], nodes: int) -> Generator[Loop]:
    """Yield the items of `loops`. If GaveUp is raised, replace its message by one that states the limit `nodes`."""
    try:
        yield from loops
    except GaveUp:
        raise GaveUp(f"no verdict after {nodes:,} steps of the search") from None


def _proposer(model: Model, value: Numbers, rest: Residual) -> TurnProposer | None:
    """Return a proposer (a local search for loops). Return None if the proposer is not compiled, does not support the
    model, or is not needed because the kernel decided most edges."""
    from slitherenc.model.decompose import decompose
    from slitherenc.solvers.kernel.kernel_engine import SUPPORTS
    from slitherenc.solvers.patch.proposer import is_compiled, propose

    if len(rest.undecided) < SMALL or not is_compiled():
        return None
    share = len(rest.undecided) / model.board.n_edges
    has_few = len(model.cardinalities) < FEW * model.board.n_faces
    if share < (OPEN_OF_FEW if has_few else OPEN):
        return None
    sums = decompose(model, replace(SUPPORTS, sides=True), "the proposer")
    return propose(sums, value, rest, is_second=share < OPEN)


def _by_size(solver: str | None, model: Model) -> LazyEngine | TreeEngine:
    large = model.board.n_faces > LARGE and len(model.cardinalities) >= BLANK * model.board.n_faces
    return TreeEngine(solver) if large else LazyEngine(solver)


def _loops_by_deduction(model: Model, sums: Model, stats: Stats, nodes: int | None) -> Generator[Loop]:
    """Yield the loops of a model; `sums` is the same model in a form that the kernel supports."""
    from slitherenc.model.check_model import loop_of
    from slitherenc.solvers.kernel import is_compiled
    from slitherenc.solvers.kernel.kernel_engine import COMPLETE, FIRST, STOPPED, read_loops, run_kernel

    stats.method, stats.solver = "kernel", "compiled" if is_compiled() else "plain"
    kernel, verdict = run_kernel(sums, stats, limit=FIRST, budget=BUDGET if nodes is None else min(BUDGET, nodes))
    left = None if nodes is None else nodes - kernel.n_looks - kernel.n_nodes
    known = read_loops(kernel)
    for lines in known:
        yield loop_of(model, lines)
    if verdict == COMPLETE:
        return
    if verdict == STOPPED:  # the kernel found `limit` loops before its deduction was complete, so start over
        others = (loop.bits() for loop in _rest(model, stats, left))
    else:
        import numpy as np

        from slitherenc.solvers.residual import residual_of

        with stats.timed("residual"):
            rest = residual_of(sums, np.frombuffer(kernel.value, np.intc), np.frombuffer(kernel.mate, np.intc))
        proposer = None if left is not None else _proposer(model, np.frombuffer(kernel.value, np.intc), rest)
        others = (rest.lift(loop.bits()) for loop in _rest(rest.model, stats, left, proposer))
    seen = {lines.tobytes() for lines in known}
    for lines in others:
        if lines.tobytes() not in seen:
            yield loop_of(model, lines)
