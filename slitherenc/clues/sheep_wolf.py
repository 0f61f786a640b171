"""Sheep and wolves: a sheep (value 1) lies inside the loop, a wolf (value 0) outside."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import inside
from slitherenc.clues import Example
from slitherenc.constraints import Side
from slitherenc.errors import UsageError
from slitherenc.violation import Violation, face_place

EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["sheep-wolf", 1], "3": ["sheep-wolf", 0]}}', 4),
    Example('{"board": "triangle:2", "clues": "....", "typed": {"0": ["sheep-wolf", 0], "2": ["sheep-wolf", 1]}}', 4),
    Example('{"board": "square:1x3", "clues": "...", "typed": {"0": ["sheep-wolf", 1], "2": ["sheep-wolf", 0]}}', 2),
)
_NAMES = ("wolf", "sheep")


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Side]:
    """One Side a clue. Raises UsageError for another value, and on the outer face, which is always outside."""
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if value not in (0, 1):
            raise UsageError(f"a clue of the type sheep-wolf is 1, a sheep, or 0, a wolf, not {value}")
        if face == board.n_faces:
            raise UsageError("no sheep and no wolf stands on the outer face")
        yield Side(face, value == 1)


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    within = inside(board, lines)
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if within[face] != value:
            message = f"the {_NAMES[value]} at {face_place(board, face)} is {('inside', 'outside')[value]} the loop"
            yield Violation(_NAMES[value], message, face=face, edges=tuple(board.edges_of_face(face).tolist()))


def sign(value: int) -> str:
    return "WS"[value]


def value_of(sign: str) -> int | None:
    return {"W": 0, "S": 1}.get(sign)
