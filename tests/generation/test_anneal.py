"""Annealed puzzles: the requested number of clues, one loop, the same for the same seed, D near its target."""

from __future__ import annotations

import random
from math import isclose

import numpy as np
import pytest

from slitherenc import solve
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.square import square
from slitherenc.boards.triangle import triangle
from slitherenc.generation.strategies import puzzle_spec
from slitherenc.generation.strategies.annealing import NEAR, SHORTEST, Target, anneal

pytest.importorskip("graphillion", reason="graphillion is not installed")

from slitherenc.deduction.paper_rating import Candidates, difficulty
from tests.support.quick import slow


@pytest.mark.parametrize(
    ("board", "clues", "target"),
    [
        (square(5, 5), 13, "harder"),
        slow((square(5, 5), 13, "easier")),
        slow((square(3, 6), 9, "harder")),
        (triangle(4), 9, "easier"),
    ],
    ids=repr,
)
def test_puzzles_have_the_clues_asked_for_and_one_loop(board: Board, clues: int, target: Target) -> None:
    steps: list[tuple[int, float]] = []
    puzzle, trace = anneal(board, random.Random(3), clues, 25, 0.6, target, lambda step, d: steps.append((step, d)))
    assert puzzle.n_clues == clues
    result = solve(puzzle, method="lazy", limit=2)
    assert result.status == "unique"
    assert result.loop is not None
    assert puzzle.solution is not None
    assert np.array_equal(result.loop.bits(), puzzle.solution)
    assert steps == list(enumerate(trace))
    assert len(trace) == 26
    assert len(set(trace)) > 3
    assert isclose(difficulty(puzzle).value, max(trace) if target == "harder" else min(trace))


def test_the_same_seed_makes_the_same_puzzle() -> None:
    board = square(4, 4)
    first, trace = anneal(board, random.Random(8), 9, 20, 0.6, "harder")
    assert (first, trace) == anneal(board, random.Random(8), 9, 20, 0.6, "harder")
    assert first != anneal(board, random.Random(9), 9, 20, 0.6, "harder")[0]


def test_a_wished_difficulty_is_reached() -> None:
    """The target is between the ends that easier and harder reach from the same start."""
    board = square(4, 5)
    target = sum(max(anneal(board, random.Random(s), 10, 0, 0.6, "harder")[1]) for s in (1, 2)) / 2
    puzzle, trace = anneal(board, random.Random(4), 10, 300, 0.6, target)
    assert abs(difficulty(puzzle).value - target) == pytest.approx(min(abs(d - target) for d in trace))
    assert abs(difficulty(puzzle).value - target) <= NEAR
    assert len(trace) < 300


def test_harder_is_harder_than_easier() -> None:
    board = square(4, 4)
    hard, easy = (anneal(board, random.Random(2), 8, 60, 0.6, to)[0] for to in ("harder", "easier"))
    assert difficulty(hard).value > difficulty(easy).value + 2
    assert easy.solution is not None
    assert easy.solution.sum() >= SHORTEST * board.n_vertices


def test_remembered_sets_change_no_difficulty() -> None:
    board = square(4, 4)
    shared = Candidates(board)
    for seed in range(6):
        puzzle, _ = anneal(board, random.Random(seed), 9, 2, 0.6, "harder")
        clues = {f: int(c) for f, c in enumerate(puzzle.clues) if c >= 0}
        assert shared.difficulty(clues) == difficulty(puzzle)


def test_wishes_that_cannot_be_met() -> None:
    board = square(4, 4)
    for wrong in (
        {"clues": 17}, {"clues": -1}, {"steps": 0}, {"steps": -1}, {"share": 1.0}, {"share": -0.1},
        {"target": "hard"}, {"target": float("nan")},
    ):  # fmt: skip
        with pytest.raises(UsageError):
            puzzle_spec("anneal", **wrong).check(board)
    with pytest.raises(UsageError, match="too large"):
        anneal(square(20, 20), random.Random(1), 200, 1, 0.6, "harder")
    with pytest.raises(NoPuzzle, match=r"200 random loops needed more than 0 clues, . had several loops"):
        anneal(board, random.Random(1), 0, 1, 0.6, "harder")


def test_boards_with_one_loop_and_all_clues() -> None:
    puzzle, trace = anneal(square(1, 1), random.Random(1), 0, 5, 0.6, "harder")
    assert (puzzle.n_clues, set(trace)) == (0, {0.0})
    puzzle, _ = anneal(square(3, 3), random.Random(1), 9, 5, 0.6, "harder")
    assert puzzle.n_clues == 9
