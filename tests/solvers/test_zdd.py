"""Sets of loops as ZDDs: exact counts, clue by clue, on every board; Graphillion's own universe is left alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.base.errors import UsageError
from slitherenc.boards.square import square
from slitherenc.formats.reading import read_puzzle
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Puzzle
from slitherenc.solvers.zdd.cycles import MOST_NODES, Cycles, all_cycles, count_constraints, edge_order
from tests.conftest import EXAMPLES
from tests.encodings.test_programs import graph_board
from tests.support.brute import loops_of_board
from tests.support.quick import slow

graphillion = pytest.importorskip("graphillion", reason="graphillion is not installed")

A140517 = [1, 13, 213, 9349, 1222363, 487150371, 603841648931, 2318527339461265]
SMALL = EXAMPLES / "nikoli-8x8.txt"


def numbers_left(model: Model, rows: Sequence[Cardinality | Either]) -> list[int]:
    """The numbers of loops left before any constraint and after each one."""
    return [cycles.count for cycles in accumulate(rows, Cycles.keeping, initial=all_cycles(model))]


@pytest.mark.parametrize("n", range(1, 9))
def test_loops_of_blank_square_boards(n: int) -> None:
    assert Cycles(square(n, n)).count == A140517[n - 1]


@pytest.mark.parametrize("begin", [0, slow(1)])
def test_counts_of_edge_cases(shared: Callable[[str], Any], begin: int) -> None:
    for case in shared("edge-cases.json")["cases"][begin::2]:
        model = model_of(read_puzzle("\n".join(case["clues"]), format="grid"))
        assert numbers_left(model, count_constraints(model))[-1] == case["solutions"], case["name"]


def test_candidates_in_any_order() -> None:
    model = model_of(read(SMALL))
    n = len(model.cardinalities)
    rows = count_constraints(model)
    for seed in range(3):
        order = random.Random(seed).sample(range(n), n)
        numbers = numbers_left(model, [rows[i] for i in order])
        assert numbers[0] == A140517[7]
        assert numbers[-1] == 1
        assert all(a >= b for a, b in pairwise(numbers))
    assert numbers_left(model, rows)[-1] == 1
    assert sorted(rows) == sorted(model.cardinalities.row(i) for i in range(n))
    assert numbers_left(model, []) == [A140517[7]]


def test_clues_are_applied_one_by_one_to_values() -> None:
    board = square(3, 3)
    cycles = Cycles(board)
    loops = loops_of_board(board)
    for face in range(9):
        edges = set(board.edges_of_face(face).tolist())
        numbers = [cycles.with_clue(face, digit).count for digit in range(6)]
        assert numbers == [sum(len(edges & loop) == digit for loop in loops) for digit in range(6)]
    assert cycles.count == len(loops)  # nothing was changed in place
    assert set(cycles) == set(loops)


def test_large_counts() -> None:
    """Beyond a thousand combinations another way is taken."""
    board = square(3, 4)
    loops = loops_of_board(board)
    some = list(range(0, board.n_edges, 2))
    for low, high in ((5, 7), (0, 6), (6, 99), (-3, 4), (9, 8)):
        found = Cycles(board).with_count(some, low, high)
        assert found.count == sum(low <= len(loop & set(some)) <= high for loop in loops)


def test_the_universe_of_the_caller_is_left_alone() -> None:
    sets = graphillion.GraphSet
    sets.set_universe([("a", "b", 2.0), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "a")])
    before = (sets.universe(), sorted(map(sorted, sets.cycles())), sets.omp_get_max_threads())
    mine = sets.cycles()
    loops = iter(Cycles(square(2, 2)))
    other = Cycles(square(1, 2))
    first = next(loops)
    assert sets.universe() == before[0]
    assert sorted(map(sorted, mine)) == before[1]
    rest = list(loops)  # while another set of ours, and the caller's, are used in between
    assert other.with_clue(0, 3).count == 1
    assert {first, *rest} == set(loops_of_board(square(2, 2)))
    assert (sets.universe(), sorted(map(sorted, sets.cycles())), sets.omp_get_max_threads()) == before
    with pytest.raises(UsageError):
        Cycles(square(40, 40))
    assert sets.universe() == before[0]


def test_boards_that_are_too_large_are_refused_at_once() -> None:
    for size in ((12, 22), (11, 30), (1, 4000), (3000, 2)):
        assert edge_order(square(*size))[1] <= MOST_NODES
    for size in ((13, 13), (14, 14), (20, 36), (300, 300)):
        with pytest.raises(UsageError, match=r"too large: the ZDD of its loops would need about .* GB"):
            Cycles(square(*size))


def test_the_guess_of_the_size_is_near() -> None:
    for size in ((6, 6), (7, 7), (8, 8), (9, 9), (8, 16)):
        nodes = Cycles(square(*size))._sets.dumps().count("\n")
        assert 0.6 < nodes / edge_order(square(*size))[1] < 1.6


@pytest.mark.parametrize("one_in", [1000, slow(200)])
def test_real_puzzles(shared: Callable[[str], Any], one_in: int) -> None:
    rows = [row for row in shared("janko.jsonl") if row["rows"] * row["cols"] <= 100]
    for row in rows[::one_in]:
        puzzle = Puzzle(
            square(row["rows"], row["cols"]), [NO_CLUE if c == "." else int(c) for c in "".join(row["clues"])]
        )
        result = solve(puzzle, method="zdd", limit=2)
        assert result.status == "unique"
        assert result.loop == solve(puzzle).loop
        assert len(result.stats.candidates) == puzzle.n_clues + 1


@pytest.mark.parametrize("begin", [0, slow(1)])
def test_boards_of_loopy(shared: Callable[[str], Any], begin: int) -> None:
    for row in shared("graphs.jsonl")[begin::2]:
        board = graph_board(row)
        if edge_order(board)[1] < 100_000:
            result = solve(Puzzle(board, row["clues"]), method="zdd", limit=2)
            assert result.status == "unique"
            assert result.loop is not None
            assert result.loop.text() == row["solution_edges"]


def test_triangles(shared: Callable[[str], Any]) -> None:
    triangle = pytest.importorskip("slitherenc.boards.triangle", reason="triangle boards are not built in").triangle
    for m, number in shared("triangles.json")["counts"].items():
        if number is not None:
            assert Cycles(triangle(int(m))).count == number


def test_every_vertex() -> None:
    board = square(3, 5)
    model = model_of(Puzzle(board, np.full(15, NO_CLUE), variants={EVERY_VERTEX}))
    assert all_cycles(model).count == sum(2 * len(loop) == 2 * board.n_vertices for loop in loops_of_board(board))
