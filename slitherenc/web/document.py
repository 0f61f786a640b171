"""A puzzle as the page takes it: the board as coordinates, and its rules as sums over edges.

So the page needs to know no clue type, no variant and no kind of board. Whatever a clue means is said by constraints
(`model_of`), a few sums each; which side of the loop a face lies on is the parity of the lines on a way out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from slitherenc.boards import KINDS
from slitherenc.boards.board import Board
from slitherenc.boards.names import board_name
from slitherenc.boards.places import edge_place, face_place
from slitherenc.deduction.facts import RuleRow, clue_rows
from slitherenc.formats.writing import one_line
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing
from slitherenc.puzzles.clue_types import pictures, signs
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.shapes import Area, Circle, Shape, Stroke, Text
from slitherenc.render.geometry import corners, in_units, poles
from slitherenc.render.svg import board_title, title_of

UNIT = 100  # the shortest edge


def document(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON document of a puzzle.

    text     the puzzle in one line (`writing.one_line`)
    title    what it is, for people; kind, board, shape: of the board, its name, and that in words
    author   who made it, or ""
    xy       [x, y] of each vertex in whole units, UNIT to the shortest edge, y downwards
    ends     the two vertices of each edge
    faces    the vertices around each face
    names    of each edge, for people; on squares the page tells them by row and column
    clues    {face, place, sign, at: [x, y], room: the radius that it has there, shapes: of `puzzles.shapes`}
    degrees  the numbers of lines that a vertex may have
    rules    {faces: whose clues it is, ways: [[{edges, sums, weights?}]]}: in at least one of the ways each sum of
             lines (weighted) is among `sums`
    """
    board = puzzle.board
    xy = in_units(board, board.xy, UNIT, 0)
    around, start = corners(board).tolist(), board.face_start.tolist()
    return {
        "text": one_line(puzzle),
        "title": title_of(puzzle),
        "kind": board.kind,
        "board": board_name(board) if board.kind in KINDS else board.kind,
        "shape": board_title(board),
        "author": str(puzzle.facts.get("author", "")),
        "xy": xy.tolist(),
        "ends": board.ends.tolist(),
        "faces": [around[a:b] for a, b in pairwise(start)],
        "names": [] if board.kind == "square" else [edge_place(board, edge) for edge in range(board.n_edges)],
        "clues": _clues(puzzle, xy),
        "degrees": [2] if puzzle.every_vertex else [0, 2],
        "rules": [
            {"faces": list(clues.faces), "ways": _ways(board, rows)}
            for clues, rows in clue_rows(puzzle, model_of(puzzle)).items()
        ],
    }


def _clues(puzzle: Puzzle, xy: Any) -> list[dict[str, Any]]:
    board, shown, words = puzzle.board, pictures(puzzle), signs(puzzle)
    inner = [face for face in shown if face < board.n_faces]
    points, rooms = poles(board, xy, np.array(inner, np.intp)) if inner else (np.empty((0, 2)), np.empty(0))
    places = {face: (point, room) for face, point, room in zip(inner, points.tolist(), rooms.tolist(), strict=True)}
    below = [float(xy[:, 0].max()) / 2, float(xy[:, 1].max()) + 0.7 * UNIT], 0.5 * UNIT
    return [
        {
            "face": face,
            "place": face_place(board, face),
            "sign": words[face],
            "at": [round(value, 1) for value in places.get(face, below)[0]],
            "room": round(places.get(face, below)[1], 1),
            "shapes": [_shape(shape) for shape in shapes],
        }
        for face, shapes in shown.items()
    ]


def _shape(shape: Shape) -> dict[str, Any]:
    match shape:
        case Text(text, radius):
            return {"text": text, "radius": radius}
        case Circle(center, radius, filled):
            return {"circle": list(center), "radius": radius, "filled": filled}
        case Stroke(points):
            return {"line": [list(point) for point in points]}
        case Area(polygons):
            return {"area": [[list(point) for point in points] for points in polygons]}


def _ways(board: Board, rows: list[RuleRow]) -> list[list[dict[str, Any]]]:
    """The constraints of a clue as a disjunction of conjunctions of sums."""
    ways: list[list[dict[str, Any]]] = [[]]
    for row in rows:
        if isinstance(row, Either):
            ways = [[*way, *(_sum(board, part) for part in parts)] for way in ways for parts in row.alternatives]
        else:
            ways = [[*way, _sum(board, row)] for way in ways]
    return ways


def _sum(board: Board, row: Cardinality | Side) -> dict[str, Any]:
    plain = crossing(board, row) if isinstance(row, Side) else row
    document = {"edges": list(plain.edges), "sums": list(plain.sums)}
    if set(plain.weights) - {1}:
        document["weights"] = list(plain.weights)
    return document
