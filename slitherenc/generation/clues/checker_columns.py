"""The columns of a board as the checker takes them: views of C ints, made once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from slitherenc.base import compiled
from slitherenc.generation.clues import human_effort as checker_module

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.generation.clues.human_effort import Checker, Column


def checker_of(board: Board, lines: Bits) -> Checker:
    """A Checker that has learned these lines[E], compiled if it can be."""
    module = compiled.plain(checker_module) if compiled.PLAIN else checker_module
    checker: Checker = module.Checker(*_columns(board))
    checker.learn(lines.astype(np.intc).tolist())
    return checker


@lru_cache(maxsize=8)
def _columns(board: Board) -> tuple[Column, ...]:
    """ends, sides, vertex_start, vertex_edges, face_start, face_edges."""
    sides = np.where(board.sides < 0, board.n_faces, board.sides)
    parts = board.ends, sides, board.vertex_start, board.vertex_edges, board.face_start, board.face_edges
    return tuple(np.ascontiguousarray(part, np.intc).reshape(-1).data for part in parts)
