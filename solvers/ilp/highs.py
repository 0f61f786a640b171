"""An IncrementalSolver over HiGHS (extra `ilp`).

HiGHS computes with floating-point numbers. So an answer is rounded, and the rounded answer must satisfy all rows and
cuts exactly. The presolve of HiGHS 1.16.0 reports some feasible programs as infeasible. So a second run without
presolve must confirm "infeasible". HiGHS 1.16.0 also prints a banner when an instance is created, so this module
discards standard output while it creates or runs HiGHS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import GaveUp, SolverFailed, extra
from slitherenc.boards.board import Bits
from slitherenc.encodings.ilp.model import ABOVE, BELOW, CutRow, Formulation, Program
from slitherenc.encodings.tables import FORMULATIONS
from slitherenc.solvers.stdout import clean_stdout

_FAR = 1e-4  # an answer may differ from an integer by at most this much; HiGHS promises 1e-6


def highspy() -> Any:
    """Import and return the package highspy. Raises NotInstalled if it is missing."""
    return extra("highspy", "the method ilp needs HiGHS: pip install 'slitherenc[ilp]'")


class HighsSolver:
    """A `protocols.IncrementalSolver` for a Program (an integer program, docs/encodings.md). If `optimum` is true,
    every answer is optimal. Otherwise, the objective is dropped, and the solver is much faster.
    """

    def __init__(self, program: Program, optimum: bool = False) -> None:
        self._program = program
        self._optimum = optimum
        self._formulation: Formulation = FORMULATIONS.load(program.formulation)
        self._core = highspy()
        self._cuts: list[CutRow] = []
        family = program.family("selector")
        self._selectors = {g + 1: family.first + g for g in range(family.size)} if family else {}
        self._held: list[int] = []
        self._highs = self._new()

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        highs = self._highs
        for variable in self._held:
            highs.changeColBounds(variable, 0.0, 1.0)
        self._held = [self._selector(selector) for selector in assume]
        for variable in self._held:
            highs.changeColBounds(variable, 1.0, 1.0)
        if not self._has_answer():
            highs.setOptionValue("presolve", "off")
            confirmed = not self._has_answer()
            highs.setOptionValue("presolve", "choose")
            if not confirmed:
                raise SolverFailed(f"HiGHS {highs.version()} wrongly reported that an integer program is infeasible")
            return None
        solution = np.array(highs.getSolution().col_value, np.float64)
        values = np.rint(solution).astype(np.int64)
        if np.abs(solution - values).max() > _FAR or not self._keeps(values):
            raise SolverFailed("HiGHS returned an answer that has fractions or violates a row")
        bits: Bits = self._formulation.lines(self._program.board, values)
        return bits

    def _has_answer(self) -> bool:
        """Run HiGHS. Return whether it found an answer; False means "infeasible". Raises GaveUp if it reached a limit,
        and SolverFailed if it ended in another way."""
        highs, status = self._highs, self._core.HighsModelStatus
        with clean_stdout():
            highs.clearSolver()
            highs.run()
            if highs.getModelStatus() == status.kNotset:  # other code in this process runs HiGHS with more threads
                highs.setOptionValue("threads", 0)  # use as many threads as the other code
                highs.run()
        verdict = highs.getModelStatus()
        if verdict in (status.kInfeasible, status.kUnboundedOrInfeasible):  # every variable is bounded
            return False
        if verdict != status.kOptimal:
            limits = (status.kTimeLimit, status.kIterationLimit, status.kMemoryLimit, status.kSolutionLimit)
            error = GaveUp if verdict in limits else SolverFailed
            raise error(f"HiGHS ended with: {highs.modelStatusToString(verdict)}")
        return True

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        condition = [self._selector(selector)] if selector else []
        for cut in self._formulation.forbidden(self._program.board, on, off):
            cut = CutRow(
                [*cut.columns, *condition], [*cut.coefficients, *([1] * len(condition))], cut.right + len(condition)
            )
            self._cuts.append(cut)
            columns, coefficients = np.array(cut.columns, np.int32), np.array(cut.coefficients, np.float64)
            self._highs.addRow(-self._core.kHighsInf, float(cut.right), len(columns), columns, coefficients)

    def set_phases(self, lines: Bits) -> None:
        """Do nothing: HiGHS does not support phases (preferred values)."""

    def close(self) -> None:
        self._highs.clear()

    def _selector(self, selector: int) -> int:
        """Return the variable of a selector (an assumption literal). If the program lacks this variable, add it."""
        if selector not in self._selectors:
            self._selectors[selector] = self._highs.getNumCol()
            self._highs.addCol(0.0, 0.0, 1.0, 0, np.empty(0, np.int32), np.empty(0, np.float64))
            self._highs.changeColIntegrality(self._selectors[selector], self._core.HighsVarType.kInteger)
        return self._selectors[selector]

    def _keeps(self, values: NDArray[np.int64]) -> bool:
        return self._program.rows.is_satisfied_by(values) and all(
            sum(c * values[i] for i, c in zip(cut.columns, cut.coefficients, strict=True)) <= cut.right
            for cut in self._cuts
        )

    def _new(self) -> Any:
        core, program = self._core, self._program
        rows, n = program.rows, program.n_variables
        lp = core.HighsLp()
        lp.num_col_, lp.num_row_ = n, len(rows)
        lp.col_cost_ = program.objective.astype(np.float64) * self._optimum
        lp.col_lower_, lp.col_upper_ = np.zeros(n), np.ones(n)
        lp.integrality_ = [core.HighsVarType.kInteger] * n
        lp.sense_ = core.ObjSense.kMaximize if program.maximize else core.ObjSense.kMinimize
        right = rows.right.astype(np.float64)
        lp.row_lower_ = np.where(rows.sense == BELOW, -core.kHighsInf, right)
        lp.row_upper_ = np.where(rows.sense == ABOVE, core.kHighsInf, right)
        lp.a_matrix_.format_ = core.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = rows.start
        lp.a_matrix_.index_ = rows.columns
        lp.a_matrix_.value_ = rows.coefficients.astype(np.float64)
        with clean_stdout():
            highs = core.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("mip_rel_gap", 0.0)
        if highs.passModel(lp) == core.HighsStatus.kError:
            raise SolverFailed("HiGHS rejected the integer program")
        return highs
