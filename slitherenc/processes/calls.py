"""One call of a function in a process of its own, which is ended with all that it started when it takes too much.

What starts processes is imported when one is started: most calls have no limit.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable
from functools import cache, partial
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from slitherenc.base.errors import GaveUp, counted

if TYPE_CHECKING:
    from slitherenc.processes.pool import Pool

T = TypeVar("T")


def iterate_with_timeout(
    seconds: float, function: Callable[..., Iterable[Any]], *arguments: object, wanted: str = "verdict"
) -> Generator[Any]:
    """What function(*arguments) yields, as it comes; closing the iterator ends the process. Raises what the function
    raises, and GaveUp, which names what was wanted, after so many seconds, be there results to come or not."""
    from slitherenc.processes.worker import Worker

    deadline = time.monotonic() + seconds
    with Worker() as worker:
        worker.start(function, *arguments)
        try:
            yield from worker.results(deadline)
        except TimeoutError:
            raise GaveUp(f"no {wanted} within {counted(seconds, 'second', 'g')}") from None


def call_with_timeout(
    seconds: float | None, function: Callable[..., T], *arguments: object, wanted: str = "verdict"
) -> T:
    """The value of function(*arguments); None seconds: no limit, and no other process. Raises GaveUp."""
    if seconds is None:
        return function(*arguments)
    from slitherenc.processes.serving import once

    values: list[T] = list(iterate_with_timeout(seconds, once, function, *arguments, wanted=wanted))
    return values[0]


def time_left(seconds: float | None, begun: float) -> float | None:
    """What is left of so many seconds since `begun`, a time of time.monotonic(), at least 0; None: there is no limit.

    >>> time_left(None, 0.0), time_left(1.0, time.monotonic() - 2)
    (None, 0.0)
    """
    return None if seconds is None else max(0.0, seconds + begun - time.monotonic())


def call_confined(seconds: int, memory: int, function: Callable[..., T], *arguments: object) -> T:
    """The value of function(*arguments), from a process with one thread that is ended when it takes too much.

    The process is used again unless it grew large. What libraries print there goes nowhere.

    Parameters
    ----------
    seconds : int
        The most CPU time. On a busy machine the call may take longer; after ten times as long it is ended, too.
    memory : int
        The most bytes of data.

    Raises
    ------
    TimeoutError, MemoryError
        When it takes more; also what the function raises.
    ChildProcessError
        When the process dies, as some libraries do when memory ends.
    """
    from slitherenc.processes.worker import ProcessDied

    with _confined_pool(memory).worker() as worker:
        try:
            value: T = worker.call(time.monotonic() + 10 * seconds, _within, seconds, function, *arguments)
            return value
        except ProcessDied as error:
            raise (TimeoutError if error.code == -signal.SIGXCPU else ChildProcessError) from None


@cache
def _confined_pool(memory: int) -> Pool:
    """The processes of `call_confined`. They end with this process, as all workers do."""
    from slitherenc.processes.pool import LARGE, Pool  # a time limit alone needs no threads
    from slitherenc.processes.worker import Worker

    return Pool(partial(Worker, is_confined=True, memory=memory, is_quiet=True), most_bytes=LARGE)


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_confined_pool.cache_clear)  # those of the parent answer the parent alone


def _within(seconds: int, function: Callable[..., T], *arguments: object) -> T:
    """In the worker: the function's value; after so many seconds of CPU time the system ends the process."""
    import resource

    from slitherenc.processes.serving import limit

    limit(resource.RLIMIT_CPU, ceil(time.process_time()) + seconds)
    return function(*arguments)
