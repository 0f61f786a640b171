"""The method ilp: solve an integer program with HiGHS, and add cutting planes if an answer has several loops."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from slitherenc.base.errors import UsageError
from slitherenc.base.options import option
from slitherenc.base.supports import Supports
from slitherenc.encodings.options import ObjectiveOptions
from slitherenc.solvers.engines import Method

if TYPE_CHECKING:
    from slitherenc.model.loop import Loop
    from slitherenc.model.model import Model
    from slitherenc.solvers.stats import Stats


@dataclass(frozen=True)
class IlpEngine(ObjectiveOptions, Method):
    """Solve an integer program with HiGHS. If the formulation allows several loops, add cutting planes. If the
    program has an objective, the loops are yielded in the order of its value, the best first."""

    example: ClassVar[str] = "P --method ilp --longest"
    variant: ClassVar[str] = "formulation"
    compared: ClassVar[tuple[str, ...]] = ("tree", "edges", "cells")
    formulation: str = option("tree", "Formulation of the integer program: tree, edges or cells.")
    cuts: Literal["all", "smallest"] = option(
        "all",
        "Cut all loops of an answer, or only the smallest.",
        metavar="WHICH",
        choices=("all", "smallest"),
        noun="choice of cuts",
    )
    optimum: bool = option(False, "Solve each program to its optimum, as Ishihama and Kuno (2013) do.")

    def __post_init__(self) -> None:
        from slitherenc.encodings.tables import FORMULATIONS
        from slitherenc.solvers.ilp.highs import highspy

        super().__post_init__()
        one_loop = FORMULATIONS.load(self.formulation).connectivity != "none"
        if self.objective and not one_loop:
            raise UsageError(f"'longest' and 'shortest' require the formulation 'tree', got {self.formulation!r}")
        highspy()

    @property
    def supports(self) -> Supports:
        from slitherenc.encodings.tables import FORMULATIONS

        supports: Supports = FORMULATIONS.load(self.formulation).supports
        return supports

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        from slitherenc.encodings.ilp.model import program as compile_program
        from slitherenc.solvers.enumerate import enumerate_loops
        from slitherenc.solvers.ilp.highs import HighsSolver
        from slitherenc.solvers.separations import SubtourCuts

        stats.method, stats.solver = f"ilp ({self.formulation})", "highs"
        with stats.timed("encode"):
            program = compile_program(model, self.formulation, self.objective)
        stats.sizes.update(variables=program.n_variables, constraints=len(program.rows))
        with stats.timed("load"):
            solver = HighsSolver(program, self.optimum or self.objective != 0)
        try:
            yield from enumerate_loops(solver, model, stats, separation=SubtourCuts(model, which=self.cuts))
        finally:
            solver.close()
