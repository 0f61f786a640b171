"""Triangle puzzles: a line `triangle M`, and M rows of 1, 3, 5, … tokens, each `-` (or `.`), `?` or a digit 0 to 3.

In a row, the faces alternately point up and down. Lines that start with `#` or `;` are comments.
"""

from __future__ import annotations

import re

import numpy as np

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.triangle import triangle
from slitherenc.formats._rows import check_text_size, text_lines
from slitherenc.formats._tables import token_rows
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "triangles: a line `triangle SIDE` and rows of 1, 3, 5, … tokens, each - or a digit"
BOARDS = ("triangle",)
CARRIES = frozenset({"unknown"})
ONE_LINE = False

_CLUES = {"-": NO_CLUE, ".": NO_CLUE, "?": UNKNOWN_CLUE, "0": 0, "1": 1, "2": 2, "3": 3}
_HEAD = re.compile(r"\s*triangle\s+([0-9]{1,30})\s*$")


def recognize(text: str) -> bool:
    return (
        "triangle" in text and re.search(r"(?:^|[\r\n])[ \t]*triangle[ \t]+[0-9]+[ \t]*(?:[\r\n]|$)", text) is not None
    )


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError for a missing line `triangle M`, an invalid M, or rows that do not fit M."""
    lines = [line for line in text_lines(text) if line.text.lstrip()[0] not in "#;"]
    head = _HEAD.match(lines[0].text) if lines else None
    if head is None:
        line = lines[0].number if lines else 1
        raise ParseError("the first line is not `triangle SIDE`", "for example triangle 6", source=source, line=line)
    side = int(head[1])
    check_text_size(source, lines[0].number, height=side, width=side)
    rows = lines[1:]
    if len(rows) < side:
        raise ParseError(f"the text ends after {len(rows)} rows", str(side), source=source, line=lines[-1].number)
    if len(rows) > side:
        raise ParseError(f"there are more than {side} rows", source=source, line=rows[side].number)
    expected = "- or ? or a digit 0 to 3"
    clues = [
        token_rows([line], _CLUES.get, expected, source, line.number, height=1, width=2 * i + 1)
        for i, line in enumerate(rows)
    ]
    return Puzzle(triangle(side), np.concatenate(clues))


def write(puzzle: Puzzle) -> str:
    if puzzle.every_vertex:
        raise UsageError('the format triangle cannot represent "the loop visits every vertex"')
    if puzzle.clues.max(initial=0) > 3:
        raise UsageError(f"the format triangle has no clues above 3, but the puzzle has {puzzle.clues.max()}")
    (side,) = puzzle.board.params
    marks = {value: token for token, value in _CLUES.items() if token != "."}
    tokens = [marks[clue] for clue in puzzle.clues.tolist()]
    rows = "".join(" ".join(tokens[u * u : (u + 1) ** 2]) + "\n" for u in range(side))
    return f"triangle {side}\n{rows}"
