"""Clues added until one loop is left (Shirai et al. 2006, generator A).

In: a board, the digits that may be clues, the faces that may have one. Out: a puzzle with exactly one loop, or None
when the faces run out. Cell by cell in a random order, digits in a random order: a digit that leaves no loop is taken
back and the next is tried, one that leaves one loop ends it; a cell that no digit fits stays blank. Two loops that are
known to keep the clues so far often answer without the solver.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, face_counts
from slitherenc.loop import Loop
from slitherenc.puzzle import NO_CLUE
from slitherenc.solvers.session import Session


def add(
    board: Board, rng: random.Random, digits: Sequence[int], faces: Sequence[int], session: Session
) -> tuple[NDArray[np.int16], Loop] | None:
    """The clues[F] and their only loop. Raises GaveUp, SolverFailed."""
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    order = list(faces)
    rng.shuffle(order)
    known: list[tuple[Loop, NDArray[np.int16]]] = []  # up to two loops that keep the clues, with their numbers
    sizes = np.diff(board.face_start)
    for face in order:
        for digit in rng.sample(list(digits), len(digits)):
            if digit > sizes[face]:
                continue
            clues[face] = digit
            keeping = [(loop, counts) for loop, counts in known if counts[face] == digit]
            if len(keeping) < 2:
                keeping = [(loop, face_counts(board, loop.bits())) for loop in session.loops(clues, 2)]
            if len(keeping) == 1:
                return clues, keeping[0][0]
            if keeping:
                known = keeping
                break
            clues[face] = NO_CLUE
    return None
