"""A Python process that runs one function after another and can be killed at any time.

    with Worker() as worker:
        worker.start(function, argument)
        for value in worker.results(deadline):   # the values that the function yields
            ...

The process is spawned, since a fork would inherit the locks that other threads hold. It has another `__main__`, so
the functions that it calls, and the classes of their arguments, must be defined in other modules. If the process dies,
the results that it sent before remain in the pipe and can be read.
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
    """A worker's process ended during a call. `code` is the exit code; -N means that signal N killed the process.

    The error is pickled as a plain SolverFailed, because only the process that started the worker uses the code.
    """

    def __init__(self, code: int) -> None:
        super().__init__(f"the solver's process died (exit code {code})")
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return SolverFailed, self.args


class Worker:
    """A context manager for a Python process that runs one call at a time.

    Parameters
    ----------
    is_confined : bool, optional
        Whether the process uses one thread, writes no core file and holds at most `memory` bytes of data.
    memory : int, optional
        The limit of data in bytes. By default there is none.
    is_quiet : bool, optional
        Whether standard error is discarded.

    Attributes
    ----------
    is_ready : bool
        Whether the process has reported that it is ready for calls.
    size : int
        The peak memory of the process at the end of its last call, in bytes.
    """

    def __init__(self, *, is_confined: bool = False, memory: int | None = None, is_quiet: bool = False) -> None:
        self._confinement = is_confined, memory
        self._streams = {"stderr": subprocess.DEVNULL} if is_quiet else {}
        self._is_done, self._is_killed = True, False
        self.is_ready = False
        self.n_calls = self.size = 0

    def __enter__(self) -> Worker:
        """Start the process. Raises OSError if that fails."""
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
        """Whether another call can be made: the previous call ended without an error, and the process is alive."""
        return self._is_done and not self._is_killed and self._process.poll() is None

    def kill(self) -> None:
        """Kill the process. Any thread may call this method. A thread that waits in `results` gets ProcessDied."""
        self._is_killed = True
        self._process.kill()

    def start(self, function: Callable[..., Iterable[Any]], *arguments: object) -> None:
        """Start function(*arguments) in the process. All results of the previous call must have been read."""
        self._is_done = False
        self.n_calls += 1
        try:
            self._connection.send((function, arguments))
        except (BrokenPipeError, ConnectionResetError):
            pass  # the process is gone; `results` raises ProcessDied

    def poll(self, seconds: float) -> bool:
        """Wait up to `seconds`. Return True if there is a result to read or if the process has ended."""
        return self._connection.poll(seconds)

    def results(self, deadline: float | None = None) -> Iterator[Any]:
        """Yield what the function yields. Raises what the function raises, ProcessDied if the process ends, and
        TimeoutError when time.monotonic() reaches `deadline`, even if results are still unread."""
        while True:
            if deadline is not None:
                left = deadline - time.monotonic()
                if left <= 0 or not self.poll(left):
                    raise TimeoutError
            try:
                kind, value = self._connection.recv()
            except (EOFError, OSError):  # OSError: the process died while it was sending
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
        """Return function(*arguments), computed in the process. Raises the same errors as `results`."""
        self.start(once, function, *arguments)
        values: list[T] = list(self.results(deadline))
        return values[0]
