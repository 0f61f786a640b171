"""The method by-length: the loops in the order of their length, by RC2, the MaxSAT solver of PySAT."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.options import option
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats


@dataclass(frozen=True)
class ByLengthEngine(Method):
    """The tree certificate as hard clauses; for each edge a soft one: it is no line, or it is a line."""

    variant: ClassVar[str] = "order"
    compared: ClassVar[tuple[str, ...]] = ("shortest", "longest")
    order: str = option("shortest", "The loops that come first.", choices=("shortest", "longest"))

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        import numpy as np
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        from slitherenc.encodings.encode import clauses
        from slitherenc.encodings.options import EncodeOptions
        from slitherenc.model.check_model import loop_of

        stats.method, stats.solver = f"by-length ({self.order})", "rc2"
        n_edges = model.board.n_edges
        with stats.timed("encode"):
            formula = clauses(model, EncodeOptions(connectivity="tree"))
        stats.sizes.update(formula.size()._asdict())
        with stats.timed("load"):
            problem = WCNF()
            for block in formula.blocks:
                problem.extend(block.clauses().tolist())
            sign = -1 if self.order == "shortest" else 1
            problem.extend([[sign * edge] for edge in range(1, n_edges + 1)], weights=[1] * n_edges)
            solver = RC2(problem)
        try:
            while True:
                with stats.timed("search"):
                    answer = solver.compute()
                stats.rounds += 1
                if answer is None:
                    return
                edges = np.array(answer[:n_edges])
                yield loop_of(model, edges > 0)
                solver.add_clause((-edges).tolist())
        finally:
            solver.delete()
