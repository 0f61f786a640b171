"""Supervised child processes: what is started here ends with the `with` block, or with this process, however it ends.

    with Children() as children:
        process = children.start(["cadical", str(children.folder / "puzzle.cnf")], stdout=PIPE, stderr=PIPE)
        printed, complaint = collect(process, limit)

The children are one process group, led by a small shell, the watchdog, which waits for the end of a pipe whose other
end only this process holds. The pipe ends when the block does, and when this process is gone, be it by SIGKILL. The
watchdog then ends its group, grandchildren included, and removes the temporary folder: there is one way to clean up,
and it needs no signal handler. It works wherever there is a POSIX shell (Linux's "parent death signal" reaches neither
grandchildren nor files). A process that leaves the group on purpose (`setsid`) escapes, unless it watches its own.
"""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import IO, Any

from slitherenc.base.errors import SolverFailed

# TERM first, for programs that listen; twice `rm`, for a program that wrote a file in between; KILL is the watchdog's
# own end too.
_WATCHDOG = 'trap "" HUP INT QUIT TERM; read -r _; kill -TERM 0; rm -rf -- "$1" || rm -rf -- "$1"; kill -KILL 0'
_PATIENCE = 2.0  # seconds for the watchdog to do its work
_COMPLAINT = 1 << 16  # bytes kept of what a program says on standard error


class Children:
    """A context manager for processes and their temporary folder.

    `folder` is there inside the block, empty at first, readable by this user alone; it is the children's TMPDIR too.
    Raises OSError when there is no place for temporary files.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.gettempdir(), f"slitherenc-{os.urandom(8).hex()}")
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Children:
        # The watchdog comes before the folder, so that there is no moment in which a folder has none.
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG, "slitherenc-watchdog", str(self.folder)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0, cwd="/",
        )  # fmt: skip
        try:
            self.folder.mkdir(mode=0o700)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def start(self, words: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
        """Start a program; `options` are those of `subprocess.Popen`. Raises OSError when it cannot be started."""
        options.setdefault("stdin", subprocess.DEVNULL)
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        process = subprocess.Popen(words, process_group=self._watchdog.pid, env=environment, **options)
        self._processes.append(process)
        return process

    def _end(self) -> None:
        assert self._watchdog.stdin is not None
        self._watchdog.stdin.close()
        try:
            self._watchdog.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._watchdog.kill()
            self._watchdog.wait()
        for process in self._processes:
            process.kill()  # dead already, unless somebody killed the watchdog
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    _close(stream)
        shutil.rmtree(self.folder, ignore_errors=True)


def _close(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except BrokenPipeError:
        pass  # what was not yet written to a dead process


def collect(process: subprocess.Popen[bytes], limit: int) -> tuple[bytes, bytes]:
    """What a process prints until it ends, and the last part of its standard error.

    A process that it started and left behind may hold both streams open: their ends are not waited for. Raises
    SolverFailed when more than `limit` bytes are printed.
    """
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
                    raise SolverFailed(f"{_name(process)} printed more than {limit >> 20} MB")
    finally:
        os.close(ended)
    return b"".join(printed), complaint


def _close_at_the_end(process: subprocess.Popen[bytes], end: int) -> None:
    process.wait()
    os.close(end)


def _name(process: subprocess.Popen[bytes]) -> str:
    words = process.args
    assert isinstance(words, list)
    return Path(str(words[0])).name
