"""Every clue type and variant on small boards: encodings and engines against its meaning.

That constraints and `broken` have this meaning is tested in tests/puzzles/test_meaning.py.
"""

from __future__ import annotations

import pytest

from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.exhaustive.test_coloring import WAYS
from tests.exhaustive.test_encodings import ENCODINGS
from tests.support.brute import Lines, projected, read_back
from tests.support.meaning import CASES, KINDS, SQUARES, clue_sets_of, solutions_of
from tests.support.quick import first

pytestmark = pytest.mark.exhaustive

FEW = 4  # clue sets of a kind on a board, in the quick tests
MOST = 150  # loops of a puzzle for HiGHS


def found(model: Model, method: str, **choice: object) -> set[Lines]:
    loops = [frozenset(loop.edges.tolist()) for loop in METHODS.load(method)(**choice).loops(model, Stats())]
    assert len(loops) == len(set(loops))
    return set(loops)


@pytest.mark.parametrize("few", first(1, [FEW // 2, FEW]))
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_two_engines_on_each_rule(kind: str, name: str, few: int) -> None:
    for at, puzzle in enumerate(clue_sets_of(kind, name, few)):
        model, wanted = model_of(puzzle), solutions_of(puzzle)
        assert found(model, "coloring", rules=WAYS[at][0], branch=WAYS[at][1]) == wanted, puzzle
        if at % 2:
            assert found(model, "lazy") == wanted, puzzle


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_engine_and_encoding(kind: str, name: str) -> None:
    """At least 200 clue sets of each kind over its boards."""
    number = 200 // sum(one == kind for one, _ in CASES) + 1
    for at, puzzle in enumerate(clue_sets_of(kind, name, number)):
        model, wanted = model_of(puzzle), solutions_of(puzzle)
        for options in ENCODINGS[:5]:
            assert projected(clauses(model, options)) == wanted, (puzzle, options)
        read = read_back(model, EncodeOptions(integers=("log", "order")[at % 2]))
        assert projected(read, on=model.board.n_edges) == wanted, puzzle
        for method in ("lazy", "tree", "numbering", "coloring", "zdd"):
            assert found(model, method) == wanted, (puzzle, method)
        assert found(model, "coloring", rules=WAYS[1 + at % 3][0], branch=WAYS[1 + at % 3][1]) == wanted, puzzle
        if len(wanted) <= MOST:
            for formulation in ("edges", "cells") if name in SQUARES else ("edges",):
                assert found(model, "ilp", formulation=formulation) == wanted, (puzzle, formulation)


@pytest.mark.slow
def test_the_clue_sets_are_of_every_kind() -> None:
    for kind in KINDS:
        puzzles = [puzzle for one, name in CASES if one == kind for puzzle in clue_sets_of(kind, name, 2 * FEW)]
        numbers = [len(solutions_of(puzzle)) for puzzle in puzzles]
        assert numbers.count(0) >= 1, kind
        assert numbers.count(1) >= 1, kind
        assert sum(n > 1 for n in numbers) >= 3, kind
    mixed = [puzzle for one, name in CASES if one == "mixed" for puzzle in clue_sets_of(one, name, FEW)]
    types = {clue.type for puzzle in mixed for clue in puzzle.typed.values()}
    assert {"touch", "vertex", "sheep-wolf", "myopia"} <= types
