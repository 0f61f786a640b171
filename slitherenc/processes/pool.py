"""Reuse workers in several threads. Workers start on demand. Those that die, are killed or grow too large are replaced.

    with pool.worker() as worker:  # no other thread uses this worker
        value = worker.call(deadline, function, argument)

A thread blocks during each call. At a time limit, at an interrupt, or when the pool is closed, the worker is killed.
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

AHEAD = 2  # items per worker that are requested ahead of the results
LARGE = 256 << 20  # bytes; a value of `most_bytes` for processes that are kept for a long time
_TICK = 0.25  # seconds between checks for an interrupt
T = TypeVar("T")


class Closed(Exception):
    """The pool was closed before the call returned."""


class Pool:
    """A context manager for worker processes and threads. They start when needed and end with the `with` block.

    Parameters
    ----------
    make : callable, optional
        A function that returns a new Worker without starting it.
    jobs : int, optional
        The number of threads that run the tasks of `submit`. Other threads may use workers, too.
    most_calls, most_bytes : float, optional
        A process is not reused after this many calls or if it has used more bytes of memory. By default, no limit.
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
        """Provide a worker that no other thread uses. After the block it can be reused, unless its last call failed.

        Raises OSError if no process can be started, and Closed if the pool is closed before or during the block.
        """
        if self.is_closed:
            raise Closed
        worker = self._idle_worker() or self._make().__enter__()
        try:
            with self._lock:
                self._busy.add(worker)
                if self.is_closed:  # another thread has closed it since the first check
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
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None or worker.is_usable:
                return worker
            worker.__exit__(None, None, None)

    def submit(self, task: Callable[..., T], *arguments: object) -> Future[T]:
        """Run task(*arguments) in a thread of the pool. Raises Closed if the pool is closed."""
        future: Future[T] = Future()
        with self._lock:
            if self.is_closed:
                raise Closed
            self._tasks.put(partial(_fulfill, future, task, *arguments))
            if len(self._threads) < self.jobs:
                # Daemon threads do not keep a program alive that no longer reads their results.
                thread = Thread(target=self._run_tasks, daemon=True, name=f"slitherenc-{len(self._threads)}")
                thread.start()
                self._threads.append(thread)
        return future

    def _run_tasks(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
        self._tasks.put(None)  # ends the next thread, even one that an interrupt kept out of self._threads

    def rest(self) -> None:
        """End the idle processes. New processes are started when there is work again."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.__exit__(None, None, None)

    def close(self) -> None:
        """End all processes and threads. A thread that waits for a busy process raises Closed."""
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
    """Submit the items and yield their results in order. At most `ahead` results are pending at a time."""
    waiting: deque[Future[T]] = deque()
    for item in items:
        waiting.append(submit(item))
        while waiting and (len(waiting) == ahead or waiting[0].done()):
            yield _result(waiting.popleft())
    while waiting:
        yield _result(waiting.popleft())


def _result(future: Future[T]) -> T:
    """Return `future.result()`. Wait in short steps, since a Ctrl-C just before a long wait would not end it."""
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
    """Yield function(item) for each item, in order, computed by up to `jobs` workers.

    A few items are read ahead of the requested results. A process is replaced after `tasks_per_worker` items
    (None means never). Replacement helps with libraries that do not free memory. If an item takes longer than `timeout`
    seconds, its worker is killed and its result is `late`. Errors of the function are raised in place of the item's
    result. Errors of the iterable `items` are raised, too. Closing this generator ends the workers.
    """

    def compute(item: Any) -> Any:
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            with pool.worker() as worker:
                return worker.call(deadline, function, item)
        except TimeoutError:
            if deadline is None:
                raise  # the function itself raised it
            return late

    with Pool(jobs=jobs, most_calls=tasks_per_worker or inf) as pool:
        yield from in_order(partial(pool.submit, compute), items, AHEAD * jobs)
