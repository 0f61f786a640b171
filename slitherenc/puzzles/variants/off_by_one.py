"""Variant: every number is wrong by exactly 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts
from slitherenc.model.constraints import Cardinality
from slitherenc.model.violation import Violation, lines_in_words
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example, numbers
from slitherenc.puzzles.puzzle import NUMBER, Clue, Puzzle

INTERPRETS: Sequence[str] = ("number",)
IN_PROOFS = True
RULE = "Every number is exactly 1 too high or 1 too low."
SHOWN = (
    '{"board": "square:4x3", "clues": "..4.4.334...", "variants": ["off-by-one"], "solution": '
    '"1011110011110110000111011110000"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "5...", "variants": ["off-by-one"]}', 1),
    Example('{"board": "square:2x2", "clues": "0..2", "variants": ["off-by-one"]}', 4),
    Example('{"board": "triangle:2", "clues": ".1..", "variants": ["off-by-one"]}', 6),
)


def constraints(puzzle: Puzzle) -> Iterator[Cardinality]:
    for face, value in numbers(puzzle):
        sums = tuple(number for number in (value - 1, value + 1) if number >= 0)
        yield Cardinality(sides_of_face(puzzle.board, face), sums, face=face)


def broken(puzzle: Puzzle, lines: Bits) -> Iterator[Violation]:
    for face, value in numbers(puzzle):
        edges = sides_of_face(puzzle.board, face)
        number = int(lines[list(edges)].sum())
        if abs(number - value) != 1:
            message = f"the clue {value} at {face_place(puzzle.board, face)} is not wrong by 1"
            yield Violation("clue", f"{message}: it has {lines_in_words(number)}", face=face, edges=edges)


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue, ...]]:
    """Map each face to clues: n - 1 and n + 1 if it has n lines. Omit clues below 0 or above its number of edges."""
    known = zip(face_counts(board, lines).tolist(), np.diff(board.face_start).tolist(), strict=True)
    return {
        face: tuple(Clue(NUMBER, shown) for shown in (number - 1, number + 1) if 0 <= shown <= size)
        for face, (number, size) in enumerate(known)
    }
