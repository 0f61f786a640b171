"""Clues of other types than numbers in texts for people: grids, drawings, Penpa, JSON; and what is refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import check, read, solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.lines import outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.formats import FORMATS
from slitherenc.formats.drawing import read_marks
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.formats.writing import dropped_features, write_puzzle
from slitherenc.puzzles.clue_types import signs
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, NUMBER, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.render import draw_text

Run = Callable[..., CompletedProcess[str]]
ONE = [Clue("sheep-wolf", 0), Clue("sheep-wolf", 1)]
TWO = [Clue("touch", 0), Clue("touch", 2), Clue("vertex", 4), Clue("vertex", 3), Clue("myopia", 1), Clue("myopia", 15)]
THREE = [Clue("touch", 10), Clue("vertex", 99), Clue("myopia", 16), Clue("myopia", 255)]
FORMAT_CLUES = {"grid": ONE + TWO + THREE, "drawing": ONE + TWO, "penpa": ONE, "json": ONE + TWO + THREE}


def with_clues(board: Any, cells: list[Any], **more: Any) -> Puzzle:
    """The numbers and Clues of the faces."""
    numbers = [cell if isinstance(cell, int) else NO_CLUE for cell in cells]
    typed = {face: cell for face, cell in enumerate(cells) if isinstance(cell, Clue)}
    return Puzzle(board, np.array(numbers), typed=typed, **more)


@pytest.mark.parametrize("name", FORMAT_CLUES)
@pytest.mark.parametrize("long", [False, True])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_write_then_read_is_the_identity(name: str, long: bool, data: Any) -> None:
    board = square(data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5)))
    clues = FORMAT_CLUES[name] if long else ONE
    cell = st.sampled_from([NO_CLUE] * 6 + [UNKNOWN_CLUE, 0, 1, 2, 3, 4, *clues])
    size = {"min_size": board.n_faces, "max_size": board.n_faces}
    cells = data.draw(st.lists(cell, **size))
    inside = np.array(data.draw(st.lists(st.booleans(), **size)))
    lines = outline(board, inside) if inside.any() and name != "grid" else None
    puzzle = with_clues(board, cells, solution=lines)
    text = write_puzzle(puzzle, name)
    assert dropped_features(puzzle, name) == []
    assert read_puzzle(text, format=name) == puzzle
    assert read_puzzle(text) == puzzle, detect(text)


def test_a_grid_whose_first_row_could_be_a_size_says_its_own() -> None:
    puzzle = with_clues(square(2, 2), [1, 2, NO_CLUE, TWO[0]])
    text = write_puzzle(puzzle, "grid")
    assert text == "2x2\n1 2\n. t0\n"
    assert read_puzzle(text) == read_puzzle(text, format="grid") == puzzle
    assert write_puzzle(with_clues(square(2, 2), [NO_CLUE, 2, 1, TWO[0]]), "grid") == ". 2\n1 t0\n"


SAME = with_clues(square(2, 3), [ONE[1], 3, ONE[0], NO_CLUE, UNKNOWN_CLUE, 1])


@pytest.mark.parametrize(
    "text",
    ["S3W\n.?1\n", "S 3 W\n. ? 1\n", "S3W\n ?1\n", "S,3,W\n-,?,1\n", "+-+-+-+\n|S 3 W \n+ + + +\n   ? 1 \n+ + + +\n",
     "·   ·   ·   ·\n  S   3   W\n·   ·   ·   ·\n      ?   1\n·   ·   ·   ·\n"],
)  # fmt: skip
def test_sheep_and_wolves_stand_alone(text: str) -> None:
    puzzle = read_puzzle(text)
    assert (puzzle.typed, puzzle.clues.tolist()) == (SAME.typed, SAME.clues.tolist())


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("t2 . 3\n. v1 m1f\n", [TWO[1], NO_CLUE, 3, NO_CLUE, Clue("vertex", 1), Clue("myopia", 31)]),
        (". . .\nt2 S W\n", [NO_CLUE, NO_CLUE, NO_CLUE, TWO[1], *ONE[::-1]]),
        ("t2\n.\nS\n3\n", [TWO[1], NO_CLUE, ONE[1], 3]),
        ("1\nt2\n", [1, TWO[1]]),
        ("+--+--+\n|t2 4 |\n+--+--+\n", [TWO[1], 4]),
        ("+------+------+\n|   v3  t2    |\n+------+------+\n", [TWO[3], TWO[1]]),
        ("╭───────╮\n│ t2  m1│\n╰───────╯\n", [TWO[1], TWO[4]]),
    ],
)
def test_signs_of_several_characters(text: str, cells: list[Any]) -> None:
    puzzle = read_puzzle(text)
    wanted = with_clues(puzzle.board, cells)
    assert (puzzle.typed, puzzle.clues.tolist()) == (wanted.typed, wanted.clues.tolist())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("t2 . 3\n. q1 .\n", "x:2:3: 'q1' is not a clue, expected a digit 0 to 4 or an empty cell"),
        ("t2 . 3\n. 12 .\n", "x:2:3: '12' is not a clue"),
        ("t2.3\n....\n", "x:1:1: 't' is not a clue"),
        ("S3\nSW3\n", "x:2: the row has 3 cells"),
        ("+---+---+\n| t2  q |\n+---+---+\n", "x:2:7: 'q' is not a clue"),
        ("+---+---+\n|tt2| S |\n+---+---+\n", "x:2:2: 't' is not a clue"),
        ("+---+---+\n|S W| S |\n+---+---+\n", "x:2:[24]: '[SW]' is"),
        ("+---+---+\n|1 S| S |\n+---+---+\n", "x:2:[24]: '[1S]' is"),
    ],
)
def test_what_is_no_sign_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_puzzle(text, "x")


def test_what_has_no_sign_is_refused() -> None:
    for name, clue in (
        ("grid", Clue("touch", 100)),
        ("grid", Clue("myopia", 256)),
        ("drawing", Clue("vertex", 10)),
        ("grid", Clue("touch", -1)),
    ):
        with pytest.raises(
            UsageError, match=rf"this format has no sign for the {clue.type} clue {clue.value} at \(0,1\)"
        ):
            write(with_clues(square(1, 2), [NO_CLUE, clue]), name)


def test_what_a_format_cannot_carry_is_refused_by_name() -> None:
    board = square(1, 2)
    puzzles = {
        f"clues of the type {name}": with_clues(board, [NO_CLUE, Clue(name, 1)])
        for name in CLUE_TYPES.names()
        if name != NUMBER
    } | {
        f"the variant {name}": Puzzle(board, np.array([1, NO_CLUE]), {name})
        for name in VARIANTS.names()
        if name != EVERY_VERTEX
    }
    puzzles["clues on the outer face"] = Puzzle(board, np.full(2, NO_CLUE), typed={2: Clue(NUMBER, 4)})
    assert len(puzzles) >= 8
    for words, puzzle in puzzles.items():
        able = []
        kind = {"clues on the outer face": "outer face"}.get(words, words.rpartition(" ")[2])
        group = {"clues of": {"typed"}, "the variant": {"variants"}}.get(" ".join(words.split()[:2]), set())
        squares = [name for name in FORMATS.names() if "square" in FORMATS.load(name).BOARDS and name != "loopy"]
        for name in squares:
            try:
                assert read_puzzle(write(puzzle, name)) == puzzle
                able.append(name)
            except UsageError as error:
                assert str(error).startswith(f"the format {name} cannot store {words}; "), error
                assert str(error).endswith("json can") or "json, drawing, grid can" in str(error)
        assert able == [name for name in squares if ({kind} | group) & FORMATS.load(name).CARRIES]
        assert "json" in able


@pytest.mark.parametrize("name", ["square:4x3", "triangle:4", "loopy:honeycomb:3x3"])
@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_drawings_show_the_clues_of_every_board(name: str, style: str) -> None:
    board = parse_board(name)
    typed = [clue for clue in ONE + TWO if board.kind == "square" or clue.type != "myopia"]
    cells = [[NO_CLUE, *typed, 2][face % (len(typed) + 2)] for face in range(board.n_faces)]
    puzzle = with_clues(board, cells)
    if board.traits.text_grid is None:
        pytest.skip("no text drawing of this board")
    inside = np.arange(board.n_faces) % 3 == 0
    lines = outline(board, inside)
    marks = read_marks(draw_text(puzzle, lines, style), board)
    assert np.array_equal(marks.lines, lines)
    assert marks.clues is not None
    given = dict(puzzle.typed) | {face: Clue(NUMBER, 2) for face in np.flatnonzero(puzzle.clues == 2).tolist()}
    assert marks.clues == {face: clue for face, clue in given.items() if face not in marks.hidden}
    assert (len(marks.hidden) > 0) == (board.kind == "triangle"), "there lines are drawn over signs of two characters"
    assert all(len(signs(puzzle)[face]) > 1 for face in marks.hidden)


def test_check_tells_another_clue_in_a_drawing(run: Run, tmp_path: Path) -> None:
    puzzle = tmp_path / "p.txt"
    puzzle.write_text("t1 S\nW .\n")
    drawn = run("solve", puzzle, "--style", "ascii").stdout
    good = run("check", puzzle, "-", input=drawn)
    assert (good.returncode, good.stderr) == (0, "")
    for old, new in (("t1", "t2"), ("t1", "  "), ("S", "W"), ("S", "3")):
        done = run("check", puzzle, "-", "--json", input=drawn.replace(old, new, 1))
        assert json.loads(done.stdout) == {
            "ok": True,
            "violations": [],
            "other_clues": ["0_0" if old == "t1" else "0_1"],
        }


def test_the_list_of_formats_names_the_clue_types(run: Run) -> None:
    rows = {row["name"]: row["carries"] for row in json.loads(run("formats", "--json").stdout)}
    assert rows["penpa"] == ["solution", "unknown", "sheep-wolf"]
    assert rows["grid"] == ["unknown", "typed"]
    lines = {line.split()[0]: line for line in run("formats").stdout.splitlines()}
    assert "clues ?, all clue types, outer face" not in lines["grid"]
    assert "all clue types, outer face, all variants" in lines["json"]


def test_lines_in_several_pieces_are_told() -> None:
    puzzle = read("slither/3/3/o")
    names = {puzzle.board.edge_name(edge): edge for edge in range(puzzle.board.n_edges)}

    def broken(*edges: str) -> list[tuple[str, tuple[int, ...]]]:
        lines = np.isin(np.arange(len(names)), [names[edge] for edge in edges])
        return [(violation.rule, violation.edges) for violation in check(puzzle, lines)]

    loop = ("h_0_0", "v_0_0", "v_0_1", "h_1_0")
    assert [rule for rule, _ in broken("h_0_0", "h_0_1")] == ["dead end"] * 2
    rules = broken(*loop, "h_3_0")
    assert rules[0] == ("several pieces", (names["h_3_0"],))
    assert [rule for rule, _ in rules[1:]] == ["dead end"] * 2
    other = ("h_2_2", "v_2_2", "v_2_3", "h_3_2")
    assert broken(*loop, *other)[0][0] == "several loops"
    assert broken(*loop, *other, "h_3_1")[0][0] == "branch"
    assert broken(*loop, *other, "h_3_0")[0][0] == "several pieces"
    # Four lines that meet come after three, wherever they are.
    cross = ("h_1_0", "h_1_1", "v_0_1", "v_1_1")
    found = check(puzzle, np.isin(np.arange(len(names)), [names[e] for e in (*cross, "h_3_1", "h_3_2", "v_2_2")]))
    assert [v.message[:7] for v in found[:2]] == ["3 lines", "4 lines"]


def test_the_rules_are_named_in_the_order_of_pzpr() -> None:
    """Its order where all rules are broken at once; and that of myopia, where a line is not asked for."""
    board = square(2, 3)
    cells = [3, ONE[1], NO_CLUE, NO_CLUE, NO_CLUE, ONE[1]]
    puzzle = with_clues(board, cells, variants={EVERY_VERTEX})
    lines = outline(board, np.array([1, 0, 0, 0, 0, 0], bool))
    assert list(dict.fromkeys(v.rule for v in check(puzzle, lines))) == ["clue", "not visited", "sheep"]
    assert [v.rule for v in check(puzzle, np.zeros(board.n_edges, bool))] == ["no lines"]
    arrows = with_clues(board, [Clue("myopia", 8)] + [NO_CLUE] * 5, variants={EVERY_VERTEX})
    found = [v.rule for v in check(arrows, np.zeros(board.n_edges, bool))]
    assert found == ["arrow without line", *["not visited"] * 12, "no lines"]
    assert solve(arrows, limit=1).status in ("none", "solved", "unique")
