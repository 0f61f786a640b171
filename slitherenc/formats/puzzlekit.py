"""puzzlekit's text: a line `R C` (rows first), then R rows of C tokens, `-` or `.` for blank, or a digit."""

from __future__ import annotations

import re

from slitherenc.boards.square import square
from slitherenc.errors import ParseError
from slitherenc.formats.rows import DIGITS, check_size, lines_of, standard, token_rows, token_text
from slitherenc.puzzle import NO_CLUE, Puzzle

TITLE = "puzzlekit: a line `rows columns` and rows of - or a digit"
BOARDS = ("square",)

_CLUES = {"-": NO_CLUE, ".": NO_CLUE, **DIGITS}
_HEADER = re.compile(r"\s*([0-9]{1,30})\s+([0-9]{1,30})\s*$")


def recognise(text: str) -> bool:
    return re.match(r"\s*[0-9]{1,30}[ \t]+[0-9]{1,30}[ \t]*(?:[\r\n]|$)", text) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError when the first line is not two numbers or the rows do not fit them."""
    content = lines_of(text)
    header = _HEADER.match(content[0].text) if content else None
    if header is None:
        line = content[0].number if content else 1
        raise ParseError("the first line is not two numbers", "ROWS COLUMNS", source=source, line=line)
    height, width = map(int, header.groups())
    check_size(height, width, source, content[0].number)
    clues = token_rows(content[1:], height, width, _CLUES.get, "-, . or a digit 0 to 4", source, content[-1].number)
    return Puzzle(square(height, width), clues)


def write(puzzle: Puzzle) -> str:
    standard(puzzle, "puzzlekit")
    height, width = puzzle.board.params
    return f"{height} {width}\n{token_text(puzzle)}"
