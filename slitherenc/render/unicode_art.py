"""Unicode drawings for terminals: `·` for a vertex, and heavy box-drawing lines that join at vertices.

Marked lines are double, or `#` if they are slanted. Every board with an ASCII drawing has a Unicode drawing of the same
size. The end of a line, and a vertex where slanted lines meet, are drawn as `•`.
"""

from __future__ import annotations

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.ascii_art import blank, places, put_strokes, text_of

# The character of a vertex, indexed by the sum of the directions in which it has lines: up 1, right 2, down 4, left 8.
HEAVY = np.array(list("·••┗•┃┏┣•┛━┻┓┫┳╋"))
DOUBLE = np.array(list("·••╚•║╔╠•╝═╩╗╣╦╬"))
KNOT = "•"
CHARACTERS = np.array(list(" ┃━╲╱"))  # of lines, in the order that `put_strokes` requires
MARKED = np.array(list(" ║═##"))

_DIRECTIONS = np.array([[0, 1, 0], [8, 0, 2], [0, 4, 0]])  # indexed by 1 + step down, 1 + step right; 0: slanted


def draw(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
    """Draw a puzzle with `lines`; those in `marked` stand out. Raises UsageError if the board has no text drawing."""
    board = puzzle.board
    place = places(board)
    canvas = blank(puzzle, place, str(HEAVY[0]))
    on = np.flatnonzero(lines) if lines is not None else np.empty(0, np.intp)
    stand_out = marked[on] if marked is not None else np.zeros(len(on), np.bool_)
    ends = board.ends[on]
    step = put_strokes(canvas, place, ends, stand_out, CHARACTERS, MARKED)
    arms = np.zeros(board.n_vertices, np.int64)
    plain = np.zeros(board.n_vertices, np.bool_)  # whether a vertex has a line that is not marked
    slanted = np.zeros(board.n_vertices, np.bool_)
    plain[ends[~stand_out]] = True
    for vertices, (x, y) in ((ends[:, 0], step.T), (ends[:, 1], -step.T)):
        direction = _DIRECTIONS[1 + y, 1 + x]
        slanted[vertices[direction == 0]] = True
        for arm in (1, 2, 4, 8):
            arms[vertices[direction == arm]] |= arm
    signs = np.where(plain, HEAVY[arms], DOUBLE[arms])
    canvas[place[:, 1], place[:, 0]] = np.where(slanted, KNOT, signs)
    return text_of(canvas)
