"""Child processes: they end with their parent, however it ends, and leave nothing behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from slitherenc import read, solve
from slitherenc.base.errors import NoPuzzle, SolverFailed
from slitherenc.processes.children import Children, collect
from slitherenc.processes.pool import parallel_map
from slitherenc.processes.worker import Worker
from tests.conftest import EXAMPLES, ROOT
from tests.waiting import usual_signals, wait_until

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
BUSY = "import signal, time\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n"  # listens to nothing


class Fifo:
    """Processes that open it for writing can be waited for: all their starts, and the end of the last one."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def hold(self) -> str:
        """Python text: hold the FIFO until the end of the process, and say so."""
        return f"import os; held = os.open({str(self.path)!r}, os.O_WRONLY); os.write(held, b'.')\n"

    def wait_for_starts(self, number: int) -> None:
        while number:
            assert select.select([self._reader], [], [], 60)[0], "nobody started"
            number -= len(os.read(self._reader, number))

    def is_held(self) -> bool:
        """Lives any process that holds it?"""
        try:
            return os.read(self._reader, 1) != b""
        except BlockingIOError:
            return True


@pytest.fixture
def fifo(tmp_path: Path) -> Fifo:
    return Fifo(tmp_path / "fifo")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of this process and its children."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert wait_until(lambda: not list(folder.iterdir())), "a temporary folder is left"


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
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        if stream == "stdout":
            process = children.start([sys.executable, "-c", endless], **pipes)
            with pytest.raises(SolverFailed, match="printed more than 1 MB"):
                collect(process, 1 << 20)
        else:
            printed, complaint = collect(children.start([sys.executable, "-c", finite], **pipes), 10)
            assert printed == b""
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


def half(number: int) -> float:
    if number == 7:
        raise NoPuzzle("seven")
    if number == 8:
        os._exit(8)
    return number / 2


@pytest.mark.parametrize("tasks", [None, 1, 2])
def test_a_map_keeps_the_order_and_the_place_of_errors(tasks: int | None, temporary: Path) -> None:
    assert list(parallel_map(abs, [-3, 2, -1, 0, 5], 3, tasks)) == [3, 2, 1, 0, 5]
    assert list(parallel_map(abs, [], 3, tasks)) == []
    results = parallel_map(half, [2, 1, 7, 4], 2, tasks)
    assert [next(results), next(results)] == [1, 0.5]
    with pytest.raises(NoPuzzle, match="seven"):
        next(results)
    with pytest.raises(SolverFailed, match=r"died \(exit code 8\)"):
        list(parallel_map(half, [8], 2, tasks))


def test_processes_are_new_after_so_many_tasks(temporary: Path) -> None:
    assert len(set(parallel_map(process_id, range(4), 1, 1))) == 4
    assert len(set(parallel_map(process_id, range(4), 1, 2))) == 2
    assert len(set(parallel_map(process_id, range(4), 1))) == 1


def process_id(_: int) -> int:
    return os.getpid()


class Odd(Exception):
    """Cannot be made from a pickle."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def raising(value: object) -> Iterator[object]:
    yield value
    raise Odd(1, 2)


def test_a_time_limit_holds_while_results_come(temporary: Path) -> None:
    deadline = time.monotonic() + 0.5
    with Worker() as worker:
        worker.start(endless)
        with pytest.raises(TimeoutError):
            deque(worker.results(deadline), maxlen=0)


def endless() -> Iterator[int]:
    while True:
        yield 1


def test_errors_that_do_not_travel_are_told_in_words(temporary: Path) -> None:
    with Worker() as worker:
        for _ in range(2):  # the process lives on
            worker.start(raising, 5)
            results = worker.results()
            assert next(results) == 5
            with pytest.raises(SolverFailed, match="Odd: 1 and 2"):
                next(results)
        worker.start(unsendable)
        with pytest.raises(TypeError, match="pickle"):
            list(worker.results())


def unsendable() -> Iterator[object]:
    yield threading.Lock()
