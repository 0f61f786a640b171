"""Pictures of values in notebooks; a picture's title is its alternative text. None stands for a huge picture."""

from __future__ import annotations

import numpy as np

from slitherenc.base.errors import quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.names import board_title
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render.svg import svg_picture, title_of

_MOST_FACES = 20_000  # the picture of a larger board would be huge


def picture(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None, caption: str = "") -> str | None:
    """Draw a puzzle; `caption` says in words which lines the picture shows."""
    return _draw(puzzle, lines, marked, title_of(puzzle) + (f"; {caption}" if caption else ""))


def picture_of_board(board: Board, lines: Bits | None = None) -> str | None:
    """Draw a board, with the lines of a loop."""
    what = "board" if lines is None else f"loop of {quantity(int(lines.sum()), 'line')}"
    puzzle = Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16))
    return _draw(puzzle, lines, None, f"Slitherlink {what}, {board_title(board)}")


def picture_of_loop(loop: Loop) -> str | None:
    return picture_of_board(loop.board, loop.bits())


def picture_of_puzzle(puzzle: Puzzle) -> str | None:
    """Draw a puzzle without its solution."""
    return picture(puzzle)


def _draw(puzzle: Puzzle, lines: Bits | None, marked: Bits | None, title: str) -> str | None:
    return svg_picture(puzzle, lines, marked=marked, title=title) if puzzle.board.n_faces <= _MOST_FACES else None
