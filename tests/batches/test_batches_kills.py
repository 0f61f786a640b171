"""Batches whose processes are killed at random moments write the bytes of an undisturbed one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the cluster needs the extra cluster")
import psutil

from slitherenc.batches import read_parts
from tests.support.waiting import wait_until

ENDED = (-9, 4)  # by SIGKILL, or since the connection to the cluster is lost
RECIPE = "generate:square:6x6?seed=kills&count={}"
PYTHON = [sys.executable, "-m"]
Victim = Callable[["Setting", psutil.Process], psutil.Process | None]


def contents(folder: Path) -> dict[str, bytes]:
    """Everything but the times."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def batch(folder: Path, rows: int, *more: str) -> list[str]:
    return [*PYTHON, "slitherenc", "batch", RECIPE.format(rows), "-o", str(folder), "--chunk", "10", *more]


class Setting:
    """A cluster of one scheduler and two workers, or none; what was killed of it is started again."""

    def __init__(self, folder: Path, is_cluster: bool) -> None:
        self.folder, self.is_cluster = folder, is_cluster
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self.address = ""

    def options(self) -> list[str]:
        if not self.is_cluster:
            return ["--jobs", "2"]
        scheduler = self._running.get("scheduler")
        if scheduler is None or scheduler.poll() is not None:
            self.end()
            file = self.folder / "scheduler.json"
            file.unlink(missing_ok=True)
            self._start("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
            wait_until(lambda: file.exists() and file.stat().st_size > 0)
            self.address = _address(file)
        for name in ("worker one", "worker two"):
            worker = self._running.get(name)
            if worker is None or worker.poll() is not None:
                self._start(name, self.address, "--nthreads", "1", "--no-dashboard")
        return ["--dask", self.address]

    def _start(self, name: str, *words: str) -> None:
        command = [*PYTHON, "distributed.cli.dask_" + name.split()[0], *words]
        self._running[name] = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder
        )

    def process(self, name: str) -> psutil.Process | None:
        found = self._running.get(name)
        return psutil.Process(found.pid) if found is not None and found.poll() is None else None

    def end(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()


def _address(file: Path) -> str:
    import json

    return str(json.loads(file.read_text())["address"])


def _computing(process: psutil.Process | None) -> psutil.Process | None:
    """A process below that computes rows."""
    found = [] if process is None else process.children(recursive=True)
    return next((one for one in found if any("processes.serving" in word for word in one.cmdline())), None)


def _below(process: psutil.Process | None) -> psutil.Process | None:
    """The worker itself, below its nanny."""
    found = [] if process is None else process.children()
    return next((one for one in found if any("spawn_main" in word for word in one.cmdline())), None)


HERE: list[Victim] = [
    lambda setting, client: client,
    lambda setting, client: _computing(client),
]
CLUSTER: list[Victim] = [
    lambda setting, client: client,
    lambda setting, client: setting.process("scheduler"),
    lambda setting, client: _below(setting.process("worker one")),
    lambda setting, client: _computing(setting.process("worker two")),
]


def disturbed(folder: Path, rows: int, setting: Setting, victims: list[Victim], kills: int, rng: random.Random) -> int:
    """Runs a batch to its end, over and over, with so many kills on the way; how many there were."""
    killed = 0
    while True:
        command = batch(folder, rows, *setting.options())
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as client:
            while killed < kills and client.poll() is None:
                there = _parts(folder)
                wait_until(lambda: client.poll() is not None or _parts(folder) > there, 120)  # noqa: B023
                time.sleep(rng.random() * 0.2)
                try:
                    victim = rng.choice(victims)(setting, psutil.Process(client.pid))
                    if victim is not None:
                        victim.send_signal(signal.SIGKILL)
                        killed += 1
                except psutil.NoSuchProcess:
                    continue
            assert client.stderr is not None
            complaint = client.stderr.read().decode()
        if client.returncode == 0:
            return killed
        assert client.returncode in ENDED, complaint
        told = ("the connection to the cluster is lost", "no cluster answers")
        assert client.returncode == -9 or any(words in complaint for words in told)


def _parts(folder: Path) -> int:
    return len(list(folder.glob("part-*"))) if folder.exists() else 0


POISON = """
import os, signal
from dataclasses import dataclass
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.engines import Method

@dataclass(frozen=True)
class Poison(Method):
    def loops(self, model, stats):
        if model.board.params == (1, 2):
            os.kill(os.getppid(), signal.SIGKILL)
        return AutoEngine().loops(model, stats)
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Setting]:
    setting = Setting(tmp_path, True)
    yield setting
    setting.end()


def undisturbed(folder: Path, rows: int) -> dict[str, bytes]:
    subprocess.run(batch(folder, rows, "--jobs", "2"), check=True, stderr=subprocess.DEVNULL)
    return contents(folder)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "kills"), [(60, 3), (150, 6), (800, 25)])
def test_kills_on_one_machine(tmp_path: Path, rows: int, kills: int) -> None:
    expected = undisturbed(tmp_path / "expected", rows)
    setting = Setting(tmp_path, False)
    assert disturbed(tmp_path / "out", rows, setting, HERE, kills, random.Random(1)) == kills
    assert contents(tmp_path / "out") == expected


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "kills"), [(150, 4), (800, 25)])
def test_kills_on_a_cluster(tmp_path: Path, cluster: Setting, rows: int, kills: int) -> None:
    expected = undisturbed(tmp_path / "expected", rows)
    assert disturbed(tmp_path / "out", rows, cluster, CLUSTER, kills, random.Random(2)) == kills
    assert contents(tmp_path / "out") == expected


@pytest.mark.slow
def test_a_row_that_kills_the_workers_of_a_cluster_is_crashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chunk is halved, down to the row."""
    about = tmp_path / "poison-1.0.dist-info"
    about.mkdir()
    (tmp_path / "poison.py").write_text(POISON)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: poison\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[slitherenc.methods]\npoison = poison:Poison\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    file = tmp_path / "links.txt"
    file.write_text("slither/2/2/3gb\n" * 3 + "slither/2/1/h\n" + "slither/2/2/3gb\n" * 4)
    setting = Setting(tmp_path, True)
    try:
        command = [*PYTHON, "slitherenc", "batch", str(file), "-o", str(tmp_path / "out"), "--method", "poison"]
        subprocess.run([*command, *setting.options()], check=True, stderr=subprocess.DEVNULL, timeout=300)
    finally:
        setting.end()
    statuses = [row["status"] for row in read_parts(tmp_path / "out")]
    assert statuses == ["unique"] * 3 + ["crashed"] + ["unique"] * 4
