"""From the bytes of a file to a text: what is no text, or more than one puzzle, is refused with its name."""

from __future__ import annotations

import re

from slitherenc.base.errors import ParseError
from slitherenc.formats import FORMATS
from slitherenc.formats._rows import one_word
from slitherenc.formats.signatures import kind_of

_BRACKETED = re.compile(r"\s*<(\w+://[^\s<>]*)>\s*$")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n[^\n]*\S|\r[ \t]*\r[^\r]*\S")
_MANY = 1 << 16  # the beginning of a text, in which a second URL is looked for


def plain_text(data: str | bytes, most: int, source: str) -> str:
    """The text of some bytes, without a byte order mark, and a URL in <…> without these.

    Raises ParseError for more than `most` bytes (or characters), and for files that are known to be no text.
    """
    if len(data) > most:
        raise ParseError(f"there are more than {most:,} bytes", "a puzzle", source=source)
    if isinstance(data, bytes):
        kind = kind_of(data)
        if kind or _has_gaps(data[:200]):
            raise ParseError(f"this is {kind or 'a text in UTF-16'}", "a text in UTF-8", source=source)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff")
    bracketed = _BRACKETED.match(text) if "<" in text[:1000] else None
    return bracketed[1] if bracketed else text


def _has_gaps(data: bytes) -> bool:
    """Is every second byte 0, as in UTF-16 without a mark?"""
    return len(data) > 3 and not (any(data[::2]) and any(data[1::2])) and any(data)


def refuse_several(text: str, source: str, name: str) -> None:
    """Raises ParseError when the text, of the format `name`, is a list of URLs or game IDs, or has blank lines between
    two grids, or before another line like the first one of a format that begins with a fixed line.

    Drawings are not tested: their rows may be blank. A grid with a blank line after each row is one grid.
    """
    if "\n" not in text and "\r" not in text:
        return
    one_line = _is_one_line(name)
    if name == "grid" or one_line:
        links = [(i, line) for i, line in enumerate(text[:_MANY].splitlines(), 1) if is_said(line)][:2]
        if len(links) == 2 and all(is_link(line) for _, line in links):
            raise _second(source, links[1][0])
    lines = text.splitlines() if name != "drawing" and not one_line and _BLANK_LINE.search(text) else []
    first, is_blank = "", False
    sizes, begun = [0], 0  # lines of each block; where the second one begins
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not stripped or stripped[0] == ";":
            is_blank = is_blank or not stripped
            continue
        if is_blank and sizes[-1]:
            sizes.append(0)
            begun = number if len(sizes) == 2 else begun
            if name != "grid" and stripped == first:
                raise _second(source, number)
        first, is_blank = first or stripped, False
        sizes[-1] += 1
    if name == "grid" and len(sizes) > 1 and max(sizes) > 1:
        raise _second(source, begun)


SECOND_PUZZLE = "a second puzzle begins here"


def _second(source: str, line: int) -> ParseError:
    return ParseError(SECOND_PUZZLE, "one puzzle (slitherenc batch takes many)", source=source, line=line)


def _is_one_line(name: str) -> bool:
    return FORMATS.load(name).ONE_LINE


def is_said(line: str) -> bool:
    """Is it more than blank, or a comment in a list of links?"""
    return bool(line.strip()) and line.lstrip()[0] not in "#;"


def is_link(line: str) -> bool:
    """Is this line by itself a puzzle: a URL, a game ID?"""
    modules = (FORMATS.load(name) for name in FORMATS.names() if name != "json")
    return bool(one_word(line)) and any(module.ONE_LINE and module.recognize(line) for module in modules)
