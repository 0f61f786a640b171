"""A time limit of `generate`: it holds for every strategy, and changes nothing when there is time enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slitherenc import GaveUp, NoPuzzle, Puzzle, generate, solve
from slitherenc.cli.files import refuse_no_folder
from slitherenc.solving import time_limit

ENDLESS: dict[str, dict[str, Any]] = {
    "remove": {"board": "60x60"},
    "minimal": {"board": "60x60", "minimal": True},
    "difficulty": {"board": "8x8", "difficulty": "hard", "clues": 48, "variant": "vertex"},
    "variant": {"board": "40x40", "variant": "liar"},
    "add": {"board": "40x40", "strategy": "add"},
    "pattern": {"board": "15x15", "strategy": "pattern", "faces": tuple(range(60))},
    "complete": {"board": "20x20", "strategy": "complete", "puzzle": Puzzle.from_rows([[None] * 20] * 20)},
}


@pytest.mark.parametrize("name", ENDLESS)
def test_the_time_limit_holds(name: str) -> None:
    with pytest.raises(GaveUp, match=r"no puzzle within 0\.2 seconds"):
        generate(seed=1, timeout=0.2, **ENDLESS[name])


def test_what_is_made_in_time_is_the_same(run: Any) -> None:
    assert generate("6x6", seed="1/0", timeout=600) == generate("6x6", seed="1/0")
    words = ["generate", "--board", "6x6", "--seed", "1", "--count", "2"]
    assert run(*words, "--timeout", "600").stdout == run(*words).stdout


def test_one_that_is_late_does_not_stop_the_others(run: Any) -> None:
    done = run("generate", "--board", "60x60", "--seed", "1", "--count", "2", "--timeout", "0.2")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines() == [f"puzzle {i}: no puzzle within 0.2 seconds" for i in (1, 2)]


def test_a_very_long_time_limit_is_none() -> None:
    assert solve("slither/2/2/3gb", timeout=9_999_999).status == "solved"
    assert time_limit(1e6) == 1e6


def test_the_number_of_puzzles_costs_no_memory(run: Any, tmp_path: Path) -> None:
    (tmp_path / "000000000007.txt").touch()
    done = run("generate", "--count", "100000000000", "--seed", "1", "-o", tmp_path)
    assert (done.returncode, done.stderr) == (2, f"slitherenc: {tmp_path}/000000000007.txt already exists\n")


def test_where_puzzles_cannot_be_written(run: Any, tmp_path: Path) -> None:
    words = ["generate", "--board", "60x60", "--seed", "1", "-o"]  # refused before minutes of work
    done = run(*words, tmp_path / "no" / "x")
    assert (done.returncode, done.stderr) == (2, f"slitherenc: {tmp_path}/no/x: there is no folder {tmp_path}/no\n")
    for count in ("1", "2"):
        done = run("generate", "--board", "5x5", "--seed", "1", "--count", count, "-o", "/dev/full")
        assert (done.returncode, done.stderr) == (2, "slitherenc: /dev/full: no space left on device\n")
    refuse_no_folder(Path("x"))


def test_a_number_of_clues_that_does_not_go_with_the_difficulty_is_named() -> None:
    with pytest.raises(NoPuzzle, match="3 of 3 random loops had no set of 40 clues with the difficulty expert"):
        generate("8x8", difficulty="expert", clues=40, symmetry="none", seed=1)
