"""Removes what surrounds the cells of a table: Markdown's bars and header, or pandas' row and column numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from slitherenc.formats._comments import SEPARATORS
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line

_RULE = re.compile(":-+:?|-+:|--+")
_LONGEST_INDEX = 10_000  # characters of the column header that are examined


def is_rule(text: str) -> bool:
    """Return whether this is the line `|---|---|` below the header of a Markdown table."""
    return "|" in text and all(_RULE.fullmatch(field.strip()) for field in text.strip().strip("|").split("|"))


def has_head(lines: Sequence[Line]) -> bool:
    """Return whether a Markdown table begins with a header that is empty or contains only column numbers."""
    if len(lines) < 2 or not is_rule(lines[1].text):
        return False
    fields = [field.strip() for field in lines[0].text.strip().strip("|").split("|")]
    return not any(fields) or fields in [[str(i + first) for i in range(len(fields))] for first in (0, 1)]


def without_bars(lines: list[Line]) -> tuple[list[Line], bool]:
    """Remove the first and last bar of each row of a Markdown table. Also return whether blanks beside these bars
    may be empty cells: True if the rows have no sign for empty cells, and one of these bars has a blank outside or
    none inside."""
    texts = [line.text.strip() for line in lines]
    if not all(len(text) > 1 and text[0] == text[-1] == "|" for text in texts):
        return lines, False
    is_spaced = all(text[1] == text[-2] == " " for text in texts)
    has_margin = any(line.text != text for line, text in zip(lines, texts, strict=True))
    is_doubtful = (has_margin or not is_spaced) and not TextRows(lines).is_marked
    if is_spaced:  # an empty field between two bars is an empty cell
        texts = [f"|{'|'.join(field.strip() or '.' for field in text[1:-1].split('|'))}|" for text in texts]
    margins = [line.indent + line.text.index("|") + 1 for line in lines]
    rows = [Line(line.number, text[1:-1], at) for line, text, at in zip(lines, texts, margins, strict=True)]
    return rows, is_doubtful


def without_index(lines: list[Line]) -> tuple[list[Line], bool]:
    """Remove the row and column numbers that pandas prints. Also return whether there were any."""
    words = [word for word in SEPARATORS.split(lines[0].text[:_LONGEST_INDEX]) if word] if len(lines) > 2 else []
    first = words[0] if words else ""
    if len(words) < 3 or first not in ("0", "1") or words != [str(int(first) + i) for i in range(len(words))]:
        return lines, False
    rows = []
    for i, (number, text, at) in enumerate(lines[1:], int(first)):
        begin = text.lstrip()
        if not begin.startswith(str(i)) or not SEPARATORS.match(begin, len(str(i))):
            return lines, False
        n_gone = len(text) - len(begin) + len(str(i)) + 1
        rows.append(Line(number, text[n_gone:], at + n_gone))
    return rows, True
