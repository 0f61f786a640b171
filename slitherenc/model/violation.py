"""Violation: a broken rule, in words and by place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from slitherenc.boards.board import Board

# The order in which pzpr tests the rules; OTHERS are those of clue types and variants that are not named.
OTHERS = "the rules that are not named"
ORDER = ("no lines", "branch", OTHERS, "several loops", "several pieces", "dead end", "not visited")


class Violation(NamedTuple):
    """A broken rule: its name, what is wrong in words, and where (edges, vertex, face; -1 = none).

    Rules of every puzzle: "no lines", "dead end", "branch", "several loops", or "several pieces" when these are no
    loops; of clue types and variants: "clue", "not visited", …; of a Model made by hand: "visited", "count", "side",
    "either".
    "several loops" gives the edges of each loop in `loops`, shortest first, and in `edges` those of all but the last;
    "several pieces" gives in `edges` those of all pieces but the longest.
    `faces` are the others that break a rule together with `face`, as the numbers of one row may.
    "off board" is for readers of drawings: a line that lies on no edge, at `place` in the coordinates of the board.
    """

    rule: str
    message: str
    vertex: int = -1
    face: int = -1
    edges: tuple[int, ...] = ()
    loops: tuple[tuple[int, ...], ...] = ()
    place: tuple[float, float] | None = None
    faces: tuple[int, ...] = ()


def face_place(board: Board, face: int) -> str:
    """Where a face is, for people: `(3,1)`, or its number and the coordinates of its middle."""
    if face == board.n_faces:
        return "the outer face"
    x, y = board.xy[np.unique(board.ends[board.edges_of_face(face)])].mean(axis=0).tolist()
    return _place(board.face_name(face), x, y)


def vertex_place(board: Board, vertex: int) -> str:
    """Where a vertex is, for people, like `face_place`."""
    return _place(board.vertex_name(vertex), *board.xy[vertex].tolist())


def _place(name: str, x: float, y: float) -> str:
    """3_1 -> (3,1); a mere number says no place, so its coordinates go with it."""
    return f"({name.replace('_', ',')})" if "_" in name else f"{name} (x {x:.4g}, y {y:.4g})"


def lines_in_words(number: int) -> str:
    """1 line, 2 lines."""
    return "1 line" if number == 1 else f"{number} lines"
