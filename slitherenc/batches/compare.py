"""Compare engines: each solves the same puzzle and proves uniqueness under the same time limit.

An engine is named METHOD or METHOD:VARIANT (`ilp:edges`, `lazy:cadical`), a value of the option `Method.variant`.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from slitherenc.base.errors import NotInstalled, SlitherencError, SolverFailed, UsageError, quantity
from slitherenc.base.supports import Supports
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from slitherenc.solvers.engines import METHOD_OPTIONS, METHODS, Method
from slitherenc.solvers.stats import Stats
from slitherenc.solving import solve, time_limit

VERDICTS = ("unique", "multiple", "none")


@dataclass(frozen=True)
class ComparisonRow:
    """The result of one engine.

    verdict   unique, multiple or none; or gave up, refused, missing or failed
    loop      the first loop, or None
    seconds   of encoding and search, without the time for imports; without a verdict, until the engine ended
    work      solver calls and cuts, candidates, or nodes, in words
    note      why there is no verdict
    solver    the solver that ran in the end, such as minisat, if the method tells
    """

    engine: str
    verdict: str
    loop: Loop | None
    seconds: float
    work: str = ""
    note: str = ""
    solver: str = ""


@dataclass(frozen=True)
class Warm(Method):
    """An engine that first solves a small puzzle, so that its imports are loaded and its tables are built."""

    engine: Method

    @property
    def supports(self) -> Supports:
        return self.engine.supports

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        with suppress(SlitherencError):
            next(self.engine.loops(model_of(Puzzle.from_rows([[3, None], [1, None]])), Stats()), None)
        return self.engine.loops(model, stats)


def engines() -> tuple[str, ...]:
    """Return the engines that are compared by default: every method with its variants."""
    return tuple(
        f"{name}:{variant}" if variant else name
        for name in METHODS.all_names()
        for variant in METHODS.load(name).compared
    )


def how(engine: str) -> dict[str, Any]:
    """Return the arguments of `solve` for an engine's name. Raises UsageError for an unknown method or variant."""
    method, _, variant = engine.partition(":")
    option = METHODS.load(method).variant
    if variant and not option:
        raise UsageError(f"the method {method} has no variants, so there is no {engine!r}")
    options = {option: variant} if variant else {}
    try:
        METHOD_OPTIONS.build(method, options)
    except NotInstalled:
        pass  # `compare` lists this as the verdict "missing"
    return {"method": method, **options}


def compare(puzzle: Puzzle, names: Sequence[str], timeout: float) -> list[ComparisonRow]:
    """Return a row for each engine. Raises UsageError for a wrong name or timeout; other errors are verdicts."""
    time_limit(timeout)
    chosen = [(name, how(name)) for name in names]
    return [_row(puzzle, name, timeout, **arguments) for name, arguments in chosen]


def _row(puzzle: Puzzle, name: str, timeout: float, method: str, **options: Any) -> ComparisonRow:
    begun = time.perf_counter()
    try:
        result = solve(puzzle, method=Warm(METHOD_OPTIONS.build(method, options)), limit=2, timeout=timeout)
    except SlitherencError as error:
        kinds = ((NotInstalled, "missing"), (UsageError, "refused"), (SolverFailed, "failed"))
        verdict = next((word for kind, word in kinds if isinstance(error, kind)), "gave up")
        return ComparisonRow(name, verdict, None, time.perf_counter() - begun, note=str(error))
    if result.gave_up:
        ended = time.perf_counter() - begun
        return ComparisonRow(name, "gave up", result.loop, ended, _work(result), result.gave_up, result.stats.solver)
    seconds = sum(result.stats.seconds.values())
    return ComparisonRow(name, result.status, result.loop, seconds, _work(result), solver=result.stats.solver)


def _work(result: Result) -> str:
    stats = result.stats
    if stats.candidates:
        return f"{stats.candidates[0][1]:.3g} candidates"
    if stats.nodes:
        return quantity(stats.nodes, "node")
    return f"{quantity(stats.rounds, 'solver call')}, {quantity(stats.cuts, 'cut')}" if stats.rounds else ""


def disagree(rows: Sequence[ComparisonRow]) -> str:
    """Return why these rows cannot all be right, or "". Only rows with a verdict count."""
    verdicts = [row for row in rows if row.verdict in VERDICTS]
    for row in verdicts[1:]:
        if row.verdict != verdicts[0].verdict:
            return f"{verdicts[0].engine} says {verdicts[0].verdict}, {row.engine} says {row.verdict}"
        if row.verdict == "unique" and row.loop != verdicts[0].loop:
            return f"{verdicts[0].engine} and {row.engine} have different loops"
    return ""
