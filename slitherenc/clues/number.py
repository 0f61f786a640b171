"""A plain number: so many lines round its face. The clue of Slitherlink."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slitherenc.boards.board import Bits, Board, Ints, face_counts
from slitherenc.cardinalities import Cardinalities, of_faces, pack
from slitherenc.clues import Example
from slitherenc.constraints import Cardinality
from slitherenc.puzzle import UNKNOWN_CLUE
from slitherenc.violation import Violation, face_place, lines_in_words

EXAMPLES = (
    Example("slither/2/2/3i", 4),
    Example("slither/4/4/dgdh2c7b", 1),
    Example("slither/2/2/j", 13),
    Example("slither/2/2/00h", 0),
)


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinalities]:
    """One Cardinality a clue; on the outer face its edges are the rim of the board."""
    bounded = faces < board.n_faces
    yield of_faces(board, faces[bounded], values[bounded])
    rim = tuple(np.flatnonzero((board.sides < 0).any(axis=1)).tolist())
    yield pack(Cardinality(rim, (value,), face=board.n_faces) for value in values[~bounded].tolist())


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    rim = int(lines[(board.sides < 0).any(axis=1)].sum())
    numbers = np.append(face_counts(board, lines), rim)[faces]
    for i in np.flatnonzero(numbers != values).tolist():
        face = int(faces[i])
        message = f"the clue {values[i]} at {face_place(board, face)} has {lines_in_words(int(numbers[i]))}"
        on_rim = face == board.n_faces
        edges = np.flatnonzero((board.sides < 0).any(axis=1)) if on_rim else board.edges_of_face(face)
        yield Violation("clue", message, face=face, edges=tuple(edges.tolist()))


def sign(value: int) -> str:
    return "?" if value == UNKNOWN_CLUE else str(value)
