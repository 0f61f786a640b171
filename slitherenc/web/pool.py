"""Jobs in processes that are ended if they take too much time or memory, or if nobody waits for the answer any more.

    pool = JobPool(Limits(size=2, queue=16, seconds=10, memory=1 << 30))
    value = await pool.run(function, argument)   # the one value that function(argument) yields in a process
    await pool.close()

The processes are those of a `processes.pool`, for one event loop: one of its threads waits for each running job.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from slitherenc.processes.pool import LARGE, Closed, Pool
from slitherenc.processes.worker import ProcessDied, Worker


@dataclass(frozen=True)
class Limits:
    """`size` is the number of jobs at a time, `queue` the number of jobs that may wait, `seconds` the time of a job
    without its wait, `memory` the bytes of data that a process may hold (None: any)."""

    size: int
    queue: int
    seconds: float
    memory: int | None = None


class PoolError(Exception):
    """A job has no answer."""


class Full(PoolError):
    """All processes are busy, and so is the queue."""


class TimeUp(PoolError):
    """The job exceeded its time limit and was ended."""


class OutOfMemory(PoolError):
    """The job exceeded its memory limit."""


class Died(PoolError):
    """The process of the job died, or could not be started."""


class PoolClosed(PoolError):
    """The pool was closed before the job had an answer."""


class JobPool:
    """Processes for one event loop. No process is started before the first job."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._slots = asyncio.Semaphore(limits.size)
        self._waiting = 0
        make = partial(Worker, is_confined=True, memory=limits.memory)
        self._pool = Pool(make, jobs=limits.size, most_bytes=LARGE)

    async def run(self, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        """Return the one value that function(*arguments) yields in a process; both are sent by pickle.

        Raises Full, TimeUp, OutOfMemory, Died and PoolClosed, and what the function raises. If this call is canceled,
        the process of the job is ended.
        """
        if not self._pool.is_closed and self._slots.locked() and self._waiting >= self.limits.queue:
            raise Full
        self._waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._run(_Job(self._pool, self.limits.seconds), function, *arguments)
        except Closed:
            raise PoolClosed from None
        except TimeoutError:
            raise TimeUp from None
        except MemoryError:
            raise OutOfMemory from None
        except (ProcessDied, OSError) as error:
            raise Died(str(error)) from None
        finally:
            self._slots.release()

    async def _run(self, job: _Job, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        answer = asyncio.wrap_future(self._pool.submit(job.run, function, *arguments))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            job.end()
            with suppress(asyncio.CancelledError):  # canceled again: the thread continues
                await asyncio.shield(asyncio.gather(answer, return_exceptions=True))
            raise

    async def close(self) -> None:
        """End all processes. Jobs that run or wait raise PoolClosed, and so do later ones."""
        await asyncio.to_thread(self._pool.close)


class _Job:
    """A call in a process of the pool that the event loop can end."""

    def __init__(self, pool: Pool, seconds: float) -> None:
        self._pool, self._seconds = pool, seconds
        self._lock = Lock()
        self._worker: Worker | None = None
        self._is_ended = False

    def run(self, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        """Wait, in a thread of the pool, for the value that the function yields."""
        deadline = time.monotonic() + self._seconds
        with self._pool.worker() as worker:
            with self._lock:
                if self._is_ended:
                    raise Closed
                self._worker = worker
            try:
                worker.start(function, *arguments)
                (value,) = worker.results(deadline)
                return value
            finally:
                with self._lock:  # from now on the worker may serve others
                    self._worker = None

    def end(self) -> None:
        """End the process, or prevent its start; may be called in any thread."""
        with self._lock:
            self._is_ended = True
            if self._worker is not None:
                self._worker.kill()
