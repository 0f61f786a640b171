"""Commands without the start of Python: a server has imported the program, and a fork of it is the command.

python fork_server.py SOCKET            the server; it ends when its standard input does
python -I -S fork_server.py SOCKET P    `slitherenc P`, with the streams, folder and variables of this process
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

PACKAGE = "slitherenc"
LIBRARIES = ("cairosvg", "pysat.solvers")  # that modules load when they are first used
HEAVY = ("slitherenc.batches.cluster",)  # loads Dask, which begins threads, and these do not outlive a fork


def ask(
    address: str,
    words: Sequence[str],
    folder: str,
    environment: dict[str, str],
    streams: Sequence[int],
    timeout: float | None = None,
) -> int:
    """The exit code of the command with these words, below 0 for a signal. Raises TimeoutError; then it is killed."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        socket.send_fds(connection, [b"\n"], streams)
        connection.sendall(json.dumps([list(words), folder, environment]).encode())
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answers:
            process = int(answers.readline())
            connection.settimeout(timeout)
            try:
                return int(answers.readline())
            except TimeoutError:
                os.kill(process, signal.SIGKILL)
                raise


def serve(address: str) -> None:
    """Returns in the process of each command, where all is set for `main()`. The server itself never returns."""
    import gc
    import select

    sys.path[0] = os.getcwd()  # as `python -m` has it
    _load()
    gc.freeze()  # so that the collector of a fork does not copy what is shared with the server
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    print(flush=True)
    waiting: set[int] = set()
    while True:
        asked, _, _ = select.select([listener, 0], [], [])
        waiting = {process for process in waiting if os.waitpid(process, os.WNOHANG)[0] == 0}
        if 0 in asked:
            os._exit(0)
        connection, _ = listener.accept()
        process = os.fork()
        if process == 0:
            listener.close()
            return _begin(connection)
        waiting.add(process)
        connection.close()


def _load() -> None:
    """Imports all that commands may need, so far as it is installed."""
    import pkgutil
    from importlib import import_module

    package = import_module(PACKAGE)
    modules = [module.name for module in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.")]
    for name in (*modules, *LIBRARIES):
        if name not in HEAVY and not name.endswith("__main__"):
            with suppress(ImportError, OSError):
                import_module(name)


def _begin(connection: socket.socket) -> None:
    """Returns in the process of the command. The one that waits for it says its number and its exit code."""
    _, streams, _, _ = socket.recv_fds(connection, 1, 3)
    with connection.makefile("rb") as request:
        words, folder, environment = json.loads(request.read())
    process = os.fork()
    for number, stream in enumerate(streams):
        if process == 0:
            os.dup2(stream, number)
        os.close(stream)
    if process:
        connection.sendall(b"%d\n" % process)
        _, status = os.waitpid(process, 0)
        connection.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
        os._exit(0)
    connection.close()
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, "w" if number else "r", encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        for number, errors in enumerate(("surrogateescape", "surrogateescape", "backslashreplace"))
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [os.path.join(sys.path[0], "slitherenc", "__main__.py"), *words]


if __name__ == "__main__":
    if len(sys.argv) > 2:
        code = ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), (0, 1, 2))
        if code < 0:
            signal.signal(-code, signal.SIG_DFL)
            signal.raise_signal(-code)
        os._exit(code)
    serve(sys.argv[1])
    from slitherenc.cli import main

    main()
