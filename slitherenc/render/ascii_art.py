"""ASCII drawings: `+` for a vertex, `---` and `|` for lines, and clues in the middle of their faces (Tamura 2008).

A board can be drawn if its kind places vertices on a grid of characters (`Traits.text_grid`) so that all edges are
horizontal, vertical or diagonal. The text has no trailing blanks. Marked lines are drawn with `#`.

A drawing is made as an array of characters, indexed by row and column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.csr import gather
from slitherenc.puzzles.clue_types import signs
from slitherenc.puzzles.puzzle import Puzzle

Canvas: TypeAlias = NDArray[np.str_]

_ROOM = 3  # characters between the lines of a face
STROKES = np.array([" ", "|", "-", "\\", "/"])  # the character of a line, indexed by its direction (`put_strokes`)
MARKED = np.full(5, "#")


def places(board: Board) -> NDArray[np.int64]:
    """Return an array[V, 2]: the column and row of each vertex. Raises UsageError if the board has no text drawing."""
    if board.traits.text_grid is None:
        raise UsageError(
            f"a {board.kind} board has no text drawing; `draw --solution` draws a picture, `solve --json` prints lines"
        )
    place = np.rint(board.xy * np.array(board.traits.text_grid)).astype(np.int64)
    return np.asarray(place - place.min(axis=0))


def clue_places(board: Board, place: NDArray[np.int64], faces: Sequence[int]) -> NDArray[np.int64]:
    """Return the (column, row) nearest to the middle of each face in `faces`. A clue of one or two characters begins
    there. `place` is the result of `places`."""
    start, edges = gather(board.face_start, board.face_edges, np.array(faces, np.intp))
    if not len(edges):
        return np.empty((0, 2), np.int64)
    ends = place[board.ends[edges]].sum(axis=1)  # a vertex of a face is an end of two of its edges
    middles = np.add.reduceat(ends, start[:-1]) / (2 * np.diff(start)[:, None])
    places: NDArray[np.int64] = np.rint(middles).astype(np.int64)
    return places


def blank(puzzle: Puzzle, place: NDArray[np.int64], vertex: str) -> Canvas:
    """Return an array of characters with the puzzle's vertices and clues but no lines. Vertices are shown as `vertex`.

    `place` is the result of `places`. Raises UsageError for a clue of more than three characters.
    """
    board = puzzle.board
    width, height = (place.max(axis=0) + 1).tolist()
    canvas = np.full((height, width), " ")
    canvas[place[:, 1], place[:, 0]] = vertex
    shown = {face: sign for face, sign in signs(puzzle).items() if face < board.n_faces}
    if not shown:
        return canvas
    texts = np.array(list(shown.values()))
    length = np.array([len(sign) for sign in shown.values()])
    if length.max() > _ROOM:
        raise UsageError(f"a text drawing cannot show the clue {texts[length.argmax()]}: draw a picture")
    x, y = clue_places(board, place, list(shown)).T
    x -= (length - 1) // 2
    for i, column in enumerate(texts.view("<U1").reshape(len(texts), -1).T):
        is_long = length > i
        canvas[y[is_long], x[is_long] + i] = column[is_long]
    return canvas


def put_strokes(
    canvas: Canvas, place: NDArray[np.int64], ends: Ints, marked: Bits, plain: Canvas, standing_out: Canvas
) -> NDArray[np.int64]:
    """Draw n lines on a canvas. Return the direction of each line as a (column, row) step, in an array of shape (n, 2).

    `place` is the result of `places`. `ends`, of shape (n, 2), contains the vertices of each line. `marked`, of shape
    (n,), selects the lines to highlight. The characters for normal and highlighted lines are in `plain` and
    `standing_out`: at index 1 for down, 2 for right, 3 for down and right, and -1 for down and left.
    """
    at, to = place[ends[:, 0]], place[ends[:, 1]]
    step: NDArray[np.int64] = np.sign(to - at)
    kind = 2 * step[:, 0] + step[:, 1]
    backwards = (step[:, 1] < 0) | ((step[:, 1] == 0) & (step[:, 0] < 0))
    kind = np.where(backwards, -kind, kind)
    signs = np.where(marked, standing_out[kind], plain[kind])
    length = np.abs(to - at).max(axis=1)
    for i in range(1, int(length.max(initial=0))):
        is_long = length > i
        x, y = (at[is_long] + i * step[is_long]).T
        canvas[y, x] = signs[is_long]
    return step


def text_of(canvas: Canvas) -> str:
    """Return the rows of a canvas as text, joined by newlines and without trailing blanks."""
    rows = np.ascontiguousarray(canvas).view(f"<U{canvas.shape[1]}")[:, 0].tolist()
    return "\n".join(row.rstrip() for row in rows)


def draw(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
    """Return the puzzle as text. `lines` and `marked`, masks of shape (E,), select edges to draw and to highlight.

    The text has no final newline. Raises UsageError if the board has no text drawing or a clue is too long.
    """
    board = puzzle.board
    place = places(board)
    canvas = blank(puzzle, place, "+")
    if lines is not None:
        on = np.flatnonzero(lines)
        stand_out = np.zeros(len(on), np.bool_) if marked is None else marked[on]
        put_strokes(canvas, place, board.ends[on], stand_out, STROKES, MARKED)
    return text_of(canvas)
