"""The texts of steps: where to look, the rule, the move, the reason and the chain, with places on any board.

They are phrases (`slitherenc.deduction.phrases`): the plain texts, and the references of the page, come from the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from slitherenc.base.errors import counted
from slitherenc.boards.board import Board
from slitherenc.boards.places import (
    Place,
    faces_at,
    place_of_corner,
    place_of_edge,
    place_of_face,
    place_of_vertex,
    places_of_edges,
    vertex_place,
)
from slitherenc.deduction.phrases import Phrase, Role, listed_phrases, phrase, sentence, text_of, with_marks
from slitherenc.deduction.premises import (
    ClosedCurve,
    Clues,
    Crossed,
    Known,
    OneLoop,
    Premise,
    Sides,
    Unique,
    Vertex,
)
from slitherenc.deduction.rules import RULES
from slitherenc.puzzles.clue_types import nouns_at
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle

if TYPE_CHECKING:
    from slitherenc.deduction.step import Step

LONGEST = 400  # characters of a text
_MOST_PLACES = 4  # clues and dots to look at
_MOST_EDGES = 12  # that are told one by one
AREA = "area ends are even"  # the rule that is seen at an area


class Words(NamedTuple):
    """A step as phrases: the four texts, and the lines of its chain."""

    where: Phrase
    rule: Phrase
    move: Phrase
    why: Phrase
    chain: tuple[Phrase, ...]


def words_of(step: Step) -> Words:
    """The step in words."""
    board = step.puzzle.board
    where = phrase("Look at ", _look(board, step), ".")
    move = _move(board, step)
    if step.rule == "mistake":
        (right,) = step.concludes
        where = phrase("One of your marks is wrong. ", where)
        wrong = " is crossed out, but must be a line." if right.line else " is drawn, but no line can be there."
        move = phrase(place_of_edge(board, right.edge, _faces(step)), wrong)
    name = _with_number(step.puzzle, step, f"Technique: {step.rule}.")
    return Words(where, (name,), sentence(move), _why(board, step), tuple(_chain(board, step)))


def document(step: Step) -> dict[str, Any]:
    """The words with references to marks, and the marks, as `slitherenc hint --json` prints them."""
    words = step.words
    texts: list[tuple[Role, Phrase]] = [("look", words.where), ("look", words.rule), ("so", words.move)]
    for one in (words.why, *words.chain):
        texts.append(("because", one))
    items, marks = with_marks(texts)
    found = {"words": dict(zip(Words._fields, items[:4], strict=False)), "marks": [mark.to_dict() for mark in marks]}
    return {**found, "chain": items[4:]} if words.chain else found


def chain_lines(step: Step) -> list[str]:
    """The steps that a step is made of, a line each, with the number that the picture shows at the edge; those of a
    supposition within are indented."""
    lines = []
    found = document(step)
    for items in found.get("chain", ()):
        text = "".join(item if isinstance(item, str) else item["text"] for item in items)
        first = next((item for item in items if item not in ("  ", "Suppose that ")), "")
        label = "" if isinstance(first, str) else found["marks"][first["mark"]]["label"]
        bare = text.lstrip()
        lines.append(f"{text[: -len(bare)]}{label}. {bare}" if label.isdigit() else text)
    return lines


def _move(board: Board, step: Step) -> Phrase:
    """What to draw and to cross out; of many edges as many as fit."""
    faces = _faces(step)
    move: Phrase = ()
    for most in range(_MOST_EDGES, 0, -1):
        parts = [
            phrase(word, listed_phrases([(place,) for place in places_of_edges(board, edges, faces, most)]))
            for line, word in ((True, "draw "), (False, "cross out "))
            if (edges := [known.edge for known in step.concludes if known.line is line])
        ]
        move = phrase(*(phrase("; " if number else "", part) for number, part in enumerate(parts)), ".")
        if len(text_of(move)) <= LONGEST:
            break
    return move


def _why(board: Board, step: Step) -> Phrase:
    if not step.short:
        return (f"No short reason is known: {counted(len(step.premises), 'fact')} together leave only this.",)
    told = _reason_of(step, step.reason or RULES.load(step.rule).why)
    if len(text_of(told)) > LONGEST:
        told = _reason_of(step, RULES.load(step.rule).why)
    supposed = step.sub and not step.sub[-1].concludes
    if step.rule == "mistake":
        told = () if supposed else phrase("Nothing else fits ", _look(board, step), ".")
    if supposed:
        return phrase(told, " " if told else "", "Suppose that ", _opposite(board, step), ".")
    return told


def _reason_of(step: Step, reason: str | Phrase) -> Phrase:
    """With the numbers of this board."""
    words = (reason,) if isinstance(reason, str) else reason
    return tuple(_with_number(step.puzzle, step, word) if isinstance(word, str) else word for word in words)


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


def _look(board: Board, step: Step) -> Phrase:
    """The clues, and a dot where only one is about; where there are none, the dots, a path, an area, or a cell: where
    to look, not what follows there."""
    edges = [known.edge for known in step.concludes]
    if not edges:
        return ("the contradiction",)
    path = _path(board, step)
    if path is not None:
        return (path,)
    if RULES.load(step.rule).at_edge:
        return _beside(board, edges)
    faces = _faces(step)
    dots = [premise.vertex for premise in step.premises if isinstance(premise, Vertex)]
    if faces:
        clues = _clues(step.puzzle, faces[:_MOST_PLACES])
        at_dot = len(faces) == len(dots) == 1 and faces[0] in faces_at(board, dots[0])
        if at_dot and any(isinstance(premise, Known) for premise in step.premises):
            return phrase(clues, " and its ", place_of_corner(board, dots[0], faces[0]))
        return clues
    if dots:
        return _listed([place_of_vertex(board, dot) for dot in dots[:_MOST_PLACES]])
    curve = next((premise.edges for premise in step.premises if isinstance(premise, ClosedCurve)), ())
    if step.rule == AREA and curve:
        area = sorted(area_of(board, curve))
        middle = board.xy[area].mean(axis=0)
        nearest = min(area, key=lambda vertex: float(((board.xy[vertex] - middle) ** 2).sum()))
        return (Place(f"the area around {vertex_place(board, nearest)}", "vertex", tuple(area)),)
    return _beside(board, edges)


def _beside(board: Board, edges: Sequence[int]) -> Phrase:
    """The cell with all of these edges, if there is one, or a cell of each."""
    beside = [{face for face in board.sides[edge].tolist() if face >= 0} for edge in edges[:_MOST_PLACES]]
    common = set.intersection(*beside)
    cells = [min(common)] if common else list(dict.fromkeys(map(min, beside)))
    return listed_phrases([(place_of_face(board, cell),) for cell in cells])


def area_of(board: Board, curve: Sequence[int]) -> set[int]:
    """The vertices on that side of a closed curve which has fewer."""
    start = int(board.ends[curve[0]][0])
    part, todo = {start}, [start]
    while todo:
        vertex = todo.pop()
        for edge in board.edges_of_vertex(vertex).tolist():
            other = int(board.ends[edge].sum()) - vertex
            if edge not in curve and other not in part:
                part.add(other)
                todo.append(other)
    return part if 2 * len(part) <= board.n_vertices else set(range(board.n_vertices)) - part


def _path(board: Board, step: Step) -> Place | None:
    """What is drawn of the closed path that the step is about; None: there is no such path, or it is in pieces."""
    closed = next((set(premise.edges) for premise in step.premises if isinstance(premise, OneLoop)), set())
    drawn = [premise.edge for premise in step.premises if isinstance(premise, Known) and premise.edge in closed]
    if drawn and len(drawn) == len(closed):
        return Place("the loop", "edge", tuple(drawn))
    if not drawn or not RULES.load(step.rule).at_edge:
        return None
    at = Counter(end for edge in drawn for end in board.ends[edge].tolist())
    ends = [vertex for vertex, n in at.items() if n == 1]
    if len(ends) != 2:
        return None
    a, b = (vertex_place(board, vertex) for vertex in ends)
    return Place(f"the path from {a} to {b}", "edge", tuple(drawn))


def _listed(places: Sequence[Place]) -> Phrase:
    return listed_phrases([(place,) for place in places])


def _clues(puzzle: Puzzle, faces: Sequence[int]) -> Phrase:
    """`the 3s at R1C1 and R2C2, and the 1 at R3C1`"""
    board = puzzle.board
    by_noun: dict[tuple[str, str], list[int]] = {}
    for face in faces:
        by_noun.setdefault(nouns_at(puzzle, face), []).append(face)
    groups = []
    for (noun, plural), some in by_noun.items():
        places = [place_of_face(board, face) for face in some]
        at = "at " if board.kind == "square" else "in "
        if board.kind != "square" and len(some) > 1:
            at = "in cells "
            places = [p if isinstance(p, str) else p._replace(text=p.text.removeprefix("cell ")) for p in places]
        cells = listed_phrases([(place,) for place in places])
        groups.append(phrase(f"the {plural if len(some) > 1 else noun} ", at, cells))
    return listed_phrases(groups)


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


def _chain(board: Board, step: Step) -> Iterator[Phrase]:
    """The lines of a chain."""
    if step.sub and not step.sub[-1].concludes:
        yield phrase("Suppose that ", _opposite(board, step), ".")
    for link in step.sub:
        yield from _link(board, link)


def _link(board: Board, link: Step) -> Iterator[Phrase]:
    """One step of a supposition, or about sides, as sentences, one a line."""
    if link.sub:
        is_line = link.concludes[0].line
        opposite = "has no line" if is_line else "is a line"
        yield phrase(sentence(_plain(board, link.concludes[0], _faces(link))), f", for suppose that it {opposite}:")
        for below in link.sub:
            for line in _link(board, below):
                yield phrase("  ", line)
        return
    reason = listed_phrases(_reasons(board, link))
    if link.sides is not None:
        yield phrase(sentence(_sides(board, link.sides)), ": ", reason, ".")
    elif link.concludes:
        yield phrase(sentence(_plain(board, link.concludes[0], _faces(link))), ": ", reason, ".")
    else:
        yield phrase("That is a contradiction: ", reason, ".")


def _reasons(board: Board, link: Step) -> Sequence[Phrase]:
    """What a link rests on; where it rests on one thing that says it all, that alone."""
    sources = [premise for premise in link.premises if isinstance(premise, Clues | Vertex)]
    n_lines = sum(isinstance(premise, Known) and premise.line for premise in link.premises)
    for premise in link.premises:
        match premise:
            case OneLoop():
                return [("it would close the loop too early" if link.concludes else "the loop closes too early",)]
            case ClosedCurve(edges):
                return [phrase("a closed curve crosses ", _listed(places_of_edges(board, edges, most=6)))]
            case Crossed(edges):
                across = _listed(places_of_edges(board, edges, most=6))
                return [phrase("there are lines on both sides of a closed curve across ", across)]
            case Unique():
                return [("otherwise the puzzle would have a second loop",)]
    if len(sources) == 1 and not link.sides:
        return [_reason(link, sources[0], n_lines)]
    return [_name(link.puzzle, source) for source in sources]


def _reason(link: Step, source: Clues | Vertex, n_lines: int) -> Phrase:
    """Why a single clue or dot, of which so many lines are known, says this."""
    name = _name(link.puzzle, source)
    number = _number(link.puzzle, source) if isinstance(source, Clues) else None
    if isinstance(source, Clues) and number is None:
        return name if link.concludes else phrase(name, " cannot be kept")
    if not link.concludes:
        if isinstance(source, Vertex):
            wrong = {0: "is left without lines", 1: "has one line, which cannot go on"}
            return phrase(name, f" {wrong.get(n_lines, 'has more than two lines')}")
        too_many = number is not None and n_lines > number
        return phrase(name, " has too many lines" if too_many else " has too few edges left")
    if link.concludes[0].line:
        goes_on = isinstance(source, Vertex) and n_lines > 0
        return phrase(name, " has one line, which must go on" if goes_on else " needs it")
    if isinstance(source, Vertex):
        return phrase(name, " has two lines already" if n_lines else " would be a dead end")
    return phrase(name, " has all its lines")


def _number(puzzle: Puzzle, clues: Clues) -> int | None:
    """How many lines a clue has; None: it is no plain number, or a variant says something else about it."""
    face = clues.faces[0]
    if len(clues.faces) > 1 or face == puzzle.board.n_faces or set(puzzle.variants) - {EVERY_VERTEX}:
        return None
    number = int(puzzle.clues[face])
    return number if number >= 0 else None


def _name(puzzle: Puzzle, source: Clues | Vertex) -> Phrase:
    if isinstance(source, Clues):
        return _clues(puzzle, source.faces)
    return (place_of_vertex(puzzle.board, source.vertex),)


def _sides(board: Board, sides: Sides) -> Phrase:
    if board.n_faces in sides.faces:
        return phrase(place_of_face(board, min(sides.faces)), f" lies {'inside' if sides.opposite else 'outside'}")
    a, b = (place_of_face(board, face) for face in sides.faces)
    return phrase(a, " and ", b, f" lie on {'opposite sides' if sides.opposite else 'the same side'}")


def _opposite(board: Board, step: Step) -> Phrase:
    """What a supposition begins with."""
    goal = step.concludes[0]
    return _plain(board, goal._replace(line=not goal.line), _faces(step))


def _plain(board: Board, known: Known, faces: Sequence[int]) -> Phrase:
    return phrase(place_of_edge(board, known.edge, faces), f" {'is a line' if known.line else 'has no line'}")
