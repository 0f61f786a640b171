"""The texts of steps: where to look, the rule, the move, and the whole reason, with places on any board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from slitherenc.base.errors import listed
from slitherenc.boards.board import Board
from slitherenc.deduction.premises import ClosedCurve, Clues, Known, OneLoop, Sides, Texts, Unique, Vertex
from slitherenc.deduction.rules import RULES
from slitherenc.model.violation import face_place, vertex_place
from slitherenc.puzzles.clue_types import signs

if TYPE_CHECKING:
    from slitherenc.deduction.step import Step


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
    return Texts(where, RULES.load(step.rule).text, f"{move[:1].upper()}{move[1:]}.", why)


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
