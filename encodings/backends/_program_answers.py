"""Solutions of integer programs, as `glpsol -o` and HiGHS write them; for the backends lp and mps.

The names are those of a formulation's variables, and the formulation that wrote them says which lines they mean. It is
the one all of whose variables are in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.encodings.encode import Answer, Status
from slitherenc.encodings.ilp.model import FORMULATIONS, Formulation, program
from slitherenc.errors import SolverFailed, UsageError
from slitherenc.model import build

_GLPSOL = re.compile(r"^Status: +(?:INTEGER )?([A-Z-]+)", re.MULTILINE)
_HIGHS = re.compile(r"^Model status[ \r]*\n *(\S.*)", re.MULTILINE)
_LINE = re.compile(r".+")

_WORDS: Mapping[str, Status] = {
    "OPTIMAL": "sat",
    "NON-OPTIMAL": "sat",  # glpsol: an integer solution that is not proved to be the best one
    "EMPTY": "unsat",
    "INFEASIBLE": "unsat",
}


def recognizes(answer: str) -> bool:
    """Is this a solution of an integer program?"""
    return ("Column name" in answer and _GLPSOL.search(answer) is not None) or _HIGHS.search(answer) is not None


def decode(board: Board, answer: str) -> Answer:
    """The status, and lines[E] of a solution. Raises SolverFailed for rubbish, and when variables are missing."""
    if "Column name" in answer and (match := _GLPSOL.search(answer)):
        status, found = match[1], _glpsol_columns(answer.partition("Column name")[2])
    elif match := _HIGHS.search(answer):
        status = match[1].strip().upper()
        found = _highs_columns(answer.partition("# Columns")[2].partition("# Rows")[0])
    else:
        raise SolverFailed("this is no solution of an integer program, as glpsol -o or HiGHS writes it")
    if _WORDS.get(status, "unknown") != "sat":
        return Answer(_WORDS.get(status, "unknown"))
    return Answer("sat", _lines(board, {name: _value(name, word) for name, word in found}))


def _glpsol_columns(text: str) -> Iterator[tuple[str, str]]:
    """Lines `NUMBER NAME * VALUE …`; after a long name, the rest stands in a line of its own."""
    name = ""
    for line in _LINE.finditer(text):
        words = line[0].split()
        if not name and len(words) > 1 and words[0].isdecimal():
            name, words = words[1], words[2:]
        elif not name:
            continue
        values = [word for word in words[:2] if word != "*"]
        if values:
            yield name, values[0]
        if words:
            name = ""


def _highs_columns(text: str) -> Iterator[tuple[str, str]]:
    """Lines `NAME VALUE`."""
    for line in _LINE.finditer(text):
        words = line[0].split()
        if len(words) == 2 and words[0][0].isalpha():
            yield words[0], words[1]


def _value(name: str, word: str) -> int:
    try:
        number = float(word) if len(word) < 100 else None
    except ValueError:
        number = None
    if number is None:
        raise SolverFailed(f"{word[:20]!r} in the answer is no value")
    if not isfinite(number) or abs(number - round(number)) > 1e-4:
        raise SolverFailed(f"{name} is {word} in the answer, not a whole number: was it solved as an integer program?")
    return int(round(number) != 0)


def _lines(board: Board, values: Mapping[str, int]) -> Bits:
    """The lines[E] that a formulation sees in the values: the one of which most variables are in the answer."""
    best: tuple[int, list[str], list[str], str] | None = None
    for key in FORMULATIONS.names():
        try:
            blank = program(build(board), key)
        except UsageError:
            continue  # it does not carry this board
        names = blank.variable_names()
        asked = [  # the frame's variables are always 0
            name
            for family in blank.variables
            if family.label != "frame"
            for name in names[family.first : family.first + family.size]
        ]
        missing = [name for name in asked if name not in values]
        found = len(asked) - len(missing)
        if best is None or (not missing, found) > (not best[1], best[0]):
            best = found, missing, names, key
    assert best is not None, "edges carries every board"
    _, missing, names, key = best
    if missing:
        raise SolverFailed(f"the answer has no value for {missing[0]} (and {len(missing) - 1} other variables)")
    formulation: Formulation = FORMULATIONS.load(key)
    return formulation.lines(board, np.array([values.get(name, 0) for name in names]))
