"""The strategy add: clues added until one loop is left (Shirai et al. 2006, generator A).

Face by face in a random order, digits in a random order: a digit that leaves no loop is taken back and the next one
tried; one that leaves a single loop ends the search; a face that no digit fits stays blank. Up to two loops that agree
with the clues so far are kept: when both agree with a new clue, the solver need not be asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import NoPuzzle
from slitherenc.base.options import with_default
from slitherenc.generation.make import no_puzzle
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec, check_digits, check_faces
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from slitherenc.boards.board import Board
    from slitherenc.model.loop import Loop
    from slitherenc.solvers.session import Session

TRIES = 20


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
        """Raises NoPuzzle after TRIES tries, GaveUp, SolverFailed."""
        import numpy as np

        from slitherenc.puzzles.puzzle import Puzzle
        from slitherenc.solvers.session import Session

        digits = range(int(np.diff(board.face_start).max())) if self.digits is None else self.digits
        faces = sorted(set(range(board.n_faces)) - set(self.forbid))
        with Session(board) as session:
            for _ in range(TRIES):
                found = _add_once(board, rng, digits, faces, session)
                if found is not None:
                    clues, loop = found
                    return MadePuzzle(Puzzle(board, clues, solution=loop.bits()))
        several = no_puzzle(Counter({"had several loops with every clue that fits": TRIES}))
        raise NoPuzzle(f"{several}; try another seed, or allow more digits")


def _add_once(
    board: Board, rng: random.Random, digits: Sequence[int], faces: Sequence[int], session: Session
) -> tuple[NDArray[np.int16], Loop] | None:
    """Clues[F] with exactly one loop, and that loop; None when all faces were tried and several loops are left.

    digits: the numbers that may be clues; faces: those that may have a clue; session: a Session on the same board.
    Raises GaveUp, SolverFailed.
    """
    import numpy as np

    from slitherenc.boards.lines import face_counts
    from slitherenc.puzzles.puzzle import NO_CLUE

    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    order = list(faces)
    rng.shuffle(order)
    known: list[
        tuple[Loop, NDArray[np.int16]]
    ] = []  # up to two loops that agree with the clues, with their face counts
    sizes = np.diff(board.face_start)
    for face in order:
        for digit in rng.sample(list(digits), len(digits)):
            if digit > sizes[face]:
                continue
            clues[face] = digit
            agreeing = [(loop, counts) for loop, counts in known if counts[face] == digit]
            if len(agreeing) < 2:
                agreeing = [(loop, face_counts(board, loop.bits())) for loop in session.loops(clues, 2)]
            if len(agreeing) == 1:
                return clues, agreeing[0][0]
            if agreeing:
                known = agreeing
                break
            clues[face] = NO_CLUE
    return None
