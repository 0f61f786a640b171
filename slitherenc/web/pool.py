"""A pool of processes for jobs. A process is ended if its job takes too much time or memory, or is canceled.

    pool = JobPool(Limits(size=2, queue=16, seconds=10, memory=1 << 30))
    value = await pool.run(function, argument)   # the one value that function(argument) yields in a process
    await pool.close()

The processes come from a `processes.pool.Pool`. For each running job, one thread waits for its process.
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
    """The limits of a pool of processes.

    size : the largest number of jobs that run at the same time
    queue : the largest number of jobs that wait
    seconds : the longest time that a job may run, not counting its wait in the queue
    memory : the bytes of data that a job's process may allocate, or None for no limit
    """

    size: int
    queue: int
    seconds: float
    memory: int | None = None


class PoolError(Exception):
    """Base class of errors for a job that ends without an answer."""


class Full(PoolError):
    """All processes are busy, and the queue is full."""


class TimeUp(PoolError):
    """The job exceeded its time limit and was ended."""


class OutOfMemory(PoolError):
    """The job exceeded its memory limit."""


class Died(PoolError):
    """The process of the job died, or could not be started."""


class PoolClosed(PoolError):
    """The pool was closed before the job had an answer."""


class JobPool:
    """Pool of processes for one event loop. The first job starts the first process."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._slots = asyncio.Semaphore(limits.size)
        self._waiting = 0
        make = partial(Worker, is_confined=True, memory=limits.memory)
        self._pool = Pool(make, jobs=limits.size, most_bytes=LARGE)

    async def run(self, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        """Call the function in a process and return the only value it yields. Arguments and value must be picklable.

        Raises Full, TimeUp, OutOfMemory, Died, PoolClosed, and the function's errors. Cancellation ends the process.
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
            with suppress(asyncio.CancelledError):  # a second cancellation; the thread still ends by itself
                await asyncio.shield(asyncio.gather(answer, return_exceptions=True))
            raise

    async def close(self) -> None:
        """End all processes. Jobs that are running, waiting or submitted later raise PoolClosed."""
        await asyncio.to_thread(self._pool.close)


class _Job:
    """A function call in a process of the pool. One thread waits for the call, and any thread may end it."""

    def __init__(self, pool: Pool, seconds: float) -> None:
        self._pool, self._seconds = pool, seconds
        self._lock = Lock()
        self._worker: Worker | None = None
        self._is_ended = False

    def run(self, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        """Call the function in a process and return the only value that it yields. Blocks the calling thread."""
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
                with self._lock:  # from now on, `end` must not kill the worker, which may run another job
                    self._worker = None

    def end(self) -> None:
        """End the process, or prevent its start. Can be called from any thread."""
        with self._lock:
            self._is_ended = True
            if self._worker is not None:
                self._worker.kill()
