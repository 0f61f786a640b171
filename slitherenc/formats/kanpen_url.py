"""Kanpen URLs: `…?problem=HEIGHT/WIDTH/` and the rows. `/` ends a row, `_` separates cells, and `.` is a blank.

The format `pzpr` reads the other Kanpen URL, `…?pzpr=…`.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats._rows import DIGITS, Line, check_text_size, clue_tokens, one_word
from slitherenc.formats._tables import token_rows
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "Kanpen URLs: …?problem=HEIGHT/WIDTH/rows"
BOARDS = ("square",)
CARRIES: frozenset[str] = frozenset()
ONE_LINE = True

_CLUES = {".": NO_CLUE, **DIGITS}
_URL = re.compile(r"([^\s?]*)\?problem=(\S*)$")


def recognize(text: str) -> bool:
    return _URL.match(one_word(text)) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if this is not a Kanpen URL of a Slitherlink or the rows do not fit the size."""
    url = _URL.match(text.strip())
    if url is None:
        raise ParseError("this is not a Kanpen URL", "…?problem=HEIGHT/WIDTH/…", source=source, line=1)
    page = url[1].rpartition("/")[2]
    if page and not page.startswith("slither"):
        raise ParseError(f"this URL is for the puzzle kind {page[:40]!r}", "slitherlink.html", source=source, line=1)
    parts = unquote(url[2]).rstrip("/").split("/")
    if len(parts) < 2 or not all(re.fullmatch("[0-9]{1,30}", part) for part in parts[:2]):
        raise ParseError("height and width are not numbers", "…?problem=HEIGHT/WIDTH/…", source=source, line=1)
    height, width = map(int, parts[:2])
    check_text_size(source, 1, height=height, width=width)
    rows = [Line(1, part.replace("_", " "), -1) for part in parts[2:]]
    clues = token_rows(rows, _CLUES.get, ". or a digit 0 to 4", source, 1, height=height, width=width)
    return Puzzle(square(height=height, width=width), clues)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    rows = "".join("".join(f"{cell}_" for cell in row) + "/" for row in clue_tokens(puzzle, "."))
    return f"http://www.kanpen.net/slitherlink.html?problem={height}/{width}/{rows}/\n"
