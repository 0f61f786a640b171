"""The text files of GMPuzzles: a header of `Key: value` lines, `W H`, the rows, and the loop.

Rows are digits and `.` without blanks between. The loop is H + 1 rows of W + 1 signs, one a vertex: `R`, `D`, `L` or
`U`, the way in which the loop leaves that vertex, or `.`. The rows of a puzzle without any clue may be missing, as
Penpa leaves them out; so may the loop.
"""

from __future__ import annotations

import re
from itertools import takewhile

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.formats._edges import EdgeTable, lines_of_tables
from slitherenc.formats._rows import DIGITS, Line, check_text_size, clue_tokens, fact, head, text_lines
from slitherenc.formats._tables import token_rows
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

TITLE = "text files of GMPuzzles: header, W H, rows, and the loop's directions"
BOARDS = ("square",)
CARRIES = frozenset({"solution"})
ONE_LINE = False
FACTS = ("author", "theme")

_CLUES = {".": NO_CLUE, **DIGITS}
_KEYS = ("Author", "Genre", "Variation", "Theme", "Entry", "Solution", "Solving Times", "Status")
_WAYS = {"R": (0, 1), "D": (1, 0), "L": (0, -1), "U": (-1, 0)}
_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z ]*):(.*)")


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:[A-Z][A-Za-z ]*:[^\r\n]*[\r\n]+){0,9}?Genre:", head(text)) is not None


def fits(board: Board, lines: Bits) -> bool:
    """Do these lines leave every vertex at most once, as those of loops do?"""
    return bool(lines.any()) and set(np.bincount(board.ends[lines].reshape(-1)).tolist()) <= {0, 2}


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: another kind of puzzle, no size, rows that do not fit it, a loop that leaves the board."""
    lines = text_lines(text)
    head = list(takewhile(lambda line: _HEADER.match(line.text), lines))
    keys = {match[1].strip().lower(): match[2].strip() for line in head if (match := _HEADER.match(line.text))}
    if keys.get("genre", "").lower() not in ("slitherlink", "slither"):
        raise ParseError(f"the genre is {keys.get('genre', '')!r}", "Genre: Slitherlink", source=source)
    rows = lines[len(head) :]
    size = re.fullmatch(r"\s*([0-9]{1,30})\s+([0-9]{1,30})\s*", rows[0].text) if rows else None
    if size is None:
        line = rows[0].number if rows else lines[-1].number
        raise ParseError("the size is not two numbers", "WIDTH HEIGHT", source=source, line=line)
    width, height = map(int, size.groups())
    check_text_size(source, rows[0].number, height=height, width=width)
    end = rows[-1].number
    body = [Line(line.number, " ".join(line.text.strip()[: width + 2]), -1) for line in rows[1:]]
    if len(body) == height + 1 and len(body[0].text.split()) == width + 1:
        clues, ways = np.full(height * width, NO_CLUE, np.int16), body
    else:
        clues = token_rows(body[:height], _CLUES.get, ". or a digit 0 to 4", source, end, height=height, width=width)
        ways = body[height:]
    remarks: tuple[str, ...] = ()
    if keys.get("variation", "").lower() not in ("", "standard"):
        remarks = (f"{source}: the variation {keys['variation']!r}; read with the standard rules",)
    facts = {key: keys[key] for key in FACTS if keys.get(key)}
    edges = _loop(ways, source, end, height=height, width=width) if ways else None
    board = square(height=height, width=width)
    solution = lines_of_tables(board, *edges) if edges else None
    return Puzzle(board, clues, solution=solution, facts=facts, remarks=remarks)


def _loop(rows: list[Line], source: str, end: int, *, height: int, width: int) -> tuple[EdgeTable, EdgeTable]:
    """The tables of flat and upright lines. Raises ParseError when one leaves the board."""
    signs = {".": 0, **{way: i for i, way in enumerate(_WAYS, 1)}}
    table = token_rows(rows, signs.get, "R, D, L, U or .", source, end, height=height + 1, width=width + 1)
    table = table.reshape(height + 1, width + 1)
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    for i, (down, right) in enumerate(_WAYS.values(), 1):
        row, column = np.nonzero(table == i)
        row, column = row + min(down, 0), column + min(right, 0)
        edges = flat if right else upright
        outside = (row < 0) | (column < 0) | (row >= edges.shape[0]) | (column >= edges.shape[1])
        if outside.any():
            r = int((row - min(down, 0))[outside][0])
            raise ParseError("the loop leaves the board", source=source, line=rows[r].number)
        edges[row, column] = True
    return flat, upright


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    values = {"Author": fact(puzzle, "author"), "Genre": "Slitherlink", "Variation": "Standard"}
    values["Theme"] = fact(puzzle, "theme")
    head = "".join(f"{key}: {values.get(key, '')}".rstrip() + "\n" for key in _KEYS)
    clues = "".join("".join(row) + "\n" for row in clue_tokens(puzzle, "."))
    signs = [["."] * (width + 1) for _ in range(height + 1)]
    if puzzle.solution is not None:
        for tail, to in _directed(puzzle.board, puzzle.solution):
            row, column = divmod(tail, width + 1)
            signs[row][column] = {1: "R", -1: "L"}.get(to - tail) or ("D" if to > tail else "U")
    return f"{head}{width} {height}\n{clues}" + "".join("".join(row) + "\n" for row in signs)


def _directed(board: Board, lines: Bits) -> list[tuple[int, int]]:
    """Every line as (from, to), the loops walked clockwise from their first vertex, as Penpa does."""
    ways: dict[int, list[int]] = {}
    for a, b in board.ends[lines].tolist():
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    walked = []
    for start in sorted(ways):
        at = start
        to = min(ways[start]) if start in ways else -1  # to the right: below is a larger number
        while to >= 0:
            walked.append((at, to))
            del ways[at]
            if to not in ways:
                break
            one, two = ways[to]
            at, to = to, two if one == at else one
    return walked
