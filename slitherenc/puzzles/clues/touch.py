"""The clue type `touch`: the number of separate pieces of the loop that touch the boundary of the face.

A *piece* is a maximal connected part of the loop on the boundary: a path, a single vertex or the whole boundary. Let
S be the number of ends of lines at vertices of the face, not counting lines that are edges of the face. Two of these
ends connect a path or a single vertex to the rest of the loop, so each such piece adds 2 to S. The constraint of a clue
therefore requires that S is twice the clue. There is one exception: if all edges of the face are lines, the whole loop
is the only piece, and S is 0. So a clue 1 also allows this case.
On boards of squares, this is the rule of pzpr's puzzle type tslither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import numpy as np

from slitherenc.base.errors import UsageError, quantity
from slitherenc.boards.adjacency import corners_of_face, edges_at, sides_of_face
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import visited_vertices
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.violation import Violation
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import Clue
from slitherenc.puzzles.shapes import Circle, Shape, Text

IN_PROOFS = True
RULE = "The number tells how many separate pieces of the loop touch its cell, at sides or corners."
SHOWN = (
    '{"board": "square:4x3", "clues": "............", "typed": {"2": ["touch", 2], "7": ["touch", 2], "8": '
    '["touch", 2], "11": ["touch", 2]}, "solution": "1001111010110101011110011010111"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["touch", 0]}}', 0),
    Example('{"board": "square:3x3", "clues": ".........", "typed": {"4": ["touch", 2]}}', 86),
    Example('{"board": "triangle:2", "clues": "....", "typed": {"1": ["touch", 1], "0": ["touch", 0]}}', 0),
)
LENGTHS = (0.94, 1.0)  # at a vertex without lines, the loop can often be changed so that it touches the same faces once


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinality | Either]:
    """Yield one constraint per clue. Raises UsageError for values below 0, and for a clue on the outer face if the
    boundary of that face touches itself."""
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if value < 0:
            raise UsageError(f"a touch clue must be at least 0, got {value}")
        sides = sides_of_face(board, face)
        if face == board.n_faces:
            _refuse_bent_rim(board, sides)
        edges, ends = edges_at(board, corners_of_face(board, face))
        if value == 0:
            yield Cardinality(edges, (0,), face=face)
            continue
        among = set(sides)
        spokes = [(edge, number) for edge, number in zip(edges, ends, strict=True) if edge not in among]
        pieces = Cardinality(tuple(e for e, _ in spokes), (2 * value,), tuple(n for _, n in spokes), face=face)
        if value > 1:
            yield pieces
        else:
            around = Cardinality(sides, (len(sides),))
            yield Either(((pieces,), (around, pieces._replace(sums=(0,)))), face=face)


def in_proof(board: Board, row: Cardinality) -> Cardinality:
    """Return `row`, a clue's constraint, in the form of docs/proofs.md: if the clue is 0, each edge gets a weight,
    which counts its ends (1 or 2) at vertices of the face."""
    if row.sums != (0,):
        return row
    return row._replace(weights=edges_at(board, corners_of_face(board, row.face))[1])


def _refuse_bent_rim(board: Board, sides: tuple[int, ...]) -> None:
    if (np.bincount(board.ends[list(sides)].ravel()) > 2).any():
        raise UsageError("the outer face cannot have a touch clue, because its boundary visits a vertex more than once")


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    for face, value, number in zip(faces.tolist(), values.tolist(), _pieces(board, faces, lines), strict=True):
        if number != value:
            where = face_place(board, face)
            message = f"the clue {value} at {where} is touched in {quantity(number, 'separate piece')}"
            yield Violation("touch", message, face=face, edges=edges_at(board, corners_of_face(board, face))[0])


def _pieces(board: Board, faces: Ints, lines: Bits) -> Iterator[int]:
    """Yield for each face the number of separate pieces of the loop on its boundary."""
    on_loop = visited_vertices(board, lines)
    for face in faces.tolist():
        on = int(lines[list(sides_of_face(board, face))].sum())
        # A path has one vertex more than lines. If all edges are lines, there is one piece.
        yield max(int(on_loop[list(corners_of_face(board, face))].sum()) - on, int(on > 0))


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue]]:
    faces = np.arange(board.n_faces, dtype=np.int32)
    return {face: (Clue("touch", number),) for face, number in enumerate(_pieces(board, faces, lines))}


def values(board: Board, face: int) -> range:
    return range(len(corners_of_face(board, face)) + 1)


def sign(value: int) -> str:
    return f"t{value}"


def nouns(value: int) -> tuple[str, str]:
    return f"touch clue {value}", f"touch {value}s"


def value_of(sign: str) -> int | None:
    return int(sign[1:]) if re.fullmatch("t[0-9]{1,2}", sign) else None


def picture(value: int) -> tuple[Shape, ...]:
    return Circle((0, 0), 0.82), Text(str(value), 0.62)
