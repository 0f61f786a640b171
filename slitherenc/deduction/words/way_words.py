"""Sentences about forced ways: the lines that a supposition forces, and the contradiction at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import Clues, Known, OneLoop, Premise, Unique, Vertex
from slitherenc.deduction.words.chain_words import clues_in_words, left_out
from slitherenc.deduction.words.phrases import Phrase, listed_places, phrase, sentence, text_of
from slitherenc.places import Place, place_of_edge, place_of_vertex, places_of_edges
from slitherenc.puzzles.puzzle import Puzzle


class End(NamedTuple):
    """The contradiction to which a supposition leads.

    cause     the contradicted premise: a clue, a dot, `OneLoop` for a path that closes, or `Unique` for a second loop
    left_out  if a path closes, a line or dot outside this path, or a clue that this path breaks; otherwise None
    n_lines   the number of lines at the contradicted clue or dot
    """

    cause: Premise
    left_out: Premise | None
    n_lines: int


class Supposition(NamedTuple):
    """The supposed value of an edge (`known`). Texts name the edge as a side of one of `faces`."""

    known: Known
    faces: Sequence[int]


def forced_round(puzzle: Puzzle, supposed: Supposition, way: Sequence[int], end: End) -> Phrase:
    """State that a supposition leads to the lines `way`, which close a path, and why this path cannot be the loop."""
    only_way = _only_way(puzzle, supposed, way)
    closes = phrase(". This would close a loop " if only_way else ", a loop would close ", _left_out(puzzle, end), ".")
    return phrase(only_way or _suppose(puzzle, supposed), closes)


def trapped_end(puzzle: Puzzle, supposed: Supposition, way: Sequence[int], end: End) -> Phrase:
    """State the lines that follow from a supposition, up to a dot where the loop cannot go on."""
    only_way, fails = _only_way(puzzle, supposed, way), _what_fails(puzzle, end)
    if not only_way:
        return phrase(_suppose(puzzle, supposed), ", ", fails, ".")
    if end.n_lines == 1 and isinstance(end.cause, Vertex):
        fails = phrase("it could not go on at ", place_of_vertex(puzzle.board, end.cause.vertex))
    return phrase(only_way, ". Then ", fails, ".")


def second_solution(puzzle: Puzzle, supposed: Supposition, unique: Unique) -> Phrase:
    one, other = (_together(puzzle.board, edges, ()) for edges in unique)
    way = phrase(", the loop would use ", one, ". It could use ", other, " instead")
    end = ", and all clues would still be satisfied. So there would be two solutions."
    return phrase(_suppose(puzzle, supposed), way, end)


def either_of_two(puzzle: Puzzle, clue: Clues, two: Sequence[int], are_lines: bool, end: End) -> Phrase:
    """State why the edges `two` of a clue cannot both be lines or, if `are_lines` is false, cannot both be empty."""
    pair = _together(puzzle.board, two, clue.faces)
    name, fails = clues_in_words(puzzle, clue.faces), _what_fails(puzzle, end)
    if are_lines:
        first = phrase(sentence(pair), " cannot both be lines: then ", fails, ".")
        return phrase(first, " So one of them is empty, and ", name, " needs all its other edges.")
    first = phrase("At least one of ", pair, " must be a line: with neither, ", fails, ".")
    return phrase(first, " So ", name, " has no line left for its other edges.")


def _only_way(puzzle: Puzzle, supposed: Supposition, way: Sequence[int]) -> Phrase:
    rest = [edge for edge in way if edge != supposed.known.edge]
    if not rest:
        return ()
    onward = _together(puzzle.board, rest, ())
    if len(rest) == len(way):
        return phrase(_suppose(puzzle, supposed), ", the loop would have to use ", onward)
    return phrase("A line on ", _place(puzzle, supposed), " would force the loop along ", onward)


def _suppose(puzzle: Puzzle, supposed: Supposition) -> Phrase:
    return phrase("With" if supposed.known.line else "Without", " a line on ", _place(puzzle, supposed))


def _place(puzzle: Puzzle, supposed: Supposition) -> Place:
    return place_of_edge(puzzle.board, supposed.known.edge, supposed.faces)


def _together(board: Board, edges: Sequence[int], near: Sequence[int]) -> Phrase:
    """Return a phrase that names edges as one place. The picture marks this place, unless it is a single edge."""
    text = text_of(listed_places(places_of_edges(board, edges, near)))
    return (Place(text, "edge", tuple(edges)),) if len(edges) > 1 else (text,)


def _what_fails(puzzle: Puzzle, end: End) -> Phrase:
    match end.cause:
        case OneLoop():
            return phrase("a loop would close ", _left_out(puzzle, end))
        case Vertex(vertex):
            dot = place_of_vertex(puzzle.board, vertex)
            if not end.n_lines:
                return phrase(dot, " would be left without lines")
            return phrase("a line could not go on at " if end.n_lines == 1 else "three lines would meet at ", dot)
        case Clues(faces):
            name, face = clues_in_words(puzzle, faces), faces[0]
            number = int(puzzle.clues[face]) if face < puzzle.board.n_faces else -1
            if len(faces) > 1 or number < 0 or puzzle.variants:
                return phrase(name, " could not be kept")
            return phrase(name, " would have too ", "many lines" if end.n_lines > number else "few edges left")
        case Unique():
            return ("there would be a second loop",)
    return ("that cannot be",)


def _left_out(puzzle: Puzzle, end: End) -> str:
    return "too early" if end.left_out is None else text_of(left_out(puzzle.board, end.left_out))
