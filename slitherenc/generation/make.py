"""One puzzle from a seed: `make(board, spec, seed)`.

In: a Board, a PuzzleSpec (spec.py), a text as seed. Out: a Puzzle with its loop as solution and its seed among the
facts, proved to have no other loop. Nothing else goes in, so the same seed gives the same puzzle wherever it is made.
Raises NoPuzzle when none is found in TRIES loops, UsageError for options that contradict each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from slitherenc.boards.board import Board, face_counts, outline
from slitherenc.checker import loop_of
from slitherenc.errors import NoPuzzle
from slitherenc.generation.add import add
from slitherenc.generation.loops import random_loop
from slitherenc.generation.minimize import Orbit, minimize
from slitherenc.generation.spec import Add, Made, PuzzleSpec, Remove
from slitherenc.generation.symmetry import orbits
from slitherenc.model import build
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.session import Session

TRIES = 20


def make(board: Board, spec: PuzzleSpec, seed: str) -> Puzzle:
    """See the module's text."""
    return made(board, spec, seed).puzzle


def made(board: Board, spec: PuzzleSpec, seed: str) -> Made:
    """The same, with what there is to tell of the way."""
    spec.check(board)
    found = spec.make(board, random.Random(seed))
    return found._replace(puzzle=replace(found.puzzle, facts={"seed": seed}))


def by_adding(board: Board, spec: Add, rng: random.Random) -> Puzzle:
    """Clues on an empty board until one loop is left. Raises NoPuzzle, GaveUp, SolverFailed."""
    sizes = np.diff(board.face_start)
    digits = range(int(sizes.max())) if spec.digits is None else spec.digits
    faces = sorted(set(range(board.n_faces)) - set(spec.forbid))
    with Session(board) as session:
        for _ in range(TRIES):
            found = add(board, rng, digits, faces, session)
            if found is not None:
                clues, loop = found
                return Puzzle(board, clues, solution=loop.bits())
    raise NoPuzzle(f"the faces ran out {TRIES} times before one loop was left: take another seed, or allow more digits")


def by_removing(board: Board, spec: Remove, rng: random.Random) -> Puzzle:
    """From a loop with all its clues, as few as the options allow or as many as they ask for. Raises NoPuzzle."""
    all_orbits = orbits(board, spec.symmetry)
    blank = build(board)
    fewest: int | None = None
    tries = TRIES if spec.loop is None else 1
    for _ in range(tries):
        loop = loop_of(blank, outline(board, random_loop(board, rng)) if spec.loop is None else spec.loop)
        counts = face_counts(board, loop.bits())
        allowed = np.isin(counts, spec.digits) if spec.digits is not None else np.ones(board.n_faces, np.bool_)
        allowed[list(spec.forbid)] = False
        usable = [orbit for orbit in all_orbits if allowed[list(orbit)].all()]
        kept = [orbit for orbit in usable if set(spec.keep).intersection(orbit)]
        if len(set(spec.keep).difference(*kept)) > 0:
            continue
        free = [orbit for orbit in usable if orbit not in kept]
        rng.shuffle(free)
        stay = minimize(loop, free, [face for orbit in kept for face in orbit])
        if stay is None:
            continue
        chosen = [*kept, *stay]
        fewest = min(fewest or board.n_faces, sum(map(len, chosen)))
        if spec.clues is not None:
            filled = _filled(chosen, free, spec.clues)
            if filled is None:
                continue
            chosen = filled
        faces = [face for orbit in chosen for face in orbit]
        clues = np.full(board.n_faces, NO_CLUE, np.int16)
        clues[faces] = counts[faces]
        return Puzzle(board, clues, solution=loop.bits())
    where = f"{tries} random loops" if spec.loop is None else "this loop"
    if fewest is None:
        raise NoPuzzle(f"no puzzle of {where} has one loop alone with the clues that may be told")
    raise NoPuzzle(f"no puzzle of {where} has exactly {spec.clues} clues; the fewest found: {fewest}")


def _filled(chosen: Sequence[Orbit], free: Sequence[Orbit], clues: int) -> list[Orbit] | None:
    """With further orbits, in the order of `free` from its end, until there are exactly so many clues; None: no."""
    found = list(chosen)
    missing = clues - sum(map(len, found))
    for orbit in reversed(free):
        if orbit not in found and len(orbit) <= missing:
            found.append(orbit)
            missing -= len(orbit)
    return found if missing == 0 else None
