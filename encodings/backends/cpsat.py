"""`--backend cpsat`: a CP-SAT model (OR-Tools) as a text protocol buffer, CpModelProto, with "one loop" as `circuit`.

Variables   0/1, in this order: `line` of all edges; `there` of all edges (the loop runs from tail to head); `back` of
            all edges (the loop runs from head to tail); `inside` of all faces; `on` of all vertices (the vertex is on
            the loop); selectors, which switch constraints on
Constraints for each edge, line = there + back; for each edge, there - back = inside(right face) - inside(left face);
            for each vertex, the sum of `line` over its edges is 2 * on;
            the arcs form a circuit, in which a vertex that is not on the loop has an arc to itself
Answers     a text CpSolverResponse: `status: OPTIMAL`, `solution: 1` … or `solution: [1, 0, …]`
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed, join_words
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, AnswerStatus
from slitherenc.encodings.backends._language import (
    TextDocument,
    decompose_for,
    fixed_vertices,
    lines_of,
    n_rows,
    rows,
    terms,
)
from slitherenc.encodings.options import LanguageOptions
from slitherenc.model.constraints import Cardinality, Choice, Side, runs
from slitherenc.model.model import Model

_WORDS: dict[str, AnswerStatus] = {
    "OPTIMAL": "sat",
    "FEASIBLE": "sat",
    "INFEASIBLE": "unsat",
    "MODEL_INVALID": "unknown",
    "UNKNOWN": "unknown",
}
_STATUS = re.compile(rf"^status: *({'|'.join(_WORDS)})[ \r]*$", re.MULTILINE)
_SOLUTION = re.compile(r"^solution: *(?:\[([-0-9, ]*)\]|(-?[0-9]{1,20}))[ \r]*$", re.MULTILINE)


def _linear(
    columns: Iterable[int], coefficients: Iterable[int], bounds: Sequence[int], condition: int | None = None
) -> str:
    when = "" if condition is None else f"enforcement_literal: [{condition}] "
    inner = f"vars: {list(columns)} coeffs: {list(coefficients)} domain: {list(bounds)}"
    return f"constraints {{ {when}linear {{ {inner} }} }}"


def _lines(model: Model, options: LanguageOptions) -> Iterator[str]:
    board = model.board
    n, n_faces, n_vertices = board.n_edges, board.n_faces, board.n_vertices
    there, back, inside = n, 2 * n, 3 * n
    on, sel = inside + n_faces, inside + n_faces + n_vertices
    yield from (f"# {comment}" for comment in options.comments)
    yield 'name: "slitherlink"'
    edges = [board.edge_name(e) for e in range(n)]
    names = [*(f"{word}{name}" for word in ("", "there_", "back_") for name in edges)]
    names += [f"in_{board.face_name(f)}" for f in range(n_faces)]
    names += [f"on_{board.vertex_name(v)}" for v in range(n_vertices)]
    names += [f"g_{g + 1}" for g in range(model.n_selectors)]
    for name in names:
        yield f"variables {{ name: {json.dumps(name)} domain: [0, 1] }}"
    ends, sides = board.ends.tolist(), board.sides.tolist()
    for e, hands in enumerate(sides):
        yield _linear([e, there + e, back + e], [1, -1, -1], [0, 0])
        faces = [(inside + f, -sign) for f, sign in zip(hands, (1, -1), strict=True) if f >= 0]
        columns, numbers = zip((there + e, 1), (back + e, -1), *faces, strict=True)
        yield _linear(columns, numbers, [0, 0])
    for v in range(n_vertices):
        around = board.edges_of_vertex(v).tolist()
        yield _linear([*around, on + v], [1] * len(around) + [-2], [0, 0])
    off = [(v, v, -(on + v) - 1) for v in range(n_vertices)]
    arcs = [(tail, head, there + e) for e, (tail, head) in enumerate(ends)]
    arcs += [(head, tail, back + e) for e, (tail, head) in enumerate(ends)]
    tails, heads, literals = (list(column) for column in zip(*arcs, *off, strict=True))
    yield f"constraints {{ circuit {{ tails: {tails} heads: {heads} literals: {literals} }} }}"
    yield _linear(range(n), [1] * n, [1, n])
    for row in rows(model):
        yield _constraint(row, inside, sel)
    for vertex, visited in fixed_vertices(model):
        yield _linear([on + vertex - 1], [1], [int(visited)] * 2)
    if options.objective:
        scale = "scaling_factor: -1 " if options.objective > 0 else ""
        yield f"objective {{ {scale}vars: {list(range(n))} coeffs: {[-options.objective] * n} }}"


def _constraint(row: Cardinality | Side | Choice, inside: int, sel: int) -> str:
    condition = sel + row.selector - 1 if row.selector else None
    match row:
        case Cardinality():
            bounds = [number for run in runs(row.sums) for number in run]
            weights = [weight for weight, _ in terms(row)]
            return _linear([edge - 1 for _, edge in terms(row)], weights, bounds, condition)
        case Side(face, is_inside):
            return _linear([inside + face], [1], [int(is_inside)] * 2, condition)
        case Choice(selectors):
            return _linear([sel + g - 1 for g in selectors], [1] * len(selectors), [1, len(selectors)], condition)


@dataclass(frozen=True)
class CpsatBackend(LanguageOptions):
    """The backend cpsat: models for OR-Tools' CP-SAT."""

    def compile(self, model: Model) -> TextDocument:
        model = decompose_for(model, "cpsat")
        board = model.board
        n_variables = 3 * board.n_edges + board.n_faces + board.n_vertices + model.n_selectors
        n_constraints = n_rows(model) + 2 * board.n_edges + board.n_vertices + 2
        return TextDocument({"variables": n_variables, "constraints": n_constraints}, lambda: _lines(model, self))

    def recognizes(self, answer: str) -> bool:
        return _STATUS.search(answer) is not None

    def decode(self, board: Board, answer: str) -> Answer:
        match = _STATUS.search(answer)
        if match is None:
            statuses = join_words(_WORDS, "or")
            raise SolverFailed(f"this is not a response of CP-SAT: it has no line `status:` with {statuses}")
        if _WORDS[match[1]] != "sat":
            return Answer(_WORDS[match[1]])
        words = [
            word for several, one in _SOLUTION.findall(answer) for word in (several.split(",") if several else [one])
        ]
        values = {i: word.strip() == "1" for i, word in enumerate(words[: board.n_edges], 1)}
        return Answer("sat", lines_of(board, values))
