"""pzprv3 files: kind, height, width, clues, cell marks, vertical edges, horizontal edges, and marks at the vertices.

Lines may be separated by `/` in place of line breaks. The file may be the query of a URL, with or without percent
encoding. A clue is `.` (blank), `-` (the clue `?`) or a value (see the module `_pzpr_kinds`). An edge is a number above
0 (line), 0 (no mark) or -1 (cross). The edges may be missing. If no edge is a line, the puzzle is read without a
solution. Marks, and the text after them (`info:`, `history:`, `TrialData`, a URL), are ignored. If nothing follows the
size, the board is blank, as in pzpr, and the puzzle gets a remark. For the kinds slither and swslither, files of the
version `pzprv3` contain no cell marks. In files of the version `pzprv3.2` or later, which no program writes, everything
after the size is ignored, as in pzpr.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from urllib.parse import unquote

import numpy as np

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats._edges import CROSS, EDGES, LINE, edge_rows, has_lines, lines_of_tables, tables
from slitherenc.formats._pzpr_kinds import (
    ALL_TYPES,
    KINDS,
    NAMES,
    find_kind,
    pzpr_kind,
    pzpr_puzzle,
    supported_features,
    values_of,
)
from slitherenc.formats._rows import check_length, check_text_size, head, text_lines
from slitherenc.formats._tables import token_rows
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "pzprv3 files, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution", "crosses", "unknown", "every vertex", *ALL_TYPES})
ONE_LINE = False
fits = has_lines

_SIGNS = {".": NO_CLUE, "-": UNKNOWN_CLUE} | {str(digit): digit for digit in range(10)}
_NEWER = "pzprv3.1"
_TRAILER = re.compile(r"\s*(?:info:\{|history:\{|__HISTORY__|TrialData\(|https?:)")


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:v:[^\r\n/]*[\r\n/]+)?pzprv3(?:\.[0-9]+)?[ \t]*(?:[\r\n/]|$)", _file(head(text))) is not None


def _file(text: str) -> str:
    """Return the pzprv3 file in the query of a URL, or the text itself if it is not such a URL."""
    start = re.match(r"\s*[^\s?]*\?(?:type=editor&)?(?=(?:v:[^\r\n/]*/)?pzprv3)", text)
    return unquote(text[start.end() :]) if start else text


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if this is not a pzprv3 file of a supported kind, or the size is wrong."""
    whole = _file(text).strip()
    lines = text_lines(whole if "\n" in whole or "\r" in whole else whole.replace("/", "\n"))
    remarks = []
    if lines and lines[0].text.startswith("v:"):
        remarks.append(f"{source}: the mark of the variant {lines[0].text[2:]!r} is ignored; the standard rules apply")
        lines = lines[1:]
    heads = [line.text.strip() for line in lines[:4]]
    version = re.fullmatch(r"pzprv3(?:\.([0-9]{1,9}))?", heads[0]) if heads else None
    if version is None:
        raise ParseError("this is not a pzprv3 file", "pzprv3 as the first line", source=source, line=1)
    name = find_kind(heads[1]) if len(heads) > 1 else None
    if name is None:
        problem = f"this is a {heads[1]!r}" if len(heads) > 1 else "the kind of puzzle is missing"
        raise ParseError(problem, f"one of {NAMES}", source=source, line=lines[min(1, len(lines) - 1)].number)
    for side, line in zip(heads[2:], lines[2:], strict=False):
        if not re.fullmatch("[0-9]{1,30}", side):
            raise ParseError("the size is not two numbers", "rows, then columns", source=source, line=line.number)
    if len(heads) < 4:
        raise ParseError("the size is missing", "rows, then columns", source=source, line=lines[-1].number)
    height, width = int(heads[2]), int(heads[3])
    check_text_size(source, lines[2].number, height=height, width=width)
    rows = lines[4:]
    rows = rows[: next((i for i, line in enumerate(rows) if _TRAILER.match(line.text)), len(rows))]
    full = bool(rows) and rows[0].text.strip() == "f"
    rows = rows[full:]
    end = lines[-1].number
    kind = KINDS[name]
    number = int(version[1] or 0) if kind.version == _NEWER else 1
    if number > 1:
        rows = []
    if rows:
        expected = f". or - or {kind.expected}"
        clues = token_rows(rows[:height], partial(_value, kind.most), expected, source, end, height=height, width=width)
    else:
        check_length(height * width, 0, source)
        clues = np.full(height * width, NO_CLUE, np.int16)
        remarks.append(f"{source}: there are no clues, so the board is blank")
    rows = rows[height:]
    if number == 1:
        rows = rows[height:]  # skips the background colors of the cells
    board = square(height=height, width=width)
    solution = crosses = None
    if rows:
        upright = edge_rows(rows[:height], source, end, _edge, height=height, width=width + 1)
        flat = edge_rows(rows[height : 2 * height + 1], source, end, _edge, height=height + 1, width=width)
        solution = lines_of_tables(board, flat == LINE, upright == LINE)
        crosses = lines_of_tables(board, flat == CROSS, upright == CROSS)
    return replace(pzpr_puzzle(name, board, clues, full, source, remarks, solution), crosses=crosses)


def _value(most: int, token: str) -> int | None:
    value = _SIGNS.get(token)
    if value is None and re.fullmatch("[1-9][0-9]{1,4}", token):
        value = int(token)
    return value if value is not None and value <= most else None


def _edge(token: str) -> int | None:
    value = EDGES.get(token)
    return LINE if value is None and re.fullmatch("0*[1-9][0-9]{0,8}", token) else value


def carries(puzzle: Puzzle) -> frozenset[str]:
    return supported_features(puzzle, CARRIES)


def write(puzzle: Puzzle) -> str:
    """Write a puzzle.

    Raises UsageError if pzpr cannot store one of the clues, or has no puzzle kind with all clue types of the puzzle.
    """
    height, width = puzzle.board.params
    name, full = pzpr_kind(puzzle)
    kind = KINDS[name]
    signs = {NO_CLUE: ".", UNKNOWN_CLUE: "-"}
    cells = [signs.get(value, value) for value in values_of(puzzle, name)]
    flat, upright = tables(puzzle.board, puzzle.solution)
    crossed_flat, crossed_upright = tables(puzzle.board, puzzle.crosses)
    parts = [
        np.zeros((height, width), int),
        upright - 1 * (crossed_upright > upright),
        flat - 1 * (crossed_flat > flat),
    ]
    if kind.marks:
        parts.append(np.zeros((height + 1, width + 1), int))
    rows = [cells[r * width : (r + 1) * width] for r in range(height)]
    rows += [row for part in parts for row in part.tolist()]
    heads = [kind.version, name, str(height), str(width), *(["f"] if full else [])]
    return "\n".join(heads) + "\n" + "".join("".join(f"{cell} " for cell in row) + "\n" for row in rows)
