"""Unicode drawings for terminals: `·` at every vertex, heavy box-drawing lines that join, marked lines double
(`#` where they are slanted).

Any board that has an ASCII drawing has this one, of the same pitch. Where slanted lines meet, or a line ends, there
is a `•`.
"""

from __future__ import annotations

from slitherenc.boards.board import Bits
from slitherenc.puzzle import Puzzle
from slitherenc.render.ascii_art import blank, places, strokes

# The characters of a vertex by the directions in which it has lines: up 1, right 2, down 4, left 8.
HEAVY = "·••┗•┃┏┣•┛━┻┓┫┳╋"
DOUBLE = "·••╚•║╔╠•╝═╩╗╣╦╬"
KNOT = "•"
CHARACTERS = {"-": "━", "|": "┃", "\\": "╲", "/": "╱"}
MARKED = {"-": "═", "|": "║", "\\": "#", "/": "#"}

_DIRECTIONS = {(0, -1): 1, (1, 0): 2, (0, 1): 4, (-1, 0): 8}


def draw(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
    """The drawing, rows joined by newlines, none at the end. Raises UsageError when the board has no text drawing."""
    board = puzzle.board
    place = places(board).tolist()
    canvas = blank(puzzle, HEAVY[0])
    arms = [0] * board.n_vertices
    plain = [False] * board.n_vertices  # has a line that is not marked
    slanted = [False] * board.n_vertices
    drawn = lines.tolist() if lines is not None else [False] * board.n_edges
    stand_out = marked.tolist() if marked is not None else [False] * board.n_edges
    for edge, ((char, between), ends) in enumerate(zip(strokes(board), board.ends.tolist(), strict=True)):
        if not drawn[edge]:
            continue
        for x, y in between:
            canvas[y][x] = (MARKED if stand_out[edge] else CHARACTERS)[char]
        for vertex, other in (ends, reversed(ends)):
            (x, y), (to_x, to_y) = place[vertex], place[other]
            step = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
            arms[vertex] |= _DIRECTIONS.get(step, 0)
            slanted[vertex] |= step not in _DIRECTIONS
            plain[vertex] |= not stand_out[edge]
    for vertex, (x, y) in enumerate(place):
        canvas[y][x] = KNOT if slanted[vertex] else (HEAVY if plain[vertex] else DOUBLE)[arms[vertex]]
    return "\n".join("".join(row).rstrip() for row in canvas)
