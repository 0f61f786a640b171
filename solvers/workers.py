"""Python functions that run in supervised processes of their own (`solvers.children`): they can be ended at any time.

A function and its arguments go there by pickle, so they must have a module other than `__main__`; its results come
back one by one, and what it raises is raised here.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil, inf
from multiprocessing.connection import Connection, Pipe, wait
from threading import Lock
from types import TracebackType
from typing import Any, Generic, TypeVar

from slitherenc.base.errors import SolverFailed
from slitherenc.solvers.children import Children

NO_LIMIT = 1e6  # seconds; a longer time limit is none: systems wait for at most 2 ** 31 milliseconds
AHEAD = 2  # items a worker that are asked for before their results are
LARGE = 256 << 20  # bytes; a process that once held more is not used again
_CHILD = (
    "import sys; sys.path[:] = {path!r}; from slitherenc.solvers.workers import serve_requests; serve_requests({pipe})"
)


class Worker:
    """A context manager: a Python process that runs one function after the other. `reusable`: see `Workers`."""

    reusable = False
    is_confined = False
    quiet = False  # what libraries print on standard error goes nowhere

    def __enter__(self) -> Worker:
        self._children = Children().__enter__()
        try:
            self.connection, theirs = Pipe()
            command = [sys.executable, "-c", _CHILD.format(path=sys.path, pipe=theirs.fileno())]
            streams = {"stderr": subprocess.DEVNULL} if self.quiet else {}
            self._process = self._children.start(command, pass_fds=[theirs.fileno()], **streams)
            theirs.close()
        except BaseException:
            self._children.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.connection.close()
        finally:
            self._children.__exit__(kind, error, trace)

    def confine(self, memory: int | None) -> None:
        """Once, before all else: its limits (memory: bytes of data, or None). Raises as `results`."""
        if not self.is_confined:
            self.start(_confine, memory)
            list(self.results())
            self.is_confined = True

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def ended_by(self) -> int:
        """The number of the signal that ended the process; 0 for none."""
        return max(0, -(self._process.poll() or 0))

    def kill(self) -> None:
        """From any thread: ends the process, and so the results that are waited for."""
        self._process.kill()

    def start(self, function: Callable[..., Iterable[Any]], *arguments: object) -> None:
        """Begin to run function(*arguments) there. The results of the last one must have been read."""
        try:
            self.connection.send((function, arguments))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the process is gone; `results` says so

    def results(self, deadline: float | None = None) -> Iterator[Any]:
        """What the function yields, as it comes.

        Raises what the function raises; TimeoutError when time.monotonic() reaches `deadline`, be there results to
        read or not; SolverFailed when the process dies.
        """
        while True:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not self.connection.poll(left):
                    raise TimeoutError
            try:
                kind, value = self.connection.recv()
            except (EOFError, ConnectionResetError):
                code = self._process.wait()
                raise SolverFailed(f"the solver's process died (exit code {code})") from None
            if kind == "error":
                raise value
            if kind == "end":
                return
            yield value


T = TypeVar("T")
W = TypeVar("W", bound=Worker)


class Closed(Exception):
    """The workers were ended before there was a result."""


class Workers(Generic[W]):
    """Workers for several threads: started on demand, used again, ended together. A context manager.

    `make` gives a new one, not yet entered.
    """

    def __init__(self, make: Callable[[], W]) -> None:
        self._make = make
        self._lock = Lock()
        self._idle: list[W] = []
        self.busy: set[W] = set()
        self.is_closed = False

    def __enter__(self) -> Workers[W]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def one(self) -> Iterator[W]:
        """A worker for this thread alone. Set its `reusable` when it may serve others then. Raises Closed, also for
        what the block raises when the workers were closed meanwhile; OSError when none can be started."""
        worker = self._idle_one()
        if worker is None:
            worker = self._make()
            worker.__enter__()
        keep = False
        try:
            with self._lock:
                if self.is_closed:
                    raise Closed
                self.busy.add(worker)
            worker.reusable = False
            yield worker
            keep = worker.reusable
        except Exception:
            if self.is_closed:
                raise Closed from None
            raise
        finally:
            with self._lock:
                self.busy.discard(worker)
                keep = keep and not self.is_closed
                if keep:
                    self._idle.append(worker)
            if not keep:
                worker.__exit__(None, None, None)

    def _idle_one(self) -> W | None:
        """One that still lives."""
        while True:
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            if worker is None or worker.is_alive():
                return worker
            worker.__exit__(None, None, None)

    def rest(self) -> None:
        """Ends those that are idle; more are started when there is work."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.__exit__(None, None, None)

    def close(self) -> None:
        """Ends them all, from any thread; each that is busy ends in its own."""
        with self._lock:
            self.is_closed = True
            for worker in self.busy:
                worker.kill()
        self.rest()


def call_confined(seconds: int, memory: int, function: Callable[..., T], *arguments: object) -> T:
    """The value of function(*arguments), from a process with one thread that is ended when it takes too much.

    The process is used again unless it grew large, since to start one takes longer than most calls. What libraries
    print there goes nowhere.

    Parameters
    ----------
    seconds : int
        The most CPU time. On a busy machine the call may take longer; after ten times as long it is ended, too.
    memory : int
        The most bytes of data.
    function : callable
        A function of a module other than `__main__`, with its arguments.

    Raises
    ------
    TimeoutError, MemoryError
        When it takes more; also what the function raises.
    ChildProcessError
        When the process dies, as some libraries do when memory ends.
    """
    with _confined_workers(memory).one() as worker:
        worker.confine(memory)
        worker.start(measured, _limited, seconds, function, *arguments)
        try:
            ((value, size),) = worker.results(time.monotonic() + 10 * seconds)
        except SolverFailed:
            if worker.is_alive():
                raise  # the function's own
            if worker.ended_by() == signal.SIGXCPU:
                raise TimeoutError from None
            raise ChildProcessError from None
        worker.reusable = size <= LARGE
        result: T = value
        return result


@cache
def _confined_workers(memory: int) -> Workers[Worker]:
    """The processes of `call_confined`. They end with this process, as all workers do."""
    return Workers(_QuietWorker)


class _QuietWorker(Worker):
    quiet = True


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_confined_workers.cache_clear)  # those of the parent answer the parent alone


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
    waiting = enumerate(items)
    # Its worker, the item's number, items before it, and when it is late.
    running: dict[Connection, tuple[Worker, int, int, float]] = {}
    resting: list[tuple[Worker, int]] = []
    results: dict[int, tuple[Any, Exception | None]] = {}
    n_given = n_yielded = 0
    is_end = False
    try:
        while True:
            while not is_end and len(running) < jobs and n_given - n_yielded < AHEAD * jobs:
                item = next(waiting, None)
                if item is None:
                    is_end = True
                    break
                deadline = inf if timeout is None else time.monotonic() + timeout
                worker, before = resting.pop() if resting else (Worker().__enter__(), 0)
                running[worker.connection] = worker, item[0], before, deadline
                worker.start(once, function, item[1])
                n_given += 1
            if n_yielded in results:
                value, failure = results.pop(n_yielded)
                n_yielded += 1
                if failure is not None:
                    raise failure
                yield value
                continue
            if not running:
                return
            first = min(deadline for *_, deadline in running.values())
            ready = wait(list(running), None if first == inf else max(0.0, first - time.monotonic()))
            now = time.monotonic()
            for connection, (worker, number, before, deadline) in list(running.items()):
                if connection not in ready:
                    if deadline <= now:
                        results[number] = late, None
                        del running[connection]
                        worker.__exit__(None, None, None)
                    continue
                try:
                    [value] = worker.results()
                    results[number] = value, None
                except Exception as error:
                    results[number] = None, error
                del running[connection]
                if results[number][1] is None and before + 1 != tasks_per_worker:
                    resting.append((worker, before + 1))
                else:
                    worker.__exit__(None, None, None)
    finally:
        for worker in [*(worker for worker, *_ in running.values()), *(worker for worker, _ in resting)]:
            worker.__exit__(None, None, None)


def once(function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
    """In a worker: the value of the function alone."""
    yield function(*arguments)


def _limited(seconds: int, function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
    """In a worker: as `once`; after so many seconds of CPU time the system ends the process."""
    import resource

    _limit(resource.RLIMIT_CPU, ceil(time.process_time()) + seconds)
    yield from once(function, *arguments)


def _limit(kind: int, most: int) -> None:
    """In a worker: sets a limit, within the one that it was started with."""
    import resource

    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def measured(function: Callable[..., Iterable[Any]], *arguments: object) -> Iterator[tuple[Any, int]]:
    """In a worker: the one value that the function yields, and the most bytes that the process has held."""
    # A new process begins with the peak of the one that started it, so only a peak of the job's own counts.
    before = peak()
    (value,) = function(*arguments)
    yield value, 0 if peak() == before else peak()


def _confine(memory: int | None) -> Iterator[None]:
    """In a worker. Workers share the cores, so numpy gets one thread in each."""
    import resource

    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what users sent
    if memory is not None:
        _limit(resource.RLIMIT_DATA, memory)  # also maps; RLIMIT_AS would count libraries, too
    yield None


def peak() -> int:
    """In a worker: the most bytes that it has held so far, or the process that started it until then."""
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size << 10


def serve_requests(pipe: int) -> None:
    """The other side: runs what comes from the pipe and sends back what it yields or raises, until the pipe ends."""
    connection: Connection = Connection(pipe)
    try:
        while True:
            call = connection.recv_bytes()
            try:
                function, arguments = pickle.loads(call)
                for value in function(*arguments):
                    connection.send(("value", value))
            except BrokenPipeError:
                raise
            except Exception as error:
                connection.send(("error", _portable(error)))
            else:
                connection.send(("end", None))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody asks, or listens, any more


def _portable(error: Exception) -> Exception:
    """The error itself where pickle can carry it, else one that says the same."""
    try:
        carried = pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverFailed(f"{type(error).__name__}: {error}")
    return carried if isinstance(carried, Exception) else SolverFailed(repr(error))
