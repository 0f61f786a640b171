"""Name places of a board (cells, edges and dots) in messages and hints.

A cell of a square board is named by its row and column, from 1: `R5C9`. On other boards the cells are numbered from 1
in order of their centers, from top to bottom, then left to right. Edges and dots are named by the cells beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import atan2, pi
from typing import Literal, NamedTuple

import numpy as np

from slitherenc.base.errors import join_words
from slitherenc.boards.board import Board

_RUN = 3  # a run of at least this many cells is named as a range
_SAME_ROW = 1e-6  # cells whose centers differ by less in height form one row
_SQUARE = "square"
_CLOCKWISE = ("top", "right", "bottom", "left")
_CORNERS = {(0, 0): "upper left", (0, 1): "upper right", (1, 1): "lower right", (1, 0): "lower left"}


class Place(NamedTuple):
    """A place on a board: its name for users, and the indices of its faces, vertices or edges.

    Each of `arcs` describes a corner of a cell: the cell, the dot (vertex), and a text that says how many of the cell's
    two edges at this dot are lines (`1` for one edge, `0/2` for none or both).
    """

    text: str
    kind: Literal["face", "vertex", "edge"]
    items: tuple[int, ...]
    arcs: tuple[tuple[int, int, str], ...] = ()


def place_of_face(board: Board, face: int) -> Place | str:
    """Return the Place of a face. For the outer face, which cannot be marked in a picture, return only its name."""
    if face == board.n_faces:
        return "the outside of the board"
    return Place(face_place(board, face), "face", (face,))


def place_of_edge(board: Board, edge: int, near: Collection[int] = ()) -> Place:
    """Return the Place of an edge. Its name comes from `edge_place`, which prefers the faces in `near`."""
    return Place(edge_place(board, edge, near), "edge", (edge,))


def place_of_vertex(board: Board, vertex: int, near: Collection[int] = ()) -> Place:
    """Return the Place of a dot (vertex). Its name comes from `vertex_place`, which prefers the faces in `near`."""
    return Place(vertex_place(board, vertex, near), "vertex", (vertex,))


def place_of_corner(board: Board, vertex: int, face: int) -> Place:
    """Return the Place of a dot, named by its position on a face, such as `upper left dot` or `dot at 5 o'clock`.

    The name does not say which face. If `face` is the outer face, the dot is named after the cells around it.
    """
    if face == board.n_faces:
        return Place(vertex_place(board, vertex).removeprefix("the "), "vertex", (vertex,))
    corner = corner_place(board, vertex, face)
    return Place(f"{corner} dot" if board.kind == _SQUARE else f"dot at {corner}", "vertex", (vertex,))


def face_place(board: Board, face: int) -> str:
    """Return the name of a face: `R5C9`, `cell 17`, `the outer face`."""
    if face == board.n_faces:
        return "the outer face"
    if board.kind == _SQUARE:
        row, column = divmod(face, board.params[1])
        return f"R{row + 1}C{column + 1}"
    return f"cell {cell_numbers(board)[face]}"


def edge_place(board: Board, edge: int, near: Collection[int] = ()) -> str:
    """Return the name of an edge: `the top edge of R5C9`, `the edge between cells 17 and 18`, `the outer edge of cell
    17 at 2 o'clock`. On a square board, the name uses a face in `near` if one is beside the edge."""
    if board.kind == _SQUARE:
        face, side = _side(board, edge, near)
        return f"the {side} edge of {face_place(board, face)}"
    faces = [face for face in board.sides[edge].tolist() if face >= 0]
    if len(faces) == 1:
        return f"the outer edge of {face_place(board, faces[0])} at {_clock(board, faces[0], _middle(board, edge))}"
    return f"the edge between {_cells(board, faces)}"


def places_of_edges(board: Board, edges: Iterable[int], near: Collection[int] = (), most: int = 12) -> list[Place]:
    """Return the Places of several edges. One Place may name several: `the top and left edges of R5C9`, `the edges
    between cells 17 and 18, and between 18 and 23`. At most `most` edges are named. If there are more, the last Place
    is like `3 more`.
    """
    all_edges = list(edges)
    named = all_edges[:most]
    places = _on_squares(board, named, near) if board.kind == _SQUARE else _between_cells(board, named)
    if len(all_edges) > most:
        places.append(Place(f"{len(all_edges) - most} more", "edge", tuple(all_edges[most:])))
    return places


def _on_squares(board: Board, edges: Sequence[int], near: Collection[int]) -> list[Place]:
    """Return the Places of edges on a square board. One Place may name edges of several cells."""
    of_face: dict[int, dict[str, int]] = {}
    for edge in edges:
        face, side = _side(board, edge, near)
        of_face.setdefault(face, {})[side] = edge
    same: dict[tuple[str, ...], list[int]] = {}  # cells share a Place if each has the same one side or all four
    for face, by_side in of_face.items():
        sides = tuple(side for side in _CLOCKWISE if side in by_side)
        same.setdefault(sides if len(sides) in (1, 4) else (*sides, str(face)), []).append(face)
    places = []
    for sides, faces in same.items():
        sides = tuple(side for side in sides if side in _CLOCKWISE)
        items = tuple(of_face[face][side] for face in faces for side in sides)
        named = f"the {join_words(sides)} edge{'s' if len(items) > 1 else ''}" if len(sides) < 4 else "all edges"
        places.append(Place(f"{named} of {join_words(_in_runs(board, faces))}", "edge", items))
    return places


def _in_runs(board: Board, faces: Sequence[int]) -> list[str]:
    """Return the names of cells on a square board; a run of three or more in a row or column becomes `R2C4-R2C7`."""
    columns = board.params[1]
    names = []
    left = list(faces)
    while left:
        across = min(_run_length(left, 1), columns - left[0] % columns)
        n = max(across, _run_length(left, columns))
        n = n if n >= _RUN else 1
        first, last = left[0], left[n - 1]
        names.append(face_place(board, first) if n == 1 else f"{face_place(board, first)}-{face_place(board, last)}")
        left = left[n:]
    return names


def _run_length(faces: Sequence[int], step: int) -> int:
    """Return the length of the longest prefix of the faces in which each number is `step` above the one before."""
    return next((n for n, face in enumerate(faces) if face != faces[0] + n * step), len(faces))


def _between_cells(board: Board, edges: Sequence[int]) -> list[Place]:
    numbers = cell_numbers(board)
    beside = {edge: sorted(numbers[face] for face in board.sides[edge].tolist() if face >= 0) for edge in edges}
    inner = tuple(edge for edge in edges if len(beside[edge]) == 2)
    outer = _at_the_rim(board, [edge for edge in edges if len(beside[edge]) == 1])
    if len(inner) < 2:
        return [*(place_of_edge(board, edge) for edge in inner), *outer]
    first, *more, last = [" and ".join(map(str, beside[edge])) for edge in inner]
    pairs = f"{', between '.join([first, *more])}, and between {last}"
    return [Place(f"the edges between cells {pairs}", "edge", inner), *outer]


def _at_the_rim(board: Board, edges: Iterable[int]) -> list[Place]:
    """Return the Places of edges at the rim, with names like `the outer edges of cell 17 at 2 and 4 o'clock`."""
    of_face: dict[int, list[tuple[int, int]]] = {}  # (hour, edge)
    for edge in edges:
        face = max(board.sides[edge].tolist())
        of_face.setdefault(face, []).append((_hour(board, face, _middle(board, edge)), edge))
    places = []
    for face, hours in of_face.items():
        named = f"the outer edge{'s' if len(hours) > 1 else ''} of {face_place(board, face)}"
        at = f"{join_words([str(hour) for hour, _ in sorted(hours)])} o'clock"
        places.append(Place(f"{named} at {at}", "edge", tuple(edge for _, edge in sorted(hours))))
    return places


def vertex_place(board: Board, vertex: int, near: Collection[int] = ()) -> str:
    """Return the name of a dot. On a board of squares, the name is like `the dot at the lower right of R5C9`; it names
    a cell in `near` if possible. On other boards, the name is like `the dot where cells 4, 5 and 9 meet`.
    """
    faces = faces_at(board, vertex)
    face = next((face for face in near if face in faces), None)
    if board.kind == _SQUARE:
        one = face if face is not None else faces[-1]
        return f"the dot at the {corner_place(board, vertex, one)} of {face_place(board, one)}"
    if len(faces) == 1:
        return f"the dot of {face_place(board, faces[0])} at {corner_place(board, vertex, faces[0])}"
    rim = " at the rim" if len(faces) < len(board.edges_of_vertex(vertex)) else ""
    return f"the dot{rim} where {_cells(board, faces)} meet"


def places_of_vertices(board: Board, vertices: Sequence[int]) -> list[Place]:
    """Return the Places of dots. If they are exactly the corners of a cell, return one: `the four corners of R2C4`."""
    common = set.intersection(*(set(faces_at(board, vertex)) for vertex in vertices))
    for face in sorted(common):
        if set(board.ends[board.edges_of_face(face)].ravel().tolist()) == set(vertices):
            number = "four " if board.kind == _SQUARE else ""
            return [Place(f"the {number}corners of {face_place(board, face)}", "vertex", tuple(vertices))]
    return [place_of_vertex(board, vertex) for vertex in vertices]


def corner_place(board: Board, vertex: int, face: int) -> str:
    """Return the position of a dot on a cell, such as `lower right` on a square board, or `2 o'clock` on others."""
    if board.kind == _SQUARE:
        columns = board.params[1]
        row, column = divmod(vertex, columns + 1)
        return _CORNERS[row - face // columns, column - face % columns]
    return _clock(board, face, board.xy[vertex])


def faces_at(board: Board, vertex: int) -> list[int]:
    sides = board.sides[board.edges_of_vertex(vertex)]
    return sorted({face for face in sides.ravel().tolist() if face >= 0})


@lru_cache(maxsize=16)
def cell_numbers(board: Board) -> tuple[int, ...]:
    """Return for each face the number that names it in messages. Faces are counted row by row, from 1."""
    centers = [_center(board, face) for face in range(board.n_faces)]
    by_height = sorted(range(board.n_faces), key=lambda face: float(centers[face][1]))
    rows: list[list[int]] = []
    last = -np.inf
    for face in by_height:
        height = float(centers[face][1])
        if height - last > _SAME_ROW:
            rows.append([])
        rows[-1].append(face)
        last = height
    numbers = [0] * board.n_faces
    ordered = (face for row in rows for face in sorted(row, key=lambda face: float(centers[face][0])))
    for number, face in enumerate(ordered, 1):
        numbers[face] = number
    return tuple(numbers)


def face_at_place(board: Board, place: str) -> int | None:
    """Return the face whose `face_place` is this text (`R5C9`, `cell 17`), or None if there is none. Ignore case."""
    wanted = " ".join(place.casefold().split())
    return next((face for face in range(board.n_faces) if face_place(board, face).casefold() == wanted), None)


def edge_at_place(board: Board, place: str) -> int | None:
    """Return the edge with the name `place`, or None if there is none. Ignore case and "the". On square boards, an
    edge has a name for each cell beside it."""
    wanted = " ".join(place.casefold().split()).removeprefix("the ")
    for edge in range(board.n_edges):
        faces = [face for face in board.sides[edge].tolist() if face >= 0]
        if wanted in {edge_place(board, edge, [face]).casefold().removeprefix("the ") for face in faces}:
            return edge
    return None


def _cells(board: Board, faces: Sequence[int]) -> str:
    number = cell_numbers(board)
    numbers = sorted(number[face] for face in faces)
    return f"cells {join_words([str(number) for number in numbers])}"


def _side(board: Board, edge: int, near: Collection[int]) -> tuple[int, str]:
    """Return a face beside an edge of a square board, and the side of that face on which the edge lies. Prefer a face
    in `near`, and then the face below the edge or to its right."""
    rows, columns = board.params
    tail, head = board.ends[edge].tolist()
    row, column = divmod(tail, columns + 1)
    if head == tail + 1:
        faces = {"top": row * columns + column, "bottom": (row - 1) * columns + column}
        missing = {"top": row == rows, "bottom": row == 0}
    else:
        faces = {"left": row * columns + column, "right": row * columns + column - 1}
        missing = {"left": column == columns, "right": column == 0}
    sides = [(face, side) for side, face in faces.items() if not missing[side]]
    return next((pair for pair in sides if pair[0] in near), sides[0])


def _middle(board: Board, edge: int) -> np.ndarray:
    middle: np.ndarray = board.xy[board.ends[edge]].mean(axis=0)
    return middle


def _center(board: Board, face: int) -> np.ndarray:
    center: np.ndarray = board.xy[np.unique(board.ends[board.edges_of_face(face)])].mean(axis=0)
    return center


def _clock(board: Board, face: int, point: np.ndarray) -> str:
    return f"{_hour(board, face, point)} o'clock"


def _hour(board: Board, face: int, point: np.ndarray) -> int:
    dx, dy = (point - _center(board, face)).tolist()
    return round(atan2(dx, -dy) / (pi / 6)) % 12 or 12
