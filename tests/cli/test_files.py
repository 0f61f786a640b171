"""Files are written whole or not at all, and what is refused costs little: `cli.files`, and -o of the commands."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slitherenc.cli.files import write_whole
from tests.conftest import EXAMPLES, ROOT
from tests.support.waiting import usual_signals

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
Run = Callable[..., CompletedProcess[str]]

# Writes one piece, says so, and then waits for a line that never comes.
WRITER = """
import signal, sys
from pathlib import Path
from slitherenc.cli.files import write_whole

def pieces():
    yield b"half of it"
    print("ready", flush=True)
    sys.stdin.readline()

if sys.argv[2] == "default":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
write_whole(Path(sys.argv[1]), pieces())
"""


def broken() -> Iterator[bytes]:
    yield b"half"
    raise ValueError("no more")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(ValueError, match="no more"):
        write_whole(path, broken())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_part_of_the_users_own_is_never_touched(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "x.part"
    mine.write_text("mine")
    assert run("convert", SMALL, "--to", "pzpr", "-o", tmp_path / "x").returncode == 0
    assert mine.read_text() == "mine"
    mine.unlink()
    victim = tmp_path / "victim"
    victim.write_text("victim")
    mine.symlink_to(victim)
    assert run("convert", SMALL, "--to", "pzpr", "-o", tmp_path / "x").returncode == 0
    assert victim.read_text() == "victim"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["victim", "x", "x.part"]


def test_two_writers_of_one_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "x"

    def outer() -> Iterator[bytes]:
        yield b"outer "
        write_whole(path, iter([b"inner"]))
        assert path.read_text() == "inner"
        yield b"whole"

    write_whole(path, outer())
    assert path.read_text() == "outer whole"
    assert list(tmp_path.iterdir()) == [path]


def test_links_stay_links_and_modes_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    target = folder / "target"
    target.write_text("old")
    target.chmod(0o664)
    link = tmp_path / "link"
    link.symlink_to("there/target")
    mask = os.umask(0o077)
    try:
        write_whole(link, iter([b"new"]))
        write_whole(tmp_path / "fresh", iter([b"new"]))
    finally:
        os.umask(mask)
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o664
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o600
    dangling = tmp_path / "dangling"
    dangling.symlink_to("there/made")
    write_whole(dangling, iter([b"new"]))
    assert dangling.is_symlink()
    assert (folder / "made").read_text() == "new"
    assert sorted(path.name for path in folder.iterdir()) == ["made", "target"]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("interrupt", ["python", "default"])
def test_a_run_that_is_stopped_leaves_nothing(name: str, interrupt: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    command = [sys.executable, "-c", WRITER, str(path), interrupt]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        preexec_fn=usual_signals,
    ) as writer:  # fmt: skip
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        assert len(list(tmp_path.iterdir())) == 2
        writer.send_signal(getattr(signal, name))
        assert writer.wait(timeout=60) != 0
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_with_the_name_of_the_file(run: Run, tmp_path: Path) -> None:
    done = run("convert", SMALL, "--to", "pzpr", "-o", "/dev/full")
    assert done.returncode == 2
    assert "/dev/full: no space left on device" in done.stderr
    code = (
        "import resource, signal, sys; from slitherenc.cli import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9))\n"
        f"sys.argv = ['slitherenc', 'convert', {SMALL!r}, '--to', 'pzpr', '-o', {str(tmp_path / 'x')!r}]; main()"
    )
    small = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert small.returncode == 2
    assert f"{tmp_path / 'x'}: file too large" in small.stderr
    assert list(tmp_path.iterdir()) == []


def test_standard_output_by_its_name_is_appended_to(tmp_path: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("there is no /dev/stdout")
    path = tmp_path / "x"
    path.write_text("before\n")
    command = [sys.executable, "-m", "slitherenc", "convert", "slither/2/2/dg", "--to", "pzpr", "-o", "/dev/stdout"]
    with path.open("a") as file:
        subprocess.run(command, cwd=ROOT, stdout=file, check=True)
    assert path.read_text() == "before\nhttps://puzz.link/p?slither/2/2/dg\n"
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "https://puzz.link/p?slither/2/2/dg\n"


@pytest.mark.parametrize(
    "words",
    [
        ("batch", SMALL, "-o"),
        ("site", "-o"),
        ("prove", SMALL, "-o"),
        ("explain", SMALL, "-o"),
        ("diagnose", SMALL, "--proof"),
        ("rate", SMALL, "--plot"),
        ("read", "seen.png", "--preview"),
        ("generate", "--trace"),
    ],
)
def test_a_dash_is_no_name_where_nothing_goes_to_standard_output(
    words: tuple[str, ...], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words, "-")
    option = words[-1]
    assert done.returncode == 2
    assert done.stderr.startswith(
        f"slitherenc: {option} cannot write to standard output: give a name, such as {option} "
    )
    assert not any(tmp_path.iterdir())


def test_generate_writes_to_standard_output_by_its_sign(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("generate", "--board", "4x4", "--seed", "1", "--count", "2")
    assert run(*words, "-o", "-").stdout == run(*words).stdout != ""
    assert not any(tmp_path.iterdir())
