"""`--backend minizinc`: a MiniZinc model, one loop by `subcircuit`.

Variables   line[e]; inside[f], inside[0] the outer face; next[v]: the vertex after v on the loop, v itself off
            it; sel[g], for alternatives
Answers     `line = [true, …];` as the model's own output item prints it, `----------`, `==========`, or the words
            =====UNSATISFIABLE=====, =====UNKNOWN=====; also FlatZinc's `line = array1d(1..112, [ … ]);`
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from slitherenc.boards.board import Board
from slitherenc.constraints import Cardinality, Choice, Side, runs
from slitherenc.encodings.backends._language import (
    TextDocument,
    decomposed,
    fixed_vertices,
    lines_of,
    n_rows,
    place,
    rows,
    terms,
    ways,
)
from slitherenc.encodings.encode import Answer, LanguageOptions, Status
from slitherenc.errors import SolverFailed
from slitherenc.model import Model

_RULES = """\
array[1..n_edges] of var bool: line;
array[0..n_faces] of var bool: inside;
array[1..n_vertices] of var 1..n_vertices: next;
constraint not inside[0];
constraint forall (v in 1..n_vertices) (next[v] in ways[v]);
constraint forall (e in 1..n_edges) (line[e] <-> (inside[right[e]] != inside[left[e]]));
constraint forall (e in 1..n_edges) ((next[tail[e]] = head[e]) <-> (inside[right[e]] /\\ not inside[left[e]]));
constraint forall (e in 1..n_edges) ((next[head[e]] = tail[e]) <-> (inside[left[e]] /\\ not inside[right[e]]));
constraint forall (v in 1..n_vertices) (sum (e in at[v]) (bool2int(line[e])) = 2 * bool2int(next[v] != v));
constraint subcircuit(next);
constraint exists(line);"""
_SOLVE = {
    0: "satisfy",
    1: "maximize sum (e in 1..n_edges) (bool2int(line[e]))",
    -1: "minimize sum (e in 1..n_edges) (bool2int(line[e]))",
}
_WORDS: dict[str, Status] = {
    "UNSATISFIABLE": "unsat",
    "UNKNOWN": "unknown",
    "UNSATorUNBOUNDED": "unsat",
    "ERROR": "unknown",
}
_STATUS = re.compile(rf"^=====({'|'.join(_WORDS)})=====[ \r]*$", re.MULTILINE)
_VALUES = re.compile(r"^line = (?:array1d\([^\[\]]{0,60})?\[([^\[\]]*)\]", re.MULTILINE)
_END, _BEST = re.compile(r"^-{10}[ \r]*$", re.MULTILINE), re.compile(r"^={10}[ \r]*$", re.MULTILINE)


def _array(name: str, kind: str, values: Sequence[object]) -> str:
    return f"array[1..{len(values)}] of {kind}: {name} = [{', '.join(map(str, values))}];"


def _lines(model: Model, options: LanguageOptions) -> Iterator[str]:
    board = model.board
    yield from (f"% {comment}" for comment in options.comments)
    yield 'include "subcircuit.mzn";'
    yield f"int: n_edges = {board.n_edges}; int: n_faces = {board.n_faces}; int: n_vertices = {board.n_vertices};"
    yield "% edge e runs from vertex tail[e] to head[e]; on its hands are the faces right[e] and left[e], 0 = outside"
    for name, values in zip(("tail", "head"), (board.ends.T + 1).tolist(), strict=True):
        yield _array(name, "int", values)
    for name, values in zip(("right", "left"), (board.sides.T + 1).tolist(), strict=True):
        yield _array(name, "int", values)
    yield _array("ways", "set of int", ["{" + ", ".join(str(w + 1) for w in way) + "}" for way in ways(board)])
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
        yield f"constraint next[{vertex}] {'!=' if visited else '='} {vertex};"
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


class MinizincBackend:
    """`--backend minizinc`."""

    options = LanguageOptions

    def compile(self, model: Model, options: LanguageOptions) -> TextDocument:
        model = decomposed(model, "minizinc")
        board = model.board
        booleans = board.n_edges + board.n_faces + 1 + model.n_selectors
        sizes = {"booleans": booleans, "integers": board.n_vertices, "constraints": n_rows(model)}
        return TextDocument(sizes, lambda: _lines(model, options))

    def recognizes(self, answer: str) -> bool:
        return _STATUS.search(answer) is not None or (
            _VALUES.search(answer) is not None and _END.search(answer) is not None
        )

    def decode(self, board: Board, answer: str) -> Answer:
        """Of several solutions the last, which is the best one."""
        solutions = _VALUES.findall(answer)
        if not solutions:
            status = _STATUS.search(answer)
            if status is None:
                raise SolverFailed("this is no answer of MiniZinc: it has no `line = […]` and no =====WORD=====")
            return Answer(_WORDS[status[1]])
        if _END.search(answer) is None:
            raise SolverFailed("the answer is cut off: the line ---------- is missing")
        words = [word.strip() for word in solutions[-1].split(",")]
        strange = next((word for word in words if word not in ("true", "false", "0", "1")), None)
        if strange is not None:
            raise SolverFailed(f"{strange[:20]!r} in the answer is no value")
        if len(words) != board.n_edges:
            raise SolverFailed(f"the answer has {len(words)} lines, this board has {board.n_edges} edges")
        values = {i: word in ("true", "1") for i, word in enumerate(words, 1)}
        return Answer("sat", lines_of(board, values), optimal=_BEST.search(answer) is not None)


BACKEND = MinizincBackend()
