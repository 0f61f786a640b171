"""pzprv3 files: kind, rows, columns, the clues, cell marks (version 3.1), vertical and horizontal edges.

Lines may be separated by `/` instead of ends of line, and the file be the query of a URL, percent-encoded or not.
Clues: `.` blank, `-` for `?`, or a digit. Edges: 1 line, 0 none, -1 cross. The answer part may be missing; a file
with no line in it has no solution. Crosses and cell marks are passed over. What follows the edges (`info:`,
`history:`, `TrialData`, a URL) is passed over too. A file that ends after the size is a blank board, as its program
has it, with a remark.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import numpy as np

from slitherenc.boards.square import square
from slitherenc.errors import ParseError
from slitherenc.formats._edges import lines_of_tables, some, tables
from slitherenc.formats._rows import (
    DIGITS,
    check_length,
    check_size,
    clue_tokens,
    edge_rows,
    head,
    lines_of,
    token_rows,
)
from slitherenc.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "pzprv3 files, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution", "unknown", "every vertex"})
ONE_LINE = False
fits = some

_CLUES = {".": NO_CLUE, "-": UNKNOWN_CLUE, **DIGITS}
_TRAILER = re.compile(r"\s*(?:info:\{|history:\{|__HISTORY__|TrialData\(|https?:)")


def recognize(text: str) -> bool:
    return re.match(r"\s*(?:v:[^\r\n/]*[\r\n/]+)?pzprv3(?:\.[0-9]+)?[ \t]*(?:[\r\n/]|$)", _file(head(text))) is not None


def _file(text: str) -> str:
    """The file in a URL, or the text itself."""
    start = re.match(r"\s*[^\s?]*\?(?:type=editor&)?(?=(?:v:[^\r\n/]*/)?pzprv3)", text)
    return unquote(text[start.end() :]) if start else text


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: no pzprv3 file, another kind of puzzle, rows that do not fit the size."""
    whole = _file(text).strip()
    lines = lines_of(whole if "\n" in whole or "\r" in whole else whole.replace("/", "\n"))
    remarks = []
    if lines and lines[0].text.startswith("v:"):
        remarks.append(f"{source}: marked as the variant {lines[0].text[2:]!r}; read with the standard rules")
        lines = lines[1:]
    heads = [line.text.strip() for line in lines[:4]]
    if not heads or not heads[0].startswith("pzprv3"):
        raise ParseError("this is no pzprv3 file", "a first line pzprv3", source=source, line=1)
    if len(heads) < 2 or heads[1] not in ("slither", "slitherlink"):
        kind = f"this is a {heads[1]!r}" if len(heads) > 1 else "the kind of puzzle is missing"
        raise ParseError(kind, "slither", source=source, line=lines[min(1, len(lines) - 1)].number)
    for side, line in zip(heads[2:], lines[2:], strict=False):
        if not re.fullmatch("[0-9]{1,30}", side):
            raise ParseError("a size is not a number", "rows, then columns", source=source, line=line.number)
    if len(heads) < 4:
        raise ParseError("the size is missing", "rows, then columns", source=source, line=lines[-1].number)
    height, width = int(heads[2]), int(heads[3])
    check_size(height, width, source, lines[2].number)
    rows = lines[4:]
    rows = rows[: next((i for i, line in enumerate(rows) if _TRAILER.match(line.text)), len(rows))]
    full = bool(rows) and rows[0].text.strip() == "f"
    rows = rows[full:]
    variants = {EVERY_VERTEX} if full else set()
    end = lines[-1].number
    if rows:
        clues = token_rows(rows[:height], height, width, _CLUES.get, ". or - or a digit 0 to 4", source, end)
    else:
        check_length(height * width, 0, source)
        clues = np.full(height * width, NO_CLUE, np.int16)
        remarks.append(f"{source}: there are no clues; this is a blank board")
    rows = rows[height:]
    if heads[0] == "pzprv3.1":
        rows = rows[height:]  # the background colors of the cells
    if not rows:
        return Puzzle(square(height, width), clues, variants, remarks=tuple(remarks))
    upright = edge_rows(rows[:height], height, width + 1, source, end)
    flat = edge_rows(rows[height : 2 * height + 1], height + 1, width, source, end)
    board = square(height, width)
    return Puzzle(board, clues, variants, lines_of_tables(board, flat, upright), remarks=tuple(remarks))


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    flat, upright = tables(puzzle.board, puzzle.solution)
    marked = np.zeros((height, width), int)
    rows = [*clue_tokens(puzzle, ".", "-"), *(row for part in (marked, upright, flat) for row in (part + 0).tolist())]
    heads = ["pzprv3.1", "slither", str(height), str(width), *(["f"] if puzzle.every_vertex else [])]
    return "\n".join(heads) + "\n" + "".join("".join(f"{cell} " for cell in row) + "\n" for row in rows)
