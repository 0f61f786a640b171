"""Compare engines: each solves the same puzzle, and searches for a second loop, under the same time limit.

The name of an engine is METHOD or METHOD:VARIANT, such as `ilp:edges` or `lazy:cadical`. The class attribute
`Method.variant` names the option to which VARIANT is assigned.
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
    """The result of one engine, such as `lazy:cadical`, for one puzzle.

    If the search was completed, `verdict` is the status of the puzzle, "unique", "multiple" or "none". Otherwise, it is
    "gave up", "failed", "missing" (not installed) or "refused" (not suitable for this puzzle).
    """

    engine: str
    verdict: str
    loop: Loop | None  # the first loop
    seconds: float  # for encoding and search, without imports; if the search was not completed, until the engine ended
    work: str = ""  # the effort in words, such as "12 solver calls, 30 cuts" or "57 nodes"
    note: str = ""  # why the search was not completed
    solver: str = ""  # the solver that ran last, such as minisat, if the method reports it


@dataclass(frozen=True)
class Warm(Method):
    """An engine that solves a small puzzle first, so that imports and the building of caches are not measured."""

    engine: Method

    @property
    def supports(self) -> Supports:
        return self.engine.supports

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        with suppress(SlitherencError):
            next(self.engine.loops(model_of(Puzzle.from_rows([[3, None], [1, None]])), Stats()), None)
        return self.engine.loops(model, stats)


def engines() -> tuple[str, ...]:
    """Return the engines that are compared by default: NAME or NAME:VARIANT, for each method and its main variants."""
    return tuple(
        f"{name}:{variant}" if variant else name
        for name in METHODS.all_names()
        for variant in METHODS.load(name).compared
    )


def how(engine: str) -> dict[str, Any]:
    """Return the arguments of `solve` for an engine. The name of an engine is METHOD or METHOD:VARIANT. Raises
    UsageError if the method or the variant is unknown.
    """
    method, _, variant = engine.partition(":")
    option = METHODS.load(method).variant
    if variant and not option:
        raise UsageError(f"unknown engine {engine!r}: the method {method} has only one engine; write only {method}")
    options = {option: variant} if variant else {}
    try:
        METHOD_OPTIONS.build(method, options)
    except NotInstalled:
        pass  # `compare` lists this as the verdict "missing"
    return {"method": method, **options}


def compare(puzzle: Puzzle, names: Sequence[str], timeout: float) -> list[ComparisonRow]:
    """Return a row for each engine, with its error if it fails. Raises UsageError if an argument is invalid."""
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
    """Return how the verdicts or the loops of these rows contradict each other, or "" if they agree."""
    verdicts = [row for row in rows if row.verdict in VERDICTS]
    for row in verdicts[1:]:
        if row.verdict != verdicts[0].verdict:
            return f"{verdicts[0].engine} says {verdicts[0].verdict}, {row.engine} says {row.verdict}"
        if row.verdict == "unique" and row.loop != verdicts[0].loop:
            return f"{verdicts[0].engine} and {row.engine} have different loops"
    return ""
