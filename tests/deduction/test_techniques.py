"""The techniques by name: each with all that it concludes, on other boards too; none of it is left for a guess."""

from __future__ import annotations

import random
import runpy
from collections import Counter

import numpy as np
import pytest

from slitherenc import generate, solve
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.deduction.facts import facts_of
from slitherenc.deduction.hints import easiest_walk
from slitherenc.deduction.pictures import draw_step
from slitherenc.deduction.premises import Known
from slitherenc.deduction.rules import RULES, one_piece
from slitherenc.deduction.rules.starting import _Starting
from slitherenc.deduction.state import State
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.brute import loops_of_board
from tests.conftest import ROOT
from tests.deduction.test_explanations import implies, judge


def patterns(puzzle: Puzzle) -> list[tuple[str, frozenset[Known]]]:
    """The starting patterns of a puzzle, and what each of them concludes."""
    facts = facts_of(puzzle)
    nothing = [-1] * puzzle.board.n_edges
    state = State(facts, None, nothing, nothing)  # type: ignore[arg-type]
    return [(found.rule, frozenset(found.concludes)) for found in _Starting(state).find(state)]


def puzzle_of(*rows: str) -> Puzzle:
    clues = [NO_CLUE if sign == "." else int(sign) for row in rows for sign in row]
    return Puzzle(square(len(rows), len(rows[0])), clues)


def edges(puzzle: Puzzle, lines: str, crosses: str = "") -> frozenset[Known]:
    """Edges by their names: h_0_0 or v_0_0, without underscores."""
    number = {puzzle.board.edge_name(edge).replace("_", ""): edge for edge in range(puzzle.board.n_edges)}
    return frozenset(
        Known(number[name], line) for names, line in ((lines, True), (crosses, False)) for name in names.split()
    )


SQUARES = [
    ("zero", ("....", ".0..", "....", "...."), "", "h11 v11 v12 h21"),
    ("zero", (".0..", "....", "....", "...."), "", "h01 v01 v02 h11 h00 h02"),
    ("3 in the corner", ("3...", "....", "....", "...."), "h00 v00", ""),
    ("1 in the corner", ("1...", "....", "....", "...."), "", "h00 v00"),
    ("2 in the corner", ("2...", "....", "....", "...."), "h01 v10", ""),
    ("3 beside 0", ("....", ".30.", "....", "...."), "h11 v11 h21 v02 v22", "v12 h12 v13 h22 h10 v01 h20 v21"),
    ("3 diagonal to 0", ("....", ".3..", "..0.", "...."), "v12 h21", "h22 v22 v23 h32"),
    ("1 diagonal to 0", ("....", ".1..", "..0.", "...."), "", "v12 h21 h22 v22 v23 h32"),
    ("adjacent 3s", ("1...", ".33.", "....", "...."), "v11 v12 v13", "v02 v22"),
    ("diagonal 3s", ("....", ".3..", "..3.", "...."), "h11 v11 h32 v23", "v01 h10 h33 v33"),
    ("three 3s in a row", ("1....", ".333.", "....."), "v11 v12 v13 v14", "v02 v22 v03 v23"),
    ("1-1 on the rim", (".11.", "....", "....", "...."), "", "v02"),
    ("1-3 on the rim", (".13.", "....", "....", "...."), "h02", "v01 h11"),
    ("1-2-1 on the rim", (".121.", ".....", "....."), "h02", "h11 v01 h13 v04"),
    ("2 in the corner, 3 beside", ("23..", "....", "....", "...."), "h01 v02 v10", "h02"),
    ("3-2-3 diagonal", ("3....", ".2...", "..3..", ".....", "....."), "h00 v00 v23 h32", "h33 v33"),
    ("3-2 into a sealed dot", (".....", ".3...", "..2..", "...0.", "....."), "v12 h21 v23 h32", "h22 v22"),
    ("3-2-1 into a sealed dot", ("1...", ".3..", "....", "...."), "v12 h21", ""),
]


@pytest.mark.parametrize(("name", "rows", "lines", "crosses"), SQUARES)
def test_a_starting_pattern_says_all_at_once(name: str, rows: tuple[str, ...], lines: str, crosses: str) -> None:
    puzzle = puzzle_of(*rows)
    found = [concludes for rule, concludes in patterns(puzzle) if rule == name]
    assert edges(puzzle, lines, crosses) in found, [
        sorted((puzzle.board.edge_name(edge), line) for edge, line in some) for some in found
    ]


GENERAL = {
    "3 in the corner": ("triangle:4", "loopy:kites:4x4", "loopy:cairo:4x4"),
    "adjacent 3s": ("honeycomb:4x4", "triangle:5", "loopy:cairo:4x4"),
    "diagonal 3s": ("triangle:5", "loopy:cairo:4x4", "loopy:kites:4x4"),
    "1-1 on the rim": ("honeycomb:4x4", "loopy:cairo:4x4", "loopy:kites:4x4"),
    "1-3 on the rim": ("honeycomb:4x4", "loopy:cairo:4x4", "loopy:octagonal:3x3"),
    "3-2-3 diagonal": ("loopy:kites:4x4", "loopy:great-hexagonal:3x3", "loopy:snub-square:4x4"),
}


def full(board: Board, face: int) -> int:
    return len(board.edges_of_face(face)) - 1


@pytest.mark.parametrize(("name", "board"), [(name, board) for name, boards in GENERAL.items() for board in boards])
def test_a_pattern_on_other_boards(name: str, board: str) -> None:
    """Clues of that kind are put on a board at random; each conclusion is implied by clauses of the tests."""
    plane = parse_board(board)
    rng = random.Random(1)
    seen = 0
    for _ in range(60):
        clues = np.full(plane.n_faces, NO_CLUE)
        for face in range(plane.n_faces):
            chosen = rng.random()
            if chosen < 0.3:
                clues[face] = full(plane, face)
            elif chosen < 0.7:
                clues[face] = 1 if "1" in name else 2
        puzzle = Puzzle(plane, clues)
        facts = facts_of(puzzle)
        nothing = [-1] * plane.n_edges
        state = State(facts, None, nothing, nothing)  # type: ignore[arg-type]
        for found in _Starting(state).find(state):
            if found.rule == name:
                seen += 1
                assert all(implies(puzzle, found.premises, goal) for goal in found.concludes)
        if seen > 20:
            break
    assert seen


@pytest.mark.parametrize("part", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_no_pattern_is_left_for_a_guess(part: int) -> None:
    """What the starting patterns conclude is never told by a rule that assumes something."""
    for seed in range(part):
        puzzle = generate("7x7", seed=9000 + seed)
        told = {known for _, concludes in patterns(puzzle) for known in concludes}
        for step, _ in easiest_walk(puzzle):
            assert not (RULES.load(step.rule).assumes and told & set(step.concludes))


def test_all_that_patterns_say_is_true_in_every_loop_of_small_boards() -> None:
    rng = random.Random(2)
    board = square(3, 3)
    loops = [set(loop) for loop in loops_of_board(board)]
    sides = [set(board.edges_of_face(face).tolist()) for face in range(board.n_faces)]
    n_told = 0
    for _ in range(300):
        loop = rng.choice(loops)
        clues = [len(loop & side) if rng.random() < 0.5 else NO_CLUE for side in sides]
        keeping = [
            other
            for other in loops
            if all(clue == NO_CLUE or len(other & side) == clue for clue, side in zip(clues, sides, strict=True))
        ]
        for _, concludes in patterns(Puzzle(board, clues)):
            for edge, line in concludes:
                n_told += 1
                assert all((edge in other) == line for other in keeping)
    assert n_told > 1000


EXAMPLES = [name for name in RULES.names() if RULES.load(name).example is not None]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_technique_on_its_example(name: str) -> None:
    rule = RULES.load(name)
    assert rule.example is not None
    step, state = runpy.run_path(str(ROOT / "docs" / "atlas.py"))["shown"](rule, rule.example)
    assert step.rule == name
    assert step.text.where.startswith("Look at ")
    assert step.text.rule[:-1].lower() == name.lower() or "3" in name  # another number on other boards
    assert all(text[-1] == "." and 3 < len(text) <= 400 for text in step.text)
    assert not step.text.why.startswith("Then")
    picture = draw_step(step, state)
    assert "#d55e00" in picture
    assert "#0072b2" in picture or not step.premises
    if name not in ("inside", "clue alone"):  # the judge knows numbers alone
        judge(step, state)


def test_every_number_of_the_list_is_a_rule() -> None:
    numbers = {RULES.load(name).id for name in RULES.names()} - {0}
    assert numbers == set(range(1, 43))


@pytest.mark.parametrize("name", ["7x7", "honeycomb:5x5", "loopy:kites:4x4", "loopy:cairo:4x4"])
def test_what_must_stay_joined_is_true_on_any_board(name: str) -> None:
    """From states with half of the edges known, as the loop has them."""
    rng = random.Random(3)
    seen: Counter[str] = Counter()
    for seed in range(30):
        puzzle = generate(name, seed=seed)
        loop = solve(puzzle).loop
        assert loop is not None
        lines = loop.bits().astype(int).tolist()
        value = [line if rng.random() < 0.5 else -1 for line in lines]
        state = State(facts_of(puzzle), None, value, lines)  # type: ignore[arg-type]
        for found in one_piece.find(state):
            seen[found.rule or "keep the ends apart"] += 1
            assert [lines[edge] for edge, _ in found.concludes] == [1, 1]
            assert all(implies(puzzle, found.premises, goal) for goal in found.concludes)
            for premise in found.premises:
                rest = [other for other in found.premises if other != premise]
                assert not all(implies(puzzle, rest, goal) for goal in found.concludes)
    assert seen["keep the ends apart"] > 5
    assert seen["in one piece"] > 5
