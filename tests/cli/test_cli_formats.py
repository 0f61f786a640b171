"""The commands formats and convert, and what `check` and `solve --to` do with formats."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slitherenc import read
from slitherenc.formats import FORMATS
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import write_puzzle
from tests.conftest import EXAMPLES, ROOT
from tests.formats.test_formats_docs import SECTIONS, example

SMALL = str(EXAMPLES / "nikoli-8x8.txt")
Run = Callable[..., CompletedProcess[str]]


def test_formats_are_listed(run: Run) -> None:
    done = run("formats")
    assert (done.returncode, done.stderr) == (0, "")
    head, *lines = done.stdout.splitlines()
    assert head.split() == ["format", "boards", "carries", "description"]
    assert [line.split()[0] for line in lines] == list(FORMATS.all_names())
    assert "solution, clues ?, every vertex" in next(line for line in lines if line.startswith("pzprv3"))
    rows = {row["name"]: row for row in json.loads(run("formats", "--json").stdout)}
    assert rows["pzpr"]["boards"] == ["square"]
    assert rows["pzpr"]["carries"] == ["unknown", "every vertex", "myopia", "sheep-wolf", "touch", "vertex"]
    assert rows["pzpr"]["one_line"] is True
    assert rows["pzprv3"]["one_line"] is False


def test_convert_there_and_back(run: Run, tmp_path: Path) -> None:
    url = run("convert", SMALL, "--to", "pzpr").stdout
    assert url.startswith("https://puzz.link/p?slither/8/8/")
    assert read(url.strip()) == read(SMALL)
    for name in ("penpa", "pencilbox", "drawing", "kanpen"):
        path = tmp_path / name
        done = run("convert", url.strip(), "--to", name, "-o", str(path))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert run("convert", str(path), "--to", "pzpr").stdout == url
        assert run("convert", "--from", name, "--to", "pzpr", input=path.read_bytes()).stdout == url
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_what_is_lost_is_told_after_the_output() -> None:
    command = [sys.executable, "-m", "slitherenc", "convert", "slither/f/2/1/.3/", "--to", "tamura"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    assert done.stdout.startswith("size 2 1\n- 3\ntamura cannot store ")


@pytest.mark.parametrize("name", FORMATS.names())
def test_the_examples_of_the_documents_are_what_is_written(name: str) -> None:
    shown = example(SECTIONS[name])
    if name != "penpa":  # its text depends on the version of zlib
        assert write_puzzle(read_puzzle(shown, format=name), name) == shown


def test_convert_tells_what_is_dropped(run: Run) -> None:
    done = run("convert", "slither/f/2/1/.3/", "--to", "tamura")
    assert (done.returncode, done.stdout) == (0, "size 2 1\n- 3\n")
    assert done.stderr.splitlines() == [
        "tamura cannot store the rule that the loop visits every vertex; without it, the puzzle is a different one",
        "tamura cannot store 1 clue ?; a blank, which means the same, is written instead",
    ]
    done = run("convert", "--to", "janko", input="+-+\n|3 \n+-+\n")
    assert done.returncode == 0
    assert "its lines do not fit the format" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["convert", SMALL], "missing option '--to'"),
        (["convert", SMALL, "--to", "pzprv"], "did you mean pzprv3?"),
        (["convert", SMALL, "--to", "PZPR"], "did you mean pzpr?"),
        (["solve", SMALL, "--style", "foo"], "available: auto, ascii, unicode"),
        (["sovle", SMALL], "did you mean solve?"),
        (["convert", SMALL, "--to", "pzpr", "-o", "/nowhere/x"], "/nowhere/x"),
        (["convert", "3x1:9b", "--to", "pzpr"], "no clues above 4, but the puzzle has 9"),
        (["solve", SMALL, "--to", "grid"], "these formats can: "),
        (["solve", SMALL, "--to", "janko", "--all"], "--to and --all cannot be combined"),
        (["solve", SMALL, "--to", "janko", "--json"], "--to and --json cannot be combined"),
    ],
)
def test_wrong_wishes_are_one_message(run: Run, words: list[str], message: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_solve_writes_a_solved_puzzle(run: Run, tmp_path: Path) -> None:
    for name in FORMATS.names():
        if "solution" in FORMATS.load(name).CARRIES and "square" in FORMATS.load(name).BOARDS:
            done = run("solve", SMALL, "--to", name, "--unique")
            assert (done.returncode, done.stderr) == (0, "unique: there is no other loop\n")
            (tmp_path / "solved").write_text(done.stdout)
            assert run("check", str(tmp_path / "solved")).stdout == "ok: this is a loop that satisfies every clue\n"
    done = run("solve", "slither/2/2/3i", "--unique", "--to", "janko")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "not unique: two loops\n")
