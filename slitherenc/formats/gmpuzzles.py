"""The text files of GMPuzzles: lines `Key: value`, a line `W H` (width and height), the rows of clues, and the loop.

A row contains digits and `.` without blanks. The loop is H + 1 rows of W + 1 characters, one per vertex: `R`, `D`, `L`
or `U` is the direction in which the loop leaves the vertex, and `.` marks a vertex off the loop. The loop may be
missing. If a puzzle has no clues, the rows of clues may also be missing, as in files by Penpa.
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
_STEPS = {"R": (0, 1), "D": (1, 0), "L": (0, -1), "U": (-1, 0)}  # rows down, columns to the right
_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z ]*):(.*)")


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:[A-Z][A-Za-z ]*:[^\r\n]*[\r\n]+){0,9}?Genre:", head(text)) is not None


def fits(board: Board, lines: Bits) -> bool:
    """Return whether the format can store these lines: there is a line, and each vertex has 0 or 2 lines."""
    return bool(lines.any()) and set(np.bincount(board.ends[lines].reshape(-1)).tolist()) <= {0, 2}


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if it is not a Slitherlink, or the size is missing or does not fit the rows."""
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
        clues, directions = np.full(height * width, NO_CLUE, np.int16), body
    else:
        clues = token_rows(body[:height], _CLUES.get, ". or a digit 0 to 4", source, end, height=height, width=width)
        directions = body[height:]
    remarks: tuple[str, ...] = ()
    if keys.get("variation", "").lower() not in ("", "standard"):
        remarks = (f"{source}: the variation {keys['variation']!r} is ignored; the standard rules apply",)
    facts = {key: keys[key] for key in FACTS if keys.get(key)}
    edges = _loop(directions, source, end, height=height, width=width) if directions else None
    board = square(height=height, width=width)
    solution = lines_of_tables(board, *edges) if edges else None
    return Puzzle(board, clues, solution=solution, facts=facts, remarks=remarks)


def _loop(rows: list[Line], source: str, end: int, *, height: int, width: int) -> tuple[EdgeTable, EdgeTable]:
    """Return the tables of horizontal and vertical lines of a loop. Raise ParseError if the loop leaves the board."""
    signs = {".": 0, **{sign: i for i, sign in enumerate(_STEPS, 1)}}
    table = token_rows(rows, signs.get, "R, D, L, U or .", source, end, height=height + 1, width=width + 1)
    table = table.reshape(height + 1, width + 1)
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    for i, (down, right) in enumerate(_STEPS.values(), 1):
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
        for tail, to in _direct_edges(puzzle.board, puzzle.solution):
            row, column = divmod(tail, width + 1)
            signs[row][column] = {1: "R", -1: "L"}.get(to - tail) or ("D" if to > tail else "U")
    return f"{head}{width} {height}\n{clues}" + "".join("".join(row) + "\n" for row in signs)


def _direct_edges(board: Board, lines: Bits) -> list[tuple[int, int]]:
    """Return every line as a pair of vertices (from, to). As in Penpa, each loop is listed clockwise."""
    neighbors: dict[int, list[int]] = {}
    for a, b in board.ends[lines].tolist():
        neighbors.setdefault(a, []).append(b)
        neighbors.setdefault(b, []).append(a)
    walked = []
    for start in sorted(neighbors):
        at = start
        to = (
            min(neighbors[start]) if start in neighbors else -1
        )  # the vertex to the right, whose number is smaller than that of the vertex below
        while to >= 0:
            walked.append((at, to))
            del neighbors[at]
            if to not in neighbors:
                break
            one, two = neighbors[to]
            at, to = to, two if one == at else one
    return walked
