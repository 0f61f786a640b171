"""The clue type of plain numbers, as in standard Slitherlink: the number of lines around the face."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from slitherenc.base.compiled import is_compiled
from slitherenc.boards.adjacency import sides_of_face
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import face_counts
from slitherenc.model import fast_check
from slitherenc.model.cardinalities import Cardinalities, of_faces, pack
from slitherenc.model.constraints import Cardinality
from slitherenc.model.violation import Violation, lines_in_words
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import NUMBER, UNKNOWN_CLUE, Clue

TITLE = "Numbers"  # shown to users, in the plural
IN_PROOFS = True
RULE = "A number tells how many of its sides are on the loop."
SHOWN = '{"board": "square:4x3", "clues": ".2..30.2.2.3", "solution": "0110100110000011001001100010111"}'
EXAMPLES = (
    Example("slither/2/2/3i", 4),
    Example("slither/4/4/dgdh2c7b", 1),
    Example("slither/2/2/j", 13),
    Example("slither/2/2/00h", 0),
)


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinalities]:
    """Yield constraints on numbers of lines around faces. The edges of face F (outer face) are the board's border."""
    n_faces = board.n_faces
    if faces[-1] < n_faces:
        yield of_faces(board, faces, values)
    else:
        yield of_faces(board, faces[:-1], values[:-1])
        yield pack([Cardinality(sides_of_face(board, n_faces), (int(values[-1]),), face=n_faces)])


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    if is_compiled(fast_check) and faces[-1] < board.n_faces:
        on = lines.view(np.uint8)
        if fast_check.numbers_hold(on, board.face_start, board.face_edges, faces, values):
            return
    counts = face_counts(board, lines)
    numbers = counts[faces % board.n_faces]
    outer = faces == board.n_faces
    if outer.any():
        numbers = np.where(outer, lines[list(sides_of_face(board, board.n_faces))].sum(), numbers)
    for i in np.flatnonzero(numbers != values).tolist():
        face = int(faces[i])
        message = f"the clue {values[i]} at {face_place(board, face)} has {lines_in_words(int(numbers[i]))}"
        yield Violation("clue", message, face=face, edges=sides_of_face(board, face))


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue]]:
    return {face: (Clue(NUMBER, number),) for face, number in enumerate(face_counts(board, lines).tolist())}


def values(board: Board, face: int) -> range:
    return range(len(sides_of_face(board, face)) + 1)


def value_of(sign: str) -> int | None:
    return UNKNOWN_CLUE if sign == "?" else int(sign) if re.fullmatch("[0-9]{1,3}", sign) else None


def sign(value: int) -> str:
    return "?" if value == UNKNOWN_CLUE else str(value)
