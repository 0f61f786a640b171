"""The checker: right by brute force, the same compiled and not; made puzzles are as requested."""

from __future__ import annotations

import random
from array import array
from itertools import combinations

import numpy as np
import pytest

from slitherenc import generate, rate
from slitherenc.base.compiled import plain
from slitherenc.base.errors import UsageError
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues import human_effort as module
from slitherenc.generation.clues.clue_choice import UNBOUNDED, WEIGHTS, ClueChoice, _columns, checker_of, open_areas
from slitherenc.generation.clues.human_effort import ANOTHER, DEPTHS, ONLY
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.generation.places import layout_faces
from slitherenc.generation.symmetry import orbits
from tests.support.brute import bits_of_loops

BOARDS = ["square:3x3", "triangle:3", "square:2x5"]
COSTS = array("i", WEIGHTS)


@pytest.mark.parametrize("name", BOARDS)
def test_verdicts_are_those_of_brute_force(name: str) -> None:
    board = parse_board(name)
    rng = random.Random(1)
    every = np.array(bits_of_loops(board))
    numbers = np.array([face_counts(board, lines) for lines in every])
    verdicts = set()
    for _ in range(60):
        at = rng.randrange(len(every))
        faces = rng.sample(range(board.n_faces), rng.randint(1, board.n_faces))
        n_loops = int((numbers[:, faces] == numbers[at, faces]).all(axis=1).sum())
        checker = checker_of(board, every[at])
        checker.give(faces, 1)
        for cheapest in (0, 1):
            verdict = checker.check(len(DEPTHS), cheapest, COSTS, UNBOUNDED)
            verdicts.add(verdict)
            assert verdict != ONLY or n_loops == 1
            assert verdict != ANOTHER or n_loops > 1
    assert ONLY in verdicts


@pytest.mark.parametrize("name", ["square:5x4", "kites:3x3"])
def test_compiled_and_plain_take_the_same_steps(name: str) -> None:
    board = parse_board(name)
    rng = random.Random(2)
    lines = outline(board, random_loop(board, rng))
    seen = []
    for kind in (module.Checker, plain(module).Checker):
        checker = kind(*_columns(board))
        checker.learn(lines.astype(np.intc).tolist())
        faces = list(range(0, board.n_faces, 2))
        checker.give(faces, 1)
        verdict = checker.check(len(DEPTHS), 1, COSTS, UNBOUNDED)
        checker.count_layout()
        layout = checker.n_given, list(checker.n_kinds), checker.empty, checker.dull
        seen.append((verdict, checker.hits(), layout, checker.openings(2)))
        state = array("i", [int(line) if edge % 3 == 0 else -1 for edge, line in enumerate(lines)])
        seen[-1] += (checker.reach(state), list(checker.value))
    assert seen[0] == seen[1]


def test_a_state_goes_on_by_single_constraints() -> None:
    puzzle = generate("6x6", seed=1)
    board, lines = puzzle.board, puzzle.solution
    assert lines is not None
    checker = checker_of(board, lines)
    checker.give(tuple(puzzle.all_clues), 1)
    known = array("i", [-1] * board.n_edges)
    n = checker.reach(known)
    assert 0 < n < board.n_edges
    areas = open_areas(checker.ends, checker.value)
    open_edges = sorted(edge for area in areas for edge in area)
    assert len(open_edges) == len(set(open_edges)) == board.n_edges - n
    assert all((checker.value[edge] < 0) == (edge in open_edges) for edge in range(board.n_edges))
    for one, other in combinations(areas, 2):  # no common end
        assert not np.intersect1d(board.ends[one], board.ends[other]).size
    known[open_edges[0]] = int(lines[open_edges[0]])
    assert checker.reach(known) > n
    assert checker.reach(array("i", lines.astype(int).tolist())) == board.n_edges
    assert open_areas(checker.ends, checker.value) == []
    with pytest.raises(ValueError, match="one value per edge"):
        checker.reach(array("i", [0]))


def test_a_clue_that_mends_takes_the_state_further() -> None:
    board = parse_board("8x8")
    rng = random.Random(3)
    lines = outline(board, random_loop(board, rng))
    checker = checker_of(board, lines)
    choice = ClueChoice(checker, orbits(board, "rotate2"), (), rng)
    choice.set_given(range(0, len(choice.orbits), 4))
    known = array("i", [-1] * board.n_edges)
    n = checker.reach(known)
    state = list(checker.value)
    stuck = state.index(-1)
    before = choice.given_orbits()
    assert choice.mend([stuck], state)
    assert set(before) < set(choice.given_orbits())
    assert checker.reach(array("i", state)) > n
    choice.set_given(range(len(choice.orbits)))
    assert not choice.mend([stuck], state)


def test_the_default_is_medium_and_symmetric() -> None:
    puzzle = generate("7x7", seed=1)
    grade = rate(puzzle)
    assert grade.name == puzzle.facts["grade"] == "Medium"
    assert not grade.suppositions
    given = set(puzzle.all_clues)
    assert all(len(given.intersection(orbit)) in (0, len(orbit)) for orbit in orbits(puzzle.board, "rotate2"))
    assert generate("7x7", seed=1) == puzzle


def test_options_that_contradict_each_other() -> None:
    for options in ({"minimal": True, "clues": 20}, {"density": 0.4, "clues": 20}, {"best": 0}):
        with pytest.raises(UsageError):
            generate("7x7", seed=1, **options)


@pytest.mark.parametrize("name", ["frame", "diagonals", "blocks", "stripes"])
def test_layouts_are_filled(name: str) -> None:
    puzzle = generate("6x6", seed=1, strategy="pattern", layout=name)
    assert tuple(puzzle.all_clues) == layout_faces(puzzle.board, name)


def test_values_at_places() -> None:
    puzzle = generate("6x6", seed=1, strategy="pattern", faces=range(0, 36, 2), values={0: 2, 4: 3})
    assert (puzzle.clues[0], puzzle.clues[4]) == (2, 3)
