"""puzzlekit's text: a line `R C` (rows first), then R rows of C tokens, `-` or `.` for blank, or a digit.

Read are also its solutions, alone or after the rows of clues (with or without a header of their own): `x` for cells
inside the loop and `-` outside; or what its solver prints, the walls of every cell as a number: 8 top, 4 left,
2 bottom, 1 right, `-` for none. Alone a solution makes a puzzle without clues; walls are recognized by a number
of 12 or more, which stands at the upper left corner of every loop.

The variant in sections is read too: `[size]`, `R C`, `[cells]`, the rows, then anything.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats._edges import lines_of_tables
from slitherenc.formats._rows import DIGITS, Line, check_text_size, head, text_lines, token_rows, token_text
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "puzzlekit: a line `rows columns` and rows of - or a digit; its solutions are read"
BOARDS = ("square",)
CARRIES: frozenset[str] = frozenset()
ONE_LINE = False

_CLUES = {"-": NO_CLUE, ".": NO_CLUE, **DIGITS}
_INSIDE = {"-": 0, ".": 0, "x": 1}
_WALLS = {"-": 0, **{str(mask): mask for mask in range(16)}}
_TWO_CLUES = re.compile(r"\s*[-.0-4]\s+[-.0-4]\s*")
_HEADER = re.compile(r"\s*([0-9]{1,30})\s+([0-9]{1,30})\s*$")


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:\[size\]\s*)?[0-9]{1,30}[ \t]+[0-9]{1,30}[ \t]*(?:[\r\n]|$)", head(text)) is not None


def doubt(text: str) -> str:
    """A remark for what could be a grid of two columns, with the first line as its first row."""
    if not all(_TWO_CLUES.fullmatch(line) for line in head(text).splitlines()):
        return ""
    return "the first line is read as the numbers of rows and columns; for a row of two clues say --from grid"


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError when the first line is not two numbers, or the rows do not fit them or each other."""
    content = text_lines(text)
    if content and content[0].text.strip() == "[size]":
        sections = [i for i, line in enumerate(content) if line.text.lstrip().startswith("[")] + [len(content)]
        cells = next((i for i in sections[:-1] if content[i].text.strip() == "[cells]"), None)
        if cells is None:
            raise ParseError("there is no section [cells]", source=source)
        content = content[1:2] + content[cells + 1 : next(i for i in sections if i > cells)]
    header = _HEADER.match(content[0].text) if content else None
    if header is None:
        line = content[0].number if content else 1
        raise ParseError("the first line is not two numbers", "ROWS COLUMNS", source=source, line=line)
    height, width = map(int, header.groups())
    check_text_size(source, content[0].number, height=height, width=width)
    end = content[-1].number
    first, second = content[1 : height + 1], content[height + 1 :]
    if len(second) == height + 1 and _HEADER.match(second[0].text):
        second = second[1:]
    if not second and _is_solution(first, width):
        return _puzzle(np.full(height * width, NO_CLUE, np.int16), first, source, end, height=height, width=width)
    clues = token_rows(first, _CLUES.get, "-, . or a digit 0 to 4", source, end, height=height, width=width)
    if not second:
        return Puzzle(square(height=height, width=width), clues)
    if len(second) != height:
        raise ParseError("a row too many", f"{height} rows, or as many again", source=source, line=second[0].number)
    return _puzzle(clues, second, source, end, height=height, width=width)


def _is_solution(rows: list[Line], width: int) -> bool:
    tokens = {token for line in rows for token in line.text.split(None, width)[:width]}
    return "x" in tokens or (tokens <= _WALLS.keys() and not tokens.isdisjoint({"12", "13", "14", "15"}))


def _puzzle(clues: NDArray[np.int16], rows: list[Line], source: str, end: int, *, height: int, width: int) -> Puzzle:
    """With the solution in these rows, inside cells or walls."""
    if any("x" in line.text for line in rows):
        cells = token_rows(rows, _INSIDE.get, "x or -", source, end, height=height, width=width)
        board = square(height=height, width=width)
        return Puzzle(board, clues, solution=outline(board, cells == 1))
    walls = token_rows(rows, _WALLS.get, "- or the walls of a cell, 0 to 15", source, end, height=height, width=width)
    table = walls.reshape(height, width)
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    flat[:-1] |= (table & 8) > 0
    flat[1:] |= (table & 2) > 0
    upright[:, :-1] |= (table & 4) > 0
    upright[:, 1:] |= (table & 1) > 0
    back = 8 * flat[:-1] + 2 * flat[1:] + 4 * upright[:, :-1] + upright[:, 1:]
    if not np.array_equal(back, table):
        r, c = np.argwhere(back != table)[0].tolist()
        problem = f"the walls of the cells at ({r},{c}) and next to it contradict each other"
        raise ParseError(problem, source=source, line=rows[r].number)
    board = square(height=height, width=width)
    return Puzzle(board, clues, solution=lines_of_tables(board, flat, upright))


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    return f"{height} {width}\n{token_text(puzzle)}"
