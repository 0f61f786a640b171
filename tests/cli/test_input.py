"""What P may be, and how texts are refused that are no puzzle, several, or blank beyond their length."""

from __future__ import annotations

import errno
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from slitherenc import ParseError, diagnose, draw, encode, hint, rate, read, solve, write
from slitherenc.boards.square import square
from slitherenc.formats import FORMATS
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import write_puzzle
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.conftest import ROOT

Run = Callable[..., CompletedProcess[str]]
URL = "https://puzz.link/p?slither/2/2/dg"
PUZZLE = read_puzzle(URL)


def test_p_may_be_a_pipe(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    writer = threading.Thread(target=fifo.write_text, args=(URL,))
    writer.start()
    assert read(str(fifo)) == PUZZLE
    writer.join()
    command = f"{sys.executable} -m slitherenc convert <(echo '{URL}') --to pzpr"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{URL}\n", "")


@pytest.mark.parametrize(
    "text", [f"<{URL}>", f" <{URL}>\n", "p?slither/2/2/dg", "p.html?slither/2/2/dg", f"\ufeff{URL}"]
)
def test_urls_as_they_are_copied(text: str, tmp_path: Path) -> None:
    assert read(text) == PUZZLE
    (tmp_path / "x").write_text(text, "utf-8")
    assert read(tmp_path / "x") == PUZZLE


def test_a_forced_format_reads_what_looks_like_a_missing_file(run: Run) -> None:
    assert read("+5x5:y", "loopy") == read("5x5:y")
    assert run("convert", "+5x5:y", "--from", "loopy", "--to", "grid").stdout == ".....\n" * 5
    with pytest.raises(ParseError, match="there is no such file"):
        read("nowhere.txt", "loopy")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (URL.encode("utf-16"), "UTF-16"),
        (URL.encode("utf-16-le"), "UTF-16"),
        (URL.encode("utf-16-be"), "UTF-16"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF file"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (f"{URL}\n{URL}\n".encode(), "x:2: a second puzzle begins here"),
        (f"# mine\n{URL}\n\n5x5:y\n".encode(), "x:4: a second puzzle begins here"),
    ],
)
@pytest.mark.parametrize("format", [None, "pzpr"])
def test_what_is_no_text_and_what_is_two_puzzles_is_told(data: bytes, message: str, format: str | None) -> None:
    with pytest.raises(ParseError, match=message):
        read_puzzle(data, "x", format)


def test_an_endless_input_is_not_read_for_ever(run: Run) -> None:
    for words in (["solve", "-"], ["check", "slither/2/2/dg", "-"]):
        with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
            command = [sys.executable, "-m", "slitherenc", *words]
            done = subprocess.run(
                command, cwd=ROOT, stdin=endless.stdout, capture_output=True, text=True, check=False, timeout=60
            )
            endless.kill()
        assert (done.returncode, done.stdout) == (2, "")
        assert "<stdin>: the input has more than 40,000,000 bytes" in done.stderr
    if Path("/dev/zero").exists():
        assert "more than 40,000,000 bytes" in run("solve", "/dev/zero").stderr


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?slither/1/4000000/z",
        "pzprv3/slither/2000/2000",
        '<puzzle type="slitherlink"><size row="2001" col="2001"/><board/></puzzle>',
        '{"board": "square:2000x2000"}',
        "+" + " " * 5599 + "+\n" + "\n" * 5599 + "|",
    ],
)
def test_a_short_text_makes_no_large_board(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured before: 18 s and 1.4 GB for the URL, 10 s and 0.97 GB for the drawing; now 0.2 s beyond the start."""
    monkeypatch.setattr("slitherenc.boards.board.from_faces", _no_board)
    monkeypatch.setattr("slitherenc.boards.square.from_faces", _no_board)
    with pytest.raises(ParseError, match="too short"):
        read_puzzle(text)


def _no_board(*_: object) -> None:
    raise AssertionError("a board was built")


@pytest.mark.parametrize("text", ["- \n" * 3000, ("- " * 50 + "\n") * 50])
def test_a_drawing_without_vertices_builds_no_board(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slitherenc.boards.square.from_faces", _no_board)
    with pytest.raises(ParseError, match="there is '-' where a dot should be"):
        read_puzzle(text, format="drawing")


@pytest.mark.parametrize("name", [name for name in FORMATS.names() if "square" in FORMATS.load(name).BOARDS])
def test_large_blank_boards_are_read_as_they_are_written(name: str) -> None:
    """The bound never refuses what is written here."""
    board = square(401, 403)
    puzzle = Puzzle(board, [NO_CLUE] * board.n_faces)
    assert read_puzzle(write_puzzle(puzzle, name), format=name) == puzzle
    assert write(puzzle, name)


@pytest.mark.parametrize("function", [read, solve, hint, rate, diagnose, encode, draw])
def test_a_path_that_leads_nowhere_is_also_pythons_own_error(function: Any, tmp_path: Path) -> None:
    missing = tmp_path / "nothing.txt"
    for source in (missing, str(missing)):
        with pytest.raises(FileNotFoundError, match="no such file") as caught:
            function(source)
        assert isinstance(caught.value, ParseError)
        assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(missing))
        copy = pickle.loads(pickle.dumps(caught.value))
        assert (type(copy), str(copy)) == (type(caught.value), str(caught.value))


def test_a_grid_of_two_columns_is_read_as_puzzlekit_with_a_remark(run: Run) -> None:
    text = "1 2\n3 -\n"
    done = run("convert", "-", "--to", "pzpr", input=text)
    assert (done.returncode, done.stdout) == (0, "https://puzz.link/p?slither/2/1/d\n")
    assert "read as the numbers of rows and columns; for a row of two clues use --from grid" in done.stderr
    grid = run("convert", "-", "--to", "pzpr", "--from", "grid", input=text)
    assert (grid.stdout, grid.stderr) == ("https://puzz.link/p?slither/2/2/12d\n", "")
    for certain, words in ((text, ("--from", "puzzlekit")), ("2 3\n3 - 2\n2 2 3\n", ())):
        assert run("convert", "-", "--to", "pzpr", *words, input=certain).stderr == ""


def test_other_words_for_a_method_are_answered_with_its_name(run: Run) -> None:
    for word, method in (("tamura", "numbering"), ("highs", "ilp"), ("graphillion", "zdd")):
        refused = run("solve", "slither/2/2/3gb", "--method", word)
        assert f"did you mean {method}? available: auto, lazy" in refused.stderr
    refused = run("encode", "slither/2/2/3gb", "--connectivity", "tamura")
    assert "did you mean numbering? available: numbering, tree, none" in refused.stderr
    for ending, command in (("svg", "`slitherenc draw` (it"), ("html", "`slitherenc page` (it")):
        refused = run("convert", "slither/2/2/3gb", "--to", ending)
        assert f"did you mean {command} writes " in refused.stderr
