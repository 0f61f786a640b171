"""The texts of steps: where to look, the rule, the move, and the reason, with places on any board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from slitherenc.base.errors import capitalized, counted, listed
from slitherenc.boards.board import Board
from slitherenc.boards.places import edge_place, edges_place, face_place, faces_place, vertex_place
from slitherenc.deduction.premises import (
    ClosedCurve,
    Clues,
    Crossed,
    Known,
    OneLoop,
    Premise,
    Sides,
    Texts,
    Unique,
    Vertex,
)
from slitherenc.deduction.rules import RULES
from slitherenc.puzzles.clue_types import signs
from slitherenc.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from slitherenc.deduction.step import Step

_MOST_PLACES = 4  # clues and dots to look at


def texts(step: Step) -> Texts:
    """The four texts of a step."""
    board, shown = step.puzzle.board, signs(step.puzzle)
    faces = _faces(step)
    moves = [
        f"{word} {edges_place(board, edges, faces)}"
        for line, word in ((True, "draw"), (False, "cross out"))
        if (edges := [known.edge for known in step.concludes if known.line is line])
    ]
    move = "; ".join(moves)
    where = f"Look at {_look(board, shown, step)}."
    if step.rule == "mistake":
        (right,) = step.concludes
        where = f"One of your marks is wrong. {where}"
        move = edge_place(board, right.edge, faces)
        move += " is crossed out, but must be a line" if right.line else " is drawn, but no line can be there"
    name = _with_number(step.puzzle, step, capitalized(step.rule))
    return Texts(where, f"{name}.", f"{capitalized(move)}.", _why(board, step))


def _why(board: Board, step: Step) -> str:
    if not step.short:
        return f"No short reason is known: {counted(len(step.premises), 'fact')} together leave only this."
    reason = step.reason or _with_number(step.puzzle, step, RULES.load(step.rule).why)
    if step.sub and not step.sub[-1].concludes:
        return f"{reason} Suppose that {_opposite(board, step)}."
    return reason


def _faces(step: Step) -> list[int]:
    """The cells by which edges and dots are told: those of the clues."""
    return [face for clues in clues_to_see(step.premises) for face in clues.faces]


def clues_to_see(premises: Iterable[Premise]) -> Iterator[Clues]:
    """The clues that a step is about: not one after a closed path or curve, which only lies elsewhere."""
    for premise in premises:
        if isinstance(premise, OneLoop | Crossed):
            return
        if isinstance(premise, Clues):
            yield premise


def _look(board: Board, shown: Mapping[int, str], step: Step) -> str:
    """The clues; where there are none, the dots, or else what is concluded."""
    faces = _faces(step)
    if not step.concludes:
        return "the contradiction"
    if RULES.load(step.rule).at_edge:
        return edges_place(board, [known.edge for known in step.concludes])
    if faces:
        by_sign: dict[str, list[int]] = {}
        for face in faces[:_MOST_PLACES]:
            by_sign.setdefault(shown.get(face, "clue"), []).append(face)
        return listed(
            [f"the {sign}{'s' if len(some) > 1 else ''} {faces_place(board, some)}" for sign, some in by_sign.items()]
        )
    dots = [premise.vertex for premise in step.premises if isinstance(premise, Vertex)]
    if dots:
        return listed([vertex_place(board, dot) for dot in dots[:_MOST_PLACES]])
    return edges_place(board, [known.edge for known in step.concludes], most=2)


def _with_number(puzzle: Puzzle, step: Step, text: str) -> str:
    """The text with the number that a 3 of squares has on this board: all sides of a cell but one."""
    if "3" not in step.rule:
        return text
    board = puzzle.board
    sizes = {len(board.edges_of_face(face)) for face in _faces(step) if _is_full(puzzle, face)}
    if len(sizes) != 1 or sizes == {4}:
        return text
    return re.sub(r"\b3(?=s?\b)", str(sizes.pop() - 1), text)


def _is_full(puzzle: Puzzle, face: int) -> bool:
    return 1 < int(puzzle.clues[face]) == len(puzzle.board.edges_of_face(face)) - 1


def chain_lines(step: Step) -> list[str]:
    """The steps that a step is made of, a line each; those of a supposition within are indented."""
    board, shown = step.puzzle.board, signs(step.puzzle)
    lines = [line for link in step.sub for line in _link(board, shown, link)]
    supposes = bool(step.sub) and not step.sub[-1].concludes
    return [f"Suppose that {_opposite(board, step)}.", *lines] if supposes else lines


def _link(board: Board, shown: Mapping[int, str], link: Step) -> Iterator[str]:
    """One step of a supposition, or about sides, as sentences, one a line."""
    if link.sub:
        yield f"{_plain(board, link.concludes[0], _faces(link))}, for suppose that {_opposite(board, link)}:"
        for below in link.sub:
            for line in _link(board, shown, below):
                yield f"  {line}"
        return
    reason = listed(_reasons(board, shown, link))
    if link.sides is not None:
        yield f"{_sides(board, link.sides)}: {reason}."
    elif link.concludes:
        yield f"{capitalized(_plain(board, link.concludes[0], _faces(link)))}: {reason}."
    else:
        yield f"That is a contradiction: {reason}."


def _reasons(board: Board, shown: Mapping[int, str], link: Step) -> Sequence[str]:
    """What a link rests on; where it rests on one thing that says it all, that alone."""
    reasons = []
    for premise in link.premises:
        match premise:
            case OneLoop():
                return ["it would close the loop too early" if link.concludes else "the loop closes too early"]
            case ClosedCurve(edges):
                return [f"a closed curve crosses {edges_place(board, edges, most=6)}"]
            case Crossed(edges):
                return [f"there are lines on both sides of a closed curve across {edges_place(board, edges, most=6)}"]
            case Unique():
                return ["or the puzzle had another loop"]
            case Vertex(vertex) if not link.concludes and not link.sides:
                return [f"one line alone ends at {vertex_place(board, vertex)}, or more than two meet there"]
            case Clues() if not link.concludes and not link.sides:
                return [f"{_clue(board, shown, premise)} cannot be kept"]
            case Clues():
                reasons.append(_clue(board, shown, premise))
            case Vertex(vertex):
                reasons.append(vertex_place(board, vertex))
    return reasons


def _clue(board: Board, shown: Mapping[int, str], premise: Clues) -> str:
    return listed([f"the {shown.get(face, 'clue')} {faces_place(board, [face])}" for face in premise.faces])


def _sides(board: Board, sides: Sides) -> str:
    if board.n_faces in sides.faces:
        return f"{capitalized(face_place(board, min(sides.faces)))} lies {'inside' if sides.opposite else 'outside'}"
    a, b = (face_place(board, face) for face in sides.faces)
    return f"{capitalized(a)} and {b} lie on {'opposite sides' if sides.opposite else 'the same side'}"


def _opposite(board: Board, step: Step) -> str:
    """What a supposition begins with."""
    goal = step.concludes[0]
    return _plain(board, goal._replace(line=not goal.line), _faces(step))


def _plain(board: Board, known: Known, faces: Sequence[int]) -> str:
    return f"{edge_place(board, known.edge, faces)} {'is a line' if known.line else 'has no line'}"
