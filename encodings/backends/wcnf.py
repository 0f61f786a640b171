"""`--backend wcnf`: a MaxSAT problem. Its optimum is the least number of clues to change so that there is a solution.

Each clue of a face has a new variable, its *selector*. The selectors are numbered after the edges, in the order of the
faces. A true selector requires its clue to hold. Each selector is a soft unit clause. All other clauses are
hard: those of the connectivity encoding `tree`, and those of constraints that are not the clue of a single face. So the
cost of an optimal answer is the number of clues that its loop violates.

Answers: `o` lines, `s OPTIMUM FOUND`, and `v` lines with literals or with one digit per variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, Backend
from slitherenc.encodings.backends._answers import STATUS_LINE, statuses, the_status
from slitherenc.encodings.backends._language import lines_of
from slitherenc.encodings.backends.dimacs import all_clauses, name_lines
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.formula import Formula
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.model import Model

_COST = re.compile(r"^o[ \t]+([0-9]{1,9})[ \t\r]*$", re.MULTILINE)
_MODEL_LINE = re.compile(r"^v[ \t]([-0-9 \t]+)\r?$", re.MULTILINE)


def relax(model: Model) -> tuple[Model, tuple[int, ...]]:
    """Add a selector (a Boolean that switches a constraint on) to the clue of each face.

    Return the new model, and the faces that have a clue. Selector i (from 1) belongs to the i-th of these faces.
    """
    columns = model.cardinalities
    faces = {int(face) for face in columns.face.tolist() if face >= 0}
    faces |= {row.face for row in model.sides} | {row.face for row in model.eithers if row.face >= 0}
    order = sorted(faces)
    selector = {face: i for i, face in enumerate(order, 1)}
    own = np.array([selector.get(face, 0) for face in columns.face.tolist()], columns.selector.dtype)
    sides = tuple(row._replace(selector=selector[row.face]) for row in model.sides)
    eithers = tuple(row._replace(selector=selector.get(row.face, 0)) for row in model.eithers)
    soft = replace(columns, selector=own)
    return replace(model, cardinalities=soft, sides=sides, eithers=eithers, n_selectors=len(order)), tuple(order)


@dataclass(frozen=True)
class WcnfDocument:
    formula: Formula
    faces: tuple[int, ...]
    comments: tuple[str, ...]

    def sizes(self) -> dict[str, object]:
        size = self.formula.size()
        return {"variables": size.variables, "hard": size.clauses, "soft": len(self.faces)}

    def text(self) -> Iterator[bytes]:
        formula, board = self.formula, self.formula.board
        assert board is not None, "a formula of a model has its board"
        yield "".join(f"c {comment}\n" for comment in self.comments).encode()
        yield name_lines(formula.bools[0])
        first = board.n_edges + 1
        soft = list(enumerate(self.faces, first))
        yield "".join(f"c varname {i} clue_{board.face_name(face)}\n" for i, face in soft).encode()
        for lines in all_clauses(formula):
            yield b"h " + lines.replace(b"\n", b"\nh ")[:-2]
        yield "".join(f"1 {i} 0\n" for i, _ in soft).encode()


@dataclass(frozen=True)
class WcnfBackend(Backend):
    """The backend wcnf: MaxSAT problems in the WCNF format."""

    def compile(self, model: Model) -> WcnfDocument:
        soft, faces = relax(model)
        formula = clauses(soft, EncodeOptions(connectivity="tree"))
        note = "hard: one loop and the rules; soft: the clues; the cost is the number of clues to change"
        return WcnfDocument(formula, faces, (*self.comments, note))

    def recognizes(self, answer: str) -> bool:
        return _COST.search(answer) is not None and STATUS_LINE.search(answer) is not None and "v x" not in answer

    def decode(self, board: Board, answer: str) -> Answer:
        status = the_status(statuses(answer))
        if status != "sat":
            return Answer(status)
        costs = _COST.findall(answer)
        words = " ".join(_MODEL_LINE.findall(answer)).split()
        if not costs or not words:
            raise SolverFailed("the answer claims an optimum but has no `o` line (cost) or no `v` line (model)")
        if len(words) == 1 and len(words[0]) >= board.n_edges and set(words[0]) <= {"0", "1"}:
            values = {i: digit == "1" for i, digit in enumerate(words[0], 1)}
        elif strange := next((word for word in words if not re.fullmatch("-?[0-9]{1,9}", word)), None):
            raise SolverFailed(f"{strange[:20]!r} in the answer is not a literal")
        else:
            values = {abs(literal): literal > 0 for literal in map(int, words) if literal}
        return Answer("sat", lines_of(board, values), cost=int(costs[-1]))
