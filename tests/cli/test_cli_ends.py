"""How the command ends: bugs, Ctrl-C at any moment, streams that are closed or full. Never by a traceback, and by 1
only when the puzzle says so."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from slitherenc import read, solve
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from tests.conftest import EXAMPLES, ROOT
from tests.support.waiting import usual_signals, wait_until

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
Run = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def started(*words: str, python: tuple[str, ...] = (), **options: Any) -> Iterator[subprocess.Popen[str]]:
    """The command, with both streams as pipes, in a session of its own; Ctrl-C works there even where this process
    ignores it (as below `nohup` or `&`), and nothing of it is left at the end."""
    process = subprocess.Popen(
        [sys.executable, *python, "-m", "slitherenc", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=usual_signals, **options,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("raised", ["KeyError('x\\n' * 9999)", "ImportError('y')", "RecursionError()", "TypeError()"])
def test_a_bug_is_one_line_and_code_4(raised: str) -> None:
    code = (
        "import sys; from slitherenc import solving; from slitherenc.cli import main\n"
        f"def solve(*_, **__): raise {raised}\n"
        f"solving.solve = solve; sys.argv = ['slitherenc', 'solve', {SMALL!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert re.fullmatch(r"slitherenc: a bug in slitherenc\.cli\.solve, line \d+: .{1,400}\n", done.stderr), done.stderr


def test_a_command_that_cannot_be_imported_is_a_bug() -> None:
    code = (
        "import sys; sys.modules['click'] = None\n"
        "from slitherenc.cli import main; sys.argv = ['slitherenc', 'formats']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "extra", [[], ["--solver", "minisat"], ["--timeout", "100"], ["--method", "numbering"]], ids=" ".join
)
def test_ctrl_c_while_loops_stream(extra: list[str]) -> None:
    with started("solve", "slither/9/9/zzzzg", "--all", *extra) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)  # 130 to a shell, either way
    assert "Traceback" not in stderr


def test_a_solver_does_not_listen_to_ctrl_c_where_it_ends_the_process() -> None:
    """PySAT's handler jumps out of malloc, and the process hangs: once in some hundred times on a busy machine."""
    solve("slither/2/2/3gb", method="lazy")  # PySAT is loaded
    before = signal.getsignal(signal.SIGINT)
    try:
        for action, listens in ((signal.default_int_handler, True), (signal.SIG_DFL, False)):
            signal.signal(signal.SIGINT, action)
            assert sys.modules["pysat.solvers"].MainThread.check() is listens
            solver = PySATSolver(
                clauses(model_of(read("slither/2/2/3gb")), EncodeOptions(connectivity="none")), "cadical153"
            )
            assert solver.solve() is not None
            solver.close()
            assert signal.getsignal(signal.SIGINT) is action
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("module", ["click.types", "numpy._core.multiarray", "slitherenc.solvers.stats"])
def test_ctrl_c_during_the_start(module: str) -> None:
    with started("solve", "slither/9/9/zzzzg", "--all", python=("-X", "importtime")) as process:
        assert process.stderr is not None
        line = ""
        while not line.endswith(f" {module}\n"):
            line = process.stderr.readline()
            assert line, f"{module} is not imported"
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in stderr
    assert "rror:" not in stderr


def test_ctrl_c_is_ignored_where_the_caller_ignores_it() -> None:
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); from slitherenc.cli import main\n"
        "sys.argv = ['slitherenc', 'formats']\ntry: main()\n"
        "finally: assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_generate_and_its_workers(number: signal.Signals, tmp_path: Path) -> None:
    pytest.importorskip("graphillion")
    words = ["--board", "square:5x5", "--how", "anneal", "--steps", "1000000", "--count", "4", "--jobs", "2"]
    with started("generate", "--seed", "1", *words, env={**os.environ, "TMPDIR": str(tmp_path)}) as process:
        while len(list(tmp_path.iterdir())) < 2:  # a folder a worker
            assert process.poll() is None
        os.killpg(process.pid, number)  # as a terminal does: to the whole group
        _, stderr = process.communicate(timeout=60)  # up to the end of all that inherited the streams
    assert process.returncode in (130, -number)
    assert stderr.strip() == ("slitherenc: interrupted" if number == signal.SIGINT else "")
    assert wait_until(lambda: not list(tmp_path.iterdir()))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("sovle 2>/dev/full", 2),
        ("solve nosuch 2>/dev/full", 2),
        (f"encode {SMALL} >/dev/full", 2),
        ("encode --help >/dev/full", 2),
        ("solve slither/1/1/0 2>/dev/full", 2),  # the remark "no solution" is lost
    ],
)
def test_full_streams(command: str, code: int) -> None:
    shell = f"{sys.executable} -m slitherenc {command}"
    for unbuffered in ("", "1"):
        environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(
            ["bash", "-c", shell], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr


def test_help_into_a_pipe_that_nobody_reads() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "slitherenc", "solve", "--help"]
    done = subprocess.run(command, cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("command", "code", "stdout", "stderr"),
    [
        (f"solve {SMALL} >&-", 2, 0, 1),
        ("solve nosuch >&- 2>&-", 2, 0, 0),
        (f"solve {SMALL} --unique 2>&-", 0, 17, 0),  # the remark "unique" is lost
        (f"solve {SMALL} --unique 2>&- </dev/null", 0, 17, 0),
        ("solve slither/1/1/0 2>&-", 1, 0, 0),
        ("solve nosuch 2>&-", 2, 0, 0),
    ],
)
def test_closed_streams(command: str, code: int, stdout: int, stderr: int) -> None:
    shell = f"{sys.executable} -m slitherenc {command}"
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stdout.splitlines()), len(done.stderr.splitlines())) == (code, stdout, stderr)
    assert "standard output is closed" in done.stderr or not stderr
