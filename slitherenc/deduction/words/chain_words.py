"""The texts of chains. A chain explains a step in small steps (links), each with its conclusion and its reason.

The reason for a link is a clue or a dot, a path that would close, or the lines that a route between two cells crosses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import (
    ClosedCurve,
    Clues,
    CurveCrossing,
    Known,
    OneLoop,
    Premise,
    Sides,
    Unique,
    Vertex,
)
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.words.clue_words import reason_of_clue, totals, wrong_total
from slitherenc.deduction.words.phrases import Phrase, listed_phrases, listed_places, phrase, sentence, text_of
from slitherenc.places import place_of_edge, place_of_face, place_of_vertex, places_of_edges
from slitherenc.puzzles.clue_types import nouns_at
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle

_MOST_IN_PAIRS = 12  # most edges of a clue or dot whose values are all tried
_LINKS_IN_WORDS = 3  # most links (with the contradiction) of a chain that is put into sentences


class ChainLine(NamedTuple):
    """A sentence of a chain (a step-by-step derivation), on its own line of text.

    words  the sentence
    edge   the edge that the sentence is about; None for a sentence about cells and for the contradiction
    depth  0 for a sentence of the chain itself, 1 for a sentence of a supposition inside the chain, and so on
    """

    words: Phrase
    edge: int | None
    depth: int = 0


def lines_of_chain(puzzle: Puzzle, step: Deduction) -> Iterator[ChainLine]:
    """Yield a line of text for each small step that explains `step`. Leave out a fact that was already stated."""
    if step.sub and not step.sub[-1].concludes:
        yield ChainLine(phrase("Suppose that ", opposite_of(puzzle.board, step), "."), step.concludes[0].edge)
    relations: set[tuple[tuple[int, int], bool]] = set()  # two faces, and whether they lie on opposite sides
    previous_lines: set[str] = set()
    for link in step.sub:
        if link.sides is not None:
            if link.sides[:2] in relations:
                continue
            relations.add(link.sides[:2])
        yield from _link(puzzle, link, previous_lines)


def _link(puzzle: Puzzle, link: Deduction, previous_lines: set[str]) -> Iterator[ChainLine]:
    """Yield the sentences of one link (a small step). A sentence in `previous_lines` gets "as before" as its reason."""
    board = puzzle.board
    known = link.concludes[0] if link.concludes else None
    conclusion = () if known is None else sentence(_plain(board, known, faces_of(link)))
    if link.sub:
        assert known is not None, "a supposition within another concludes an edge"
        opposite = "is empty" if known.line else "is a line"
        yield ChainLine(phrase(conclusion, f". To see why, suppose that it {opposite}:"), known.edge)
        for below in link.sub:
            yield from (line._replace(depth=line.depth + 1) for line in _link(puzzle, below, previous_lines))
        return
    reason = link.why or reason_of_link(puzzle, link)
    if link.sides is not None:
        yield ChainLine(phrase(sentence(_sides(board, link.sides)), ": ", reason, "."), None)
        return
    if known is None:
        full = phrase("That is a contradiction: ", reason, ".")
        repeated = phrase("That is the same contradiction as before.")
    else:
        full, repeated = phrase(conclusion, ": ", reason, "."), phrase(conclusion, ", as before.")
    edge = None if known is None else known.edge
    yield ChainLine(repeated if text_of(full) in previous_lines else full, edge)
    previous_lines.add(text_of(full))


def reason_of_link(puzzle: Puzzle, link: Deduction) -> Phrase:
    return listed_phrases(_reasons(puzzle, link))


def _reasons(puzzle: Puzzle, link: Deduction) -> Sequence[Phrase]:
    """Return the reason for a link (a small step) as one phrase, or as one name for each clue and dot that it uses."""
    board = puzzle.board
    sources = [premise for premise in link.premises if isinstance(premise, Clues | Vertex)]
    relations = [premise for premise in link.premises if isinstance(premise, Sides)]
    n_lines = sum(isinstance(premise, Known) and premise.line for premise in link.premises)
    for premise in link.premises:
        match premise:
            case OneLoop(edges):
                closes = "it would close a loop " if link.concludes else "a loop closes "
                return [phrase(closes, _left_out(board, link, edges))]
            case ClosedCurve():
                return [_way_around(puzzle, link)]
            case CurveCrossing(edges):
                across = listed_places(places_of_edges(board, edges, most=6))
                return [phrase("there are lines on both sides of a closed curve that crosses ", across)]
            case Unique():
                return [("otherwise the puzzle would have a second loop",)]
    names = [_name(puzzle, source) for source in sources]
    known = [edges_between(board, sides) for sides in relations]
    if link.sides is not None:
        also = phrase(listed_phrases(known), ", and ") if known else ()
        return [phrase(edges_between(board, link.sides), ", since ", also, by_pairs(puzzle, link))]
    if relations:
        return [phrase(listed_phrases(known), ", so ", by_pairs(puzzle, link))]
    return [_reason(puzzle, link, sources[0], n_lines)] if len(sources) == 1 else names


def by_pairs(puzzle: Puzzle, link: Deduction) -> Phrase:
    """Return the reason for a small step whose premises are pairs of edges with equal or different values. Example:
    `otherwise the 2 at R4C4 would have too few lines`."""
    sources = [premise for premise in link.premises if isinstance(premise, Clues | Vertex)]
    pairs = [(p.across, p.opposite) for p in link.premises if isinstance(p, Sides)]
    values = {premise.edge: premise.line for premise in link.premises if isinstance(premise, Known)}
    if link.sides is not None:
        pairs.append((link.sides.across, not link.sides.opposite))
    else:
        values |= {known.edge: not known.line for known in link.concludes}
    if len(sources) == 1:
        source, name = sources[0], _name(puzzle, sources[0])
        if isinstance(source, Vertex):
            edges, allowed = puzzle.board.edges_of_vertex(source.vertex).tolist(), [0, 2]
        else:
            number = _number(puzzle, source)
            edges, allowed = list(sides_of_face(puzzle.board, source.faces[0])), [] if number is None else [number]
        about = {*values, *(edge for pair, _ in pairs for edge in pair)}
        if allowed and about.issubset(edges) and len(edges) <= _MOST_IN_PAIRS:
            wrong = wrong_total(totals(edges, values, pairs), allowed, at_dot=isinstance(source, Vertex))
            return phrase("otherwise ", name, f" {wrong}")
    names = listed_phrases([_name(puzzle, source) for source in sources])
    return phrase(names, f" leave{'s' * (len(sources) == 1)} no other way")


def edges_between(board: Board, sides: Sides, near: Collection[int] = ()) -> Phrase:
    """If `sides.opposite` is true, state that exactly one of the two edges in `sides.across` is a line. Otherwise,
    state that both are lines or both are empty. If possible, name the edges as sides of the faces in `near`.
    """
    edges = listed_places(places_of_edges(board, sides.across, near))
    return (
        phrase("just one of ", edges, " is a line")
        if sides.opposite
        else phrase(edges, " are both lines or both empty")
    )


def _left_out(board: Board, link: Deduction, loop: Collection[int]) -> Phrase:
    others = (premise for premise in link.premises if not isinstance(premise, OneLoop))
    why = next((premise for premise in others if not (isinstance(premise, Known) and premise.edge in loop)), None)
    return ("too early",) if why is None else left_out(board, why)


def left_out(board: Board, why: Premise) -> Phrase:
    """State why a closed path is not the loop: `why` is a line or dot that it leaves out, or a clue that it breaks."""
    match why:
        case Known(edge):
            return phrase("that leaves out ", place_of_edge(board, edge), ", which is also a line")
        case Clues((face,)) if face < board.n_faces:
            at = "at " if board.kind == "square" else "in "
            return phrase("that does not satisfy the clue ", at, place_of_face(board, face))
        case Vertex(vertex):
            return phrase("that leaves out ", place_of_vertex(board, vertex))
    return ("that does not satisfy all clues",)


def _way_around(puzzle: Puzzle, link: Deduction) -> Phrase:
    """State where a route crosses the loop. The route leads from a cell to another cell, or from outside the board to a
    cell. Example: `a way in from the rim changes sides once, over …` (the name of the crossed line follows).
    """
    board = puzzle.board
    lines = [premise.edge for premise in link.premises if isinstance(premise, Known) and premise.line]
    opposite = [premise for premise in link.premises if isinstance(premise, Sides) and premise.opposite]
    clues = [_name(puzzle, premise) for premise in link.premises if isinstance(premise, Clues)]
    over = [phrase("over ", listed_places(places_of_edges(board, lines, most=6)))] if lines else []
    changes = [*over, *(phrase("between ", two_faces(board, sides)) for sides in opposite)]
    n = len(lines) + len(opposite)
    parts = [phrase("leads by ", listed_phrases(clues))] if clues else []
    if changes:
        times = "" if clues else {1: "once, ", 2: "twice, "}.get(n, f"{n} times, ")
        parts.append(phrase("changes sides ", times, listed_phrases(changes)))
    outer = link.sides is not None and board.n_faces in link.sides.faces
    start = "a way in from the rim " if outer else "a way from one to the other "
    way = phrase(start, *parts[:1], *(phrase(" and ", part) for part in parts[1:]))
    if not parts:
        way = ("a way in from the rim crosses no line",) if outer else phrase(start, "crosses no line")
    if link.sides is not None:
        return way
    ((edge, line),) = link.concludes
    a, b = (
        place_of_face(board, face) for face in sorted(int(face) % (board.n_faces + 1) for face in board.sides[edge])
    )
    return phrase(a, " and ", b, f" lie on {'opposite sides' if line else 'the same side'} of the loop, as ", way)


def two_faces(board: Board, sides: Sides) -> Phrase:
    a, b = (place_of_face(board, face) for face in sides.faces)
    return phrase(a, " and ", b)


def _reason(puzzle: Puzzle, link: Deduction, source: Clues | Vertex, n_lines: int) -> Phrase:
    name = _name(puzzle, source)
    number = _number(puzzle, source) if isinstance(source, Clues) else None
    if isinstance(source, Clues) and number is None:
        return _of_other_clue(puzzle, link, source)
    if not link.concludes:
        has, wrong = _wrong(source, number, n_lines)
        return phrase(name, f" {has} {wrong}")
    if link.concludes[0].line:
        goes_on = isinstance(source, Vertex) and n_lines > 0
        return phrase(name, " has one line, which must go on" if goes_on else " needs it")
    if isinstance(source, Vertex):
        return phrase(name, " has two lines already" if n_lines else " would be a dead end")
    return phrase(name, " has all its lines")


def _wrong(source: Clues | Vertex, number: int | None, n_lines: int) -> tuple[str, str]:
    if isinstance(source, Vertex):
        if n_lines == 0:
            return "is", "left without lines"
        return "has", "one line, which cannot go on" if n_lines == 1 else "more than two lines"
    too_many = number is not None and n_lines > number
    return "has", "too many lines" if too_many else "too few edges left"


def _of_other_clue(puzzle: Puzzle, link: Deduction, source: Clues) -> Phrase:
    marks = [premise for premise in link.premises if isinstance(premise, Known)]
    goal = link.concludes[0] if link.concludes else None
    return reason_of_clue(puzzle, source.faces, _name(puzzle, source), marks, goal)


def otherwise(puzzle: Puzzle, step: Deduction) -> Phrase | None:
    """State in sentences how the opposite of the conclusion leads to a contradiction: `Otherwise …, and the 1 at R5C4
    would have too many lines.` Return None if the explanation would be too long, or if there is no contradiction."""
    if not step.sub or step.sub[-1].concludes or len(step.sub) > _LINKS_IN_WORDS:
        return None
    *links, end = step.sub
    if any(link.sub or not link.concludes for link in links):
        return None
    board, faces = puzzle.board, faces_of(step)
    goal = step.concludes[0]
    opposite = " would be empty" if goal.line else " would be a line"
    text = phrase("Otherwise ", place_of_edge(board, goal.edge, faces), opposite)
    if links:
        reasons = [(link, listed_phrases(_reasons(puzzle, link))) for link in links]
        follow = [
            phrase(_plain(board, link.concludes[0], faces_of(link) or faces), ", since ", why) for link, why in reasons
        ]
        text = phrase(text, ". Then ", *(phrase(", and " if number else "", one) for number, one in enumerate(follow)))
    return phrase(text, ". So " if links else ", and ", _would(puzzle, end), ".")


def _would(puzzle: Puzzle, end: Deduction) -> Phrase:
    """State a contradiction with "would": `the 1 at R5C4 would have too many lines`."""
    sources = [premise for premise in end.premises if isinstance(premise, Clues | Vertex)]
    if len(sources) == 1 and len(end.premises) == len(sources) + sum(isinstance(p, Known) for p in end.premises):
        number = _number(puzzle, sources[0]) if isinstance(sources[0], Clues) else None
        if number is not None or isinstance(sources[0], Vertex):
            n_lines = sum(isinstance(premise, Known) and premise.line for premise in end.premises)
            has, wrong = _wrong(sources[0], number, n_lines)
            return phrase(_name(puzzle, sources[0]), f" would {'be' if has == 'is' else 'have'} {wrong}")
    return listed_phrases(_reasons(puzzle, end))


def _number(puzzle: Puzzle, clues: Clues) -> int | None:
    """Return the number of a clue. Return None if the clue is not a number, or if a variant changes its meaning."""
    face = clues.faces[0]
    if len(clues.faces) > 1 or face == puzzle.board.n_faces or set(puzzle.variants) - {EVERY_VERTEX}:
        return None
    number = int(puzzle.clues[face])
    return number if number >= 0 else None


def _name(puzzle: Puzzle, source: Clues | Vertex) -> Phrase:
    if isinstance(source, Clues):
        return clues_in_words(puzzle, source.faces)
    return (place_of_vertex(puzzle.board, source.vertex),)


def _sides(board: Board, sides: Sides) -> Phrase:
    if board.n_faces in sides.faces:
        return phrase(place_of_face(board, min(sides.faces)), f" lies {'inside' if sides.opposite else 'outside'}")
    return phrase(two_faces(board, sides), f" lie on {'opposite sides' if sides.opposite else 'the same side'}")


def opposite_of(board: Board, step: Deduction) -> Phrase:
    goal = step.concludes[0]
    return _plain(board, goal._replace(line=not goal.line), faces_of(step))


def _plain(board: Board, known: Known, faces: Sequence[int]) -> Phrase:
    return phrase(place_of_edge(board, known.edge, faces), f" {'is a line' if known.line else 'is empty'}")


def faces_of(step: Deduction) -> list[int]:
    """Return the faces with the clues of a step. Names of places prefer these faces, as in `the top edge of R1C2`."""
    return list(dict.fromkeys(face for clues in clues_to_see(step.premises) for face in clues.faces))


def clues_to_see(premises: Iterable[Premise]) -> Iterator[Clues]:
    """Yield the clues in `premises`, in order. Stop at the first premise about a closed path or a closed curve."""
    for premise in premises:
        if isinstance(premise, OneLoop | CurveCrossing):
            return  # later clues only prove that there is a line elsewhere
        if isinstance(premise, Clues):
            yield premise


def clues_in_words(puzzle: Puzzle, faces: Sequence[int], most: int | None = None) -> Phrase:
    """Name the clues of some faces: `the 3s at R1C1 and R2C2, and the 1 at R3C1`. If there are more than `most` clues
    of one kind, only count the rest: `the 0s at R1C1, R2C2 and 38 more`."""
    board = puzzle.board
    by_noun: dict[tuple[str, str], list[int]] = {}
    for face in faces:
        by_noun.setdefault(nouns_at(puzzle, face), []).append(face)
    groups = []
    for (noun, plural), some in by_noun.items():
        places = [place_of_face(board, face) for face in some[:most]]
        in_cells = board.kind != "square" and board.n_faces not in some
        at = "in " if in_cells else "at "
        if in_cells and len(some) > 1:
            at = "in cells "
            places = [p if isinstance(p, str) else p._replace(text=p.text.removeprefix("cell ")) for p in places]
        if most is not None and len(some) > most:
            places.append(f"{len(some) - most} more")
        cells = listed_places(places)
        groups.append(phrase(f"the {plural if len(some) > 1 else noun} ", at, cells))
    return listed_phrases(groups)
