"""Reads rows of clues in the bracket notation of JSON, Python, C and NumPy.

An innermost pair of brackets contains either the cells of one row, with or without quotes around each cell, or a list
of texts in quotes, each of which is a whole row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from slitherenc.formats._rows import Line, check_lines, second_puzzle
from slitherenc.puzzles.rows import NO_CLUE, number_of

_BOXES = re.compile(r"\[[^\[\],\n]\][ \t]*\[")  # brackets around single cells; they mark no rows
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_SECOND_TABLE = re.compile(r"[\])}][\s,;]*[\])}][\s,;]*[\[({]")
_STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_WORD = re.compile(r"[A-Za-z_][\w.]*(?:=(?:'[^'\n]*'|[\w.]*))?")
_ASSIGNED = re.compile(r"[^=\"'({\n]*=")
_NOTE = re.compile(r"(?<=[\])},;])[ \t]*(?://|#)[^\n]*")


def read_brackets(lines: Sequence[Line], source: str) -> list[Line] | None:
    """Return the rows inside the innermost brackets of a text, or None if the text is not in bracket notation.

    Raises ParseError if the text contains two tables in brackets.
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
        return None  # each text may be a cell, or a row of one cell
    rows: list[Line] = []
    at, number = 0, text.count("\n", 0, begin)
    for group in groups:
        number += body.count("\n", at, group.start())
        at = group.start()
        rows += (Line(lines[min(number, len(lines) - 1)].number, row, -1) for row in _rows_of(group[1]))
    return rows


def _rows_of(group: str) -> list[str]:
    """Return the rows in `group`, the text between two brackets. If at least one quoted text in it has two or more
    characters and is not a word for a blank ("nan"), the quoted texts are the rows. Otherwise, the group is one row.
    """
    strings = _strings(group)
    if any(len(string) > 1 and number_of(string) != NO_CLUE for string in strings):
        return strings
    return [re.sub("[\"'\n]", lambda quote: " " if quote[0] == "\n" else "", group).strip(" ")]


def _strings(group: str) -> list[str]:
    """Return the quoted texts between two brackets, or an empty list if there is any text outside quotes."""
    if _STRING.sub("", group).strip(" \t\n,"):
        return []
    return [double or single for double, single in _STRING.findall(group)]
