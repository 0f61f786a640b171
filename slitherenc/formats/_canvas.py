"""Reads the lines of a board from a text drawing, which is first converted to a canvas (an array of characters).

The parameter `places`, of shape (V, 2), contains the (column, row) of each vertex on the canvas. Edges are straight.
An edge is a line if the character at its middle draws a line in the edge's direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import MAX_FACES, Bits, Board
from slitherenc.formats._off_board import Stray, off_board
from slitherenc.formats._rows import Line

# All characters with the same meaning are mapped to one letter.
DOT, CORNER, FLAT, BOX_FLAT, UPRIGHT, BOX_UPRIGHT, SLANTED, MARK, CROSS, STRANGE = b"+c-h|v/#x!"
BLANK = ord(" ")
CLUES = b"0123456789?"
LINES = bytes((FLAT, BOX_FLAT, UPRIGHT, BOX_UPRIGHT, SLANTED, MARK))
VERTICES = bytes((DOT, CORNER, BOX_FLAT, BOX_UPRIGHT))

_BOX_FLAT, _BOX_UPRIGHT = "─━═╌╍┄┅┈┉╴╶╸╺╼╾", "│┃║╎╏┆┇┊┋╵╷╹╻╽╿"
_BOX = [chr(code) for code in range(0x2500, 0x2580) if chr(code) not in _BOX_FLAT + _BOX_UPRIGHT + "╱╲╳"]


class _Letters(dict[int, int]):
    """A table for `str.translate` that maps each character to a constant such as DOT, or to STRANGE if unknown."""

    def __missing__(self, sign: int) -> int:
        return STRANGE


_LETTERS = _Letters(
    {ord(sign): ord(sign) for sign in " 0123456789?"}
    | {ord(sign): DOT for sign in "+.*o·•∙"}
    | {ord(sign): CORNER for sign in _BOX}
    | {ord(sign): FLAT for sign in "-−–="}
    | {ord(sign): BOX_FLAT for sign in _BOX_FLAT}
    | {ord("|"): UPRIGHT}
    | {ord(sign): BOX_UPRIGHT for sign in _BOX_UPRIGHT}
    | {ord(sign): SLANTED for sign in "/\\╱╲"}
    | {ord("#"): MARK}
    | {ord(sign): CROSS for sign in "xX×╳"}
)
_ALONG = [bytes((FLAT, BOX_FLAT, MARK)), bytes((UPRIGHT, BOX_UPRIGHT, MARK)), bytes((SLANTED, MARK))]
_MOST = 9 * MAX_FACES
_FREE = 400_000  # a canvas of at most this many characters may come from a text of any length
_PLACES_A_CHARACTER = 16  # the most characters of a larger canvas per character of its text


def letters(text: str) -> bytes:
    """Return each character as a byte: digits, `?` and blanks unchanged, others as constants such as DOT (a vertex)."""
    return text.translate(_LETTERS).encode("latin-1")


def among(values: NDArray[np.uint8], signs: bytes) -> NDArray[np.bool_]:
    """Return, for each item of `values`, whether it is one of the bytes in `signs`."""
    table = np.zeros(256, np.bool_)
    table[list(signs)] = True
    return table[values]


class Canvas(NamedTuple):
    """A text drawing as an array of bytes (see `letters`), with one row per line of text."""

    letters: NDArray[np.uint8]
    lines: Sequence[Line]
    source: str

    def pad(self, *, height: int, width: int) -> Canvas:
        """Return the canvas padded with blanks at the bottom and on the right to at least this size."""
        below, right = max(0, height - self.letters.shape[0]), max(0, width - self.letters.shape[1])
        table = np.pad(self.letters, ((0, below), (0, right)), constant_values=BLANK)
        return Canvas(table, [*self.lines, *[Line(self.lines[-1].number, "")] * below], self.source)

    def error(self, x: int, y: int, problem: str, expected: str = "") -> ParseError:
        """Return a ParseError for the character at (x, y). This character replaces `{}` in `problem`."""
        line = self.lines[y]
        sign = line.text[x] if x < len(line.text) else " "
        return ParseError(problem.format(repr(sign)), expected, source=self.source, line=line.number, column=x + 1)


def canvas_of(lines: Sequence[Line], source: str) -> Canvas:
    """Return the canvas (array of characters) of these lines, padded with blanks on the right.

    Raises ParseError if the canvas is larger than any board allows, or far larger than the text.
    """
    width = max((len(line.text) for line in lines), default=0)
    if len(lines) * width > _MOST:
        raise ParseError("the drawing is too large", f"at most {MAX_FACES:,} faces", source=source)
    if len(lines) * width > _FREE + _PLACES_A_CHARACTER * sum(len(line.text) + 1 for line in lines):
        problem = f"the lines are too short for a drawing of {len(lines)} lines, the longest of {width} characters"
        raise ParseError(problem, source=source, line=lines[0].number)
    table = np.full((len(lines), width), BLANK, np.uint8)
    lengths = np.fromiter((len(line.text) for line in lines), np.int64, len(lines))
    is_text = np.arange(width) < lengths[:, None]
    table[is_text] = np.frombuffer(letters("".join(line.text for line in lines)), np.uint8)
    return Canvas(table, lines, source)


def lines_on(
    canvas: Canvas, board: Board, places: NDArray[np.int64], blank: bool
) -> tuple[Bits, NDArray[np.bool_], Bits]:
    """Return (lines, mask, crosses): for each edge, whether it is a line; for each character of the canvas, whether it
    belongs to a vertex or an edge; and for each edge, whether it has a cross.

    A mark may stand anywhere on its edge. Raises ParseError if a vertex character is missing (a blank counts as one if
    `blank` is true), if an edge has a wrong character, or both a line and a cross, or if a line character lies on no
    edge.
    """
    x, y = places.T
    table = canvas.letters
    missing = ~among(table[y, x], VERTICES + (b" " if blank else b""))
    if missing.any():
        at = int(np.flatnonzero(missing)[0])
        raise canvas.error(int(x[at]), int(y[at]), "there is {} where a dot should be", "+")
    used = np.zeros(table.shape, np.bool_)
    used[y, x] = True
    tails, vectors = places[board.ends[:, 0]], places[board.ends[:, 1]] - places[board.ends[:, 0]]
    lengths = np.abs(vectors).max(axis=1)
    direction = np.where(vectors[:, 1] == 0, 0, np.where(vectors[:, 0] == 0, 1, 2))
    lines, crosses = np.zeros(board.n_edges, np.bool_), np.zeros(board.n_edges, np.bool_)
    for step in range(1, int(lengths.max())):
        edges = np.flatnonzero(lengths > step)
        px, py = (tails[edges] + vectors[edges] * step // lengths[edges, None]).T
        signs = table[py, px]
        used[py, px] = True
        along = np.zeros(len(edges), np.bool_)
        for i, allowed in enumerate(_ALONG):
            along |= (direction[edges] == i) & among(signs, allowed)
        wrong = ~along & ~among(signs, bytes((BLANK, CROSS)))
        if wrong.any():
            at = int(np.flatnonzero(wrong)[0])
            raise canvas.error(int(px[at]), int(py[at]), "there is {} on an edge", "a line, a blank or x")
        lines[edges] |= along
        crosses[edges] |= signs == CROSS
        both = (lines & crosses)[edges]
        if both.any():
            at = int(np.flatnonzero(both)[0])
            raise canvas.error(int(px[at]), int(py[at]), "an edge has both a line and a cross")
    stray = ~used & among(table, LINES)
    if stray.any():
        strays = [Stray(canvas.lines[y].text[x], canvas.lines[y].number, x, y) for y, x in np.argwhere(stray).tolist()]
        raise off_board(board, lines, strays, places, canvas.source)
    return lines, used, crosses
