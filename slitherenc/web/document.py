"""The JSON documents that describe a puzzle to the page: its coordinates, its rules as sums, and its solution steps.

A sum is a condition on the number of lines among some edges. All constraints of a puzzle are converted to sums, so the
page needs no code for clue types, variants or kinds of board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import numpy as np

from slitherenc.boards import KINDS
from slitherenc.boards.board import Board, corners
from slitherenc.boards.names import board_name, board_title
from slitherenc.deduction.engine.premise_index import faces_of
from slitherenc.formats.writing import one_line
from slitherenc.model.cardinalities import Cardinalities
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.decompose import crossing
from slitherenc.places import edge_place, face_place
from slitherenc.puzzles.clue_types import pictures, signs
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.puzzles.shapes import Area, Circle, Shape, Stroke, Text
from slitherenc.render.geometry import Points, in_units, poles
from slitherenc.render.svg import title_of

UNIT = 100  # the length of the shortest edge


def document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON document of a puzzle.

    text : the puzzle in one line (`writing.one_line`)
    title : a name for players
    kind, board, shape : the kind of the board, the board's name, and the name in words
    author : the puzzle's author, or ""
    xy : the position [x, y] of each vertex in whole units; the shortest edge has length UNIT, and y points down
    ends : the two vertices of each edge
    faces : the vertices around each face
    names : the name of each edge for players; empty on square boards, where the page uses row and column
    clues : list of {face, place: the face's name for players, sign: the clue as text, at: [x, y], room: the free radius
        around `at`, shapes: the picture (see `puzzles.shapes`)}
    degrees : the allowed numbers of lines at a vertex
    rules : list of {faces: the faces whose clues together state the rule, ways: lists of conditions}. A rule holds if
        all conditions of at least one list hold. A condition {edges, sums, weights?} holds if the number of lines among
        `edges` is in `sums`; with `weights`, the total weight of these lines is used instead of their number
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
        "rules": _rules(puzzle),
    }


def _clues(puzzle: Puzzle, xy: Points) -> list[dict[str, Any]]:
    board, words = puzzle.board, signs(puzzle)
    faces = np.array(sorted(words), np.intp)
    shapes: dict[int, list[dict[str, Any]]] = {}
    for shown, on in pictures(puzzle).items():
        drawn = [_shape(shape) for shape in shown]
        shapes |= dict.fromkeys(on.tolist(), drawn)
    is_inner = faces < board.n_faces
    points, rooms = np.empty((len(faces), 2)), np.full(len(faces), 0.5 * UNIT)
    points[:] = xy[:, 0].max() / 2, xy[:, 1].max() + 0.7 * UNIT  # the clue of the outer face is below the board
    points[is_inner], rooms[is_inner] = poles(board, xy, faces[is_inner])
    rows = zip(faces.tolist(), points.round(1).tolist(), rooms.round(1).tolist(), strict=True)
    return [
        {
            "face": face,
            "place": face_place(board, face),
            "sign": words[face],
            "at": at,
            "room": room,
            "shapes": shapes[face],
        }
        for face, at, room in rows
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


def _rules(puzzle: Puzzle) -> list[dict[str, Any]]:
    board, model = puzzle.board, model_of(puzzle)
    ways: dict[tuple[int, ...], list[list[dict[str, Any]]]] = {}
    for faces, total in _totals(puzzle, model.cardinalities):
        for way in ways.setdefault(faces, [[]]):
            way.append(total)
    others: Iterator[Side | Either] = chain(model.sides, model.eithers)
    for row in others:
        faces = faces_of(puzzle, row)
        choices = row.alternatives if isinstance(row, Either) else [[row]]
        before = ways.get(faces, [[]])
        ways[faces] = [[*way, *(_sum(board, part) for part in parts)] for way in before for parts in choices]
    return [{"faces": list(faces), "ways": several} for faces, several in ways.items()]


def _totals(puzzle: Puzzle, rows: Cardinalities) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
    """Yield for each constraint the faces of its clues, and a dictionary of its edges, sums and any weights."""
    edges, sums = rows.edges.tolist(), [list(domain) for domain in rows.domains]  # constraints share these lists
    weights = None if rows.weights is None else rows.weights.tolist()
    columns = zip(pairwise(rows.start.tolist()), rows.domain.tolist(), rows.face.tolist(), strict=True)
    for index, ((begin, end), domain, face) in enumerate(columns):
        total = {"edges": edges[begin:end], "sums": sums[domain]}
        if weights is not None and set(weights[begin:end]) - {1}:
            total["weights"] = weights[begin:end]
        yield (face,) if face >= 0 else faces_of(puzzle, rows.row(index)), total


def _sum(board: Board, row: Cardinality | Side) -> dict[str, Any]:
    plain = crossing(board, row) if isinstance(row, Side) else row
    document = {"edges": list(plain.edges), "sums": list(plain.sums)}
    if set(plain.weights) - {1}:
        document["weights"] = list(plain.weights)
    return document


def step_documents(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the steps that solve the puzzle, without the sentences that list a step's lines and crosses."""
    from slitherenc.deduction.hints import explain

    return [_without_move(step.to_dict()) for step in explain(puzzle)]


def _without_move(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step without the text that lists its lines and crosses. Marks that no other text uses become None."""
    words = {part: items for part, items in step["words"].items() if part != "move"}
    lines = [*words.values(), *step.get("chain", ())]
    named = {item["mark"] for items in lines for item in items if isinstance(item, dict)}
    marks = [mark if index in named else None for index, mark in enumerate(step["marks"])]
    kept = {"concludes": step["concludes"], "idea": step["idea"], "words": words, "marks": marks}
    if step["routine"]:
        kept["routine"] = True
    return {**kept, "chain": step["chain"]} if "chain" in step else kept
