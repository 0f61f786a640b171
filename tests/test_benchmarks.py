"""The measurements say in one line what is missing, with exit code 2. How fast things are is no test's affair."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks import __main__ as main
from benchmarks import coloring, data, languages, papers, proofs, rate, sparse, taste
from tools.script import run

MEASUREMENTS = sorted(file.stem for file in Path(data.__file__).parent.glob("[!_]*.py"))

CASES: list[tuple[Callable[[], None], list[str], str]] = [
    (main.main, ["run", "--set", "janko"], "janko.jsonl are missing"),
    (main.main, ["run", "--set", "nosuch"], "there is no set 'nosuch'"),
    (main.main, ["run", "--engines", "nosuch"], "no method is called 'nosuch'"),
    (main.main, ["report", "nosuch.json"], "nosuch.json: No such file"),
    (coloring.main, ["corpus"], "janko.jsonl are missing"),
    (rate.main, [], "janko.jsonl are missing"),
    (taste.main, ["janko:10x10"], "janko.jsonl are missing"),
    (languages.main, ["--corpus"], "janko.jsonl are missing"),
    (proofs.main, ["--set", "corpus"], "janko.jsonl are missing"),
    (papers.main, ["rounds"], "janko.jsonl are missing"),
    (papers.main, ["candidates", "nosuch.txt"], "nosuch.txt"),
]


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_every_measurement_names_things_that_exist(name: str) -> None:
    try:
        importlib.import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as error:
        assert error.name
        assert error.name.partition(".")[0] not in ("slitherenc", "benchmarks"), error
        pytest.skip(f"the package {error.name} is not installed")


@pytest.mark.parametrize(("measure", "words", "message"), CASES)
def test_what_is_missing_is_said(
    measure: Callable[[], None],
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(data, "SHARED", tmp_path)
    monkeypatch.setattr(sys, "argv", ["benchmarks", *words])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        run(measure)
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("benchmarks: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("family", sparse.FAMILIES)
def test_sparse_boards_have_the_loops_that_they_should(family: str) -> None:
    puzzle = sparse.FAMILIES[family](12, 25, 1)
    assert np.count_nonzero(puzzle.clues >= 0) > 10
    assert (sparse.FAMILIES[family](12, 25, 1).clues == puzzle.clues).all()
    number, first, seconds, method = sparse.measure(puzzle, "lazy")
    assert (number, method) == (0 if family == "halves" else 2, "lazy")
    assert first <= seconds
    assert sparse.measured(puzzle, "lazy")[0] == number


def test_a_sparse_board_that_takes_too_long_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sparse, "LIMIT", 0.0)
    assert sparse.measured(sparse.full(40, 40, 1), "lazy") is None
