"""What solvers print: DIMACS answers (`s` and `v` lines), MiniSat's result file, Sugar's log, and the solutions of
integer programs that `glpsol -o` and HiGHS write.

Out: an Answer: a status and, when satisfiable, the true and false literals or the named values. Raises SolverFailed
for rubbish, for a "satisfiable" without a model, and for a model that is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

import numpy as np

from slitherenc.boards.board import Bits, Board, outline
from slitherenc.encodings.ilp.model import legal_name
from slitherenc.errors import SolverFailed

Status = Literal["sat", "unsat", "unknown"]

_WORDS: Mapping[str, Status] = {
    "SAT": "sat",
    "SATISFIABLE": "sat",
    "OPTIMUM FOUND": "sat",
    "UNSAT": "unsat",
    "UNSATISFIABLE": "unsat",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
    "UNKNOWN": "unknown",
}


class Answer(NamedTuple):
    """status; literals of DIMACS variables; values by name, of Sugar's integers or a program's variables."""

    status: Status
    literals: tuple[int, ...] = ()
    values: Mapping[str, int] | None = None

    def lines(self, board: Board) -> Bits:
        """The lines[E] of a satisfiable answer. Raises SolverFailed when it does not tell every edge."""
        if self.values is not None:
            names = [board.edge_name(e) for e in range(board.n_edges)]
            if board.n_edges and legal_name(names[0], 0) in self.values:
                names = [legal_name(name, e) for e, name in enumerate(names)]
            cells = [f"x_{board.face_name(f)}" for f in range(board.n_faces)]
            # Only where edges are not told: x_r_c is also what the numbering calls the number of a vertex.
            if names[0] not in self.values and all(name in self.values for name in cells):
                return outline(board, np.array([self.values[name] != 0 for name in cells]))
            untold = [name for name in names if name not in self.values]
            if untold:
                raise SolverFailed(f"the answer does not tell {untold[0]} (and {len(untold) - 1} other edges)")
            return np.array([self.values[name] != 0 for name in names])
        literals = np.array(self.literals, np.int64)
        edges = np.abs(literals) <= board.n_edges
        told = np.zeros(board.n_edges, np.int8)
        told[np.abs(literals[edges]) - 1] = np.sign(literals[edges])
        if not told.all():
            first = int(np.flatnonzero(told == 0)[0])
            raise SolverFailed(
                f"the answer does not tell variable {first + 1} ({board.edge_name(first)}): "
                "it is cut off, or not an answer to this puzzle's CNF"
            )
        return told > 0


def read_answer(text: str) -> Answer:
    """The answer in a solver's output or result file."""
    if re.search(r"^a(?:[ \t]+\S+[ \t]+-?[0-9]+)?[ \t]*$", text, re.MULTILINE):
        return _sugar(text)
    if (match := re.search(r"^Status: +(INTEGER )?([A-Z-]+)", text, re.MULTILINE)) and "Column name" in text:
        return _program(match[2], r"^ +[0-9]+ (\S+)\s+\*?\s+(\S+)", text.partition("Column name")[2])
    if match := re.search(r"^Model status *\n *(.+)", text, re.MULTILINE):
        columns = text.partition("# Columns")[2].partition("# Rows")[0]
        return _program(match[1].strip().upper(), r"^([A-Za-z]\S*) (\S+)$", columns)
    status: Status | None = None
    tokens: list[str] = []
    for line in text.splitlines():
        word = line.strip()
        found = _WORDS.get(word.removeprefix("s ").strip())
        if found is not None:
            if status not in (None, found):
                raise SolverFailed("the answer says both satisfiable and unsatisfiable")
            status = found
        elif line.startswith("v ") or line.strip() == "v":
            tokens += line[1:].split()
        elif status == "sat" and re.fullmatch(r"(?:-?[0-9]+\s*)+", word) and not line.startswith("c"):
            tokens += word.split()  # MiniSat's result file: the literals on bare lines
    if status is None:
        raise SolverFailed("this is no answer of a solver: no line says satisfiable, unsatisfiable or unknown")
    if status != "sat":
        return Answer(status)
    if not tokens:
        raise SolverFailed(
            "the answer says satisfiable but gives no model (minisat writes it to a file: minisat p.cnf p.out)"
        )
    if tokens[-1] != "0":
        raise SolverFailed("the answer is cut off: its literals do not end with 0")
    bad = next((token for token in tokens if not re.fullmatch(r"-?[0-9]{1,10}", token)), None)
    if bad is not None:
        raise SolverFailed(f"{bad[:20]!r} in the answer is no literal")
    return Answer("sat", tuple(int(token) for token in tokens if token != "0"))


def _sugar(text: str) -> Answer:
    values: dict[str, int] = {}
    ended = False
    for line in text.splitlines():
        if match := re.fullmatch(r"a[ \t]+(\S+)[ \t]+(-?[0-9]+)[ \t]*", line):
            values[match[1]] = int(match[2])
        elif line.strip() == "a":
            ended = True
        elif re.fullmatch(r"s\s+UNSATISFIABLE\s*", line):
            return Answer("unsat")
    if not ended:
        raise SolverFailed("Sugar's answer is cut off: the last line `a` is missing")
    return Answer("sat", (), values)


_PROGRAM_WORDS: Mapping[str, Status] = {
    "OPTIMAL": "sat",
    "NON-OPTIMAL": "sat",  # glpsol: an integer solution that is not proved to be the best one
    "EMPTY": "unsat",
    "INFEASIBLE": "unsat",
}


def _program(word: str, pattern: str, columns: str) -> Answer:
    """The status word and the text of the columns, a name and a value for each match of the pattern."""
    status = _PROGRAM_WORDS.get(word, "unknown")
    if status != "sat":
        return Answer(status)
    values: dict[str, int] = {}
    for name, told in re.findall(pattern, columns, re.MULTILINE):
        try:
            number = float(told)
        except ValueError:
            raise SolverFailed(f"{told[:20]!r} in the answer is no value") from None
        if abs(number - round(number)) > 1e-4:
            raise SolverFailed(
                f"{name} is {told} in the answer, not a whole number: was it solved as an integer program?"
            )
        values[name] = round(number)
    return Answer("sat", (), values)
