"""Unicode drawings: as shown, and read back as the lines they show."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import read
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.square import square
from slitherenc.formats._off_board import OffBoard
from slitherenc.formats.drawing import read_drawing
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render import STYLES, draw_text
from tests.support.picture_boards import honeycomb

GRID = "3..\n..?\n"


def test_lines_join_and_clues_stand_in_the_middle() -> None:
    puzzle = read(GRID)
    lines = read_drawing("+---+   +   +\n|   |\n+   +---+   +\n|       |\n+---+---+   +", puzzle.board)
    assert draw_text(puzzle, lines, "unicode").split("\n") == [
        "┏━━━┓   ·   ·",
        "┃ 3 ┃",
        "┃   ┗━━━┓   ·",
        "┃       ┃ ?",
        "┗━━━━━━━┛   ·",
    ]
    marked = np.isin(np.arange(puzzle.board.n_edges), np.flatnonzero(lines)[-4:])
    rows = draw_text(puzzle, lines, "unicode", marked).split("\n")
    assert [c in "═║╔╗╚╝" for row in rows for c in row].count(True) > 4
    assert draw_text(puzzle, None, "unicode").split("\n")[0] == "·   ·   ·   ·"


def test_ends_and_branches_show() -> None:
    puzzle = read(GRID)
    every = np.ones(puzzle.board.n_edges, bool)
    assert draw_text(puzzle, every, "unicode").split("\n")[::2] == ["┏━━━┳━━━┳━━━┓", "┣━━━╋━━━╋━━━┫", "┗━━━┻━━━┻━━━┛"]
    assert draw_text(puzzle, every, "unicode", every).split("\n")[2] == "╠═══╬═══╬═══╣"
    one = np.arange(puzzle.board.n_edges) == 0
    assert draw_text(puzzle, one, "unicode").split("\n")[0] == "•━━━•   ·   ·"


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.sampled_from(STYLES.names()), st.booleans(), st.data())
def test_drawings_of_every_style_are_read_back(
    h: int, w: int, style: str, with_marks: bool, data: st.DataObject
) -> None:
    board = square(h, w)
    bits = st.lists(st.booleans(), min_size=board.n_edges, max_size=board.n_edges)
    lines = np.array(data.draw(bits))
    marked = np.array(data.draw(bits)) if with_marks else None
    puzzle = Puzzle(board, data.draw(st.lists(st.integers(-2, 4), min_size=h * w, max_size=h * w)))
    text = draw_text(puzzle, lines, style, marked)
    assert np.array_equal(read_drawing(text, board), lines)
    shifted = "\n".join("   " + row if row else row for row in text.split("\n"))
    assert np.array_equal(read_drawing(shifted, board), lines)


@pytest.mark.parametrize("table", ["━┃┏┓┗┛>─│┌┐└┘", "━┃┏┓┗┛>─│╭╮╰╯"])
def test_thin_and_narrow_box_drawings_are_read_too(table: str) -> None:
    puzzle = read(GRID)
    lines = read_drawing("+---+   +   +\n|   |\n+   +---+   +\n|       |\n+---+---+   +", puzzle.board)
    heavy, _, thin = table.partition(">")
    text = draw_text(puzzle, lines, "unicode").translate(str.maketrans(heavy, thin))
    assert np.array_equal(read_drawing(text, puzzle.board), lines)
    narrow = "\n".join(row.ljust(13)[::2] for row in text.split("\n"))
    assert np.array_equal(read_drawing(narrow, puzzle.board), lines)


def test_lines_on_no_edge_are_told_with_their_places() -> None:
    board = read(GRID).board
    text = "+---+   +   +  -\n|   |  \n+   +---+   +\n| - |\n+---+   +   +"
    with pytest.raises(OffBoard, match="<text>:1:16: the line '-' lies on no edge") as told:
        read_drawing(text, board)
    assert np.count_nonzero(told.value.lines) == 7
    broken = told.value.violations
    assert {v.rule for v in broken} == {"off board"}
    assert [v.place for v in broken] == [(3.75, 0), (0.5, 1.5)]
    assert broken[1].message == "the line '-' at 4:3 lies on no edge"


def test_boards_without_a_text_drawing_say_so() -> None:
    board = honeycomb()
    for style in STYLES.names():
        with pytest.raises(UsageError, match="no text drawing"):
            draw_text(Puzzle(board, np.full(board.n_faces, NO_CLUE)), None, style)


def test_a_drawing_cut_off_on_the_left() -> None:
    with pytest.raises(ParseError):
        read_drawing("┓   ·   ·\n┃\n┗━━━┓   ·\n    ┃\n━━━━┛   ·", read(GRID).board)
