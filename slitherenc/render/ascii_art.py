"""ASCII drawings: `+` at every vertex, `---` and `|` for lines, clues in the middle of their faces (Tamura 2008).

Any board whose edges run straight or at 45 degrees on the character grid that its kind gives (`Board.text_grid`)
can be drawn. Lines end without trailing blanks. Marked lines are drawn with `#`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.ragged import gather
from slitherenc.clues import signs
from slitherenc.errors import UsageError
from slitherenc.puzzle import Puzzle

_ROOM = 3  # characters between the lines of a face
_STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (-1, 1): "/"}


def places(board: Board) -> NDArray[np.int64]:
    """(column, row) in characters of every vertex, from 0. Raises UsageError when the board has no text drawing."""
    if board.text_grid is None:
        raise UsageError(
            f"a {board.kind} board has no text drawing: take `draw --solution` for a picture, --json for the lines"
        )
    place = np.rint(board.xy * np.array(board.text_grid)).astype(np.int64)
    return np.asarray(place - place.min(axis=0))


def strokes(board: Board) -> list[tuple[str, list[tuple[int, int]]]]:
    """For every edge its character and the (column, row) places between its vertices."""
    place = places(board)
    found = []
    for a, b in board.ends.tolist():
        (x, y), (to_x, to_y) = place[a].tolist(), place[b].tolist()
        length = max(abs(to_x - x), abs(to_y - y))
        step = ((to_x - x) // length, (to_y - y) // length)
        char = _STROKES.get(step) or _STROKES[(-step[0], -step[1])]
        found.append((char, [(x + i * step[0], y + i * step[1]) for i in range(1, length)]))
    return found


def clue_places(board: Board, place: NDArray[np.int64], faces: Sequence[int]) -> NDArray[np.int64]:
    """(column, row) of the first character of the clues of these faces; place[V, 2] as `places` gives it."""
    start, edges = gather(board.face_start, board.face_edges, np.array(faces, np.intp))
    if not len(edges):
        return np.empty((0, 2), np.int64)
    ends = place[board.ends[edges]].sum(axis=1)  # a vertex of a face is an end of two of its edges
    middles = np.add.reduceat(ends, start[:-1]) / (2 * np.diff(start)[:, None])
    found: NDArray[np.int64] = np.rint(middles).astype(np.int64)
    return found


def blank(puzzle: Puzzle, vertex: str) -> list[list[str]]:
    """The puzzle without lines, as rows of characters: `vertex` at every vertex, clues in the middle of their faces.

    Raises UsageError for a board that has no text drawing, and a clue of more than three characters.
    """
    board = puzzle.board
    place = places(board)
    width, height = (place.max(axis=0) + 1).tolist()
    canvas = [[" "] * width for _ in range(height)]
    for x, y in place.tolist():
        canvas[y][x] = vertex
    shown = {face: sign for face, sign in signs(puzzle).items() if face < board.n_faces}
    for sign, (x, y) in zip(shown.values(), clue_places(board, place, list(shown)).tolist(), strict=True):
        if len(sign) > _ROOM:
            raise UsageError(f"a text drawing has no room for the clue {sign}: take a picture")
        for i, char in enumerate(sign, x - (len(sign) - 1) // 2):
            canvas[y][i] = char
    return canvas


def draw(puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
    """The drawing, rows joined by newlines, none at the end."""
    canvas = blank(puzzle, "+")
    if lines is not None:
        for edge, (char, between) in enumerate(strokes(puzzle.board)):
            if lines[edge]:
                for x, y in between:
                    canvas[y][x] = "#" if marked is not None and marked[edge] else char
    return "\n".join("".join(row).rstrip() for row in canvas)
