"""The other side of a `Worker`: what runs in its process. It imports little, since each process begins with it."""

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
    """Run what comes from the pipe with this descriptor and send back what it yields or raises, until the pipe ends."""
    if is_confined:
        _confine(memory)
    connection: Connection = Connection(pipe)
    try:
        connection.send(("ready", None))
        while True:
            call = connection.recv_bytes()
            try:
                function, arguments = _unpickled(call)
                for value in function(*arguments):
                    connection.send(("value", value))
            except BrokenPipeError:
                raise
            except Exception as error:
                connection.send(("error", _portable(error)))
            else:
                connection.send(("end", _peak()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody asks, or listens, any more


def _unpickled(call: bytes) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Raises UsageError for what only the process that sent it knows."""
    try:
        function, arguments = pickle.loads(call)
    except AttributeError as error:
        if "'__main__'" not in str(error):
            raise
        raise UsageError(
            "another process, which a time limit needs, does not find what a notebook or script defines: "
            f"put it into a module ({error})"
        ) from None
    return function, arguments


def once(function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
    """The value of the function alone."""
    yield function(*arguments)


def limit(kind: int, most: int) -> None:
    """Set a limit of `resource` for this process, within the one that it was started with."""
    import resource

    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _confine(memory: int | None) -> None:
    """Workers share the cores, so numpy gets one thread in each."""
    import resource

    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would hold what users sent
    if memory is not None:
        limit(resource.RLIMIT_DATA, memory)  # also maps; RLIMIT_AS would count libraries, too


def _peak() -> int:
    """The most bytes that this process has held so far. (On Linux ru_maxrss begins with those of its parent.)"""
    import resource

    with suppress(OSError), open("/proc/self/status", "rb") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(b"VmHWM:")) << 10
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size << 10


def _portable(error: Exception) -> Exception:
    """The error itself where pickle can carry it, else one that says the same."""
    try:
        carried = pickle.loads(pickle.dumps(error))
    except Exception:
        return SolverFailed(f"{type(error).__name__}: {error}")
    return carried if isinstance(carried, Exception) else SolverFailed(repr(error))
