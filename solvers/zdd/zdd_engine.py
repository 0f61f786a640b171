"""The method zdd: represent all loops of the board as a ZDD, and reduce it clue by clue, without listing loops."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.supports import Supports
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats
    from slitherenc.solvers.zdd.cycles import Cycles


@dataclass(frozen=True)
class ZddEngine(Method):
    """Represent all loops of the board as a decision diagram, and reduce it clue by clue, with Graphillion.

    `Stats.candidates` holds the number of loops that are left after each clue.
    """

    example: ClassVar[str] = "P --method zdd --trace"
    flags: ClassVar[tuple[str, ...]] = ("--trace",)  # prints `Stats.candidates`

    def __post_init__(self) -> None:
        from slitherenc.solvers.zdd.cycles import graphillion

        super().__post_init__()
        graphillion()

    @property
    def supports(self) -> Supports:
        from slitherenc.solvers.zdd.cycles import SUPPORTS

        return SUPPORTS

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        yield from self._check_loops(model, self._solutions(model, stats))

    def count(self, model: Model, stats: Stats) -> int:
        """Return the number of loops in the ZDD, after checking one of the loops."""
        solutions = self._solutions(model, stats)
        next(self._check_loops(model, solutions), None)
        return solutions.count

    def _solutions(self, model: Model, stats: Stats) -> Cycles:
        from slitherenc.solvers.zdd.cycles import all_cycles, count_constraints

        stats.method, stats.solver = "zdd", "graphillion"
        with stats.timed("encode"):
            cycles = all_cycles(model)
        stats.candidates.append(("", cycles.count))
        with stats.timed("search"):
            for i, row in enumerate(count_constraints(model)):
                cycles = cycles.keeping(row)
                name = model.board.face_name(row.face) if row.face >= 0 else f"count {i}"
                stats.candidates.append((name, cycles.count))
        return cycles

    def _check_loops(self, model: Model, cycles: Cycles) -> Generator[Loop]:
        import numpy as np

        from slitherenc.model.check_model import loop_of

        for edges in cycles:
            bits = np.zeros(model.board.n_edges, np.bool_)
            bits[list(edges)] = True
            yield loop_of(model, bits)
