"""Clues are added to an empty board until one loop is left: for `add`, and for loops with a theme.

Orbits are tried in a random order, and their numbers in a random order: numbers that leave no loop are removed and the
next ones tried; numbers that leave a single loop end the search; an orbit that no numbers fit stays blank. Up to two
loops that agree with the clues so far are stored: if both agree with a new clue, the solver need not be asked.

Few random loops have enough clues of only two digits, or opposite clues that are equal. The loops that are left here
have them, because the clues were chosen that way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts
from slitherenc.generation.clues.clue_sets import Request
from slitherenc.generation.clues.minimize import Orbit
from slitherenc.generation.make import no_puzzle
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.session import Session

TRIES = 20
DRAWN = 15  # slow: loops of clues for a theme, and draws of the digits of its rows
MOST_WAYS = 256  # numberings of an orbit; longer lists are sampled

Choices = Mapping[Orbit, Sequence[tuple[int, ...]]]


def add_clues(board: Board, rng: random.Random, choices: Choices, session: Session) -> Puzzle | None:
    """Return a puzzle with exactly one loop; None if all orbits were tried and several loops are left.

    `choices` lists for each orbit the numbers that its faces may have; `session` is a Session on the same board. Raises
    GaveUp, SolverFailed.
    """
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    order = list(choices)
    rng.shuffle(order)
    known: list[
        tuple[Loop, NDArray[np.int16]]
    ] = []  # up to two loops that agree with the clues, with their face counts
    sizes = np.diff(board.face_start)
    for orbit in order:
        faces = list(orbit)
        for numbers in rng.sample(choices[orbit], len(choices[orbit])):
            if (numbers > sizes[faces]).any():
                continue
            clues[faces] = numbers
            agreeing = [(loop, counts) for loop, counts in known if (counts[faces] == numbers).all()]
            if len(agreeing) < 2:
                agreeing = [(loop, face_counts(board, loop.bits())) for loop in session.loops(clues, 2)]
            if len(agreeing) == 1:
                return Puzzle(board, clues, solution=agreeing[0][0].bits())
            if agreeing:
                known = agreeing
                break
            clues[faces] = NO_CLUE
    return None


def loops_of_clues(board: Board, request: Request, rng: random.Random) -> Iterator[Bits]:
    """Yield the loops of clues that the request allows. Raises NoPuzzle after TRIES tries in a row."""
    digits = request.digits or range(int(np.diff(board.face_start).max()))
    choices = {orbit: _numbers(request, orbit, digits, rng) for orbit in request.orbits}
    with Session(board) as session:
        while True:
            tries = (add_clues(board, rng, choices, session) for _ in range(TRIES))
            puzzle = next((puzzle for puzzle in tries if puzzle is not None), None)
            if puzzle is None or puzzle.solution is None:
                raise no_puzzle(Counter({"left several loops": TRIES}), things="tries to add clues as requested")
            yield puzzle.solution


def _numbers(request: Request, orbit: Orbit, digits: Sequence[int], rng: random.Random) -> list[tuple[int, ...]]:
    """Return the numbers that the faces of an orbit may have; long lists are sampled."""
    if request.theme == "equal-opposites":
        ways = [(digit,) * len(orbit) for digit in digits]
    elif len(digits) ** len(orbit) <= MOST_WAYS:
        ways = list(product(digits, repeat=len(orbit)))
    else:
        ways = [tuple(rng.choices(digits, k=len(orbit))) for _ in range(MOST_WAYS)]
    return [numbers for numbers in ways if request.allows(orbit, numbers)]
