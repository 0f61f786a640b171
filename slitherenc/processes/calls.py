"""Call a function in a separate process, which is killed with all its children if it exceeds a limit.

The code that starts processes is imported only for calls with a limit, since most calls have none.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable
from functools import cache, partial
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from slitherenc.base.errors import GaveUp, quantity

if TYPE_CHECKING:
    from slitherenc.processes.pool import Pool

T = TypeVar("T")


def iterate_with_timeout(
    seconds: float, function: Callable[..., Iterable[Any]], *arguments: object, wanted: str = "verdict"
) -> Generator[Any]:
    """Yield the results of function(*arguments) from another process, which is killed when the iterator is closed.

    Raises the function's errors. After `seconds` from the start, raises GaveUp (with `wanted` in its message): at once
    if the caller is waiting for a result, otherwise when it asks for the next one. Unread results are then lost.
    """
    from slitherenc.processes.worker import Worker

    deadline = time.monotonic() + seconds
    with Worker() as worker:
        worker.start(function, *arguments)
        try:
            yield from worker.results(deadline)
        except TimeoutError:
            raise GaveUp(f"no {wanted} within {quantity(seconds, 'second', 'g')}") from None


def call_with_timeout(
    seconds: float | None, function: Callable[..., T], *arguments: object, wanted: str = "verdict"
) -> T:
    """Return function(*arguments), computed in another process. Raises GaveUp ("no WANTED within …") after `seconds`.
    If `seconds` is None, there is no limit, and the function is called in this process."""
    if seconds is None:
        return function(*arguments)
    from slitherenc.processes.serving import once

    values: list[T] = list(iterate_with_timeout(seconds, once, function, *arguments, wanted=wanted))
    return values[0]


def time_left(seconds: float | None, begun: float) -> float | None:
    """Return the seconds left of a limit (at least 0), or None for no limit. `begun` is time.monotonic() at the start.

    >>> time_left(None, 0.0), time_left(1.0, time.monotonic() - 2)
    (None, 0.0)
    """
    return None if seconds is None else max(0.0, seconds + begun - time.monotonic())


def call_confined(seconds: int, memory: int, function: Callable[..., T], *arguments: object) -> T:
    """Return function(*arguments), computed in a single-threaded process with limits on CPU time and memory.

    The process is reused unless it has grown large. What libraries print to standard error is discarded.

    Parameters
    ----------
    seconds : int
        The limit on CPU time, in seconds. The limit on elapsed time is ten times as long.
    memory : int
        The largest size of the process's data, in bytes.

    Raises
    ------
    TimeoutError, MemoryError
        When the call exceeds a limit. The function's own errors are raised, too.
    ChildProcessError
        When the process dies; some libraries crash if no memory is left.
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
    """Return the pool of `call_confined`. Its processes end with this process."""
    from slitherenc.processes.pool import LARGE, Pool  # imported late, since a mere time limit needs no threads
    from slitherenc.processes.worker import Worker

    return Pool(partial(Worker, is_confined=True, memory=memory, is_quiet=True), most_bytes=LARGE)


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_confined_pool.cache_clear)  # a forked child cannot use its parent's workers


def _within(seconds: int, function: Callable[..., T], *arguments: object) -> T:
    """Return function(*arguments). This runs in a worker; the system kills the worker after `seconds` of CPU time."""
    import resource

    from slitherenc.processes.serving import limit

    limit(resource.RLIMIT_CPU, ceil(time.process_time()) + seconds)
    return function(*arguments)
