"""The techniques by name: each with all that it concludes, on other boards too; none of it is left for a guess."""

from __future__ import annotations

import json
import random
import runpy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from slitherenc import explain, generate, hints, read, solve
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.deduction.engine.premise_index import facts_of
from slitherenc.deduction.engine.premises import Known
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.grade import easiest_walk
from slitherenc.deduction.rules import RULES, one_loop, starting, typed_clues
from slitherenc.deduction.rules.patterns import TypedCells
from slitherenc.deduction.words.pictures import draw_step
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from tests.conftest import ROOT
from tests.deduction.judge import implies, judge
from tests.support.brute import loops_of_board
from tests.support.quick import first


def patterns(puzzle: Puzzle) -> list[tuple[str, frozenset[Known]]]:
    """The starting patterns of a puzzle, and what each of them concludes."""
    facts = facts_of(puzzle)
    nothing = [-1] * puzzle.board.n_edges
    state = State(facts, None, nothing, nothing)  # type: ignore[arg-type]
    return [(found.rule, frozenset(found.concludes)) for found in (*starting.find_zeros(state), *starting.find(state))]


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
    ("zero", ("0...", "0...", "....", "..0."), "", "h00 v00 h10 v01 h20 v10 v11 h01 v20 h32 v32 h42 v33 h41 h43"),
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
    ("3-2-1 into a sealed dot", ("1...", ".3..", "....", "...."), "v12 h21", "h22 v22"),
]


@pytest.mark.parametrize(("name", "rows", "lines", "crosses"), SQUARES)
def test_a_starting_pattern_says_all_at_once(name: str, rows: tuple[str, ...], lines: str, crosses: str) -> None:
    puzzle = puzzle_of(*rows)
    found = [concludes for rule, concludes in patterns(puzzle) if rule == name]
    assert edges(puzzle, lines, crosses) in found, [
        sorted((puzzle.board.edge_name(edge), line) for edge, line in some) for some in found
    ]


ROUND_22 = "v12 h21 v13 h22 h23 v22 h31 v23 h32 h33 v32 v33"  # all edges at the cell R3C3
TYPED = [
    ("sheep on the rim", {"02": "S"}, "h02", ""),
    ("sheep on the rim", {"00": "S"}, "h00 v00", ""),
    ("wolf on the rim", {"02": "W"}, "", "h02"),
    ("sheep beside wolf", {"22": "S", "23": "W"}, "v23", ""),
    ("two of a kind", {"22": "S", "23": "S"}, "", "v23"),
    ("two of a kind", {"22": "W", "32": "W"}, "", "h32"),
    ("between two of the other kind", {"22": "S", "23": "W", "32": "W"}, "v23 h32", "h33 v33"),
    ("between two of the other kind", {"22": "W", "21": "S", "12": "S"}, "v22 h22", "h21 v12"),
    ("number between inside and outside", {"22": "3", "12": "S", "23": "W"}, "v22 h32", ""),
    ("number between inside and outside", {"22": "1", "12": "S", "23": "W"}, "", "v22 h32"),
    ("number between inside and outside", {"02": "3", "03": "S"}, "v02 h12", ""),
    ("number between inside and outside", {"02": "1", "03": "S"}, "", "v02 h12"),
    ("number between two of a kind", {"22": "3", "12": "S", "23": "S"}, "h22 v23", ""),
    ("number between two of a kind", {"22": "1", "12": "W", "23": "W"}, "", "h22 v23"),
    ("number between two of a kind", {"02": "3", "03": "W"}, "h02 v03", ""),
    ("number between two of a kind", {"02": "1", "03": "W"}, "", "h02 v03"),
    ("vertex 0", {"22": "v0"}, "", ROUND_22),
    ("vertex 1", {"22": "v1"}, "", "h22 v22 v23 h32"),
    ("vertex 1 in the corner", {"00": "v1"}, "h11 v11", "h00 v00 v01 h10 h01 v10"),
    ("vertex 2 in the corner", {"00": "v2"}, "", "h00 v00"),
    ("vertex 3 in the corner", {"00": "v3"}, "h01 v10", "h11 v11"),
    ("vertex 4 in the corner", {"00": "v4"}, "h00 v00", ""),
    ("adjacent vertex 1s", {"21": "v1", "22": "v1"}, "", "v12 v32"),
    ("vertex 1 beside 3", {"21": "v1", "22": "v3"}, "", "v11 h20 h30 v31"),
    ("vertex 2 beside 4", {"21": "v2", "22": "v4"}, "", "v11 h20 h21 v21 h30 h31 v31"),
    ("vertex 2 beside 3", {"21": "v2", "22": "v3"}, "", "v21"),
    ("vertex 3 beside 4", {"21": "v3", "22": "v4"}, "", "v21"),
    ("vertex 1 diagonal to 4", {"11": "v1", "22": "v4"}, "h22 v22", "v01 h10 v02 h12 h20 v21"),
    ("touch 0", {"22": "t0"}, "", ROUND_22),
    ("touch 4", {"22": "t4"}, "v12 h21 v13 h23 h31 h33 v32 v33", "h22 v22 v23 h32"),
    ("touch 3 on the rim", {"02": "t3"}, "h02 h01 h03 h11 h13 v12 v13", "v02 v03 h12"),
    ("touch 2 in the corner", {"00": "t2"}, "h00 v00 h01 v10 h11 v11", "v01 h10"),
    ("adjacent touch 3s", {"21": "t3", "22": "t3"}, "v12 v32", "v21 v23"),
    ("diagonal touch 3s", {"11": "t3", "22": "t3"}, "v01 h10 h33 v33", "h11 v11 v23 h32"),
    ("side without arrow", {"22": "m9"}, "", "h32 v22"),
    ("arrow to the rim", {"02": "m9"}, "h01 h02 v03", "v02 h03 h12"),
    ("arrow to the rim", {"02": "m1"}, "h01 h02 h03", "v02 v03 h12"),
    ("no arrow to the rim", {"02": "mc"}, "", "h02 h12"),
    ("no arrow to the rim", {"02": "m2"}, "", "h02 v02 v03 h01 h03"),
    ("facing arrows", {"21": "m8", "22": "m4"}, "v22 v12 v32", ""),
    ("facing arrows", {"12": "m2", "22": "m1"}, "h22 h21 h23", ""),
    ("arrows back to back", {"21": "m4", "22": "m8"}, "", "v12 v32"),
]
CLUE_TYPE = {"v": "vertex", "t": "touch", "m": "myopia"}


def typed_puzzle(signs: dict[str, str]) -> Puzzle:
    """A puzzle of 5x5 with such clues, by row and column."""
    clues, typed = np.full(25, NO_CLUE), {}
    for place, sign in signs.items():
        face = 5 * int(place[0]) + int(place[1])
        if sign.isdigit():
            clues[face] = int(sign)
        elif sign in "SW":
            typed[face] = Clue("sheep-wolf", int(sign == "S"))
        else:
            typed[face] = Clue(CLUE_TYPE[sign[0]], int(sign[1:], 16))
    return Puzzle(square(5, 5), clues, typed=typed)


@pytest.mark.parametrize(("name", "signs", "lines", "crosses"), TYPED)
def test_a_pattern_of_clues_that_are_no_numbers(name: str, signs: dict[str, str], lines: str, crosses: str) -> None:
    puzzle = typed_puzzle(signs)
    nothing = [-1] * puzzle.board.n_edges
    steps = [step for step in hints(puzzle, nothing, 100) if step.rule == name]
    assert edges(puzzle, lines, crosses) in [frozenset(step.concludes) for step in steps]
    for step in steps:
        judge(step, nothing)


@pytest.mark.parametrize(
    ("marks", "lines", "crosses"), [("h22", "v23", ""), ("xv23", "", "h22 h42 v21"), ("xh22 xv23 h12", "v24", "")]
)
def test_arrows_agree(marks: str, lines: str, crosses: str) -> None:
    """A cell with arrows up and to the right; its other sides are empty."""
    puzzle = typed_puzzle({"22": "m9"})
    known = marks.split()
    drawn = edges(puzzle, " ".join(m for m in known if m[0] != "x"), " ".join(m[1:] for m in known if m[0] == "x"))
    value = [-1] * puzzle.board.n_edges
    for edge, line in drawn | edges(puzzle, "", "h32 v22"):
        value[edge] = int(line)
    steps = [step for step in hints(puzzle, value, 100) if step.rule == "arrows agree"]
    assert edges(puzzle, lines, crosses) in [frozenset(step.concludes) for step in steps]
    for step in steps:
        judge(step, value)


GENERAL = {
    "3 in the corner": ("triangle:4", "loopy:kites:4x4", "loopy:cairo:4x4"),
    "adjacent 3s": ("honeycomb:4x4", "triangle:5", "loopy:cairo:4x4"),
    "diagonal 3s": ("triangle:5", "loopy:cairo:4x4", "loopy:kites:4x4"),
    "1-1 on the rim": ("honeycomb:4x4", "loopy:cairo:4x4", "loopy:kites:4x4"),
    "1-3 on the rim": ("triangular:4", "honeycomb:4x4", "loopy:cairo:4x4", "loopy:octagonal:3x3"),
    "3-2-3 diagonal": ("loopy:kites:4x4", "loopy:great-hexagonal:3x3", "loopy:snub-square:4x4"),
}


def full(board: Board, face: int) -> int:
    return len(board.edges_of_face(face)) - 1


def test_diagonal_touch_3s_need_a_dot_with_four_edges() -> None:
    """On snub squares, five edges meet at a dot, so the edges there are not only sides of the two cells."""
    board = parse_board("loopy:snub-square:3x3")
    squares = [face for face in range(board.n_faces) if len(board.edges_of_face(face)) == 4]
    puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE), typed={face: Clue("touch", 3) for face in squares})
    cells = TypedCells(facts_of(puzzle), "touch")
    assert any(len(board.edges_of_vertex(dot)) == 5 for cell in cells.all for _, dot in cells.across(cell))
    for place in typed_clues._touch_places(cells):
        if place.rule is typed_clues.TOUCH_DIAGONAL_3:
            (dot,) = place.cells[0].dots & place.cells[1].dots
            assert len(board.edges_of_vertex(dot)) == 4


@pytest.mark.parametrize(
    ("name", "board"),
    [case for name, boards in GENERAL.items() for case in first(1, [(name, board) for board in boards])],
)
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
        for found in starting.find(state):
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
        puzzle = generate("7x7", seed=9000 + seed, minimal=True)
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
    assert step.text.rule == f"Technique: {name}." or "3" in name  # another number on other boards
    assert all(text[-1] == "." and 3 < len(text) <= 400 for text in step.text)
    assert not step.text.why.startswith("Then")
    picture = draw_step(step, state)
    assert "#d55e00" in picture
    assert "#0072b2" in picture or not step.premises
    judge(step, state)


def test_every_number_of_the_list_is_a_rule() -> None:
    numbers = {RULES.load(name).id for name in RULES.names()} - {0}
    assert numbers == set(range(1, 43))


@pytest.mark.parametrize("name", first(2, ["7x7", "honeycomb:5x5", "loopy:kites:4x4", "loopy:cairo:4x4"]))
@pytest.mark.parametrize("variant", ["number", "sheep-wolf"])
def test_what_must_stay_joined_is_true_on_any_board(name: str, variant: str) -> None:
    """From states with half of the edges known, as the loop has them. A sheep tells a side, but joins no faces."""
    rng = random.Random(3)
    seen: Counter[str] = Counter()
    for seed in range(30):
        puzzle = generate(name, seed=seed, minimal=True, loop="plain", variant=variant)
        loop = solve(puzzle).loop
        assert loop is not None
        lines = loop.bits().astype(int).tolist()
        value = [line if rng.random() < 0.5 else -1 for line in lines]
        state = State(facts_of(puzzle), None, value, lines)  # type: ignore[arg-type]
        for found in one_loop.find_in_one_piece(state):
            seen[found.rule or "keep the ends apart"] += 1
            assert [lines[edge] for edge, _ in found.concludes] == [1, 1]
            assert all(implies(puzzle, found.premises, goal) for goal in found.concludes)
            for premise in found.premises:
                rest = [other for other in found.premises if other != premise]
                assert not all(implies(puzzle, rest, goal) for goal in found.concludes)
    assert seen["keep the ends apart"] > 5
    assert seen["in one piece"] > 5


def test_in_one_piece_goes_around_a_sheep() -> None:
    """A sheep relates its face to the outer face, but no route across empty edges joins these two."""
    puzzle = read("https://puzz.link/p?swslither/6/6/62b2a5a3b35g3a6a362263d1a")
    assert "in one piece" in {step.rule for step in explain(puzzle)}


def referenced(document: dict[str, Any]) -> Iterator[int]:
    """The marks that a step's words refer to, in order; the joined words are the texts."""
    assert list(document["words"]) == list(document["text"])
    for name, items in document["words"].items():
        assert "".join(item if isinstance(item, str) else item["text"] for item in items) == document["text"][name]
    for items in (*document["words"].values(), *document.get("chain", ())):
        yield from (item["mark"] for item in items if not isinstance(item, str))


@pytest.mark.parametrize(
    "source", ["slither/5/5/hb318cgc1dgcd", "slither/6/6/d1bh73bj265d11c23c", "5x5t2:d54a5a2a3342a4c5a4b"]
)
def test_words_refer_to_marks(source: str) -> None:
    puzzle = read(source)
    board = puzzle.board
    sizes = {"faces": board.n_faces, "vertices": board.n_vertices, "edges": board.n_edges}
    chains = 0
    for step in explain(puzzle):
        document = json.loads(json.dumps(step.to_dict()))
        marks, named = document["marks"], list(referenced(document))
        chains += "chain" in document
        assert list(dict.fromkeys(named)) == list(range(len(marks))), "marks stand in the order of the texts"
        letters = [mark["label"] for mark in marks if mark["kind"] != "edge"]
        digits = [mark["label"] for mark in marks if mark["kind"] == "edge"]
        assert "".join(letters) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(letters)]
        assert digits == [str(number) for number in range(1, len(digits) + 1)]
        for mark in marks:
            (key,) = set(mark) - {"label", "role", "kind"}
            assert all(0 <= item < sizes[key] for item in mark[key])
            assert (mark["kind"] == "edge") == (key == "edges" and len(mark[key]) == 1)
        told = {edge for mark in marks if mark["role"] in ("so", "look") for edge in mark.get("edges", ())}
        assert {known["edge"] for known in document["concludes"]} <= told
    assert chains or not source.startswith("slither")
