"""`--backend opb`: the integer program of the formulation `tree` (encodings/ilp/tree.py) as a pseudo-Boolean problem.

The first variables (x1, x2, …) are the edges. Comments name all variables. The format has only >= and =, so rows with
<= are negated. An answer has `s` and `v` lines (`v x1 -x2 …`) as in the PB competitions, or is a solution file of SCIP.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer
from slitherenc.encodings.backends._answers import statuses, the_status
from slitherenc.encodings.backends._language import TextDocument, lines_among, lines_of
from slitherenc.encodings.backends._program_answers import is_opb, sparse
from slitherenc.encodings.ilp.model import BELOW, EQUAL, Program, program
from slitherenc.encodings.options import LanguageOptions
from slitherenc.model.model import Model

_MODEL_LINE = re.compile(r"^v[ \t]+((?:-?x[0-9]).*)$", re.MULTILINE)
_LITERAL = re.compile(r"(-?)x([0-9]{1,9})")


def _lines(integer_program: Program, options: LanguageOptions) -> Iterator[str]:
    yield f"* #variable= {integer_program.n_variables} #constraint= {len(integer_program.rows)}"
    yield from (f"* {comment}" for comment in options.comments)
    for i, name in enumerate(integer_program.variable_names(), 1):
        yield f"* x{i} {name}"
    if options.objective:
        goal = " ".join(
            f"{-options.objective:+d} x{i + 1}" for i, c in enumerate(integer_program.objective.tolist()) if c
        )
        yield f"min: {goal} ;"
    for terms, sense, right in integer_program.rows.each():
        sign = -1 if sense == BELOW else 1
        left = " ".join(f"{sign * c:+d} x{j + 1}" for c, j in terms)
        yield f"{left or '+0 x1'} {'=' if sense == EQUAL else '>='} {sign * right} ;"


@dataclass(frozen=True)
class OpbBackend(LanguageOptions):
    """The backend opb: pseudo-Boolean problems."""

    def compile(self, model: Model) -> TextDocument:
        integer_program = program(model, "tree", self.objective)
        sizes = {"variables": integer_program.n_variables, "constraints": len(integer_program.rows)}
        return TextDocument(sizes, lambda: _lines(integer_program, self))

    def recognizes(self, answer: str) -> bool:
        solution = sparse(answer)
        return _MODEL_LINE.search(answer) is not None or (solution is not None and is_opb(solution[1]))

    def decode(self, board: Board, answer: str) -> Answer:
        if (solution := sparse(answer)) is not None:  # a solution file of SCIP
            status, values = solution
            if status == "sat" and not is_opb(values):
                raise SolverFailed("this answer has variables other than x1, x2, …, so it is not for an OPB file")
            numbers = [int(name[1:]) for name, value in values.items() if value]
            return Answer(status, lines_among(board, (n for n in numbers if n <= board.n_edges)) if values else None)
        status = the_status(statuses(answer))
        if status != "sat":
            return Answer(status)
        literals = _LITERAL.findall(" ".join(_MODEL_LINE.findall(answer)))
        if not literals:
            raise SolverFailed("the answer says satisfiable but gives no model")
        signs = {int(number): not sign for sign, number in literals}
        return Answer("sat", lines_of(board, signs))
