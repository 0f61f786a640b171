"""The rows of a part under way: however a batch ends, what was finished is kept, and the bytes are the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from slitherenc.base.errors import UsageError
from slitherenc.batches import disk, read_parts, run, unfinished
from slitherenc.batches.batch_folder import verify_folder
from slitherenc.batches.input_rows import Chunk, InputRow, Meter, read_chunks, read_rows
from slitherenc.batches.rows import EncodedRow, Work, encode_row, output_row
from slitherenc.batches.run import Batch, run_batch
from slitherenc.batches.supervisor import Keep, RowLimits, SupervisedPool
from slitherenc.batches.unfinished import UnfinishedChunk, read_records
from tests.batches.conftest import LINKS, with_engine
from tests.conftest import ROOT
from tests.support.quick import slow
from tests.support.waiting import usual_signals, wait_until

COMMAND = [sys.executable, "-m", "slitherenc", "batch"]
RECIPE = "generate:square:4x4?seed=unfinished&count="
KINDS = [("jsonl", "unique"), ("jsonl.zst", "unique"), ("parquet", "unique"), ("jsonl", "prove")]

# Says that it has begun with the board 1x3, and waits there until a file appears.
WAITING = """
import os, time
from dataclasses import dataclass
from pathlib import Path
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.engines import Method

@dataclass(frozen=True)
class Own(Method):
    def loops(self, model, stats):
        if model.board.params == (1, 3):
            Path(os.environ["BEGUN"]).touch()
            while not Path(os.environ["GO"]).exists():
                time.sleep(0.01)
        return AutoEngine().loops(model, stats)
"""


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but those with times."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.parent.name != "sidecars"]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def seventeen(folder: Path) -> tuple[Path, dict[str, str]]:
    """A file of 17 quick puzzles, one whose engine waits, and three more; the environment of that engine."""
    file = folder / "puzzles.txt"
    file.write_text("\n".join([*(LINKS * 4)[:17], "slither/3/1/h", *LINKS[:3]]) + "\n")
    environment = with_engine(folder / "library", WAITING)
    return file, {**environment, "BEGUN": str(folder / "begun"), "GO": str(folder / "go")}


@pytest.mark.parametrize(("to", "do"), [KINDS[0], *map(slow, KINDS[1:])])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_each_row_that_is_finished(tmp_path: Path, to: str, do: str, jobs: str) -> None:
    if to != "jsonl":
        pytest.importorskip("pyarrow")
        pytest.importorskip("zstandard")
    file, environment = seventeen(tmp_path)
    out, other = tmp_path / "out", {"1": "2", "2": "1"}[jobs]
    same = [*COMMAND, str(file), "--method", "own", "--to", to, "--do", do, "-o"]
    command = [*same, str(out), "--jobs", jobs]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment, preexec_fn=usual_signals
    ) as process:
        assert wait_until((tmp_path / "begun").exists)
        process.send_signal(signal.SIGINT)  # the last of the 17 rows was finished a moment ago
        _, words = process.communicate(timeout=60)
    assert process.returncode == 130
    message = f"stopped; {out} keeps all finished rows (17 from this run); to continue, repeat the command"
    assert words == f"{message}\n\nslitherenc: interrupted\n"
    assert [row["id"] for row in read_parts(out)] == [str(number) for number in range(1, 18)]
    assert verify_folder(out)[1] == ["the batch is not finished: it has 0 parts, and 17 rows of incomplete parts"]
    (tmp_path / "go").touch()
    for folder, number in ((out, other), (tmp_path / "expected", jobs)):
        subprocess.run([*same, str(folder), "--jobs", number], check=True, stderr=subprocess.DEVNULL, env=environment)
    assert contents(out) == contents(tmp_path / "expected")
    assert verify_folder(out)[1] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_rows_that_progress_tells_outlive_every_signal(tmp_path: Path, number: signal.Signals) -> None:
    file, environment = seventeen(tmp_path)
    command = [*COMMAND, str(file), "--method", "own", "-o", str(tmp_path / "out"), "--progress", "json"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as process:
        assert process.stderr is not None
        assert any('"rows": 17,' in line for line in process.stderr)
        process.send_signal(number)
    assert process.returncode == -number
    assert len(list(read_parts(tmp_path / "out"))) == 17


@pytest.mark.parametrize(("to", "do", "kills"), [("jsonl", "prove", 2), *(slow((*kind, 50)) for kind in KINDS)])
def test_random_signals_at_random_moments(tmp_path: Path, to: str, do: str, kills: int) -> None:
    if to != "jsonl":
        pytest.importorskip("pyarrow")
        pytest.importorskip("zstandard")
    rng, out, killed = random.Random(f"{to} {do}"), tmp_path / "out", 0
    same = [*COMMAND, f"{RECIPE}{20 + 10 * kills}", "--chunk", "15", "--to", to, "--do", do]
    while True:
        kept = len(list(read_parts(out))) if (out / "manifest.json").exists() else 0
        before = _bytes_of_rows(out)
        with subprocess.Popen(
            [*same, "-o", str(out), "--jobs", rng.choice("12")],
            stderr=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=usual_signals, start_new_session=True,
        ) as process:  # fmt: skip
            if killed < kills:
                assert wait_until(lambda: process.poll() is not None or _bytes_of_rows(out) != before)  # noqa: B023
                time.sleep(0.05 * rng.random() ** 2)
                process.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
            _, words = process.communicate(timeout=300)
        if process.returncode == 0:
            break
        killed += 1
        assert process.returncode in (130, -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL), words
        there = [row["id"] for row in read_parts(out)]
        assert len(there) >= kept
        assert there == sorted(there, key=int)
        if process.returncode == 130:
            assert "to continue, repeat the command" in words
    assert killed == kills
    subprocess.run([*same, "-o", str(tmp_path / "expected")], check=True, stderr=subprocess.DEVNULL)
    assert contents(out) == contents(tmp_path / "expected")


def _bytes_of_rows(out: Path) -> int:
    total = 0
    for file in out.glob("part-*"):
        try:
            total += file.stat().st_size
        except FileNotFoundError:
            pass  # it was renamed or removed just now
    return total


def test_ctrl_c_while_the_input_still_comes_promises_nothing(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(
            [*COMMAND, str(pipe), "-o", str(tmp_path / "out")],
            stderr=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=usual_signals,
        ) as process,
        pipe.open("w") as file,  # opens when the batch does, which then waits for 500 rows
    ):  # fmt: skip
        file.write("slither/2/2/3gb\n")
        file.flush()
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=60)
    assert process.returncode == 130
    remark = "stopped before any new row was finished; to continue, repeat the command"
    assert words == f"{remark}\n\nslitherenc: interrupted\n"
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_interrupted_leaves_no_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(file: Any, data: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(disk, "write_all", interrupt)
    with pytest.raises(KeyboardInterrupt):
        disk.write_file(tmp_path / "file", b"data")
    assert list(tmp_path.iterdir()) == []


# The file of rows.


@pytest.fixture
def chunk(links: Path) -> Chunk:
    return next(read_chunks([str(links)], "puzzle", 5, Meter()))


def encoded(row: InputRow) -> EncodedRow:
    out = output_row(row, Work()).row
    return EncodedRow(encode_row(out), out["status"], 0.5, "", b"")


def whole_file(path: Path, chunk: Chunk) -> list[int]:
    """A file of three records, with 2, 1 and 2 rows; where each of them ends."""
    rows, ends = list(map(encoded, chunk.rows)), []
    kept = UnfinishedChunk(path, chunk)
    for begin, end in ((0, 2), (2, 3), (3, 5)):
        kept.add(begin, rows[begin:end])
        ends.append(path.stat().st_size)
    return ends


def test_a_record_that_is_cut_off_anywhere_is_left_out(tmp_path: Path, chunk: Chunk) -> None:
    path = tmp_path / "part-000000.rows"
    ends = whole_file(path, chunk)
    data = path.read_bytes()
    rows = list(map(encoded, chunk.rows))
    for size in sorted({*range(0, len(data), 29), *ends, *(end - 1 for end in ends), *(end + 1 for end in ends[:2])}):
        path.write_bytes(data[:size])
        n_rows = (0, 2, 3, 5)[sum(end <= size for end in ends)]
        kept = UnfinishedChunk(path, chunk)
        assert [kept.rows[i].line for i in range(n_rows)] == [row.line for row in rows[:n_rows]]
        assert kept.gaps() == ([(n_rows, 5)] if n_rows < 5 else [])
        assert path.exists() == (n_rows > 0)
        kept.add(n_rows, rows[n_rows:])
        assert len(UnfinishedChunk(path, chunk).rows) == 5


def test_a_record_that_is_damaged_is_left_out_alone(tmp_path: Path, chunk: Chunk) -> None:
    """As after a power cut, when a block of a file was not written."""
    path = tmp_path / "part-000000.rows"
    first, second, _ = whole_file(path, chunk)
    data = path.read_bytes()
    for damage in (bytes(second - first), b"\n" * (second - first), b'{"rows":' + b"9" * (second - first - 8)):
        path.write_bytes(data[:first] + damage + data[second:])
        kept = UnfinishedChunk(path, chunk)
        # Without its end of line, the damage takes the header of the next record with it.
        assert kept.gaps() == ([(2, 3)] if damage.endswith(b"\n") else [(2, 5)])
        assert path.read_bytes() == b"".join(record.data for record in read_records(path))


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, chunk: Chunk, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "part-000000.rows"
    rows = list(map(encoded, chunk.rows))
    kept = UnfinishedChunk(path, chunk)
    kept.add(0, rows[:2])
    before = path.read_bytes()

    def full(file: Any, data: bytes) -> None:
        file.write(data[:50])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(unfinished, "write_all", full)
        with pytest.raises(OSError, match=r"No space left on device: '.*part-000000.rows'"):
            kept.add(2, rows[2:])
    assert path.read_bytes() == before
    assert kept.gaps() == [(2, 5)]
    kept.add(2, rows[2:])
    assert UnfinishedChunk(path, chunk).gaps() == []


def test_a_bundle_that_is_lost_takes_its_rows_with_it(tmp_path: Path, chunk: Chunk) -> None:
    path = tmp_path / "part-000000.rows"
    rows = [encoded(row) for row in chunk.rows]
    kept = UnfinishedChunk(path, chunk)
    kept.add(0, rows[:1])
    kept.add(1, [rows[1]._replace(proof="2-0123.tar.gz", bundle=b"a bundle")])
    assert kept.proofs == {"2-0123.tar.gz": sha256(b"a bundle").hexdigest()}
    assert UnfinishedChunk(path, chunk).gaps() == [(2, 5)]
    (tmp_path / "proofs" / "2-0123.tar.gz").write_bytes(b"another")
    assert UnfinishedChunk(path, chunk).gaps() == [(1, 5)]


def test_rows_are_synced_after_30_seconds_of_work(
    tmp_path: Path, chunk: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    now = [100.0]
    monkeypatch.setattr(unfinished.os, "fsync", synced.append)
    monkeypatch.setattr(unfinished.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(unfinished, "sync_folder", lambda folder: None)
    kept = UnfinishedChunk(tmp_path / "part-000000.rows", chunk)
    rows = list(map(encoded, chunk.rows))
    for number, (seconds, syncs) in enumerate(((20, 0), (11, 1), (29, 1), (2, 2), (100, 3))):
        now[0] += seconds
        kept.add(number, rows[number : number + 1])
        assert len(synced) == syncs


# What continues, and what is refused.


class Slow:
    """Computers, as a cluster is one, that give back a few of the rows; after `patience` calls they are gone."""

    at_once = 2

    def __init__(self, rng: random.Random, patience: int) -> None:
        self._rng, self._patience = rng, patience
        self.asked = 0

    def __enter__(self) -> Slow:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def submit(self, rows: Sequence[InputRow], keep: Keep) -> Future[list[EncodedRow]]:
        future: Future[list[EncodedRow]] = Future()
        self._patience -= 1
        self.asked += len(rows)
        if self._patience < 0:
            future.set_exception(ConnectionError("gone"))
        else:
            future.set_result([encoded(row) for row in rows[: self._rng.randint(1, len(rows))]])
        return future

    def is_death(self, error: BaseException) -> bool:
        return False


def test_rows_that_come_back_one_by_one_make_the_same_parts(
    tmp_path: Path, links: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links.write_text("\n".join(LINKS * 12))

    def batch(name: str) -> Batch:
        return Batch((str(links),), tmp_path / name, Work(), chunk=25)

    run_batch(batch("expected"))
    for seed in range(3):
        rng, ends = random.Random(seed), 0
        out = tmp_path / str(seed)
        while True:
            computers = Slow(rng, rng.randint(1, 3))
            monkeypatch.setattr(run, "_computers", lambda batch, computers=computers: computers)
            before = len(list(read_parts(out))) if out.exists() else 0
            try:
                run_batch(batch(str(seed)))
                break
            except ConnectionError:
                ends += 1
                assert len(list(read_parts(out))) > before
        assert ends > 1
        assert contents(out) == contents(tmp_path / "expected")


def test_a_pool_gives_back_what_is_done_in_time(links: Path) -> None:
    links.write_text("\n".join(LINKS * 4))
    rows = list(read_rows([str(links)]))
    with SupervisedPool(Work(), RowLimits()) as pool:
        with pool.workers.worker() as worker:
            process = worker.call(None, os.getpid)
        some = pool.run(rows, time.monotonic())
        assert 1 <= len(some) < 20
        with pool.workers.worker() as worker:  # the same one: giving back is no reason to end it
            assert worker.call(None, os.getpid) == process
        assert [row.line for row in some + pool.run(rows[len(some) :])] == [encoded(row).line for row in rows]


def kept_of(folder: Path, links: Path) -> Path:
    """The folder of a batch that was ended after the third row of its first part."""
    chunk = next(read_chunks([str(links)], "puzzle", 500, Meter()))
    run_batch(Batch((str(links),), folder))
    (folder / "part-000000.jsonl").unlink()
    (folder / "sidecars" / "000000.json").unlink()
    manifest = Batch((str(links),), folder).manifest()
    disk.write_json(folder / "manifest.json", manifest)
    UnfinishedChunk(folder / "part-000000.rows", chunk).add(0, [encoded(row) for row in chunk.rows[:3]])
    return folder


def test_rows_of_another_input_or_command_are_refused(tmp_path: Path, links: Path) -> None:
    out = kept_of(tmp_path / "out", links)
    text = links.read_text()
    with pytest.raises(UsageError, match="was begun with chunk=500, not 3"):
        run_batch(Batch((str(links),), out, chunk=3))
    links.write_text(text.replace("3i", "i3"))
    with pytest.raises(UsageError, match=f"was begun, the input has changed at or after {links}:3"):
        run_batch(Batch((str(links),), out))
    assert len(list(read_parts(out))) == 3
    links.write_text(text)
    latest: list[tuple[int, int]] = []
    run_batch(Batch((str(links),), out), lambda progress: latest.append((progress.rows, progress.before)))
    assert latest[-1] == (5, 3)
    run_batch(Batch((str(links),), tmp_path / "expected"))
    assert contents(out) == contents(tmp_path / "expected")


def test_an_input_that_ends_before_rows_that_are_kept_is_refused(tmp_path: Path, links: Path) -> None:
    out = tmp_path / "out"
    _, second, _ = read_chunks([str(links)], "puzzle", 2, Meter())
    run_batch(Batch((str(links),), out, chunk=2))
    disk.write_json(out / "manifest.json", Batch((str(links),), out, chunk=2).manifest())
    for file in [*out.glob("part-00000[12]*"), *out.glob("sidecars/00000[12]*")]:
        file.unlink()
    UnfinishedChunk(out / "part-000001.rows", second).add(0, [encoded(second.rows[0])])
    links.write_text("\n".join(links.read_text().splitlines()[:4]) + "\n")  # two of them
    with pytest.raises(UsageError, match="the input has become shorter"):
        run_batch(Batch((str(links),), out, chunk=2))


def test_a_kill_between_the_part_and_the_end_of_its_rows(tmp_path: Path, links: Path) -> None:
    run_batch(Batch((str(links),), tmp_path / "expected"))
    out = kept_of(tmp_path / "out", links)
    rows = (out / "part-000000.rows").read_bytes()
    run_batch(Batch((str(links),), out))
    (out / "part-000000.rows").write_bytes(rows)
    assert len(list(read_parts(out))) == 5
    run_batch(Batch((str(links),), out))
    assert contents(out) == contents(tmp_path / "expected")
