"""Boards that are no squares, for tests: triangles, hexagons, a ring with a hole, faces that meet at a vertex only."""

from __future__ import annotations

from typing import Any

import numpy as np

from slitherenc.boards.board import Board, from_faces


def of_faces(kind: str, xy: list[Any], faces: list[list[int]]) -> Board:
    start = np.cumsum([0, *map(len, faces)]).astype(np.int32)
    return from_faces(kind, (), np.array(xy, np.float64), start, np.array([v for f in faces for v in f], np.int32))


def triangles(side: int) -> Board:
    """A triangle of side² small ones."""
    number, xy = {}, []
    for row in range(side + 1):
        for i in range(row + 1):
            number[row, i] = len(xy)
            xy.append((i - row / 2, row * 0.8660254))
    faces = []
    for row in range(side):
        for i in range(row + 1):
            faces.append([number[row, i], number[row + 1, i + 1], number[row + 1, i]])
            if i < row:
                faces.append([number[row, i], number[row, i + 1], number[row + 1, i + 1]])
    return of_faces("test triangles", xy, faces)


def hexagons(rows: int, columns: int) -> Board:
    number: dict[tuple[int, int], int] = {}
    faces = []
    for row in range(rows):
        for column in range(columns):
            x, y = 2 * column + row % 2, 3 * row
            around = [(x, y), (x + 1, y + 1), (x + 1, y + 3), (x, y + 4), (x - 1, y + 3), (x - 1, y + 1)]
            faces.append([number.setdefault(point, len(number)) for point in around])
    return of_faces("test hexagons", list(number), faces)


def squares_at(kind: str, cells: list[tuple[int, int]]) -> Board:
    """Unit squares anywhere, (row, column)."""
    number: dict[tuple[int, int], int] = {}
    faces = []
    for r, c in cells:
        around = [(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)]
        faces.append([number.setdefault(point, len(number)) for point in around])
    return of_faces(kind, list(number), faces)


def ring() -> Board:
    """Eight squares round a hole."""
    return squares_at("test ring", [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)])


def bow_tie() -> Board:
    """Two pairs of squares that meet at one vertex."""
    return squares_at("test bow tie", [(0, 0), (0, 1), (1, 2), (2, 2)])


def islands() -> Board:
    """Four faces round a hole, one in the hole that does not touch them, and two far off."""
    squares = [(0, 9), (3, 6), (4, 5), (10, 12), (12, 14)]
    xy = [point for a, b in squares for point in ((a, a), (b, a), (b, b), (a, b))]
    around = [[i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i] for i in range(4)]
    return of_faces("test islands", xy, [*around, [8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]])


OTHERS = {
    "triangles 2": triangles(2),
    "triangles 3": triangles(3),
    "hexagons 2x2": hexagons(2, 2),
    "hexagons 2x3": hexagons(2, 3),
    "ring": ring(),
    "bow tie": bow_tie(),
    "islands": islands(),
}
