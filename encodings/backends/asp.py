"""`--backend asp`: an answer set program for clingo. "One loop" is an acyclicity constraint, written as `#edge`
directives (docs/encodings.md, section 11).

The facts are `vertex(V)`, `face(F)` and `edge(E, V, W, R, L)`: edge E leads from vertex V to vertex W, with face R on
its right and face L on its left. Face 0 is the outer face. The condition of `#edge` is the single atom `step`. With two
atoms, clasp 3.3 loses an edge during simplification and may then accept two loops.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer, AnswerStatus
from slitherenc.encodings.backends._language import (
    TextDocument,
    decompose_for,
    fixed_vertices,
    lines_among,
    n_rows,
    place,
    rows,
    terms,
)
from slitherenc.encodings.options import LanguageOptions
from slitherenc.model.constraints import Cardinality, Choice, Side, runs
from slitherenc.model.model import Model

_RULES = """\
{ inside(F) : face(F) }.
line(E) :- edge(E,V,W,R,L), inside(R), not inside(L).
line(E) :- edge(E,V,W,R,L), inside(L), not inside(R).
arc(V,W) :- edge(E,V,W,R,L), inside(R), not inside(L).
arc(W,V) :- edge(E,V,W,R,L), inside(L), not inside(R).
:- vertex(V), 2 { arc(V,W) }.
on(V) :- arc(V,W).
seen(V) :- on(V).
seen(V+1) :- seen(V), vertex(V+1).
start(V) :- on(V), not seen(V-1).
step(V,W) :- arc(V,W), not start(W).
#edge (V,W) : step(V,W).
:- not line(E) : edge(E,V,W,R,L).
#show line/1."""
_WORDS: dict[str, AnswerStatus] = {
    "SATISFIABLE": "sat",
    "OPTIMUM FOUND": "sat",
    "UNSATISFIABLE": "unsat",
    "UNKNOWN": "unknown",
}
_STATUS = re.compile(rf"^({'|'.join(_WORDS)})[ \r]*$", re.MULTILINE)
_ANSWER = re.compile(r"^Answer: [0-9].*\n(.*)$", re.MULTILINE)
_LINE = re.compile(r"line\(([0-9]{1,9})\)")


def _lines(model: Model, options: LanguageOptions) -> Iterator[str]:
    board = model.board
    yield from (f"% {comment}" for comment in options.comments)
    yield "% line(E): edge E is a line. edge(E,V,W,R,L): E runs from vertex V to W, face R on its right, L on its left."
    ends, sides = (board.ends + 1).tolist(), (board.sides + 1).tolist()
    for e, ((tail, head), (right, left)) in enumerate(zip(ends, sides, strict=True)):
        yield f"edge({e + 1},{tail},{head},{right},{left}). % {board.edge_name(e)}"
    yield f"vertex(1..{board.n_vertices}). face(1..{board.n_faces})."
    if model.n_selectors:
        yield f"{{ sel(1..{model.n_selectors}) }}."
    yield _RULES
    for row in rows(model):
        comment = place(board, row)
        yield f":- {', '.join(_broken(row))}." + (f" % {comment}" if comment else "")
    for vertex, visited in fixed_vertices(model):
        yield f":- {'not ' if visited else ''}on({vertex})."
    if options.objective:
        yield f"#{'maximize' if options.objective > 0 else 'minimize'} {{ 1,E : line(E) }}."


def _broken(row: Cardinality | Side | Choice) -> Iterator[str]:
    """Yield literals that express a violation of the constraint: it is violated if and only if all of them are true."""
    if row.selector:
        yield f"sel({row.selector})"
    match row:
        case Cardinality():
            unit = not row.weights or set(row.weights) == {1}
            inner = "; ".join(f"line({e})" if unit else f"{w},{e} : line({e})" for w, e in terms(row))
            aggregate = f"{{ {inner} }}" if unit else f"#sum {{ {inner} }}"
            yield from (f"not {low} {aggregate} {high}" for low, high in runs(row.sums))
        case Side(face, inside):
            yield f"{'not ' if inside else ''}inside({face + 1})"
        case Choice(selectors):
            yield from (f"not sel({selector})" for selector in selectors)


@dataclass(frozen=True)
class AspBackend(LanguageOptions):
    """The backend asp: answer set programs for clingo."""

    def compile(self, model: Model) -> TextDocument:
        model = decompose_for(model, "asp")
        sizes = {"facts": model.board.n_edges, "choices": model.board.n_faces + model.n_selectors}
        return TextDocument(sizes | {"constraints": n_rows(model)}, lambda: _lines(model, self))

    def recognizes(self, answer: str) -> bool:
        return (
            _ANSWER.search(answer) is not None
            or answer.startswith(("clingo version", "clasp version"))
            or _is_json(answer)
        )

    def decode(self, board: Board, answer: str) -> Answer:
        """Parse clingo's text or JSON output (`--outf=2`). Use its last answer set, which is the best one."""
        if _is_json(answer):
            status, atoms = _of_json(answer)
        else:
            statuses = _STATUS.findall(answer)
            if not statuses:
                raise SolverFailed("the answer from clingo is cut off: no line says SATISFIABLE or UNSATISFIABLE")
            status, atoms = statuses[-1], _ANSWER.findall(answer)
        if _WORDS.get(status, "unknown") != "sat":
            return Answer(_WORDS.get(status, "unknown"))
        if not atoms:
            raise SolverFailed("the answer says satisfiable but contains no answer set")
        return Answer("sat", lines_among(board, (int(number) for number in _LINE.findall(atoms[-1]))))


def _is_json(answer: str) -> bool:
    return answer.lstrip()[:1] == "{" and '"Solver"' in answer[:1000]


def _of_json(answer: str) -> tuple[str, list[str]]:
    """Parse clingo's JSON output. Return its result, such as SATISFIABLE, and each answer set as a string of atoms."""
    try:
        document = json.loads(answer)
        witnesses = [w for call in document.get("Call", []) for w in call.get("Witnesses", [])]
        return str(document["Result"]), [" ".join(map(str, w.get("Value", []))) for w in witnesses]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SolverFailed("this JSON is not a complete answer from clingo") from error
