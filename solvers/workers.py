"""Python functions that run in supervised processes of their own (`solvers.children`): they can be ended at any time.

A function and its arguments go there by pickle, so they must have a module other than `__main__`; its results come
back one by one, and what it raises is raised here.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Any

from slitherenc.errors import SolverFailed
from slitherenc.solvers.children import Children

_CHILD = "import sys; sys.path[:] = {path!r}; from slitherenc.solvers.workers import serve; serve({pipe})"


class Worker:
    """A context manager: a Python process that runs one function after the other."""

    def __enter__(self) -> Worker:
        self._children = Children().__enter__()
        try:
            self.connection, theirs = Pipe()
            command = [sys.executable, "-c", _CHILD.format(path=sys.path, pipe=theirs.fileno())]
            self._process = self._children.start(command, pass_fds=[theirs.fileno()])
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


def parallel_map(
    function: Callable[[Any], Any], items: Sequence[Any], jobs: int, tasks_per_worker: int | None = None
) -> Generator[Any]:
    """function(item) of each item, in their order, computed by up to `jobs` workers.

    `tasks_per_worker`: a new process after so many items (None: never), for libraries that give no memory back.
    Raises what the function raises, in the place of that item's result. Closing the iterator ends the workers.
    """
    waiting = deque(enumerate(items))
    running: dict[Connection, tuple[Worker, int, int]] = {}  # its worker, the item's number, items before it
    found: dict[int, tuple[Any, Exception | None]] = {}

    def give(worker: Worker, before: int) -> None:
        number, item = waiting.popleft()
        worker.start(_one, function, item)
        running[worker.connection] = worker, number, before

    try:
        for i in range(len(items)):
            while i not in found:
                while waiting and len(running) < jobs:
                    give(Worker().__enter__(), 0)
                for connection in wait(list(running)):
                    assert isinstance(connection, Connection)
                    worker, number, before = running[connection]
                    try:
                        [value] = worker.results()
                        found[number] = value, None
                    except Exception as error:
                        found[number] = None, error
                    if waiting and found[number][1] is None and before + 1 != tasks_per_worker:
                        give(worker, before + 1)
                    else:
                        del running[connection]
                        worker.__exit__(None, None, None)
            value, failure = found.pop(i)
            if failure is not None:
                raise failure
            yield value
    finally:
        for worker, _, _ in running.values():
            worker.__exit__(None, None, None)


def _one(function: Callable[[Any], Any], item: object) -> Iterator[Any]:
    yield function(item)


def confine(memory: int | None) -> Iterator[None]:
    """In a worker, before all else: its limits (memory: bytes of data, or None). Workers share the cores, so numpy gets
    one thread in each."""
    import resource

    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what users sent
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))  # also maps; RLIMIT_AS would count libraries, too
    yield None


def peak() -> int:
    """In a worker: the most bytes that it has held so far, or the process that started it until then."""
    import resource

    found = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return found if sys.platform == "darwin" else found << 10


def serve(pipe: int) -> None:
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
