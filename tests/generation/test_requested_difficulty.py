"""Requested difficulty: the grade is what was requested, by the grade's own judge; words that mean no difficulty."""

from __future__ import annotations

import random
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from slitherenc import generate, rate, solve
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.square import square
from slitherenc.deduction.grade import Grade, grade_while
from slitherenc.deduction.rules import RULES
from slitherenc.generation.clues.target import DifficultyTarget, halve, target_of
from slitherenc.generation.strategies import puzzle_spec
from slitherenc.generation.symmetry import orbits
from slitherenc.puzzles.puzzle import Puzzle
from tests.support.quick import every_second

GRADES = ("easy", "medium", "hard", "expert", "extreme")
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("10x10", {}),
    ("10x10", {"symmetry": "rotate2"}),
    ("honeycomb:8x8", {}),
    ("8x8", {"variant": "sheep-wolf"}),
]


@pytest.mark.parametrize(
    ("board", "options", "grade"), every_second([(*kind, grade) for kind in KINDS for grade in GRADES])
)
def test_the_grade_is_as_requested(board: str, options: dict[str, Any], grade: str) -> None:
    _as_requested(board, options, grade, 1)  # fifty seeds, this among them, are slow


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize(("board", "options"), KINDS)
def test_fifty_grades_are_as_requested(board: str, options: dict[str, Any], grade: str) -> None:
    _as_requested(board, options, grade, 50)


def _as_requested(board: str, options: dict[str, Any], grade: str, count: int) -> None:
    for seed in range(count):
        puzzle = generate(board, seed=seed, difficulty=grade, **options)
        found = rate(puzzle)
        assert found.name.lower() == grade
        assert puzzle.facts == {
            "seed": str(seed),
            "grade": found.name,
            "score": f"{found.score:.2f}",
            "rules": ", ".join(f"{rule} {steps}" for rule, steps in found.steps.items()),
        }
        for orbit in orbits(puzzle.board, options.get("symmetry", "none")):
            assert len({puzzle.clues[face] >= 0 for face in orbit}) == 1


def test_scores_and_clues() -> None:
    for seed in range(3):
        puzzle = generate("8x8", seed=seed, difficulty="1.5-1.9")
        assert 1.5 <= rate(puzzle).score <= 1.9
        puzzle = generate("8x8", seed=seed, difficulty="medium", clues=40)
        assert (rate(puzzle).name, puzzle.n_clues) == ("Medium", 40)


def test_logic() -> None:
    for seed in range(4):
        puzzle = generate("8x8", seed=seed, logic=True)
        assert not any(RULES.load(name).assumes for name in rate(puzzle).steps)
        hard = generate("8x8", seed=seed, logic=True, difficulty="hard")
        assert rate(hard).name == "Hard"
        assert not any(RULES.load(name).assumes for name in rate(hard).steps)


def test_the_same_seed_gives_the_same_puzzle_and_another_another() -> None:
    one, two = (generate("8x8", seed=5, difficulty="easy") for _ in range(2))
    assert one == two
    assert one != generate("8x8", seed=6, difficulty="easy")
    assert solve(one, limit=2).status == "unique"


def test_what_is_no_difficulty() -> None:
    for text in ("esy", "1", "2-1", "1-", "-1-2", "nan-2", ""):
        with pytest.raises(UsageError, match="'difficulty' must be one of easy, medium, hard, expert, extreme"):
            target_of(text)
    with pytest.raises(UsageError, match="'logic' excludes suppositions, but expert"):
        generate("8x8", difficulty="expert", logic=True)
    with pytest.raises(UsageError, match="difficulty is for the strategy remove, pattern, complete or change, not add"):
        generate("8x8", strategy="add", difficulty="easy")
    with pytest.raises(NoPuzzle, match="20 of 36 random loops had no set of clues with the difficulty expert"):
        generate("2x2", seed=1, difficulty="expert")
    assert target_of("Hard").name == "Hard"
    assert target_of(None, logic=True) == DifficultyTarget(0.0, inf, None, True)


def test_a_grade_is_given_up_as_soon_as_it_is_too_hard() -> None:
    puzzle = generate("8x8", seed=1)
    whole = rate(puzzle)
    assert grade_while(puzzle, lambda *_: True) == whole
    seen: list[float] = []

    def may_go_on(grade: Grade, _: object) -> bool:
        seen.append(grade.score)
        return grade.score < 1

    assert grade_while(puzzle, may_go_on) is None
    assert seen == sorted(seen)  # the score grows with every step
    assert len(seen) < sum(whole.steps.values())


def test_halving_finds_the_only_set_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [generate("5x5", seed=seed) for seed in range(2)]
    scores = [9.0, 7.0, 5.0, 3.0, 2.0, 1.0]

    class Told(DifficultyTarget):
        def grade(self, puzzle: Puzzle) -> Any:
            score = asked[-1]
            found = rate(puzzles[0])
            object.__setattr__(found, "score", score)
            return None if self.judge(found) > 0 else found

    asked: list[float] = []

    def at(number: int) -> Puzzle:
        asked.append(scores[number])
        return puzzles[0]

    for number, score in enumerate(scores):
        found = halve(len(scores), at, Told(score - 0.1, score + 0.1), random.Random(1))
        assert found is not None
        assert found[0] == number
    assert halve(len(scores), at, Told(3.5, 4.5), random.Random(1)) is None
    assert len(asked) <= 3 * (len(scores) + 1)


def test_the_best_of_several_has_the_fewest_bottlenecks() -> None:
    board, one = square(7, 7), puzzle_spec("remove", difficulty="hard")
    best = replace(one, best=3).make(board, random.Random(1))
    rng = random.Random(1)
    others = [one.make(board, random.Random(rng.getrandbits(64))).puzzle for _ in range(3)]
    bottlenecks = [rate(puzzle).bottlenecks for puzzle in others]
    assert best.puzzle.clues.tolist() == others[bottlenecks.index(min(bottlenecks))].clues.tolist()
    assert best.puzzle.facts["bottlenecks"] == str(min(bottlenecks))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("sheep on the rim", "add --variant sheep-wolf"),
        ("Highlander", "grading never uses"),
        ("mistake", "grading never uses"),
    ],
)
def test_techniques_that_no_such_puzzle_needs_are_refused(name: str, reason: str) -> None:
    for option in ("needs", "without"):
        with pytest.raises(UsageError, match=reason):
            generate("7x7", **{option: name})
