"""One name for a puzzle and all its twins: those that a turn or a reflection of the board maps to it.

In: a puzzle. Out: 32 hexadecimal digits, the same for two puzzles exactly when (but for chance, in 128 bits) one board
can be mapped to the other, faces to neighboring faces as they lie, vertices to vertices, so that every clue comes to
stand where the other has it, and both have the same variants. Clues `?` say nothing, and are none here.

How: a *dart* is an edge of a face, met when walking round it. From a dart and a way round, walking on along faces and
across edges numbers all darts; which numbers follow each other is the board's *code* from there. The smallest code
tells the board, and each start that has it gives an order of the faces: the board's symmetries are what leads from one
such order to another. The smallest row of clues in these orders tells the puzzle.

To try few starts, darts are told apart by what lies around them, round by round (color refinement), until some color is
rare, and those of the rarest color are tried. Colors are ranks of what they mean, so twins try the same ones.

A board on which no walk reaches all faces across edges has no symmetries here: it is told by its own columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, Ints
from slitherenc.puzzles.clue_types import Turning
from slitherenc.puzzles.puzzle import NO_CLUE, NUMBER, Clue, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES

_KEPT = 64  # boards whose symmetries are kept
_FEW = 8  # darts that are tried without more rounds
Vector = tuple[float, float]


class Symmetries(NamedTuple):
    """code       of the board, hashed
    orders[S, F]  the faces in order, as each symmetry has them
    frames        for each symmetry the steps that go to the right and downwards in its view
    """

    code: str
    orders: NDArray[np.intp]
    frames: tuple[tuple[Vector, Vector], ...]


def canonical_id(puzzle: Puzzle) -> str:
    """The name that the puzzle shares with its twins."""
    symmetry_group = board_symmetries(puzzle.board)
    clues = np.maximum(puzzle.clues, NO_CLUE).astype(">i2")
    outer = puzzle.board.n_faces
    typed = {face: clue for face, clue in puzzle.all_clues.items() if clue.type != NUMBER or face == outer}
    numbers, others = min(
        (clues[order].tobytes(), _typed(typed, order, frame))
        for order, frame in zip(symmetry_group.orders, symmetry_group.frames, strict=True)
    )
    text = "\n".join([symmetry_group.code, ",".join(sorted(puzzle.variants)), numbers.hex(), others])
    return sha256(text.encode()).hexdigest()[:32]


def _typed(clues: Mapping[int, Clue], order: NDArray[np.intp], frame: tuple[Vector, Vector]) -> str:
    """These clues in the order and view of a symmetry."""
    if not clues:
        return ""
    place = {face: i for i, face in enumerate([*order.tolist(), len(order)])}
    entries = []
    for face, (name, value) in clues.items():
        clue_type = CLUE_TYPES.load(name)
        seen = clue_type.turned(value, *frame) if isinstance(clue_type, Turning) else value
        entries.append((place[face], name, seen))
    return repr(sorted(entries))


@lru_cache(maxsize=_KEPT)
def board_symmetries(board: Board) -> Symmetries:
    """All ways to see the board that look the same.

    >>> from slitherenc.boards.square import square
    >>> [len(board_symmetries(board).orders) for board in (square(2, 2), square(2, 3))]
    [8, 4]
    >>> board_symmetries(square(2, 3)).code == board_symmetries(square(3, 2)).code
    True
    """
    darts = _darts(board)
    codes = []
    for dart in _rarest(darts):
        for way in (darts.after, darts.before):
            order = _walk(darts, way, dart)
            if len(order) < len(darts.face):
                columns = (board.ends, board.sides, board.face_start, board.face_edges)
                own = sha256(b"".join(column.tobytes() for column in columns)).hexdigest()
                return Symmetries(own, np.arange(board.n_faces)[None], (((1.0, 0.0), (0.0, 1.0)),))
            codes.append((_code(darts, way, order), dart, way is darts.before, order))
    least = min(code for code, *_ in codes)
    best = [(dart, back, order) for code, dart, back, order in codes if code == least]
    orders = []
    for _, _, order in best:
        faces = darts.face[order]
        orders.append(faces[np.sort(np.unique(faces, return_index=True)[1])])
    frames = tuple(_frame(board, darts, dart, back) for dart, back, _ in best)
    return Symmetries(sha256(least).hexdigest(), np.array(orders), frames)


class _Darts(NamedTuple):
    """For each dart: its face; the next dart and the one before, clockwise; that on the other side, or -1; the vertices
    at which it begins and ends, clockwise."""

    face: Ints
    after: Ints
    before: Ints
    twin: Ints
    tail: Ints
    head: Ints


def _darts(board: Board) -> _Darts:
    start, edges = board.face_start, board.face_edges
    number = np.arange(len(edges), dtype=np.int32)
    after, before = number + 1, number - 1
    after[start[1:] - 1], before[start[:-1]] = start[:-1], start[1:] - 1
    face = np.repeat(np.arange(board.n_faces, dtype=np.int32), np.diff(start))
    right = board.sides[edges, 0] == face  # then the walk goes the way of `ends`
    of_side = np.full((board.n_edges, 2), -1, np.int32)
    of_side[edges, np.where(right, 0, 1)] = number
    twin = of_side[edges, np.where(right, 1, 0)]
    ends = board.ends[edges]
    tail, head = np.where(right, ends[:, 0], ends[:, 1]), np.where(right, ends[:, 1], ends[:, 0])
    return _Darts(face, after, before, twin, tail, head)


def _rarest(darts: _Darts) -> list[int]:
    """The darts of the rarest color."""
    color, n_colors = (darts.twin < 0).astype(np.int64), 0
    while True:
        sides = np.sort(np.stack([color[darts.after], color[darts.before]]), axis=0)
        beyond = np.where(darts.twin < 0, -1, color[darts.twin])
        _, color, counts = np.unique(
            np.stack([color, *sides, beyond], axis=1), axis=0, return_inverse=True, return_counts=True
        )
        color = color.reshape(-1)
        if len(counts) == n_colors or counts.min() <= _FEW:
            rare: list[int] = np.flatnonzero(color == np.argmin(counts)).tolist()
            return rare
        n_colors = len(counts)


def _walk(darts: _Darts, way: Ints, start: int) -> list[int]:
    """The darts in the order in which a walk from `start` meets them."""
    on, twin = way.tolist(), darts.twin.tolist()
    order, seen = [start], bytearray(len(on))
    seen[start] = 1
    for dart in order:
        for other in (on[dart], twin[dart]):
            if other >= 0 and not seen[other]:
                seen[other] = 1
                order.append(other)
    return order


def _code(darts: _Darts, way: Ints, order: list[int]) -> bytes:
    """What follows what, lies beyond what and begins at which vertex, in the numbers of the walk."""
    number = np.empty(len(order) + 1, np.int64)
    number[order] = np.arange(len(order))
    number[-1] = -1  # twin[…] == -1
    vertices = (darts.tail if way is darts.after else darts.head)[order]
    _, first, inverse = np.unique(vertices, return_index=True, return_inverse=True)
    met = np.argsort(np.argsort(first))[inverse.reshape(-1)]
    return np.stack([number[way[order]], number[darts.twin[order]], met]).astype(">i4").tobytes()


def _frame(board: Board, darts: _Darts, dart: int, back: bool) -> tuple[Vector, Vector]:
    """The way along the first dart, and the way from it into its face: the same two in the view of each symmetry."""
    dx, dy = (board.xy[darts.head[dart]] - board.xy[darts.tail[dart]]).tolist()
    inwards = (-dy, dx)  # y grows downwards
    return ((-dx, -dy) if back else (dx, dy)), inwards
