"""Alternatives of a loop against all small loops."""

from __future__ import annotations

import random

import numpy as np
import pytest

from slitherenc import solve
from slitherenc.base.errors import GaveUp
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues.alternatives import Alternatives
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.support.brute import bits_of_loops

BOARDS = ["square:5x3", "triangle:4", "loopy:honeycomb:3x3"]


@pytest.mark.parametrize("name", BOARDS)
def test_rivals_are_those_among_all_loops(name: str) -> None:
    board = parse_board(name)
    loops = bits_of_loops(board)
    numbers = np.array([face_counts(board, lines) for lines in loops])
    rng = random.Random(2)
    found_some = 0
    for _ in range(12):
        k = rng.randrange(len(loops))
        differs = numbers != numbers[k]
        with Alternatives(loop_of(build(board), loops[k])) as alternatives:
            for _ in range(15):
                told = np.array([rng.random() < 0.6 for _ in range(board.n_faces)])
                blank = np.flatnonzero(~told).tolist()
                broken = rng.choice(blank) if blank and rng.random() < 0.6 else None
                ours = ~differs[:, told].any(axis=1) & (np.arange(len(loops)) != k)
                if broken is not None:
                    ours &= differs[:, broken]
                wanted = {tuple(np.flatnonzero(row).tolist()) for row in differs[ours]}
                alternative = alternatives.find(told, broken)
                assert (alternative is None) == (not wanted)
                if alternative is not None:
                    found_some += 1
                    assert tuple(alternative.tolist()) in wanted
    assert found_some > 20


def test_a_proof_names_clues_that_are_enough_and_settled_clues_stay() -> None:
    """Clues of one loop come off in a random order, what is decided is settled; each answer against a fresh solver."""
    board = parse_board("square:5x5")
    none = np.zeros(0, np.intp)
    proofs = 0
    for seed in range(25):
        rng = random.Random(seed)
        loop = loop_of(build(board), outline(board, random_loop(board, rng)))
        counts = face_counts(board, loop.bits())
        told = np.ones(board.n_faces, np.bool_)
        steady: list[int] = []
        with Alternatives(loop) as alternatives:
            for face in rng.sample(range(board.n_faces), board.n_faces):
                if not told[face]:
                    continue
                tried = told.copy()
                tried[face] = False
                alternative = alternatives.find(tried)
                fresh = solve(Puzzle(board, np.where(tried, counts, NO_CLUE)), limit=2)
                assert (alternative is not None) == (fresh.status == "multiple")
                if alternative is not None:
                    assert not tried[alternative].any()
                    if told_alone := alternative[told[alternative]].tolist():
                        assert told_alone == [face]
                        steady.append(face)
                    alternatives.fix(np.array(steady, np.intp), np.flatnonzero(~told))
                else:
                    proofs += 1
                    core = np.union1d(alternatives.core(), steady).astype(np.intp)
                    assert tried[core].all()
                    told = np.isin(np.arange(board.n_faces), core)
                    assert solve(Puzzle(board, np.where(told, counts, NO_CLUE)), limit=2).status == "unique"
                    alternatives.fix(none, np.flatnonzero(~told))
    assert proofs > 25


def test_a_search_ends_after_its_conflicts() -> None:
    board = parse_board("square:12x12")
    loop = loop_of(build(board), outline(board, random_loop(board, random.Random(1))))
    with Alternatives(loop) as alternatives:
        told = np.zeros(board.n_faces, np.bool_)
        told[::3] = True
        with pytest.raises(GaveUp):
            alternatives.find(told, 1, conflicts=0)
        assert alternatives.find(told, conflicts=100_000) is not None, "the next question is answered as ever"
