"""One living solver for many clue sets against a fresh solver for each, and why cuts need their selectors."""

from __future__ import annotations

import random
import shutil
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.model.check_model import loop_of
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.model import build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.session import Session
from tests.support.brute import clue_sets, small_board, solutions
from tests.support.quick import slow
from tests.support.varied_models import constraints


def removals(seeds: range, solver: str) -> tuple[int, int]:
    """Take clues away at random while the loop stays the only one; (checks, answers that a fresh solver denies)."""
    checks = wrong = 0
    board = square(4, 4)
    with Session(board, solver) as session:
        for seed in seeds:
            rng = random.Random(seed)
            few = [rng.choice([*[NO_CLUE] * 8, 1, 2, 3]) for _ in range(board.n_faces)]
            start = solve(Puzzle(board, np.array(few))).loop
            if start is None:
                continue
            bits = start.bits()
            clues = np.array([bits[board.edges_of_face(f)].sum() for f in range(board.n_faces)])
            for face in rng.sample(range(board.n_faces), board.n_faces):
                fewer = clues.copy()
                fewer[face] = NO_CLUE
                unique = session.another(fewer, start) is None
                checks += 1
                fresh = len(solve(Puzzle(board, fewer), limit=2).loops) == 1
                wrong += unique != fresh
                if fresh:
                    clues = fewer
    return checks, wrong


def test_removing_clues_through_thousands_of_checks() -> None:
    checks, wrong = removals(range(150), "cadical")
    assert checks >= 2000
    assert wrong == 0


def test_the_same_with_cuts_without_guards_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    selected = SubtourCuts.broken_selectors

    def unguarded(self: SubtourCuts, loops: list[list[int]]) -> list[int | None]:
        return [None if selector is None else 0 for selector in selected(self, loops)]

    monkeypatch.setattr(SubtourCuts, "broken_selectors", unguarded)
    _, wrong = removals(range(150), "cadical")
    assert wrong > 0


@pytest.mark.parametrize(
    ("solver", "most"), [("cadical", 60), ("minisat", 60), ("kissat404", 4), slow(("kissat404", 8))]
)
def test_loops_of_many_clue_sets(solver: str, most: int) -> None:
    for size, number in (((2, 3), 60), ((3, 3), most)):
        board = small_board(*size)
        with Session(board, solver) as session:
            for puzzle in clue_sets(board, number, seed=7):
                wanted = solutions(model_of(puzzle))
                found = {frozenset(loop.edges.tolist()) for loop in session.loops(puzzle.clues, None)}
                assert found == wanted
                assert len(session.loops(puzzle.clues)) == min(2, len(wanted))


def test_another_wants_a_loop_that_keeps_the_clues() -> None:
    board = small_board(2, 2)
    with Session(board) as session:
        known = loop_of(build(board), outline(board, np.ones(4, bool)))
        assert session.another([2, 2, 2, 2], known) is None
        assert session.another([2, -1, -1, 2], known) is not None
        with pytest.raises(SolverFailed):
            session.another([3, 2, 2, 2], known)
        assert session.loops([5, -1, -1, -1]) == []
        with pytest.raises(UsageError):
            session.loops([1, 2])


@pytest.mark.parametrize(
    ("solver", "number"),
    [("minisat", 30), ("cadical", 30), ("kissat404", 3), ("cmd:cadical", 3), slow(("minisat", 300))],
)
def test_added_constraints_hold_where_they_are_assumed(solver: str, number: int) -> None:
    """One session takes constraints of every kind and questions that assume some of them, in turn."""
    if solver == "cmd:cadical" and shutil.which("cadical") is None:
        pytest.skip("cadical is not installed")
    rng = random.Random(3)
    board = small_board(3, 3)
    outcomes = set()
    with Session(board, solver) as session:
        added: dict[int, Cardinality | Side | Either] = {}
        for puzzle in clue_sets(board, number, seed=4):
            added |= {session.add(row): row for row in constraints(rng, board)}
            assume = [at for at in added if rng.random() < 0.4][-3:]
            model = model_of(puzzle)
            own = [added[at] for at in assume]
            wanted = solutions(build(board, [model.cardinalities, *own]))
            found = session.loops(puzzle.clues, None, assume)
            assert {frozenset(loop.edges.tolist()) for loop in found} == wanted
            assert len(session.loops(puzzle.clues, 2, assume)) == min(2, len(wanted))
            if found:
                assert (session.another(puzzle.clues, found[0], assume) is None) == (len(wanted) == 1)
            outcomes.add(min(2, len(wanted)))
            assert {frozenset(loop.edges.tolist()) for loop in session.loops(puzzle.clues, None)} == solutions(model)
    assert number < 10 or outcomes == {0, 1, 2}


def test_a_session_refuses_what_it_does_not_know() -> None:
    wrong: Any = "3x3"
    with pytest.raises(TypeError, match="expected a Board, got str '3x3'"):
        Session(wrong)
    with Session(square(2, 2)) as session:
        with pytest.raises(UsageError, match="must be distinct edges of the board"):
            session.add(Cardinality((99,), (1,)))
        with pytest.raises(UsageError, match="no added constraint has the number 7"):
            session.loops([-1] * 4, 2, [7])


@pytest.mark.parametrize("solver", ["cmd:cadical", "cmd:minisat"])
def test_a_program_serves_a_session(solver: str) -> None:
    if shutil.which(solver.removeprefix("cmd:")) is None:
        pytest.skip(f"{solver} is not installed")
    board = small_board(2, 2)
    with Session(board, solver) as session:
        for clues in ([3, -1, -1, -1], [-1, -1, -1, -1], [3, -1, -1, -1]):
            loops = session.loops(clues, None)
            assert {frozenset(loop.edges.tolist()) for loop in loops} == solutions(model_of(Puzzle(board, clues)))


def test_the_core_of_no_loop_has_no_loop_by_itself() -> None:
    puzzle = read("slither/5/5/h068c87c573a")
    with Session(puzzle.board) as session:
        assert session.core is None
        assert session.loops(puzzle.clues, None) == []
        core = session.core
        assert core is not None
        assert core <= set(np.flatnonzero(puzzle.clues >= 0).tolist())
        assert session.loops(puzzle.clues_on(core).clues, None) == []
        assert session.loops(puzzle.with_clue(22, 2).clues, None)
        assert session.core is None
