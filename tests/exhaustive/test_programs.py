"""Integer programs and ZDDs on every small board against brute force: the set of loops is equal, each found once.

HiGHS takes some 5 ms a loop, so puzzles with many loops are left to the ZDD, and to a few boards.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.exhaustive.test_encodings import hand_made
from tests.support.brute import SMALL_BOARDS, Lines, clue_sets, small_board, solutions
from tests.support.quick import first

pytestmark = pytest.mark.exhaustive

MOST = 12  # loops of a puzzle for HiGHS


@pytest.fixture(autouse=True)
def _installed(request: pytest.FixtureRequest) -> None:
    pytest.importorskip("graphillion" if "zdd" in request.node.name else "highspy")


def found(model: Model, method: str, **choice: object) -> list[Lines]:
    engine = METHODS.load(method)(**choice)
    loops = [frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())]
    assert len(loops) == len(set(loops))
    return loops


@pytest.mark.parametrize("number", first(1, [4, 20]))
@pytest.mark.parametrize("size", SMALL_BOARDS)
@pytest.mark.parametrize("formulation", ["tree", "edges", "cells"])
def test_programs_find_every_loop_once(size: tuple[int, int], formulation: str, number: int) -> None:
    tried = 0
    for puzzle in clue_sets(small_board(*size), number, seed=7 + 100 * size[0] + size[1]):
        model = model_of(puzzle)
        wanted = solutions(model)
        if len(wanted) <= MOST:
            assert set(found(model, "ilp", formulation=formulation)) == wanted, puzzle
            tried += 1
    assert tried >= number * 0.25


@pytest.mark.parametrize("formulation", ["tree", "edges", "cells"])
@pytest.mark.parametrize("cuts", ["all", "smallest"])
@pytest.mark.parametrize("optimum", first(1, [False, True]))
@pytest.mark.parametrize(("height", "width"), first(3, [(1, 1), (1, 4), (2, 2), (2, 3)]))
def test_programs_of_blank_boards_and_full_ones(
    height: int, width: int, formulation: str, cuts: str, optimum: bool
) -> None:
    board = small_board(height, width)
    for every_vertex in (False, True):
        model = model_of(Puzzle(board, np.full(board.n_faces, -1), variants={EVERY_VERTEX} if every_vertex else ()))
        loops = found(model, "ilp", formulation=formulation, cuts=cuts, optimum=optimum)
        assert set(loops) == solutions(model)


@pytest.mark.parametrize("formulation", ["tree", "edges", "cells"])
def test_slitherlinks_by_programs(formulation: str) -> None:
    for size in ((2, 2), (1, 4), (3, 3)):
        for puzzle in clue_sets(small_board(*size), 12, seed=sum(size)):
            model = model_of(puzzle, loop="any")
            wanted = solutions(model)
            if len(wanted) <= MOST:
                assert set(found(model, "ilp", formulation=formulation)) == wanted


@pytest.mark.parametrize("seed", first(8, range(1000, 1060)))
@pytest.mark.parametrize("formulation", ["tree", "edges", "cells"])
def test_programs_of_models_made_by_hand(seed: int, formulation: str) -> None:
    """Counts of any edges and bounds, degrees 0 and 2 alone, several loops; selectors stay open."""
    model = hand_made(seed)
    wanted = solutions(model)
    if len(wanted) > 3 * MOST:
        pytest.skip("too many loops for HiGHS")
    assert set(found(model, "ilp", formulation=formulation)) == wanted


@pytest.mark.parametrize("seed", first(4, range(30)))
@pytest.mark.parametrize("formulation", ["tree", "edges", "cells"])
def test_programs_under_guards(seed: int, formulation: str) -> None:
    """One solver, several sets of selectors one after the other: cuts and blocked loops stay right."""
    from itertools import count

    from slitherenc.encodings.ilp.model import program
    from slitherenc.solvers.enumerate import enumerate_loops
    from slitherenc.solvers.ilp.highs import HighsSolver

    models = (hand_made(s) for s in count(5000 + 100 * seed))
    model = next(
        m for m in models if m.n_selectors == 3 and (m.cardinalities.selector > 0).sum() > 1 and len(solutions(m)) < 60
    )
    solver = HighsSolver(program(model, formulation))
    rng = random.Random(seed)
    for query in range(1, 4):
        selectors = [g for g in (1, 2, 3) if rng.random() < 0.5]
        wanted = solutions(model, selectors)
        loops = [
            frozenset(loop.edges.tolist())
            for loop in enumerate_loops(solver, model, Stats(), selectors, query=3 + query)
        ]  # the query's selector is not assumed again: what it forbade is free
        assert len(loops) == len(set(loops))
        assert set(loops) == wanted
    solver.close()


@pytest.mark.parametrize("size", SMALL_BOARDS)
def test_zdd_finds_every_loop_once(size: tuple[int, int]) -> None:
    for puzzle in clue_sets(small_board(*size), 20, seed=100 * size[0] + size[1]):
        for loop in ("single", "any"):
            model = model_of(puzzle, loop=loop)  # type: ignore[arg-type]
            assert set(found(model, "zdd")) == solutions(model), puzzle


@pytest.mark.parametrize("seed", first(20, range(2000, 2080)))
def test_zdd_of_models_made_by_hand(seed: int) -> None:
    model = hand_made(seed)
    assert set(found(model, "zdd")) == solutions(model)


def test_zdd_of_full_boards() -> None:
    for size in SMALL_BOARDS:
        board = small_board(*size)
        model = model_of(Puzzle(board, np.full(board.n_faces, -1), variants={EVERY_VERTEX}))
        assert set(found(model, "zdd")) == solutions(model)
