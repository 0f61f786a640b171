"""The strategy `add`: add clues to an empty board until one loop is left (Shirai et al. 2006, generator A)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import NoPuzzle
from slitherenc.base.options import with_default
from slitherenc.generation.make import no_puzzle
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec, check_digits, check_faces
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


@dataclass(frozen=True)
class Add(PuzzleSpec):
    """Add clues to an empty board until one loop is left."""

    example: ClassVar[str] = "--how add --digits 2,3 --board 6x6"
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    forbid: tuple[int, ...] = with_default(Remove, "forbid", ())

    def check(self, board: Board) -> None:
        check_faces(board, forbid=self.forbid)
        check_digits(board, self.digits)

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """Return a puzzle. Raises NoPuzzle after TRIES failed tries, and GaveUp and SolverFailed from the solver."""
        import numpy as np

        from slitherenc.generation.strategies.adding import TRIES, add_clues
        from slitherenc.solvers.session import Session

        digits = range(int(np.diff(board.face_start).max())) if self.digits is None else self.digits
        faces = sorted(set(range(board.n_faces)) - set(self.forbid))
        with Session(board) as session:
            for _ in range(TRIES):
                puzzle = add_clues(board, rng, {(face,): [(digit,) for digit in digits] for face in faces}, session)
                if puzzle is not None:
                    return MadePuzzle(puzzle)
        several = no_puzzle(Counter({"had several loops with every clue that fits": TRIES}))
        raise NoPuzzle(f"{several}; try another seed, or allow more digits")
