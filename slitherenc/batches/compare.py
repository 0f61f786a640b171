"""Engines side by side: each solves the same puzzle, with the proof of uniqueness, under the same time limit.

An engine is named METHOD or METHOD:VARIANT, a value of the option that the method names for it (`Method.variant`):
`ilp:edges`, `lazy:cadical`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slitherenc.base.errors import NotInstalled, SlitherencError, SolverFailed, UsageError, counted
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from slitherenc.solvers.engines import METHOD_OPTIONS, METHODS
from slitherenc.solving import solve, time_limit

VERDICTS = ("unique", "multiple", "none")


@dataclass(frozen=True)
class ComparisonRow:
    """What one engine did. verdict: unique, multiple, none; or gave up, refused, missing, failed: then `note` says why.

    loop: the first one; seconds: of encoding and search, or, without a verdict, until it ended; work: solver calls
    and cuts, or candidates, or nodes, in words.
    """

    engine: str
    verdict: str
    loop: Loop | None
    seconds: float
    work: str = ""
    note: str = ""


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
    return [_row(puzzle, name, arguments, timeout) for name, arguments in chosen]


def _row(puzzle: Puzzle, name: str, arguments: Mapping[str, Any], timeout: float) -> ComparisonRow:
    begun = time.perf_counter()
    try:
        result = solve(puzzle, limit=2, timeout=timeout, **arguments)
    except SlitherencError as error:
        kinds = ((NotInstalled, "missing"), (UsageError, "refused"), (SolverFailed, "failed"))
        verdict = next((word for kind, word in kinds if isinstance(error, kind)), "gave up")
        return ComparisonRow(name, verdict, None, time.perf_counter() - begun, note=str(error))
    if result.gave_up:
        return ComparisonRow(name, "gave up", result.loop, time.perf_counter() - begun, _work(result), result.gave_up)
    return ComparisonRow(name, result.status, result.loop, sum(result.stats.seconds.values()), _work(result))


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
