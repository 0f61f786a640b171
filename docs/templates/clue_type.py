"""The clue type parity: the number of lines round the face is even or odd, as the value is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import face_counts
from slitherenc.model.constraints import Cardinality
from slitherenc.model.violation import Violation, lines_in_words
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example

EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["parity", 0], "1": ["parity", 0]}}', 1),
    Example('{"board": "triangle:2", "clues": "....", "typed": {"outer": ["parity", 0]}}', 11),
)


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinality]:
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        edges = _edges(board, face)
        yield Cardinality(edges, tuple(range(value % 2, len(edges) + 1, 2)), face=face)


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    rim = lines[(board.sides < 0).any(axis=1)].sum()
    numbers = np.append(face_counts(board, lines), rim)[faces]
    for i in np.flatnonzero((numbers - values) % 2).tolist():
        face, number = int(faces[i]), int(numbers[i])
        message = f"{face_place(board, face)} has {lines_in_words(number)}, not an {_word(values[i])} number"
        yield Violation("parity", message, face=face, edges=_edges(board, face))


def sign(value: int) -> str:
    return _word(value)[0]


def value_of(sign: str) -> int | None:
    return {"e": 0, "o": 1}.get(sign)


def _word(value: int) -> str:
    return "odd" if value % 2 else "even"


def _edges(board: Board, face: int) -> tuple[int, ...]:
    """Face F is the outer one: the edges of the rim."""
    edges = board.edges_of_face(face) if face < board.n_faces else np.flatnonzero((board.sides < 0).any(axis=1))
    return tuple(edges.tolist())
