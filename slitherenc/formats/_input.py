"""Decode the bytes of a file, and refuse files that are not text or hold more than one puzzle."""

from __future__ import annotations

import re

from slitherenc.base.errors import ParseError
from slitherenc.formats import FORMATS, candidates
from slitherenc.formats._rows import one_word, second_puzzle
from slitherenc.formats.signatures import kind_of

_WORD = r"[^\s\"'<>()\[\]{}|`\x7f-\U0010ffff]+"  # links consist of ASCII characters
_SCHEME = re.compile(r"https?://")
_AROUND = "*_~"  # Markdown puts these around a link
_BEHIND = ".,;:!?#"  # a sentence puts these behind a link
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n[^\n]*\S|\r[ \t]*\r[^\r]*\S")
_MANY = 1 << 16  # characters at the beginning of a text in which a second URL is searched


def plain_text(data: str | bytes, most: int, source: str) -> str:
    """Return the text of a file's bytes, without a byte order mark.

    Raises ParseError for more than `most` bytes (or characters), and for files that are recognized as not text.
    """
    if len(data) > most:
        raise ParseError(f"there are more than {most:,} bytes", "a puzzle", source=source)
    if isinstance(data, bytes):
        kind = kind_of(data)
        if kind or _has_gaps(data[:200]):
            raise ParseError(f"this is {kind or 'a text in UTF-16'}", "a text in UTF-8", source=source)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return text.removeprefix("\ufeff")


def _has_gaps(data: bytes) -> bool:
    """Return whether every second byte is 0, as in UTF-16 without a byte order mark."""
    return len(data) > 3 and not (any(data[::2]) and any(data[1::2])) and any(data)


def refuse_several(text: str, source: str, name: str) -> None:
    """Raise ParseError if a text of the format `name` is a list of URLs or game IDs, or, in a format that begins with
    a fixed line, repeats its first line after a blank line.

    Drawings are not tested, since their rows may be blank. The reader of rows detects a second grid itself.
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
    """Return whether this line alone is a puzzle, such as a URL or a game ID."""
    matches = (module.ONE_LINE and module.recognize(line) for name, module in candidates(line) if name != "json")
    return bool(one_word(line)) and any(matches)


def links_in(text: str) -> list[str]:
    """Return the links and IDs among the words of a text, each once. They may be in prose, in quotes and brackets, in
    HTML and Markdown; punctuation behind them is removed.

    >>> links_in("- [No. 2](https://puzz.link/p?slither/3/2/8222d), at 10:30.")
    ['https://puzz.link/p?slither/3/2/8222d']
    """
    from html import unescape  # this module has a large table

    words = re.findall(_WORD, unescape(text))  # compiled here and not on import because that takes 1.5 ms
    if len(words) > 1 or "://" in text:  # in a single word that is not a URL a full stop is a clue
        words = [_bare_link(word.rstrip(_BEHIND)) for word in words]
    links = (word for word in words if any(c.isalpha() for c in word) and not word.startswith("SAVEFILE"))
    return list(dict.fromkeys(word for word in links if is_link(word)))


def _bare_link(word: str) -> str:
    """Remove the signs of Markdown around a word, and any text before its scheme, as in `href=https://…`."""
    bare = word.strip(_AROUND).rstrip(_BEHIND) if word[:1] in _AROUND else word
    scheme = _SCHEME.search(bare)
    return bare[scheme.start() :] if scheme else bare
