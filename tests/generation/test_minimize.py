"""Minimal clue sets against all loops of small boards: the clues are enough, and none of them can go."""

from __future__ import annotations

import random

import numpy as np
import pytest

from slitherenc.boards.lines import face_counts
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues.minimize import Areas, minimize
from slitherenc.generation.clues.questions import NumberQuestions
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from tests.support.brute import bits_of_loops


@pytest.mark.parametrize("name", ["square:3x4", "triangle:4", "loopy:honeycomb:3x3"])
def test_the_clues_are_enough_and_none_can_go(name: str) -> None:
    board = parse_board(name)
    loops = bits_of_loops(board)
    numbers = np.array([face_counts(board, lines) for lines in loops])
    rng = random.Random(name)
    outcomes = set()
    for _ in range(60):
        ours = rng.randrange(len(loops))
        faces = rng.sample(range(board.n_faces), rng.randint(board.n_faces // 2, board.n_faces))
        n_required, size = rng.randint(0, 4), rng.randint(1, 2)
        required, free = faces[:n_required], faces[n_required:]
        orbits = [tuple(free[i : i + size]) for i in range(0, len(free), size)]
        areas = Areas(board, rng.choice([None, None, 2]))

        def is_enough(given: list[int], ours: int = ours) -> bool:
            return int((numbers[:, given] == numbers[ours, given]).all(axis=1).sum()) == 1

        loop = loop_of(build(board), loops[ours])
        left = minimize(loop, orbits, required, NumberQuestions(loop), areas)
        if left is None:
            assert not is_enough(faces)
            outcomes.add("not enough")
            continue
        given = [*required, *(face for orbit in left for face in orbit)]
        assert is_enough(given)
        for orbit in left:
            fewer = [face for face in given if face not in orbit]
            if is_enough(fewer):
                assert not areas.fit(np.isin(np.arange(board.n_faces), fewer), orbit)
            outcomes.add("small area" if is_enough(fewer) else "needed")
    assert outcomes == {"not enough", "needed", "small area"}
