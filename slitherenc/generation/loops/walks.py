"""`walk_over` starts a `LoopWalk`, a random walk over loops. The walk is compiled if possible."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from slitherenc.base import compiled
from slitherenc.model import loop_walk
from slitherenc.model.loop_columns import loop_columns

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.model.loop_walk import LoopWalk


def walk_over(board: Board, inside: Bits) -> tuple[LoopWalk, array[int]]:
    """Return a LoopWalk at the outline of inside[F], and the array inside[F + 1] that it updates (last: outer face)."""
    module = compiled.plain(loop_walk) if compiled.PLAIN else loop_walk
    sides = array("i", [*inside.tolist(), 0])
    walk: LoopWalk = module.LoopWalk(loop_columns(board), sides)
    return walk, sides
