"""Every encoding on every small board against brute force: the set of loops on the edge variables is equal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import inf

import numpy as np
import pytest

from slitherenc.base.errors import UsageError
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.constraints import between
from slitherenc.model.model import LoopRule, Model, build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.conftest import with_minisat
from tests.support.brute import SMALL_BOARDS, Lines, clue_sets, n_models, projected, read_back, small_board, solutions
from tests.support.quick import first, slow

pytestmark = pytest.mark.exhaustive

PER_BOARD = 20  # 12 boards: 240 clue sets
TREE = EncodeOptions(connectivity="tree")
ENCODINGS = [
    TREE,
    *(
        EncodeOptions(integers=integers, symmetry=symmetry)
        for integers in ("log", "order")
        for symmetry in ("none", "full")
    ),
    *(EncodeOptions(symmetry=step) for step in ("domain", "start", "direction", "peaks")),
]


def puzzles(height: int, width: int) -> list[Puzzle]:
    return list(clue_sets(small_board(height, width), PER_BOARD, seed=100 * height + width))


MOST = 12  # loops of a puzzle in every run: to find hundreds takes long, so all puzzles are slow
BOARDS = [*((size, MOST) for size in SMALL_BOARDS), *(slow((size, inf)) for size in SMALL_BOARDS)]


def solved_puzzles(
    size: tuple[int, int], most: float, loop: LoopRule = "single", every: int = 1
) -> Iterator[tuple[Model, set[Lines]]]:
    """The models of the board's puzzles, or of every n-th, that have at most so many loops, with their loops."""
    for puzzle in puzzles(*size)[::every]:
        model = model_of(puzzle, loop=loop)
        wanted = solutions(model)
        if len(wanted) <= most:
            yield model, wanted


def test_clue_sets_are_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for size in SMALL_BOARDS:
        for puzzle in puzzles(*size):
            number = len(solutions(model_of(puzzle)))
            kinds["none" if number == 0 else "one" if number == 1 else "several"] += 1
    total = sum(kinds.values())
    assert total >= 200
    assert all(len(list(solved_puzzles(size, MOST))) >= PER_BOARD * 0.4 for size in SMALL_BOARDS)
    assert kinds["several"] >= total / 2
    assert kinds["none"] >= total / 5
    assert kinds["one"] >= 10


@pytest.mark.parametrize(("size", "most"), BOARDS)
@pytest.mark.parametrize("options", ENCODINGS, ids=lambda o: f"{o.connectivity}-{o.integers}-{o.symmetry}")
def test_one_loop_encodings_have_exactly_the_loops(size: tuple[int, int], most: float, options: EncodeOptions) -> None:
    for model, wanted in solved_puzzles(size, most):
        assert projected(clauses(model, options)) == wanted


@pytest.mark.parametrize(("size", "most"), BOARDS)
def test_none_has_exactly_the_slitherlinks(size: tuple[int, int], most: float) -> None:
    for model, wanted in solved_puzzles(size, most, loop="any"):
        assert projected(clauses(model, EncodeOptions(connectivity="none"))) == wanted


@pytest.mark.parametrize("every", first(1, [6, 1]))
@pytest.mark.parametrize(("size", "most"), BOARDS)
@pytest.mark.parametrize("options", ENCODINGS[:5], ids=lambda o: f"{o.connectivity}-{o.integers}-{o.symmetry}")
def test_csp_read_back_has_exactly_the_loops(
    size: tuple[int, int], most: float, options: EncodeOptions, every: int
) -> None:
    for model, wanted in solved_puzzles(size, most, every=every):
        lowered = read_back(model, options)
        assert projected(lowered, on=model.board.n_edges) == wanted


@pytest.mark.parametrize(("size", "most"), BOARDS)
@pytest.mark.parametrize("options", [TREE, EncodeOptions()], ids=["tree", "numbering-log-full"])
def test_one_model_a_loop(size: tuple[int, int], most: float, options: EncodeOptions) -> None:
    for model, wanted in solved_puzzles(size, most):
        assert n_models(clauses(model, options)) == len(wanted)


def hand_made(seed: int) -> Model:
    """A Model without a puzzle: counts of any edges and bounds, selectors, vertices that must (not) be visited."""
    rng = random.Random(seed)
    board = small_board(rng.randint(1, 3), rng.randint(1, 4))
    n_selectors = rng.choice([0, 0, 1, 3])
    counts = []
    for _ in range(rng.randint(0, 4)):
        edges = tuple(rng.sample(range(board.n_edges), rng.randint(1, min(9, board.n_edges))))
        low = rng.randint(0, len(edges))
        high = rng.randint(low, len(edges) + 1)
        counts.append(between(edges, low, high, selector=rng.randint(0, n_selectors)))
    degrees = [rng.choices([(0, 2), (2,), (0,)], [12, 1, 1])[0] for _ in range(board.n_vertices)]
    if rng.random() < 0.2:
        degrees = [(2,)] * board.n_vertices
    return build(board, counts, degrees, rng.choice(["single", "single", "any"]), n_selectors)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", first(20, range(60)))
def test_models_made_by_hand(seed: int) -> None:
    model = hand_made(seed)
    selectors = [g for g in range(1, model.n_selectors + 1) if random.Random(seed).random() < 0.5]
    off = [-(model.board.n_edges + g) for g in range(1, model.n_selectors + 1) if g not in selectors]
    assume = [model.board.n_edges + g for g in selectors] + off
    wanted = solutions(model, selectors)
    for options in ENCODINGS[:5]:
        assert projected(clauses(model, options), assume) == wanted
    if model.loop == "any":
        assert projected(clauses(model, EncodeOptions(connectivity="none")), assume) == wanted


@pytest.mark.parametrize("seed", first(12, range(40)))
@pytest.mark.parametrize("method", [name for name in METHODS.names() if name not in ("ilp", "zdd")])  # test_programs
def test_engines_on_models_made_by_hand(seed: int, method: str) -> None:
    model = hand_made(seed)
    wanted = solutions(model)
    engine = METHODS.load(method)()
    if model.loop == "any" and not engine.supports.any_loop:
        with pytest.raises(UsageError, match="with several loops"):
            next(engine.loops(model, Stats()))
        return
    found = [frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())]
    assert len(found) == len(set(found))
    assert set(found) == wanted


@pytest.mark.parametrize(("size", "most"), BOARDS)
@pytest.mark.parametrize("method", [name for name in METHODS.names() if name not in ("ilp", "zdd")])  # test_programs
def test_engines_find_every_loop_once(size: tuple[int, int], most: float, method: str) -> None:
    for model, wanted in solved_puzzles(size, most):
        engine = METHODS.load(method)(**with_minisat(method))
        found = [frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())]
        assert len(found) == len(set(found))
        assert set(found) == wanted


def test_every_vertex() -> None:
    for size in SMALL_BOARDS:
        board = small_board(*size)
        model = model_of(Puzzle(board, np.full(board.n_faces, -1), variants={EVERY_VERTEX}))
        for options in ENCODINGS[:5]:
            assert projected(clauses(model, options)) == solutions(model)
