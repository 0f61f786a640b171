"""Half-made puzzles get an answer at once, and then what was asked for; a puzzle is changed for another difficulty."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, rate, read, solve
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.generation.strategies.change import Change
from slitherenc.generation.strategies.complete import Complete
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.support.quick import slow

NINE = "slither/10/10/pccgdsdrcocj0cscs"  # 9 clues of a 10x10
MEDIUM = "slither/10/10/gb2c31378dich7766171dg38bl82bg0635888chai76023c2dc"


def half_made(seed: int, n: int) -> Puzzle:
    puzzle = generate("8x8", seed=seed)
    kept = random.Random(seed).sample(list(puzzle.all_clues), n)
    clues = np.full(64, NO_CLUE)
    clues[kept] = puzzle.clues[kept]
    return replace(puzzle, clues=clues, solution=None)


def is_completed(puzzle: Puzzle, begun: Puzzle) -> bool:
    """Whether it has one loop and all clues of the one that was begun."""
    given = np.flatnonzero(begun.clues >= 0)
    result = solve(puzzle, limit=2)
    return result.status == "unique" and (puzzle.clues[given] == begun.clues[given]).all()


def test_each_answer_has_fewer_clues_than_the_one_before() -> None:
    begun = half_made(1, 10)
    made = list(Complete(puzzle=begun, rounds=60).improve(begun.board, random.Random(1)))
    added = [one.puzzle.n_clues - 10 for one in made]
    assert added == sorted(added, reverse=True)
    assert added[0] > added[-1]
    assert all(is_completed(one.puzzle, begun) for one in made)
    again = Complete(puzzle=begun, rounds=60).make(begun.board, random.Random(1))
    assert again.puzzle == made[-1].puzzle


@pytest.mark.parametrize("difficulty", ["easy", slow("medium"), "hard", slow("expert")])
def test_a_half_made_puzzle_gets_a_difficulty(difficulty: str) -> None:
    begun = read(NINE)
    puzzle = generate(begun.board, seed=1, strategy="complete", puzzle=begun, difficulty=difficulty)
    assert is_completed(puzzle, begun)
    assert rate(puzzle).name.lower() == difficulty


def test_further_clues_have_the_symmetry_and_the_digits() -> None:
    begun = half_made(2, 12)
    options: dict[str, Any] = {"symmetry": "rotate2", "digits": (1, 2, 3), "rounds": 40}
    puzzle = generate(begun.board, seed=1, strategy="complete", puzzle=begun, **options)
    assert is_completed(puzzle, begun)
    places, given = puzzle.clues >= 0, begun.clues >= 0
    further = places & ~given
    assert places[63 - np.flatnonzero(further)].all()
    assert set(puzzle.clues[further].tolist()) <= {1, 2, 3}


def test_a_difficulty_that_cannot_be_comes_with_the_nearest_puzzle() -> None:
    begun = generate("8x8", seed=1, difficulty="easy")
    made = Complete(puzzle=begun, difficulty="expert").make(begun.board, random.Random(1))
    assert made.grade is not None
    assert made.grade.name == "Easy"
    assert "no puzzle was found" in made.remark
    assert "this puzzle is Easy" in made.remark


def test_the_first_completion_is_enough_if_it_has_the_difficulty(run: Any) -> None:
    done = run("generate", "--complete", "3..2\n..1.\n.3..\n2..3\n", "--difficulty", "easy", "--seed", "2", "--grade")
    assert (done.returncode, done.stderr) == (0, "puzzle 1: Easy, score 1.27\n3 further clues\n")


def test_a_completion_that_is_too_hard_gets_more_clues(run: Any) -> None:
    done = run("generate", "--complete", "3..2\n..1.\n.3..\n2..3\n", "--difficulty", "easy", "--seed", "7", "--grade")
    assert (done.returncode, done.stderr) == (0, "puzzle 1: Easy, score 1.17\n6 further clues\n")
    assert is_completed(read(done.stdout.strip()), read("3..2\n..1.\n.3..\n2..3\n"))


def test_a_completion_with_a_difficulty_keeps_title_and_unknown_clues() -> None:
    begun = replace(read("3.?2\n..1.\n.3..\n2..3\n"), facts={"title": "T"})
    for seed in range(1, 8):
        made = Complete(puzzle=begun, difficulty="1.0-3").make(begun.board, random.Random(seed)).puzzle
        assert made.facts["title"] == "T"
        assert made.clues[2] != NO_CLUE
        assert is_completed(made, begun)


def test_clues_are_added_until_the_whole_puzzle_has_the_score() -> None:
    begun = read("3..2\n..1.\n.3..\n2..3\n")
    made = [Complete(puzzle=begun, difficulty="1.0-1.2").make(begun.board, random.Random(seed)) for seed in range(12)]
    reached = [one.grade for one in made if "no puzzle" not in one.remark]
    assert len(reached) >= 3
    assert all(grade is not None and 1.0 <= grade.score <= 1.2 for grade in reached)


def test_an_unsolvable_puzzle_is_not_changed_or_completed() -> None:
    wrong = replace(read("slither/2/2/3gb"), clues=np.array([3, 3, NO_CLUE, 3]), solution=None)
    with pytest.raises(NoPuzzle, match="contradict each other"):
        Change(original=wrong, difficulty="easy").make(wrong.board, random.Random(1))
    with pytest.raises(NoPuzzle, match="several loops"):
        Change(original=read(NINE), difficulty="easy").make(read(NINE).board, random.Random(1))
    with pytest.raises(UsageError, match="needs --difficulty"):
        Change(original=wrong).check(wrong.board)
    for part in (Change(), Complete()):
        with pytest.raises(UsageError, match="needs a"):
            part.check(wrong.board)
    for part in (Change(original=wrong), Complete(puzzle=wrong)):
        with pytest.raises(UsageError, match="is not on the requested board"):
            part.check(read(NINE).board)
    sheep = generate("5x5", seed=1, variant="sheep-wolf")
    with pytest.raises(UsageError, match="plain numbers"):
        Change(original=sheep, difficulty="easy").check(sheep.board)


@pytest.mark.parametrize("difficulty", ["easy", "hard", slow("expert"), slow("extreme")])
def test_few_changes_give_another_grade(difficulty: str) -> None:
    original = read(MEDIUM)
    loop = solve(original).loop
    assert loop is not None
    made = list(Change(original=original, difficulty=difficulty).improve(original.board, random.Random(1)))
    best = made[-1].puzzle
    assert (made[0].puzzle.clues == original.clues).all()
    assert "nothing is changed" in made[0].remark
    assert rate(best).name.lower() == difficulty
    result = solve(best, limit=2)
    assert result.status == "unique"
    assert result.loop == loop
    assert 0 < np.count_nonzero(best.clues != original.clues) <= 12
    places = best.clues >= 0
    assert (places == places[::-1]).all()  # as those of the puzzle
    assert any(word in made[-1].remark for word in ("moved: ", "added: ", "removed: "))


def test_harder_is_the_next_grade_and_the_hardest_has_none() -> None:
    original = read(MEDIUM)
    made = Change(original=original, difficulty="harder").make(original.board, random.Random(1))
    assert made.grade is not None
    assert made.grade.name == "Hard"
    easy = generate("6x6", seed=1, difficulty="easy")
    with pytest.raises(UsageError, match="there is no easier grade"):
        Change(original=easy, difficulty="easier").make(easy.board, random.Random(1))
    same = Change(original=original, difficulty="medium").make(original.board, random.Random(1))
    assert (same.puzzle.clues == original.clues).all()


def test_the_command_takes_the_best_when_the_time_is_up(run: Any) -> None:
    done = run("generate", "--complete", NINE, "--seed", "1", "--timeout", "2.5")
    assert done.returncode == 0, done.stderr
    assert "after 2.5 seconds" in done.stderr
    assert is_completed(read(done.stdout.strip()), read(NINE))
    done = run("generate", "--from", MEDIUM, "--difficulty", "harder", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "the puzzle is Hard" in done.stderr
    done = run("generate", "--from", MEDIUM, "--board", "5x5")
    assert done.returncode == 2
    assert "cannot be combined" in done.stderr
