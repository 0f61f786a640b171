"""Clues added until one loop is left (Shirai et al. 2006, generator A).

Face by face in a random order, digits in a random order: a digit that leaves no loop is taken back and the next one
tried; one that leaves a single loop ends the search; a face that no digit fits stays blank. Up to two loops that agree
with the clues so far are kept: when both agree with a new clue, the solver need not be asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import NoPuzzle
from slitherenc.boards.board import Board
from slitherenc.boards.lines import face_counts
from slitherenc.generation.tries import no_puzzle
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.session import Session

TRIES = 20


def add(
    board: Board, rng: random.Random, *, digits: Sequence[int] | None = None, forbid: Collection[int] = ()
) -> Puzzle:
    """A puzzle from an empty board, with its loop as solution.

    In: the numbers that may be clues (None: all), the faces that may have none. Raises NoPuzzle after TRIES tries,
    GaveUp, SolverFailed.
    """
    sizes = np.diff(board.face_start)
    numbers = range(int(sizes.max())) if digits is None else digits
    faces = sorted(set(range(board.n_faces)) - set(forbid))
    with Session(board) as session:
        for _ in range(TRIES):
            puzzle = add_once(board, rng, numbers, faces, session)
            if puzzle is not None:
                clues, loop = puzzle
                return Puzzle(board, clues, solution=loop.bits())
    several = no_puzzle(Counter({"had several loops with every clue that fits": TRIES}))
    raise NoPuzzle(f"{several}; try another seed, or allow more digits")


def add_once(
    board: Board, rng: random.Random, digits: Sequence[int], faces: Sequence[int], session: Session
) -> tuple[NDArray[np.int16], Loop] | None:
    """Clues[F] with exactly one loop, and that loop; None when all faces were tried and several loops are left.

    digits: the numbers that may be clues; faces: those that may have a clue; session: a Session on the same board.
    Raises GaveUp, SolverFailed.
    """
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
