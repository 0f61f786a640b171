"""Marks: what a picture points at, over a puzzle: each role has a shape of its own, not only a color.

look            a dashed outline of a face, a wide ring around a vertex: look here
cause           an outline of a face, a ring around a vertex, dots on an edge, dashes along a path: why
move            a ring around the middle of an edge: what follows
contradiction   the same as cause, in the color of what is wrong, and faces are filled
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import numpy as np

from slitherenc.boards.board import Board
from slitherenc.render.geometry import Points, corners
from slitherenc.render.themes import Theme

Role = Literal["look", "cause", "move", "contradiction"]


class Mark(NamedTuple):
    """Numbers of things of a kind, and what they are there for. Face F, the outer one, is not shown."""

    kind: Literal["edge", "face", "vertex", "path"]
    items: tuple[int, ...]
    role: Role


def overlay(board: Board, xy: Points, marks: Iterable[Mark], colors: Theme) -> Iterator[str]:
    """The elements of these marks, where xy[V, 2] are the places of the vertices in the picture."""
    around = corners(board)
    for kind, items, role in marks:
        color = colors.broken if role == "contradiction" else colors.mark
        for item in items:
            if kind == "face" and item < board.n_faces:
                ring = xy[around[board.face_start[item] : board.face_start[item + 1]]]
                middle = ring.mean(axis=0)
                points = " ".join(f"{x:.0f},{y:.0f}" for x, y in (middle + (ring - middle) * 0.86).tolist())
                fill = colors.broken_face if role == "contradiction" else "none"
                dashes = ' stroke-dasharray="22 16"' if role == "look" else ""
                yield f'<polygon points="{points}" fill="{fill}" fill-opacity="0.5" {_stroke(color, 7)}{dashes}/>'
            elif kind == "vertex":
                x, y = xy[item].tolist()
                yield f'<circle cx="{x}" cy="{y}" r="{32 if role == "look" else 22}" fill="none" {_stroke(color, 6)}/>'
            elif kind in ("edge", "path"):
                (x, y), (to_x, to_y) = xy[board.ends[item]].tolist()
                if role == "move":
                    a, b = np.add([x, y], [to_x, to_y]) / 2
                    yield f'<circle cx="{a:.0f}" cy="{b:.0f}" r="27" fill="none" {_stroke(color, 7)}/>'
                else:
                    dashes = "26 22" if kind == "path" else "1 17"
                    yield f'<path d="M{x} {y}L{to_x} {to_y}" {_stroke(color, 8)} stroke-dasharray="{dashes}"/>'


def _stroke(color: str, width: int) -> str:
    return f'stroke="{color}" stroke-width="{width}"'
