"""Run external programs, such as SAT solvers and proof checkers."""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Thread

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.processes.children import Children

_COMPLAINT = 1 << 16  # the most bytes of a program's standard error that are kept


def program_words(command: str, what: str, sources: Mapping[str, str]) -> list[str]:
    """Split a command into words, and check that the first word is an installed program. Raises UsageError if not.
    Messages use `what` (the kind of program) and `sources` (how to install each program)."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"the {what} command {command!r} cannot be read: {error}") from error
    if not words:
        raise UsageError(f"the {what} command is empty")
    if shutil.which(words[0]) is None:
        source = sources.get(Path(words[0]).name)
        raise UsageError(f"there is no program {words[0]!r} on this machine{f' ({source})' if source else ''}")
    return words


def run_program(children: Children, words: Sequence[str], limit: int) -> tuple[int, bytes, bytes]:
    """Run a program to its end.

    Parameters
    ----------
    children : Children
        The child processes to which the program is added.
    words : sequence of str
        The program's name and arguments.
    limit : int
        The largest number of bytes that the program may print to standard output.

    Returns
    -------
    tuple of int, bytes, bytes
        The exit code, the standard output, and the last part of the standard error.

    Raises
    ------
    SolverFailed
        If the program cannot be started, or prints more than `limit` bytes.
    """
    name = Path(words[0]).name
    try:
        process = children.start(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise SolverFailed(f"{name} could not be started: {error.strerror}") from error
    printed, complaint = _collect(process, name, limit)
    return process.wait(), printed, complaint


def _collect(process: subprocess.Popen[bytes], name: str, limit: int) -> tuple[bytes, bytes]:
    """Return the standard output of a process and the last part of its standard error. If the
    process leaves child processes that hold the streams open, this function does not wait for them."""
    assert process.stdout is not None
    assert process.stderr is not None
    printed, size, complaint = [], 0, b""
    ended, end = os.pipe()
    Thread(target=_close_at_the_end, args=(process, end), daemon=True).start()
    try:
        with selectors.DefaultSelector() as selector:
            for stream in (ended, process.stdout.fileno(), process.stderr.fileno()):
                selector.register(stream, selectors.EVENT_READ)
            while ready := selector.select(None if ended in selector.get_map() else 0):
                for key, _ in ready:
                    data = b"" if key.fd == ended else os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fd)
                    elif key.fd == process.stderr.fileno():
                        complaint = (complaint + data)[-_COMPLAINT:]
                    else:
                        printed.append(data)
                        size += len(data)
                if size > limit:
                    raise SolverFailed(f"{name} printed more than {limit >> 20} MB")
    finally:
        os.close(ended)
    return b"".join(printed), complaint


def _close_at_the_end(process: subprocess.Popen[bytes], end: int) -> None:
    process.wait()
    os.close(end)
