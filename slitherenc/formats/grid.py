"""A bare grid: rows of digits and blanks, with or without separators between the cells; all rows of one length.

A blank is one of `. - * _ #`, and, where cells are not separated, a space. `?` is an unknown clue. Clues of other types
are the signs of these types (`S` a sheep, `t2` touch …); where one has several characters the cells are separated.
Lines that start with `;` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from slitherenc.base.errors import ParseError, counted
from slitherenc.boards.board import MAX_FACES
from slitherenc.boards.square import square
from slitherenc.formats._rows import DIGITS, Line, check_text_size, clue_tokens, text_lines
from slitherenc.formats._signs import typed_clue, typed_signs
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle

TITLE = "a bare grid: rows of digits and blanks (one of . - * _ #), separated or not"
BOARDS = ("square",)
CARRIES = frozenset({"unknown", "typed"})
ONE_LINE = False

_CLUES = {**dict.fromkeys(".-*_#", NO_CLUE), "?": UNKNOWN_CLUE, **DIGITS}
_SEPARATOR = re.compile(r"[ \t]*[,;|][ \t]*|[ \t]+")
_NO_SEPARATORS = dict.fromkeys(map(ord, " \t\r\n,;|"))
_EXPECTED = "a digit 0 to 4 or a blank such as ., or the sign of another clue type"


def recognize(text: str) -> bool:
    return True


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: no rows, a character that is no clue, rows of different lengths."""
    rows = [line for line in text_lines(text) if not line.text.lstrip().startswith(";")]
    if not rows:
        raise ParseError("the text has no puzzle", source=source)
    # Every other character is a cell: a cheap lower bound, before rows are cut into cells.
    check_text_size(
        source,
        rows[0].number,
        height=1,
        width=max(1, len(text.translate(_NO_SEPARATORS)) if len(text) > MAX_FACES else 1),
    )
    separated = _is_separated(rows)
    signs = _SEPARATOR.split(rows[0].text.strip()) if separated else []
    height, width = len(rows), len(signs if signs and all(signs) else _cells(rows[0], separated))
    check_text_size(source, rows[0].number, height=height, width=width)
    table = np.empty((height, width), np.int16)
    typed: dict[int, Clue] = {}
    known = cache(typed_clue)
    for r, line in enumerate(rows):
        signs = _SEPARATOR.split(line.text.strip()) if separated else list(line.text)
        if len(signs) == width and _CLUES.keys() >= set(signs):
            table[r] = [_CLUES[sign] for sign in signs]
            continue
        cells = _cells(line, separated)
        for i, (column, cell) in enumerate(cells):
            if cell in _CLUES or (cell == " " and not separated):
                continue
            clue = known(cell)
            if clue is None:
                shown = repr(cell if len(cell) <= 20 else cell[:20] + "…")
                raise ParseError(f"{shown} is no clue", _EXPECTED, source=source, line=line.number, column=column)
            typed[r * width + i] = clue
        if not separated and len(cells) < width:  # blanks at the end of a row get lost in copies
            if not any(" " in other.text for other in rows):
                raise _ragged(line, len(cells), width, source)
            cells += [(0, " ")] * (width - len(cells))
        if len(cells) != width:
            raise _ragged(line, len(cells), width, source)
        table[r] = [_CLUES.get(cell, NO_CLUE) for _, cell in cells]
    return Puzzle(square(height=height, width=width), table.reshape(-1)).with_more_clues(typed)


def _ragged(line: Line, length: int, width: int, source: str) -> ParseError:
    expected = f"{width} as in the first row, with . for an empty cell"
    return ParseError(f"the row has {counted(length, 'cell')}", expected, source=source, line=line.number)


def _is_separated(rows: Sequence[Line]) -> bool:
    """Is there a separator in every row, and nothing but cells in the first? Or, in a grid of one column, in none."""
    gaps = {_SEPARATOR.search(line.text.strip()) is not None for line in rows}
    if gaps == {True} and not _spaces_are_cells(rows):
        tokens = _SEPARATOR.split(rows[0].text.strip())
        return all(len(token) == 1 or typed_clue(token) for token in tokens)
    column = [line.text.strip() for line in rows] if gaps == {False} else []
    return max(map(len, column), default=0) > 1 and all(len(sign) == 1 or typed_clue(sign) for sign in column)


def _spaces_are_cells(rows: Sequence[Line]) -> bool:
    """Do rows of `3`, ` ` and so on have different numbers of tokens, and cells side by side or two spaces?"""
    texts = [line.text for line in rows]
    if not all(set(text) <= {" ", "?", *DIGITS} for text in texts):
        return False
    tokens = [text.split() for text in texts]
    is_even = len({len(row) for row in tokens}) == 1
    return not is_even and any(len(token) > 1 for row in tokens for token in row)


def _cells(line: Line, separated: bool) -> list[tuple[int, str]]:
    """The cells of a row with their columns from 1."""
    if not separated:
        return list(enumerate(line.text.rstrip("\t"), 1))
    cells, at = [], len(line.text) - len(line.text.lstrip())
    text = line.text.rstrip()
    while at < len(text):
        gap = _SEPARATOR.search(text, at)
        end = gap.start() if gap else len(text)
        cells.append((at + 1, text[at:end]))
        at = gap.end() if gap else len(text)
    return cells


def write(puzzle: Puzzle) -> str:
    """Raises UsageError for a number above 4, and for a clue of another type that has no sign."""
    rows, width = clue_tokens(puzzle, blank="."), puzzle.board.params[1]
    shown = typed_signs(puzzle)
    for face, sign in shown.items():
        rows[face // width][face % width] = sign
    between = ""
    if max(map(len, shown.values()), default=1) > 1:
        between = "," if width == 2 else " "  # two numbers and a blank between could be the size of a puzzlekit file
    return "".join(between.join(row) + "\n" for row in rows)
