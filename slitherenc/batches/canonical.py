"""Compute an id that a puzzle shares with its twins: the puzzles to which rotations and reflections map it.

`canonical_id` returns a hash of 128 bits as 32 hexadecimal digits. Two puzzles have the same id if they have the same
variants of the rules, and an isomorphism of their boards maps each clue to an equal clue. All others have different
ids, unless hashes collide. An isomorphism maps faces to faces, and neighbors to neighbors. Clues `?` are ignored.

docs/batches.md ("Rotations and reflections") describes the algorithm and its terms: darts, starts, codes and colors.
Twins have the same starts, because the colors of darts do not depend on the numbers of the darts.
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

_KEPT = 64  # boards whose symmetries are cached
_FEW = 8  # refinement stops when some color has at most this many darts
Vector = tuple[float, float]


class Symmetries(NamedTuple):
    """The symmetries of a board. `code` is a hash by which boards of the same structure are recognized.

    Each row of `orders` lists all faces, so that symmetry s maps the i-th face of row 0 to the i-th face of row s.
    `frames` holds, for each symmetry, the vector that becomes "right" and the vector that becomes "down".
    """

    code: str
    orders: NDArray[np.intp]
    frames: tuple[tuple[Vector, Vector], ...]


def canonical_id(puzzle: Puzzle) -> str:
    """Return the id that the puzzle shares with its rotations and reflections."""
    symmetry_group = board_symmetries(puzzle.board)
    clues = np.maximum(puzzle.clues, NO_CLUE).astype(">i2")
    outer = puzzle.board.n_faces
    typed = {face: clue for face, clue in puzzle.all_clues.items() if clue.type != NUMBER or face == outer}
    numbers, others = min(
        (clues[order].tobytes(), _typed_clues(typed, order, frame))
        for order, frame in zip(symmetry_group.orders, symmetry_group.frames, strict=True)
    )
    text = "\n".join([symmetry_group.code, ",".join(sorted(puzzle.variants)), numbers.hex(), others])
    return sha256(text.encode()).hexdigest()[:32]


def _typed_clues(clues: Mapping[int, Clue], order: NDArray[np.intp], frame: tuple[Vector, Vector]) -> str:
    """Return the clues as text after a symmetry of the board is applied to their faces and directions."""
    if not clues:
        return ""
    place = {face: i for i, face in enumerate([*order.tolist(), len(order)])}
    entries = []
    for face, (name, value) in clues.items():
        clue_type = CLUE_TYPES.load(name)
        turned_value = clue_type.turned(value, *frame) if isinstance(clue_type, Turning) else value
        entries.append((place[face], name, turned_value))
    return repr(sorted(entries))


@lru_cache(maxsize=_KEPT)
def board_symmetries(board: Board) -> Symmetries:
    """Return the symmetries of a board.

    >>> from slitherenc.boards.square import square
    >>> [len(board_symmetries(board).orders) for board in (square(2, 2), square(2, 3))]
    [8, 4]
    >>> board_symmetries(square(2, 3)).code == board_symmetries(square(3, 2)).code
    True
    """
    darts = _darts(board)
    codes = []
    for dart in _rarest(darts):
        for following in (darts.after, darts.before):
            order = _walk(darts, following, dart)
            if len(order) < len(darts.face):
                columns = (board.ends, board.sides, board.face_start, board.face_edges)
                own = sha256(b"".join(column.tobytes() for column in columns)).hexdigest()
                return Symmetries(own, np.arange(board.n_faces)[None], (((1.0, 0.0), (0.0, 1.0)),))
            codes.append((_code(darts, following, order), dart, following is darts.before, order))
    least = min(code for code, *_ in codes)
    best = [(dart, back, order) for code, dart, back, order in codes if code == least]
    orders = []
    for _, _, order in best:
        faces = darts.face[order]
        orders.append(faces[np.sort(np.unique(faces, return_index=True)[1])])
    frames = tuple(_frame(board, darts, dart, back) for dart, back, _ in best)
    return Symmetries(sha256(least).hexdigest(), np.array(orders), frames)


class _Darts(NamedTuple):
    """All darts: a dart is an edge of a face. Each array has an entry for each dart: its face, the next and previous
    dart of the face clockwise, the dart across the edge (-1 if there is none), and the dart's first and last vertex."""

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
    right = board.sides[edges, 0] == face  # where true, the walk around the face follows the direction of `ends`
    of_side = np.full((board.n_edges, 2), -1, np.int32)
    of_side[edges, np.where(right, 0, 1)] = number
    twin = of_side[edges, np.where(right, 1, 0)]
    ends = board.ends[edges]
    tail, head = np.where(right, ends[:, 0], ends[:, 1]), np.where(right, ends[:, 1], ends[:, 0])
    return _Darts(face, after, before, twin, tail, head)


def _rarest(darts: _Darts) -> list[int]:
    """Color the darts (edges of faces) by their surroundings, and return the darts of the rarest color."""
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


def _walk(darts: _Darts, following: Ints, start: int) -> list[int]:
    """Return the darts in breadth-first order. A dart leads to `following[dart]` and to the dart across its edge."""
    on, twin = following.tolist(), darts.twin.tolist()
    order, seen = [start], bytearray(len(on))
    seen[start] = 1
    for dart in order:
        for other in (on[dart], twin[dart]):
            if other >= 0 and not seen[other]:
                seen[other] = 1
                order.append(other)
    return order


def _code(darts: _Darts, following: Ints, order: list[int]) -> bytes:
    """Return the structure of the board as bytes, with the darts (edges of faces) numbered in the order of a walk."""
    # For each dart d: following[d], the dart across d's edge, and d's first vertex in the direction of the walk.
    number = np.empty(len(order) + 1, np.int64)
    number[order] = np.arange(len(order))
    number[-1] = -1  # darts.twin is -1 where no dart lies across the edge
    vertices = (darts.tail if following is darts.after else darts.head)[order]
    _, first, inverse = np.unique(vertices, return_index=True, return_inverse=True)
    met = np.argsort(np.argsort(first))[inverse.reshape(-1)]
    return np.stack([number[following[order]], number[darts.twin[order]], met]).astype(">i4").tobytes()


def _frame(board: Board, darts: _Darts, dart: int, back: bool) -> tuple[Vector, Vector]:
    """Rotate the board so that `dart` is a top edge, and then mirror it if `back` is true. Return the two directions on
    the original board that now point right and down."""
    dx, dy = (board.xy[darts.head[dart]] - board.xy[darts.tail[dart]]).tolist()
    inwards = (-dy, dx)  # y grows downwards
    return ((-dx, -dy) if back else (dx, dy)), inwards
