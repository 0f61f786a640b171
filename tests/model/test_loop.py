"""The checker: each wrong set of lines is paired with the rule it must name."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc import read
from slitherenc.base.errors import ParseError, SolverFailed
from slitherenc.formats.drawing import read_drawing
from slitherenc.model.check_model import check_model, loop_of
from slitherenc.model.constraints import between
from slitherenc.model.model import build
from slitherenc.model.violation import Violation
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.render import draw_text
from slitherenc.solvers.subtours import subtours as cycles
from tests.support.brute import degree_sets, loops_of_board, small_board, solutions

GRID = "2.2\n...\n..2\n"
WRONG = {
    "no lines": ("+ + + +|       |+ + + +|       |+ + + +|       |+ + + +", "no lines"),
    "dead end": (
        "+-+-+ +|       |+ + + +|       |+ + + +|       |+ + + +",
        "ends at the dot at the upper left of R1C1",
    ),
    "branch": (
        "+-+-+-+|| |   ||+-+-+-+|       |+ + + +|       |+ + + +",
        "3 lines meet at the dot at the upper left of R1C2",
    ),
    "clue": ("+-+-+ +||   |  |+ + + +||   |  |+ + + +||   |  |+-+-+ +", "clue 2 at R1C3 has 1 line"),
    "several loops": ("+-+ +-+|| | | ||+-+ +-+|       |+ + +-+|    | ||+ + +-+", "3 loops"),
}


@pytest.mark.parametrize("rule", WRONG)
def test_each_wrong_drawing_names_its_rule(rule: str) -> None:
    drawing, words = WRONG[rule]
    puzzle = read(GRID)
    text = _unpack(drawing)
    found = check_model(model_of(puzzle), read_drawing(text, puzzle.board))
    assert any(v.rule == rule and _has(v, words) for v in found), found


def _has(violation: Violation, words: str) -> bool:
    return words in violation.message


def _unpack(drawing: str) -> str:
    """Seven rows of seven characters, joined by `|`."""
    return "\n".join(drawing[i * 8 : i * 8 + 7] for i in range(7))


def test_every_vertex_and_counts_under_guards() -> None:
    board = small_board(2, 2)
    outer = np.isin(np.arange(board.n_edges), list(max(loops_of_board(board), key=len)))
    unvisited = check_model(model_of(Puzzle(board, np.full(4, -1), variants={EVERY_VERTEX})), outer)
    assert {v.rule for v in unvisited} == {"not visited"}
    model = build(board, [between((0, 1), 2, 2, selector=1), between((0, 1, 2), 0, 3)], n_selectors=1)
    assert [v.rule for v in check_model(model, outer, [1])] == ["count"]
    assert not check_model(model, outer)


def test_the_checker_agrees_with_brute_force_on_all_sets_of_lines() -> None:
    board = small_board(2, 2)
    model = build(board, [between((0, 1, 2, 3), 1, 3, face=0)])
    good = solutions(model)
    for number in range(2**board.n_edges):
        lines = np.array([number >> e & 1 for e in range(board.n_edges)], bool)
        assert (not check_model(model, lines)) == (frozenset(np.flatnonzero(lines).tolist()) in good)


def test_loop_of_refuses_what_is_no_loop() -> None:
    model = model_of(read(GRID))
    with pytest.raises(SolverFailed, match="not a loop of this puzzle"):
        loop_of(model, np.zeros(model.board.n_edges, bool))


def test_several_loops_are_given_with_their_edges() -> None:
    board = small_board(3, 4)
    model = build(board)
    one_loop = set(loops_of_board(board))
    several = 0
    for lines in degree_sets(board):
        bits = np.isin(np.arange(board.n_edges), list(lines))
        for violation in check_model(model, bits):
            several += 1
            assert violation.rule == "several loops"
            assert sorted(edge for loop in violation.loops for edge in loop) == sorted(lines)
            assert all(frozenset(loop) in one_loop for loop in violation.loops)
            assert [len(loop) for loop in violation.loops] == sorted(map(len, violation.loops))
            assert violation.edges == tuple(sorted(lines - set(violation.loops[-1])))
    assert several > 0


def test_cycles_partition_the_lines() -> None:
    board = small_board(3, 4)
    one_loop = set(loops_of_board(board))
    for lines in degree_sets(board):
        bits = np.isin(np.arange(board.n_edges), list(lines))
        found = cycles(board, bits)
        assert sorted(edge for cycle in found for edge in cycle) == sorted(lines)
        assert all(frozenset(cycle) in one_loop for cycle in found)
        assert [len(c) for c in found] == sorted((len(c) for c in found), reverse=True)


@pytest.mark.parametrize("pitch", [(4, 2), (2, 2), (3, 2)])
@pytest.mark.parametrize("dot", list("+.*o"))
def test_drawings_of_several_pitches(pitch: tuple[int, int], dot: str) -> None:
    puzzle = read("3 . .\n. . 2\n")
    for lines in loops_of_board(puzzle.board):
        bits = np.isin(np.arange(puzzle.board.n_edges), list(lines))
        rows = draw_text(puzzle, bits).split("\n")
        wide = [row.ljust(13) for row in rows]
        keep = [x for x in range(13) if x % 4 in {4: (0, 1, 2, 3), 2: (0, 2), 3: (0, 1, 2)}[pitch[0]]]
        text = "\n".join("".join(row[x] for x in keep) for row in wide).replace("+", dot)
        assert np.array_equal(read_drawing(text, puzzle.board), bits)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no drawing"),
        ("+-+\n|\n+-+", "is 1 wide and 1 high, expected 3 and 3"),
        ("+-+-+-+\n", "1 line of"),
        ("+-+-+-+\n|\n+-+ +  \n\n+ + + +\n\n+ + + +", "where a dot should be"),
        ("+---+---+---+\n  |\n+   +   +   +\n\n+   +   +   +\n\n+   +   +   +", "lies on no edge"),
    ],
)
def test_drawings_that_are_none(text: str, words: str) -> None:
    with pytest.raises(ParseError, match=words):
        read_drawing(text, read(GRID).board)
