"""Sets of faces on a board: named layouts of clues, areas of the board, and rows and columns.

On boards that are not made of squares, a face belongs to the row and column of its center in a grid of squares. The
squares have the mean area of a face. To keep `generate --help` fast, numpy is imported only inside functions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from slitherenc.base.registry import unknown_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from slitherenc.boards.board import Board

    Numbers = NDArray[np.intp]

LAYOUTS = ("frame", "diagonals", "blocks", "stripes")
AREAS = ("top", "bottom", "left", "right", "middle", "top-left", "top-right", "bottom-left", "bottom-right")


def layout_faces(board: Board, name: str) -> tuple[int, ...]:
    """Return the faces of a layout (a name in LAYOUTS) in increasing order. Raises UsageError for an unknown name.

    >>> from slitherenc.boards.square import square
    >>> layout_faces(square(2, 4), "blocks")
    (0, 1, 4, 5)
    """
    if name not in LAYOUTS:
        raise unknown_name("layout", name, LAYOUTS)
    if name == "frame":
        chosen = _rings_from_the_rim(board) % 3 == 0
    else:
        rows, columns = rows_and_columns(board)
        if name == "diagonals":
            number = (rows + columns) % 5
            chosen = (number == 0) | (number == 2)
        elif name == "blocks":
            chosen = (rows // 2 + columns // 2) % 2 == 0
        else:
            chosen = rows % 2 == 0
    return tuple(chosen.nonzero()[0].tolist())


def part_of(board: Board, area: str) -> frozenset[int]:
    """Return the faces in an area of the board, such as "top" (a half), "top-left" (a quarter) or "middle".

    >>> from slitherenc.boards.square import square
    >>> sorted(part_of(square(4, 4), "top-left"))
    [0, 1, 4, 5]
    """
    from slitherenc.boards.board import middles_of

    x, y = (middles_of(board) - board.xy.min(axis=0)).T / (board.xy.max(axis=0) - board.xy.min(axis=0))[:, None]
    inside = {
        "top": y <= 0.5,
        "bottom": y >= 0.5,
        "left": x <= 0.5,
        "right": x >= 0.5,
        "middle": (abs(x - 0.5) <= 0.25) & (abs(y - 0.5) <= 0.25),
    }
    chosen = inside[area.split("-")[0]] & inside[area.split("-")[-1]]
    return frozenset(chosen.nonzero()[0].tolist())


def row_digits(board: Board, digits: Sequence[int], rng: random.Random) -> dict[int, int]:
    """Draw a digit for each row; the digit 2 is twice as likely as any other. Map each face to the digit of its row."""
    rows, _ = rows_and_columns(board)
    of_row = rng.choices(digits, [1 + (digit == 2) for digit in digits], k=int(rows.max()) + 1)
    return {face: of_row[row] for face, row in enumerate(rows.tolist())}


def _rings_from_the_rim(board: Board) -> Numbers:
    """Return the distance of each face from the outer face: 0 for the faces beside it, then 1, 2 and so on."""
    import numpy as np

    from slitherenc.boards.adjacency import rings

    adjacent = rings(board).adjacent
    ring = np.full(board.n_faces, -1)
    layer = sorted({face for pair in board.sides[(board.sides < 0).any(axis=1)].tolist() for face in pair if face >= 0})
    number = 0
    while layer:
        ring[layer] = number
        layer = sorted({other for face in layer for other in adjacent[face] if ring[other] < 0})
        number += 1
    return ring


def rows_and_columns(board: Board) -> tuple[Numbers, Numbers]:
    """Return the row and the column of each face."""
    import numpy as np

    from slitherenc.boards.board import middles_of

    width, height = np.ptp(board.xy, axis=0)
    unit = np.sqrt(width * height / board.n_faces)
    places = ((middles_of(board) - board.xy.min(axis=0)) / unit + 1e-6).astype(np.intp)
    return places[:, 1], places[:, 0]
