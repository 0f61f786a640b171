"""Names of boards: "square:36x20", "triangle:6", "loopy:honeycomb:8x8", and the boards that they name.

Importing this module loads neither numpy nor a kind.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from slitherenc.base.errors import UsageError
from slitherenc.boards import KINDS

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


class BoardKind(Protocol):
    """The functions of a kind's module. It also defines a function with the kind's own name: KIND(*params) -> Board.
    What else a kind has to say of its boards, such as the names of edges, it gives to `from_faces` as `Traits`.
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


def parse_board(text: str) -> Board:
    """The board of a name: "square:36x20", "triangle:6", "loopy:honeycomb:8x8" (width × height). "36x20" is short for a
    square board, "honeycomb:8x8" for one of Loopy's, and "honeycomb:8" or "square:8" for one that is as high as wide.

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
    count = _kind(kind).count_faces(*params)
    check_faces(count)
    return count


def _parsed(text: str) -> tuple[str, tuple[int, ...]]:
    from slitherenc.boards.loopy import SHORT_NAMES, TILING_NAMES

    name = text.strip()
    if re.fullmatch(r"[0-9]+x[0-9]+", name):
        name = f"square:{name}"
    kind, colon, words = name.partition(":")
    if not colon:
        raise UsageError(
            f"the board {text[:40]!r} needs a kind and a size: expected square:10x10, triangle:8, honeycomb:8x8 or so; "
            f"tilings: {', '.join(sorted(TILING_NAMES))}"
        )
    if kind not in KINDS:
        if kind not in TILING_NAMES and kind not in SHORT_NAMES:
            raise KINDS.unknown(kind, sorted(TILING_NAMES))
        kind, words = "loopy", name
    return kind, _kind(kind).params_of(words)


def _kind(name: str) -> BoardKind:
    kind: BoardKind = KINDS.load(name)
    return kind


def board_name(board: Board) -> str:
    """The name that `parse_board` reads; just "graph" for a board that is no more than its faces."""
    words = _kind(board.kind).words_of(board)
    return f"{board.kind}:{words}" if words else board.kind


def board_title(board: Board) -> str:
    """The board in words: `honeycomb 6x6`, its width first.

    >>> board_title(parse_board("3x2"))
    'square 3x2'
    """
    name = board_name(board) if board.kind in KINDS else board.kind
    return re.sub("(?<=[a-z])-", " ", name.removeprefix("loopy:").replace(":", " "))


def size_of(board: Board) -> dict[str, int]:
    """The width and height of a board, in cells or tiles, where it has these."""
    if board.kind == "square":
        return {"width": board.params[1], "height": board.params[0]}
    return {"width": board.params[1], "height": board.params[2]} if board.kind == "loopy" else {}


def board_document(board: Board) -> str | dict[str, Any]:
    """The board in JSON: its name, or its vertices and faces where it has none."""
    if board.kind != "graph":
        return board_name(board)
    from slitherenc.boards.graph import faces_of

    places = [[int(c) if c == int(c) else c for c in place] for place in board.xy.tolist()]
    return {"vertices": places, "faces": faces_of(board)}
