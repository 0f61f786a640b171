"""Proposals by mending one loop: they are solutions, nothing is lost, and boards without a loop end as by lazy cuts."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np
import pytest

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, inside, outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.model.cardinalities import Degrees
from slitherenc.model.check_model import loop_of
from slitherenc.model.constraints import Cardinality, Side
from slitherenc.model.decompose import decompose
from slitherenc.model.model import Model, build
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, Clue, Puzzle
from slitherenc.solvers.auto import AutoEngine
from slitherenc.solvers.kernel.kernel_engine import SUPPORTS
from slitherenc.solvers.patch import proposer as proposers
from slitherenc.solvers.patch.alternate import Alternating
from slitherenc.solvers.patch.columns import PatchColumns, patch_columns
from slitherenc.solvers.patch.proposer import CHANCES, UNITS, Proposer, chances, is_compiled, open_walk, patterns
from slitherenc.solvers.sat.sat_engine import LazyEngine, TreeEngine
from slitherenc.solvers.stats import Stats
from tests.support.board_samples import SMALL
from tests.support.brute import Lines, degree_sets, is_inside, small_board, solutions
from tests.support.meaning import CASES, KINDS, clue_sets_of
from tests.support.quick import first

needs_compiler = pytest.mark.skipif(not is_compiled(), reason="nothing is compiled here")


def summed(model: Model) -> Model:
    """The model as the proposer takes it."""
    return decompose(model, replace(SUPPORTS, sides=True), "the proposer")


def proposer_of(model: Model, seed: int = 1) -> Proposer:
    columns = patch_columns(summed(model))
    assert columns is not None
    return Proposer(columns, seed)


def sparse(board: Board, share: float, seed: int, wrong: int = 0) -> Puzzle:
    """The clues of a random loop at some faces; so many of them are changed."""
    rng = random.Random(seed)
    counts = face_counts(board, outline(board, random_loop(board, rng, "plain")))
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    chosen = rng.sample(range(board.n_faces), round(share * board.n_faces))
    clues[chosen] = counts[chosen]
    for face in chosen[:wrong]:
        clues[face] = (clues[face] + 1) % 4
    return Puzzle(board, clues)


def with_animals(puzzle: Puzzle, seed: int) -> Puzzle:
    """Sheep and wolves at some faces, as one of its loops has them."""
    rng = random.Random(seed)
    lines = next(AutoEngine(solver="minisat").loops(model_of(puzzle), Stats())).bits()
    sides = inside(puzzle.board, lines)
    free = np.flatnonzero(puzzle.clues == NO_CLUE).tolist()
    chosen = rng.sample(free, len(free) // 8)
    return replace(puzzle, typed={face: Clue("sheep-wolf", int(sides[face])) for face in chosen})


def two_halves(seed: int, share: float, height: int = 12, width: int = 10) -> Puzzle:
    """The clues of two loops, which a column of 0 with blanks beside it parts: no loop, not seen from near."""
    rng = random.Random(seed)
    clues = np.full((height, 2 * width + 1), NO_CLUE, np.int16)
    half = square(height, width - 3)
    for begin in (0, width + 4):
        counts = face_counts(half, outline(half, random_loop(half, rng, "plain"))).reshape(height, -1)
        kept = np.array([rng.random() < share for _ in range(half.n_faces)]).reshape(height, -1)
        kept[height // 2, 2] = counts[height // 2, 2] > 0
        clues[:, begin : begin + width - 3][kept] = counts[kept]
    clues[:, width] = 0
    return Puzzle(square(height, 2 * width + 1), clues.reshape(-1))


# The walk over loops.

BOARDS: dict[str, Callable[[], Board]] = {
    "square": lambda: square(7, 9),
    "honeycomb": lambda: parse_board("honeycomb:4x5"),
    "penrose": lambda: parse_board("loopy:penrose-kites:6x6:G-388,1402,36"),
    "triangles": lambda: parse_board("triangle:6"),
    **SMALL,
}


@pytest.mark.parametrize("name", BOARDS)
def test_flips_leave_one_loop_and_right_counts(name: str) -> None:
    """Exactly the faces that may flip leave one loop; counts, degrees and sides are those of the lines."""
    board = BOARDS[name]()
    rng = random.Random(name)
    sums = [Cardinality(tuple(board.edges_of_face(face).tolist()), (1,), face=face) for face in range(board.n_faces)]
    faces = rng.sample(range(board.n_faces), board.n_faces // 2)
    rows: list[Any] = [row for row in sums if len(row.edges) <= 12] + [Side(face, rng.random() < 0.5) for face in faces]
    model, free = build(board, rows), build(board)
    columns = patch_columns(model)
    assert columns is not None
    walk, _ = open_walk(columns, 3)
    walk.grow(columns.middle, UNITS // 2, chances(0.0))
    for _ in range(60):
        lines = np.array(walk.on, np.bool_)
        loop_of(free, lines)
        sides = inside(board, lines)
        assert walk.n_lines == lines.sum()
        assert np.array(walk.inside[: board.n_faces]).tolist() == sides.tolist()
        degree = np.bincount(board.ends[lines].ravel(), minlength=board.n_vertices)
        assert list(walk.degree) == degree.tolist()
        n = len(model.cardinalities)
        assert list(walk.count[:n]) == model.cardinalities.totals(lines).tolist()
        assert [walk.count[walk_own] for walk_own in columns.own[:-1] if walk_own >= 0] == [
            int(sides[face]) for face in sorted(faces)
        ]
        wrong = {i for i, row in enumerate(model.cardinalities.rows()) if walk.count[i] not in row.sums}
        wrong |= {columns.own[side.face] for side in model.sides if sides[side.face] != side.inside}
        assert set(walk.wrong[: walk.n_wrong]) == wrong
        may = [face for face in range(board.n_faces) if walk.may_flip(face)]
        for face in range(board.n_faces):
            assert (face in may) == flips(board, free, lines, face)
        if not may:
            return
        face = rng.choice(may)
        walk.count_flip(face, 1)
        walk.count_flip(face, -1)
        walk.count_flip(face, 1)
        walk.settle(face)


@pytest.mark.parametrize("name", ["square:12x12", "honeycomb:9x9", "loopy:penrose-kites:6x6:G-388,1402,36"])
def test_two_flips_at_once_leave_one_loop(name: str) -> None:
    """The first splits the loop, the second joins it; where there is none, or no chance, nothing changes."""
    board = parse_board(name)
    rng = random.Random(name)
    rows: list[Any] = [Cardinality(tuple(board.edges_of_face(face).tolist()), (1,)) for face in range(board.n_faces)]
    model, free = build(board, rows + [Side(face, face % 3 == 0) for face in range(board.n_faces)]), build(board)
    columns = patch_columns(model)
    assert columns is not None
    walk, _ = open_walk(columns, 3, plain=True)
    walk.grow(columns.middle, UNITS // 2, chances(0.0))
    accepted = 0
    for _ in range(60):
        walk.anneal(200, chances(0.0), 0, 50)
        faces = [face for face in range(board.n_faces) if walk.changes(face) == 4]
        if not faces:
            continue
        before = list(walk.on)
        walk.shift(rng.choice(faces), chances(rng.choice([0.0, 9.0])), rng.choice([5, 1000]))
        lines = np.array(walk.on, np.bool_)
        loop_of(free, lines)
        assert walk.n_lines == lines.sum()
        assert not any(walk.is_short)
        assert list(walk.inside[: board.n_faces]) == inside(board, lines).tolist()
        assert list(walk.degree) == np.bincount(board.ends[lines].ravel(), minlength=board.n_vertices).tolist()
        assert list(walk.count[: len(model.cardinalities)]) == model.cardinalities.totals(lines).tolist()
        accepted += list(walk.on) != before
    assert 5 < accepted < 55


def flips(board: Board, free: Model, lines: Bits, face: int) -> bool:
    """Does a flip exchange one path of the loop for another?"""
    ring = board.edges_of_face(face)
    changed = lines.copy()
    changed[ring] ^= True
    if not changed.any() or not lines[ring].any() or lines[ring].all():
        return False
    try:
        loop_of(free, changed)
    except Exception:
        return False
    # Two paths of the ring on the loop, or none of the rest free, may leave one loop, too: not a flip of this kind.
    on = lines[ring]
    return int((on != np.roll(on, 1)).sum()) == 2


@needs_compiler
def test_compiled_and_plain_take_the_same_steps() -> None:
    animals = with_animals(sparse(square(8, 8), 0.2, 1), 2)
    honeycomb = sparse(parse_board("honeycomb:5x6"), 0.3, 3)
    every = replace(sparse(square(7, 7), 0.0, 3), variants={EVERY_VERTEX})
    for puzzle in (sparse(square(9, 9), 0.4, 4), sparse(square(8, 8), 0.4, 5, wrong=4), animals, honeycomb, every):
        columns = patch_columns(summed(model_of(puzzle)))
        assert columns is not None
        compiled, plain = (list(islice(steps(columns, way), 40)) for way in (False, True))
        assert compiled == plain


def steps(columns: Any, plain: bool) -> Iterator[Any]:
    """What a walk and its windows do: states, clauses, cuts."""
    from pysat.solvers import Solver

    walk, window = open_walk(columns, 5, plain)
    walk.grow(columns.middle, UNITS // 3, chances(1.0))
    rng = random.Random(6)
    state = lambda: (walk.random, list(walk.on), list(walk.count), list(walk.wrong[: walk.n_wrong]))  # noqa: E731
    yield state()
    yield walk.anneal(400, chances(1.0), UNITS // 10, 30), state()
    while True:
        face, size = rng.randrange(walk.n_faces), rng.choice([4, 9, 20, 200])
        target = walk.wrong[0] if walk.n_wrong else -1
        window.choose(face, size)
        ready = window.prepare(target, walk.n_lines)
        yield ready, window.clauses, window.phases(), list(window.faces.items[: window.faces.size])
        if ready:
            with Solver("minisat22", bootstrap_with=window.clauses) as solver:
                for _ in range(20):
                    if not solver.solve():
                        break
                    answer = solver.get_model()
                    cuts = window.cuts(answer)
                    yield cuts
                    if not cuts:
                        walk.exchange(array("i", window.changes(answer)), window.faces.items[: window.faces.size])
                        break
                    solver.append_formula(cuts)
        yield state(), walk.free_flip(), walk.anneal(200, chances(3.0), UNITS // 3, 1000), state()


def test_a_window_leaves_one_loop() -> None:
    """Whatever a window changes: the lines stay one loop, and all counts are right."""
    number = 0
    for seed in range(12):
        board = [square(8, 9), parse_board("honeycomb:4x6"), parse_board("triangle:7")][seed % 3]
        puzzle = sparse(board, 0.3, seed)
        model = summed(model_of(with_animals(puzzle, seed) if seed % 2 else puzzle))
        columns = patch_columns(model)
        assert columns is not None
        walk, window = open_walk(columns, seed)
        for result in islice(changes(columns, walk, window, seed), 20):
            lines = np.array(walk.on, np.bool_)
            loop_of(build(board), lines)
            assert list(walk.count[: len(model.cardinalities)]) == model.cardinalities.totals(lines).tolist()
            assert list(walk.inside[: board.n_faces]) == inside(board, lines).tolist()
            number += result
    assert number > 100


def changes(columns: Any, walk: Any, window: Any, seed: int) -> Iterator[bool]:
    from pysat.solvers import Solver

    rng = random.Random(seed)
    walk.grow(columns.middle, UNITS // 3, chances(0.0))
    while True:
        window.choose(rng.randrange(walk.n_faces), rng.choice([4, 9, 25, 400]))
        done = False
        if window.prepare(-1, walk.n_lines):
            with Solver("minisat22", bootstrap_with=window.clauses) as solver:
                while solver.solve():
                    answer = solver.get_model()
                    cuts = window.cuts(answer)
                    if not cuts:
                        changed = window.changes(answer)
                        assert changed
                        walk.exchange(array("i", changed), window.faces.items[: window.faces.size])
                        done = True
                        break
                    solver.append_formula(cuts)
        yield done


@pytest.mark.parametrize("n", range(7))
def test_patterns_allow_the_numbers_that_they_should(n: int) -> None:
    for mask in range(1 << (n + 1)):
        rows = patterns(n, mask)
        if rows is None:
            assert mask == 0
            continue
        pairs = list(zip(rows[::2], rows[1::2], strict=True))
        for bits in range(1 << n):
            kept = all((bits & some & ~negated) or (~bits & negated) for some, negated in pairs)
            assert kept == bool(mask >> bits.bit_count() & 1), (n, mask, bits)


def test_chances() -> None:
    column = chances(2.0)
    assert len(column) == CHANCES
    assert column[0] == UNITS - 1
    assert column[1] == round(np.exp(-2.0) * UNITS)


# Proposals.


class Shown:
    """A proposer that keeps what it proposed; it comes after `head_start` of the solver."""

    def __init__(self, proposer: Proposer, effort_of_turn: int, head_start: int) -> None:
        proposer.effort_of_turn = effort_of_turn
        self._proposer, self.effort_of_turn, self.head_start = proposer, effort_of_turn, head_start
        self.proposals: list[Bits] = []

    @property
    def exhausted(self) -> bool:
        return self._proposer.exhausted

    def turn(self) -> Iterator[Bits]:
        for lines in self._proposer.turn():
            self.proposals.append(lines)
            yield lines


def check_the_loops(model: Model, engine: LazyEngine | TreeEngine, rng: random.Random) -> int:
    """The loops of a model as by lazy cuts, with proposals; returns how many there were."""
    wanted = sorted(loop.bits().tobytes() for loop in LazyEngine("minisat").loops(model, Stats()))
    proposer = Shown(proposer_of(model, rng.randrange(100)), rng.choice([1, 3000, 100_000]), rng.choice([0, 0, 500]))
    found = [loop.bits().tobytes() for loop in engine.loops(model, Stats(), proposer)]
    assert sorted(found) == wanted
    assert all(lines.tobytes() in wanted for lines in proposer.proposals)
    return len(proposer.proposals)


@pytest.mark.exhaustive
@needs_compiler
@pytest.mark.parametrize("few", first(1, [3, 3000]))
def test_the_loops_are_those_of_lazy_cuts(few: int) -> None:
    """Small boards of every clue type; the last case has more than 100,000."""
    number = 0
    patched = set()
    for kind, name in CASES:
        rng = random.Random(f"{kind}/{name}")
        for at, puzzle in enumerate(clue_sets_of(kind, name, few)):
            try:
                model = summed(model_of(puzzle))
            except UsageError:
                continue
            if patch_columns(model) is None:
                continue
            engine = TreeEngine("minisat") if at % 10 == 9 else LazyEngine("minisat")
            if check_the_loops(model, engine, rng):
                patched.add(kind)
            number += 1
    assert number > 10 * few
    assert patched >= set(KINDS) - {"inside-out", "myopia", "liar", "mixed"}


@needs_compiler
@pytest.mark.parametrize("seed", range(3))
def test_second_loops_are_single_loops(seed: int) -> None:
    """No flip leaves a loop that visits every vertex, so each second one comes out of a window."""
    board = [square(7, 9), square(9, 5), parse_board("triangle:9")][seed]
    model = build(board, [Degrees(np.arange(board.n_vertices, dtype=np.int32), 0b100)])
    proposer = proposer_of(model, seed)
    turns = (proposer.turn() for _ in range(30))
    proposals = list(islice(chain.from_iterable(turns), 6))
    assert len({lines.tobytes() for lines in proposals}) > 1
    for lines in proposals:
        loop_of(model, lines)


@needs_compiler
@pytest.mark.parametrize("seed", range(3))
def test_auto_finds_two_loops_of_a_loose_puzzle(seed: int) -> None:
    board = [square(40, 40), parse_board("honeycomb:20x20"), square(30, 55)][seed]
    puzzle = sparse(board, 0.15, seed)
    model, stats = model_of(with_animals(puzzle, seed) if seed == 2 else puzzle), Stats()
    one, two = islice(AutoEngine().loops(model, stats), 2)
    assert one.edges.tolist() != two.edges.tolist()
    assert stats.method == "patch"


@needs_compiler
def test_a_caller_may_read_on_after_the_proposals() -> None:
    model = model_of(sparse(square(12, 12), 0.1, 1))
    loops = [loop.bits().tobytes() for loop in islice(AutoEngine().loops(model, Stats()), 8)]
    assert len(set(loops)) == 8


@needs_compiler
@pytest.mark.parametrize("seed", range(4))
def test_where_there_is_no_loop_the_turns_stay_short(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Effort is counted, so the bound holds on every machine."""
    turns: list[int] = []
    answers: list[int] = []
    turn, ask = Proposer.turn, Alternating._ask

    def noted_turn(self: Proposer) -> Iterator[Bits]:
        before = self.effort
        yield from turn(self)
        turns.append(self.effort - before)

    def noted_ask(self: Alternating, assume: Any) -> Bits | None:
        before = self._left
        try:
            return ask(self, assume)
        finally:
            answers.append(before - self._left)

    monkeypatch.setattr(Proposer, "turn", noted_turn)
    monkeypatch.setattr(Alternating, "_ask", noted_ask)
    puzzle = two_halves(seed, 0.2, 16, 12)
    assert not list(AutoEngine().loops(model_of(puzzle), Stats()))
    assert turns
    n_faces = puzzle.board.n_faces
    allowed = 2 * n_faces * (proposers.TURN + n_faces / proposers.SQUARE) + sum(answers) / 16
    call = 3_000 * (1 + puzzle.board.n_edges // proposers.CONFLICT)
    slack = len(turns) * (proposers.WINDOW + call)  # the last step of a turn may end after it
    assert sum(turns) <= allowed + slack


@pytest.mark.parametrize("seed", range(3))
def test_the_verdict_without_a_compiler_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.conftest import set_plain

    puzzle = two_halves(seed, 0.3) if seed == 2 else sparse(square(12, 12), 0.3, seed)
    numbers = []
    for plain in (False, True):
        set_plain(monkeypatch, plain)
        numbers.append(len(list(islice(AutoEngine().loops(model_of(puzzle), Stats()), 2))))
    assert numbers[0] == numbers[1] == (0 if seed == 2 else 2)


def test_what_it_does_not_take() -> None:
    board = small_board(3, 3)
    edges = tuple(range(13))
    assert patch_columns(build(board, [Cardinality(edges, (2,))])) is None
    assert patch_columns(build(board, [Cardinality((), (0,))])) is None
    assert patch_columns(build(board, [Side(0, True), Side(0, False)])) is None
    assert patch_columns(build(board, [Cardinality(edges[:12], (2,)), Side(0, True)])) is not None


@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
def test_no_sum_is_wrong_exactly_where_the_constraints_are_kept(size: tuple[int, int]) -> None:
    board = small_board(*size)
    rng = random.Random(1)
    for _ in range(20):
        rows: list[Any] = [Side(face, rng.random() < 0.5) for face in rng.sample(range(board.n_faces), 2)]
        rows += [Cardinality(tuple(rng.sample(range(board.n_edges), 5)), tuple(sorted(rng.sample(range(6), 3))))]
        rows += [Degrees(np.array([v], np.int32), rng.choice([0b1, 0b100, 0b101])) for v in range(board.n_vertices)]
        model = build(board, rng.sample(rows, rng.randint(1, 4)), loop="any")
        columns = patch_columns(model)
        assert columns is not None
        kept = {lines for lines in degree_sets(board) if not wrong_sums(board, columns, lines)}
        assert kept == solutions(model)


def wrong_sums(board: Board, columns: PatchColumns, lines: Lines) -> list[int]:
    """The sums to which the columns give a penalty under these lines."""
    starts = list(columns.sum_start)
    wrong = []
    for s, place in enumerate(columns.penalty_start):
        edges = columns.sum_edges[starts[s] : starts[s + 1]]
        count = sum(edge in lines for edge in edges) if edges else is_inside(board, lines, columns.home[s])
        if columns.penalty[place + count]:
            wrong.append(s)
    return wrong


def test_decided_edges_become_sums() -> None:
    board = small_board(2, 2)
    value = np.full(board.n_edges, -1)
    value[[2, 5]] = [1, 0]
    columns = patch_columns(build(board), value)
    assert columns is not None
    assert columns.n_sums == 0
    walk, _ = open_walk(columns, 1)
    assert sorted(walk.wrong[: walk.n_wrong]) == [0]
