"""From the bytes of a file to a text: what is no text, or more than one puzzle, is refused with its name."""

from __future__ import annotations

import re

from slitherenc.errors import ParseError
from slitherenc.formats._rows import one_word

_SIGNATURES = {
    b"%PDF-": "a PDF file",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"PK\x03\x04": "a ZIP archive, or a document that is one",
    b"\x1f\x8b": "compressed by gzip",
    b"\xff\xfe": "a text in UTF-16",
    b"\xfe\xff": "a text in UTF-16",
}
_BRACKETED = re.compile(r"\s*<(\w+://[^\s<>]*)>\s*$")
_MANY = 1 << 16  # the beginning of a text, in which a second URL is looked for


def plain_text(data: str | bytes, most: int, source: str) -> str:
    """The text of some bytes, without a byte order mark, and a URL in <…> without these.

    Raises ParseError for more than `most` bytes (or characters), and for files that are known to be no text.
    """
    if len(data) > most:
        raise ParseError(f"there are more than {most:,} bytes", "a puzzle", source=source)
    if isinstance(data, bytes):
        kind = next((kind for signature, kind in _SIGNATURES.items() if data.startswith(signature)), "")
        if kind or _has_gaps(data[:200]):
            raise ParseError(f"this is {kind or 'a text in UTF-16'}", "a text in UTF-8", source=source)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = text.removeprefix("\ufeff")
    bracketed = _BRACKETED.match(text) if "<" in text[:1000] else None
    return bracketed[1] if bracketed else text


def _has_gaps(data: bytes) -> bool:
    """Is every second byte 0, as in UTF-16 without a mark?"""
    return len(data) > 3 and not (any(data[::2]) and any(data[1::2])) and any(data)


def refuse_several(text: str, source: str) -> None:
    """Raises ParseError when the text is a list of URLs or game IDs."""
    if "\n" not in text and "\r" not in text:
        return
    lines = [(i, line) for i, line in enumerate(text[:_MANY].splitlines(), 1) if line.strip()]
    lines = [(i, line) for i, line in lines if line.lstrip()[0] not in "#;"][:2]
    if len(lines) == 2 and all(is_link(line) for _, line in lines):
        raise ParseError("a second puzzle begins here", "one puzzle", source=source, line=lines[1][0])


def is_link(line: str) -> bool:
    """Is this line by itself a puzzle: a URL, a game ID?"""
    from slitherenc.formats import FORMATS

    modules = (FORMATS.load(name) for name in FORMATS.names() if name != "json")
    return bool(one_word(line)) and any(module.ONE_LINE and module.recognize(line) for module in modules)
