"""The method ilp: integer programs with HiGHS, and the lazy loop (the papers' cutting planes)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from slitherenc.encodings.encode import ProgramOptions
from slitherenc.options import option, with_default
from slitherenc.solvers.engines import Method
from slitherenc.supports import Supports

if TYPE_CHECKING:
    from slitherenc.loop import Loop
    from slitherenc.model import Model
    from slitherenc.solvers.stats import Stats


@dataclass(frozen=True)
class IlpEngine(Method):
    """An integer program of one formulation (None: the one that suits the board), HiGHS, and cutting planes."""

    variant: ClassVar[str] = "formulation"
    compared: ClassVar[tuple[str, ...]] = ("edges", "cells")
    formulation: str | None = with_default(ProgramOptions, "formulation", None)
    cuts: Literal["all", "smallest"] = option(
        "all",
        "Cut all loops of an answer, or the smallest.",
        metavar="WHICH",
        choices=("all", "smallest"),
        noun="choice of cuts",
    )
    optimum: bool = option(False, "Solve each program to its optimum, as the papers do.")

    def __post_init__(self) -> None:
        from slitherenc.encodings.ilp.model import FORMULATIONS
        from slitherenc.solvers.ilp.highs import highspy

        super().__post_init__()
        if self.formulation is not None:
            FORMULATIONS.load(self.formulation)
        highspy()

    @property
    def supports(self) -> Supports:
        """Those of its formulation."""
        from slitherenc.encodings.ilp.model import FORMULATIONS

        return FORMULATIONS.load(self.formulation).supports if self.formulation else super().supports

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        from slitherenc.encodings.ilp.model import program as compile_program
        from slitherenc.encodings.ilp.model import suited_formulation
        from slitherenc.solvers.enumerate import SubtourCuts, enumerate_loops
        from slitherenc.solvers.ilp.highs import HighsSolver

        formulation = self.formulation or suited_formulation(model.board)
        stats.method, stats.solver = f"ilp ({formulation})", "highs"
        with stats.timed("encode"):
            program = compile_program(model, formulation)
        stats.sizes.update(variables=program.n_variables, constraints=len(program.rows))
        with stats.timed("load"):
            solver = HighsSolver(program, self.optimum)
        try:
            yield from enumerate_loops(solver, model, stats, separation=SubtourCuts(model, which=self.cuts))
        finally:
            solver.close()
