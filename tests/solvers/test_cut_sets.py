"""The cut-sets with which the lazy engine excludes answers of several loops, against all small loops."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts
from slitherenc.boards.names import parse_board
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers import separations
from slitherenc.solvers.cut_sets import CutSets
from slitherenc.solvers.subtours import subtours
from tests.conftest import EXAMPLES
from tests.support.brute import bits_of_loops

BOARDS = ["square:5x3", "triangle:4", "loopy:honeycomb:3x3"]


def touch(board: Board, some: Bits, other: Bits) -> bool:
    return bool(np.intersect1d(board.ends[some], board.ends[other]).size)


@pytest.mark.parametrize("name", BOARDS)
def test_subtours_are_the_loops_of_the_lines_largest_first(name: str) -> None:
    board = parse_board(name)
    small = sorted(bits_of_loops(board), key=lambda lines: int(lines.sum()))[:60]
    for pair in combinations(small, 2):
        if not touch(board, *pair):
            found = subtours(board, pair[0] | pair[1])
            assert {frozenset(loop) for loop in found} == {frozenset(np.flatnonzero(lines)) for lines in pair}
            assert len(found[0]) >= len(found[1])


@pytest.mark.parametrize("name", BOARDS)
def test_a_cutset_cuts_the_answer_and_no_loop(name: str) -> None:
    board = parse_board(name)
    loops = bits_of_loops(board)
    table = np.array(loops)
    rng = random.Random(1)
    small = sorted(loops, key=lambda lines: int(lines.sum()))[:60]
    pairs = [pair for pair in combinations(small, 2) if not touch(board, *pair)]
    apart = 0
    for some, other in rng.sample(pairs, min(len(pairs), 300)):
        more = [third for third in rng.sample(small, 5) if not touch(board, some | other, third)][:1]
        answer = np.logical_or.reduce([some, other, *more])
        parts = sorted((np.flatnonzero(lines) for lines in [some, other, *more]), key=len, reverse=True)
        cuts = list(CutSets(board).cuts(answer, parts))
        assert len(cuts) == len(parts) - 1
        for on, off, _ in cuts:
            assert answer[on].all()
            assert not answer[off].any()
            assert not (table[:, on].all(axis=1) & ~table[:, off].any(axis=1)).any()
        reached = np.unique(board.ends[answer])
        apart += not any(np.isin(ends, reached).all() for ends in board.ends[~answer])
    assert pairs
    assert apart or name != "square:5x3", "some loops have vertices without lines in between"


@pytest.mark.parametrize("name", BOARDS)
def test_the_lazy_engine_finds_every_loop_with_cutsets_from_the_beginning(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = parse_board(name)
    loops = bits_of_loops(board)
    monkeypatch.setattr(separations, "PATIENCE", 0)
    monkeypatch.setattr(separations, "FEW", 100)
    rng = random.Random(3)
    for share in (0.2, 0.2, 0.3, 0.3, 0.3, 0.5):
        lines = rng.choice(loops)
        told = np.array([rng.random() < share for _ in range(board.n_faces)])
        clues = np.where(told, face_counts(board, lines), NO_CLUE)
        wanted = {tuple(o) for o in loops if np.array_equal(face_counts(board, o)[told], clues[told])}
        found = solve(Puzzle(board, clues), method="lazy", limit=None)
        assert {tuple(loop.bits()) for loop in found.loops} == wanted


def test_second_loops_with_many_variants_take_few_rounds() -> None:
    """A minimal puzzle near whose loop many answers of two loops lie: 82,355 rounds without cut_sets, 109 with them."""
    result = solve(read(EXAMPLES / "second-loops-30x30.txt"), method="lazy", limit=2)
    assert result.status == "unique"
    assert result.stats.rounds < 1000
