"""The command in the tests: `run("solve", P)` as a process of its own, without the start of Python.

A server process (multiprocessing's "forkserver") has imported the program once; each command is a fork of it with
its own standard streams, which are files. So 0.02 seconds begin a command, not 0.3. What a test says about the start
itself, about pipes, terminals or signals starts Python itself. So does a command in another environment than the one
in which the server began.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
LOADED = ("slitherenc.api", "slitherenc.cli.commands", "slitherenc.formats", "slitherenc.solvers.sat.engine")
_IGNORED = {"PYTEST_CURRENT_TEST"}


def run_command(words: Sequence[str], data: bytes, timeout: float) -> subprocess.CompletedProcess[str]:
    """The finished command with these words, and these bytes as standard input. Raises TimeoutExpired."""
    server, environment = _server()
    if _environment() != environment:
        done = subprocess.run(
            [sys.executable, "-m", "slitherenc", *words],
            input=data,
            capture_output=True,
            timeout=timeout,
            cwd=ROOT,
            check=False,
        )
        return subprocess.CompletedProcess(words, done.returncode, _text(done.stdout), _text(done.stderr))
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "0").write_bytes(data)
        process = server.Process(target=_command, args=(words, folder))
        process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(list(words), timeout)
        streams = [_text((folder / number).read_bytes()) for number in "12"]
        return subprocess.CompletedProcess(words, process.exitcode, *streams)


@cache
def _server() -> tuple[ForkServerContext, dict[str, str]]:
    """The server, and the environment that its commands have."""
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload([*LOADED])
    return server, _environment()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _IGNORED}


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _command(words: Sequence[str], folder: Path) -> None:
    """In the process of the command."""
    from slitherenc.cli import main

    for number in range(3):
        file = os.open(folder / str(number), os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, "w" if number else "r", encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        for number, errors in enumerate(("surrogateescape", "surrogateescape", "backslashreplace"))
    )
    os.chdir(ROOT)
    sys.argv = [str(ROOT / "slitherenc" / "__main__.py"), *words]
    main()
