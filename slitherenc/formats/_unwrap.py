"""From what people paste to the lines with the rows of a puzzle: what is only around the rows goes.

In: a text. Out: its lines with their numbers, in plain characters, without an indent that all have, without

- what stands outside a Markdown fence, the `>` of a quotation, and the rule below the head of a Markdown table;
- comments: lines that begin with `;`, `//`, `%` or `#` and are no row;
- brackets: of JSON, Python, C and NumPy, each innermost pair of brackets is a row, and a row may be a text.

Every step looks at each character a bounded number of times. Nothing is passed over that could be a cell: what no step
knows stays, and the reader of rows refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from slitherenc.formats._layouts import TextRows
from slitherenc.formats._rows import Line, check_lines, second_puzzle, sizes_above, text_lines
from slitherenc.formats._signs import typed_clue
from slitherenc.puzzles.rows import EMPTY_MARKS, NO_CLUE, number_of

# Full-width characters, all kinds of blanks, and what copying puts between characters.
_PLAIN = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF)),
    ord("。"): ".", ord("、"): ",", ord("│"): "|", ord("┃"): "|",
}  # fmt: skip
_LONGEST = 3  # letters of a sign
_LETTERS = re.compile(r"[^\W\d_]+")
_FENCE = re.compile(r"\s*(?:(?:```|~~~)\s*\w*|(?:\w+\s*=\s*)?(?:\"{3}|'{3})\\?)\s*$")
_QUOTATION = re.compile(r"\s*(?:> ?)+")
_RULE = re.compile(":-+:?|-+:|--+")
_BOXES = re.compile(r"\[[^\[\],\n]\][ \t]*\[")  # cells in brackets, not rows
_LONGEST_FENCE = 100  # characters of its line
_COMMENT = ("#", ";", "%", "//")
_QUOTED_LINE = re.compile(r"\s*([\"'])([^\"']*)\1\s*[,;+]?\s*$")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_SEPARATORS = re.compile(r"[\s,;|]+")
_LONGEST_INDEX = 10_000  # characters of the numbers of columns
_SECOND_TABLE = re.compile(r"[\])}][\s,;]*[\])}][\s,;]*[\[({]")
_STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_WORD = re.compile(r"[A-Za-z_][\w.]*(?:=(?:'[^'\n]*'|[\w.]*))?")
_ASSIGNED = re.compile(r"[^=\"'({\n]*=")
_NOTE = re.compile(r"(?<=[\])},;])[ \t]*(?://|#)[^\n]*")


def unwrapped(text: str, source: str) -> TextRows:
    """The lines that hold the rows. Raises ParseError for two blocks of rows, or two Markdown fences."""
    lines = text_lines(text if text.isascii() else text.translate(_PLAIN), blank=True)
    lines = _quotation(_fenced(_quotation(lines)))
    gone = _comments(lines) | {line.number for line in lines if "-" in line.text and _is_rule(line.text)}
    has_head = _has_head([line for line in lines if line.text.strip()][:2])
    lines = [line for line in lines if line.number not in gone] if gone else lines
    filled = [line for line in lines if line.text.strip()][has_head:]
    n_head = max((n_lines for n_lines, _ in sizes_above(filled)), default=0)
    rows = _bracketed(filled[n_head:], source)
    if rows is None:
        _refuse_two_blocks(lines, source, {line.number for line in filled[:n_head]})
        rows = _without_bars(_texts(filled[n_head:]))
    rows, has_index = _without_index(rows)
    rows = filled[:n_head] + rows
    indent = _indent([line.text for line in rows]) if rows else 0
    has_tight_bars = any(line.text.lstrip().startswith("|") and line.text.strip()[1:2].strip() for line in filled)
    is_cut = has_index or indent > 0 or has_tight_bars or _is_cut(lines, text.endswith(("\n", "\r")))
    if indent:
        rows = [Line(number, text[indent:], at if at < 0 else at + indent) for number, text, at in rows]
    return TextRows(rows, is_cut, has_head)


def _is_cut(lines: Sequence[Line], is_ended: bool) -> bool:
    """Whether there are lines of blanks, or empty lines before or behind the rows: are they rows of empty cells?"""
    filled = [i for i, line in enumerate(lines) if line.text.strip()] or [0]
    n_behind = len(lines) - 1 - filled[-1] - is_ended
    is_broken = filled[-1] - filled[0] + 1 > len(filled)
    return filled[0] > 0 or n_behind > 0 or is_broken or any(line.text.isspace() for line in lines)


def _indent(texts: Sequence[str]) -> int:
    """The number of blanks and tabs with which all begin; no tabs where these may stand between cells."""
    if not texts[0][:1].isspace():
        return 0
    has_tabs = any("\t" in text.strip() for text in texts)
    margins = [text[: len(text) - len(text.lstrip(" " if has_tabs else None))] for text in texts]
    return next(
        (i for i, signs in enumerate(zip(*margins, strict=False)) if len(set(signs)) > 1), min(map(len, margins))
    )


def _fenced(lines: list[Line]) -> list[Line]:
    """The lines inside the fence of Markdown, or the triple quotes of Python, if there is just one pair."""
    at = [i for i, line in enumerate(lines) if len(line.text) < _LONGEST_FENCE and _FENCE.match(line.text)]
    return lines[at[0] + 1 : at[1] if len(at) == 2 else len(lines)] if len(at) in (1, 2) else lines


def _quotation(lines: list[Line]) -> list[Line]:
    filled = [line for line in lines if line.text.strip()]
    if not filled or not all(line.text.lstrip().startswith(">") for line in filled):
        return lines
    quoted = [_QUOTATION.sub("", line.text) for line in lines]
    return [Line(line.number, text) for line, text in zip(lines, quoted, strict=True)]


def _comments(lines: Sequence[Line]) -> set[int]:
    """The numbers of the lines that are comments. `#` may be an empty cell, and `;` stand between two cells."""
    marked = {line.number: line.text.strip() for line in lines if line.text.lstrip().startswith(_COMMENT)}
    if not marked:
        return set()
    unmarked = [line for line in lines if line.number not in marked and line.text.strip()]
    n_head = max((n_lines for n_lines, _ in sizes_above(unmarked)), default=0)
    rows = [line.text.strip() for line in unmarked[n_head:]]
    narrow = max(map(len, rows), default=1) == 1
    between = min((text.count(";") for text in rows), default=1)
    other = rows[0] if rows else ""
    return {
        number for number, text in marked.items() if (text == "#" and not narrow) or not _is_row(text, between, other)
    }


def _is_row(text: str, between: int, other: str) -> bool:
    """Is this line, which begins as a comment does, a row: among rows with so many semicolons, such as the other?"""
    if text[0] == ";":
        fields = [field.strip(" \t\"'") for field in text.split(";")]
        is_alike = len(fields) == between + 1 and all(len(field.split()) < 2 for field in fields)
        return between > 0 and ((is_alike and not _is_prose(text)) or all(map(_is_sign, fields)))
    if text[0] != "#":
        return False
    cells = _SEPARATORS.split(text)
    if len(cells) == 1:
        return len(text) == len(other) or all(map(_is_sign, set(text)))
    n_words = len(text.split())
    return all(map(_is_sign, set(cells))) and (n_words == 1 or not other or n_words == len(other.split()))


def _is_sign(text: str) -> bool:
    """Is this the sign of a cell, of whatever clue?"""
    return number_of(text) is not None or typed_clue(text) is not None


def _is_prose(text: str) -> bool:
    """Has this text a word that is too long for a sign?"""
    return any(len(word) > _LONGEST and number_of(word) is None for word in _LETTERS.findall(text))


def _is_rule(text: str) -> bool:
    """Is this the line `|---|---|` below the head of a Markdown table?"""
    return "|" in text and all(_RULE.fullmatch(field.strip()) for field in text.strip().strip("|").split("|"))


def _has_head(lines: Sequence[Line]) -> bool:
    """Is the first of these lines the head of a Markdown table that says nothing, or the numbers of the columns?"""
    if len(lines) < 2 or not _is_rule(lines[1].text):
        return False
    fields = [field.strip() for field in lines[0].text.strip().strip("|").split("|")]
    return not any(fields) or fields in [[str(i + first) for i in range(len(fields))] for first in (0, 1)]


def _refuse_two_blocks(lines: Sequence[Line], source: str, head: Collection[int]) -> None:
    """Raises ParseError where an empty line stands between rows, unless every row stands alone.

    `head` are the numbers of the lines with the size.
    """
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
    if len(sizes) > 1 and max(sizes) > 1 and not _is_prose(first[:200]):
        raise second_puzzle(source, begun)


def _texts(lines: list[Line]) -> list[Line]:
    """Rows that are texts in quotes, a line each, without these; and rows in one line with `/` or `\\n` between."""
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


def _without_bars(lines: list[Line]) -> list[Line]:
    """The rows of a table without the bars at both ends of all of them."""
    texts = [line.text.strip() for line in lines]
    if not all(len(text) > 1 and text[0] == text[-1] == "|" for text in texts):
        return lines
    if all(text[1] == text[-2] == " " for text in texts):  # also nothing between two bars is an empty cell
        texts = [f"|{'|'.join(field.strip() or '.' for field in text[1:-1].split('|'))}|" for text in texts]
    margins = [line.indent + line.text.index("|") + 1 for line in lines]
    return [Line(line.number, text[1:-1], at) for line, text, at in zip(lines, texts, margins, strict=True)]


def _without_index(lines: list[Line]) -> tuple[list[Line], bool]:
    """The rows of a table without the numbers of its columns above and of its rows at the left, from 0 or 1, and
    whether it had these: so pandas prints and writes one."""
    words = [word for word in _SEPARATORS.split(lines[0].text[:_LONGEST_INDEX]) if word] if len(lines) > 2 else []
    first = words[0] if words else ""
    if len(words) < 3 or first not in ("0", "1") or words != [str(int(first) + i) for i in range(len(words))]:
        return lines, False
    rows = []
    for i, (number, text, at) in enumerate(lines[1:], int(first)):
        begin = text.lstrip()
        if not begin.startswith(str(i)) or not _SEPARATORS.match(begin, len(str(i))):
            return lines, False
        n_gone = len(text) - len(begin) + len(str(i)) + 1
        rows.append(Line(number, text[n_gone:], at + n_gone))
    return rows, True


def _bracketed(lines: Sequence[Line], source: str) -> list[Line] | None:
    """A line for each innermost pair of brackets, or for each text in it; None: no rows stand in brackets.

    Raises ParseError for two tables in brackets.
    """
    text = "\n".join(line.text for line in lines)
    if not any(bracket in text for bracket in "[({"):
        return None
    assigned = _ASSIGNED.match(text)
    begin = assigned.end() if assigned else 0
    body = _NOTE.sub("", text[begin:])
    if _BOXES.search(body) or set(_WORD.sub("", _GROUP.sub("", body))) - set(" \t\n,;[](){}"):
        return None
    if second := _SECOND_TABLE.search(body):
        raise second_puzzle(source, lines[text.count("\n", 0, begin + second.end())].number)
    groups = [group for group in _GROUP.finditer(body) if group[1].strip()]
    check_lines(len(groups))
    if len(groups) == 1 and len(strings := _strings(groups[0][1])) > 1 and set(map(len, strings)) == {1}:
        return None  # cells, or rows of one cell?
    rows: list[Line] = []
    at, number = 0, text.count("\n", 0, begin)
    for group in groups:
        number += body.count("\n", at, group.start())
        at = group.start()
        rows += (Line(lines[min(number, len(lines) - 1)].number, row, -1) for row in _rows_of(group[1]))
    return rows


def _rows_of(group: str) -> list[str]:
    strings = _strings(group)
    if any(len(string) > 1 and number_of(string) != NO_CLUE for string in strings):
        return strings
    return [re.sub("[\"'\n]", lambda quote: " " if quote[0] == "\n" else "", group).strip(" ")]


def _strings(group: str) -> list[str]:
    """What stands in brackets, if that is nothing but texts in quotes."""
    if _STRING.sub("", group).strip(" \t\n,"):
        return []
    return [double or single for double, single in _STRING.findall(group)]
