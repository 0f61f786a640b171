"""The clue type `myopia` for boards of squares: arrows point to the nearest lines.

The value is the sum of the arrows' directions: 1 (up), 2 (down), 4 (left) and 8 (right). From the cell, a ray in each
direction crosses edges until it leaves the board. The first edge has distance 1, the second 2, and so on. Along every
arrow, the nearest line is at the same distance d. In a direction without an arrow, the nearest line is farther away
than d, or there is none. Only the lowest four bits of a value count. If they are 0, no edge of the cell is a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.violation import OTHERS, Violation
from slitherenc.places import face_place
from slitherenc.puzzles.clue_types import Example
from slitherenc.puzzles.puzzle import Clue
from slitherenc.puzzles.shapes import Area, Circle, Shape, Stroke

IN_PROOFS = True
RULE = (
    "The arrows point to the nearest lines. All arrows point to lines at the same distance; in every other "
    "direction the next line is farther away, or there is none."
)
SHOWN = (
    '{"board": "square:4x3", "clues": "............", "typed": {"1": ["myopia", 9], "2": ["myopia", 14], "8": '
    '["myopia", 7], "11": ["myopia", 1]}, "solution": "1011110011110110000111011110000"}'
)
EXAMPLES = (
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["myopia", 15]}}', 1),
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["myopia", 10]}}', 1),
    Example('{"board": "square:3x2", "clues": "......", "typed": {"0": ["myopia", 8], "5": ["myopia", 4]}}', 1),
    Example('{"board": "square:2x2", "clues": "....", "typed": {"0": ["myopia", 16]}}', 1),
)
_ARROWS = "↑↓←→"
_WORDS = {
    "arrow without line": "an arrow points where there is no line",
    "nearer line": "the arrows do not point to all of the nearest lines",
    "distances differ": "the arrows point to lines at different distances",
}
# pzpr tests each rule for the arrows of all clues in turn, and tests only later whether there are any lines.
ORDER = (
    "branch", *_WORDS, OTHERS, "dead end", "several loops", "several pieces", "not visited", "no lines",
)  # fmt: skip
_STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # in the order of the bits


def rays(board: Board, face: int) -> list[list[int]]:
    """Return the edges, nearest first, that each of four rays from a cell crosses: up, down, left and right."""
    width = board.params[1]
    row, column = divmod(face, width)
    upright = [board.edges_of_face(cell).tolist() for cell in range(row * width, (row + 1) * width)]
    flat = [board.edges_of_face(cell).tolist() for cell in range(column, board.n_faces, width)]
    ups = [flat[r][0] for r in range(row, -1, -1)]
    rights = [upright[c][1] for c in range(column, width)]
    downs = [flat[r][2] for r in range(row, len(flat))]
    lefts = [upright[c][3] for c in range(column, -1, -1)]
    return [ups, downs, lefts, rights]


def turned(value: int, right: tuple[float, float], down: tuple[float, float]) -> int:
    """Return a clue's value after rotating or reflecting the board so that `right` points right and `down` points down.

    >>> turned(1, (0.0, -1.0), (1.0, 0.0))  # up (1) becomes right (8); y grows downwards
    8
    """
    seen = value & ~15
    for bit, (dx, dy) in enumerate(_STEPS):
        if value >> bit & 1:
            step = (round(dx * right[0] + dy * right[1]), round(dx * down[0] + dy * down[1]))
            seen |= 1 << _STEPS.index(step)
    return seen


def constraints(board: Board, faces: Ints, values: Ints) -> Iterator[Cardinality | Either]:
    """Yield one constraint per clue. Raises UsageError if a value is below 1 or a face is not a square."""
    _refuse_others(board)
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        if value < 1:
            raise UsageError(f"a myopia clue must be a sum of 1 (up), 2 (down), 4 (left) and 8 (right), got {value}")
        if face == board.n_faces:
            raise UsageError("the outer face cannot have a myopia clue")
        ways = rays(board, face)
        arrows = [way for bit, way in enumerate(ways) if value >> bit & 1]
        others = [way for bit, way in enumerate(ways) if not value >> bit & 1]
        if not arrows:
            yield Cardinality(tuple(way[0] for way in others), (0,), face=face)
            continue
        alternatives = []
        for d in range(min(map(len, arrows))):  # d edges come before the nearest line
            free = [edge for way in arrows for edge in way[:d]] + [edge for way in others for edge in way[: d + 1]]
            seen = Cardinality(tuple(way[d] for way in arrows), (len(arrows),))
            alternatives.append((seen, Cardinality(tuple(free), (0,))) if free else (seen,))
        yield Either(tuple(alternatives), face=face)


def _refuse_others(board: Board) -> None:
    if board.kind != "square":
        raise UsageError(f"myopia clues need a board of squares, got the kind {board.kind!r}")


def broken(board: Board, faces: Ints, values: Ints, lines: Bits) -> Iterator[Violation]:
    on = lines.tolist()
    for face, value in zip(faces.tolist(), values.tolist(), strict=True):
        ways = rays(board, face)
        seen = _distances(ways, on)
        for rule in _broken_rules(value, seen):
            shown = ", ".join(f"{arrow} {d or 'none'}" for arrow, d in zip(_ARROWS, seen, strict=True))
            words = _WORDS[rule] if value & 15 else "there is no arrow, but a side is a line"
            message = f"at {face_place(board, face)} {words}; the nearest lines: {shown}"
            yield Violation(rule, message, face=face, edges=tuple(edge for way in ways for edge in way))


def _distances(ways: list[list[int]], on: Sequence[bool]) -> list[int]:
    """Return the distance of the nearest line along each ray, or 0 for no line. `ways` lists the edges of each ray."""
    return [next((d for d, edge in enumerate(way, 1) if on[edge]), 0) for way in ways]


def _broken_rules(value: int, seen: list[int]) -> Iterator[str]:
    """Yield the names of the rules that are broken at a clue, in pzpr's order. `seen` is the result of `_distances`."""
    arrows = [d for bit, d in enumerate(seen) if value >> bit & 1]
    lit = [d for d in arrows if d]
    others = [d for bit, d in enumerate(seen) if not value >> bit & 1 and d]
    if len(lit) < len(arrows):
        yield "arrow without line"
    if others and min(others) <= min(lit, default=1):
        yield "nearer line"
    if len(set(lit)) > 1:
        yield "distances differ"


def clues_of(board: Board, lines: Bits) -> Mapping[int, tuple[Clue]]:
    """Return the myopia clue of each face: arrows to its nearest lines. Raises UsageError unless faces are squares."""
    _refuse_others(board)
    on, clues = lines.tolist(), {}
    for face in range(board.n_faces):
        seen = _distances(rays(board, face), on)
        if any(seen):
            nearest = min(d for d in seen if d)
            clues[face] = (Clue("myopia", sum(1 << bit for bit, d in enumerate(seen) if d == nearest)),)
    return clues


def values(board: Board, face: int) -> range:
    return range(1, 17)


def sign(value: int) -> str:
    return f"m{value:x}"


def nouns(value: int) -> tuple[str, str]:
    return "arrow" if (value & 15).bit_count() == 1 else "arrows", "arrows"


def value_of(sign: str) -> int | None:
    return int(sign[1:], 16) if re.fullmatch("m[0-9a-f]{1,2}", sign) else None


def picture(value: int) -> tuple[Shape, ...]:
    """Draw an arrow for each direction whose bit is set in `value`, or a dot if no bit is set."""
    shapes: list[Shape] = []
    for bit, (x, y) in enumerate(_STEPS):
        if value >> bit & 1:
            head = [(0.97, 0.0), (0.5, 0.3), (0.5, -0.3)]  # of an arrow to the right, turned to (x, y)
            shapes.append(Stroke(((0, 0), (0.5 * x, 0.5 * y))))
            shapes.append(Area((tuple((a * x - b * y, a * y + b * x) for a, b in head),)))
    return tuple(shapes) or (Circle((0, 0), 0.14, filled=True),)
