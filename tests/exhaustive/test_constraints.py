"""Every kind of constraint, in every encoding, formulation and engine that takes it, against brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from slitherenc.base.errors import UsageError
from slitherenc.base.supports import EVERYTHING, Supports
from slitherenc.boards.board import Bits
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.model.check_model import check_model
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing, decompose
from slitherenc.model.model import Model, build
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.enumerate import SubtourCuts, enumerate_loops
from slitherenc.solvers.protocols import Engine
from slitherenc.solvers.stats import Stats
from tests.brute import degree_sets, is_inside, keeps, projected, read_back, small_board, solutions
from tests.quick import first

pytestmark = pytest.mark.exhaustive

SIZES = [(1, 2), (2, 2), (2, 3), (3, 3), (2, 4)]
ENCODINGS = [
    EncodeOptions(connectivity="tree"),
    *(EncodeOptions(integers=i, symmetry=s) for i in ("log", "order") for s in ("none", "full")),
]


def sums(rng: random.Random, most: int) -> tuple[int, ...]:
    """Allowed sums, often with gaps."""
    return tuple(sorted(rng.sample(range(most + 1), rng.randint(1, most)))) or (0,)


def cardinality(rng: random.Random, n_edges: int, n_selectors: int = 0, weighted: bool = True) -> Cardinality:
    edges = tuple(rng.sample(range(n_edges), rng.randint(1, min(6, n_edges))))
    weights = tuple(rng.randint(1, 3) for _ in edges) if weighted and rng.random() < 0.4 else ()
    allowed = sums(rng, sum(weights) or len(edges))
    return Cardinality(edges, allowed, weights, selector=rng.randint(0, n_selectors))


def varied(seed: int) -> Model:
    """A Model with every kind of constraint."""
    rng = random.Random(seed)
    board = small_board(*rng.choice(SIZES))
    n_selectors = rng.choice([0, 0, 2])
    rows: list[Cardinality | Side | Either] = [
        cardinality(rng, board.n_edges, n_selectors) for _ in range(rng.randint(0, 2))
    ]
    for _ in range(rng.randint(0, 2)):
        rows.append(Side(rng.randrange(board.n_faces), rng.random() < 0.6, rng.randint(0, n_selectors)))
    for _ in range(rng.randint(0, 2)):
        parts = [
            Side(rng.randrange(board.n_faces), rng.random() < 0.5)
            if rng.random() < 0.4
            else cardinality(rng, board.n_edges)
            for _ in range(rng.randint(2, 4))
        ]
        at = rng.randint(1, len(parts) - 1)
        rows.append(Either((tuple(parts[:at]), tuple(parts[at:])), selector=rng.randint(0, n_selectors)))
    return build(board, rows, loop=rng.choice(["single", "single", "any"]), n_selectors=n_selectors)


def few_loops(seed: int) -> Model:
    """The first Model from the seed on of at most 40 solutions: an integer program for each takes its time."""
    models = (varied(seed + 10_000 * i) for i in count())
    return next(model for model in models if len(solutions(model)) <= 40)


def chosen_selectors(model: Model, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [g for g in range(1, model.n_selectors + 1) if rng.random() < 0.6]


def test_the_models_are_of_every_kind() -> None:
    models = [varied(seed) for seed in range(60)]
    numbers = [len(solutions(model)) for model in models]
    assert sum(n == 0 for n in numbers) >= 5
    assert sum(n > 1 for n in numbers) >= 20
    assert any(model.sides for model in models)
    assert any(model.eithers for model in models)
    assert any(model.cardinalities.weights is not None for model in models)
    assert any(not model.cardinalities.interval.all() for model in models)


@pytest.mark.parametrize("seed", first(20, range(60)))
def test_every_encoding_has_exactly_the_solutions(seed: int) -> None:
    model = varied(seed)
    true = chosen_selectors(model, seed)
    wanted = solutions(model, true)
    first = model.board.n_edges
    assume = [first + g if g in true else -first - g for g in range(1, model.n_selectors + 1)]
    for options in ENCODINGS:
        assert projected(clauses(model, options), assume) == wanted, options
    if not model.n_selectors:
        assert projected(read_back(model, ENCODINGS[1]), on=first) == wanted


@pytest.mark.parametrize("seed", first(12, range(40)))
@pytest.mark.parametrize("method", ["lazy", "tree", "numbering", "zdd", "coloring", "ilp"])
def test_every_engine_finds_exactly_the_solutions(seed: int, method: str) -> None:
    if method in ("zdd", "ilp"):
        pytest.importorskip({"zdd": "graphillion", "ilp": "highspy"}[method])
    model = few_loops(1000 + seed)
    found = [frozenset(loop.edges.tolist()) for loop in engine(method).loops(model, Stats())]
    assert len(found) == len(set(found))
    assert set(found) == solutions(model)


@pytest.mark.parametrize("seed", first(8, range(30)))
@pytest.mark.parametrize("formulation", ["edges", "cells"])
def test_every_formulation_under_selectors(seed: int, formulation: str) -> None:
    pytest.importorskip("highspy")
    from slitherenc.encodings.ilp.model import program
    from slitherenc.solvers.ilp.highs import HighsSolver

    model = few_loops(2000 + seed)
    true = chosen_selectors(model, seed)
    wanted = solutions(model, true)
    solver = HighsSolver(program(model, formulation))
    separation = SubtourCuts(model, true)
    found = list(enumerate_loops(solver, model, Stats(), true, separation=separation))
    solver.close()
    assert {frozenset(loop.edges.tolist()) for loop in found} == wanted
    assert len(found) == len(wanted)


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
        bits = bits_of(model, lines)
        assert (not check_model(model, bits, true)) == (lines in wanted)


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
    with pytest.raises(UsageError, match="asks for one loop"):
        decompose(build(board, loop="any"), replace(EVERYTHING, any_loop=False), "it")
    with pytest.raises(UsageError, match="it needs a board of the kind triangle, got square"):
        decompose(build(board), replace(EVERYTHING, boards=("triangle",)), "it")
    with pytest.raises(UsageError, match="names a selector that does not exist"):
        build(board, [Cardinality((0,), (1,), selector=3)], n_selectors=2)


def engine(method: str) -> Engine:
    made: Engine = METHODS.load(method)()
    return made


def bits_of(model: Model, lines: frozenset[int]) -> Bits:
    return np.isin(np.arange(model.board.n_edges), list(lines))
