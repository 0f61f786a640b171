"""`--backend xcsp3`: an XCSP3 instance in which `<circuit>` ensures that there is one loop.

Variables   line[e]; inside[f], whose last entry, the outer face, is 0; next[v], the next vertex on the loop, or v
            itself if v is not on the loop; sel[g], which switches constraints on. Indices are from 0.
Answers     `s` lines, and `<instantiation>` with `<list>` and `<values>`; 1x4 in the values abbreviates 1 1 1 1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.encodings.backend import Answer
from slitherenc.encodings.backends._answers import statuses, the_status
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
from slitherenc.model.constraints import Cardinality, Choice, Side
from slitherenc.model.model import Model

_SIGN = "<instantiation"
_TWO_HYPHENS = re.compile("-(?=-)")  # XML does not allow two hyphens in a comment
_PARTS = re.compile(r"<(list|values)>([^<]*)</\1>")
_NAME = re.compile(r"([A-Za-z_]+)\[([0-9]{0,9})\]")
_VALUE = re.compile(r"(-?[0-9]{1,9}|\*)(?:x([0-9]{1,9}))?")


def _lines(model: Model, options: LanguageOptions) -> Iterator[str]:
    from xml.sax.saxutils import escape  # imported only to encode, since it imports urllib

    board, kind = model.board, "COP" if options.objective else "CSP"
    yield from (f"<!-- {_TWO_HYPHENS.sub('- ', escape(comment))} -->" for comment in options.comments)
    yield f'<instance format="XCSP3" type="{kind}">'
    yield "<variables>"
    yield f'<array id="line" note="is the edge a line?" size="[{board.n_edges}]"> 0 1 </array>'
    yield f'<array id="inside" note="is the face inside? The last one is outside" size="[{board.n_faces + 1}]">'
    yield f'<domain for="others"> 0 1 </domain><domain for="inside[{board.n_faces}]"> 0 </domain></array>'
    yield f'<array id="next" note="the vertex after this one; itself: off the loop" size="[{board.n_vertices}]">'
    for v, successors in enumerate(_successors(board)):
        yield f'<domain for="next[{v}]"> {" ".join(map(str, successors))} </domain>'
    yield "</array>"
    if model.n_selectors:
        yield f'<array id="sel" size="[{model.n_selectors}]"> 0 1 </array>'
    yield "</variables>"
    yield "<constraints>"
    yield from _sides(board)
    yield "<circuit> next[] </circuit>"
    yield "<sum><list> line[] </list><condition> (ge,1) </condition></sum>"
    for row in rows(model):
        yield _constraint(board, row)
    for vertex, visited in fixed_vertices(model):
        yield f"<intension> {'ne' if visited else 'eq'}(next[{vertex - 1}],{vertex - 1}) </intension>"
    yield "</constraints>"
    if options.objective:
        word = "maximize" if options.objective > 0 else "minimize"
        yield f'<objectives><{word} type="sum"> line[] </{word}></objectives>'
    yield "</instance>"


def _successors(board: Board) -> list[list[int]]:
    """For each vertex, return a sorted list of its neighbors and the vertex itself, numbered from 0."""
    around = (board.ends[board.edges_of_vertex(v)].ravel().tolist() for v in range(board.n_vertices))
    return [sorted({v, *others}) for v, others in enumerate(around)]


def _sides(board: Board) -> Iterator[str]:
    """Yield the constraints by which the faces inside the loop determine its lines and the order of its vertices."""
    ends, sides = board.ends.tolist(), board.sides.tolist()
    faces = [tuple(f if f >= 0 else board.n_faces for f in pair) for pair in sides]
    yield "<group><intension> eq(%0,ne(%1,%2)) </intension>"
    for e, (right, left) in enumerate(faces):
        yield f"<args> line[{e}] inside[{right}] inside[{left}] </args>"
    yield "</group>"
    yield "<group><intension> iff(eq(%0,%1),gt(%2,%3)) </intension>"
    for (tail, head), (right, left) in zip(ends, faces, strict=True):
        yield f"<args> next[{tail}] {head} inside[{right}] inside[{left}] </args>"
        yield f"<args> next[{head}] {tail} inside[{left}] inside[{right}] </args>"
    yield "</group>"


def _constraint(board: Board, row: Cardinality | Side | Choice) -> str:
    if isinstance(row, Cardinality) and not row.selector and row.edges:
        weights, edges = zip(*terms(row), strict=True)
        coefficients = f"<coeffs> {' '.join(map(str, weights))} </coeffs>" if row.weights else ""
        low, high = row.sums[0], row.sums[-1]
        condition = f"(eq,{low})" if low == high else f"(in,{low}..{high})"
        names = " ".join(f"line[{e - 1}]" for e in edges)
        note = f' note="{place(board, row)}"' if row.face >= 0 else ""
        return f"<sum{note}><list> {names} </list>{coefficients}<condition> {condition} </condition></sum>"
    formula = _formula(row)
    return f"<intension> {f'imp(sel[{row.selector - 1}],{formula})' if row.selector else formula} </intension>"


def _formula(row: Cardinality | Side | Choice) -> str:
    match row:
        case Cardinality(sums=sums):
            total = _nest("add", (f"mul({w},line[{e - 1}])" if w > 1 else f"line[{e - 1}]" for w, e in terms(row)))
            low, high = sums[0], sums[-1]
            return f"eq({total},{low})" if low == high else f"and(ge({total},{low}),le({total},{high}))"
        case Side(face, inside):
            return f"eq(inside[{face}],{int(inside)})"
        case Choice(selectors):
            return f"ge({_nest('add', (f'sel[{g - 1}]' for g in selectors))},1)"


def _nest(name: str, parts: Iterable[str]) -> str:
    words = list(parts)
    return f"{name}({','.join(words)})" if len(words) > 1 else words[0] if words else "0"


@dataclass(frozen=True)
class Xcsp3Backend(LanguageOptions):
    """The backend xcsp3: XCSP3 instances."""

    def compile(self, model: Model) -> TextDocument:
        model = decompose_for(model, "xcsp3", gaps=False)
        board = model.board
        n_constraints = n_rows(model) + 3 * board.n_edges + 2
        n_variables = board.n_edges + board.n_faces + 1 + board.n_vertices + model.n_selectors
        return TextDocument({"variables": n_variables, "constraints": n_constraints}, lambda: _lines(model, self))

    def recognizes(self, answer: str) -> bool:
        return _SIGN in answer

    def decode(self, board: Board, answer: str) -> Answer:
        """Parse an answer. If it has several instantiations, use the last one, which is the best."""
        status = the_status(statuses(answer))
        if status != "sat":
            return Answer(status)
        start = answer.rfind(_SIGN)
        text = re.sub(r"^v", " ", answer[start:], flags=re.MULTILINE) if start >= 0 else ""
        parts = dict(_PARTS.findall(text))
        if not {"list", "values"} <= parts.keys():
            raise SolverFailed("the answer says satisfiable but has no complete <instantiation>")
        values = _values(board, parts["list"], parts["values"])
        return Answer("sat", lines_of(board, values))


def _values(board: Board, names: str, values: str) -> dict[int, bool]:
    """Parse the texts of `<list>` and `<values>`. Map each edge number (from 1) to whether the edge is a line."""
    sizes = {"line": board.n_edges, "inside": board.n_faces + 1, "next": board.n_vertices}
    variables: list[tuple[str, int]] = []
    for name, index in _NAME.findall(names):
        if index:
            variables.append((name, int(index)))
        elif name in sizes:
            variables += [(name, i) for i in range(sizes[name])]
        else:
            break  # the size of this array is unknown; no line follows it
    numbers: list[str] = []
    for word in values.split():
        match = _VALUE.fullmatch(word)
        if match is None:
            raise SolverFailed(f"the answer contains {word[:20]!r} where the value of a variable is expected")
        if len(numbers) + (times := int(match[2] or 1)) > 100 * (board.n_edges + 100):
            raise SolverFailed("the answer has more values than the XCSP3 file of this puzzle has variables")
        numbers += [match[1]] * times
    return {i + 1: number == "1" for (name, i), number in zip(variables, numbers, strict=False) if name == "line"}
