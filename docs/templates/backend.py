"""Limboole's formulas: the clauses with &, | and ! between names. Edges have their names, `h_3_1`.

Answers: `% SATISFIABLE formula …` and a line `h_3_1 = 1` for each variable; or `% UNSATISFIABLE formula`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from slitherenc.base.errors import SolverFailed
from slitherenc.base.options import option
from slitherenc.encodings.backend import Answer, AnswerStatus, Backend
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.encodings.formula import Formula
    from slitherenc.model.model import Model

_STATUSES: Mapping[str, AnswerStatus] = {"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat"}
_STATUS = re.compile(r"^% (SATISFIABLE|UNSATISFIABLE) formula", re.MULTILINE)
_VALUE = re.compile(r"^(\S+) = ([01])[ \t\r]*$", re.MULTILINE)


@dataclass(frozen=True)
class BooleDocument:
    formula: Formula
    comments: tuple[str, ...]
    per_line: int

    def sizes(self) -> Mapping[str, object]:
        return self.formula.size()._asdict()

    def text(self) -> Iterator[bytes]:
        formula, edges = self.formula, self.formula.bools[0]
        names = ["", *map(edges.name, range(edges.size))]
        names += [f"x{i}" for i in range(len(names), formula.n_bools + 1)]
        yield "".join(f"% {comment}\n" for comment in self.comments).encode()
        rows = (row for block in formula.blocks for part in block.chunks() for row in part.tolist())
        for i, literals in enumerate(rows):
            before = "" if i == 0 else " & " if i % self.per_line else "\n& "
            yield f"{before}({_clause(literals, names)})".encode()
        yield b"\n"


def _clause(literals: list[int], names: list[str]) -> str:
    return " | ".join(names[literal] if literal > 0 else f"!{names[-literal]}" for literal in literals)


@dataclass(frozen=True)
class BooleBackend(EncodeOptions, Backend):
    """per_line: for editors that dislike a line a clause."""

    per_line: int = option(1, "Clauses in a line.", metavar="N")

    def compile(self, model: Model) -> BooleDocument:
        return BooleDocument(clauses(model, self), self.comments, self.per_line)

    def recognizes(self, answer: str) -> bool:
        return _STATUS.search(answer) is not None

    def decode(self, board: Board, answer: str) -> Answer:
        import numpy as np

        said: set[AnswerStatus] = {_STATUSES[word] for word in _STATUS.findall(answer)}
        if len(said) != 1:
            raise SolverFailed("the answer does not say one of SATISFIABLE and UNSATISFIABLE")
        if said != {"sat"}:
            return Answer(said.pop())
        values = {name: value == "1" for name, value in _VALUE.findall(answer)}
        names = [board.edge_name(edge) for edge in range(board.n_edges)]
        missing = [name for name in names if name not in values]
        if missing:
            raise SolverFailed(f"the answer does not tell {missing[0]} (and {len(missing) - 1} other edges)")
        return Answer("sat", np.array([values[name] for name in names]))
