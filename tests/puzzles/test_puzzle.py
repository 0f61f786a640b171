"""Puzzle: its clues one by one, whatever their type."""

from __future__ import annotations

import random

import pytest

from slitherenc import Puzzle, read
from slitherenc.base.errors import UsageError
from slitherenc.puzzles.puzzle import NUMBER, UNKNOWN_CLUE, Clue

SHEEP = Clue("sheep-wolf", 1)


def test_one_clue_in_place_of_another() -> None:
    puzzle = Puzzle.from_rows([[3, None], [None, "?"]])
    assert [puzzle.clue_at(face) for face in range(5)] == [
        Clue(NUMBER, 3), None, None, Clue(NUMBER, UNKNOWN_CLUE), None,
    ]  # fmt: skip
    assert [face for face in range(5) if puzzle.has_clue(face)] == [0]
    more = puzzle.with_clue(1, 2).with_clue(3, SHEEP).with_clue(4, Clue(NUMBER, 4))
    assert dict(more.all_clues) == {0: (NUMBER, 3), 1: (NUMBER, 2), 3: SHEEP, 4: (NUMBER, 4)}
    assert puzzle.has_only_numbers
    assert not more.has_only_numbers
    assert more.with_clue(3, 0).clue_at(3) == Clue(NUMBER, 0)
    assert more.without_clue(3).without_clue(4).without_clue(1) == Puzzle.from_rows([[3, None], [None, None]])
    assert puzzle.without_clue(2) == puzzle


def test_random_changes_agree_with_a_dictionary() -> None:
    rng = random.Random(3)
    puzzle = read("slither/4/4/dgdh2c7b")
    clues = dict(puzzle.all_clues)
    for _ in range(200):
        face = rng.randrange(17)
        if rng.random() < 0.4:
            clues.pop(face, None)
            puzzle = puzzle.without_clue(face)
        else:
            clues[face] = SHEEP if rng.random() < 0.3 and face < 16 else Clue(NUMBER, rng.randrange(5))
            puzzle = puzzle.with_clue(face, clues[face])
        assert dict(puzzle.all_clues) == clues
        assert puzzle.n_clues == len(clues)
        assert all(puzzle.clue_at(face) == clues.get(face) for face in range(17))


def test_the_solution_of_other_clues_goes() -> None:
    solved = read("slither/2/2/3gb")
    solved = Puzzle(solved.board, solved.clues, solution=[True] * 12, crosses=[False] * 12)
    for changed in (solved.with_clue(3, 2), solved.without_clue(0), solved.clues_on([0])):
        assert changed.solution is None
        assert changed.crosses is None


@pytest.mark.parametrize(("face", "clue"), [(-1, 3), (5, 3), (0, -3), (0, 40000), (4, -1)])
def test_what_is_no_clue(face: int, clue: int) -> None:
    puzzle = Puzzle.from_rows([[3, None], [None, None]])
    with pytest.raises(UsageError):
        puzzle.with_clue(face, clue)
    if not 0 <= face <= 4:
        with pytest.raises(UsageError, match="there is no face"):
            puzzle.without_clue(face)
