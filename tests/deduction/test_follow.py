"""`follow`: a hint, and all that one then marks without thought; the order of steps by level."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from slitherenc import explain, follow, generate, hint, hints, rate, read
from slitherenc.base.errors import UsageError
from slitherenc.deduction.marks import NoLoop
from slitherenc.deduction.rules import RULES
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import EXAMPLES
from tests.corpus.test_corpus import puzzle_of
from tests.deduction.judge import judge
from tests.deduction.test_explanations import Run

TAMURA = str(EXAMPLES / "nikoli-8x8.txt")


def presses(puzzle: Puzzle) -> int:
    """Solves it by nothing else than `follow`, checking each answer; how often it was asked."""
    known = [-1] * puzzle.board.n_edges
    number = 0
    while steps := follow(puzzle, known):
        number += 1
        assert steps[0].concludes == hint(puzzle, known).concludes
        for step in steps:
            judge(step, known)
            for edge, line in step.concludes:
                known[edge] = int(line)
        assert all(RULES.load(step.rule).routine for step in steps[1:])
        after = hint(puzzle, known)
        assert after is None or not RULES.load(after.rule).routine
    assert hint(puzzle, known) is None
    return number


@pytest.mark.parametrize(
    "text", [TAMURA, "slither/f/3/4/o", "https://puzz.link/p?vslither/5/5/h4e4444444eg4432444c", "honeycomb:4x4"]
)
def test_all_that_follows_without_thought_ends_where_a_decision_is_needed(text: str) -> None:
    puzzle = generate(text, seed=1) if text.startswith("honeycomb") else read(text)
    assert presses(puzzle) < len(list(explain(puzzle)))


@pytest.mark.corpus
@pytest.mark.parametrize("number", [3, pytest.param(36, marks=pytest.mark.slow)])
def test_a_10x10_is_solved_in_at_most_40_hints(shared: Callable[[str], Any], number: int) -> None:
    """The median of `number` puzzles of janko.at."""
    rows = [row for row in shared("janko.jsonl") if row["rows"] == row["cols"] == 10]
    counts = [presses(puzzle_of(row)) for row in rows[:: len(rows) // number][:number]]
    assert len(counts) == number
    assert median(counts) <= 40


def test_follow_of_wrong_marks_and_other_errors() -> None:
    wrong = follow("slither/2/2/3gb", "0...........")
    assert [step.rule for step in wrong] == ["mistake"]
    assert follow("slither/2/2/3gb", hint_after_hint("slither/2/2/3gb")) == []
    with pytest.raises(UsageError, match="no face 4"):
        follow("slither/2/2/3gb", near=4)
    with pytest.raises(NoLoop):
        follow("slither/2/2/33g3")


def hint_after_hint(text: str) -> list[int]:
    """What is marked at the end."""
    known = [-1] * read(text).board.n_edges
    while step := hint(text, known):
        for edge, line in step.concludes:
            known[edge] = int(line)
    return known


def test_the_command_and_its_json(run: Run) -> None:
    lines = run("hint", TAMURA, "--follow").stdout.splitlines()
    assert lines[-1].startswith("These moves follow immediately: draw ")
    assert "These moves follow" not in run("hint", TAMURA, "--follow", "--level", "rule").stdout
    steps = json.loads(run("hint", TAMURA, "--follow", "--json").stdout)
    assert [step["routine"] for step in steps] == [False] + [True] * (len(steps) - 1)
    assert len(steps) > 5
    refused = run("hint", TAMURA, "--follow", "--count", "2")
    assert (refused.returncode, "--follow" in refused.stderr) == (2, True)


@pytest.mark.parametrize(("difficulty", "seeds"), [("easy", 2), ("medium", 1), ("hard", 1)])
def test_no_harder_step_comes_while_there_is_an_easier_one(difficulty: str, seeds: int) -> None:
    for seed in range(seeds):
        puzzle = generate("7x7", seed=seed, difficulty=difficulty)
        known = [-1] * puzzle.board.n_edges
        steps = Counter[str]()
        for step in explain(puzzle):
            assert all(other.level >= step.level for other in hints(puzzle, known, 10_000))
            steps[step.rule] += 1
            for edge, line in step.concludes:
                known[edge] = int(line)
        levels = (RULES.load(rule).level_of(number) for rule, number in steps.items())
        assert max(levels) == ["easy", "medium", "hard"].index(difficulty) + 1


@pytest.mark.corpus
def test_an_easy_puzzle_is_explained_by_easy_steps_alone(shared: Callable[[str], Any]) -> None:
    easy = 0
    for row in shared("janko.jsonl")[:60]:
        puzzle = puzzle_of(row)
        if rate(puzzle).name == "Easy":
            easy += 1
            assert {step.level for step in explain(puzzle)} == {1}
    assert easy
