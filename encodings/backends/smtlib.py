"""`--backend smtlib`: an SMT-LIB 2 script in one of three logics. The Boolean line_i means that edge i - 1 is a line.

QF_UF    the clauses of the connectivity encoding `tree`, over Booleans only
QF_IDL   the clauses of the connectivity encoding `none`, and an integer rank per vertex (docs/encodings.md, section 11)
QF_LIA   the rows of the formulation `tree`; c * x is written (ite x c 0), which solvers recognize as pseudo-Boolean

Answers: `sat` and the values that `get-value` or `get-model` print; `unsat`, `unknown`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, AnswerStatus
from slitherenc.encodings.backends._language import TextDocument, lines_of
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.ilp.model import ABOVE, BELOW, EQUAL, Program, program
from slitherenc.encodings.inside_variables import add_sides
from slitherenc.encodings.options import EncodeOptions, SmtOptions
from slitherenc.model.model import Model

_STATUS = re.compile(r"^(sat|unsat|unknown|timeout)[ \r]*$", re.MULTILINE)
_GOT = re.compile(r"\(\s*line_([0-9]{1,9})\s+(true|false|[01])\s*\)")
_DEFINED = re.compile(r"define-fun\s+line_([0-9]{1,9})\s+\(\s*\)\s+(?:Bool|Int)\s+(true|false|[01])\s*\)")
_SENSES = {BELOW: "<=", EQUAL: "=", ABOVE: ">="}
_WORDS: Mapping[str, AnswerStatus] = {"sat": "sat", "unsat": "unsat"}


def _script(model: Model, options: SmtOptions, body: Callable[[], Iterator[str]]) -> Iterator[str]:
    yield from (f"; {comment}" for comment in options.comments)
    yield f"(set-logic {options.logic})"
    yield "(set-option :produce-models true)"
    board = model.board
    yield from (f"; line_{e + 1} is {board.edge_name(e)}" for e in range(board.n_edges))
    yield from body()
    yield "(check-sat)"
    yield f"(get-value ({' '.join(f'line_{e + 1}' for e in range(board.n_edges))}))"
    yield "(exit)"


def _clauses(formula: Formula) -> Iterator[str]:
    """Yield the declarations and assertions of a formula. Variable i is named line_i if it is an edge, else v_i."""
    n = formula.bools[0].size
    names = ["", *(f"line_{i}" if i <= n else f"v_{i}" for i in range(1, formula.n_bools + 1))]
    yield from (f"(declare-const {name} Bool)" for name in names[1:])
    for block in formula.blocks:
        for part in block.chunks():
            for clause in part.tolist():
                words = [names[x] if x > 0 else f"(not {names[-x]})" for x in clause]
                yield f"(assert (or {' '.join(words)}))" if words[1:] else f"(assert {(*words, 'false')[0]})"


def _ranks(board: Board, formula: Formula, first_face: int) -> Iterator[str]:
    yield from _clauses(formula)
    n, inside = board.n_vertices, [f"v_{first_face + f}" for f in range(board.n_faces)]
    for v in range(n):
        around = [f"line_{e + 1}" for e in board.edges_of_vertex(v).tolist()]
        yield f"(declare-const rank_{v + 1} Int)"
        yield f"(define-fun on_{v + 1} () Bool (or {' '.join(around)}))"
        before = f"seen_{v}" if v else "false"
        yield f"(define-fun seen_{v + 1} () Bool (or on_{v + 1} {before}))"
        yield f"(define-fun start_{v + 1} () Bool (and on_{v + 1} (not {before})))"
    for e, ((tail, head), (right, left)) in enumerate(zip(board.ends.tolist(), board.sides.tolist(), strict=True)):
        yield f"; {board.edge_name(e)}"
        for t, h, one, other in ((tail + 1, head + 1, right, left), (head + 1, tail + 1, left, right)):
            if one >= 0:
                arc = f"(and {inside[one]} (not {inside[other]}))" if other >= 0 else inside[one]
                yield f"(assert (=> {arc} (or start_{h} (<= (- rank_{t} rank_{h}) (- 1)))))"


def _rows(integer_program: Program, n: int) -> Iterator[str]:
    names = [f"line_{i + 1}" if i < n else f"v_{i + 1}" for i in range(integer_program.n_variables)]
    yield from (f"(declare-const {name} Bool)" for name in names)
    for row, sense, right in integer_program.rows.each():
        terms = [f"(ite {names[j]} {_number(c)} 0)" for c, j in row]
        total = f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"
        yield f"(assert ({_SENSES[sense]} {total} {_number(right)}))"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


@dataclass(frozen=True)
class SmtlibBackend(SmtOptions):
    """The backend smtlib: SMT-LIB 2 scripts."""

    def compile(self, model: Model) -> TextDocument:
        board = model.board
        if self.logic == "QF_LIA":
            integer_program = program(model, "tree")
            sizes: dict[str, object] = {
                "booleans": integer_program.n_variables,
                "assertions": len(integer_program.rows),
            }
            return TextDocument(sizes, lambda: _script(model, self, lambda: _rows(integer_program, board.n_edges)))
        connectivity = "tree" if self.logic == "QF_UF" else "none"
        formula = clauses(model, EncodeOptions(connectivity=connectivity))
        if self.logic == "QF_UF":
            size = formula.size()
            sizes = {"booleans": size.variables, "assertions": size.clauses}
            return TextDocument(sizes, lambda: _script(model, self, lambda: _clauses(formula)))
        family = next((family for family in formula.bools if family.label == "inside"), None)
        first = family.first if family else 0
        if family is None:
            formula, first = add_sides(formula, board)
        size, n_arcs = formula.size(), int((board.sides >= 0).sum())
        sizes = {"booleans": size.variables, "integers": board.n_vertices, "assertions": size.clauses + n_arcs}
        return TextDocument(sizes, lambda: _script(model, self, lambda: _ranks(board, formula, first)))

    def recognizes(self, answer: str) -> bool:
        return _STATUS.search(answer) is not None

    def decode(self, board: Board, answer: str) -> Answer:
        match = _STATUS.search(answer)
        if match is None:
            raise SolverFailed("this is not an answer of an SMT solver: no line says sat, unsat or unknown")
        status = _WORDS.get(match[1], "unknown")
        if status != "sat":
            return Answer(status)
        values = {int(number): word in ("true", "1") for number, word in _GOT.findall(answer)}
        values |= {int(number): word in ("true", "1") for number, word in _DEFINED.findall(answer)}
        return Answer("sat", lines_of(board, values))
