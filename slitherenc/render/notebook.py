"""Pictures of boards, puzzles and loops in notebooks. The title of a picture is its alternative text."""

from __future__ import annotations

import numpy as np

from slitherenc.base.errors import quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.names import board_title
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render.svg import svg_picture, title_of

_MOST_FACES = 20_000  # for a larger board, the picture would be too large, so None is returned


def picture(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None, caption: str = "") -> str | None:
    """Draw a puzzle, or return None if its board is too large. `caption` states in words which lines are drawn."""
    return _draw(puzzle, lines, marked, title_of(puzzle) + (f"; {caption}" if caption else ""))


def picture_of_board(board: Board, lines: Bits | None = None) -> str | None:
    """Draw a board with the lines of a loop, or return None if the board is too large."""
    what = "board" if lines is None else f"loop of {quantity(int(lines.sum()), 'line')}"
    puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16))
    return _draw(puzzle, lines, None, f"Slitherlink {what}, {board_title(board)}")


def picture_of_loop(loop: Loop) -> str | None:
    return picture_of_board(loop.board, loop.bits())


def _draw(puzzle: Puzzle, lines: Bits | None, marked: Bits | None, title: str) -> str | None:
    return svg_picture(puzzle, lines, marked=marked, title=title) if puzzle.board.n_faces <= _MOST_FACES else None
