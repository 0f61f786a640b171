"""Finds the comments above and between rows of clues: lines that begin with `;`, `//`, `%` or `#` and are not rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from slitherenc.formats._rows import Line, sizes_above
from slitherenc.formats._signs import typed_clue
from slitherenc.puzzles.rows import number_of

SEPARATORS = re.compile(r"[\s,;|]+")
_COMMENT = ("#", ";", "%", "//")
_LONGEST = 3  # letters in the longest clue sign
_LETTERS = re.compile(r"[^\W\d_]+")


def comments_of(lines: Sequence[Line]) -> set[int]:
    """Return the line numbers of the comments. A row of clues that begins with `#` or `;` is not a comment."""
    is_sign = lru_cache(maxsize=1000)(_is_sign)  # the signs of a text are few
    marked = {line.number: line.text.strip() for line in lines if line.text.lstrip().startswith(_COMMENT)}
    if not marked:
        return set()
    unmarked = [line for line in lines if line.number not in marked and line.text.strip()]
    n_head = max((n_lines for n_lines, _ in sizes_above(unmarked)), default=0)
    rows = [line.text.strip() for line in unmarked[n_head:]]
    narrow = max(map(len, rows), default=1) == 1
    divided = rows or [text for text in marked.values() if text[0] == ";" and all(map(is_sign, _fields(text)))]
    between = min((text.count(";") for text in divided), default=0)
    other = rows[0] if rows else ""
    return {
        number
        for number, text in marked.items()
        if (text == "#" and not narrow) or not _is_row(text, between, other, is_sign)
    }


def _is_row(text: str, between: int, other: str, is_sign: Callable[[str], bool]) -> bool:
    """Return whether a line that begins with `;` or `#` is a row of clues rather than a comment.

    `between` is the smallest number of semicolons that any row of clues in the same text contains. `other` is a line of
    this text that is certainly a row, or "" if no such line is known.
    """
    if text[0] == ";":
        fields = _fields(text)
        is_alike = len(fields) == between + 1 and all(len(field.split()) < 2 for field in fields) and not is_prose(text)
        return between > 0 and (is_alike or all(map(is_sign, fields)))
    if text[0] != "#":
        return False
    cells = SEPARATORS.split(text)
    if len(cells) == 1:
        return len(text) == len(other) or all(map(is_sign, set(text)))
    n_words = len(text.split())
    return all(map(is_sign, set(cells))) and (n_words == 1 or not other or n_words == len(other.split()))


def _fields(text: str) -> list[str]:
    return [field.strip(" \t\"'") for field in text.split(";")]


def _is_sign(text: str) -> bool:
    return number_of(text) is not None or typed_clue(text) is not None


def is_prose(text: str) -> bool:
    """Return whether a text contains a word that is longer than any clue sign."""
    return any(len(word) > _LONGEST and number_of(word) is None for word in _LETTERS.findall(text))
