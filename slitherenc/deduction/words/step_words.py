"""The texts of steps on any board: where to look, the rule, the move, the reason, and the small steps of the reason.

The texts are phrases, which refer to places on the board. The web page labels these places in its picture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from slitherenc.base.errors import join_words, quantity
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import ClosedCurve, Known, OneLoop, Vertex
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules import RULES
from slitherenc.deduction.words.chain_words import (
    ChainLine,
    clues_in_words,
    faces_of,
    lines_of_chain,
    otherwise,
)
from slitherenc.deduction.words.phrases import (
    LONGEST,
    Phrase,
    Role,
    fill,
    listed_places,
    phrase,
    sentence,
    text_of,
    with_marks,
    without_fields,
)
from slitherenc.places import (
    Place,
    faces_at,
    place_of_corner,
    place_of_edge,
    place_of_face,
    places_of_edges,
    places_of_vertices,
    vertex_place,
)
from slitherenc.puzzles.clue_types import nouns_at
from slitherenc.puzzles.puzzle import Puzzle

_HERE = "this dot"
_LOOK = re.compile("Look at (.*)\\.")
_MOST_PLACES = 4  # most clues and dots that the text names as places to look at
_MOST_ALIKE = 12  # the same for clues of one kind, such as zeros
_MOST_EDGES = 24  # most edges that a move lists
_MOST_SEEN = 12  # most premises that a person can look at together


class Words(NamedTuple):
    """The texts of a step, as phrases (texts that refer to places on the board)."""

    where: Phrase
    rule: Phrase
    move: Phrase
    why: Phrase
    chain: tuple[ChainLine, ...]


def words_of(puzzle: Puzzle, step: Deduction) -> Words:
    """Return the texts of a step: where to look, the rule, the move, the reason and its small steps."""
    board, rule = puzzle.board, RULES.load(step.rule)
    where = phrase("Look at ", _look(puzzle, step), ".")
    move = _move(board, step.concludes, faces_of(step))
    if rule.corrects:
        (right,) = step.concludes
        where = phrase("One of your marks is wrong. ", where)
        wrong = " is crossed out, but must be a line." if right.line else " is drawn, but no line can be there."
        move = phrase(place_of_edge(board, right.edge, faces_of(step)), wrong)
    name = (f"Technique: {_title(puzzle, step, rule.title or rule.name)}.",)
    text = _in_a_sentence(puzzle, step)
    if text is not None:
        return Words(where, name, sentence(move), text, ())
    return Words(where, name, sentence(move), _why(puzzle, step), tuple(lines_of_chain(puzzle, step)))


def _in_a_sentence(puzzle: Puzzle, step: Deduction) -> Phrase | None:
    """State briefly why the opposite of the conclusion is impossible, or return None if no such short text is known."""
    text = otherwise(puzzle, step) if RULES.load(step.rule).in_small_steps else None
    if text is None:
        return None
    n_others = len(step.concludes) - 1
    if n_others:
        text = phrase(text, f" The other {'edge follows' if n_others == 1 else 'edges follow'} in the same way.")
    return text if len(text_of(text)) <= LONGEST else None


def idea_of(puzzle: Puzzle, step: Deduction) -> str:
    """Return the idea of the rule: the first sentence of the rule's reason, without names of places."""
    text = text_of(_with_number(puzzle, step, RULES.load(step.rule).why))
    return f"{text.split('. ')[0].removesuffix('.')}."


def has_short_reason(step: Deduction) -> bool:
    """Return whether a person can follow the step: it needs no solver, or has at most _MOST_SEEN (12) premises."""
    rule = RULES.load(step.rule)
    by_a_solver = (rule.assumes or rule.in_small_steps) and not step.sub
    return not by_a_solver or len(step.premises) <= _MOST_SEEN


def document(words: Words) -> dict[str, Any]:
    """Return the texts, and the picture's marks that the texts refer to, as a dict for `slitherenc hint --json`."""
    texts: list[tuple[Role, Phrase]] = [("look", words.where), ("look", words.rule), ("so", words.move)]
    chain = (phrase(_indent(line), line.words) for line in words.chain)
    texts.extend(("because", one) for one in (words.why, *chain))
    items, marks = with_marks(texts)
    found = {"words": dict(zip(Words._fields, items[:4], strict=False)), "marks": [mark.to_dict() for mark in marks]}
    return {**found, "chain": items[4:]} if words.chain else found


def chain_lines(words: Words) -> list[str]:
    """Return the small steps of an explanation as numbered lines of text. Steps of inner suppositions are indented."""
    if not words.chain:
        return []
    # These numbers also stand at the edges in the picture.
    labels = {mark["edges"][0]: mark["label"] for mark in document(words)["marks"] if mark["kind"] == "edge"}
    numbers = ("" if line.edge is None else f"{labels[line.edge]}. " for line in words.chain)
    return [f"{_indent(line)}{number}{text_of(line.words)}" for number, line in zip(numbers, words.chain, strict=True)]


def _indent(line: ChainLine) -> str:
    return "  " * line.depth


def move_in_words(board: Board, concludes: Sequence[Known]) -> str:
    """State which edges to draw and which to cross out, as the end of a sentence."""
    return text_of(_move(board, concludes))


def _move(board: Board, concludes: Sequence[Known], faces: Sequence[int] = ()) -> Phrase:
    """State which edges to draw and which to cross out. Name edges as sides of the cells `faces` if possible."""
    move: Phrase = ()
    for most in range(_MOST_EDGES, 0, -1):
        parts = [
            phrase(word, listed_places(places_of_edges(board, edges, faces, most)))
            for line, word in ((True, "draw "), (False, "cross out "))
            if (edges := [known.edge for known in concludes if known.line is line])
        ]
        move = phrase(*(phrase("; " if number else "", part) for number, part in enumerate(parts)), ".")
        if len(text_of(move)) <= LONGEST:
            break
    return move


def _why(puzzle: Puzzle, step: Deduction) -> Phrase:
    rule = RULES.load(step.rule)
    if not has_short_reason(step):
        return (f"No short reason is known: {quantity(len(step.premises), 'fact')} together allow only this move.",)
    text = _with_number(puzzle, step, step.why or rule.why)
    if len(text_of(text)) > LONGEST:
        text = _with_number(puzzle, step, rule.why)
    if rule.corrects and not step.sub:
        return phrase("Nothing else fits ", _look(puzzle, step), ".")
    return text if text_of(text).endswith(".") else phrase(sentence(text), ".")


def _look(puzzle: Puzzle, step: Deduction) -> Phrase:
    """Name the place to look at, such as a clue, a dot or a path, without revealing the conclusion."""
    board, rule = puzzle.board, RULES.load(step.rule)
    edges = [known.edge for known in step.concludes]
    if not edges:
        return ("the contradiction",)
    path = _path(board, step)
    if path is not None:
        return (path,)
    if rule.at_edge:
        return _beside(board, edges)
    faces = faces_of(step)
    dots = [premise.vertex for premise in step.premises if isinstance(premise, Vertex)]
    if faces:
        is_of_one_kind = len({nouns_at(puzzle, face) for face in faces}) == 1
        named = faces if is_of_one_kind else faces[:_MOST_PLACES]
        clues = clues_in_words(puzzle, named, _MOST_ALIKE)
        at_dot = len(faces) == len(dots) == 1 and faces[0] in faces_at(board, dots[0])
        if at_dot and any(isinstance(premise, Known) for premise in step.premises):
            return phrase(clues, " and its ", place_of_corner(board, dots[0], faces[0]))
        return clues
    if dots:
        return listed_places(places_of_vertices(board, dots)[:_MOST_PLACES])
    curve = next((premise.edges for premise in step.premises if isinstance(premise, ClosedCurve)), ())
    if rule.at_area and curve:
        return (place_of_area(board, curve),)
    return _beside(board, edges)


def _beside(board: Board, edges: Sequence[int]) -> Phrase:
    beside = [{face for face in board.sides[edge].tolist() if face >= 0} for edge in edges[:_MOST_PLACES]]
    common = set.intersection(*beside)
    cells = [min(common)] if common else list(dict.fromkeys(map(min, beside)))
    return listed_places([place_of_face(board, cell) for cell in cells])


def area_of(board: Board, curve: Sequence[int]) -> set[int]:
    """Return the vertices on one side of a closed curve: the side with fewer. The curve crosses the edges `curve`."""
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


def place_of_area(board: Board, curve: Sequence[int]) -> Place:
    """Return the area on one side of a closed curve: the side with fewer dots. The curve crosses the edges `curve`. The
    text of the Place names the dot nearest to the middle of the area."""
    area = sorted(area_of(board, curve))
    middle = board.xy[area].mean(axis=0)
    nearest = min(area, key=lambda vertex: float(((board.xy[vertex] - middle) ** 2).sum()))
    return Place(f"the area around {vertex_place(board, nearest)}", "vertex", tuple(area))


def _path(board: Board, step: Deduction) -> Place | None:
    """Return the finished loop that a step uses, or the path of known lines that must not close. Return None if the
    step uses neither. A path is ignored unless the step's rule has `at_edge` set.
    """
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


def _with_number(puzzle: Puzzle, step: Deduction, words: str | Phrase) -> Phrase:
    """Replace `{3}` in `words` by the clue that means "lines on all sides of the cell but one": 3 for a square."""
    parts = (words,) if isinstance(words, str) else words
    if not any("{" in word for word in parts if isinstance(word, str)):
        return parts
    numbers = {str(puzzle.clues[face]) for face in faces_of(step) if _is_full(puzzle, face)}
    # If the clues have different numbers, no single number fits.
    number = "clue" if len(numbers) > 1 else next(iter(numbers), "3")
    return without_fields(fill(parts, {"3": number}))


def _title(puzzle: Puzzle, step: Deduction, title: str) -> str:
    """Return the title of a rule with the numbers of the step's clues: `adjacent 3s` or `adjacent 2 and 5`."""
    faces = faces_of(step)
    full = [str(puzzle.clues[face]) for face in faces if _is_full(puzzle, face)]
    if len(set(full)) > 1:
        title = title.removeprefix("three ").replace("{3}s", join_words(full))
        for number in full:
            title = title.replace("{3}", number, 1)
    others = [str(puzzle.clues[face]) for face in faces if face < puzzle.board.n_faces and puzzle.clues[face] != 1]
    return text_of(without_fields(fill(title, {"3": (full or ["3"])[0], "1": (others or ["1"])[0]})))


def _is_full(puzzle: Puzzle, face: int) -> bool:
    return face < puzzle.board.n_faces and 1 < int(puzzle.clues[face]) == len(puzzle.board.edges_of_face(face)) - 1


def with_names(board: Board, words: Phrase, near: Collection[int]) -> Phrase:
    """Replace each "this dot" by a name for the dot. If possible, the name calls it a corner of a cell in `near`."""
    return tuple(
        word._replace(text=vertex_place(board, word.items[0], near))
        if isinstance(word, Place) and word.text == _HERE
        else word
        for word in words
    )


def rule_with_look(rule: Phrase, where: Phrase, why: Phrase) -> Phrase:
    """Return the sentence about the rule. If the reason `why` names none of the places in `where`, add these places."""
    text = text_of(why).casefold()
    places = [word for word in where if isinstance(word, Place)]
    if any(place.text.casefold() in text for place in places):
        return rule
    look = _LOOK.fullmatch(text_of(where))
    return phrase(text_of(rule).removesuffix("."), f" ({look[1]}).") if look else rule
