"""Convert between boards and their names, such as "square:36x20", "triangle:6" or "loopy:honeycomb:8x8".

Importing this module loads neither numpy nor the module of any kind of board.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

from slitherenc.base.errors import UsageError
from slitherenc.boards import KINDS

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


class BoardKind(Protocol):
    """The functions that the module of a kind of board must define. The module must also define a function with the
    name of the kind, such as `square`. This function builds a board from its params."""

    @staticmethod
    def params_of(words: str) -> tuple[int, ...]:
        """Parse the text after "KIND:" in a board's name into `Board.params`. Raises UsageError for invalid text."""
        ...

    @staticmethod
    def count_faces(*params: int) -> int:
        """Return the number of faces of the board with these params, if possible without building the board."""
        ...

    @staticmethod
    def words_of(board: Board) -> str:
        """Return the text after "KIND:" in the board's name, or "" for graph boards. `params_of` is the inverse."""
        ...


def parse_board(text: str) -> Board:
    """Return the board with a name such as "square:36x20", "triangle:6" or "loopy:honeycomb:8x8" (width × height).

    Short names: "36x20" means "square:36x20", "square:8" means "square:8x8", and "honeycomb:8x8" means
    "loopy:honeycomb:8x8". Raises UsageError if the kind is unknown, or if the kind does not allow this name or size.
    """
    kind, params = _parse(text)
    board: Board = getattr(KINDS.load(kind), kind)(*params)
    return board


def count_faces(text: str) -> int:
    """Return the number of faces of a board, given its name. Raises UsageError in the same cases as `parse_board`."""
    from slitherenc.boards.board import check_faces

    kind, params = _parse(text)
    count = _kind(kind).count_faces(*params)
    check_faces(count)
    return count


def _parse(text: str) -> tuple[str, tuple[int, ...]]:
    from slitherenc.boards.loopy import SHORT_NAMES, TILING_NAMES

    name = text.strip()
    if re.fullmatch(r"[0-9]+x[0-9]+", name):
        name = f"square:{name}"
    kind, colon, words = name.partition(":")
    if not colon:
        raise UsageError(
            f"the board {text[:40]!r} needs a kind and a size, for example square:10x10, triangle:8 or honeycomb:8x8; "
            f"more kinds: {', '.join(sorted(TILING_NAMES))}"
        )
    if kind not in KINDS:
        if kind not in TILING_NAMES and kind not in SHORT_NAMES:
            raise KINDS.unknown_name(kind, sorted(TILING_NAMES))
        kind, words = "loopy", name
    return kind, _kind(kind).params_of(words)


def _kind(name: str) -> BoardKind:
    kind: BoardKind = KINDS.load(name)
    return kind


def board_name(board: Board) -> str:
    """Return a name that `parse_board` accepts, or "graph" for graph boards, which have no such name."""
    words = _kind(board.kind).words_of(board)
    return f"{board.kind}:{words}" if words else board.kind


def board_title(board: Board) -> str:
    """Return the board's title for display, such as `honeycomb 6x6` (width × height).

    >>> board_title(parse_board("3x2"))
    'square 3x2'
    """
    name = board_name(board) if board.kind in KINDS else board.kind
    return re.sub("(?<=[a-z])-", " ", name.removeprefix("loopy:").replace(":", " "))


def size_of(board: Board) -> dict[str, int]:
    """Return the width and height of a board in cells or tiles, or an empty dict for kinds without width and height."""
    if board.kind == "square":
        return {"width": board.params[1], "height": board.params[0]}
    return {"width": board.params[1], "height": board.params[2]} if board.kind == "loopy" else {}


def board_document(board: Board) -> str | dict[str, Any]:
    """Return a board as JSON: its name or, if it has no name, its vertices and faces."""
    if board.kind != "graph":
        return board_name(board)
    from slitherenc.boards.graph import faces_of

    places = [[int(c) if c == int(c) else c for c in place] for place in board.xy.tolist()]
    return {"vertices": places, "faces": faces_of(board)}
