"""Errors for lines of a drawing that lie on no edge.

Functions that read loops from drawings raise OffBoard. The command `check` reports each such line as a broken rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Bits, Board
from slitherenc.model.violation import Violation


class Stray(NamedTuple):
    """A character of a text drawing that stands for a line where the board has no edge."""

    sign: str
    line: int  # the number of the text line, from 1
    x: int  # the column in the drawing, from 0
    y: int  # the row in the drawing, from 0


class OffBoard(ParseError):
    """Error for a text drawing of a loop in which some lines lie on no edge of the board."""

    lines: Bits  # the edges that are drawn as lines, as booleans of shape (E,)
    violations: tuple[Violation, ...]  # a report of each line that lies on no edge


def off_board(board: Board, lines: Bits, strays: Iterable[Stray], places: NDArray[np.int64], source: str) -> OffBoard:
    """Return the error for `strays`, one or more characters that draw lines where there is no edge.

    `places`, of shape (V, 2), contains the (column, row) of each vertex in the drawing. The coordinates of `strays`
    on the board are computed from `places` and the coordinates of the vertices on the board.
    """
    segments = list(strays)
    low, least = places.min(axis=0), board.xy.min(axis=0)
    step = (board.xy.max(axis=0) - least) / np.maximum(places.max(axis=0) - low, 1)
    points = (np.array([(stray.x, stray.y) for stray in segments]) - low) * step + least
    first = segments[0]
    error = OffBoard(f"the line {first.sign!r} lies on no edge", source=source, line=first.line, column=first.x + 1)
    error.lines = lines
    error.violations = tuple(
        Violation("off board", f"the line {s.sign!r} at {s.line}:{s.x + 1} lies on no edge", place=(x, y))
        for s, (x, y) in zip(segments, points.tolist(), strict=True)
    )
    return error
