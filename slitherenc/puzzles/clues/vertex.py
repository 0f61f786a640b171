"""The clue type `vertex`: how many of the face's vertices the loop visits.

Two lines end at each visited vertex. So if the loop visits n of the vertices, the lines have 2n ends there. In the
constraint, the weight of an edge is the number of its ends at these vertices (1 or 2). The lines must weigh 2n in all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.adjacency import corners_of_face, edges_at
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import visited_vertices
from slitherenc.model.constraints import Cardinality
from slitherenc.model.violation import Violation
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import Clue
from slitherenc.puzzles.shapes import Circle, Shape, Text

TITLE = "Corners"  # shown to users, in the plural
IN_PROOFS = True
RULE = "The number tells how many corners of its cell the loop visits."
SHOWN = (
    '{"board": "square:4x3", "clues": "............", "typed": {"0": ["vertex", 2], "3": ["vertex", 1], "4": '
    '["vertex", 4], "9": ["vertex", 2]}, "solution": "0010001001000011011100000000000"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["vertex", 1]}}', 1),
    Example('{"board": "square:3x2", "clues": "......", "typed": {"0": ["vertex", 3], "5": ["vertex", 2]}}', 2),
    Example('{"board": "triangle:2", "clues": "....", "typed": {"outer": ["vertex", 5]}}', 3),
)
LENGTHS = (0.33, 0.48)  # a longer loop shares its visited vertices with many other loops


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinality]:
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if value < 0:
            raise UsageError(f"a vertex clue must be at least 0, got {value}")
        edges, ends = edges_at(board, corners_of_face(board, face))
        yield Cardinality(edges, (2 * value,), ends, face=face)


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    for face, value, number in zip(faces.tolist(), values.tolist(), _visited(board, faces, lines), strict=True):
        if number != value:
            message = f"the clue {value} at {face_place(board, face)} has {quantity(number, 'visited corner')}"
            yield Violation("vertex", message, face=face, edges=edges_at(board, corners_of_face(board, face))[0])


def _visited(board: Board, faces: Ints, lines: Bits) -> Iterator[int]:
    on_loop = visited_vertices(board, lines)
    for face in faces.tolist():
        yield int(on_loop[list(corners_of_face(board, face))].sum())


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue]]:
    faces = np.arange(board.n_faces, dtype=np.int32)
    return {face: (Clue("vertex", number),) for face, number in enumerate(_visited(board, faces, lines))}


def values(board: Board, face: int) -> range:
    return range(len(corners_of_face(board, face)) + 1)


def sign(value: int) -> str:
    return f"v{value}"


def nouns(value: int) -> tuple[str, str]:
    return f"vertex clue {value}", f"vertex {value}s"


def value_of(sign: str) -> int | None:
    return int(sign[1:]) if re.fullmatch("v[0-9]{1,2}", sign) else None


def picture(value: int) -> tuple[Shape, ...]:
    """Draw the number, with a dot at each of the four corners of the cell."""
    dots = (Circle((x, y), 0.13, filled=True) for x in (-0.61, 0.61) for y in (-0.61, 0.61))
    return *dots, Text(str(value), 0.62)
