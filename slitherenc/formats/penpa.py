"""Links of Penpa and Penpa+: `…/penpa-edit/#m=edit&p=…` (older: `?m=edit&p=…`), also with `m=solve` and `&a=…`.

The parameter p is about twenty lines of text with abbreviations (`zN` for "number"), compressed by raw deflate and
encoded in base64. Line 0 contains the grid's type, the title, the author, and the width NX and height NY of the grid,
which consists of the board and its margins. Line 1 contains the margins above, below, left and right. Lines 3 and 4
are the puzzle and the answer in JSON. Line 5 lists the board's cells.

Let nx = NX + 4 and ny = NY + 4. Cell (r, c) of the grid has the number (r + 2) nx + c + 2. Its upper left vertex has
the number nx ny + (r + 1) nx + c + 1. The key `number` contains the clues, {cell: [value, color, size]}; the value S is
a sheep and W a wolf. `lineE` contains {"p,q": style}, a line between the vertices p and q, or a cross if the style is
98. Keys without a comma are also crosses, but are ignored. The parameter `a`, encoded like `p`, is a list. Its third
item contains the lines of the solution as "p,q,1".
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.square import square
from slitherenc.formats import pzpr
from slitherenc.formats._edges import has_lines, lines_of_tables, tables
from slitherenc.formats._penpa_text import LONGEST, abbreviate, expand, page
from slitherenc.formats._rows import check_length, check_text_size, one_word, printed_fact
from slitherenc.formats._signs import typed_clue, typed_signs
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle

TITLE = "links of Penpa and Penpa+, with the lines drawn"
BOARDS = ("square",)
CARRIES = frozenset({"solution", "unknown", "sheep-wolf"})
FACTS = ("title", "author")
ONE_LINE = True
fits = has_lines

_LINK = re.compile(r"(?:[^\s#?]*[#?])?(m=(?:edit|solve)&\S*)$")
_OLD = re.compile(r"(?=[^\s#?]*penpa)[^\s#?]*\?(p=\S*)$")
_CROSS = 98  # the style of an edge that is crossed out
_MOST = 4_000_000  # characters of the unpacked text; a full board of about 400 x 400 needs that many
_SIZES = ("1", "5", "6", "10")  # Penpa's sizes for an entry that is one plain number
_LAYERS = {"symbol": "symbols", "numberS": "small numbers", "line": "lines", "lineE": "edges", "wall": "walls",
           "cage": "cages", "thermo": "thermometers", "arrows": "arrows", "surface": "colors"}  # fmt: skip


def recognize(text: str) -> bool:
    link = one_word(text)
    return _LINK.match(link) is not None or _OLD.match(link) is not None


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if this is not a Penpa link, or its data are damaged or too long when unpacked.

    Also raises ParseError if the board is not a rectangle of squares, or if a clue is not 0 to 4, `?`, S or W.
    """
    link = _LINK.match(text.strip()) or _OLD.match(text.strip())
    if link is None:
        raise ParseError("this is not a link of Penpa", "…/penpa-edit/#m=edit&p=…", source=source, line=1)
    values = {key: value for key, _, value in (part.partition("=") for part in link[1].split("&"))}
    if unquote(values.get("p", "")[:20]).startswith("http"):  # Penpa also loads URLs of puzz.link
        return pzpr.read(unquote(link[1].partition("p=")[2]), source)
    text = _unpack(values.get("p", ""), source)
    if len(text) + LONGEST * text.count("z") > 2 * _MOST:
        raise ParseError(f"the link unpacks to more than {2 * _MOST:,} characters", source=source, line=1)
    lines = expand(text).split("\n")
    head = lines[0].split(",")
    if head[0][:1].isdigit():
        problem = "this link was made by Penpa before 2020"
        raise ParseError(problem, "a link of Penpa+: open this one there and save it again", source=source)
    if head[0] != "square":
        raise ParseError(f"this is a Penpa board of the kind {head[0][:40]!r}", "square", source=source)
    if len(lines) < 4 or len(head) < 3 or not all(re.fullmatch("[0-9]{1,9}", side) for side in head[1:3]):
        raise ParseError("the link's text is cut off", "a size and the puzzle", source=source)
    nx, ny = int(head[1]) + 4, int(head[2]) + 4
    check_text_size(source, 1, height=ny - 4, width=nx - 4)
    top, left, height, width = _frame(lines, source, nx=nx, ny=ny)
    check_length(height * width, len(text), source)
    board = square(height=height, width=width)
    symbols = _json(lines, 3, dict, source)
    drawn = _json(lines, 4, dict, source) if len(lines) > 4 and lines[4] else {}
    remarks = []
    _refuse_arrows(symbols.get("symbol"), source)
    others = [word for layer, word in _LAYERS.items() if symbols.get(layer)]
    if others:
        remarks.append(f"{source}: {', '.join(others)} in the link were ignored")
    clues, typed = _clues(symbols.get("number"), nx, (top, left, height, width), source)
    keys = drawn.get("lineE")
    pairs = [key for key, style in keys.items() if style != _CROSS] if isinstance(keys, dict) else []
    if not any("," in pair for pair in pairs) and values.get("a"):
        pairs = _answer(_unpack(values["a"], source))
    solution, strange = _lines(board, pairs, top, left, nx=nx, ny=ny)
    crossed = [key for key, style in keys.items() if style == _CROSS] if isinstance(keys, dict) else []
    crosses, _ = _lines(board, crossed, top, left, nx=nx, ny=ny)
    if strange:
        remarks.append(f"{source}: the lines drawn are not edges of the board and were left out")
    facts = {}
    for i, key in ((15, "title"), (16, "author")):
        value = head[i].replace("%2C", ",").removeprefix(f"{key.title()}: ").strip() if i < len(head) else ""
        if value:
            facts[key] = value
    puzzle = Puzzle(board, clues, solution=solution, facts=facts, remarks=tuple(remarks), crosses=crosses)
    return puzzle.with_more_clues(typed)


def _refuse_arrows(symbols: Any, source: str) -> None:
    """Raise ParseError if there are arrows: clues of the variant myopia, which this reader does not support."""
    rows = symbols.values() if isinstance(symbols, dict) else ()
    if any(isinstance(row, list) and "arrow_cross" in row[1:2] for row in rows):
        problem = "this is a puzzle of the kind myopia: its clues are arrows"
        raise ParseError(problem, "numbers, S or W; to read arrows, use a pzpr URL", source=source, line=1)


def _unpack(packed: str, source: str) -> str:
    """Unpack the data of a link. Raise ParseError if they are invalid base64 or deflate, or the result is too long."""
    plain = re.sub(r"\s", "+", unquote(packed)).rstrip("=")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(data, _MOST)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise ParseError("the link's data cannot be unpacked", "a whole link", source=source, line=1) from error
    if len(text) >= _MOST:
        raise ParseError(f"the link unpacks to more than {_MOST:,} characters", source=source, line=1)
    if not text or not unpacker.eof:
        raise ParseError("the link is cut off", "a whole link", source=source, line=1)
    return text.decode("utf-8", "replace")


def _json(lines: list[str], number: int, kind: type, source: str) -> Any:
    try:
        value = json.loads(lines[number])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise ParseError(f"line {number} of the unpacked link is not in Penpa's format", source=source, line=1)
    return value


def _frame(lines: list[str], source: str, *, nx: int, ny: int) -> tuple[int, int, int, int]:
    """Return (top, left, height, width): the position of the board in Penpa's grid, and the size of the board."""
    # Every Penpa grid has a margin of two rows or columns on each side. `top` and `left` are counted from the margin.
    steps = _json(lines, 5, list, source) if len(lines) > 5 and lines[5] else []
    if steps and all(type(step) is int for step in steps):
        cells = list(accumulate(steps))
        if min(cells) < 0 or max(cells) >= nx * ny:
            raise ParseError("the board has cells outside the grid size that the link states", source=source, line=1)
        rows, columns = np.divmod(np.unique(cells), nx)
        top, left = int(rows.min()), int(columns.min())
        height, width = int(rows.max()) - top + 1, int(columns.max()) - left + 1
        if len(rows) != height * width:
            raise ParseError("the board is not a rectangle", "cells that fill a rectangle", source=source, line=1)
        return top - 2, left - 2, height, width
    margins = _json(lines, 1, list, source)
    if len(margins) != 4 or not all(type(m) is int and 0 <= m < 1_000_000 for m in margins):
        raise ParseError("the margins are not four numbers", source=source, line=1)
    top, bottom, left, right = margins
    height, width = ny - 4 - top - bottom, nx - 4 - left - right
    check_text_size(source, 1, height=height if min(height, width) > 0 else 0, width=width)
    return top, left, height, width


def _clues(
    numbers: Any, nx: int, frame: tuple[int, int, int, int], source: str
) -> tuple[NDArray[np.int16], dict[int, Clue]]:
    top, left, height, width = frame
    clues = np.full(height * width, NO_CLUE, np.int16)
    typed: dict[int, Clue] = {}
    if not isinstance(numbers or {}, dict):
        raise ParseError("the clues are not in Penpa's format", source=source, line=1)
    for key, entry in (numbers or {}).items():
        value, _, size = entry if isinstance(entry, list) and len(entry) == 3 else (None, 0, "")
        value = str(value).strip() if isinstance(value, int | str) else type(value).__name__
        if not value:
            continue
        row, column = divmod(int(key), nx) if re.fullmatch("[0-9]{1,9}", key) else (-1, -1)
        row, column = row - 2 - top, column - 2 - left
        if not (0 <= row < height and 0 <= column < width):
            raise ParseError(f"the clue {value[:20]!r} lies outside the board", source=source, line=1)
        clue = typed_clue(value)
        letter = clue is not None and clue.type in CARRIES
        if (value not in tuple("01234?") and not letter) or size not in _SIZES:
            problem = f"{value[:20]!r} at ({row},{column}) is not a clue"
            raise ParseError(problem, "a plain number from 0 to 4, ?, S or W", source=source, line=1)
        if clue is not None:
            typed[row * width + column] = clue
        else:
            clues[row * width + column] = UNKNOWN_CLUE if value == "?" else int(value)
    return clues, typed


def _answer(text: str) -> list[str]:
    """Return the solution's lines as "p,q" (two vertex numbers), or [] if there are no lines or several solutions."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return []
    edges = answer[2] if isinstance(answer, list) and len(answer) == 6 else []
    return [edge.rpartition(",")[0] for edge in edges if isinstance(edge, str)] if isinstance(edges, list) else []


def _lines(board: Board, pairs: list[str], top: int, left: int, *, nx: int, ny: int) -> tuple[Bits | None, bool]:
    height, width = board.params
    flat, upright = tables(board, None)
    for pair in pairs:
        if "," not in pair:
            continue
        ends = re.fullmatch("([0-9]{1,9}),([0-9]{1,9})", pair)
        first, second = sorted(map(int, ends.groups())) if ends else (0, 0)
        row, column = divmod(first - nx * ny, nx)
        row, column = row - 1 - top, column - 1 - left
        if second - first == 1 and 0 <= row <= height and 0 <= column < width:
            flat[row, column] = True
        elif second - first == nx and 0 <= row < height and 0 <= column <= width:
            upright[row, column] = True
        else:
            return None, True
    return lines_of_tables(board, flat, upright), False  # (None, False) if there are no lines


def fact_text(fact: str) -> str:
    """Return a fact (such as the title) with `%2c` in place of `%2C`, because Penpa replaces `%2C` by a comma."""
    return printed_fact(fact).replace("%2C", "%2c")


def write(puzzle: Puzzle) -> str:
    """Write a puzzle. Raises UsageError for a clue above 4, and for a board that is too large for a Penpa link."""
    board = puzzle.board
    height, width = board.params
    if puzzle.clues.max(initial=0) > 4:
        raise UsageError(f"penpa has no clues above 4 on squares, but the puzzle has {puzzle.clues.max()}")
    nx, ny = width + 4, height + 4
    values: dict[int, int | str] = dict(typed_signs(puzzle))
    for face in np.flatnonzero(puzzle.clues != NO_CLUE).tolist():
        values[face] = "?" if puzzle.clues[face] == UNKNOWN_CLUE else int(puzzle.clues[face])
    number = {}
    for face in sorted(values):
        row, column = divmod(face, width)
        number[str((row + 2) * nx + column + 2)] = [values[face], 1, "1"]
    rows, columns = np.divmod(np.arange(board.n_vertices), width + 1)
    vertices = nx * ny + (rows + 1) * nx + columns + 1  # Penpa's numbers of the vertices
    drawn = vertices[board.ends[puzzle.solution]].tolist() if puzzle.solution is not None else []
    lines = {f"{a},{b}": 3 for a, b in drawn}
    title, author = (fact_text(puzzle.facts.get(key, "")) for key in FACTS)
    text = abbreviate(page(number, lines, title, author, height=height, width=width))
    data = text.encode()
    if len(data) >= _MOST:
        raise UsageError(f"a board of {width}x{height} is too large for a Penpa link")
    packer = zlib.compressobj(9, wbits=-15)
    packed = base64.b64encode(packer.compress(data) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}\n"
