"""Jobs in processes that are ended when they take too long or too much memory, or when nobody waits any more.

    pool = Pool(Limits(size=2, queue=16, seconds=10, memory=1 << 30))
    value = await pool.run(function, argument)   # the one value that function(argument) yields, there
    await pool.close()

Processes start on demand and are used again. One that was ended, died, raised or grew large is replaced. A thread
waits for each running job; killing the process ends that wait, so a time limit, a client that went away and the end of
the server all take the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from slitherenc.base.errors import SolverFailed
from slitherenc.solvers.workers import LARGE, Worker, measured

_PATIENCE = 5.0  # seconds for the thread of a killed process to notice


@dataclass(frozen=True)
class Limits:
    """size: jobs at a time; queue: jobs that wait besides; seconds: for a job, without its wait; memory: bytes of data
    that a process may hold, None for any."""

    size: int
    queue: int
    seconds: float
    memory: int | None = None


class PoolError(Exception):
    """A job without an answer."""


class Full(PoolError):
    """All processes are busy, and so is the queue."""


class TimeUp(PoolError):
    """The job took longer than it may, and was ended."""


class OutOfMemory(PoolError):
    """The job took more memory than it may."""


class Died(PoolError):
    """The process of the job died, or could not be started."""


class PoolClosed(PoolError):
    """The pool was closed before the job had an answer."""


class Pool:
    """Processes for one event loop. Nothing is started before the first job."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._slots = asyncio.Semaphore(limits.size)
        self._waiting = 0
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._closed = False
        self._threads = ThreadPoolExecutor(2 * limits.size, "slitherenc-pool")  # one asks, one ends

    async def run(self, function: Callable[..., Iterable[Any]], *arguments: object) -> Any:
        """The one value that function(*arguments) yields in a process; both go there by pickle.

        Raises Full, TimeUp, OutOfMemory, Died and PoolClosed, and what the function raises. When this call is canceled,
        the process of the job is ended.
        """
        if not self._closed and self._slots.locked() and self._waiting >= self.limits.queue:
            raise Full
        self._waiting += 1
        try:
            await self._slots.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._run(function, arguments)
        finally:
            self._slots.release()

    async def close(self) -> None:
        """End all processes. Jobs that run or wait raise PoolClosed, and so do later ones."""
        if self._closed:
            return
        self._closed = True
        for process in self._busy:
            process.kill()
        for _ in range(self.limits.size):  # after those that run, and those that wait, have raised
            await self._slots.acquire()
        idle, self._idle = self._idle, []
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, process.end, None) for process in idle))
        for _ in range(self.limits.size):
            self._slots.release()
        self._threads.shutdown(wait=False)

    async def _run(self, function: Callable[..., Iterable[Any]], arguments: tuple[object, ...]) -> Any:
        if self._closed:
            raise PoolClosed
        process = self._idle.pop() if self._idle else _started(self.limits.memory)
        self._busy.add(process)
        loop = asyncio.get_running_loop()
        timer = loop.call_later(self.limits.seconds, process.end_of_time)
        asked = self._threads.submit(process.ask, function, arguments)
        reusable = False
        try:
            value, peak = await asyncio.wrap_future(asked)
            reusable = peak <= LARGE and not process.late and not self._closed
            return value
        except Exception as error:
            if process.late:
                raise TimeUp from None
            if self._closed:
                raise PoolClosed from None
            if isinstance(error, MemoryError):
                raise OutOfMemory from None
            raise
        finally:
            timer.cancel()
            self._busy.discard(process)
            if reusable:
                self._idle.append(process)
            else:
                ending = loop.run_in_executor(self._threads, process.end, asked)
                with suppress(asyncio.CancelledError):  # canceled again: the thread goes on
                    await asyncio.shield(ending)


class _Process(Worker):
    """A worker that another thread can kill. `late`: it was killed since its time was up."""

    late = False

    def __init__(self, memory: int | None) -> None:
        self._memory = memory

    def ask(self, function: Callable[..., Iterable[Any]], arguments: tuple[object, ...]) -> tuple[Any, int]:
        """Waits for the value that the function yields; also gives the most bytes that the process has held so far.

        Raises what the function raises; Died.
        """
        try:
            self.confine(self._memory)
            self.start(measured, function, *arguments)
            ((value, peak),) = self.results()
            return value, peak
        except (SolverFailed, OSError) as error:
            if self._process.poll() is None:
                raise  # the function's own
            raise Died(str(error)) from None

    def end_of_time(self) -> None:
        self.late = True
        self.kill()

    def end(self, asked: Future[Any] | None) -> None:
        """Ends the process, once its thread has left it: the pipe is not closed below a reader."""
        self.kill()
        if asked is not None and not asked.cancel():
            wait([asked], _PATIENCE)
        self.__exit__(None, None, None)


def _started(memory: int | None) -> _Process:
    process = _Process(memory)
    try:
        process.__enter__()
    except OSError as error:
        raise Died(f"no process could be started: {error.strerror}") from None
    return process
