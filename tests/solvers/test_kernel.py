"""The kernel against brute force, with and without a budget; the compiled kernel against its own source."""

from __future__ import annotations

import json
import random
import subprocess
from array import array
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.names import parse_board
from slitherenc.model.constraints import Cardinality, Either, Side, between
from slitherenc.model.decompose import decompose
from slitherenc.model.model import Model, build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.kernel import is_compiled, kernel_class
from slitherenc.solvers.kernel.columns import kernel_columns
from slitherenc.solvers.kernel.kernel_engine import SUPPORTS
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES, set_plain
from tests.support.board_samples import SMALL
from tests.support.brute import Lines, clue_sets, small_board, solutions

pytestmark = pytest.mark.kernel

ALL = 1 << 30
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with the Python source and with the compiled kernel."""
    name: str = request.param
    set_plain(monkeypatch, name == "plain")
    if name == "compiled" and not is_compiled():
        pytest.skip("the kernel is not compiled here")
    assert is_compiled() == (name == "compiled")
    return name


def searched(model: Model, limit: int = ALL, budget: int = -1) -> tuple[int, list[Lines], list[int], tuple[int, ...]]:
    """The verdict, the loops, what is decided, and the work."""
    kernel = kernel_class()(*kernel_columns(model))
    verdict = kernel.search(limit, budget)
    loops = [frozenset(i for i, on in enumerate(loop) if on) for loop in kernel.loops()]
    return verdict, loops, list(kernel.value), (kernel.n_probes, kernel.n_looks, kernel.n_nodes)


def test_a_sum_with_gaps_decides_its_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    """All three or none, and one is known: the constraints alone imply the others, before anything is tried."""
    set_plain(monkeypatch, True)
    board = small_board(3, 3)
    top = tuple(edge for edge in range(board.n_edges) if board.edge_name(edge).startswith("h_0_"))
    for one, line in product(top, (0, 1)):
        kernel = kernel_class()(*kernel_columns(build(board, [Cardinality(top, (0, 3)), Cardinality((one,), (line,))])))
        kernel.start()
        assert [kernel.value[edge] for edge in top] == [line] * 3


def models(board: Board, number: int, seed: int) -> list[Model]:
    """Of puzzles with none, one and several loops; some visit every vertex, some have sums over any edges."""
    rng = random.Random(seed)
    found = []
    for i, puzzle in enumerate(clue_sets(board, number, seed)):
        if i % 5 == 4:
            puzzle = replace(puzzle, variants={EVERY_VERTEX})
        model = model_of(puzzle)
        if i % 5 == 3:
            edges = [rng.sample(range(board.n_edges), min(5, board.n_edges)) for _ in range(3)]
            rows = [between(some, rng.randint(0, 2), rng.randint(2, 4)) for some in edges]
            degrees = [rng.choice(([0, 2], [0, 2], [0, 2], [2], [0])) for _ in range(board.n_vertices)]
            model = build(board, rows, degrees)
        if i % 5 == 2:
            gaps = [tuple(sorted(rng.sample(range(6), 2))) for _ in range(3)]
            some = [rng.sample(range(board.n_edges), min(5, board.n_edges)) for _ in gaps]
            chosen = [Cardinality(tuple(e), sums) for e, sums in zip(some, gaps, strict=True)]
            sides = [Side(rng.randrange(board.n_faces), rng.random() < 0.6) for _ in range(2)]
            rows = rng.choice([chosen, sides, [chosen[0], sides[0]]])
            model = decompose(build(board, rows), SUPPORTS, "the kernel")
        found.append(model)
    return found


SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_finds_exactly_the_loops(way: str, size: tuple[int, int]) -> None:
    for model in models(small_board(*size), 60 if way == "compiled" else 20, 1):
        check_all(model)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", list(SMALL))
def test_it_finds_exactly_the_loops_on_other_boards(way: str, name: str) -> None:
    for model in models(SMALL[name](), 12 if way == "compiled" else 5, 2):
        check_all(model)


def check_all(model: Model) -> None:
    wanted = solutions(model)
    verdict, loops, _, _ = searched(model)
    assert verdict == 1
    assert len(loops) == len(set(loops))
    assert set(loops) == wanted
    for limit in (1, 2):
        verdict, some, _, _ = searched(model, limit)
        assert some == loops[:limit]
        assert verdict == (0 if len(wanted) >= limit else 1)


@pytest.mark.exhaustive
def test_what_is_decided_within_a_budget_holds_for_every_other_loop(way: str) -> None:
    gave_up = 0
    number = 60 if way == "compiled" else 20
    for model in models(small_board(3, 4), number, 3) + models(small_board(3, 3), number, 4):
        wanted = solutions(model)
        for budget in (0, 1, 2, 5, 10):
            verdict, loops, value, _ = searched(model, ALL, budget)
            assert set(loops) <= wanted
            if verdict == 1:
                assert set(loops) == wanted
                continue
            gave_up += 1
            for other in wanted - set(loops):
                assert all(known in (-1, int(edge in other)) for edge, known in enumerate(value))
    assert gave_up > number


def test_compiled_and_plain_take_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_compiled():
        pytest.skip("the kernel is not compiled here")
    boards = [small_board(3, 4), small_board(4, 4), parse_board("loopy:floret:2x2"), parse_board("triangle:5")]
    cases = [
        (model, budget) for i, board in enumerate(boards) for model in some_models(board, i) for budget in (-1, 0, 3)
    ]
    cases.append((model_of(read(EXAMPLES / "nikoli-8x8.txt")), -1))
    for model, budget in cases:
        set_plain(monkeypatch, False)
        compiled = searched(model, 50, budget)
        set_plain(monkeypatch, True)
        assert searched(model, 50, budget) == compiled


def some_models(board: Board, seed: int) -> list[Model]:
    rng = random.Random(seed)
    sizes = np.diff(board.face_start)
    found = []
    for _ in range(12):
        clues = [rng.randint(0, int(size) - 1) if rng.random() < 0.5 else NO_CLUE for size in sizes]
        found.append(model_of(Puzzle(board, np.array(clues))))
    return found


def test_a_face_of_three_hundred_edges(way: str) -> None:
    n = 300
    angle = np.arange(n) * 2 * np.pi / n
    xy = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    board = from_faces("graph", (), xy, np.array([0, n], np.int32), np.arange(n, dtype=np.int32))
    assert [len(loop) for loop in searched(build(board))[1]] == [n]
    assert searched(build(board, [between(range(n), 0, n - 1)]))[:2] == (1, [])


def test_columns_that_contradict_each_other_are_refused(way: str) -> None:
    columns = kernel_columns(build(small_board(2, 2), [Cardinality((0, 1, 2, 3), (1, 3))]))  # 9 vertices, 12 edges
    kernel_class()(*columns)
    names = ("ends", "vertex_start", "vertex_edges", "must", "sum_start", "sum_edges", "low", "high", "gaps", "allowed")
    spoiled = 0
    for at, name in enumerate(names):
        column = array("i", columns[at])
        for place in {0, len(column) // 2, len(column) - 1}:
            for number in (-1, 99):
                if (name, number) in (("high", 99), ("gaps", -1)):
                    continue  # more lines than the sum has edges are allowed: it says nothing; -1 is no gap
                spoiled += 1
                worse = array("i", column)
                worse[place] = number
                with pytest.raises(ValueError, match="the arrays are inconsistent"):
                    kernel_class()(*columns[:at], worse, *columns[at + 1 :])
        for other in (column[:-1], column + array("i", [0])):
            if (name, len(other)) in (("gaps", 0), ("allowed", 6)):
                continue  # no gaps; more than is asked for
            with pytest.raises(ValueError, match="the arrays are inconsistent"):
                kernel_class()(*columns[:at], other, *columns[at + 1 :])
    assert spoiled > 30


def test_a_model_that_is_none_is_refused() -> None:
    model = model_of(read("slither/2/2/3i"))
    sums = replace(model.cardinalities, edges=np.array([0, 1, 2, 99], np.int32))
    for wrong in (replace(model, cardinalities=sums), replace(model, degrees=np.full(3, 5, np.uint8))):
        with pytest.raises(UsageError, match="arrays of this model are inconsistent"):
            next(METHODS.load("kernel")().loops(wrong, Stats()))


def test_what_it_does_not_support_is_refused_or_rewritten() -> None:
    board = small_board(2, 2)
    engine = METHODS.load("kernel")()
    ways = ((Cardinality((0, 1, 2), (0,)),), (Cardinality((0, 1, 2), (2,)),))
    with pytest.raises(UsageError, match="the method kernel does not support a choice between alternatives"):
        next(engine.loops(build(board, [Either(ways)]), Stats()))
    with pytest.raises(UsageError, match="the method kernel does not support solutions with several loops"):
        next(engine.loops(build(board, loop="any"), Stats()))
    weighted = build(board, [Cardinality((0, 1, 2, 4), (5,), (2, 2, 1, 1))])
    gaps = build(board, [Cardinality((0, 1, 2, 4), (2, 6), (2, 2, 1, 1))])
    for model in (weighted, gaps, build(small_board(3, 3), [Side(4, False)])):
        assert {frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())} == solutions(model)


def test_the_command_line_says_how_it_ran(way: str, run: Run) -> None:
    done = run("solve", str(EXAMPLES / "nikoli-8x8.txt"), "--method", "kernel", "--unique", "--json")
    document = json.loads(done.stdout)
    assert document["status"] == "unique"
    assert document["method"] == "kernel"
    assert document["solver"] == ("compiled" if way == "compiled" else "plain")


def test_a_caller_may_read_on() -> None:
    puzzle = read("slither/3/3/o")
    wanted = {loop.text() for loop in solve(puzzle, method="lazy", limit=None).loops}
    result = solve(puzzle, method="kernel", limit=None)
    assert result.complete
    assert [loop.text() for loop in result.loops[:5]] == [
        loop.text() for loop in solve(puzzle, method="kernel", limit=5).loops
    ]
    assert {loop.text() for loop in result.loops} == wanted


def test_arrays_may_be_empty() -> None:
    model = build(small_board(1, 1))
    assert [list(column) for column in kernel_columns(model)[4:]] == [[0], [], [], [], [], []]
    assert searched(model)[:2] == (1, [frozenset(range(4))])


@pytest.mark.parametrize("nodes", [1, 50, 300, 400, 2000])
def test_a_limit_of_steps_is_the_same_without_a_compiler(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = str(EXAMPLES / "second-loops-30x30.txt")
    first = solve(hard, limit=2, nodes=nodes)
    set_plain(monkeypatch, True)
    again = solve(hard, limit=2, nodes=nodes)
    assert first.gave_up == again.gave_up == f"no verdict after {nodes:,} steps of the search"
    assert (first.loops, first.stats.probes, first.stats.rounds) == (
        again.loops,
        again.stats.probes,
        again.stats.rounds,
    )


def test_enough_steps_change_nothing() -> None:
    hard = str(EXAMPLES / "second-loops-30x30.txt")
    assert solve(hard, limit=2, nodes=10**6) == solve(hard, limit=2)
    assert len(solve("slither/3/3/i", limit=None, nodes=10**5).loops) == 213
    few = solve("slither/3/3/i", limit=None, nodes=20)
    assert 0 < len(few.loops) < 213
    assert few.gave_up
    for name in ("myopia", "liar"):  # which the kernel does not take
        puzzle = EXAMPLES / "variants" / f"{name}.json"
        assert solve(puzzle, limit=2, nodes=10**6) == solve(puzzle, limit=2)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"nodes": 0}, "nodes must be"), ({"nodes": 5, "solver": "cadical"}, "'nodes' cannot be combined with 'solver'")],
)
def test_steps_that_cannot_be_counted_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        solve("slither/2/2/3gb", **options)
