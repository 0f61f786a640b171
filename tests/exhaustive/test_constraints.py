"""Every kind of constraint, in every encoding, formulation and engine that takes it, against brute force.

`decompose` and the checker of models are tested in tests/model/test_constraints.py.
"""

from __future__ import annotations

from itertools import count

import pytest

from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.model import Model
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.enumerate import enumerate_loops
from slitherenc.solvers.protocols import Engine
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.stats import Stats
from tests.support.brute import projected, read_back, solutions
from tests.support.quick import first
from tests.support.varied_models import chosen_selectors, varied

pytestmark = pytest.mark.exhaustive

ENCODINGS = [
    EncodeOptions(connectivity="tree"),
    *(EncodeOptions(integers=i, symmetry=s) for i in ("log", "order") for s in ("none", "full")),
]


def few_loops(seed: int) -> Model:
    """The first Model from the seed on of at most 40 solutions: an integer program for each takes its time."""
    models = (varied(seed + 10_000 * i) for i in count())
    return next(model for model in models if len(solutions(model)) <= 40)


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


@pytest.mark.parametrize("seed", first(4, range(30)))
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


def engine(method: str) -> Engine:
    made: Engine = METHODS.load(method)()
    return made
