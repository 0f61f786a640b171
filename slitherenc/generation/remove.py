"""Clues taken away from a loop that has all of them (Shirai et al. 2006, generator B): random loops, or a given one."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.checker import loop_of
from slitherenc.errors import NoPuzzle
from slitherenc.generation.loops import random_loop
from slitherenc.generation.minimize import Orbit, minimize
from slitherenc.generation.symmetry import orbits
from slitherenc.model import build
from slitherenc.puzzle import NO_CLUE, Puzzle

TRIES = 20


def remove(
    board: Board,
    rng: random.Random,
    *,
    digits: Sequence[int] | None = None,
    clues: int | None = None,
    symmetry: str = "none",
    keep: Collection[int] = (),
    forbid: Collection[int] = (),
    loop: Bits | None = None,
) -> Puzzle:
    """A puzzle from a loop with all its clues, which go until none can, or until `clues` are left.

    The other parameters are the options of `Remove`. Raises NoPuzzle when none is found in TRIES loops,
    UsageError for a symmetry that does not exist, SolverFailed.
    """
    all_orbits = orbits(board, symmetry)
    blank = build(board)
    fewest: int | None = None
    tries = TRIES if loop is None else 1
    for _ in range(tries):
        found = loop_of(blank, outline(board, random_loop(board, rng)) if loop is None else loop)
        counts = face_counts(board, found.bits())
        allowed = np.isin(counts, digits) if digits is not None else np.ones(board.n_faces, np.bool_)
        allowed[list(forbid)] = False
        usable = [orbit for orbit in all_orbits if allowed[list(orbit)].all()]
        kept = [orbit for orbit in usable if set(keep).intersection(orbit)]
        if len(set(keep).difference(*kept)) > 0:
            continue
        free = [orbit for orbit in usable if orbit not in kept]
        rng.shuffle(free)
        stay = minimize(found, free, [face for orbit in kept for face in orbit])
        if stay is None:
            continue
        chosen = [*kept, *stay]
        fewest = min(fewest or board.n_faces, sum(map(len, chosen)))
        if clues is not None:
            filled = _filled(chosen, free, clues)
            if filled is None:
                continue
            chosen = filled
        faces = [face for orbit in chosen for face in orbit]
        shown = np.full(board.n_faces, NO_CLUE, np.int16)
        shown[faces] = counts[faces]
        return Puzzle(board, shown, solution=found.bits())
    where = f"{tries} random loops" if loop is None else "this loop"
    if fewest is None:
        raise NoPuzzle(f"no puzzle of {where} has one loop alone with the clues that are allowed")
    raise NoPuzzle(f"no puzzle of {where} has exactly {clues} clues; the fewest found: {fewest}")


def _filled(chosen: Sequence[Orbit], free: Sequence[Orbit], clues: int) -> list[Orbit] | None:
    """With further orbits, in the order of `free` from its end, until there are exactly so many clues; None: no."""
    found = list(chosen)
    missing = clues - sum(map(len, found))
    for orbit in reversed(free):
        if orbit not in found and len(orbit) <= missing:
            found.append(orbit)
            missing -= len(orbit)
    return found if missing == 0 else None
