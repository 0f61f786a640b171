"""The texts of steps: a rule in a sentence, where to look, the move, and the whole reason, with places on any board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from slitherenc.base.errors import listed
from slitherenc.boards.board import Board
from slitherenc.deduction.premises import ClosedCurve, Clues, Known, OneLoop, Premise, Sides, Texts, Unique, Vertex
from slitherenc.model.violation import face_place, vertex_place
from slitherenc.puzzles.clue_types import signs

if TYPE_CHECKING:
    from slitherenc.deduction.step import Step


class Rule(NamedTuple):
    """level: 0 to 8, the higher the harder to see; weight: in the cost of a step; text: the rule in a sentence."""

    level: int
    weight: float
    text: str


RULES: Mapping[str, Rule] = MappingProxyType({
    "reached": Rule(0, 0.9, "A clue that has all its lines gets no more."),
    "needed": Rule(0, 0.5, "The clue needs all the edges that are still open."),
    "two lines": Rule(0, 0.8, "The loop passes a vertex once: two lines there, and no more."),
    "goes on": Rule(0, 1.6, "A line does not end: with one way left at a vertex, it goes on there."),
    "dead end": Rule(0, 0.5, "A line here could not go on: this edge has no line."),
    "visited": Rule(0, 1, "Every vertex is visited: two edges left there, and both are lines."),
    "closing": Rule(1, 2, "No edge may close a loop while another line lies outside it, or a clue is not kept."),
    "inside": Rule(1, 2, "Clues say which faces lie inside and which outside; lines lie between these."),
    "corner": Rule(2, 8, "A clue and one of its vertices together leave only this."),
    "neighbors": Rule(3, 16, "Two clues with a common edge leave only this."),
    "diagonal": Rule(3, 16, "Two clues that meet at a vertex leave only this."),
    "around": Rule(4, 16, "A clue and its vertices leave only this."),
    "two clues": Rule(5, 44, "Two clues and their vertices leave only this."),
    "parity": Rule(4, 32, "The loop crosses every closed curve an even number of times."),
    "unique": Rule(5, 32, "There is one loop: it takes no way that it could exchange for another unnoticed."),
    "sides": Rule(5, 29, "Faces lie inside the loop or outside: some on the same side, some on opposite ones."),
    "suppose": Rule(6, 32, "Try one edge: one of its two ways leads into a contradiction."),
    "suppose twice": Rule(7, 128, "Try one edge: one way leads, with tries on the way, into a contradiction."),
    "mistake": Rule(0, 0, "This mark cannot be right."),
    "case": Rule(8, 256, "What is named here leaves only this."),
})  # fmt: skip


SUPPOSED = ("suppose", "suppose twice", "case")  # what no rule tells at once


def name_of(premises: Collection[Premise], line: bool, of_two: str = "") -> str:
    """The rule by what a step rests on; `of_two`: for two clues, which of the rules it is."""
    clues = [premise for premise in premises if isinstance(premise, Clues)]
    vertices = [premise for premise in premises if isinstance(premise, Vertex)]
    if len(clues) > 1:
        return of_two if of_two and len(vertices) <= 2 else "two clues"
    if clues:
        if not vertices:
            return "needed" if line else "reached"
        return "corner" if len(vertices) == 1 else "around"
    known = [premise for premise in premises if isinstance(premise, Known)]
    lines = sum(premise.line for premise in known)
    if line:
        return "goes on" if lines else "visited"
    return "two lines" if lines == 2 else "dead end"


def name_of_link(premises: Collection[Premise], concludes: Collection[Known]) -> str:
    """The rule of a step of a supposition, or of a step about sides."""
    kinds = {type(premise) for premise in premises}
    for kind, rule in ((OneLoop, "closing"), (Unique, "unique"), (ClosedCurve, "parity"), (Sides, "sides")):
        if kind in kinds:
            return rule
    return name_of(premises, next(iter(concludes)).line) if concludes else "case"


def edge_place(board: Board, edge: int) -> str:
    """Where an edge is, by its ends: `(3,1)-(3,2)`."""
    a, b = board.ends[edge].tolist()
    return f"{vertex_place(board, a)}-{vertex_place(board, b)}"


def texts(step: Step) -> Texts:
    """The four texts of a step."""
    puzzle = step.puzzle
    board, shown = puzzle.board, signs(puzzle)
    named = [_named(board, shown, premise) for premise in step.premises if isinstance(premise, Clues | Vertex)]
    moves = [
        f"{word} at {listed([edge_place(board, known.edge) for known in step.concludes if known.line is line])}"
        for line, word in ((True, "line"), (False, "no line"))
        if any(known.line is line for known in step.concludes)
    ]
    move = "; ".join(moves)
    places = named[:2] or [edge_place(board, known.edge) for known in step.concludes[:1]] or ["the loop"]
    where = f"Look at {listed(places)}."
    if step.rule == "mistake":
        (right,) = step.concludes
        where = f"One of your marks is wrong. {where}"
        move = edge_place(board, right.edge)
        move += " is crossed out, but must be a line" if right.line else " is drawn, but no line can be there"
    why = " ".join(line.strip() for line in chain_lines(step)) or f"Because of {'; '.join(_facts(board, named, step))}."
    return Texts(where, RULES[step.rule].text, f"{move[:1].upper()}{move[1:]}.", why)


def chain_lines(step: Step) -> list[str]:
    """The steps that a step is made of, a line each; those of a supposition within are indented."""
    board, shown = step.puzzle.board, signs(step.puzzle)
    lines = [line for link in step.sub for line in _link(board, shown, link)]
    supposes = bool(step.sub) and not step.sub[-1].concludes
    return [f"Suppose {_opposite(board, step)}.", *lines] if supposes else lines


def _facts(board: Board, named: Sequence[str], step: Step) -> list[str]:
    facts = []
    known = [premise for premise in step.premises if isinstance(premise, Known)]
    for premise in step.premises:
        match premise:
            case OneLoop(()):
                facts.append("the loop, which has a line")
            case OneLoop(edges):
                facts.append(f"the loop of {len(edges)} lines that {edge_place(board, edges[-1])} would close")
                known = [other for other in known if step.rule != "closing" or other.edge not in edges]
            case ClosedCurve(edges):
                facts.append(f"a closed curve across {listed([edge_place(board, edge) for edge in edges])}")
            case Unique(lines, instead):
                ways = [listed([edge_place(board, edge) for edge in edges]) for edges in (lines, instead)]
                facts.append(f"the loop, which could take {ways[1]} instead of {ways[0]}, and no clue would tell")
    if named:
        facts.append(listed(named))
    for line, one, several in ((True, "the line", "the lines"), (False, "the cross at", "the crosses at")):
        places = [edge_place(board, other.edge) for other in known if other.line is line]
        if places:
            beyond = " outside it" if step.rule == "closing" else ""
            facts.append(f"{one if len(places) == 1 else several} {listed(places)}{beyond}")
    return facts or ["the rules alone"]


def _link(board: Board, shown: Mapping[int, str], link: Step) -> Iterator[str]:
    """One step of a supposition, or about sides, as sentences, one a line."""
    if link.sub:
        yield f"Then {_plain(board, link.concludes[0])}, for suppose {_opposite(board, link)}:"
        for below in link.sub:
            for line in _link(board, shown, below):
                yield f"  {line}"
        return
    reasons = [_named(board, shown, premise) for premise in link.premises if isinstance(premise, Clues | Vertex)]
    for premise in link.premises:
        match premise:
            case OneLoop():
                reasons = ["it would close the loop too early" if link.concludes else "the loop closes too early"]
            case ClosedCurve(edges):
                reasons = [f"a closed curve across {listed([edge_place(board, edge) for edge in edges])}"]
            case Unique():
                reasons = ["or the puzzle had another loop"]
            case Vertex() if not link.concludes and not link.sides:
                reasons = [f"one line alone at {reasons[0]}, or more than two"]
            case Clues() if not link.concludes and not link.sides:
                reasons = [f"{reasons[0]} cannot be kept"]
    reason = listed(reasons)
    if link.sides is not None:
        yield f"{_sides(board, link.sides)} ({reason})."
    elif link.concludes:
        yield f"Then {_plain(board, link.concludes[0])} ({reason})."
    else:
        yield f"Contradiction: {reason}."


def _sides(board: Board, sides: Sides) -> str:
    if board.n_faces in sides.faces:
        return f"{face_place(board, min(sides.faces))} lies {'inside' if sides.opposite else 'outside'}"
    faces = listed([face_place(board, face) for face in sides.faces])
    return f"The faces {faces} lie on {'opposite sides' if sides.opposite else 'the same side'}"


def _opposite(board: Board, step: Step) -> str:
    """What a supposition begins with."""
    goal = step.concludes[0]
    return _plain(board, goal._replace(line=not goal.line))


def _plain(board: Board, known: Known) -> str:
    return f"{edge_place(board, known.edge)} {'is a line' if known.line else 'has no line'}"


def _named(board: Board, shown: Mapping[int, str], premise: Clues | Vertex) -> str:
    if isinstance(premise, Vertex):
        return f"the vertex {vertex_place(board, premise.vertex)}"
    return listed([f"the clue {shown.get(face, '')} at {face_place(board, face)}" for face in premise.faces])
