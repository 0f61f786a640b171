"""Small boards of many shapes for the tests of pictures: by hand, and (where they are there) the shared graphs."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

import numpy as np

from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.square import square
from slitherenc.puzzles.puzzle import Puzzle


def board_of(vertices: Sequence[Sequence[float]], faces: Sequence[Sequence[int]]) -> Board:
    start = np.cumsum([0, *(len(face) for face in faces)]).astype(np.int32)
    around = np.concatenate([np.array(face, np.int32) for face in faces])
    return from_faces("graph", (), np.array(vertices, float), start, around)


def honeycomb(size: int = 3) -> Board:
    places: dict[tuple[int, int], int] = {}
    faces = []
    for row in range(size):
        for column in range(size):
            x, y = 3 * column, 2 * row + column % 2
            hexagon = [(x, y), (x + 1, y - 1), (x + 3, y - 1), (x + 4, y), (x + 3, y + 1), (x + 1, y + 1)]
            faces.append([places.setdefault(corner, len(places)) for corner in hexagon])
    return board_of([(x / 2, y * 3**0.5 / 2) for x, y in places], faces)


def dodecagon_and_triangle() -> Board:
    ring = [(cos(i * pi / 6), sin(i * pi / 6)) for i in range(12)]
    side = ((ring[0][0] + ring[1][0]) * 1.23, (ring[0][1] + ring[1][1]) * 1.23)
    return board_of([*ring, side], [list(range(12)), [0, 12, 1]])


def comb() -> Board:
    """A concave face, whose centroid lies outside it, round a square; a long face beside them; no two edges alike."""
    vertices = [(0, 0), (1, 0), (1, 3), (3, 3), (3, 0), (4, 0), (4, 5), (0, 5), (9, 0), (9, 5)]
    return board_of(vertices, [[0, 1, 2, 3, 4, 5, 6, 7], [1, 4, 3, 2], [5, 8, 9, 6]])


def shared_puzzle(row: dict[str, Any]) -> Puzzle:
    """A puzzle of graphs.jsonl, with its solution."""
    board = board_of(row["dots"], row["faces"])
    number = {tuple(sorted(edge)): i for i, edge in enumerate(row["edges"])}
    solution = [row["solution_edges"][number[a, b]] == "1" for a, b in board.ends.tolist()]
    return Puzzle(board, np.array(row["clues"]), solution=np.array(solution))


BOARDS = {
    "square": lambda: square(3, 4),
    "one face": lambda: square(1, 1),
    "honeycomb": honeycomb,
    "dodecagon": dodecagon_and_triangle,
    "comb": comb,
}
