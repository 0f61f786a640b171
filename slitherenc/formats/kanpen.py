"""Files of Kanpen and PencilBox: the numbers of rows and columns, the clues, horizontal edges, then vertical edges.

The two numbers are on separate lines. A clue is `.` (blank) or a digit. An edge is 1 (a line), 0 (no mark) or -1 (a
cross). The edges may be missing. If no edge is a line, the puzzle is read without a solution.
"""

from __future__ import annotations

import re

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats import kanpen_url
from slitherenc.formats._edges import LINE, edge_rows, has_lines, lines_of_tables, tables
from slitherenc.formats._first_line import is_grid
from slitherenc.formats._rows import DIGITS, check_text_size, clue_tokens, text_lines
from slitherenc.formats._tables import token_rows
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "files of Kanpen and PencilBox, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution"})
ONE_LINE = False
fits = has_lines

_CLUES = {".": NO_CLUE, **DIGITS}
_TOP = re.compile(r"([0-9]{1,7})[ \t]*(?:\r\n|\r|\n)\s*([0-9]{1,7})[ \t]*(?:\r\n|\r|\n)\s*?([^\r\n]*)(?:[\r\n]|$)")


def recognize(text: str) -> bool:
    """Return whether a text begins with the number of rows, the number of columns, and a row of clues.

    Each number must be on a line of its own, and the row must have one clue for each column. The row must contain a
    space character, because in Kanpen's files, a space follows each clue.
    """
    top = _TOP.match(text.lstrip())
    if top is None:
        return False
    tokens = top[3].split(None, int(top[2]))
    return len(tokens) == int(top[2]) and set(tokens) <= _CLUES.keys() and " " in top[3]


def doubt(text: str) -> str:
    """Return a remark if the two lines that are read as the size could also be rows of clues; otherwise ""."""
    return "the first two lines are read as the size; if they are clues, use --from grid" if is_grid(text) else ""


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError for a missing size, and for rows that do not fit the size."""
    if kanpen_url.recognize(text):
        return kanpen_url.read(text, source)
    lines = text_lines(text)
    for i, word in enumerate(("rows", "columns")):
        if i >= len(lines) or not re.fullmatch(r"\s*[0-9]{1,30}\s*", lines[i].text):
            line = lines[i].number if i < len(lines) else 0
            raise ParseError(f"the number of {word} is missing", "a line with one number", source=source, line=line)
    height, width = int(lines[0].text), int(lines[1].text)
    check_text_size(source, lines[0].number, height=height, width=width)
    end = lines[-1].number
    rows = lines[2:]
    clues = token_rows(rows[:height], _CLUES.get, ". or a digit 0 to 4", source, end, height=height, width=width)
    rows = rows[height:]
    if not rows:
        return Puzzle(square(height=height, width=width), clues)
    flat = edge_rows(rows[: height + 1], source, end, height=height + 1, width=width)
    upright = edge_rows(rows[height + 1 :], source, end, height=height, width=width + 1)
    board = square(height=height, width=width)
    return Puzzle(board, clues, solution=lines_of_tables(board, flat == LINE, upright == LINE))


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    flat, upright = (table.astype(int).tolist() for table in tables(puzzle.board, puzzle.solution))
    rows = [*clue_tokens(puzzle, "."), *flat, *upright]
    return f"{height}\n{width}\n" + "".join("".join(f"{cell} " for cell in row) + "\n" for row in rows)
