"""Child processes that end with a `with` block, or when the Python process that started them (the *parent*) ends.

    with Children() as children:
        process = children.start(["cadical", str(children.folder / "puzzle.cnf")], stdout=PIPE)

The children form a process group. Its leader is a small shell, the *watchdog*, which reads from a pipe. Only the
parent holds the other end of the pipe. The pipe closes at the end of the block or when the parent dies, even by
SIGKILL. Then the watchdog kills its process group, including grandchildren, and removes the temporary folder. This
method needs no signal handler and works with any POSIX shell. Linux's "parent death signal" would not kill
grandchildren or remove files. A process that leaves the group (`setsid`) survives unless it has its own watchdog.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

# TERM lets programs end cleanly. `rm` runs twice in case a program writes a file meanwhile. KILL also ends the shell.
_WATCHDOG = 'trap "" HUP INT QUIT TERM; read -r _; kill -TERM 0; rm -rf -- "$1" || rm -rf -- "$1"; kill -KILL 0'
_PATIENCE = 2.0  # seconds that the watchdog has to clean up


class Children:
    """A context manager for processes and their temporary folder.

    Inside the block, `folder` is an empty folder that only this user can read; it is also the TMPDIR of the children.
    Raises OSError if the folder cannot be created.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.gettempdir(), f"slitherenc-{os.urandom(8).hex()}")
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Children:
        # The watchdog starts before the folder exists, so that there is never a folder without a watchdog.
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
        """Start the command `words`; `options` are those of `subprocess.Popen`. Raises OSError if it cannot start."""
        options.setdefault("stdin", subprocess.DEVNULL)
        environment = {**os.environ, "TMPDIR": str(self.folder)}
        make: Any = subprocess.Popen  # type checkers cannot tell from `options` whether its streams are of bytes
        process: subprocess.Popen[bytes] = make(words, process_group=self._watchdog.pid, env=environment, **options)
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
            process.kill()  # it is already dead, unless the watchdog was killed
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with suppress(BrokenPipeError):  # closing flushes input that the dead process did not read
                        stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)
