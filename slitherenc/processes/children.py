"""Supervised child processes: what is started here ends with the `with` block, or with this process, however it ends.

    with Children() as children:
        process = children.start(["cadical", str(children.folder / "puzzle.cnf")], stdout=PIPE)

The children are one process group, led by a small shell, the watchdog, which waits for the end of a pipe whose other
end only this process holds. The pipe ends when the block does, and when this process is gone, be it by SIGKILL. The
watchdog then ends its group, grandchildren included, and removes the temporary folder: there is one way to clean up,
and it needs no signal handler. It works wherever there is a POSIX shell (Linux's "parent death signal" reaches neither
grandchildren nor files). A process that leaves the group on purpose (`setsid`) escapes, unless it watches its own.
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

# TERM first, for programs that listen; twice `rm`, for a program that wrote a file in between; KILL is the watchdog's
# own end too.
_WATCHDOG = 'trap "" HUP INT QUIT TERM; read -r _; kill -TERM 0; rm -rf -- "$1" || rm -rf -- "$1"; kill -KILL 0'
_PATIENCE = 2.0  # seconds for the watchdog to do its work


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
        make: Any = subprocess.Popen  # type checkers cannot tell from any options whether it gives bytes
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
            process.kill()  # dead already, unless somebody killed the watchdog
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with suppress(BrokenPipeError):  # what was not yet written to a dead process
                        stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)
