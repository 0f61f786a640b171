"""Every kind of constraint against brute force: rewritten by `decompose`, judged by `check_model`, as clauses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations_with_replacement, count, product

import numpy as np
import pytest
from pysat.solvers import Solver

from slitherenc.base.errors import UsageError
from slitherenc.base.supports import EVERYTHING, Supports
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.cardinality import sum_clauses
from slitherenc.model.check_model import check_model
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing, decompose
from slitherenc.model.model import build
from tests.support.brute import degree_sets, is_inside, keeps, projected, small_board, solutions
from tests.support.quick import first
from tests.support.varied_models import SIZES, chosen_selectors, varied

pytestmark = pytest.mark.exhaustive


def test_the_models_are_of_every_kind() -> None:
    models = [varied(seed) for seed in range(60)]
    numbers = [len(solutions(model)) for model in models]
    assert sum(n == 0 for n in numbers) >= 5
    assert sum(n > 1 for n in numbers) >= 20
    assert any(model.sides for model in models)
    assert any(model.eithers for model in models)
    assert any(model.cardinalities.weights is not None for model in models)
    assert any(not model.cardinalities.interval.all() for model in models)


@pytest.mark.parametrize("seed", first(30, range(60)))
def test_decompose_keeps_the_solutions_whatever_is_supported(seed: int) -> None:
    rng = random.Random(seed)
    model = varied(3000 + seed)
    supports = Supports(
        weights=rng.random() < 0.5,
        gaps=rng.random() < 0.5,
        sides=rng.random() < 0.5,
        eithers=rng.random() < 0.5,
        selectors=True,
        choices=True,
    )
    simpler = decompose(model, supports, "the test")
    if not supports.gaps:
        assert simpler.cardinalities.interval.all()
    assert supports.weights or simpler.cardinalities.weights is None
    assert supports.sides or not simpler.sides
    assert supports.eithers or not simpler.eithers
    true = chosen_selectors(model, seed)
    first = model.board.n_edges
    assume = [first + g if g in true else -first - g for g in range(1, model.n_selectors + 1)]
    options = EncodeOptions(connectivity="tree")
    assert projected(clauses(simpler, options), assume) == solutions(model, true)


@pytest.mark.parametrize("seed", first(20, range(60)))
def test_the_checker_agrees_with_brute_force_on_every_constraint(seed: int) -> None:
    model = varied(4000 + seed)
    true = chosen_selectors(model, seed)
    wanted = solutions(model, true)
    for lines in degree_sets(model.board):
        bits = np.isin(np.arange(model.board.n_edges), list(lines))
        assert (not check_model(model, bits, true)) == (lines in wanted)


@pytest.mark.parametrize("seed", first(20, range(60)))
def test_columns_keep_what_their_rows_do(seed: int) -> None:
    model = varied(5000 + seed)
    columns = model.cardinalities
    rows = [columns.row(i) for i in range(len(columns))]
    assert rows == list(columns.rows())
    for lines in degree_sets(model.board):
        bits = np.isin(np.arange(model.board.n_edges), list(lines))
        assert columns.are_allowed(columns.totals(bits)).tolist() == [keeps(model.board, lines, row) for row in rows]


def test_a_model_asks_for_a_line_where_a_sum_or_a_vertex_does() -> None:
    """One under a selector asks for it only when that is true."""
    for seed in range(60):
        model = varied(6000 + seed)
        rows = [row for row in (*model.cardinalities.rows(), *model.vertex_rows()) if not row.selector]
        assert model.asks_for_a_line == any(min(row.sums) > 0 for row in rows)


def test_a_side_is_the_parity_of_a_way_out() -> None:
    for size in SIZES:
        board = small_board(*size)
        for face in range(board.n_faces):
            row = crossing(board, Side(face, True))
            for lines in degree_sets(board):
                assert keeps(board, lines, row) == is_inside(board, lines, face)


def test_what_cannot_be_taken_is_refused_by_name() -> None:
    board = small_board(2, 2)
    either = Either(((Side(0, True),), (Cardinality((0, 1), (1,)),)))
    with pytest.raises(UsageError, match=r"the test does not support a choice between alternatives"):
        decompose(build(board, [either]), Supports(selectors=True), "the test")
    with pytest.raises(UsageError, match="with several loops"):
        decompose(build(board, loop="any"), replace(EVERYTHING, any_loop=False), "it")
    with pytest.raises(UsageError, match="it needs a board of the kind triangle, got square"):
        decompose(build(board), replace(EVERYTHING, boards=("triangle",)), "it")
    with pytest.raises(UsageError, match="names a selector that does not exist"):
        build(board, [Cardinality((0,), (1,), selector=3)], n_selectors=2)


@pytest.mark.parametrize("limit", [0, 9], ids=["counter", "direct"])
@pytest.mark.parametrize("n", range(1, 5))
def test_clauses_of_a_sum_allow_its_numbers_alone(n: int, limit: int) -> None:
    """Whatever numbers, and with one literal more than once; unless the condition is true."""
    for literals in combinations_with_replacement(range(1, n + 1), n):
        for bits in product((False, True), repeat=n + 1):
            sums = tuple(number for number, is_allowed in enumerate(bits) if is_allowed)
            rows = sum_clauses(literals, sums, count(n + 2), [n + 1], most_direct=limit)
            with Solver("minisat22", bootstrap_with=rows) as solver:
                for values in product((-1, 1), repeat=n + 1):
                    number = sum(values[literal - 1] > 0 for literal in literals)
                    found = solver.solve([value * (i + 1) for i, value in enumerate(values)])
                    assert found == (number in sums or values[n] > 0)
