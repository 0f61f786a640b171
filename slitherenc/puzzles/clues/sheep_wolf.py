"""The clue type `sheep-wolf`: a sheep (value 1) lies inside the loop, a wolf (value 0) outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import face_counts, inside
from slitherenc.model.constraints import Side
from slitherenc.model.violation import ORDER as _ORDER
from slitherenc.model.violation import Violation
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import NUMBER, Clue
from slitherenc.puzzles.shapes import Area, Point, Shape, Stroke

TITLE = "Sheep and wolves"  # shown to users, in the plural
ORDER = (*_ORDER, "sheep", "wolf")
IN_PROOFS = True
RULE = "A sheep lies inside the loop, a wolf outside."
SHOWN = (
    '{"board": "square:4x3", "clues": "3..3.....2..", "typed": {"4": ["sheep-wolf", 0], "7": ["sheep-wolf", '
    '1], "8": ["sheep-wolf", 1], "11": ["sheep-wolf", 0]}, "solution": "1011110011110110000111011110000"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["sheep-wolf", 1], "3": ["sheep-wolf", 0]}}', 4),
    Example('{"board": "triangle:2", "clues": "....", "typed": {"0": ["sheep-wolf", 0], "2": ["sheep-wolf", 1]}}', 4),
    Example('{"board": "square:1x3", "clues": "...", "typed": {"0": ["sheep-wolf", 1], "2": ["sheep-wolf", 0]}}', 2),
)


def _wool(angle: float) -> Point:
    """Return a point of the sheep's woolly outline, a circle of eight tufts. `angle` is in full turns."""
    radius = 0.66 + 0.22 * abs(sin(8 * pi * angle))
    return radius * cos(2 * pi * angle), radius * sin(2 * pi * angle)


_SHEEP: tuple[Shape, ...] = (
    Stroke(tuple(_wool(i / 48) for i in range(49))),
    Area((((-0.46, -0.22), (0.46, -0.22), (0.2, -0.04), (0.17, 0.32), (0, 0.44), (-0.17, 0.32), (-0.2, -0.04)),)),
)
_WOLF: tuple[Shape, ...] = (
    Area(
        (
            ((-0.6, -0.75), (-0.25, -0.4), (0.25, -0.4), (0.6, -0.75), (0.75, 0.1), (0, 0.9), (-0.75, 0.1)),
            ((-0.42, -0.12), (-0.12, 0.02), (-0.3, 0.12)),
            ((0.42, -0.12), (0.12, 0.02), (0.3, 0.12)),
        )
    ),
)


def _name(value: int) -> str:
    if value not in (0, 1):
        raise UsageError(f"a sheep-wolf clue must be 1 (a sheep) or 0 (a wolf), got {value}")
    return ("wolf", "sheep")[value]


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Side]:
    """Yield one `Side` per clue. Raises UsageError for values other than 0 and 1, and for the outer face."""
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        name = _name(value)
        if face == board.n_faces:
            raise UsageError(f"the outer face cannot have a {name}")
        yield Side(face, value == 1)


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    within = inside(board, lines)
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if within[face] != value:
            name = _name(value)
            message = f"the {name} at {face_place(board, face)} is {('inside', 'outside')[value]} the loop"
            yield Violation(name, message, face=face, edges=tuple(board.edges_of_face(face).tolist()))


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue, Clue]]:
    """Return, for each face, its two possible clues: its number of lines, and a sheep or a wolf."""
    known = zip(face_counts(board, lines).tolist(), inside(board, lines).astype(int).tolist(), strict=True)
    return {face: (Clue(NUMBER, number), Clue("sheep-wolf", side)) for face, (number, side) in enumerate(known)}


def values(board: Board, face: int) -> tuple[int, ...]:
    return 0, 1


def sign(value: int) -> str:
    return _name(value)[0].upper()


def nouns(value: int) -> tuple[str, str]:
    return ("sheep", "sheep") if value else ("wolf", "wolves")


def value_of(sign: str) -> int | None:
    return {"W": 0, "S": 1}.get(sign)


def picture(value: int) -> tuple[Shape, ...]:
    """Draw a head: a round, woolly one for a sheep or a pointed one for a wolf."""
    return _SHEEP if _name(value) == "sheep" else _WOLF
