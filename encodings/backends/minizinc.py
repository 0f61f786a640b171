"""`--backend minizinc`: a MiniZinc model that ensures one loop by ranks, which increase along the loop.

Variables   line[e]; inside[f], where inside[0] is the outer face; there[e], back[e]: the loop runs from the tail of e
            to its head, or from head to tail; on[v]: vertex v is on the loop; until[v]: one of the vertices 1 … v is
            on the loop; first[v]: v is the first vertex on the loop;
            rank[v]: the position of v on the loop, counted from 1, and 1 for each v that is not on the loop;
            sel[g]: the selector g, which switches constraints on
Answers     `line = [true, …];` from the model's output item, then `----------` and `==========`; or
            `=====UNSATISFIABLE=====` or `=====UNKNOWN=====`; or FlatZinc's `line = array1d(1..112, [ … ]);`

The model avoids the constraint `subcircuit`: solvers that decompose it into alldifferent and element constraints, such
as Gecode, would be up to fifteen times slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, AnswerStatus
from slitherenc.encodings.backends._language import (
    TextDocument,
    decompose_for,
    fixed_vertices,
    lines_of,
    n_rows,
    place,
    rows,
    terms,
)
from slitherenc.encodings.options import LanguageOptions
from slitherenc.model.constraints import Cardinality, Choice, Side, runs
from slitherenc.model.model import Model

_RULES = """\
array[1..n_edges] of var bool: line;
array[0..n_faces] of var bool: inside;
array[1..n_edges] of var bool: there;
array[1..n_edges] of var bool: back;
array[1..n_vertices] of var bool: on;
array[0..n_vertices] of var bool: until;
array[1..n_vertices] of var bool: first;
array[1..n_vertices] of var 1..n_vertices: rank;
constraint not inside[0];
constraint forall (e in 1..n_edges) (line[e] <-> (inside[right[e]] != inside[left[e]]));
constraint forall (e in 1..n_edges) (there[e] <-> (inside[right[e]] /\\ not inside[left[e]]));
constraint forall (e in 1..n_edges) (back[e] <-> (inside[left[e]] /\\ not inside[right[e]]));
constraint forall (v in 1..n_vertices) (sum (e in at[v]) (bool2int(line[e])) = 2 * bool2int(on[v]));
constraint exists(line);
% until[v]: some vertex of 1..v is on the loop; first[v]: none before v is
constraint not until[0];
constraint forall (v in 1..n_vertices) (until[v] <-> (until[v - 1] \\/ on[v]));
constraint forall (v in 1..n_vertices) (first[v] <-> (on[v] /\\ not until[v - 1]));
constraint forall (v in 1..n_vertices) ((first[v] \\/ not on[v]) -> rank[v] = 1);
constraint forall (e in 1..n_edges) ((there[e] /\\ not first[head[e]]) -> rank[head[e]] = rank[tail[e]] + 1);
constraint forall (e in 1..n_edges) ((back[e] /\\ not first[tail[e]]) -> rank[tail[e]] = rank[head[e]] + 1);"""
_SOLVE = {
    0: "satisfy",
    1: "maximize sum (e in 1..n_edges) (bool2int(line[e]))",
    -1: "minimize sum (e in 1..n_edges) (bool2int(line[e]))",
}
_WORDS: dict[str, AnswerStatus] = {
    "UNSATISFIABLE": "unsat",
    "UNKNOWN": "unknown",
    "UNSATorUNBOUNDED": "unsat",
    "ERROR": "unknown",
}
_STATUS = re.compile(rf"^=====({'|'.join(_WORDS)})=====[ \r]*$", re.MULTILINE)
_VALUES = re.compile(r"^line = (?:array1d\([^\[\]]{0,60})?\[([^\[\]]*)\]", re.MULTILINE)
_END = re.compile(r"^-{10}[ \r]*$", re.MULTILINE)


def _array(name: str, kind: str, values: Sequence[object]) -> str:
    return f"array[1..{len(values)}] of {kind}: {name} = [{', '.join(map(str, values))}];"


def _lines(model: Model, options: LanguageOptions) -> Iterator[str]:
    board = model.board
    yield from (f"% {comment}" for comment in options.comments)
    yield f"int: n_edges = {board.n_edges}; int: n_faces = {board.n_faces}; int: n_vertices = {board.n_vertices};"
    yield "% edge e runs from vertex tail[e] to head[e], between the faces right[e] and left[e]; 0 = the outer face"
    for name, values in zip(("tail", "head"), (board.ends.T + 1).tolist(), strict=True):
        yield _array(name, "int", values)
    for name, values in zip(("right", "left"), (board.sides.T + 1).tolist(), strict=True):
        yield _array(name, "int", values)
    yield "% at[v]: the edges at vertex v"
    edges = (sorted(board.edges_of_vertex(v).tolist()) for v in range(board.n_vertices))
    yield _array("at", "set of int", ["{" + ", ".join(str(e + 1) for e in around) + "}" for around in edges])
    yield _RULES
    if model.n_selectors:
        yield f"array[1..{model.n_selectors}] of var bool: sel;"
    for row in rows(model):
        condition = f"sel[{row.selector}] -> " if row.selector else ""
        comment = place(board, row)
        yield f"constraint {condition}{_formula(row)};" + (f" % {comment}" if comment else "")
    for vertex, visited in fixed_vertices(model):
        yield f"constraint {'' if visited else 'not '}on[{vertex}];"
    yield f"solve :: bool_search(line, dom_w_deg, indomain_max) {_SOLVE[options.objective]};"
    yield 'output ["line = ", show(line), ";\\n"];'


def _formula(row: Cardinality | Side | Choice) -> str:
    match row:
        case Cardinality():
            parts = (f"{w} * bool2int(line[{e}])" if w > 1 else f"bool2int(line[{e}])" for w, e in terms(row))
            total = " + ".join(parts) or "0"
            if len(row.sums) == 1:
                return f"({total} = {row.sums[0]})"
            return f"({total} in {' union '.join(f'{low}..{high}' for low, high in runs(row.sums))})"
        case Side(face, inside):
            return f"({'' if inside else 'not '}inside[{face + 1}])"
        case Choice(selectors):
            return "(" + " \\/ ".join(f"sel[{selector}]" for selector in selectors) + ")"


@dataclass(frozen=True)
class MinizincBackend(LanguageOptions):
    """The backend minizinc: MiniZinc models."""

    def compile(self, model: Model) -> TextDocument:
        model = decompose_for(model, "minizinc")
        board = model.board
        edges, faces, vertices = board.n_edges, board.n_faces, board.n_vertices
        fixed = sum(1 for _ in fixed_vertices(model))
        sizes = {
            "booleans": 3 * edges + faces + 1 + 3 * vertices + 1 + model.n_selectors,
            "integers": vertices,
            "constraints": 5 * edges + 4 * vertices + 3 + n_rows(model) + fixed,
        }
        return TextDocument(sizes, lambda: _lines(model, self))

    def recognizes(self, answer: str) -> bool:
        return _STATUS.search(answer) is not None or (
            _VALUES.search(answer) is not None and _END.search(answer) is not None
        )

    def decode(self, board: Board, answer: str) -> Answer:
        """Parse an answer. If it has several solutions, use the last one, which is the best."""
        solutions = _VALUES.findall(answer)
        if not solutions:
            status = _STATUS.search(answer)
            if status is None:
                raise SolverFailed(
                    "this is not output of MiniZinc: it has no `line = […]` and no status such as `=====UNKNOWN=====`"
                )
            return Answer(_WORDS[status[1]])
        if _END.search(answer) is None:
            raise SolverFailed("the answer is cut off: the line ---------- is missing")
        words = [word.strip() for word in solutions[-1].split(",")]
        strange = next((word for word in words if word not in ("true", "false", "0", "1")), None)
        if strange is not None:
            raise SolverFailed(f"the answer contains {strange[:20]!r} where a value of 'line' is expected")
        if len(words) != board.n_edges:
            raise SolverFailed(f"the answer has {len(words)} values of 'line', but the board has {board.n_edges} edges")
        values = {i: word in ("true", "1") for i, word in enumerate(words, 1)}
        return Answer("sat", lines_of(board, values))
