"""Boards: plane graphs. One module a kind, in the table KINDS; every kind is built by `board.from_faces`.

A kind's module defines
    params_of(words)                     the params that the words after "KIND:" name; raises UsageError
    KIND(*params)                        the Board; a function named like the kind
    count_faces(*params)                 its number of faces, while nothing is built
    words_of(board)                      the inverse of params_of
and may define, each with a default in `board.py` for kinds that do not:
    vertex_name(board, v), edge_name(board, e), face_name(board, f) -> str     names for people and variables
    text_grid(board) -> (x scale, y scale)       how far apart, in characters, unit steps of xy are in a text
                                                 drawing; None = this board has no text drawing
    DIRECTIONS: {name: (dx, dy)}         the edges that every vertex of the endless, regular tiling has
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slitherenc.errors import UsageError
from slitherenc.registry import Registry

if TYPE_CHECKING:
    from slitherenc.boards.board import Board

KINDS = Registry(
    "board",
    "slitherenc.boards",
    {
        "square": "slitherenc.boards.square",
        "triangle": "slitherenc.boards.triangle",
        "loopy": "slitherenc.boards.loopy",
        "graph": "slitherenc.boards.graph",
    },
)


def parse_board(text: str) -> Board:
    """The board of a name: "square:36x20", "triangle:6", "loopy:honeycomb:8x8" (width × height).

    Raises UsageError with what was expected: an unknown kind, words that name no board of the kind, a size that no
    board has.
    """
    kind, params = _parsed(text)
    board: Board = getattr(KINDS.load(kind), kind)(*params)
    return board


def count_faces(text: str) -> int:
    """The number of faces of the board of a name, while no board is built. Raises UsageError as `parse_board` does."""
    from slitherenc.boards.board import check_faces

    kind, params = _parsed(text)
    count: int = KINDS.load(kind).count_faces(*params)
    check_faces(count)
    return count


def _parsed(text: str) -> tuple[str, tuple[int, ...]]:
    kind, colon, words = text.strip().partition(":")
    if not colon:
        raise UsageError(
            f"{text[:40]!r} names no board: expected square:WIDTHxHEIGHT, triangle:SIDE or loopy:TILING:WIDTHxHEIGHT"
        )
    params: tuple[int, ...] = KINDS.load(kind).params_of(words)
    return kind, params


def board_name(board: Board) -> str:
    """The name that `parse_board` reads; just "graph" for a board that is no more than its faces."""
    words = KINDS.load(board.kind).words_of(board)
    return f"{board.kind}:{words}" if words else board.kind
