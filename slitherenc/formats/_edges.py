"""Conversion of lines of a square board to and from the two tables of edges that many file formats contain.

flat, of shape (H + 1, W), contains the edges from vertex (r, c) to (r, c + 1). upright, of shape (H, W + 1), contains
the edges from vertex (r, c) to (r + 1, c).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import inside, outline
from slitherenc.formats._rows import Line
from slitherenc.formats._tables import token_rows

EdgeTable = NDArray[np.bool_]
LINE, CROSS = 1, 2
EDGES: Mapping[str, int] = {"0": 0, "1": LINE, "-1": CROSS}


def edge_rows(
    rows: Sequence[Line],
    source: str,
    end: int,
    edge_of: Callable[[str], int | None] = EDGES.get,
    *,
    height: int,
    width: int,
) -> NDArray[np.int16]:
    """Return a table of shape (height, width) with one value per token: LINE, CROSS or 0 (no mark).

    `edge_of` returns the value of a token, or None for an unknown token. By default, "1" is a line and "-1" is a cross.
    Raises ParseError for a wrong number of rows or tokens and for an unknown token.
    """
    table = token_rows(rows, edge_of, "1 (line), 0 or -1 (cross)", source, end, height=height, width=width)
    return table.reshape(height, width)


def tables(board: Board, lines: Bits | None) -> tuple[EdgeTable, EdgeTable]:
    """Return two tables, of horizontal and of vertical edges. True means a line. If `lines` is None, all are False."""
    height, width = board.params
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    if lines is not None:
        row, column, across = _places(board)
        flat[row[across], column[across]] = lines[across]
        upright[row[~across], column[~across]] = lines[~across]
    return flat, upright


def lines_of_tables(board: Board, flat: EdgeTable, upright: EdgeTable) -> Bits | None:
    """Return the lines in the two tables, as booleans of shape (E,), or None if the tables contain no lines."""
    row, column, across = _places(board)
    lines = np.empty(board.n_edges, np.bool_)
    lines[across] = flat[row[across], column[across]]
    lines[~across] = upright[row[~across], column[~across]]
    return lines if lines.any() else None


def _places(board: Board) -> tuple[NDArray[np.int32], NDArray[np.int32], EdgeTable]:
    """Return the row and the column of each edge's first end, and whether each edge is horizontal."""
    tail, head = board.ends.T
    width = board.params[1]
    return tail // (width + 1), tail % (width + 1), head == tail + 1


def has_lines(board: Board, lines: Bits) -> bool:
    """Return whether any edge is a line. Formats that cannot store an empty solution use this as `Format.fits`."""
    return bool(lines.any())


def is_outline(board: Board, lines: Bits) -> bool:
    """Return whether `lines` is nonempty and is exactly the border of some set of cells."""
    return bool(lines.any()) and np.array_equal(outline(board, inside(board, lines)), lines)
