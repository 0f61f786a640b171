"""puzz.link / pzpr URLs: `…?slither/W/H/body`, and their Kanpen form `…?pzpr=W/H/body`.

The body runs over the faces row by row. `0`-`4`: a clue; `5`-`9`: the clue less 5 and a blank after it; `a`-`e`: the
clue less 10 and two blanks; `g`-`z`: 1 to 20 blanks; `.`: a clue `?`. A clue takes the blanks after it with it even
past the end of the board, so the last clue can be written in three ways; all are read, pzpr's own is written.

A body that ends early leaves blanks, with a remark; one that is too long is refused. A URL whose query is a whole
pzprv3 file is handed to that reader.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.square import square
from slitherenc.errors import ParseError, UsageError
from slitherenc.formats import pzprv3
from slitherenc.formats._rows import check_length, check_size, one_word
from slitherenc.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Puzzle

TITLE = "puzz.link and pzpr URLs; flag f = the loop visits every vertex"
BOARDS = ("square",)
CARRIES = frozenset({"unknown", "every vertex"})
ONE_LINE = True

_IDS = ("slither", "slitherlink")
_URL = re.compile(r"\s*(?:[a-z]+://\S*|[\w.-]+\.\w+/\S*?)?\?\S*\s*$", re.IGNORECASE)
_BARE = re.compile(r"\s*(?:p(?:\.html)?\?)?(?:slither|slitherlink|[st]?[wv]?slither)(?:_edit|_play)?/\S*\s*$")
_LONGEST_RUN = 20


def recognize(text: str) -> bool:
    url = one_word(text)
    return bool(_BARE.match(url)) or ("/" in url and bool(_URL.match(url)))


def read(text: str, source: str = "<text>") -> Puzzle:
    """Raises ParseError: no such URL, another kind of puzzle, a bad size, a bad or too long body."""
    if pzprv3.recognize(text):
        return pzprv3.read(text, source)
    url = "".join(text.split())
    query = url.partition("?")[2] if "?" in url else url
    query = unquote(query.removeprefix("type=editor&"))
    if query.startswith("pzpr="):
        query = "slither/" + query.removeprefix("pzpr=").lstrip("/")

    def wrong(problem: str, expected: str = "") -> ParseError:
        return ParseError(problem, expected, source=source, line=1)

    parts = query.split("/")
    kind = re.sub(r"_(edit|play)$", "", parts[0])
    if kind not in _IDS:
        if re.fullmatch(r"[a-z]\w*", kind):
            raise wrong(f"this is a puzzle of the kind {kind!r}", "slither")
        raise wrong("this is no puzz.link or pzpr URL", "…?slither/WIDTH/HEIGHT/…")
    parts, remarks, flags = parts[1:], [], ""
    if parts and parts[0].startswith("v:"):
        remarks.append(f"{source}: marked as the variant {parts[0][2:]!r}; read with the standard rules")
        parts = parts[1:]
    if parts and len(parts) > 2 and re.fullmatch(r"[a-z]+", parts[0]):
        flags, parts = parts[0], parts[1:]
    if len(parts) < 2 or not all(re.fullmatch("[0-9]{1,30}", part) for part in parts[:2]):
        raise wrong("width and height are not two numbers", "…?slither/WIDTH/HEIGHT/…")
    width, height = map(int, parts[:2])
    check_size(height, width, source, 1)
    rest = parts[2:]
    if any(rest[1:]):
        raise wrong(f"{'/'.join(rest[1:])[:20]!r} follows the body")
    body = rest[0] if rest else ""
    check_length(height * width, len(body), source)
    offset = url.find(body) + 1 if body and body in url else 0
    clues, given = _decode(body, height * width, source, offset)
    if given < height * width:
        remarks.append(f"{source}: the body gives {given} of {height * width} cells; the others are taken as blank")
    return Puzzle(square(height, width), clues, variants={EVERY_VERTEX} if "f" in flags else (), remarks=tuple(remarks))


def _decode(body: str, n_cells: int, source: str, offset: int) -> tuple[NDArray[np.int16], int]:
    """The clues, and how many cells the body gives (over-run past the end not counted)."""
    clues = np.full(n_cells, NO_CLUE, np.int16)
    at = 0
    for i, char in enumerate(body):
        column = offset + i if offset else 0
        if at >= n_cells:
            raise ParseError(
                f"the body goes on after the last of {n_cells} cells", source=source, line=1, column=column
            )
        value = int(char, 36) if char in "0123456789abcdefghijklmnopqrstuvwxyz" else -1
        if char == ".":
            clues[at] = UNKNOWN_CLUE
            at += 1
        elif 0 <= value <= 14:
            clues[at] = value % 5
            at += 1 + value // 5
        elif value >= 16:
            at += value - 15
            if at > n_cells:
                raise ParseError(f"blanks run past the last of {n_cells} cells", source=source, line=1, column=column)
        else:
            raise ParseError(
                f"{char!r} means nothing in a body", "0-9, a-e, g-z or .", source=source, line=1, column=column
            )
    return clues, min(at, n_cells)


def write(puzzle: Puzzle) -> str:
    height, width = puzzle.board.params
    if puzzle.clues.max(initial=0) > 4:
        raise UsageError(f"pzpr has no clues above 4, and there is a {puzzle.clues.max()}")
    flag = "f/" if puzzle.every_vertex else ""
    return f"https://puzz.link/p?slither/{flag}{width}/{height}/{body(puzzle.clues.tolist())}\n"


def body(clues: list[int]) -> str:
    """pzpr's own way to write these clues, row by row."""
    text: list[str] = []
    blanks, at = 0, 0

    def flush() -> None:
        nonlocal blanks
        while blanks:
            run = min(blanks, _LONGEST_RUN)
            text.append(_digit(15 + run))
            blanks -= run

    while at < len(clues):
        clue = clues[at]
        if clue == NO_CLUE:
            blanks += 1
            at += 1
            continue
        flush()
        if clue == UNKNOWN_CLUE:
            text.append(".")
            at += 1
            continue
        # The blanks that the clue takes with it: those before the next clue, or past the end.
        free = next((i for i in (1, 2) if at + i < len(clues) and clues[at + i] != NO_CLUE), 3) - 1
        text.append(_digit(clue + 5 * free))
        at += 1 + free
    flush()
    end = "/" if text and text[-1] == "." else ""
    return "".join(text) + end


def _digit(value: int) -> str:
    return "0123456789abcdefghijklmnopqrstuvwxyz"[value]
