"""Drawings in every dress: pitches, dots, box characters, Loopy's copies; and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from subprocess import CompletedProcess
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import from_faces
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats._canvas import canvas_of, lines_on
from slitherenc.formats._edges import tables
from slitherenc.formats._rows import Line
from slitherenc.formats.drawing import read_drawing, read_state
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

Run = Callable[..., CompletedProcess[str]]

# Each shows the loop round the upper two cells of a 2x2 board with clues 3 . / . 1
LOOP = Puzzle(
    square(2, 2), np.array([3, -1, -1, 1]), solution=outline(square(2, 2), np.array([True, True, False, False]))
)
SAME = {
    "tamura": "+---+---+\n| 3     |\n+---+---+\n      1\n+   +   +\n",
    "pitch 3": "+--+--+\n|3    |\n+--+--+\n    1\n+  +  +\n",
    "pitch 3, other side": "+--+--+\n| 3   |\n+--+--+\n     1\n+  +  +\n",
    "pitch 2": "+-+-+\n|3  |\n+-+-+\n   1\n+ + +\n",
    "pitch 6": "+-----+-----+\n|  3        |\n+-----+-----+\n         1\n+     +     +\n",
    "stars": "* - * - *\n| 3     |\n* - * - *\n      1\n*   *   *\n",
    "dots": ".-.-.\n|3  |\n.-.-.\n   1\n. . .\n",
    "letters o": "o-o-o\n|3  |\no-o-o\n   1\no o o\n",
    "crosses": "+-+-+\n|3x |\n+-+-+\nx x1x\n+x+x+\n",
    "marks": "+###+---+\n# 3     |\n+---+---+\n      1\n+   +   +\n",
    "light, pitch 2": "┌───┐\n│3  │\n└───┘\n   1\n· · ·\n",
    "light, pitch 4": "┌───────┐\n│ 3     │\n└───────┘\n      1\n·   ·   ·\n",
    "rounded with crosses": "╭───────╮\n│ 3 ×   │\n╰───────╯\n×   × 1 ×\n· × · × ·\n",
    "heavy": "┏━━━┓\n┃3  ┃\n┗━━━┛\n   1\n· · ·\n",
    "double": "╔═══╗\n║3  ║\n╚═══╝\n   1\n· · ·\n",
    "equals": "+===+===+\n| 3     |\n+===+===+\n      1\n+   +   +\n",
    "indented": "\n\n    +-+-+\n    |3  |\n    +-+-+\n       1\n    + + +\n\n\n",
    "crlf": "+-+-+\r\n|3  |\r\n+-+-+\r\n   1 \r\n+ + +\r\n",
    "comments": "; a loop\n+-+-+\n|3  |\n+-+-+\n   1\n+ + +\n; END\n",
    "loopy": " - - \n|3  |\n - - \n   1 \n     \n",
    "loopy with crosses": " - - \n|3x |\n - - \nx x1x\n x x \n",
    "loopy, blanks lost": " - -\n|3  |\n - -\n   1\n",
    "box and blanks": "┌───┐\n│3  │\n└───┘\n   1 \n     \n",
}


@pytest.mark.parametrize("name", SAME)
def test_drawings_of_all_kinds_are_told_and_read(name: str) -> None:
    assert detect(SAME[name]) == "drawing"
    assert read_puzzle(SAME[name]) == LOOP
    assert LOOP.solution is not None
    assert np.array_equal(read_drawing(SAME[name], LOOP.board), LOOP.solution)


def test_a_drawing_without_lines_has_no_solution() -> None:
    for text in (
        "+   +   +\n  3   ?\n+   +   +\n",
        ". . .\n 3 ?\n. . .",
        "· · ·\n 3 ?\n· · ·",
        "     \n 3 ? \n     \n",
    ):
        puzzle = read_puzzle(text)
        assert (puzzle.clues.tolist(), puzzle.solution) == ([3, UNKNOWN_CLUE], None), text


def test_blank_vertices_keep_the_empty_rim() -> None:
    puzzle = read_puzzle("       \n     2 \n  ┌─┐  \n  │3│  \n  └─┘  \n", format="drawing")
    assert puzzle.board.params == (2, 3)
    assert puzzle.clues.tolist() == [-1, -1, 2, -1, 3, -1]
    assert puzzle.solution is not None
    assert np.array_equal(puzzle.solution, outline(puzzle.board, np.arange(6) == 4))


GRIDS = ["3.2\n.1.\n...", "3 . 2\n. 1 .\n. . .", "- - -\n3 - 1\n- - -", "*.*\n3.1\n*.*",
         ". 2\n 1 \n2 3", "_._\n.1.\n_._",
         ". . .\n3 2 .\n. . .", " - - -\n 3 2 3\n - - -", "1\n.\n3", "..\n..\n.."]  # fmt: skip


@pytest.mark.parametrize("text", GRIDS)
def test_grids_are_not_taken_for_drawings(text: str) -> None:
    assert detect(text) == "grid"


def test_a_number_below_a_dot_is_misplaced() -> None:
    assert detect("+   +   +\nx 2 x   2\n+   +   +\n  3   2\n+   +   +\n") == "drawing"
    assert detect("+ + +\n2 . 3\n+ + 2\n") != "drawing"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+---+   +\n| 2 |    \n+---+    \n", "3:9: there is ' ' where a dot should be"),
        ("+---+\n| 2 |\n", "2: the drawing has 2 lines of text, expected an odd number"),
        ("+---+\n| 5 |\n+---+\n", "2:3: '5' is not a clue"),
        ("+---+\n|2 1|\n+---+\n", "2:2: '2' is not a clue"),
        ("+-3-+\n|   |\n+---+\n", "1:3: there is '3' on an edge"),
        ("+---+\n| - |\n+---+\n", "2:3: the line '-' lies on no edge"),
        ("+ -x+\n|   |\n+---+\n", "1:4: an edge has both a line and a cross"),
        ("+---+\n| 2 | 7\n+---+\n", "2:7: '7' is not a clue"),
        ("+---+\n-   |\n+---+\n", "2:1: there is '-' on an edge"),
        ("+   +   +\n  3   2\n+   +   +\n\n+ --- +   +\n", "5:7: '[+]' is in no column of dots, expected a dot"),
        ("+ -  +   +\n  3   2\n+   +   +\n\n+   +   +\n", "1:6: '[+]' is in no column of dots"),
        ("+   +\n| x |\n+---+\n", "2:3: 'x' is not a clue, expected .*; marks are between two dots"),
        ("+  +   +\n 3   2\n+  +   +\n", "there are no dots at equal distances"),
        ("+   +   +\nx 2 x   2\n+   +   +\n  3   2\n+   +   +\n", "2:9: there is '2' on an edge"),
        ("+\n|\n+\n", "there are no dots at equal distances|too large|faces"),
        ("  ;\n", "the text has no puzzle|the text has no drawing"),
        ("", "the text has no drawing"),
    ],
)
def test_what_is_no_drawing_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        read_puzzle(text, "x", "drawing")


@pytest.mark.parametrize("mark", ["---", "-  ", " - ", "  -", "x  ", " x ", "  x"])
def test_a_mark_may_stand_anywhere_on_its_edge(mark: str) -> None:
    lines, crosses = read_state(f"+{mark}+   +\n  3\n+   +   +\n  1\n+   +   +\n", square(2, 2))
    assert (lines.sum(), crosses.sum()) == ((0, 1) if "x" in mark else (1, 0))
    assert (lines | crosses).tolist().index(True) == 0


def test_lines_are_read_on_boards_that_are_no_squares() -> None:
    xy = np.array([[1, 0], [0, 1], [2, 1]], float)
    board = from_faces("graph", (), xy, np.array([0, 3], np.int32), np.array([0, 2, 1], np.int32))
    rows = [Line(1, "  +"), Line(2, " / ╲"), Line(3, "+---+")]
    places = np.array([[2, 0], [0, 2], [4, 2]])
    lines, used, _ = lines_on(canvas_of(rows, "x"), board, places, blank=False)
    assert lines.tolist() == [True, True, True]
    assert int(used.sum()) == 8
    for bad, message in ((" | ╲", "2:2: there is '|' on an edge"), (" /-╲", "2:3: the line '-' lies on no edge")):
        with pytest.raises(ParseError, match=message):
            lines_on(canvas_of([rows[0], Line(2, bad), rows[2]], "x"), board, places, blank=False)
    with pytest.raises(UsageError, match="no text drawing"):
        read_drawing("+", board)


def test_drawings_of_another_size_are_no_answer() -> None:
    text = "+---+---+\n|       |\n+---+---+\n"
    with pytest.raises(ParseError, match="the drawing is 2 wide and 1 high, expected 3 and 2"):
        read_drawing(text, square(2, 3))


ART = {
    "ascii": ("+", "-", "|", "+"),
    "dots": (".", "-", "|", "."),
    "light": ("·", "─", "│", ""),
    "double": ("·", "═", "║", ""),
    "loopy": (" ", "-", "|", " "),
}
CORNERS = {
    "light": " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    "double": " ║═╚║║╔╠═╝═╩╗╣╦╬",
}


def art(puzzle: Puzzle, style: str, pitch: int) -> str:
    """A second way to draw, which shares nothing with ours: by corner masks (up 1, right 2, down 4, left 8)."""
    dot, dash, bar, _ = ART[style]
    flat, upright = tables(puzzle.board, puzzle.solution)
    height, width = puzzle.board.params
    flat, upright = np.pad(flat, ((0, 0), (1, 1))), np.pad(upright, ((1, 1), (0, 0)))
    lines = []
    for r in range(height + 1):
        row = ""
        for c in range(width + 1):
            mask = upright[r, c] + 2 * flat[r, c + 1] + 4 * upright[r + 1, c] + 8 * flat[r, c]
            row += CORNERS[style][mask] if style in CORNERS and mask else dot
            row += (dash if flat[r, c + 1] else " ") * (pitch - 1)
        lines.append(row[: width * pitch + 1])
        row = ""
        for c in range(width + 1):
            clue = puzzle.clues[r * width + c] if r < height and c < width else NO_CLUE
            sign = " " if clue == NO_CLUE else "?" if clue == UNKNOWN_CLUE else str(clue)
            row += (bar if r < height and upright[r + 1, c] else " ") + sign.center(pitch - 1)
        lines.append(row[: width * pitch + 1])
    return "\n".join(lines[:-1]) + "\n"


@pytest.mark.parametrize("style", ART)
@pytest.mark.parametrize("pitch", [2, 3, 4])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_drawings_by_another_hand_are_read(style: str, pitch: int, data: Any) -> None:
    board = square(data.draw(st.integers(1, 5)), data.draw(st.integers(2, 5)))
    size = {"min_size": board.n_faces, "max_size": board.n_faces}
    clues = np.array(data.draw(st.lists(st.sampled_from([-1, -1, -2, 0, 1, 2, 3, 4]), **size)))
    lines = outline(board, np.array(data.draw(st.lists(st.booleans(), **size))))
    puzzle = Puzzle(board, clues, solution=lines if lines.any() else None)
    text = art(puzzle, style, pitch)
    assume(text.strip())
    assert np.array_equal(read_drawing(text, board), lines)
    if style in ("ascii", "dots"):  # with all vertices to be seen, the pitch is never in doubt
        assert read_puzzle(text) == puzzle
        assert read_puzzle("\n" + "".join(f"   {line.rstrip()}\n" for line in text.splitlines())) == puzzle


def test_check_reads_what_other_programs_draw(run: Run, tmp_path: Any) -> None:
    for name in ("tamura", "stars", "heavy", "loopy with crosses"):
        text = SAME[name]
        (tmp_path / "drawing").write_text(text)
        done = run("check", "slither/2/2/d1", str(tmp_path / "drawing"))
        assert (done.returncode, done.stdout[:3]) == (0, "ok:"), (name, done)
        done = run("check", str(tmp_path / "drawing"))
        assert (done.returncode, done.stdout[:3]) == (0, "ok:"), (name, done)
