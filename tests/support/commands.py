"""The command in the tests: `run("solve", P)` as a process of its own, without the start of Python.

A server process has imported the program once; each command is a fork of it with its own standard streams, which are
files. So 0.02 seconds begin a command, not 0.3. What a test says about the start itself, about terminals or signals
starts Python itself. So does a command in another environment than the one in which the server began.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support import fork_server

ROOT = Path(__file__).resolve().parent.parent.parent
_IGNORED = {"PYTEST_CURRENT_TEST"}


class Commands:
    """Commands of the package that Python finds in this folder with these variables. They run in `folder`."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, dict(environment)
        self._temporary = TemporaryDirectory()
        self._address = str(Path(self._temporary.name) / "socket")
        self._server = subprocess.Popen(
            [sys.executable, fork_server.__file__, self._address],
            cwd=folder, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._server.stdout is not None
        assert self._server.stdout.readline() == b"\n"  # it listens

    def close(self) -> None:
        self._server.communicate()
        self._temporary.cleanup()

    def run(
        self, words: Sequence[str], data: bytes = b"", timeout: float | None = None, folder: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """The finished command with these words, and these bytes as standard input. Raises TimeoutExpired."""
        with TemporaryDirectory() as name:
            paths = [Path(name, number) for number in "012"]
            paths[0].write_bytes(data)
            streams = [os.open(path, flags) for path, flags in zip(paths, _FLAGS, strict=True)]
            where = str(folder or self.folder)
            try:
                code = fork_server.ask(self._address, words, where, self.environment, streams, timeout)
            except TimeoutError:
                raise subprocess.TimeoutExpired(list(words), timeout or 0) from None
            finally:
                for stream in streams:
                    os.close(stream)
            return subprocess.CompletedProcess(words, code, *(_text(path.read_bytes()) for path in paths[1:]))

    def script(self, path: Path) -> None:
        """Writes a program that is the command, for shells."""
        path.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {fork_server.__file__} {self._address} "$@"\n')
        path.chmod(0o755)


_FLAGS = (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_APPEND] * 2)


def run_command(words: Sequence[str], data: bytes, timeout: float) -> subprocess.CompletedProcess[str]:
    """The finished command with these words, and these bytes as standard input. Raises TimeoutExpired."""
    commands = shared_commands()
    if commands.environment == _environment():
        return commands.run(words, data, timeout)
    done = subprocess.run(
        [sys.executable, "-m", "slitherenc", *words],
        input=data, capture_output=True, timeout=timeout, cwd=ROOT, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(words, done.returncode, _text(done.stdout), _text(done.stderr))


@cache
def shared_commands() -> Commands:
    """Those of this checkout, in the environment of the first test that asked."""
    commands = Commands(ROOT, _environment())
    atexit.register(commands.close)
    return commands


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _IGNORED}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
