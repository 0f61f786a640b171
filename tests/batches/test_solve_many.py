"""`solve_many`: Results and rows of many puzzles, in one process and in several."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from slitherenc import solve, solve_many
from slitherenc.base.errors import NoSuchFile, ParseError, SolverFailed, UsageError
from tests.batches.conftest import LINKS
from tests.conftest import EXAMPLES
from tests.support.quick import slow

# In Python.


def test_solve_many_in_processes_keeps_the_order() -> None:
    puzzles = LINKS * 30
    assert list(solve_many(puzzles, jobs=2)) == list(solve_many(puzzles))
    with pytest.raises(ParseError):
        list(solve_many([*LINKS, "rubbish"], jobs=2))
    with pytest.raises(UsageError, match="jobs must be at least 1, got 0"):
        solve_many(LINKS, jobs=0)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ("rubbish", NoSuchFile, r"puzzles\[61\]: rubbish: "),
        ("slither/2/2/3gZ", ParseError, r"puzzles\[61\]: <text>:1:"),
        ([[1], [1, 2]], UsageError, r"puzzles\[61\]: "),
        (3, TypeError, r"puzzles\[61\]: expected a Puzzle, .* got int 3"),
    ],
)
def test_solve_many_names_the_index_of_a_puzzle_that_fails(
    jobs: int, wrong: Any, kind: type[Exception], words: str
) -> None:
    puzzles = (LINKS * 61)[:61]
    results = solve_many([*puzzles, wrong, *puzzles], jobs=jobs)
    assert len(list(islice(results, 61))) == 61
    with pytest.raises(kind, match=f"^{words}"):
        next(results)


@pytest.mark.parametrize("jobs", [slow(1), 2])
def test_solve_many_with_a_method_its_options_and_limits(jobs: int) -> None:
    found = list(solve_many(LINKS, jobs=jobs, method="lazy", solver="cadical", timeout=60))
    assert [result.status for result in found] == [solve(link, limit=2).status for link in LINKS]
    assert {result.stats.solver for result in found} == {"cadical"}
    hard = "slither/60/60/" + "z" * 180
    [result] = solve_many([hard], jobs=jobs, timeout=0.05)
    assert "0.05 seconds" in result.gave_up
    [row] = solve_many([hard], jobs=jobs, do=["count"], timeout=0.5)
    assert row["status"] == "gave-up"
    [result] = solve_many([EXAMPLES / "nikoli-36x20.txt"], jobs=jobs, nodes=1)
    assert result.gave_up == solve(EXAMPLES / "nikoli-36x20.txt", limit=2, nodes=1).gave_up
    [row] = solve_many([EXAMPLES / "nikoli-36x20.txt"], jobs=jobs, do=["solve"], nodes=1, method="auto")
    assert (row["status"] == "gave-up") == bool(result.gave_up)


def test_wrong_wishes_of_solve_many_are_told_before_any_work() -> None:
    for wrong, words in (
        ({"method": "lasy"}, "did you mean lazy"),
        ({"solver": "minisat", "method": "kernel"}, "solver is for the method"),
        ({"timeout": 0}, "timeout must be positive"),
        ({"jobs": 0}, "jobs must be at least 1, got 0"),
        ({"do": ["solve"], "method": "lazy", "solver": "minisat"}, "the only solver option allowed is `nodes`"),
    ):
        with pytest.raises(UsageError, match=words):
            solve_many(LINKS, **wrong)  # type: ignore[arg-type]


def test_solve_many_gives_rows() -> None:
    puzzles = [*LINKS, "rubbish", str(EXAMPLES / "nikoli-8x8.txt"), [[3, None], [None, None]]]
    alone = list(solve_many(puzzles, do=["rate", "count"]))
    assert list(solve_many(puzzles, do=["rate", "count"], jobs=2)) == alone
    words = "unique multiple multiple multiple none error unique multiple"
    assert [row["status"] for row in alone] == words.split()
    with pytest.raises(UsageError, match="no job of a batch is called 'rat'; did you mean rate"):
        list(solve_many(puzzles, do=["rat"]))


def test_an_endless_row_of_puzzles_is_read_a_little_ahead() -> None:
    asked = 0

    def endless() -> Any:
        nonlocal asked
        while True:
            asked += 1
            yield LINKS[0]

    found = solve_many(endless(), jobs=2)
    assert next(found).status == "unique"
    assert asked <= 400
    found.close()  # type: ignore[attr-defined]


def test_a_dead_process_is_an_error_of_solve_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os, sys\nif '-c' in sys.orig_argv: os._exit(7)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(SolverFailed, match="died"):
        list(solve_many(LINKS, jobs=2))
