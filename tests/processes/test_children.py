"""Child processes: they end with their parent, however it ends, and leave nothing behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slitherenc import read, solve
from slitherenc.base.errors import SolverFailed
from slitherenc.processes.children import Children
from slitherenc.solvers.programs import run_program
from tests.conftest import EXAMPLES, ROOT
from tests.processes.conftest import Fifo
from tests.support.waiting import usual_signals, wait_until

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
BUSY = "import signal, time\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n"  # listens to nothing


def family(fifo: Fifo) -> str:
    """Python text: a process with a child, both of which live for ever."""
    return f"{fifo.hold()}{BUSY}import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {forever(fifo)!r}])\n"


def forever(fifo: Fifo) -> str:
    return f"{fifo.hold()}{BUSY}time.sleep(10**6)"


def script(path: Path, body: str) -> str:
    """A program that stands for a SAT solver."""
    path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_the_end_of_the_block_is_the_end_of_children_and_grandchildren(fifo: Fifo, temporary: Path) -> None:
    with Children() as children:
        (children.folder / "file").write_text("x")
        assert children.folder.stat().st_mode & 0o777 == 0o700
        children.start([sys.executable, "-c", family(fifo) + "time.sleep(10**6)"])
        fifo.wait_for_starts(2)
        assert fifo.is_held()
    assert wait_until(lambda: not fifo.is_held())
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("extra", [[], ["--timeout", "1000"]], ids=["no limit", "limit"])
def test_a_signal_ends_an_external_solver_too(
    extra: list[str], number: signal.Signals, fifo: Fifo, temporary: Path, tmp_path: Path
) -> None:
    solver = script(tmp_path / "solver", family(fifo) + "time.sleep(10**6)")
    process = subprocess.Popen(
        [sys.executable, "-m", "slitherenc", "solve", SMALL, "--solver", solver, *extra],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=usual_signals,
    )  # fmt: skip
    try:
        fifo.wait_for_starts(2)
        assert list(temporary.iterdir())
        process.send_signal(number)
        printed, _ = process.communicate(timeout=60)
        assert wait_until(lambda: not fifo.is_held())
    finally:
        process.kill()
        process.communicate()
    assert process.returncode in (-number, 130)
    assert "Traceback" not in printed


@pytest.mark.parametrize("timeout", [None, 60.0])
def test_a_solver_that_is_done_while_its_child_holds_the_output(
    timeout: float | None, fifo: Fifo, temporary: Path, tmp_path: Path
) -> None:
    body = family(fifo) + "print('s UNSATISFIABLE', flush=True); os._exit(20)"
    result = solve(read(SMALL), solver=script(tmp_path / "solver", body), timeout=timeout)
    assert result.status == "none"
    assert not list(temporary.iterdir())
    assert wait_until(lambda: not fifo.is_held())


def test_nothing_is_left_after_a_success_under_a_time_limit(temporary: Path, tmp_path: Path) -> None:
    body = "open(os.environ['TMPDIR'] + '/mine', 'w'); print('s UNSATISFIABLE', flush=True); sys.exit(20)"
    assert solve(read(SMALL), solver=script(tmp_path / "solver", body), timeout=60).status == "none"
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_an_endless_output_is_read_up_to_a_limit(stream: str, temporary: Path) -> None:
    endless = f"import sys\nwhile True: sys.{stream}.write('c hello\\n' * 10000)"
    finite = f"import sys\nfor _ in range(100): sys.{stream}.write('c hello\\n' * 10000)"
    with Children() as children:
        if stream == "stdout":
            with pytest.raises(SolverFailed, match="printed more than 1 MB"):
                run_program(children, [sys.executable, "-c", endless], 1 << 20)
        else:
            code, printed, complaint = run_program(children, [sys.executable, "-c", finite], 10)
            assert (code, printed) == (0, b"")
            assert complaint.endswith(b"c hello\n")
            assert len(complaint) < 100_000


def test_a_solver_that_prints_without_end(monkeypatch: pytest.MonkeyPatch, temporary: Path, tmp_path: Path) -> None:
    monkeypatch.setattr("slitherenc.solvers.sat.external.MAX_ANSWER", 1 << 20)
    with pytest.raises(SolverFailed, match="solver printed more than 1 MB"):
        solve(read(SMALL), solver=script(tmp_path / "solver", "while True: print('c ' + 'x' * 10000)"))


def test_a_result_file_without_end(temporary: Path, tmp_path: Path) -> None:
    solver = script(tmp_path / "solver", "os.symlink('/dev/zero', sys.argv[2])")
    with pytest.raises(SolverFailed, match="not the answer"):
        solve(read(SMALL), solver=f"{solver} {{cnf}} {{out}}")
