"""Decoding of a file's bytes, rejection of texts with several puzzles, and search for links in a text."""

from __future__ import annotations

import re

from slitherenc.base.errors import ParseError
from slitherenc.formats import FORMATS, candidates
from slitherenc.formats._rows import one_word, second_puzzle
from slitherenc.formats.signatures import kind_of

_WORD = r"[^\s\"'<>()\[\]{}|`\x7f-\U0010ffff]+"  # links contain only ASCII characters
_SCHEME = re.compile(r"https?://")
_AROUND = "*_~"  # Markdown's emphasis around a link
_BEHIND = ".,;:!?#"  # punctuation after a link
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n[^\n]*\S|\r[ \t]*\r[^\r]*\S")
_MANY = 1 << 16  # characters at the start of a text in which a second link is searched


def plain_text(data: str | bytes, most: int, source: str) -> str:
    """Return the text in a file's bytes, without a byte order mark.

    Raises ParseError if there are more than `most` bytes (or characters), or if the bytes are not text.
    """
    if len(data) > most:
        raise ParseError(f"the input has more than {most:,} bytes", "a puzzle", source=source)
    if isinstance(data, bytes):
        kind = kind_of(data)
        if kind or _has_gaps(data[:200]):
            expected = "a text in UTF-8, or a picture of pixels such as PNG"
            raise ParseError(f"this is {kind or 'a text in UTF-16'}", expected, source=source)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return text.removeprefix("\ufeff")


def _has_gaps(data: bytes) -> bool:
    """Return whether every second byte is 0, as in UTF-16 without a byte order mark."""
    return len(data) > 3 and not (any(data[::2]) and any(data[1::2])) and any(data)


def refuse_several(text: str, source: str, name: str) -> None:
    """Raise ParseError if a text contains a second puzzle. `name` is the name of the text's format.

    In one-line formats, a second URL or game ID is a second puzzle. In formats with a fixed first line, a second
    puzzle begins where this line follows a blank line. Drawings are not checked, because their rows may be blank.
    """
    if "\n" not in text and "\r" not in text:
        return
    one_line = _is_one_line(name)
    if name == "grid" or one_line:
        links = [(i, line) for i, line in enumerate(text[:_MANY].splitlines(), 1) if has_content(line)][:2]
        if len(links) == 2 and all(is_link(line) for _, line in links):
            raise second_puzzle(source, links[1][0])
    if name in ("drawing", "grid") or one_line or not _BLANK_LINE.search(text):
        return
    first, is_blank = "", False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped[:1] == ";":
            continue
        if is_blank and stripped == first != "":
            raise second_puzzle(source, number)
        first, is_blank = first or stripped, not stripped


def _is_one_line(name: str) -> bool:
    return FORMATS.load(name).ONE_LINE


def has_content(line: str) -> bool:
    """Return whether a line in a list of links is neither blank nor a comment."""
    return bool(line.strip()) and line.lstrip()[0] not in "#;"


def is_link(line: str) -> bool:
    """Return whether this line is a URL or a game ID of a puzzle."""
    matches = (module.ONE_LINE and module.recognize(line) for name, module in candidates(line) if name != "json")
    return bool(one_word(line)) and any(matches)


def links_in(text: str) -> list[str]:
    """Return the distinct URLs and game IDs of puzzles in a text, which may be prose, HTML or Markdown.

    >>> links_in("- [No. 2](https://puzz.link/p?slither/3/2/8222d), at 10:30.")
    ['https://puzz.link/p?slither/3/2/8222d']
    """
    from html import unescape  # imported here because that module loads a large table

    words = re.findall(_WORD, unescape(text))  # compiled here, because compilation would slow the import by 1.5 ms
    if len(words) > 1 or "://" in text:  # otherwise the text may be a row of clues, which may end with a full stop
        words = [_bare_link(word.rstrip(_BEHIND)) for word in words]
    links = (word for word in words if any(c.isalpha() for c in word) and not word.startswith("SAVEFILE"))
    return list(dict.fromkeys(word for word in links if is_link(word)))


def _bare_link(word: str) -> str:
    """Remove Markdown's emphasis around a word, and any text before `https://`, as in `href=https://…`."""
    bare = word.strip(_AROUND).rstrip(_BEHIND) if word[:1] in _AROUND else word
    scheme = _SCHEME.search(bare)
    return bare[scheme.start() :] if scheme else bare
