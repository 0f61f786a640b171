"""The method kernel: an engine that converts a Model to flat arrays and runs `core.Kernel.search` on them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import UsageError
from slitherenc.base.supports import Supports
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.kernel.core import Kernel
    from slitherenc.solvers.stats import Stats

SUPPORTS = Supports(gaps=True, any_loop=False)
FIRST = 2  # the limit of the first search, since most callers test whether a loop is the only one
COMPLETE, STOPPED = 1, 0  # results of `Kernel.search`: there are no other loops; the limit was reached


@dataclass(frozen=True)
class KernelEngine(Method):
    """Deduce, probe and search without a SAT solver. The code is compiled if pip found a C compiler at installation."""

    example: ClassVar[str] = "P --method kernel -v"

    @property
    def supports(self) -> Supports:
        return SUPPORTS

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """Yield the loops. The first search ends after two loops. If the caller reads more, the search starts again
        with twice this limit. It takes the same steps, so the loops already yielded come first, and are skipped."""
        from slitherenc.model.check_model import loop_of
        from slitherenc.model.decompose import decompose
        from slitherenc.solvers.kernel import is_compiled

        stats.method, stats.solver = "kernel", "compiled" if is_compiled() else "plain"
        sums = decompose(model, SUPPORTS, "the method kernel")
        limit, n_given = FIRST, 0
        while True:
            kernel, verdict = run_kernel(sums, stats, limit=limit, budget=-1)
            for lines in read_loops(kernel)[n_given:]:
                yield loop_of(model, lines)
                n_given += 1
            if verdict == COMPLETE:
                return
            limit *= 2


def run_kernel(sums: Model, stats: Stats, *, limit: int, budget: int) -> tuple[Kernel, int]:
    """Run a Kernel on a Model. Its constraints must be among those that `SUPPORTS` allows. Return the Kernel, and
    the result of `Kernel.search(limit, budget)`. Raises UsageError if the Model's arrays are inconsistent."""
    from slitherenc.solvers.kernel import kernel_class
    from slitherenc.solvers.kernel.columns import kernel_columns

    with stats.timed("prepare"):
        try:
            kernel = kernel_class()(*kernel_columns(sums))
        except ValueError:  # the Model was not built by `model_of` or `build`
            raise UsageError("the arrays of this model are inconsistent; create the model with `build`") from None
    with stats.timed("deduce"):
        verdict = kernel.search(limit, budget)
    stats.probes, stats.nodes = kernel.n_probes, kernel.n_nodes
    stats.decided = sums.board.n_edges if verdict == COMPLETE else kernel.n_trail
    return kernel, verdict


def within(model: Model, stats: Stats, *, limit: int, budget: int) -> list[Loop] | None:
    """Return up to `limit` loops. Return None if the kernel is not compiled, does not support the model, or needs more
    than `budget` look-aheads and branches."""
    from slitherenc.model.check_model import loop_of
    from slitherenc.model.decompose import decompose
    from slitherenc.solvers.kernel import is_compiled

    if not is_compiled():
        return None
    try:
        sums = decompose(model, SUPPORTS, "the kernel")
    except UsageError:
        return None
    kernel, verdict = run_kernel(sums, stats, limit=limit, budget=budget)
    return [loop_of(model, lines) for lines in read_loops(kernel)] if verdict in (COMPLETE, STOPPED) else None


def read_loops(kernel: Kernel) -> list[Bits]:
    """Return the loops that a search found, in order, each as bool[E] (whether each edge is a line)."""
    import numpy as np

    return [np.frombuffer(loop, np.bool_) for loop in kernel.loops()]
