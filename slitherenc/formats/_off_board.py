"""Lines of a drawing that lie on no edge. Readers of loops raise OffBoard; `check` reports them as broken rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError
from slitherenc.boards.board import Bits, Board
from slitherenc.model.violation import Violation


class Stray(NamedTuple):
    """A line character on no edge, the number of its text line (from 1), and its column and row on the canvas."""

    sign: str
    line: int
    x: int
    y: int


class OffBoard(ParseError):
    """Error for lines on no edge, which `violations` lists. `lines`, booleans of shape (E,), are the lines on edges."""

    lines: Bits
    violations: tuple[Violation, ...]


def off_board(board: Board, lines: Bits, strays: Iterable[Stray], places: NDArray[np.int64], source: str) -> OffBoard:
    """Return the error for one or more stray lines.

    `places`, of shape (V, 2), contains the (column, row) of each vertex on the canvas. Comparing it with the board's
    coordinates gives the scale that converts a stray line's position to those coordinates.
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
