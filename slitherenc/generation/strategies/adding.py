"""Search that adds clues to an empty board until one loop is left, for the strategy `add` and for themes.

Orbits (sets of faces of which all or none have clues) are tried in random order. For each orbit, the possible clues for
its faces are tried in random order. Clues that leave no loop are taken back, and the next ones are tried. Clues that
leave one loop end the search. Up to two loops that fit the clues are stored to save solver calls.

A theme is a condition on clues, such as "there are only two digits" or "opposite clues are equal". Few random loops
have clues that meet a given theme. So this search chooses such clues, and they determine the loop.
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
DRAWN = 15  # loops drawn from clues of a theme, and draws of its digits per row; both are slow
MOST_WAYS = 256  # the largest number of numberings of an orbit that are all tried; otherwise, they are sampled

Choices = Mapping[Orbit, Sequence[tuple[int, ...]]]


def add_clues(board: Board, rng: random.Random, choices: Choices, session: Session) -> Puzzle | None:
    """Return a puzzle with exactly one loop, or None if several loops fit after all choices have been tried.

    `choices` maps sets of faces to their possible clues; each tuple of clues has one number per face. `session` is a
    Session (a solver that is called repeatedly) on the same board. Raises GaveUp and SolverFailed from the solver.
    """
    clues = np.full(board.n_faces, NO_CLUE, np.int16)
    order = list(choices)
    rng.shuffle(order)
    known: list[
        tuple[Loop, NDArray[np.int16]]
    ] = []  # up to two loops that fit the clues, each with its numbers of lines around the faces
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
    """Yield the solutions of random puzzles whose clues meet the request. Raises NoPuzzle if too many tries fail."""
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
    """Return the tuples of numbers that an orbit's faces may have, or a sample if more than MOST_WAYS exist."""
    if request.theme == "equal-opposites":
        ways = [(digit,) * len(orbit) for digit in digits]
    elif len(digits) ** len(orbit) <= MOST_WAYS:
        ways = list(product(digits, repeat=len(orbit)))
    else:
        ways = [tuple(rng.choices(digits, k=len(orbit))) for _ in range(MOST_WAYS)]
    return [numbers for numbers in ways if request.allows(orbit, numbers)]
