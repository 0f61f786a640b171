"""Extracts the rows of a puzzle from pasted text.

Removes a common indent, text outside a Markdown fence, comments, brackets, the `>` before quoted lines, and the bars,
header and row numbers of tables. All other text is kept, because it could be a cell. The function that reads the rows
raises an error for text that is not a cell. The time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from slitherenc.formats._brackets import read_brackets
from slitherenc.formats._comments import comments_of, is_prose
from slitherenc.formats._doubts import BESIDE_ROWS
from slitherenc.formats._frames import has_head, is_rule, without_bars, without_index
from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line, check_lines, second_puzzle, sizes_above, text_lines
from slitherenc.puzzles.rows import EMPTY_MARKS

# Mapping of full-width characters and all kinds of blanks to ASCII; invisible characters from copying are removed.
_PLAIN = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF)),
    ord("。"): ".", ord("、"): ",", ord("│"): "|", ord("┃"): "|",
}  # fmt: skip
_FENCE = re.compile(r"\s*(?:(?:```|~~~)\s*\w*|(?:\w+\s*=\s*)?(?:\"{3}|'{3})\\?)\s*$")
_QUOTATION = re.compile(r"\s*(?:> ?)+")
_LONGEST_FENCE = 100  # characters; a longer line is not a fence
_QUOTED_LINE = re.compile(r"\s*([\"'])([^\"']*)\1\s*[,;+]?\s*$")
_HEAD = "the header of the table is not read as a row; if it is a row, leave out the line below it"


def unwrap(text: str, source: str) -> TextRows:
    """Return the rows in a text. Raises ParseError for two blocks of rows or two fenced blocks of Markdown."""
    lines = text_lines(text if text.isascii() else text.translate(_PLAIN), blank=True)
    lines = _quotation(_unfence(_quotation(lines)))
    removed = comments_of(lines) | {line.number for line in lines if "-" in line.text and is_rule(line.text)}
    is_headed = has_head([line for line in lines if line.text.strip()][:2])
    lines = [line for line in lines if line.number not in removed] if removed else lines
    filled = [line for line in lines if line.text.strip()][is_headed:]
    n_head = max((n_lines for n_lines, _ in sizes_above(filled)), default=0)
    rows = read_brackets(filled[n_head:], source)
    is_barred = False
    if rows is None:
        _refuse_two_blocks(lines, source, {line.number for line in filled[:n_head]})
        rows, is_barred = without_bars(_texts(filled[n_head:]))
    rows, has_index = without_index(rows)
    rows = filled[:n_head] + rows
    indent = _indent([line.text for line in rows]) if rows else 0
    is_cut = has_index or indent > 0 or _is_cut(lines, text.endswith(("\n", "\r")))
    if indent:
        rows = [Line(number, text[indent:], at if at < 0 else at + indent) for number, text, at in rows]
    doubts = [_HEAD] * is_headed + [BESIDE_ROWS] * is_barred
    return TextRows(rows, is_cut, doubts)


def _is_cut(lines: Sequence[Line], is_ended: bool) -> bool:
    """Return whether any of `lines` is blank. If the text ends with a newline (`is_ended`), ignore the last line."""
    filled = [i for i, line in enumerate(lines) if line.text.strip()] or [0]
    n_behind = len(lines) - 1 - filled[-1] - is_ended  # a newline at the end of the text adds an empty line
    is_broken = filled[-1] - filled[0] + 1 > len(filled)
    return filled[0] > 0 or n_behind > 0 or is_broken or any(line.text.isspace() for line in lines)


def _indent(texts: Sequence[str]) -> int:
    """Return the number of blanks and tabs with which all texts begin. Count no tabs if they may separate cells."""
    if not texts[0][:1].isspace():
        return 0
    has_tabs = any("\t" in text.strip() for text in texts)
    margins = [text[: len(text) - len(text.lstrip(" " if has_tabs else None))] for text in texts]
    return next(
        (i for i, signs in enumerate(zip(*margins, strict=False)) if len(set(signs)) > 1), min(map(len, margins))
    )


def _unfence(lines: list[Line]) -> list[Line]:
    """Return the lines between two Markdown fences or Python's triple quotes, or all lines if there are none."""
    at = [i for i, line in enumerate(lines) if len(line.text) < _LONGEST_FENCE and _FENCE.match(line.text)]
    return lines[at[0] + 1 : at[1] if len(at) == 2 else len(lines)] if len(at) in (1, 2) else lines


def _quotation(lines: list[Line]) -> list[Line]:
    filled = [line for line in lines if line.text.strip()]
    if not filled or not all(line.text.lstrip().startswith(">") for line in filled):
        return lines
    quoted = [_QUOTATION.sub("", line.text) for line in lines]
    return [Line(line.number, text) for line, text in zip(lines, quoted, strict=True)]


def _refuse_two_blocks(lines: Sequence[Line], source: str, head: Collection[int]) -> None:
    """Raise ParseError if a blank line separates two blocks of rows. A blank line after every row is allowed."""
    # `head` contains the numbers of the lines that state the size.
    sizes: list[int] = []
    begun, is_new = 0, True
    for line in lines:
        if not line.text.strip() or line.number in head:
            is_new = True
            continue
        if is_new:
            sizes.append(0)
            begun = line.number if len(sizes) == 2 else begun
        sizes[-1] += 1
        is_new = False
    first = next((line.text for line in lines if line.text.strip() and line.number not in head), "")
    if len(sizes) > 1 and max(sizes) > 1 and not is_prose(first[:200]):
        raise second_puzzle(source, begun)


def _texts(lines: list[Line]) -> list[Line]:
    """Remove the quotes around each row. If there is only one line, split it into rows at `/` and at the text `\\n`."""
    quoted = [_QUOTED_LINE.match(line.text) for line in lines]
    if quoted and all(quoted):
        lines = [
            Line(line.number, match[2].removesuffix("\\n")) for line, match in zip(lines, quoted, strict=True) if match
        ]
    if len(lines) == 1:
        number, text = lines[0].number, lines[0].text.replace("\\n", "/").strip("/ ")
        if "/" in text and set(text) <= set(EMPTY_MARKS + "01234? /"):
            check_lines(text.count("/"))
            lines = [Line(number, row, -1) for row in text.split("/")]
    return lines
