"""Loop: a checked solution of a puzzle, stored as a set of edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.notebook import NotebookPicture
from slitherenc.boards.board import Bits, Board, restore


@dataclass(frozen=True, eq=False, repr=False)
class Loop(NotebookPicture):
    """The lines of a solution.

    `check_model.loop_of` creates a Loop after it has checked all constraints. If the model has `loop="any"`, a Loop may
    consist of several loops.

    Parameters
    ----------
    board : Board
        The board.
    edges : array of int32
        The numbers of the edges that are lines, sorted, read-only.
    """

    PICTURE = "slitherenc.render.notebook:picture_of_loop"

    board: Board
    edges: NDArray[np.int32]

    def bits(self) -> Bits:
        """Return for each edge whether it is a line."""
        bits = np.zeros(self.board.n_edges, np.bool_)
        bits[self.edges] = True
        return bits

    def text(self) -> str:
        """Return a string with one digit per edge, in the order of the edges: 1 for a line, 0 for no line."""
        digits: bytes = (self.bits().astype(np.uint8) + ord("0")).tobytes()
        return digits.decode("ascii")

    def to_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON with the name of the board and the lines. docs/api.md lists the keys."""
        from slitherenc.boards.names import board_name

        return {"board": board_name(self.board), "edges": self.text()}

    def __len__(self) -> int:
        return len(self.edges)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Loop):
            return NotImplemented
        return np.array_equal(self.edges, other.edges) and self.board == other.board

    def __hash__(self) -> int:
        return hash(self.edges.tobytes())

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        restore(self, state)

    def __repr__(self) -> str:
        return f"<Loop of {len(self)} edges on {self.board!r}>"
