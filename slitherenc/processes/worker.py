"""A Python process that runs one function after the other, and that can be ended at any time.

    with Worker() as worker:
        worker.start(function, argument)
        for value in worker.results(deadline):   # what the function yields, as it comes
            ...

A function and its arguments go there by pickle, so they must have a module other than `__main__`. The process is
started anew: a fork would hold the locks that other threads hold. What it sent before it died is not lost, since the
pipe keeps it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from multiprocessing.connection import Pipe
from typing import Any, TypeVar

from slitherenc.base.errors import SolverFailed
from slitherenc.processes.children import Children
from slitherenc.processes.serving import once

_CHILD = "import sys; sys.path[:] = {}; from slitherenc.processes.serving import serve_requests; serve_requests({})"
T = TypeVar("T")


class ProcessDied(SolverFailed):
    """A worker's process ended during a call, with this exit code (below 0: by that signal).

    Sent by another process it is a plain SolverFailed, since the process that sends it is alive.
    """

    def __init__(self, code: int) -> None:
        super().__init__(f"the solver's process died (exit code {code})")
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return SolverFailed, self.args


class Worker:
    """A context manager: a Python process for one call at a time.

    Parameters
    ----------
    is_confined : bool, optional
        Whether the process takes one thread, writes no core file and holds at most `memory` bytes of data.
    memory : int, optional
        By default a process may hold any.
    is_quiet : bool, optional
        Whether what libraries print on standard error goes nowhere.

    Attributes
    ----------
    is_ready : bool
        Whether the process has begun to take calls, as far as results were read.
    size : int
        The most bytes that the process had held when its last call ended.
    """

    def __init__(self, *, is_confined: bool = False, memory: int | None = None, is_quiet: bool = False) -> None:
        self._confinement = is_confined, memory
        self._streams = {"stderr": subprocess.DEVNULL} if is_quiet else {}
        self._is_done, self._is_killed = True, False
        self.is_ready = False
        self.n_calls = self.size = 0

    def __enter__(self) -> Worker:
        """Raises OSError when no process can be started."""
        with ExitStack() as resources:
            children = resources.enter_context(Children())
            self._connection, theirs = Pipe()
            resources.enter_context(self._connection)
            with theirs:
                pipe = theirs.fileno()
                code = _CHILD.format(sys.path, ", ".join(map(repr, (pipe, *self._confinement))))
                self._process = children.start([sys.executable, "-c", code], pass_fds=[pipe], **self._streams)
            self._resources = resources.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._resources.close()

    @property
    def is_usable(self) -> bool:
        """Whether another call can be made: the last one ended without an error, and the process lives."""
        return self._is_done and not self._is_killed and self._process.poll() is None

    def kill(self) -> None:
        """End the process, from any thread, and so the results that are waited for."""
        self._is_killed = True
        self._process.kill()

    def start(self, function: Callable[..., Iterable[Any]], *arguments: object) -> None:
        """Begin to run function(*arguments) there. The results of the last one must have been read."""
        self._is_done = False
        self.n_calls += 1
        try:
            self._connection.send((function, arguments))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the process is gone; `results` says so

    def poll(self, seconds: float) -> bool:
        """Whether something comes within so many seconds: a result, or the end."""
        return self._connection.poll(seconds)

    def results(self, deadline: float | None = None) -> Iterator[Any]:
        """What the function yields, as it comes. Raises what the function raises; TimeoutError when time.monotonic()
        reaches `deadline`, be there results to read or not; ProcessDied."""
        while True:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not self.poll(left):
                    raise TimeoutError
            try:
                kind, value = self._connection.recv()
            except (EOFError, OSError):  # OSError: it died while it sent something
                raise ProcessDied(self._process.wait()) from None
            match kind:
                case "ready":
                    self.is_ready = True
                case "value":
                    yield value
                case "error":
                    raise value
                case "end":
                    self._is_done, self.size = True, value
                    return

    def call(self, deadline: float | None, function: Callable[..., T], *arguments: object) -> T:
        """The value of function(*arguments), computed there. Raises as `results`."""
        self.start(once, function, *arguments)
        values: list[T] = list(self.results(deadline))
        return values[0]
