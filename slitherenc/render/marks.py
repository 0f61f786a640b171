"""Marks that point at parts of a picture of a puzzle. Each role of a mark has its own shapes in addition to a color.

look (where to look) : a filled face, a disc around a vertex, or a broad band along an edge
cause (the reason for a deduction) : a circle around a clue, a ring around a vertex, a broad band along an edge, a
    dotted line along a path, a dotted curve from cell to cell across edges, a tint on an area, or an arc between two
    adjacent edges of a cell. The label of an arc says how many of its two edges are lines.
line (a line to draw) : a dashed line
cross (a cross to draw) : a large cross
link (an edge in a chain of deductions) : a disc on the edge, with the edge's number in the chain
contradiction (the reason for a contradiction) : as for cause, but in the color of errors and with filled faces
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from slitherenc.boards.board import Board, corners
from slitherenc.places import cell_numbers
from slitherenc.render.geometry import Box, Points
from slitherenc.render.themes import Theme

Role = Literal["look", "cause", "line", "cross", "link", "contradiction"]

RULER = 56  # picture units beside the board for the numbers of rows and columns
_ARM = 24  # picture units from the center to the end of a large cross, in each direction
_NUMBER = 'stroke="none" font-size="{size}" x="{x:.0f}" y="{y:.0f}"'


class Mark(NamedTuple):
    """A mark on edges, faces or vertices. Its role decides the color. A mark on the outer face is not drawn.

    kind : what is marked; a "path" leads along edges, a "curve" across edges, an "area" contains vertices, and an "arc"
        joins the two edges of a face that meet at a vertex
    items : the indices of these edges, faces or vertices; an "arc" has two items, the face and the vertex
    label : the text at the mark, such as the number of a step in a chain of deductions, or ""
    """

    kind: Literal["edge", "face", "vertex", "path", "curve", "arc", "area"]
    items: tuple[int, ...]
    role: Role
    label: str = ""


def underlay(board: Board, xy: Points, marks: Sequence[Mark], colors: Theme) -> Iterator[str]:
    """Yield the marks that are drawn below lines and clues: areas, places to look at, and edges that are reasons."""
    if not marks:
        return
    around = corners(board)
    for kind, items, role, _ in marks:
        if kind == "area":
            yield _area(board, xy, items, colors.cause)
            continue
        for item in items:
            if role == "look" and kind == "face" and item < board.n_faces:
                ring = xy[around[board.face_start[item] : board.face_start[item + 1]]]
                yield f'<polygon points="{_points(ring)}" fill="{colors.look}" fill-opacity="0.6" stroke="none"/>'
            elif role == "look" and kind == "vertex":
                x, y = xy[item].tolist()
                yield f'<circle cx="{x}" cy="{y}" r="34" fill="{colors.look}" fill-opacity="0.6" stroke="none"/>'
            elif role == "look":
                yield f'<path d="{_edge(board, xy, item)}" {stroke(colors.look, 44)} stroke-opacity="0.6"/>'
            elif role == "cause" and kind == "edge":
                yield f'<path d="{_edge(board, xy, item)}" {stroke(colors.cause, 26)} stroke-opacity="0.45"/>'


def overlay(board: Board, xy: Points, marks: Sequence[Mark], colors: Theme) -> Iterator[str]:
    """Yield the marks that are drawn above lines and clues. `xy`, of shape (V, 2), are positions in the picture."""
    if not marks:
        return
    around = corners(board)
    moves = {item for mark in marks if mark.role in ("line", "cross") for item in mark.items}
    for kind, items, role, label in marks:
        if kind in ("arc", "area"):
            yield from _arc(board, xy, items, label, colors) if kind == "arc" else ()
            continue
        color = {"cause": colors.cause, "contradiction": colors.broken}.get(role, colors.move)
        for item in items:
            if role == "look" or (kind == "face" and item >= board.n_faces):
                continue
            if kind == "face":
                ring = xy[around[board.face_start[item] : board.face_start[item + 1]]]
                yield from _face(ring, role, color, colors)
            elif kind == "vertex":
                x, y = xy[item].tolist()
                yield f'<circle cx="{x}" cy="{y}" r="22" {stroke(color, 7)}/>'
            elif role == "line":
                yield f'<path d="{_edge(board, xy, item)}" {stroke(color, 14)} stroke-dasharray="20 22"/>'
            elif role == "cross":
                x, y = xy[board.ends[item]].mean(axis=0).tolist()
                arms = f"M{x - _ARM:.0f} {y - _ARM:.0f}l{2 * _ARM} {2 * _ARM}m0 {-2 * _ARM}l{-2 * _ARM} {2 * _ARM}"
                yield f'<path d="{arms}" {stroke(color, 11)}/>'
            elif role == "link":
                at = 0.16 if item in moves else 0.5  # beside the mark of a line or cross on the same edge
                x, y = (xy[board.ends[item, 0]] * (1 - at) + xy[board.ends[item, 1]] * at).tolist()
                disc = f'r="24" fill="{colors.paper}" stroke="{color}" stroke-width="4"'
                yield f'<circle cx="{x:.0f}" cy="{y:.0f}" {disc}/>'
                yield f'<text {_NUMBER.format(size=32, x=x, y=y + 11)} fill="{color}">{label}</text>'
            elif kind == "curve":
                curve = " L".join(f"{x:.0f} {y:.0f}" for x, y in _across(board, xy, item))
                yield f'<path d="M{curve}" {stroke(color, 9)} stroke-linecap="round" stroke-dasharray="1 17"/>'
            elif kind == "path" or role == "contradiction":
                yield f'<path d="{_edge(board, xy, item)}" {stroke(color, 9)} stroke-dasharray="1 17"/>'


def _area(board: Board, xy: Points, vertices: Sequence[int], color: str) -> str:
    """Return an SVG path of the given vertices and all edges and cells between them, with a broad outline."""
    around, start = corners(board), board.face_start
    dots = [f"M{x} {y}h0" for x, y in xy[list(vertices)].tolist()]
    edges = [_edge(board, xy, edge) for edge in np.flatnonzero(np.isin(board.ends, vertices).all(axis=1)).tolist()]
    rings = [around[start[face] : start[face + 1]] for face in range(board.n_faces)]
    cells = [f"M{_points(xy[ring])}z" for ring in rings if np.isin(ring, vertices).all()]
    style = f'fill="{color}" stroke="{color}" stroke-width="60" opacity="0.2"'
    return f'<path d="{"".join((*dots, *edges, *cells))}" {style}/>'


def _arc(board: Board, xy: Points, items: Sequence[int], label: str, colors: Theme) -> Iterator[str]:
    """Yield an arc between the two edges that meet at a vertex of a face, and its label. `items` is (face, vertex)."""
    face, vertex = items
    dot = xy[vertex]
    sides = [edge for edge in board.edges_of_face(face).tolist() if vertex in board.ends[edge]]
    a, b = (xy[board.ends[edge].sum() - vertex] - dot for edge in sides)
    start, to, middle = dot + 0.46 * a, dot + 0.46 * b, dot + 0.42 * (a + b)
    (x, y), (to_x, to_y), (mid_x, mid_y) = start.tolist(), to.tolist(), middle.tolist()
    arc = f"M{x:.0f} {y:.0f}Q{mid_x:.0f} {mid_y:.0f} {to_x:.0f} {to_y:.0f}"
    yield f'<path d="{arc}" {stroke(colors.cause, 6)}/>'
    x, y = (dot + 0.21 * (a + b)).tolist()
    place = f'font-size="28" x="{x:.0f}" y="{y + 10:.0f}"'
    yield f'<text {place} fill="{colors.paper}" stroke="{colors.paper}" stroke-width="8">{label}</text>'
    yield f'<text {place} fill="{colors.cause}" stroke="none" font-weight="bold">{label}</text>'


def _across(board: Board, xy: Points, edge: int) -> list[list[float]]:
    """Return three points: the center of one cell at an edge, the middle of the edge, and the center of the other cell.

    If the edge has only one cell, the last point lies off the board.
    """
    around = corners(board)
    middle = xy[board.ends[edge]].mean(axis=0)
    sides = [face for face in board.sides[edge].tolist() if 0 <= face < board.n_faces]
    middles = [xy[around[board.face_start[face] : board.face_start[face + 1]]].mean(axis=0) for face in sides]
    beyond = middles[1] if len(middles) == 2 else middle + (middle - middles[0]) * 0.6
    return [middles[0].tolist(), middle.tolist(), beyond.tolist()]


def _face(ring: Points, role: Role, color: str, colors: Theme) -> Iterator[str]:
    middle = ring.mean(axis=0)
    if role == "contradiction":
        style = f'fill="{colors.broken_face}" fill-opacity="0.5" stroke="{color}" stroke-width="7"'
        yield f'<polygon points="{_points(middle + (ring - middle) * 0.86)}" {style}/>'
        return
    x, y = middle.tolist()
    sides = (ring + np.roll(ring, 1, axis=0)) / 2 - middle
    radius = 0.72 * float(np.hypot(sides[:, 0], sides[:, 1]).min())
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" {stroke(color, 7)}/>'


def places(board: Board, xy: Points, marks: Iterable[Mark], colors: Theme, box: Box) -> Iterator[str]:
    """Yield the labels by which hints name places, as SVG texts.

    On square boards, the labels number the rows and columns in `box`, the visible part of the picture. On other boards,
    they number the marked cells, and the cells beside the edges that `marks` show as lines or crosses.
    """
    if board.kind == "square":
        rows, columns = board.params
        left, top = xy.min(axis=0).tolist()
        right, bottom = xy.max(axis=0).tolist()
        for row in range(rows):
            y = top + (bottom - top) * (row + 0.5) / rows
            place = _NUMBER.format(size=34, x=box[0] - RULER, y=y + 11)
            if box[1] < y < box[3]:
                yield f'<text {place} fill="{colors.cross}">R{row + 1}</text>'
        for column in range(columns):
            x = left + (right - left) * (column + 0.5) / columns
            place = _NUMBER.format(size=34, x=x, y=box[1] - RULER + 22)
            if box[0] < x < box[2]:
                yield f'<text {place} fill="{colors.cross}">C{column + 1}</text>'
        return
    around, numbers = corners(board), cell_numbers(board)
    faces = {face for mark in marks if mark.kind == "face" for face in mark.items if face < board.n_faces}
    edges = [edge for mark in marks if mark.role in ("line", "cross") for edge in mark.items]
    faces |= {face for face in board.sides[edges].ravel().tolist() if face >= 0}
    for face in sorted(faces):
        ring = xy[around[board.face_start[face] : board.face_start[face + 1]]]
        middle = ring.mean(axis=0)
        x, y = (middle + (ring[ring[:, 1].argmin()] - middle) * 0.55).tolist()
        yield f'<text {_NUMBER.format(size=26, x=x, y=y + 9)} fill="{colors.cross}">{numbers[face]}</text>'


def _points(ring: Points) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in ring.tolist())


def _edge(board: Board, xy: Points, edge: int) -> str:
    (x, y), (to_x, to_y) = xy[board.ends[edge]].tolist()
    return f"M{x} {y}L{to_x} {to_y}"


def stroke(color: str, width: int) -> str:
    """Return the attributes of an SVG path that is stroked and not filled."""
    return f'fill="none" stroke="{color}" stroke-width="{width}"'
