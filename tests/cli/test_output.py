"""What reaches a terminal: no control characters from files or solvers, no endless messages, and every loss."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slitherenc.base.errors import ParseError, SolverFailed, UsageError, printable
from slitherenc.formats import FORMATS
from slitherenc.formats._rows import STEERING
from slitherenc.formats.reading import read_puzzle
from slitherenc.formats.writing import dropped_features, write_puzzle

Run = Callable[..., CompletedProcess[str]]
PUZZLE = read_puzzle("slither/3/3/3k")
STEER = "a\x1b[31m\x01\u202eb\x9bc"


@pytest.mark.parametrize("error", [UsageError, SolverFailed, ParseError])
def test_messages_are_one_short_printable_line(error: type[Exception]) -> None:
    text = str(error(STEER + "\n" + "x" * 600_000))
    assert text.isprintable()
    assert r"a\x1b[31m\x01\u202eb\x9bc\nx" in text
    assert len(text) < 2000
    assert "characters)" in text


def test_parse_errors_keep_their_place_and_what_is_expected() -> None:
    error = ParseError("x" * 5000, "y" * 5000, source="\x1bname", line=3, column=4)
    assert str(error).startswith(r"\x1bname:3:4: xxx")
    assert "expected yyy" in str(error)
    assert str(error).isprintable()
    assert printable("ünï ┏━ ok") == "ünï ┏━ ok"


@pytest.mark.parametrize(
    "text",
    [
        f"pzprv3\n{STEER}{'x' * 600_000}\n2\n2\n",
        "pzprv3/slither/2/2\x1b[2J/",
        f"v:{STEER}\npzprv3\nslither\n1\n1\n. \n",
        f"[begin]\npuzzle {STEER}\n",
        f"puzz.link/p?slither/v:{STEER}/2/2/3i",
        "5x5t0\x9b31m:y",
        f"{STEER}\n",
    ],
)
def test_no_file_steers_the_terminal(text: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    done = run("convert", path, "--to", "grid")
    assert done.stderr
    assert not STEERING.search(done.stderr.replace("\n", "")), done.stderr
    assert len(done.stderr) < 3000


@pytest.mark.parametrize("name", [name for name in FORMATS.names() if "square" in FORMATS.load(name).BOARDS])
def test_titles_with_control_characters_are_written_without_them_and_read_again(name: str) -> None:
    facts = {key: f"{STEER} & <{key}>, 100%2C\n2" for key in ("title", "author", "source", "theme")}
    puzzle = replace(PUZZLE, facts=facts)
    text = write_puzzle(puzzle, name)
    assert not STEERING.search(text.replace("\n", ""))
    again = read_puzzle(text, format=name)
    assert again == PUZZLE or "solution" not in FORMATS.load(name).CARRIES
    told = " ".join(dropped_features(puzzle, name))
    for key, value in facts.items():
        same = " ".join(value.split()) == " ".join(again.facts.get(key, "").split())
        assert same or key in told, (key, again.facts)


def test_penpa_keeps_commas_and_tells_what_it_would_read_as_one() -> None:
    puzzle = replace(PUZZLE, facts={"title": "one, two", "author": "A"})
    assert dropped_features(puzzle, "penpa") == []
    assert read_puzzle(write_puzzle(puzzle, "penpa")).facts == {"title": "one, two", "author": "A"}
    puzzle = replace(PUZZLE, facts={"title": "100%2C"})
    assert dropped_features(puzzle, "penpa") == ["the title unchanged; it is written as '100%2c'"]
    assert read_puzzle(write_puzzle(puzzle, "penpa")).facts == {"title": "100%2c"}


def test_what_json_carries_is_exact_and_printable() -> None:
    puzzle = replace(PUZZLE, facts={"title": STEER + " ünï", "seed": "7"})
    assert dropped_features(puzzle, "json") == []
    text = write_puzzle(puzzle, "json")
    assert "ünï" in text
    assert read_puzzle(text).facts == puzzle.facts


def test_titles_that_are_dropped_are_told_and_seeds_are_not(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(json.dumps({"board": "square:2x2", "clues": "3...", "facts": {"title": "T", "author": "A"}}))
    done = run("convert", path, "--to", "pzpr")
    assert done.stdout == "https://puzz.link/p?slither/2/2/dg\n"
    assert done.stderr == "pzpr cannot store the title, author\n"
    assert run("convert", path, "--to", "janko").stderr == ""
    assert run("generate", "--board", "square:5x5", "--seed", "1").stderr == ""
