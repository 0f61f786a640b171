"""Text drawings of loops, in ASCII or Unicode, read as puzzles on square boards or as loops on a given board.

On square boards, every second row of text contains the vertices, at a constant distance: 4 columns in `+---+`, 3 in
`+--+`, and 2 in `+-+` or `┌─┐`. A vertex is a dot (`+ . * o ·`) or a box character. If no vertex is a dot, vertices may
be blank, as in text copied from Loopy. An edge is a line if the character in its middle is `-` or `─ ━ ═`
(horizontal), `|` or `│ ┃ ║` (vertical), or `#` (a highlighted line). `x` and `×` are crosses. A cell contains a digit,
`?`, the sign of a clue of another type, or nothing. Any other character is an error.

Blanks at the ends of rows may be missing. If no vertex is blank, the drawing may be indented and may have empty rows
around it. Rows that start with `;` are comments. The edges that are lines become the puzzle's solution, even if they
form no loop. If no edge is a line, the puzzle is read without a solution. The writer uses the style `+---+` of Tamura's
`slitherlink.pl`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError, quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.formats._canvas import (
    BLANK,
    CLUES,
    CORNER,
    CROSS,
    DOT,
    FLAT,
    LINES,
    STRANGE,
    UPRIGHT,
    VERTICES,
    Canvas,
    among,
    canvas_of,
    letters,
    lines_on,
)
from slitherenc.formats._edges import has_lines
from slitherenc.formats._off_board import OffBoard
from slitherenc.formats._rows import Line, check_text_size, text_lines
from slitherenc.formats._signs import LONGEST, typed_clue, typed_signs
from slitherenc.model.violation import Violation
from slitherenc.puzzles.clue_types import clue_of
from slitherenc.puzzles.puzzle import NO_CLUE, NUMBER, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.render.ascii_art import clue_places, draw, places

TITLE = "drawings of puzzles and loops, +---+ or box characters, of any pitch"
BOARDS = ("square",)
CARRIES = frozenset({"solution", "unknown", "typed"})
ONE_LINE = False
fits = has_lines

_PITCHES = (4, 3, 2)  # the usual distances between columns of vertices
_MOST = 2_000_000  # characters; a longer drawing with blank vertices is not recognized


class _Frame(NamedTuple):
    """A possible position of a square board in a drawing. Vertices are `pitch` columns apart, from column `left`."""

    canvas: Canvas
    height: int
    width: int
    left: int
    pitch: int
    blank: bool  # whether vertices may be blank
    centered: bool = False  # whether clues must be in the middle of their cells

    def places(self) -> NDArray[np.int64]:
        """Return the (column, row) of every vertex in the drawing, of shape (V, 2)."""
        row, column = np.divmod(np.arange((self.height + 1) * (self.width + 1)), self.width + 1)
        return np.stack([self.left + column * self.pitch, 2 * row], axis=1)


def recognize(text: str) -> bool:
    """Return whether a text is a drawing. The first row must show vertices, or all vertices must be blank."""
    rows = [line.text for line in _rows(text[:100_000])]
    first = next((i for i, row in enumerate(rows) if row.strip()), len(rows))
    if first + 1 >= len(rows):
        return False
    top = letters(rows[first].rstrip())
    columns = [x for x, sign in enumerate(top) if sign in (DOT, CORNER)]
    if len(columns) < 2 or any(b - a < 2 for a, b in pairwise(columns)) or STRANGE in top:
        return _has_blank_vertices(text)
    if any(sign in CLUES + bytes([UPRIGHT]) for sign in top):
        return _has_blank_vertices(text)
    # Clues directly below dots belong to a grid of clues. Below + signs far apart, they are misplaced in a drawing.
    is_surely_drawn = rows[first].lstrip().startswith("+") and columns[1] - columns[0] > 2
    below, others = letters(rows[first + 1]), bytes([DOT, STRANGE, FLAT]) + (b"" if is_surely_drawn else CLUES)
    return all(below[x] not in others for x in columns if x < len(below))


def doubt(text: str) -> str:
    """Return a remark if the drawing could also be read as rows of clues (the format `grid`), or "" if not."""
    from slitherenc.formats._first_line import is_grid

    return "read as a drawing; if the lines are rows of clues, use --from grid" if is_grid(text) else ""


def _has_blank_vertices(text: str) -> bool:
    """Return whether a text is a drawing with clues and blank vertices, and cannot be read as rows of clues."""
    if len(text) > _MOST or text.lstrip().startswith("+"):  # + marks a vertex, so vertices are not blank
        return False
    rows = _rows(text)
    signs = letters("".join(line.text for line in rows))
    if STRANGE in signs or DOT in signs:
        return False
    # A grid of clues has no vertical lines, box characters or crosses, and its rows 0, 2, 4, … are not all empty.
    empty = not any(line.text.strip() for line in rows[::2]) and len(rows) > 2
    if not empty and not any(sign in signs for sign in (UPRIGHT, CORNER, CROSS)):
        return False
    try:
        return read(text).n_clues > 0
    except (ParseError, UsageError):
        return False


def _rows(text: str) -> list[Line]:
    rows = [line for line in text_lines(text, blank=True) if not line.text.lstrip().startswith(";")]
    return rows[:-1] if rows and not rows[-1].text else rows


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if a vertex is missing or a character is not allowed at its position."""
    frame, board, lines, used, crosses = _first(_drawing_rows(text, source), None, source)
    clues, typed = _clues(frame, used, b"01234?")
    marked = [bits if bits.any() else None for bits in (lines, crosses)]
    return Puzzle(board, clues, solution=marked[0], crosses=marked[1]).with_more_clues(typed)


def read_drawing(text: str, board: Board, source: str = "<text>") -> Bits:
    """Return the lines in a drawing of this board, as booleans of shape (E,). Raises the errors of `read_state`."""
    return read_state(text, board, source)[0]


def read_state(text: str, board: Board, source: str = "<text>") -> tuple[Bits, Bits]:
    """Return the lines and the crosses in a drawing of this board, as booleans of shape (E,). Clues are ignored.

    Raises ParseError for a wrong size, a missing vertex, a line on no edge, or a wrong character on an edge.
    """
    if board.kind == "square":
        _, _, lines, _, crosses = _first(_drawing_rows(text, source), board, source)
    else:
        canvas, place = _place(text, board, source)
        lines, _, crosses = lines_on(canvas, board, place, False)
    return lines, crosses


def _place(text: str, board: Board, source: str) -> tuple[Canvas, NDArray[np.int64]]:
    """Return the canvas (array of characters) of a drawing, and the positions of the vertices of a non-square board."""
    rows = _drawing_rows(text, source)
    place = places(board)
    canvas = canvas_of(_inner(rows), source)
    height, width = (int(n) + 1 for n in place.max(axis=0)[::-1])
    dots = np.flatnonzero(among(canvas.letters[0], VERTICES))
    left = int(dots[0] if len(dots) else 0) - int(place[place[:, 1] == 0, 0].min())
    if len(canvas.lines) != height:
        raise ParseError(f"the drawing has {quantity(len(canvas.lines), 'line')} of text", str(height), source=source)
    if left < 0 or canvas.letters.shape[1] < left + width:
        raise canvas.error(0, 0, "the drawing is too narrow", f"{width} columns")
    return canvas, place + np.array([left, 0])


class Marks(NamedTuple):
    """The contents of a drawing of a given board.

    lines : the lines on edges, as booleans of shape (E,)
    off : lines that lie on no edge, each as a Violation (broken rule)
    clues : the clues by face, or None if there are lines that lie on no edge
    hidden : the faces with a clue that is partly covered by a line
    """

    lines: Bits
    off: tuple[Violation, ...]
    clues: Mapping[int, Clue] | None
    hidden: frozenset[int] = frozenset()


def read_marks(text: str, board: Board, source: str = "<text>") -> Marks:
    """Read a drawing of this board. A line that lies on no edge is reported in the result, not raised as ParseError."""
    try:
        if board.kind == "square":
            frame, _, lines, used, _ = _first(_drawing_rows(text, source), board, source)
            numbers, typed = _clues(frame, used, CLUES)
            shown = np.flatnonzero(numbers != NO_CLUE).tolist()
            return Marks(lines, (), typed | {face: Clue(NUMBER, int(numbers[face])) for face in shown})
        canvas, place = _place(text, board, source)
        clues, hidden = _clues_at(canvas, board, place)
        return Marks(lines_on(canvas, board, place, False)[0], (), clues, hidden)
    except OffBoard as error:
        return Marks(error.lines, error.violations, None)


def _clues_at(canvas: Canvas, board: Board, place: NDArray[np.int64]) -> tuple[dict[int, Clue], frozenset[int]]:
    """Return the clues by face, and the faces with a clue that is partly covered by a line."""
    # Clues are expected where the function `draw` writes them. Clues that are not numbers are erased from `canvas`.
    known = cache(clue_of)
    places = [(x, y) for x, y in clue_places(board, place, range(board.n_faces)).tolist()]
    begins = set(places)
    clues, hidden = {}, set()
    for face, (x, y) in enumerate(places):
        room = next((k for k in range(1, LONGEST) if (x + k, y) in begins), LONGEST)
        text = canvas.lines[y].text[x : x + room]
        signs = ((length, known(text[:length])) for length in range(len(text), 0, -1))
        length, clue = next((pair for pair in signs if pair[1]), (0, None))
        if clue is not None:
            clues[face] = clue
            if clue.type != NUMBER:
                canvas.letters[y, x : x + length] = BLANK
        elif text[:1].strip() and among(canvas.letters[y, x + 1 : x + room], LINES).any():
            hidden.add(face)
    return clues, frozenset(hidden)


def _first(rows: list[Line], board: Board | None, source: str) -> tuple[_Frame, Board, Bits, NDArray[np.bool_], Bits]:
    """Try the possible positions of the board in the text, and read the drawing at the first that is valid."""
    # Returns the position, the board, the lines, a mask of the characters at vertices and edges, and the crosses.
    error = None  # of the first frame
    for frame in _frames(rows, board.params if board else None, source):
        try:
            _check_vertices(frame)  # first, because building a large board takes long
            drawn = board or square(height=frame.height, width=frame.width)
            lines, used, crosses = lines_on(frame.canvas, drawn, frame.places(), frame.blank)
            _clues(frame, used, CLUES)
            return frame, drawn, lines, used, crosses
        except ParseError as wrong:
            error = error or wrong
    raise error or ParseError("there are no dots at equal distances", "+   +", source=source, line=rows[0].number)


def _check_vertices(frame: _Frame) -> None:
    signs = frame.canvas.letters[::2, frame.left :: frame.pitch][: frame.height + 1, : frame.width + 1]
    missing = np.argwhere(~among(signs, VERTICES + (b" " if frame.blank else b"")))
    if len(missing):
        row, column = missing[0].tolist()
        x, y = frame.left + column * frame.pitch, 2 * row
        raise frame.canvas.error(x, y, "there is {} where a dot should be", "+")


def _drawing_rows(text: str, source: str) -> list[Line]:
    rows = _rows(text)
    if not any(line.text.strip() for line in rows):
        raise ParseError("the text has no drawing", source=source)
    return rows


def _inner(rows: list[Line]) -> list[Line]:
    filled = [i for i, line in enumerate(rows) if line.text.strip()]
    return rows[filled[0] : filled[-1] + 1]


def _frames(rows: list[Line], size: tuple[int, ...] | None, source: str) -> Iterator[_Frame]:
    """Yield the possible positions of the board (called frames) in a drawing. `size` is (height, width), or None."""
    whole = canvas_of(rows, source)
    inner = whole if rows[0].text.strip() and rows[-1].text.strip() else canvas_of(_inner(rows), source)
    n_lines = len(inner.lines)
    frames, problem, expected = [], "", ""
    columns, gap = _columns(inner)
    if gap and n_lines % 2 and n_lines > 1:
        for pitch in dict.fromkeys(p for p in (*_PITCHES, gap) if p >= 2 and gap % p == 0):
            frames.append(_Frame(inner, n_lines // 2, (columns[-1] - columns[0]) // pitch, columns[0], pitch, False))
    elif gap:
        problem, expected = f"the drawing has {quantity(n_lines, 'line')} of text", "an odd number, at least 3"
    if DOT not in inner.letters:  # vertices may be blank, and the board fills the whole text
        columns, gap = _columns(whole)
        length = whole.letters.shape[1]
        for pitch in _PITCHES if columns else _PITCHES[::-1]:
            left = columns[0] % pitch if columns else 0
            height, width = len(rows) // 2, -(-(length - 1 - left) // pitch)
            if size is not None and width <= size[1] and len(rows) <= 2 * size[0] + 1:
                height, width = size  # the text lacks the blanks at its ends
            if gap % pitch == 0 and min(height, width) > 0:
                check_text_size(source, rows[0].number, height=height, width=width)
                canvas = whole.pad(height=2 * height + 1, width=left + width * pitch + 1)
                frames.append(_Frame(canvas, height, width, left, pitch, True))
        if size is not None:
            frames.sort(key=lambda frame: abs(frame.canvas.letters.shape[1] - length))
    fitting = [frame for frame in frames if size in (None, (frame.height, frame.width))]
    # At first, clues must be in the middle of cells. This excludes frames with a wrong distance between columns.
    for centered in (True, False):
        for frame in fitting:
            check_text_size(source, inner.lines[0].number, height=frame.height, width=frame.width)
            yield frame._replace(centered=centered)
    _check_columns(inner)  # all frames were refused
    if size is not None and frames and not problem:
        problem = f"the drawing is {frames[0].width} wide and {frames[0].height} high"
        expected = f"{size[1]} and {size[0]}"
    if problem and not fitting:
        raise ParseError(problem, expected, source=source, line=inner.lines[-1].number)


def _check_columns(canvas: Canvas) -> None:
    """Raise ParseError at the first vertex that is in a different column than the vertices of most rows."""
    rows = [np.flatnonzero(among(signs, bytes((DOT, CORNER)))) for signs in canvas.letters[::2]]
    grids = Counter((int(row[0]), int(np.gcd.reduce(np.diff(row)))) for row in rows if len(row) > 1)
    for left, pitch in [grid for grid, _ in grids.most_common() if grid[1] > 1][:1]:
        for row, columns in enumerate(rows):
            for x in columns[(columns - left) % pitch != 0][:1].tolist():
                raise canvas.error(x, 2 * row, "{} is in no column of dots", f"a dot every {pitch} columns")


def _columns(canvas: Canvas) -> tuple[list[int], int]:
    """Return the columns with a dot or corner in an even row, and the gcd of the distances between these columns."""
    columns = np.flatnonzero(among(canvas.letters[::2], bytes((DOT, CORNER))).any(axis=0)).tolist()
    return columns, math.gcd(*(b - a for a, b in pairwise(columns)))  # gcd() is 0, for fewer than two columns


def _clues(frame: _Frame, used: NDArray[np.bool_], allowed: bytes) -> tuple[NDArray[np.int16], dict[int, Clue]]:
    table, pitch = frame.canvas.letters, frame.pitch
    cells = np.zeros(table.shape, np.bool_)
    inside = slice(frame.left, frame.left + frame.width * pitch)
    cells[1::2, inside] = ~used[1::2, inside]
    column = (np.arange(table.shape[1]) - frame.left) % pitch
    places = (column == pitch // 2) | (column == (pitch + 1) // 2) | (not frame.centered)
    typed, signs = _read_typed(frame.canvas, cells, places)
    cells &= places & ~signs
    wrong = (table != BLANK) & ~used & ~signs & ~(cells & among(table, allowed))
    if wrong.any():
        y, x = np.argwhere(wrong)[0].tolist()
        raise frame.canvas.error(
            x, y, "{} is not a clue", "a digit 0 to 4, ? or a blank in every cell; marks are between two dots"
        )
    cells &= table != BLANK
    for y, x in typed:
        cells[y, x] = True
    y, x = np.nonzero(cells)
    face = y // 2 * frame.width + (x - frame.left) // pitch
    twice = np.flatnonzero(np.bincount(face, minlength=1)[face] > 1) if len(face) else face
    if len(twice):
        raise frame.canvas.error(int(x[twice[1]]), int(y[twice[1]]), "{} is the second sign in a cell", "one clue")
    clues = np.full(frame.height * frame.width, NO_CLUE, np.int16)
    digits = table[y, x].astype(np.int16)
    clues[face] = np.where(digits == ord("?"), UNKNOWN_CLUE, digits - ord("0"))
    others = {int(y) // 2 * frame.width + (int(x) - frame.left) // pitch: clue for (y, x), clue in typed.items()}
    clues[list(others)] = NO_CLUE
    return clues, others


def _read_typed(
    canvas: Canvas, cells: NDArray[np.bool_], places: NDArray[np.bool_]
) -> tuple[dict[tuple[int, int], Clue], NDArray[np.bool_]]:
    """Return the clues that are not numbers, by the (row, column) where they begin, and a mask of their characters."""
    # `cells` marks the positions inside cells. `places` marks the columns of which a clue must cover at least one.
    typed: dict[tuple[int, int], Clue] = {}
    signs = np.zeros(cells.shape, np.bool_)
    free = cells & (canvas.letters != BLANK)
    known = cache(typed_clue)
    for at in np.flatnonzero(free & ~among(canvas.letters, CLUES)):
        y, x = divmod(int(at), cells.shape[1])
        if signs[y, x]:
            continue
        start = end = x
        while start and end - start <= LONGEST and free[y, start - 1]:
            start -= 1
        while end < cells.shape[1] and end - start <= LONGEST and free[y, end]:
            end += 1
        clue = known(canvas.lines[y].text[start:end])
        if clue is None or not places[start:end].any():
            break  # the caller reports that these characters are not a clue
        typed[y, start] = clue
        signs[y, start:end] = True
    return typed, signs


def write(puzzle: Puzzle) -> str:
    """Draw a puzzle. Raises UsageError for a number above 4, and for a clue whose sign is too long for a cell."""
    if puzzle.clues.max(initial=0) > 4:
        raise UsageError(f"drawings have no clues above 4, but the puzzle has {puzzle.clues.max()}")
    typed_signs(puzzle, longest=2)
    return draw(puzzle, puzzle.solution) + "\n"
