"""Puzzle: a Board with clues, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.errors import UsageError

NO_CLUE = -1
UNKNOWN_CLUE = -2  # a clue `?`: "some number, not told"; it constrains nothing, but formats carry it

_EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle:
    """clues[F]: the number of lines round each face, NO_CLUE (-1) or UNKNOWN_CLUE (-2); read-only.

    every_vertex   the "full" variant: the loop visits every vertex
    solution       edges[E] that the source gives as the answer, not checked; or None
    facts          what else the source says: title, author, … (not part of equality)
    remarks        what the reader wants to tell the user (not part of equality)

    A clue may be larger than its face: then there is no solution.
    """

    board: Board
    clues: NDArray[np.int16]
    every_vertex: bool = False
    solution: Bits | None = None
    facts: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        clues = np.array(self.clues, np.int16)
        if clues.shape != (self.board.n_faces,):
            raise UsageError(f"{self.board.n_faces} faces want as many clues, not {clues.size}")
        if clues.size and clues.min() < UNKNOWN_CLUE:
            raise UsageError("a clue is a number from 0, NO_CLUE (-1) or UNKNOWN_CLUE (-2)")
        clues.setflags(write=False)
        object.__setattr__(self, "clues", clues)
        if self.solution is not None:
            solution = np.array(self.solution, np.bool_)
            if solution.shape != (self.board.n_edges,):
                raise UsageError(f"{self.board.n_edges} edges want a solution of as many bits, not {solution.size}")
            solution.setflags(write=False)
            object.__setattr__(self, "solution", solution)

    @property
    def n_clues(self) -> int:
        """The clues that tell a number."""
        return int(np.count_nonzero(self.clues >= 0))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        same_solution = (
            self.solution is other.solution
            if self.solution is None or other.solution is None
            else np.array_equal(self.solution, other.solution)
        )
        return (
            same_solution
            and self.every_vertex == other.every_vertex
            and np.array_equal(self.clues, other.clues)
            and self.board == other.board
        )

    def __hash__(self) -> int:
        return hash((self.board, self.clues.tobytes(), self.every_vertex))

    def __repr__(self) -> str:
        size = f"{self.board.kind} {'x'.join(map(str, self.board.params))}".rstrip()
        full = ", every vertex" if self.every_vertex else ""
        return f"<Puzzle {size}: {self.n_clues} clues{full}>"

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show, without the solution."""
        from slitherenc.render.notebook import picture

        return picture(self)
