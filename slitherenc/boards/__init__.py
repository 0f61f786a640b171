"""Boards: plane graphs. One module a kind, in the table KINDS; every kind is built by `board.from_faces`.

Importing this package loads neither numpy nor a kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


class BoardKind(Protocol):
    """The functions of a kind's module. It also defines a function with the kind's own name: KIND(*params) -> Board.

    A module may also define, each with a default in `board.py` for kinds that do not:
        vertex_name(board, v), edge_name(board, e), face_name(board, f) -> str     names for people and variables
        text_grid(board) -> (x scale, y scale)       how far apart, in characters, unit steps of xy are in a text
                                                     drawing; None = this board has no text drawing
        DIRECTIONS: {name: (dx, dy)}         the edges that every vertex of the endless, regular tiling has
    """

    @staticmethod
    def params_of(words: str) -> tuple[int, ...]:
        """The params that the words after "KIND:" name. Raises UsageError."""
        ...

    @staticmethod
    def count_faces(*params: int) -> int:
        """The number of faces of the board with these params, while nothing is built."""
        ...

    @staticmethod
    def words_of(board: Board) -> str:
        """The inverse of `params_of`."""
        ...


KINDS: Registry[BoardKind] = Registry(
    "board",
    "slitherenc.boards",
    {
        "square": "slitherenc.boards.square",
        "triangle": "slitherenc.boards.triangle",
        "loopy": "slitherenc.boards.loopy",
        "graph": "slitherenc.boards.graph",
    },
    also={
        **dict.fromkeys(("hex", "hexagon", "hexagons", "hexagonal"), "honeycomb"),
        **dict.fromkeys(("grid", "rectangle", "squares"), "square"),
        **dict.fromkeys(("penrose", "rhombs"), "penrose-rhombs"),
        "pentagons": "cairo",
    },
)
