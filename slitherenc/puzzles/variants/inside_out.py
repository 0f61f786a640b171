"""Variant: outside the loop, a number counts the edges that are not lines (janko.at's Slitherlink 018).

Inside the loop, a number counts the lines around its face, as in the plain puzzle. Outside the loop, a number counts
the other edges of its face. The outer face lies outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from slitherenc.base.errors import quantity
from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, inside
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.violation import Violation, lines_in_words
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example, numbers
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle

INTERPRETS: Sequence[str] = ("number",)
IN_PROOFS = True
RULE = (
    "Inside the loop a number counts the sides that are lines. Outside the loop it counts the sides that are not lines."
)
SHOWN = (
    '{"board": "square:4x3", "clues": "2..33..2.213", "variants": ["inside-out"], "solution": '
    '"0110100110000011001001100010111"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "4...", "variants": ["inside-out"]}', 2),
    Example('{"board": "square:2x2", "clues": "2.2.", "variants": ["inside-out"]}', 1),
    Example('{"board": "triangle:2", "clues": ".3..", "variants": ["inside-out"]}', 3),
)


def constraints(puzzle: Puzzle) -> Iterator[Cardinality | Either]:
    board = puzzle.board
    for face, value in numbers(puzzle):
        edges = sides_of_face(board, face)
        other = len(edges) - value
        outside = Cardinality(edges, (other,) if other >= 0 else (len(edges) + 1,), face=face)
        if face == board.n_faces or value == other:
            yield outside
            continue
        ways = ((Side(face, True), Cardinality(edges, (value,))), (Side(face, False), outside))
        yield Either(ways, face=face)


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    board = puzzle.board
    within = np.append(inside(board, lines), False)
    for face, value in numbers(puzzle):
        edges = sides_of_face(board, face)
        number = int(lines[list(edges)].sum())
        off = len(edges) - number
        if (number if within[face] else off) != value:
            words = f"inside the loop, has {lines_in_words(number)}"
            if not within[face]:
                words = f"outside the loop, has {quantity(off, 'side')} without a line"
            message = f"the clue {value} at {face_place(board, face)}, {words}"
            yield Violation("clue", message, face=face, edges=edges)


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue]]:
    numbers, sizes = face_counts(board, lines), np.diff(board.face_start)
    shown = np.where(inside(board, lines), numbers, sizes - numbers).tolist()
    return {face: (Clue(NUMBER, number),) for face, number in enumerate(shown)}
