"""Parses solutions of integer programs from `glpsol -o`, HiGHS, CBC and SCIP, for the backends lp and mps.

How values become lines depends on the formulation (the way to write a puzzle as a program), which an answer does not
name. Answers of glpsol and HiGHS list all variables. Among the formulations whose variables are all listed, the parser
then uses the one with the most variables. Answers of CBC and SCIP omit variables with the value 0. The parser then uses
the first formulation in the table FORMULATIONS that has all listed variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite

import numpy as np

from slitherenc.base.errors import SolverFailed, UsageError, quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.encodings.backend import Answer, AnswerStatus
from slitherenc.encodings.ilp.model import Formulation, Program, program
from slitherenc.encodings.tables import FORMULATIONS
from slitherenc.model.model import build

_GLPSOL = re.compile(r"^Status: +(?:INTEGER )?([A-Z-]+)", re.MULTILINE)
_HIGHS = re.compile(r"^Model status[ \r]*\n *(\S.*)", re.MULTILINE)
_LINE = re.compile(r".+")
_CBC = re.compile(
    r"^(Optimal|Infeasible|Integer infeasible|Unbounded|Stopped[^-(\n]*) (?:\([^\n]*\) )?- objective value "
)
_CBC_VALUE = re.compile(r"^(?:\*\*)?[ \t]*[0-9]+[ \t]+(\S+)[ \t]+(\S+)", re.MULTILINE)
_SCIP = re.compile(r"^(?:solution status: ([^\n]*)\n|objective value: |no solution available)", re.MULTILINE)
_SELECTOR = re.compile(r"g_[1-9][0-9]*")
_SCIP_VALUE = re.compile(r"^(\S+)[ \t]+(\S+)[ \t]+\(obj:[^)\n]*\)", re.MULTILINE)

_WORDS: Mapping[str, AnswerStatus] = {
    "OPTIMAL": "sat",
    "NON-OPTIMAL": "sat",  # glpsol: an integer solution that is not proved to be the best one
    "EMPTY": "unsat",
    "INFEASIBLE": "unsat",
}


def recognizes(answer: str) -> bool:
    """Return whether the text is a solution of an LP or MPS file. Solutions of OPB files do not count."""
    if (solution := sparse(answer)) is not None:
        return not is_opb(solution[1])
    return ("Column name" in answer and _GLPSOL.search(answer) is not None) or _HIGHS.search(answer) is not None


def decode(board: Board, answer: str) -> Answer:
    """Parse the solution of an LP or MPS file. Raises SolverFailed if the text is not a solution or lacks variables."""
    if (solution := sparse(answer)) is not None:
        return Answer(solution[0], _lines_of_few(board, solution[1]) if solution[1] else None)
    if "Column name" in answer and (match := _GLPSOL.search(answer)):
        status, columns = match[1], _glpsol_columns(answer.partition("Column name")[2])
    elif match := _HIGHS.search(answer):
        status = match[1].strip().upper()
        columns = _highs_columns(answer.partition("# Columns")[2].partition("# Rows")[0])
    else:
        raise SolverFailed("this is not a solution file of glpsol (option -o), HiGHS, CBC or SCIP")
    if _WORDS.get(status, "unknown") != "sat":
        return Answer(_WORDS.get(status, "unknown"))
    values = {name: _value(name, word) for name, word in columns}
    return Answer("sat", _lines(board, values))


def sparse(answer: str) -> tuple[AnswerStatus, dict[str, int]] | None:
    """Parse an answer of CBC or SCIP. Return its status and its nonzero values, or None for another solver's answer.

    Raises SolverFailed if a value is not a whole number, or if the answer claims a solution but has no values.
    """
    if match := _CBC.match(answer):
        status: AnswerStatus = (
            "sat" if match[1] == "Optimal" else "unknown" if match[1].startswith("Stopped") else "unsat"
        )
        pattern = _CBC_VALUE
    elif match := _SCIP.match(answer):
        word = match[1] or match[0]
        status = "unsat" if "infeasible" in word else "unknown" if "no solution" in word else "sat"
        pattern = _SCIP_VALUE
    else:
        return None
    if status != "sat":
        return status, {}
    values = {name: _value(name, word) for name, word in pattern.findall(answer)}
    if not any(values.values()):
        raise SolverFailed("the answer says that there is a solution but contains no values")
    return status, values


def is_opb(values: Mapping[str, int]) -> bool:
    """Return whether all variables have names of an OPB file: x1, x2, …"""
    return bool(values) and all(name[0] == "x" and name[1:].isdecimal() for name in values)


def _lines_of_few(board: Board, values: Mapping[str, int]) -> Bits:
    """Return for each edge whether it is a line, from an answer that lists only the variables that are not 0."""
    # The formulation is the first one that has all these variables. Variables that exist only for some clues are
    # ignored, because the clues are unknown here.
    of_clues = {f"in_{board.face_name(face)}" for face in range(board.n_faces)}
    of_clues.update(board.edge_name(edge) for edge in range(board.n_edges))
    own = {name for name in values if name not in of_clues and not _SELECTOR.fullmatch(name)}
    for blank in _blank(board):
        names = blank.variable_names()
        if own <= set(names):
            return _read_lines(blank, names, values)
    raise SolverFailed("the answer has variables that no integer program for this board has")


def _blank(board: Board) -> Iterator[Program]:
    """For each formulation that supports the board, yield the program of a puzzle without clues."""
    for key in FORMULATIONS.names():
        try:
            yield program(build(board), key)
        except UsageError:
            continue


def _read_lines(blank: Program, names: Sequence[str], values: Mapping[str, int]) -> Bits:
    """Return the edges that are lines according to the variables of a program. Missing values are 0."""
    formulation: Formulation = FORMULATIONS.load(blank.formulation)
    return formulation.lines(blank.board, np.array([values.get(name, 0) for name in names]))


def _glpsol_columns(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, value) for each line `NUMBER NAME * VALUE …`. After a long name, glpsol inserts a line break."""
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
        raise SolverFailed(f"the answer contains {word[:20]!r} where the value of {name} is expected")
    if not isfinite(number) or abs(number - round(number)) > 1e-4:
        raise SolverFailed(f"{name} must be a whole number, got {word} in the answer: all variables must be integers")
    return int(round(number) != 0)


def _lines(board: Board, values: Mapping[str, int]) -> Bits:
    # The formulation with the most variables is used, of those whose variables are all in the answer.
    best: tuple[int, list[str], list[str], Program] | None = None
    for blank in _blank(board):
        names = blank.variable_names()
        asked = [  # without the frame's variables, which are always 0
            name
            for family in blank.variables
            if family.label != "frame"
            for name in names[family.first : family.first + family.size]
        ]
        missing = [name for name in asked if name not in values]
        n_present = len(asked) - len(missing)
        if best is None or (not missing, n_present) > (not best[1], best[0]):
            best = n_present, missing, names, blank
    assert best is not None, "the formulation edges supports every board"
    _, missing, names, blank = best
    if missing:
        others = len(missing) - 1
        more = f" (and {quantity(others, 'other variable', ',')})" if others else ""
        raise SolverFailed(f"the answer has no value for {missing[0]}{more}")
    return _read_lines(blank, names, values)
