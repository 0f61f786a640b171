"""The code that runs in the process of a `Worker`. It imports little, since every worker process loads it."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from slitherenc.base.errors import SolverFailed, UsageError


def serve_requests(pipe: int, is_confined: bool, memory: int | None) -> None:
    """Call the functions that arrive through a pipe, and send back what they yield or raise, until the pipe closes."""
    if is_confined:
        _confine(memory)
    connection: Connection = Connection(pipe)
    try:
        connection.send(("ready", None))
        while True:
            call = connection.recv_bytes()
            try:
                function, arguments = _unpickle(call)
                for value in function(*arguments):
                    connection.send(("value", value))
            except BrokenPipeError:
                raise
            except Exception as error:
                connection.send(("error", _portable(error)))
            else:
                connection.send(("end", _peak()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the other process has closed the pipe or is gone


def _unpickle(call: bytes) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Unpickle a function and its arguments. Raises UsageError for names that only the sender's `__main__` defines."""
    try:
        function, arguments = pickle.loads(call)
    except AttributeError as error:
        if "'__main__'" not in str(error):
            raise
        raise UsageError(
            "this call runs in another process, which cannot import a function or class from a notebook or script: "
            f"define it in a module ({error})"
        ) from None
    return function, arguments


def once(function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
    """Yield only function(*arguments), so that a worker can run a function that is not a generator."""
    yield function(*arguments)


def limit(kind: int, most: int) -> None:
    """Set this process's resource limit `kind` (a RLIMIT constant), but not above its hard limit."""
    import resource

    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _confine(memory: int | None) -> None:
    """Limit this process to `memory` bytes of data and one numpy thread (workers share cores). Disable core files."""
    import resource

    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would contain the users' data
    if memory is not None:
        limit(resource.RLIMIT_DATA, memory)  # includes mapped memory; RLIMIT_AS would count libraries, too


def _peak() -> int:
    """Return the peak memory of this process in bytes. On Linux, avoid ru_maxrss: it may be that of the parent."""
    import resource

    with suppress(OSError), open("/proc/self/status", "rb") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(b"VmHWM:")) << 10
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size << 10


def _portable(error: Exception) -> Exception:
    """Return the error if it can be pickled, otherwise a SolverFailed with its type and message."""
    try:
        carried = pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverFailed(f"{type(error).__name__}: {error}")
    return carried if isinstance(carried, Exception) else SolverFailed(repr(error))
