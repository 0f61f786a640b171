"""puzz.link / pzpr URLs: `…?KIND/W/H/body` for the kinds of Slitherlink, and in Kanpen's form `…?pzpr=W/H/body`.

The module `_pzpr_kinds` defines the kinds and their clues. `_pzpr_body` defines how a body encodes the clues. If a body
is too short, the remaining cells are blank, and the puzzle gets a remark. A URL may contain a pzprv3 file.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats import pzprv3
from slitherenc.formats._pzpr_body import NUMBER_16, decode, encode
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
from slitherenc.formats._rows import check_length, check_text_size, one_word
from slitherenc.puzzles.puzzle import Puzzle

TITLE = "puzz.link and pzpr URLs; flag f = the loop visits every vertex"
BOARDS = ("square",)
CARRIES = frozenset({"unknown", "every vertex", *ALL_TYPES})
ONE_LINE = True

_URL = re.compile(r"\s*(?:[a-z]+://\S*|[\w.-]+\.\w+/\S*?)?\?\S*\s*$", re.IGNORECASE)
_BARE = re.compile(rf"\s*(?:p(?:\.html)?\?)?(?:slitherlink|{'|'.join(KINDS)})(?:_edit|_play)?/\S*\s*$")
_ENDING = re.compile("_(edit|play)$")
_FLAGS = re.compile(r"\w*[A-Za-z]\w*")
_SIZE = re.compile("[0-9]{1,30}")


def recognize(text: str) -> bool:
    url = one_word(text)
    return bool(_BARE.match(url)) or ("/" in url and bool(_URL.match(url)))


def read(text: str, source: str = "<text>") -> Puzzle:
    """Read a puzzle. Raises ParseError if this is not a pzpr URL of a supported kind, or the size or body is wrong."""
    if pzprv3.recognize(text):
        return pzprv3.read(text, source)
    url = "".join(text.split())
    query = _query(url)
    name = _name(query)
    if name is None or KINDS[name].codec is not NUMBER_16:  # in that codec, % is the prefix of a number
        query = unquote(query).strip()
    if query.startswith("pzpr="):
        query = "slither/" + query.removeprefix("pzpr=").lstrip("/")

    def wrong(problem: str, expected: str = "") -> ParseError:
        return ParseError(problem, expected, source=source, line=1)

    parts = query.split("/")
    name = _name(query)
    if name is None:
        other = _ENDING.sub("", parts[0])
        if re.fullmatch(r"[a-z]\w*", other):
            raise wrong(f"this is a puzzle of the kind {other!r}", f"one of {NAMES}")
        raise wrong("this is not a puzz.link or pzpr URL", "…?slither/WIDTH/HEIGHT/…")
    parts, remarks, flags = parts[1:], [], ""
    if parts and parts[0].startswith("v:"):
        remarks.append(f"{source}: the mark of the variant {parts[0][2:]!r} is ignored; the standard rules apply")
        parts = parts[1:]
    if parts and len(parts) > 2 and _FLAGS.fullmatch(parts[0]):
        flags, parts = parts[0], parts[1:]
    if len(parts) < 2 or not all(_SIZE.fullmatch(part) for part in parts[:2]):
        raise wrong("the width and the height must be numbers", "…?slither/WIDTH/HEIGHT/…")
    width, height = map(int, parts[:2])
    check_text_size(source, 1, height=height, width=width)
    rest = parts[2:3] + [part for part in parts[3:] if not part.startswith("@")]  # /@name is the user who shared it
    if any(rest[1:]):
        raise wrong(f"the clues are followed by {'/'.join(rest[1:])[:20]!r}")
    body = rest[0] if rest else ""
    check_length(height * width, len(body), source)
    offset = url.find(body) + 1 if body and body in url else 0
    kind = KINDS[name]
    values, known = decode(kind.codec, body, height * width, kind.most, source, offset)
    if known < height * width:
        remarks.append(
            f"{source}: the link has only {known} of {height * width} cells, so the others are blank; was it cut off?"
        )
    full = "f" in flags and bool(body)
    if "f" in flags and not body:
        remarks.append(f"{source}: the flag f is ignored, as in pzpr, because the link has no clues")
    return pzpr_puzzle(name, square(height=height, width=width), values, full, source, remarks)


def _query(url: str) -> str:
    """Return the part that describes the puzzle, from `url` or from a second URL in the query of `url`."""
    parts = [part for text in (url, unquote(url)) for part in re.split("[?&#]", text)]
    return next((part for part in parts if _name(part) or part.startswith("pzpr=")), parts["?" in url])


def _name(query: str) -> str | None:
    """Return the kind of puzzle that a query names, as a key of KINDS (supported kinds), or None for other kinds."""
    return find_kind(_ENDING.sub("", query.partition("/")[0]))


def carries(puzzle: Puzzle) -> frozenset[str]:
    return supported_features(puzzle, CARRIES)


def write(puzzle: Puzzle) -> str:
    """Write a puzzle.

    Raises UsageError if pzpr cannot store one of the clues, or has no puzzle kind with all clue types of the puzzle.
    """
    height, width = puzzle.board.params
    name, full = pzpr_kind(puzzle)
    body = encode(KINDS[name].codec, values_of(puzzle, name))
    return f"https://puzz.link/p?{name}/{'f/' if full else ''}{width}/{height}/{body}\n"
