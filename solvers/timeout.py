"""Run engines under a time limit. Each engine runs in a separate process, which is killed when the caller ends.

When the time is up, GaveUp is raised, even if unread results are left. Errors of the engine are raised in the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

from slitherenc.boards.board import Bits
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.processes.calls import iterate_with_timeout
from slitherenc.solvers.protocols import Counter, Engine
from slitherenc.solvers.stats import Stats


def loops_with_timeout(engine: Engine, model: Model, stats: Stats, seconds: float) -> Generator[Loop]:
    """Yield the engine's loops. Raises GaveUp after `seconds`. Closing the generator kills the engine's process."""
    for lines in _results(_loops, engine, model, stats, seconds):
        yield loop_of(model, lines)


def count_with_timeout(engine: Counter, model: Model, stats: Stats, seconds: float) -> int:
    """Return `engine.count(model, stats)`. Raises GaveUp after `seconds`."""
    (number,) = _results(_count, engine, model, stats, seconds)
    return int(number)


def _results(
    task: Callable[..., Any], engine: Engine | Counter, model: Model, stats: Stats, seconds: float
) -> Generator[Any]:
    """Run the task, which yields pairs (result, Stats), in another process. Update `stats`; yield each result."""
    for loop, there in iterate_with_timeout(seconds, task, engine, model):
        stats.__dict__.update(there.__dict__)
        if loop is not None:
            yield loop


def _loops(engine: Engine, model: Model) -> Iterator[tuple[Bits | None, Stats]]:
    """Yield each loop as bool[E] with the Stats so far, then None with the final Stats. Runs in a separate process."""
    stats = Stats()
    for loop in engine.loops(model, stats):
        yield loop.bits(), stats
    yield None, stats


def _count(engine: Counter, model: Model) -> Iterator[tuple[int, Stats]]:
    stats = Stats()
    yield engine.count(model, stats), stats
