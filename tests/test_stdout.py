"""What libraries print while they solve does not reach standard output."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

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
