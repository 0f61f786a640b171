"""Any engine under a time limit: it runs in a child process that can be killed, with all that it started.

In: an Engine, a Model, Stats to fill in, seconds. Out: the same loops as without a limit; when the time is up the
child is killed and GaveUp is raised. Errors of the engine are raised here as they were there.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from multiprocessing.connection import Connection, Pipe

from slitherenc.checker import loop_of
from slitherenc.errors import GaveUp, SlitherencError, SolverFailed
from slitherenc.loop import Loop
from slitherenc.model import Model
from slitherenc.solvers.protocols import Engine
from slitherenc.solvers.stats import Stats

_CHILD = "import sys; sys.path[:] = {path!r}; from slitherenc.solvers.timeout import child; child({pipe})"


def loops_within(engine: Engine, model: Model, stats: Stats, seconds: float) -> Generator[Loop]:
    """See the module's text. Closing the iterator kills the child."""
    deadline = time.monotonic() + seconds
    receiver, sender = Pipe(duplex=False)
    command = [sys.executable, "-c", _CHILD.format(path=sys.path, pipe=sender.fileno())]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[sender.fileno()], start_new_session=True)
    sender.close()
    try:
        assert process.stdin is not None
        try:
            process.stdin.write(pickle.dumps((engine, model)))
            process.stdin.close()
        except BrokenPipeError:
            pass  # the child is gone; its end is reported below
        while True:
            if not receiver.poll(max(0.0, deadline - time.monotonic())):
                raise GaveUp(f"no verdict within {seconds:g} seconds")
            try:
                kind, value = receiver.recv()
            except EOFError:
                code = process.wait()
                raise SolverFailed(f"the solver's process died (exit code {code})") from None
            if kind == "error":
                raise value
            if kind == "loop":
                lines, told = value
                stats.__dict__.update(told.__dict__)
                yield loop_of(model, lines)
            else:
                stats.__dict__.update(value.__dict__)
                return
    finally:
        receiver.close()
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The child and everything it started (it leads a session of its own)."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    if process.stdin is not None:
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass


def child(pipe: int) -> None:
    """The other side: reads engine and model from standard input, writes messages to the pipe."""
    sender: Connection = Connection(pipe, readable=False)
    engine, model = pickle.load(sys.stdin.buffer)
    stats = Stats()
    try:
        for loop in engine.loops(model, stats):
            sender.send(("loop", (loop.bits(), stats)))
        sender.send(("done", stats))
    except SlitherencError as error:
        sender.send(("error", error))
    except BrokenPipeError:
        pass  # the parent has read enough
