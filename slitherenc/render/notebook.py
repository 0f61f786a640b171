"""What the values show in notebooks (`_repr_svg_`): a picture, or None (they show their text) when it would be huge."""

from __future__ import annotations

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.render.svg import svg_picture

_MOST_FACES = 20_000


def picture(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str | None:
    return svg_picture(puzzle, lines, marked=marked) if puzzle.board.n_faces <= _MOST_FACES else None


def picture_of_board(board: Board, lines: Bits | None = None) -> str | None:
    return picture(Puzzle(board, np.full(board.n_faces, NO_CLUE, np.int16)), lines)


def picture_of_loop(loop: Loop) -> str | None:
    return picture_of_board(loop.board, loop.bits())


def picture_of_puzzle(puzzle: Puzzle) -> str | None:
    """Without the solution."""
    return picture(puzzle)
