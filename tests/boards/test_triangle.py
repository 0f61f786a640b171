"""Triangle boards: numbers, names, the CSP's variables, counts of loops, the text format and the drawing."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from math import isclose, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from slitherenc import count, decode, encode, solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.triangle import triangle
from slitherenc.encodings.options import EncodeOptions
from slitherenc.formats.drawing import read_drawing
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.render import draw_text
from slitherenc.solvers.engines import METHODS
from tests.conftest import with_minisat
from tests.support.board_samples import puzzles
from tests.support.brute import clue_sets, projected, read_back, solutions
from tests.support.quick import slow

COUNTS = {1: 1, 2: 11, 3: 110, 4: 2402}


def test_order_of_faces_and_edges() -> None:
    board = triangle(2)
    names = [[board.edge_name(e) for e in board.edges_of_face(f)] for f in range(4)]
    assert names == [  # up: right, base, left; down: top, right, left
        ["a_1_1", "h_1_1", "b_0_0"], ["a_2_1", "h_2_1", "b_1_0"],
        ["h_1_1", "b_1_1", "a_2_1"], ["a_2_2", "h_2_2", "b_1_1"],
    ]  # fmt: skip
    assert [board.face_name(f) for f in range(4)] == ["1_0", "2_0", "2_1", "2_2"]
    assert [board.vertex_name(v) for v in range(6)] == ["0_0", "1_0", "1_1", "2_0", "2_1", "2_2"]


@pytest.mark.parametrize("m", [1, 2, 5, 30])
def test_the_names_lead_where_they_say(m: int) -> None:
    board = triangle(m)
    dots = {(u, v): i for i, (u, v) in enumerate((u, v) for u in range(m + 1) for v in range(u + 1))}
    wanted = {}
    for (u, v), i in dots.items():
        for family, other in (("a", (u - 1, v - 1)), ("b", (u + 1, v)), ("h", (u, v - 1))):
            if other in dots:
                wanted[f"{family}_{u}_{v}"] = {i, dots[other]}
    assert {board.edge_name(e): set(board.ends[e].tolist()) for e in range(board.n_edges)} == wanted
    assert board.n_faces == m * m
    lengths = np.linalg.norm(board.xy[board.ends[:, 0]] - board.xy[board.ends[:, 1]], axis=1)
    assert np.allclose(lengths, 1)  # equilateral
    assert isclose(board.xy[-1][1], m * sqrt(3) / 2)


@pytest.mark.parametrize("m", [slow(m) if m == 3 else m for m in COUNTS])
def test_numbers_of_loops_of_blank_boards(m: int, shared: Callable[[str], Any]) -> None:
    assert shared("triangles.json")["counts"][str(m)] == COUNTS[m]
    puzzle = Puzzle(triangle(m), np.full(m * m, -1))
    assert count(puzzle, method="zdd").number == COUNTS[m]
    if m < 4:  # 2,402 loops one by one take long
        for method in METHODS.names():
            assert len(solve(puzzle, method=method, limit=None, **with_minisat(method)).loops) == COUNTS[m]


@pytest.mark.corpus
def test_puzzles_with_known_solutions(shared: Callable[[str], Any]) -> None:
    rows = shared("triangles.json")["puzzles"]
    for row in rows:
        text = f"triangle {row['m']}\n" + "".join(f"{line}\n" for line in row["rows"])
        puzzle = read_puzzle(text)
        assert write(puzzle, "triangle") == text
        for method in ("lazy", "tree") if row["m"] > 6 else ("lazy", "tree", "numbering"):
            result = solve(puzzle, method=method, limit=2)
            assert result.status == "unique"
            assert result.loop is not None
            assert result.loop.text() == row["solution_edges"]
        drawing = result.draw()
        assert np.array_equal(read_drawing(drawing, puzzle.board), result.loop.bits())
    assert len(rows) >= 12


@pytest.mark.exhaustive
@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("integers", ["log", "order"])
@pytest.mark.parametrize("symmetry", ["none", "full"])
def test_the_csp_has_exactly_the_loops(m: int, integers: str, symmetry: str) -> None:
    for puzzle in clue_sets(triangle(m), 8, seed=m):
        model = model_of(puzzle)
        found = projected(read_back(model, EncodeOptions(integers=integers, symmetry=symmetry)), on=model.board.n_edges)
        assert found == solutions(model)


def test_edges_are_integers_a_b_h_in_the_csp_and_its_answer_is_decoded() -> None:
    puzzle = read_puzzle("triangle 2\n1\n- 1 -\n")
    text = encode(puzzle, "csp").decode()
    for name in ("a_1_1", "a_2_1", "a_2_2", "b_0_0", "b_1_0", "b_1_1", "h_1_1", "h_2_1", "h_2_2"):
        assert f"(int {name} -1 1)" in text
    assert "(= (+ (abs b_0_0) (abs a_1_1) (abs h_1_1)) 1)" in text
    loop = solve(puzzle).loop
    assert loop is not None
    # A Sugar answer: every declared integer with a value; the direction of lines does not matter to `decode`.
    values = [f"a {puzzle.board.edge_name(e)}\t{-1 if loop.bits()[e] else 0}" for e in range(puzzle.board.n_edges)]
    answer = "s SATISFIABLE\n" + "".join(f"{value}\n" for value in values) + "a x_0_0\t1\na\n"
    assert decode(puzzle, answer) == loop


def test_a_triangle_is_drawn_with_slanted_lines() -> None:
    puzzle = read_puzzle("triangle 2\n1\n- 1 -\n")
    result = solve(puzzle)
    assert result.draw().split("\n") == ["    +", "    1", "  +---+", " /  1  \\", "+---+---+"]
    full = draw_text(puzzle, np.ones(9, bool)).split("\n")
    assert full == ["    +", "   /1\\", "  +---+", " / \\1/ \\", "+---+---+"]


@given(puzzles(("triangle",), most=3))
@settings(max_examples=60, deadline=None)
def test_write_then_read_is_the_identity(puzzle: Puzzle) -> None:
    text = write(puzzle, "triangle")
    assert detect(text) == "triangle"
    assert read_puzzle(text) == puzzle


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("triangle\n", "x:1: the first line is not `triangle SIDE`"),
        ("triangle 2\n1\n", "x:2: the text ends after 1 rows"),
        ("triangle 1\n1\n1 1 1\n", "x:3: there are more than"),
        ("triangle 2\n1\n1 1\n", "x:3:4: the row has 2 cells, expected 3"),
        ("# c\ntriangle 2\n1\n- 4 -\n", "x:4:3: '4' is not a clue"), ("triangle 2 2\n1\n", "not `triangle SIDE`"),
        ("triangle 0\n", "1 to 4,000,000 faces"), ("triangle 99999999\n1\n", "1 to 4,000,000 faces"),
        ("triangle ２\n1\n1 1 1\n", "not `triangle SIDE`"), ("triangle " + "9" * 31, "not `triangle SIDE`"),
    ],
)  # fmt: skip
def test_bad_texts(text: str, told: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_puzzle(text, "x", "triangle")
    assert told in str(caught.value)


def test_what_the_format_cannot_carry() -> None:
    for puzzle, told in (
        (Puzzle(triangle(1), np.array([4])), "above 3"),
        (Puzzle(triangle(1), np.array([-1]), variants={EVERY_VERTEX}), "every vertex"),
    ):
        with pytest.raises(UsageError, match=told):
            write(puzzle, "triangle")
    with pytest.raises(UsageError, match="square"):
        write(read_puzzle("33\n33"), "triangle")


def test_in_a_terminal(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    text = "triangle 2\n1\n- 1 -\n"
    done = run("solve", "--unique", input=text)
    assert (done.returncode, done.stderr) == (0, "unique: there is no other loop\n")
    cnf = run("encode", "--names", "edges", input=text).stdout
    assert "c varname 1 a_1_1" in cnf
