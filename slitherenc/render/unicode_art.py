"""Unicode drawings for terminals: `·` at every vertex, heavy box-drawing lines that join, marked lines double
(`#` where they are slanted).

Any board that has an ASCII drawing has this one, of the same pitch. Where slanted lines meet, or a line ends, there
is a `•`.
"""

from __future__ import annotations

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.ascii_art import blank, places, put_strokes, text_of

# The characters of a vertex by the directions in which it has lines: up 1, right 2, down 4, left 8.
HEAVY = np.array(list("·••┗•┃┏┣•┛━┻┓┫┳╋"))
DOUBLE = np.array(list("·••╚•║╔╠•╝═╩╗╣╦╬"))
KNOT = "•"
CHARACTERS = np.array(list(" ┃━╲╱"))  # of lines, as `put_strokes` takes them
MARKED = np.array(list(" ║═##"))

_DIRECTIONS = np.array([[0, 1, 0], [8, 0, 2], [0, 4, 0]])  # by 1 + step downwards, 1 + step to the right; 0: slanted


def draw(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
    """The drawing, rows joined by newlines, none at the end. Raises UsageError when the board has no text drawing."""
    board = puzzle.board
    place = places(board)
    canvas = blank(puzzle, place, str(HEAVY[0]))
    on = np.flatnonzero(lines) if lines is not None else np.empty(0, np.intp)
    stand_out = marked[on] if marked is not None else np.zeros(len(on), np.bool_)
    ends = board.ends[on]
    step = put_strokes(canvas, place, ends, stand_out, CHARACTERS, MARKED)
    arms = np.zeros(board.n_vertices, np.int64)
    plain = np.zeros(board.n_vertices, np.bool_)  # has a line that is not marked
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
