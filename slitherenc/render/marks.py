"""Marks: what a picture points at, over a puzzle. Each role has a shape of its own, not only a color.

look            a face filled, a disc around a vertex: look here
cause           a clue circled, a ring around a vertex, a broad band along an edge, dashes along a path,
                dots along a curve from cell to cell across edges: because of this
line            a dashed line: draw this
cross           a large cross: cross this out
link            a number in a disc on each edge, in order: what follows in a chain
contradiction   the same as cause, in the color of what is wrong, and faces are filled
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import numpy as np

from slitherenc.boards.board import Board
from slitherenc.boards.places import cell_numbers
from slitherenc.render.geometry import Points, corners
from slitherenc.render.themes import Theme

Role = Literal["look", "cause", "line", "cross", "link", "contradiction"]

RULER = 56  # the room beside the board for the numbers of rows and columns
_ARM = 24  # of a large cross
_NUMBER = 'stroke="none" font-size="{size}" x="{x:.0f}" y="{y:.0f}"'


class Mark(NamedTuple):
    """Numbers of things of a kind, and what they are there for. Face F, the outer one, is not shown."""

    kind: Literal["edge", "face", "vertex", "path", "curve"]
    items: tuple[int, ...]
    role: Role


def underlay(board: Board, xy: Points, marks: Iterable[Mark], colors: Theme) -> Iterator[str]:
    """What lies under lines and clues: where to look, and known edges that are a cause."""
    around = corners(board)
    for kind, items, role in marks:
        for item in items:
            if role == "look" and kind == "face" and item < board.n_faces:
                ring = xy[around[board.face_start[item] : board.face_start[item + 1]]]
                yield f'<polygon points="{_points(ring)}" fill="{colors.look}" fill-opacity="0.6" stroke="none"/>'
            elif role == "look" and kind == "vertex":
                x, y = xy[item].tolist()
                yield f'<circle cx="{x}" cy="{y}" r="34" fill="{colors.look}" fill-opacity="0.6" stroke="none"/>'
            elif role == "cause" and kind == "edge":
                yield f'<path d="{_edge(board, xy, item)}" {_stroke(colors.cause, 26)} stroke-opacity="0.45"/>'


def overlay(board: Board, xy: Points, marks: Iterable[Mark], colors: Theme) -> Iterator[str]:
    """What lies over them, where xy[V, 2] are the places of the vertices in the picture."""
    around = corners(board)
    for kind, items, role in marks:
        color = {"cause": colors.cause, "contradiction": colors.broken}.get(role, colors.move)
        for number, item in enumerate(items, 1):
            if role == "look" or (kind == "face" and item >= board.n_faces):
                continue
            if kind == "face":
                ring = xy[around[board.face_start[item] : board.face_start[item + 1]]]
                yield from _face(ring, role, color, colors)
            elif kind == "vertex":
                x, y = xy[item].tolist()
                yield f'<circle cx="{x}" cy="{y}" r="22" {_stroke(color, 7)}/>'
            elif role == "line":
                yield f'<path d="{_edge(board, xy, item)}" {_stroke(color, 14)} stroke-dasharray="20 22"/>'
            elif role == "cross":
                x, y = xy[board.ends[item]].mean(axis=0).tolist()
                arms = f"M{x - _ARM:.0f} {y - _ARM:.0f}l{2 * _ARM} {2 * _ARM}m0 {-2 * _ARM}l{-2 * _ARM} {2 * _ARM}"
                yield f'<path d="{arms}" {_stroke(color, 11)}/>'
            elif role == "link":
                x, y = xy[board.ends[item]].mean(axis=0).tolist()
                disc = f'r="24" fill="{colors.paper}" stroke="{color}" stroke-width="4"'
                yield f'<circle cx="{x:.0f}" cy="{y:.0f}" {disc}/>'
                yield f'<text {_NUMBER.format(size=32, x=x, y=y + 11)} fill="{color}">{number}</text>'
            elif kind == "curve":
                way = " L".join(f"{x:.0f} {y:.0f}" for x, y in _across(board, xy, item))
                yield f'<path d="M{way}" {_stroke(color, 9)} stroke-linecap="round" stroke-dasharray="1 17"/>'
            elif kind == "path" or role == "contradiction":
                dashes = "26 22" if kind == "path" else "1 17"
                yield f'<path d="{_edge(board, xy, item)}" {_stroke(color, 9)} stroke-dasharray="{dashes}"/>'


def _across(board: Board, xy: Points, edge: int) -> list[list[float]]:
    """From the middle of the one cell over the edge to that of the other; outside the board a bit further."""
    around = corners(board)
    middle = xy[board.ends[edge]].mean(axis=0)
    sides = [face for face in board.sides[edge].tolist() if 0 <= face < board.n_faces]
    middles = [xy[around[board.face_start[face] : board.face_start[face + 1]]].mean(axis=0) for face in sides]
    beyond = middles[1] if len(middles) == 2 else middle + (middle - middles[0]) * 0.6
    return [middles[0].tolist(), middle.tolist(), beyond.tolist()]


def _face(ring: Points, role: Role, color: str, colors: Theme) -> Iterator[str]:
    middle = ring.mean(axis=0)
    if role == "contradiction":
        how = f'fill="{colors.broken_face}" fill-opacity="0.5" stroke="{color}" stroke-width="7"'
        yield f'<polygon points="{_points(middle + (ring - middle) * 0.86)}" {how}/>'
        return
    x, y = middle.tolist()
    sides = (ring + np.roll(ring, 1, axis=0)) / 2 - middle
    radius = 0.72 * float(np.hypot(sides[:, 0], sides[:, 1]).min())
    yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" {_stroke(color, 7)}/>'


def places(board: Board, xy: Points, marks: Iterable[Mark], colors: Theme) -> Iterator[str]:
    """What names the places of a text: on squares rulers with the numbers of rows and columns, on other boards the
    numbers of the cells that are marked."""
    if board.kind == "square":
        rows, columns = board.params
        left, top = xy.min(axis=0).tolist()
        right, bottom = xy.max(axis=0).tolist()
        for row in range(rows):
            y = top + (bottom - top) * (row + 0.5) / rows + 11
            yield f'<text {_NUMBER.format(size=34, x=left - RULER, y=y)} fill="{colors.cross}">R{row + 1}</text>'
        for column in range(columns):
            x = left + (right - left) * (column + 0.5) / columns
            yield f'<text {_NUMBER.format(size=34, x=x, y=top - RULER + 22)} fill="{colors.cross}">C{column + 1}</text>'
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


def _stroke(color: str, width: int) -> str:
    return f'fill="none" stroke="{color}" stroke-width="{width}"'
