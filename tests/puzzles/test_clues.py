"""Clue types and variants: their examples, in every engine and by brute force; and one of a stranger's own."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc import check, decode, read, solve
from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.model.cardinalities import Degrees
from slitherenc.model.check_model import check_model
from slitherenc.model.model import build
from slitherenc.model.violation import Violation
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.support.brute import degree_sets, small_board, solutions
from tests.support.quick import slow

EXAMPLES = [
    pytest.param(example, id=f"{name}-{i}")
    for table in (CLUE_TYPES, VARIANTS)
    for name in table.names()
    for i, example in enumerate(table.load(name).EXAMPLES)
]


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("method", ["lazy", "tree", "numbering", "coloring", slow("ilp"), "zdd"])
def test_examples_have_so_many_loops(example: Example, method: str) -> None:
    if method in ("ilp", "zdd"):
        pytest.importorskip({"zdd": "graphillion", "ilp": "highspy"}[method])
    assert len(solve(read(example.text), method=method, limit=None).loops) == example.loops


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_clue_type_says_what_it_checks(example: Example) -> None:
    puzzle = read(example.text)
    if puzzle.board.n_faces > 9:
        puzzle = Puzzle(small_board(3, 3), puzzle.clues[:9], puzzle.variants)
    wanted = solutions(model_of(puzzle))
    for lines in degree_sets(puzzle.board):
        bits = np.isin(np.arange(puzzle.board.n_edges), list(lines))
        assert (not check_puzzle(puzzle, bits)) == (lines in wanted)
        assert (not check_model(model_of(puzzle), bits)) == (lines in wanted)


def test_both_checkers_refuse_two_loops() -> None:
    puzzle = Puzzle(small_board(1, 3), np.array([4, NO_CLUE, 4]))
    lines = np.isin(np.arange(puzzle.board.n_edges), [0, 1, 2, 3, *puzzle.board.edges_of_face(2).tolist()])
    assert [v.rule for v in check_puzzle(puzzle, lines)] == ["several loops"]
    assert [v.rule for v in check_model(build(puzzle.board), lines)] == ["several loops"]
    assert not check_model(build(puzzle.board, loop="any"), lines)
    assert [v.rule for v in check(puzzle, lines)] == ["several loops"]


def test_a_clue_on_the_outer_face_counts_the_rim() -> None:
    board = small_board(2, 2)
    puzzle = Puzzle(board, np.full(4, NO_CLUE), typed={4: Clue("number", 4)})
    loops = solve(puzzle, limit=None).loops
    assert {frozenset(loop.edges.tolist()) for loop in loops} == solutions(model_of(puzzle))
    rim = (board.sides < 0).any(axis=1)
    assert loops
    assert all(loop.bits()[rim].sum() == 4 for loop in loops)
    broken = check_puzzle(puzzle, rim)
    assert [v.message for v in broken] == ["the clue 4 at the outer face has 8 lines"]


@pytest.mark.parametrize("method", ["lazy", "tree", "numbering", "coloring", "ilp", "zdd"])
def test_degrees_that_exclude_each_other_leave_no_loop(method: str) -> None:
    if method in ("ilp", "zdd"):
        pytest.importorskip({"zdd": "graphillion", "ilp": "highspy"}[method])
    corner = np.array([0], np.int32)
    model = build(small_board(2, 2), [Degrees(corner, 0b100), Degrees(corner, 0b001)])
    assert not list(METHODS.load(method)().loops(model, Stats()))


def test_puzzles_refuse_clues_that_are_none() -> None:
    board = small_board(2, 2)
    blank = np.full(4, NO_CLUE)
    with pytest.raises(UsageError, match="expected 4 clues"):
        Puzzle(board, blank[:3])
    for strange in (np.array([65539, -1, -1, -1]), [70_000, -1, -1, -1], np.full(4, 2.5), np.array([-3, -1, -1, -1])):
        with pytest.raises(UsageError, match="a clue must be a whole number from 0 to 32767"):
            Puzzle(board, strange)
    with pytest.raises(UsageError, match="face 0_1 has two clues"):
        Puzzle(board, np.array([-1, 2, -1, -1]), typed={1: Clue("number", 3)})
    with pytest.raises(UsageError, match="there is a clue on face 5"):
        Puzzle(board, blank, typed={5: Clue("number", 3)})
    with pytest.raises(TypeError, match="a set of names"):
        Puzzle(board, blank, EVERY_VERTEX)
    with pytest.raises(UsageError, match="no clue type is called 'sheeep'"):
        model_of(Puzzle(board, blank, typed={0: Clue("sheeep", 1)}))
    with pytest.raises(UsageError, match="no variant is called 'every vortex'"):
        model_of(Puzzle(board, blank, {"every vortex"}))


def test_a_decoded_answer_passes_the_clue_types_own_check(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = read("slither/2/2/3gb")
    answer = "s SATISFIABLE\nv " + " ".join(str(i if i in (1, 3, 4, 5, 6, 7) else -i) for i in range(1, 13)) + " 0\n"
    loop = decode(puzzle, answer)
    assert loop is not None
    says = [Violation("clue", "the clue is broken by its own check")]
    monkeypatch.setattr(CLUE_TYPES.load("number"), "broken", lambda *_: says)
    with pytest.raises(SolverFailed, match="broken by its own check"):
        decode(puzzle, answer)


def test_a_typed_number_is_a_plain_one() -> None:
    board = small_board(2, 2)
    blank = np.full(4, NO_CLUE)
    assert Puzzle(board, blank, typed={1: Clue("number", 3)}) == Puzzle(board, np.array([-1, 3, -1, -1]))
    for value in (2.5, 1 << 40, True, "3"):
        with pytest.raises(UsageError, match="must be an integer"):
            Puzzle(board, blank, typed={4: Clue("number", value)})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="at least 0"):
        Puzzle(board, blank, typed={4: Clue("number", -3)})
