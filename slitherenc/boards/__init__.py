"""Boards: plane graphs. One module a kind, in the table KINDS; every kind is built by `board.from_faces`.

A kind's module defines
    board_of(words)                      the Board that the words after "KIND:" name; raises UsageError
    words_of(board)                      the inverse
and may define, each with a default in `board.py` for kinds that do not:
    vertex_name(board, v), edge_name(board, e), face_name(board, f) -> str     names for people and variables
    TEXT_GRID: (x scale, y scale)        how far apart, in characters, unit steps of xy are in a text drawing;
                                         or a function of the board that gives this, or None
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
    kind, colon, words = text.strip().partition(":")
    if not colon:
        raise UsageError(
            f"{text[:40]!r} names no board: expected square:WIDTHxHEIGHT, triangle:SIDE or loopy:TILING:WIDTHxHEIGHT"
        )
    board: Board = KINDS.load(kind).board_of(words)
    return board


def board_name(board: Board) -> str:
    """The name that `parse_board` reads; just "graph" for a board that is no more than its faces."""
    words = KINDS.load(board.kind).words_of(board)
    return f"{board.kind}:{words}" if words else board.kind
