"""Facts for answer set programs and Prolog, one a line: `size(ROWS,COLUMNS).`, then `clue(ROW,COLUMN,NUMBER).`

Rows and columns count from 0.
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats._rows import Line, check_length, clue_tokens, text_lines
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "facts for answer set programs: size(ROWS,COLUMNS). clue(ROW,COLUMN,NUMBER)."
BOARDS = ("square",)
CARRIES: frozenset[str] = frozenset()
ONE_LINE = False

_SIZE = re.compile(r"size\(([0-9]{1,7}),([0-9]{1,7})\)\.")
_CLUE = re.compile(r"clue\(([0-9]{1,7}),([0-9]{1,7}),([0-4])\)\.")


def recognize(text: str) -> bool:
    return text.lstrip().startswith("size(")


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: no size, or a line that is no clue of a board of this size."""
    first, *rest = text_lines(text) or [Line(1, "")]
    size = _SIZE.fullmatch(first.text.strip())
    if size is None:
        raise ParseError("the first fact is no size", "size(ROWS,COLUMNS).", source=source, line=first.number)
    height, width = int(size[1]), int(size[2])
    check_length(height * width, len(text), source)  # a short text must not cost the memory of a large board
    board = square(height, width)
    clues = np.full((height, width), NO_CLUE, np.int16)
    for line in rest:
        fact = _CLUE.fullmatch(line.text.strip())
        row, column, number = map(int, fact.groups()) if fact else (height, width, 0)
        if not (row < height and column < width and clues[row, column] == NO_CLUE):
            problem = f"{line.text.strip()[:40]!r} is no clue for a free cell of this board"
            raise ParseError(problem, "clue(ROW,COLUMN,NUMBER).", source=source, line=line.number)
        clues[row, column] = number
    return Puzzle(board, clues.ravel())


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    facts = [f"size({height},{width}).\n"]
    for row, signs in enumerate(clue_tokens(puzzle, blank="")):
        facts += [f"clue({row},{column},{sign}).\n" for column, sign in enumerate(signs) if sign]
    return "".join(facts)
