"""What libraries print while they solve does not reach standard output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from slitherenc import read, solve
from slitherenc.solvers.stdout import clean_stdout

NOISE = """
import ctypes, os, sys
from slitherenc.solvers.stdout import clean_stdout
libc = ctypes.CDLL(None)
print("before", end=" ")
libc.printf(b"C before ")
with clean_stdout():
    os.write(1, b"descriptor")
    libc.printf(b"buffer of C")
print("after", end=" ")
libc.printf(b"C after")
"""


def test_what_c_code_prints_is_dropped() -> None:
    done = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["C", "C", "after", "after", "before", "before"]


def test_an_error_in_the_block_gives_standard_output_back(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="wrong"), clean_stdout():
        raise ValueError("wrong")
    print("back")
    assert capfd.readouterr().out == "back\n"


def test_blocks_of_two_threads_may_overlap(capfd: pytest.CaptureFixture[str]) -> None:
    is_open, may_end = Event(), Event()

    def hold() -> None:
        with clean_stdout():
            is_open.set()
            may_end.wait()

    thread = Thread(target=hold)
    thread.start()
    is_open.wait()
    with clean_stdout():
        may_end.set()
        thread.join()
        os.write(1, b"still dropped")
    print("back")
    assert capfd.readouterr().out == "back\n"


def test_highs_is_made_and_run_in_silence(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    highspy = pytest.importorskip("highspy")
    from slitherenc.solvers.ilp import highs

    class Loud(highspy.Highs):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            os.write(1, b"banner")
            super().__init__()

        def run(self) -> object:
            os.write(1, b"log")
            return super().run()

    core = SimpleNamespace(**{name: getattr(highspy, name) for name in dir(highspy)})
    core.Highs = Loud
    monkeypatch.setattr(highs, "highspy", lambda: core)
    assert solve(read("slither/2/2/00h"), method="ilp").status == "none"
    assert len(solve(read("slither/2/2/d3"), method="ilp", limit=None).loops) == 2
    assert capfd.readouterr().out == ""


def test_without_a_standard_output() -> None:
    code = "import os; os.close(1); from slitherenc.solvers.stdout import clean_stdout\nwith clean_stdout(): pass"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("words", [["solve", "--method", "ilp"], ["compare", "--methods", "ilp,lazy,zdd,coloring"]])
def test_json_of_a_method_is_json(words: list[str]) -> None:
    pytest.importorskip("highspy")
    pytest.importorskip("graphillion")
    command = [sys.executable, "-m", "slitherenc", *words, "slither/4/4/dgdh2c7b", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert isinstance(json.loads(done.stdout), dict | list)
