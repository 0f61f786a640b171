"""The residual of decided edges against brute force, and the method auto, which is built on it."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from itertools import permutations

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.model import Model, build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers import auto
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.kernel import is_compiled
from slitherenc.solvers.residual import _components, residual_of
from slitherenc.solvers.sat.sat_engine import LazyEngine, TreeEngine
from slitherenc.solvers.stats import Stats
from tests.conftest import EXAMPLES, set_plain
from tests.solvers.test_kernel import models
from tests.support.board_samples import SMALL
from tests.support.brute import Lines, small_board, solutions
from tests.support.quick import first

Run = Callable[..., subprocess.CompletedProcess[str]]
Values = np.ndarray[tuple[int], np.dtype[np.int32]]
BOARDS = [(2, 2), (2, 4), (3, 3), (3, 4), *SMALL]

pytestmark = pytest.mark.kernel

compiled = pytest.mark.skipif(not is_compiled(), reason="the kernel is not compiled here")


def board_named(name: str | tuple[int, int]) -> Board:
    return SMALL[name]() if isinstance(name, str) else small_board(*name)


def some_decided(board: Board, loop: Lines, share: float, rng: random.Random) -> Values:
    """Some edges decided as a loop has them, at least one not, and no line beside the two of a vertex undecided."""
    value = np.array([int(e in loop) if rng.random() < share else -1 for e in range(board.n_edges)], np.int32)
    value[rng.choice(sorted(loop))] = -1
    for vertex in range(board.n_vertices):
        around = board.edges_of_vertex(vertex)
        if (value[around] == 1).sum() == 2:
            value[around[value[around] < 0]] = 0
    return value


def mates_of(board: Board, value: Values) -> Values:
    """The other end of the path, walked edge by edge, of each vertex with one line."""
    mates = np.arange(board.n_vertices, dtype=np.int32)
    for start in range(board.n_vertices):
        vertex, came = start, -1
        while True:
            onward = [e for e in board.edges_of_vertex(vertex).tolist() if value[e] == 1 and e != came]
            if len(onward) != 1:
                break
            (came,) = onward
            vertex = int(board.ends[came].sum()) - vertex
        mates[start] = vertex
    return mates


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", first(1, [12, 30]))
@pytest.mark.parametrize("name", BOARDS, ids=str)
def test_its_loops_are_those_that_agree(name: str | tuple[int, int], number: int) -> None:
    board = board_named(name)
    rng = random.Random(1)
    seen = set()
    for model in models(board, number if board.n_edges < 33 else 8, 5):
        wanted = solutions(model)
        loop = rng.choice(sorted(map(sorted, wanted)) or [[0]])
        value = some_decided(board, frozenset(loop), rng.choice([0.0, 0.3, 0.6, 0.9]) if wanted else 0.0, rng)
        agree = {lines for lines in wanted if all(known in (-1, e in lines) for e, known in enumerate(value.tolist()))}
        rest = residual_of(model, value, mates_of(board, value))
        for engine in (LazyEngine(), TreeEngine()):
            loops = [frozenset(np.flatnonzero(rest.lift(o.bits())).tolist()) for o in engine.loops(rest.model, Stats())]
            assert len(loops) == len(set(loops))
            assert set(loops) == agree
        seen.add("several" if len(agree) > 1 else "one" if agree else "none")
        seen.add("paths" if (value == 1).any() else "no path")
    if name == (3, 4):
        assert seen >= {"several", "one", "none", "paths", "no path"}


def test_a_sum_that_has_no_number_left_leaves_no_loop() -> None:
    """All sides of the middle cell are lines or none is, while one is decided to be a line and one not."""
    board = small_board(3, 3)
    sides = board.edges_of_face(4).tolist()
    model = build(board, [Cardinality(tuple(sides), (0, 4))])
    for line, other in permutations(sides, 2):
        value = np.full(board.n_edges, -1, np.int32)
        value[[line, other]] = [1, 0]
        rest = residual_of(model, value, mates_of(board, value))
        for engine in (LazyEngine(), TreeEngine()):
            assert not list(engine.loops(rest.model, Stats()))


def test_components_are_labeled_by_their_smallest_thing() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        n = int(rng.integers(1, 40))
        pairs = rng.integers(-1, n, (int(rng.integers(0, 60)), 2))  # -1 is the last thing
        smallest = list(range(n))
        for a, b in pairs.tolist():
            one, two = sorted((smallest[a], smallest[b]))
            smallest = [one if label == two else label for label in smallest]
        assert _components(n, *pairs.T).tolist() == smallest


def test_pieces_are_joined_by_bridges() -> None:
    """The four sides of one corner cell and those of the other one, all between decided to be no lines."""
    board = square(1, 5)
    left, right = (set(board.edges_of_face(face).tolist()) for face in (0, 4))
    value = np.array([-1 if edge in left | right else 0 for edge in range(board.n_edges)], np.int32)
    rest = residual_of(build(board), value, mates_of(board, value))
    smaller = rest.model.board
    assert (smaller.n_vertices, smaller.n_edges, smaller.n_faces) == (8, 9, 2)
    assert smaller.sides[8].tolist() == [-1, -1]
    for engine in (LazyEngine(), TreeEngine()):
        loops = {frozenset(np.flatnonzero(rest.lift(o.bits())).tolist()) for o in engine.loops(rest.model, Stats())}
        assert loops == {frozenset(left), frozenset(right)}


def with_gaps(board: Board, number: int) -> Iterator[Model]:
    """Models of sums that allow any numbers; some of them no number at all that the edges can have."""
    rng = random.Random(number)
    for _ in range(number):
        some = [rng.sample(range(board.n_edges), rng.randint(1, 6)) for _ in range(4)]
        rows = [Cardinality(tuple(edges), tuple(sorted(rng.sample(range(8), rng.randint(2, 5))))) for edges in some]
        yield build(board, rows)


@compiled
@pytest.mark.exhaustive
@pytest.mark.parametrize("budget", [0, 1, 2, 5, 10, 50])
@pytest.mark.parametrize("number", [5, pytest.param(75, marks=pytest.mark.slow)])
def test_auto_finds_every_loop_once_whatever_the_budget(
    number: int, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "BUDGET", budget)
    rests = 0
    for board in (small_board(3, 4), small_board(3, 3), board_named("two holes"), board_named("kites")):
        for model in [*models(board, number, 6), *with_gaps(board, number)]:
            stats = Stats()
            loops = [frozenset(loop.edges.tolist()) for loop in METHODS.load("auto")().loops(model, stats)]
            assert len(loops) == len(set(loops))
            assert set(loops) == solutions(model)
            rests += "residual" in stats.seconds
    assert rests or budget


@compiled
def test_a_large_rest_goes_to_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "BUDGET", 0)
    puzzle = read(EXAMPLES / "second-loops-30x30.txt")
    found = solve(puzzle, limit=2)
    assert (found.status, found.stats.method) == ("unique", "lazy")
    assert 0 < found.stats.decided < puzzle.board.n_edges
    monkeypatch.setattr(auto, "LARGE", 100)
    again = solve(puzzle, limit=2)
    assert (again.status, again.stats.method) == ("unique", "tree")
    assert again.loops == found.loops


@pytest.mark.parametrize("size", ["10x10", "71x71"])
def test_nearly_blank_boards_take_no_time(size: str) -> None:
    height, width = map(int, size.split("x"))
    puzzle = Puzzle(square(height, width), np.array([1] + [NO_CLUE] * (height * width - 1)))
    assert solve(puzzle, limit=2, timeout=60).status == "multiple"


def test_auto_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    set_plain(monkeypatch, True)
    for side, share, method in ((5, 0.0, "lazy"), (71, 1.0, "tree"), (71, 0.0, "lazy")):
        rows = [Cardinality((), (1,))]  # no solution, which is quickly seen
        rows += [Cardinality((face,), (0, 1)) for face in range(int(share * side * side))]
        stats = Stats()
        assert next(METHODS.load("auto")().loops(build(square(side, side), rows), stats), None) is None
        assert stats.method == method


def test_a_named_solver_solves_the_whole_puzzle() -> None:
    found = solve(read(EXAMPLES / "nikoli-8x8.txt"), solver="cadical", limit=2)
    assert (found.status, found.stats.method, found.stats.solver) == ("unique", "lazy", "cadical")
    assert found.stats.decided == 0


def test_what_the_kernel_does_not_take_goes_to_a_solver() -> None:
    ways = ((Cardinality((0, 1, 2), (0,)),), (Cardinality((0, 1, 2), (2,)),))
    model = build(small_board(2, 2), [Either(ways)])
    stats = Stats()
    loops = {frozenset(loop.edges.tolist()) for loop in METHODS.load("auto")().loops(model, stats)}
    assert loops == solutions(model)
    assert (stats.method, stats.decided) == ("lazy", 0)


@compiled
def test_the_command_tells_what_was_decided(run: Run) -> None:
    done = run("solve", EXAMPLES / "nikoli-8x8.txt", "--json")
    document = json.loads(done.stdout)
    assert (document["method"], document["solver"], document["decided"]) == ("kernel", "compiled", 144)
    done = run("solve", EXAMPLES / "second-loops-30x30.txt", "-v")
    assert "edges decided by" in done.stderr
    assert "lazy with minisat" in done.stderr


@compiled
def test_models_of_all_kinds_agree_with_the_lazy_engine() -> None:
    for name in ("loopy:honeycomb:4x4", "triangle:5", "loopy:floret:2x2"):
        board = parse_board(name)
        rng = random.Random(7)
        for _ in range(10):
            clues = [rng.choice([NO_CLUE, NO_CLUE, 1, 2]) for _ in range(board.n_faces)]
            model: Model = model_of(Puzzle(board, np.array(clues)))
            both = [
                {frozenset(loop.edges.tolist()) for loop in METHODS.load(method)().loops(model, Stats())}
                for method in ("auto", "lazy")
            ]
            assert both[0] == both[1]
