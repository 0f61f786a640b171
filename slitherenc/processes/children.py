"""Supervised child processes, which end with a `with` block or with this process, no matter how it ends.

    with Children() as children:
        process = children.start(["cadical", str(children.folder / "puzzle.cnf")], stdout=PIPE)

The children form a process group. Its leader is a small shell, the watchdog, which waits until a pipe is closed whose
other end only this process holds. The pipe is closed at the end of the block or when this process dies, even by
SIGKILL. The watchdog then kills its group, including grandchildren, and removes the temporary folder. So there is only
one way to clean up, and it needs no signal handler. It works with any POSIX shell (Linux's "parent death signal"
reaches neither grandchildren nor files). A process that leaves the group (`setsid`) escapes unless it watches its own.
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
_PATIENCE = 2.0  # seconds for the watchdog to do its work


class Children:
    """A context manager for processes and their temporary folder.

    Inside the block `folder` is an empty folder that only this user can read; it is also the children's TMPDIR.
    Raises OSError if there is no place for temporary files.
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
        """Start a program; `options` are those of `subprocess.Popen`. Raises OSError if it cannot be started."""
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
            process.kill()  # it is dead already, unless somebody killed the watchdog
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with suppress(BrokenPipeError):  # the rest of the input for a dead process
                        stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)
