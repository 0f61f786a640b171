"""The coloring engine against brute force: every small board, every set of rules, models made by hand."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from math import inf

import numpy as np
import pytest

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.model.check_model import check_model
from slitherenc.model.constraints import between
from slitherenc.model.model import Model, build
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.coloring import search
from slitherenc.solvers.coloring.dual import DualGraph, dual_graph
from slitherenc.solvers.coloring.propagate import Propagator
from slitherenc.solvers.coloring.rules import PAPER, RULES
from slitherenc.solvers.coloring.search import BRANCHES
from slitherenc.solvers.coloring.state import Coloring, Contradiction
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.exhaustive.test_encodings import BOARDS, hand_made, puzzles
from tests.support import meaning
from tests.support.brute import Lines, clue_sets, small_board, solutions
from tests.support.plane_boards import OTHERS
from tests.support.quick import first

pytestmark = pytest.mark.exhaustive

WAYS = [("all", "probed"), ("paper", "first"), ("none", "first"), ("all,-look-ahead", "probed")]


def check(model: Model, rules: str, branch: str, most: float = inf) -> None:
    """Does nothing for a model of more solutions than `most`."""
    wanted = solutions(model)
    if len(wanted) > most:
        return
    engine = METHODS.load("coloring")(rules=rules, branch=branch)
    found = [frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())]
    assert len(found) == len(set(found))
    assert set(found) == wanted


@pytest.mark.parametrize(("size", "most"), BOARDS)
def test_every_solution_once_whatever_the_rules(size: tuple[int, int], most: float) -> None:
    for puzzle, way in zip(puzzles(*size), WAYS[1:] * 7, strict=False):  # ("all", …) is in test_encodings
        check(model_of(puzzle), *way, most)
    for puzzle in puzzles(*size)[::4]:
        check(model_of(puzzle, "any"), *random.Random(puzzle.n_clues).choice(WAYS), most)


@pytest.mark.parametrize("seed", first(30, range(40, 140)))
def test_models_made_by_hand(seed: int) -> None:
    check(hand_made(seed), *WAYS[seed % 4])


def test_long_counts_have_no_truth_table() -> None:
    """Counts over more faces than a truth table takes, and without edges."""
    rng = random.Random(5)
    board = small_board(3, 4)
    for seed in range(12):
        rows = [between(tuple(rng.sample(range(board.n_edges), 24)), low := rng.randint(0, 10), low + seed % 3)]
        rows.append(between((), 0, seed % 2))
        check(build(board, rows), *WAYS[seed % 4])
    check(build(board, [between((), 1, 2)]), "all", "first")


@pytest.mark.parametrize("name", OTHERS)
def test_boards_that_are_no_squares(name: str) -> None:
    board = OTHERS[name]
    for i, puzzle in enumerate(clue_sets(board, 24, seed=9)):
        check(model_of(puzzle), *WAYS[i % 4])
        check(model_of(puzzle, "any"), *WAYS[i % 4])


def test_a_loop_round_a_hole_is_found() -> None:
    board = OTHERS["ring"]
    hole = frozenset(e for e in range(board.n_edges) if -1 in board.sides[e] and (board.xy[board.ends[e]] % 3).all())
    assert len(hole) == 4
    found = METHODS.load("coloring")().loops(build(board), Stats())
    assert hole in {frozenset(loop.edges.tolist()) for loop in found}


# Each rule alone is sound: what it forces in a state holds in every solution that agrees with the state.


def colors(dual: DualGraph, lines: Lines) -> list[int]:
    """Each node's side, by flooding from the outside."""
    side = [-1] * dual.n_nodes
    side[dual.outer] = 0
    todo = [dual.outer]
    while todo:
        node = todo.pop()
        for other, e in dual.touching[node]:
            if side[other] < 0:
                side[other] = side[node] ^ (e in lines)
                todo.append(other)
    return side


def agrees(state: Coloring, side: list[int]) -> bool:
    return all((x ^ 2 * (x >> 1)) == side[n] ^ side[x >> 1] for n, x in enumerate(state.code))


def sound_models(every: int) -> list[tuple[Model, DualGraph, list[list[int]]]]:
    models = [hand_made(seed) for seed in range(200, 230)]
    for size in ((1, 2), (2, 2), (2, 4), (3, 3), (3, 4)):
        models += [model_of(p, "any" if i % 5 == 0 else "single") for i, p in enumerate(puzzles(*size))]
    boards: list[Board] = [small_board(3, 4), *OTHERS.values()]
    for board in boards:
        models += [model_of(p) for p in clue_sets(board, 12, seed=3)]
    return solved(models[::every])


def variant_models(every: int) -> list[tuple[Model, DualGraph, list[list[int]]]]:
    """Clues of all types and variants."""
    return solved([model_of(list(meaning.clue_sets_of(*case, 2))[1]) for case in meaning.CASES[::every]])


def solved(models: list[Model]) -> list[tuple[Model, DualGraph, list[list[int]]]]:
    """With the dual graph and up to 60 solutions."""
    found = []
    for model in models:
        dual = dual_graph(model)
        every = sorted(solutions(model), key=sorted)
        random.Random(1).shuffle(every)
        found.append((model, dual, [colors(dual, lines) for lines in every[:60]]))
    return found


def walk(dual: DualGraph, rng: random.Random, one: bool) -> list[list[int]]:
    """Colourings of a larger board: flip one face after the other as long as the outline is one loop (or several that
    do not touch)."""
    board = build(small_board(5, 6)) if one else build(small_board(5, 6), loop="any")
    side, found = [0] * dual.n_nodes, []
    side[rng.randrange(dual.outer)] = 1
    while len(found) < 150:
        face = rng.randrange(dual.outer)
        side[face] ^= 1
        lines = np.array([side[a] != side[b] for a, b in dual.sides])
        if check_model(board, lines, most=1):
            side[face] ^= 1
        else:
            found.append(side.copy())
    return found


def larger_models(every: int) -> list[tuple[DualGraph, list[list[int]], list[list[int]]]]:
    """5×6 with few clues: (dual, some solutions, some colorings that may be of several loops)."""
    rng = random.Random(7)
    board, found = small_board(5, 6), []
    for i in range(0, 60, every):
        dual = dual_graph(build(board))
        every, spoilt = walk(dual, rng, True), walk(dual, rng, False)
        rows = []
        for face in rng.sample(range(dual.outer), i % 4):
            edges = tuple(board.edges_of_face(face).tolist())
            number = sum(every[i][a] != every[i][b] for a, b in (dual.sides[e] for e in edges))
            rows.append(between(edges, number, number, face))
        model = build(board, rows)
        kept = [s for s in every if not check_model(model, np.array([s[a] != s[b] for a, b in dual.sides]), most=1)]
        found.append((dual_graph(model), kept, spoilt))
    return found


@cache
def sound_cases(every: int) -> list[tuple[DualGraph, list[list[int]], list[list[int]]]]:
    """Of each kind one in `every` model."""
    cases = [(dual, solutions, []) for _, dual, solutions in sound_models(every)]
    cases += larger_models(every)
    return cases + [(dual, solutions, []) for _, dual, solutions in variant_models(every)]


Join = tuple[int, int, int]


def outcome(dual: DualGraph, rules: frozenset[str], known: list[Join]) -> Coloring | None:
    """The state that these rules make of what is known; None: a contradiction."""
    state = Coloring(dual)
    try:
        for join in known:
            state.join(*join)
        state.touched.clear()
        Propagator(dual, rules).start(state)
    except Contradiction:
        return None
    return state


# Every third model is enough to see most rules move.
EVERY_THIRD = [(rule, 2 if rule == "connected" else 3) for rule in RULES]


@pytest.mark.parametrize(("rule", "one_in"), first(len(EVERY_THIRD), EVERY_THIRD + [(rule, 1) for rule in RULES]))
def test_each_rule_is_sound(rule: str, one_in: int) -> None:
    rng = random.Random(rule)
    others = PAPER if rule == "look-ahead" else frozenset[str]()  # probes follow by others
    seen: Counter[str] = Counter()
    for dual, every, spoilt in sound_cases(one_in):
        for _ in range(6 if others else 3):
            side = rng.choice(every or [rng.choices((0, 1), k=dual.n_nodes)])
            if rng.random() < (0.5 if spoilt else 0.15):
                side = rng.choice(spoilt) if spoilt else rng.choices((0, 1), k=dual.n_nodes)
            known: list[Join] = []
            for _ in range(rng.randint(0, 3 * dual.n_nodes // 2)):
                a, b = rng.sample(range(dual.n_nodes), 2)
                b = dual.outer if rng.random() < 0.5 else b
                known.append((a, b, side[a] ^ side[b]))
            state, without = outcome(dual, others | {rule}, known), outcome(dual, others, known)
            before = [s for s in every if all(s[a] ^ s[b] == opposite for a, b, opposite in known)]
            seen["moves"] += without is not None and (state is None or state.mark() > without.mark())
            if state is None:
                seen["contradictions"] += 1
                assert not before
                continue
            seen["kept"] += len(before)
            assert all(agrees(state, s) for s in before)
    assert seen["moves"] > 3, seen
    assert seen["kept"] > 100
    assert seen["contradictions"] > 5


@pytest.mark.parametrize("branch", BRANCHES)
def test_the_reader_may_stop(branch: str) -> None:
    model = build(small_board(3, 4))
    found = METHODS.load("coloring")(branch=branch).loops(model, stats := Stats())
    next(found)
    few = stats.nodes
    next(found)
    assert 0 < few < stats.nodes
    found.close()


def test_every_answer_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_lines", lambda dual, state: np.ones(len(dual.sides), np.bool_))
    with pytest.raises(SolverFailed):
        next(METHODS.load("coloring")().loops(build(small_board(2, 2)), Stats()))
