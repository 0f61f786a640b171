"""Large benchmark boards: a window finds the alternatives in it, and completed clues leave one loop."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.local_uniqueness import Window, complete_loop, windows
from slitherenc import solve
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues.alternatives import Walk
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.support.brute import bits_of_loops
from tests.support.quick import first


@pytest.mark.parametrize("name", first(2, ["triangle:4", "loopy:honeycomb:3x3", "square:4x4"]))
def test_a_window_finds_exactly_the_alternatives_that_differ_in_it(name: str) -> None:
    """Against all loops of the board: with everything beyond the window as it is, is there another loop?"""
    board = parse_board(name)
    blank = build(board)
    loops = bits_of_loops(board)
    table = np.array(loops)
    rng = random.Random(1)
    with_alternative = 0
    for _ in range(200):
        lines = loops[rng.randrange(len(loops))]
        walk = Walk(loop_of(blank, lines))
        clues = np.where([rng.random() < 0.6 for _ in range(board.n_faces)], walk.numbers, NO_CLUE).astype(np.int16)
        middle = board.ends[board.edges_of_face(rng.randrange(board.n_faces))]
        vertices = np.unique(board.ends[np.isin(board.ends, middle).any(axis=1)])
        within = np.isin(board.ends, vertices).all(axis=1)
        told = clues >= 0
        alternatives = {
            tuple(np.flatnonzero(counts != walk.numbers).tolist())
            for other in table[(table[:, ~within] == lines[~within]).all(axis=1)]
            if not np.array_equal(other, lines)
            if np.array_equal((counts := face_counts(board, other))[told], walk.numbers[told])
        }
        with Window(walk, vertices, clues) as window:
            if window.empty:
                continue
            found = window.alternative()
            assert (found is None) == (not alternatives)
            if found is not None:
                with_alternative += 1
                assert tuple(found.tolist()) in alternatives
                for face in range(board.n_faces):
                    window.give(face)
                more = window.alternative()
                assert more is None or not len(more)
    assert with_alternative >= 4


@pytest.mark.parametrize("name", ["square:7x9", "triangle:6", "loopy:honeycomb:5x5"])
def test_clues_are_completed_until_the_loop_is_the_only_one(name: str) -> None:
    board = parse_board(name)
    for seed in range(4):
        rng = random.Random(seed)
        loop = loop_of(build(board), outline(board, random_loop(board, rng)))
        counts = face_counts(board, loop.bits())
        few = np.where([rng.random() < 0.3 for _ in range(board.n_faces)], counts, NO_CLUE).astype(np.int16)
        clues = complete_loop(loop, few, rng, sides=(4,))
        given = clues >= 0
        assert (clues[few >= 0] == few[few >= 0]).all()
        assert (clues[given] == counts[given]).all()
        assert [found.edges.tolist() for found in solve(Puzzle(board, clues), limit=2).loops] == [loop.edges.tolist()]


@pytest.mark.parametrize("name", ["square:7x9", "triangle:6", "loopy:honeycomb:5x5"])
def test_every_vertex_lies_in_a_window(name: str) -> None:
    board = parse_board(name)
    for side in (4, 100):
        found = [set(vertices.tolist()) for vertices in windows(board, side)]
        assert set().union(*found) == set(range(board.n_vertices))
        assert len(found) == 1 or side == 4
