"""Batches: what goes in, what comes out, what is left after things went wrong."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from slitherenc import explain, generate, rate, solve, solve_many, write
from slitherenc import verify as verify_bundle
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.batches import read_parts
from slitherenc.batches.batch_folder import verify_folder
from slitherenc.batches.input_rows import read_rows
from tests.batches.conftest import LINKS
from tests.conftest import ROOT
from tests.support.commands import run_command
from tests.support.quick import first, slow
from tests.support.waiting import usual_signals, wait_until

RECIPE = "generate:square:4x4?seed=7&count="
COMMAND = [sys.executable, "-m", "slitherenc", "batch"]


def batch(*words: str | Path, code: int = 0, **options: Any) -> str:
    """Standard error of a batch that ends with this code; with options, one that Python itself starts."""
    done = (
        subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, cwd=ROOT, check=False, **options)
        if options
        else run_command(["batch", *map(str, words)], b"", 300)
    )
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    return done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    """Everything but the times."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


# What comes out.


def test_rows(links: Path, tmp_path: Path) -> None:
    links.write_text(links.read_text() + "rubbish\n")
    words = batch(links, "-o", tmp_path / "out", "--do", "rate,count,explain")
    assert words == f"{tmp_path / 'out'}: 6 rows: 1 error, 3 multiple, 1 none, 1 unique\n"
    found = list(read_parts(tmp_path / "out"))
    assert [row["id"] for row in found] == list("123456")
    for row, link in zip(found, LINKS, strict=False):
        result = solve(link, limit=2)
        assert row["status"] == result.status
        assert row["edges"] == (result.loop.text() if result.loop else None)
        if result.status == "unique":
            grade = rate(link)
            assert (row["grade"], row["score"], row["hardest"]) == (grade.name, grade.score, grade.hardest)
            assert len(row["steps"]) == len(list(explain(link)))
        else:
            assert row["grade"] is None
    assert found[2]["loops"] == 13
    assert (found[5]["status"], found[5]["error"]) == (
        "error",
        "there is no link and no ID in 'rubbish'",
    )


def test_one_loop_alone_is_not_called_unique(links: Path, tmp_path: Path) -> None:
    batch(links, "-o", tmp_path / "out", "--do", "solve")
    assert {row["status"] for row in read_parts(tmp_path / "out")} == {"solved", "none"}


@pytest.mark.parametrize("to", first(1, ["jsonl", "parquet", "jsonl.zst"]))
def test_the_same_bytes_by_any_number_of_processes(tmp_path: Path, to: str) -> None:
    if to != "jsonl":
        pytest.importorskip("pyarrow")
        pytest.importorskip("zstandard")
    ways = {"one": ["--jobs", "1"], "two": ["--jobs", "2"], "again": ["--jobs", "3", "--progress", "json"]}
    if to != "jsonl":  # two and three processes differ in the rows, which one format shows
        del ways["two"]
    count = 25 if to == "jsonl" else 9
    for name, options in ways.items():
        batch(f"{RECIPE}{count}", "-o", tmp_path / name, "--chunk", "4", "--to", to, "--do", "rate", *options)
    expected = contents(tmp_path / "one")
    assert len(expected) == -(-count // 4) + 2
    assert all(contents(tmp_path / name) == expected for name in ways)
    found = list(read_parts(tmp_path / "one"))
    assert [row["source"] for row in found] == [f"generate:square:4x4#7/{i}" for i in range(count)]
    assert all(solve(row["puzzle"], limit=2).status == row["status"] == "unique" for row in found)


def test_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    batch(RECIPE + "12", "-o", tmp_path / "here", "--chunk", "4")
    batch(RECIPE + "12", "-o", tmp_path / "dask", "--chunk", "4", "--dask", "local", "--jobs", "2")
    assert contents(tmp_path / "here") == contents(tmp_path / "dask")


def test_nobody_answers_at_the_address(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    settings = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    words = batch(RECIPE + "3", "-o", tmp_path / "out", "--dask", "tcp://127.0.0.1:9", code=2, env=settings)
    assert "no cluster responds at tcp://127.0.0.1:9" in words


def test_what_generate_prints_goes_through_a_pipe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "slitherenc", "generate", "--count", "3", "--board", "square:4x4", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as made:
        words = batch("-", "-o", tmp_path / "out", stdin=made.stdout)
    assert words.endswith("3 rows: 3 unique\n")


def test_progress_for_machines(tmp_path: Path) -> None:
    words = batch(RECIPE + "8", "-o", tmp_path / "out", "--chunk", "4", "--progress", "json")
    last = json.loads(words.splitlines()[-2])
    assert (last["rows"], last["share"], last["statuses"]) == (8, 1.0, {"unique": 8})
    assert list(last) == ["rows", "bad", "statuses", "seconds", "rate", "share", "left"]


# After things went wrong.


def test_a_batch_goes_on_and_other_options_are_refused(links: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    same: list[str | Path] = [links, "-o", out, "--chunk", "2"]
    batch(*same)
    expected = contents(out)
    (out / "part-000001.jsonl").unlink()
    (out / "part-000002.jsonl.new").write_text("not whole")
    first = (out / "part-000000.jsonl").stat().st_mtime_ns
    batch(*same, "--jobs", "2")
    assert contents(out) == expected
    assert (out / "part-000000.jsonl").stat().st_mtime_ns == first
    assert "was begun with chunk=2, not 3" in batch(links, "-o", out, "--chunk", "3", code=2)
    assert "was begun with nodes=null, not 9" in batch(*same, "--nodes", "9", code=2)
    links.write_text(links.read_text().replace("g3h", "3h"))
    assert f"was begun, the input has changed at or after {links}:5" in batch(*same, code=2)
    assert "has other files in it" in batch(RECIPE + "1", "-o", tmp_path, code=2)


def test_what_is_damaged_is_mended_and_what_is_changed_is_refused(links: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    same: list[str | Path] = [links, "-o", out, "--chunk", "2"]
    batch(*same)
    expected = contents(out)
    (out / "part-000001.jsonl").write_bytes(expected["part-000001.jsonl"][:30])
    with pytest.raises(ParseError, match="damaged"):
        list(read_parts(out))
    (out / "sidecars" / "000000.json").unlink()
    batch(*same)
    assert contents(out) == expected
    (out / "part-000001.jsonl").unlink()
    with pytest.raises(ParseError, match="part 1 of a finished batch is missing"):
        read_parts(out)
    batch(*same)
    text = links.read_text()
    links.write_text("\n".join(text.splitlines()[:6]) + "\n")  # four links: the end of a chunk
    assert "the input has become shorter" in batch(*same, code=2)
    links.write_text(text + LINKS[0] + "\n")  # six
    assert "the input has changed" in batch(*same, code=2)
    links.write_text(text)
    batch(*same)
    assert contents(out) == expected


def test_bundles_stand_beside_the_rows(tmp_path: Path) -> None:
    file, out = tmp_path / "rows.jsonl", tmp_path / "out"
    lines = [{"puzzle": link} for link in LINKS] + [{"id": "../x y", "puzzle": LINKS[0]}, {"puzzle": "rubbish"}]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    same: list[str | Path] = [file, "-o", out, "--do", "prove", "--chunk", "2"]
    batch(*same)
    found = list(read_parts(out))
    assert [row["status"] for row in found] == ["unique", "multiple", "multiple", "multiple", "none", "unique", "error"]
    named = [row["proof"] for row in found]
    bundles = {path.name: path.read_bytes() for path in (out / "proofs").iterdir()}
    assert set(bundles) == {name for name in named if name}
    assert [verify_bundle(out / "proofs" / name) if name else None for name in named] == [1, *[None] * 3, 0, 1, None]
    for name, data in bundles.items():
        assert name.endswith(f"-{sha256(data).hexdigest()[:8]}.tar.gz")
    assert named[5].startswith("_x_y-")
    batch(*same[:2], tmp_path / "two", *same[3:], "--jobs", "2")
    assert {path.name: path.read_bytes() for path in (tmp_path / "two" / "proofs").iterdir()} == bundles
    assert contents(tmp_path / "two") == contents(out)


def test_bundles_that_are_lost_are_made_again(links: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(links, "-o", out, "--do", "prove")
    bundles = {path.name: path.read_bytes() for path in (out / "proofs").iterdir()}
    one, other = sorted(bundles)
    (out / "proofs" / one).write_bytes(b"rubbish")
    (out / "proofs" / f"{other}.new").write_bytes(b"not whole")
    assert verify_folder(out)[1] == [f"proofs/{one} is missing or damaged; run the same command again to repair it"]
    batch(links, "-o", out, "--do", "prove")
    assert {path.name: path.read_bytes() for path in (out / "proofs").iterdir()} == bundles
    assert verify_folder(out)[1] == []
    assert "a data set has no proofs" in batch(links, "-o", tmp_path / "x", "--do", "prove", "--dataset", code=2)
    with pytest.raises(UsageError, match="writes files"):
        solve_many(LINKS, do=["prove"])


def test_a_command_that_failed_leaves_the_folder_free(tmp_path: Path) -> None:
    table, out = tmp_path / "table.csv", tmp_path / "out"
    table.write_text("Link;Nr\nslither/2/2/3gb;1\n")
    assert "available: Link;Nr" in batch(table, "-o", out, code=2)
    assert batch(table, "-o", out, "--column", "link").endswith("1 row: 1 unique\n")
    out = tmp_path / "mine"
    out.mkdir()
    (out / "notes.new").write_text("precious")
    assert "has other files in it, such as notes.new" in batch(RECIPE + "1", "-o", out, code=2)
    assert (out / "notes.new").exists()


def test_only_one_batch_writes_to_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    endless = [*COMMAND, RECIPE + "1000000", "-o", str(out), "--chunk", "2"]
    with subprocess.Popen(endless, stderr=subprocess.DEVNULL, cwd=ROOT) as first:
        assert wait_until(lambda: (out / "part-000001.jsonl").exists())
        assert "another batch is writing to" in batch(RECIPE + "1000000", "-o", out, "--chunk", "2", code=2)
        first.kill()


@pytest.mark.parametrize("options", [["--jobs", "2"], ["--dask", "local", "--jobs", "2"]])
def test_ctrl_c_ends_it_and_says_how_to_go_on(tmp_path: Path, options: list[str]) -> None:
    if "--dask" in options:
        pytest.importorskip("distributed")
    out = tmp_path / "out"
    command = [*COMMAND, RECIPE + "1000000", "-o", str(out), "--chunk", "5", *options]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True, preexec_fn=usual_signals
    ) as process:
        assert wait_until(lambda: out.exists() and len(list(out.glob("part-*.jsonl"))) > 3, 60)
        os.killpg(process.pid, signal.SIGINT)
        _, words = process.communicate(timeout=60)
    assert process.returncode == 130
    message, rest = words.split("\n", 1)
    kept = re.fullmatch(
        re.escape(f"stopped; {out} keeps all finished rows (")
        + r"([\d,]+) from this run\); to continue, repeat the command",
        message,
    )
    assert kept is not None
    assert int(kept[1].replace(",", "")) == len(list(read_parts(out))) >= 20
    assert rest == "\nslitherenc: interrupted\n"


def limited(most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_a_full_disk_is_told_and_gone_on_from(tmp_path: Path) -> None:
    same: list[str | Path] = [RECIPE + "80", "--chunk", "60", "--do", "explain", "-o", tmp_path / "out"]
    words = batch(*same, code=2, preexec_fn=limited(70_000))
    kept = list(read_parts(tmp_path / "out"))
    assert words.splitlines()[-1] == f"slitherenc: {tmp_path}/out/part-000000.rows: file too large"
    assert (f"keeps all finished rows ({len(kept)} from this run)" in words) == bool(kept)
    batch(*same)
    batch(*same[:-1], tmp_path / "expected")
    assert contents(tmp_path / "out") == contents(tmp_path / "expected")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "permission denied" in batch(RECIPE + "3", "-o", tmp_path / "out", code=2)


def test_verify(links: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(links, "-o", out, "--chunk", "2")
    assert batch("-o", out, "--verify").endswith("5 rows: 3 multiple, 1 none, 1 unique\n")
    assert verify_folder(out)[1] == []
    part = out / "part-000001.jsonl"
    part.write_bytes(part.read_bytes().replace(b"multiple", b"unique", 1).replace(b"none", b"unique", 1) + b" ")
    (out / "part-000002.jsonl").unlink()
    assert batch("-o", out, "--verify", code=1).splitlines() == [
        "part-000001.jsonl is damaged; run the same command again to repair it",
        "part-000002.jsonl is missing; run the same command again to repair it",
    ]  # fmt: skip
    assert "this folder has no manifest" in batch("-o", tmp_path / "none", "--verify", code=2)


POISON = """
import os, signal, time
from dataclasses import dataclass
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.engines import Method

@dataclass(frozen=True)
class Poison(Method):
    def loops(self, model, stats):
        match model.board.params:
            case (1, 2):
                os.kill(os.getpid(), signal.SIGSEGV)
            case (1, 3):
                time.sleep(1000)
            case (1, 4):
                rows = [bytearray(1 << 24) for _ in range(1 << 20)]
            case (1, 5):
                os._exit(3)
            case (1, 6):
                raise RuntimeError("a bug")
        return AutoEngine().loops(model, stats)
"""


@pytest.mark.parametrize("options", [["--jobs", "2"], slow(["--dask", "local", "--jobs", "2"])])
def test_poison_harms_no_other_row(tmp_path: Path, options: list[str]) -> None:
    """An engine of another package that dies, hangs, eats memory and has bugs."""
    if "--dask" in options:
        pytest.importorskip("distributed")
    library = tmp_path / "library"
    about = library / "poison-1.0.dist-info"
    about.mkdir(parents=True)
    (library / "poison.py").write_text(POISON)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: poison\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[slitherenc.methods]\npoison = poison:Poison\n")
    good = [write(generate("square:4x4", seed=i), "pzpr").strip() for i in range(20)]
    poison = {f"slither/{n}/1/{'ghijk'[n - 2]}": n for n in range(2, 7)}
    mixed = [*good[:5], *poison, *good[5:12], *list(poison)[::-1], *good[12:]]
    file = tmp_path / "mixed.txt"
    file.write_text("\n".join(mixed))
    paths = os.pathsep.join([str(library), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    batch(
        file, "-o", tmp_path / "out", "--method", "poison", "--timeout", "4", "--memory", "400M", "--chunk", "10",
        *options, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    found = dict(zip(range(len(mixed)), read_parts(tmp_path / "out"), strict=True))
    told = {
        2: ("crashed", "2 processes died while computing this row"),
        3: ("gave-up", "no verdict in 4 seconds"),
        4: ("gave-up", "out of memory"),
        5: ("crashed", "exit code 3"),
        6: ("error", "RuntimeError: a bug"),
    }
    for i, text in enumerate(mixed):
        if text in poison:
            status, words = told[poison[text]]
            assert found[i]["status"] == status
            assert words in found[i]["error"]
        else:
            assert found[i]["status"] == "unique"
            assert found[i]["edges"] == solve(text).loop.text()  # type: ignore[union-attr]


def test_processes_that_cannot_begin_are_told(tmp_path: Path) -> None:
    broken = tmp_path / "sitecustomize.py"
    broken.write_text("import os, sys\nif '-c' in sys.orig_argv: os._exit(7)\n")
    words = batch(RECIPE + "3", "-o", tmp_path / "out", code=4, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert "3 processes died before their first row" in words


def test_a_paused_batch_blames_nobody(tmp_path: Path) -> None:
    """Ctrl-Z for longer than the limit of a row."""
    out = tmp_path / "out"
    command = [*COMMAND, RECIPE + "60", "-o", str(out), "--chunk", "5", "--timeout", "2", "--jobs", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert wait_until(lambda: (out / "part-000001.jsonl").exists())
        process.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        process.send_signal(signal.SIGCONT)
        _, words = process.communicate(timeout=60)
    assert words.endswith("60 rows: 60 unique\n")


def test_rows_that_no_process_can_take_are_alone_to_blame(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    large = json.dumps({"id": "large", "puzzle": "." * 39_000_000})
    file.write_text(f"{json.dumps(LINKS[0])}\n{large}\n{large}\n{large}\n{json.dumps(LINKS[0])}\n")
    words = batch(file, "-o", tmp_path / "out", "--memory", "200M")
    found = [row["status"] for row in read_parts(tmp_path / "out")]
    assert (found[0], found[4]) == ("unique", "unique"), words
    assert set(found[1:4]) <= {"crashed", "gave-up", "error"}


def test_processes_that_died_while_idle_are_replaced() -> None:
    from slitherenc.batches.rows import Work
    from slitherenc.batches.supervisor import RowLimits, SupervisedPool

    given = list(read_rows([RECIPE + "3"]))
    with SupervisedPool(Work(), RowLimits()) as pool:
        with ExitStack() as busy:
            workers = [busy.enter_context(pool.workers.worker()) for _ in range(3)]
            processes = [worker.call(None, os.getpid) for worker in workers]
        assert len(set(processes)) == 3
        for process in processes:
            os.kill(process, signal.SIGKILL)
        assert [out.status for out in pool.run(given)] == ["unique"] * 3


@pytest.mark.parametrize("name", ["lock", "manifest.json.new", "part-000000.jsonl.new", "part-000000.rows.new"])
def test_no_link_in_the_folder_is_followed(name: str, tmp_path: Path) -> None:
    precious, out = tmp_path / "precious", tmp_path / "out"
    precious.write_text("precious")
    out.mkdir()
    (out / name).symlink_to(precious)
    if name == "lock":
        assert "lock is a symbolic link" in batch(RECIPE + "3", "-o", out, code=2)
    else:
        batch(RECIPE + "3", "-o", out)
    assert precious.read_text() == "precious"
