"""Lines of a square board as the two tables that files of square boards have, and back.

flat[H + 1, W]: is there a line from vertex (r, c) to (r, c + 1)? upright[H, W + 1]: from (r, c) to (r + 1, c)?
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
    """[height, width] from rows of tokens, 1 a line, 0 none, -1 a cross, or what `edge_of` makes of them.

    Out: LINE, CROSS or 0. Raises ParseError like `token_rows`.
    """
    table = token_rows(rows, edge_of, "1 (line), 0 or -1 (cross)", source, end, height=height, width=width)
    return table.reshape(height, width)


def tables(board: Board, lines: Bits | None) -> tuple[EdgeTable, EdgeTable]:
    """(flat, upright) of lines[E]; without any line for None."""
    height, width = board.params
    flat = np.zeros((height + 1, width), np.bool_)
    upright = np.zeros((height, width + 1), np.bool_)
    if lines is not None:
        row, column, across = _places(board)
        flat[row[across], column[across]] = lines[across]
        upright[row[~across], column[~across]] = lines[~across]
    return flat, upright


def lines_of_tables(board: Board, flat: EdgeTable, upright: EdgeTable) -> Bits | None:
    """lines[E] of the two tables (anything true is a line); None when there is no line at all."""
    row, column, across = _places(board)
    lines = np.empty(board.n_edges, np.bool_)
    lines[across] = flat[row[across], column[across]]
    lines[~across] = upright[row[~across], column[~across]]
    return lines if lines.any() else None


def _places(board: Board) -> tuple[NDArray[np.int32], NDArray[np.int32], EdgeTable]:
    """Of every edge the row and column of its first vertex, and whether it goes to the right."""
    tail, head = board.ends.T
    width = board.params[1]
    return tail // (width + 1), tail % (width + 1), head == tail + 1


def some(board: Board, lines: Bits) -> bool:
    """Is there any line? Where a format's answer without a line means that there is none."""
    return bool(lines.any())


def is_outline(board: Board, lines: Bits) -> bool:
    """Are these lines, at least one, the border between inside and outside cells?"""
    return bool(lines.any()) and np.array_equal(outline(board, inside(board, lines)), lines)
