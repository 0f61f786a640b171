"""The method kernel as an engine: the columns of a Model, and `core.Kernel.search` over them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from slitherenc.solvers.engines import Method
from slitherenc.supports import Supports

if TYPE_CHECKING:
    from slitherenc.loop import Loop
    from slitherenc.model import Model
    from slitherenc.solvers.stats import Stats

SUPPORTS = Supports(any_loop=False)
FIRST = 2  # loops looked for at first, since most callers ask whether a loop is the only one


@dataclass(frozen=True)
class KernelEngine(Method):
    """Deduction and probing, then a search; needs no SAT solver. Compiled where a C compiler was there."""

    @property
    def supports(self) -> Supports:
        return SUPPORTS

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        """A caller who reads on after two loops makes the search begin anew, for twice as many; it takes the same
        steps, so it finds the same loops first."""
        import numpy as np

        from slitherenc.checker import loop_of
        from slitherenc.decompose import decompose
        from slitherenc.solvers.kernel import is_compiled, kernel_class
        from slitherenc.solvers.kernel.columns import columns_of

        stats.method, stats.solver = "kernel", "compiled" if is_compiled() else "plain"
        with stats.timed("prepare"):
            columns = columns_of(decompose(model, SUPPORTS, "the method kernel"))
        limit, given = FIRST, 0
        while True:
            with stats.timed("search"):
                kernel = kernel_class()(*columns)
                complete = kernel.search(limit, -1) == 1
            stats.nodes, stats.rounds = kernel.n_nodes, kernel.n_probes
            for loop in kernel.loops()[given:]:
                yield loop_of(model, np.frombuffer(loop, np.uint8) == 1)
                given += 1
            if complete:
                return
            limit *= 2
