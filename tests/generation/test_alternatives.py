"""Alternatives of a loop, and the cut_sets that they and the lazy engine are found with, against all small loops."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from slitherenc.api import read, solve
from slitherenc.base.errors import GaveUp
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.alternatives import Alternatives
from slitherenc.generation.loops import random_loop
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers import enumerate as master
from slitherenc.solvers.separate import CutSets
from tests.brute import bits_of_loops
from tests.conftest import EXAMPLES

BOARDS = ["square:5x3", "triangle:4", "loopy:honeycomb:3x3"]


def touch(board: Board, some: Bits, other: Bits) -> bool:
    return bool(np.intersect1d(board.ends[some], board.ends[other]).size)


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


@pytest.mark.parametrize("name", BOARDS)
def test_the_lazy_engine_finds_every_loop_with_cutsets_from_the_beginning(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = parse_board(name)
    loops = bits_of_loops(board)
    monkeypatch.setattr(master, "PATIENCE", 0)
    monkeypatch.setattr(master, "FEW", 100)
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
