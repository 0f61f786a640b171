"""Engines side by side: each solves the same puzzle, with the proof of uniqueness, under the same time limit.

An engine is named METHOD or METHOD:VARIANT, a value of the option that the method names for it (`Method.variant`):
`ilp:edges`, `lazy:cadical`.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from slitherenc.base.errors import NotInstalled, SlitherencError, SolverFailed, UsageError, counted
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
    """What one engine did. verdict: unique, multiple, none; or gave up, refused, missing, failed: then `note` says why.

    loop: the first one; seconds: of encoding and search, after all that the engine imports was loaded, or, without a
    verdict, until it ended; solver: what it ran in the end, such as minisat, where the method says it; work: solver
    calls and cuts, or candidates, or nodes, in words.
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
    """An engine that has solved a small puzzle before: what it imports is loaded, and its tables are made."""

    engine: Method

    @property
    def supports(self) -> Supports:
        return self.engine.supports

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        with suppress(SlitherencError):
            next(self.engine.loops(model_of(Puzzle.from_rows([[3, None], [1, None]])), Stats()), None)
        return self.engine.loops(model, stats)


def engines() -> tuple[str, ...]:
    """What is compared when nothing is named: every method, with its variants."""
    return tuple(
        f"{name}:{variant}" if variant else name
        for name in METHODS.all_names()
        for variant in METHODS.load(name).compared
    )


def how(engine: str) -> dict[str, Any]:
    """The arguments of `solve` for an engine's name. Raises UsageError for an unknown method or variant."""
    method, _, variant = engine.partition(":")
    option = METHODS.load(method).variant
    if variant and not option:
        raise UsageError(f"the method {method} has no variants, so there is no {engine!r}")
    options = {option: variant} if variant else {}
    try:
        METHOD_OPTIONS.build(method, options)
    except NotInstalled:
        pass  # that is a verdict: `compare` lists it
    return {"method": method, **options}


def compare(puzzle: Puzzle, names: Sequence[str], timeout: float) -> list[ComparisonRow]:
    """A row for each engine. Raises UsageError for unknown names and for no time; what else goes wrong is a verdict."""
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
        return counted(stats.nodes, "node")
    return f"{counted(stats.rounds, 'solver call')}, {counted(stats.cuts, 'cut')}" if stats.rounds else ""


def disagree(rows: Sequence[ComparisonRow]) -> str:
    """Why these rows cannot all be right, or an empty text. Only rows with a verdict count."""
    verdicts = [row for row in rows if row.verdict in VERDICTS]
    for row in verdicts[1:]:
        if row.verdict != verdicts[0].verdict:
            return f"{verdicts[0].engine} says {verdicts[0].verdict}, {row.engine} says {row.verdict}"
        if row.verdict == "unique" and row.loop != verdicts[0].loop:
            return f"{verdicts[0].engine} and {row.engine} have different loops"
    return ""
