"""Workers for several threads: started on demand, used again, replaced when they die, are ended or grow.

    with pool.worker() as worker:  # for this thread alone
        value = worker.call(deadline, function, argument)

A thread waits for each call, and killing the process ends that wait: so a time limit, an interrupt and the end of the
pool all take the same way.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import partial
from math import inf
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from slitherenc.processes.worker import Worker

AHEAD = 2  # items a worker that are asked for before their results are
LARGE = 256 << 20  # bytes; for `most_bytes` where a process may be kept for long
_TICK = 0.25  # seconds between looks for a signal
T = TypeVar("T")


class Closed(Exception):
    """The pool was closed before there was a result."""


class Pool:
    """A context manager: its end is that of its processes and threads. Nothing is started before it is needed.

    Parameters
    ----------
    make : callable, optional
        Gives a new Worker, not yet entered.
    jobs : int, optional
        The number of threads of `submit`. Other threads may take workers too.
    most_calls, most_bytes : float, optional
        A process that has made so many calls, or has held more bytes, is not used again. By default any is.
    """

    def __init__(
        self, make: Callable[[], Worker] = Worker, jobs: int = 1, most_calls: float = inf, most_bytes: float = inf
    ) -> None:
        self.jobs = jobs
        self.is_closed = False
        self._make, self._most_calls, self._most_bytes = make, most_calls, most_bytes
        self._lock = Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads: list[Thread] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def worker(self) -> Iterator[Worker]:
        """A worker for this thread alone. It serves others afterwards if its last call ended without an error.

        Raises Closed, also for what the block raises when the pool was closed meanwhile; OSError when no process can be
        started.
        """
        if self.is_closed:
            raise Closed
        worker = self._idle_worker() or self._make().__enter__()
        try:
            with self._lock:
                self._busy.add(worker)
                if self.is_closed:  # meanwhile
                    raise Closed
            yield worker
        except Exception:
            if self.is_closed:
                raise Closed from None
            raise
        finally:
            with self._lock:
                self._busy.discard(worker)
                is_small = worker.n_calls < self._most_calls and worker.size <= self._most_bytes
                is_kept = worker.is_usable and is_small and not self.is_closed
                if is_kept:
                    self._idle.append(worker)
            if not is_kept:
                worker.__exit__(None, None, None)

    def _idle_worker(self) -> Worker | None:
        """One that still lives."""
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None or worker.is_usable:
                return worker
            worker.__exit__(None, None, None)

    def submit(self, task: Callable[..., T], *arguments: object) -> Future[T]:
        """Run task(*arguments) in a thread of the pool. Raises Closed, as a task does that asks for a worker then."""
        future: Future[T] = Future()
        with self._lock:
            if self.is_closed:
                raise Closed
            self._tasks.put(partial(_fulfill, future, task, *arguments))
            if len(self._threads) < self.jobs:
                # As a daemon, so that a program can end while an iterator that it no longer reads still computes.
                thread = Thread(target=self._run_tasks, daemon=True, name=f"slitherenc-{len(self._threads)}")
                thread.start()
                self._threads.append(thread)
        return future

    def _run_tasks(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
        self._tasks.put(None)  # for the next thread, also for one that an interrupt left out of the list

    def rest(self) -> None:
        """End the processes that are idle; more are started when there is work."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.__exit__(None, None, None)

    def close(self) -> None:
        """End all processes and threads. Each that is busy raises Closed in its own thread."""
        with self._lock:
            self.is_closed = True
            for worker in self._busy:
                worker.kill()
        self.rest()
        self._tasks.put(None)
        for thread in self._threads:
            thread.join()


def _fulfill(future: Future[T], task: Callable[..., T], *arguments: object) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(task(*arguments))
        except BaseException as error:
            future.set_exception(error)


def in_order(submit: Callable[[Any], Future[T]], items: Iterable[Any], ahead: int) -> Generator[T]:
    """What comes of each item, in their order; at most `ahead` items are asked for before their results are."""
    waiting: deque[Future[T]] = deque()
    for item in items:
        waiting.append(submit(item))
        while waiting and (len(waiting) == ahead or waiting[0].done()):
            yield _result(waiting.popleft())
    while waiting:
        yield _result(waiting.popleft())


def _result(future: Future[T]) -> T:
    """As `future.result()`, but Ctrl-C ends it: a wait without an end misses a signal that comes just before it."""
    while not future.done():
        wait([future], _TICK)
    return future.result()


def parallel_map(
    function: Callable[[Any], Any],
    items: Iterable[Any],
    jobs: int,
    tasks_per_worker: int | None = None,
    timeout: float | None = None,
    late: object = None,
) -> Generator[Any]:
    """function(item) of each item, in their order, computed by up to `jobs` workers.

    Items are asked for a few ahead of the results, and no more are held. `tasks_per_worker`: a new process after so
    many items (None: never), for libraries that give no memory back. An item that takes longer than `timeout` seconds
    has the result `late`, and its worker is ended. Raises what the function raises, in the place of that item's
    result, and what `items` raises. Closing the iterator ends the workers.
    """

    def compute(item: Any) -> Any:
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            with pool.worker() as worker:
                return worker.call(deadline, function, item)
        except TimeoutError:
            if deadline is None:
                raise  # the function's own
            return late

    with Pool(jobs=jobs, most_calls=tasks_per_worker or inf) as pool:
        yield from in_order(partial(pool.submit, compute), items, AHEAD * jobs)
