"""Files of Kanpen and PencilBox: rows, columns, the clues, horizontal edges, then vertical edges.

Two lines with one number each (rows first), then rows of tokens: clues `.` or a digit; edges 1 line, 0 none, -1
cross. The edges come horizontal first, the other way round than in a pzprv3 file. The answer part may be missing; a
file with no line in it has no solution. A Kanpen URL is handed to its own reader.
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.boards.square import square
from slitherenc.errors import ParseError
from slitherenc.formats import kanpen_url
from slitherenc.formats.edges import lines_of_tables, some, tables
from slitherenc.formats.rows import DIGITS, check_size, clue_tokens, lines_of, token_rows
from slitherenc.puzzle import NO_CLUE, Puzzle

TITLE = "files of Kanpen and PencilBox, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution"})
ONE_LINE = False
fits = some

_CLUES = {".": NO_CLUE, **DIGITS}
_EDGE = {"0": 0, "1": 1, "-1": 0}
_HEAD = re.compile(r"\s*([0-9]{1,7})[ \t]*(?:\r\n|\r|\n)\s*([0-9]{1,7})[ \t]*(?:\r\n|\r|\n)\s*?([^\r\n]*)(?:[\r\n]|$)")


def recognise(text: str) -> bool:
    """Two numbers, and a row of as many tokens as the second says. One token makes a row only with a blank after it,
    as Kanpen writes it: without, this is a bare grid of one column."""
    head = _HEAD.match(text)
    if head is None:
        return False
    tokens = head[3].split()
    return len(tokens) == int(head[2]) and set(tokens) <= _CLUES.keys() and " " in head[3]


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: no size, rows that do not fit it."""
    if kanpen_url.recognise(text):
        return kanpen_url.read(text, source)
    lines = lines_of(text)
    for i, word in enumerate(("rows", "columns")):
        if i >= len(lines) or not re.fullmatch(r"\s*[0-9]{1,30}\s*", lines[i].text):
            line = lines[i].number if i < len(lines) else 0
            raise ParseError(f"the number of {word} is missing", "a line with one number", source=source, line=line)
    height, width = int(lines[0].text), int(lines[1].text)
    check_size(height, width, source, lines[0].number)
    end = lines[-1].number
    rows = lines[2:]
    clues = token_rows(rows[:height], height, width, _CLUES.get, ". or a digit 0 to 4", source, end)
    board = square(height, width)
    if not rows[height:]:
        return Puzzle(board, clues)
    expected = "1 (line), 0 or -1 (cross)"
    rows = rows[height:]
    flat = token_rows(rows[: height + 1], height + 1, width, _EDGE.get, expected, source, end)
    upright = token_rows(rows[height + 1 :], height, width + 1, _EDGE.get, expected, source, end)
    lines_on = lines_of_tables(board, flat.reshape(height + 1, width) == 1, upright.reshape(height, width + 1) == 1)
    return Puzzle(board, clues, solution=lines_on)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    rows = [*clue_tokens(puzzle, "."), *(row for part in tables(puzzle.board, puzzle.solution) for row in _bits(part))]
    return f"{height}\n{width}\n" + "".join("".join(f"{cell} " for cell in row) + "\n" for row in rows)


def _bits(table: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[list[int]]:
    return table.astype(int).tolist()
