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
    """A character that draws a line where there is no edge: its line number (from 1), column x and row y (from 0)."""

    sign: str
    line: int
    x: int
    y: int


class OffBoard(ParseError):
    """Error for a drawing with lines that lie on no edge.

    lines : the other lines, which lie on edges, as booleans of shape (E,)
    violations : one broken rule per line that lies on no edge
    """

    lines: Bits
    violations: tuple[Violation, ...]


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
