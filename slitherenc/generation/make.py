"""One puzzle as wished, from a seed: `make(board, wish, seed)`.

In: a Board, a PuzzleSpec, a text or number as seed. Out: a Puzzle with its loop as solution and its seed among the facts,
proved to have no other loop. Nothing else goes in, so the same seed gives the same puzzle wherever it is made.
Raises NoPuzzle when none is found in TRIES loops, UsageError for wishes that contradict each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, face_counts, outline
from slitherenc.checker import loop_of
from slitherenc.errors import NoPuzzle, UsageError
from slitherenc.generation.add import add
from slitherenc.generation.loops import random_loop
from slitherenc.generation.minimize import Orbit, minimize
from slitherenc.generation.symmetry import orbits
from slitherenc.loop import Loop
from slitherenc.model import build
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.session import Session

TRIES = 20
HOWS = ("remove", "add", "anneal")


@dataclass(frozen=True)
class PuzzleSpec:
    """What a puzzle is to be like.

    how        remove: from a loop with all its clues, minimal, or down to `clues`; add: clues until one loop is left;
               anneal: `clues` clues, of a difficulty
    digits     the numbers that may be clues; None = all
    clues      so many clues, exactly
    symmetry   of the places of the clues; minimal then means that no orbit can go
    keep, forbid   faces that must, or must not, have a clue
    loop       the lines[E] of the loop to take; None = random ones
    target     of anneal: a difficulty, "easier" or "harder"; with `steps` and `share`
    """

    how: str = "remove"
    digits: tuple[int, ...] | None = None
    clues: int | None = None
    symmetry: str = "none"
    keep: tuple[int, ...] = ()
    forbid: tuple[int, ...] = ()
    loop: Bits | None = None
    target: float | Literal["easier", "harder"] = "harder"
    steps: int = 2000
    share: float = 0.6


def check(board: Board, wish: PuzzleSpec) -> None:
    """Raises UsageError for wishes that contradict each other, NoPuzzle for those that no puzzle of the board meets."""
    if wish.how not in HOWS:
        raise UsageError(f"there is no way {wish.how!r} to make puzzles; there are: {', '.join(HOWS)}")
    for name, faces in (("keep", wish.keep), ("forbid", wish.forbid)):
        if not all(0 <= face < board.n_faces for face in faces):
            raise UsageError(f"--{name} names a face that is not on the board")
    if set(wish.keep) & set(wish.forbid):
        raise UsageError(f"face {board.face_name(min(set(wish.keep) & set(wish.forbid)))} is to be kept and forbidden")
    if wish.how != "remove" and (wish.symmetry != "none" or wish.keep or wish.loop is not None):
        raise UsageError(f"--how {wish.how} makes its own loops and places: no symmetry, kept faces or given loop")
    if wish.how == "add" and wish.clues is not None:
        raise UsageError("--how add takes as many clues as it needs")
    if wish.how == "anneal" and (wish.digits is not None or wish.forbid):
        raise UsageError("--how anneal takes all digits and faces")
    if wish.digits is not None and not any(digit > 0 for digit in wish.digits):
        raise NoPuzzle("clues 0 alone leave no loop or many")
    if wish.clues is not None and not 1 <= wish.clues <= board.n_faces:
        raise NoPuzzle(f"a puzzle of this board has 1 to {board.n_faces} clues, not {wish.clues}")
    if wish.how == "remove":
        orbits(board, wish.symmetry)


class Made(NamedTuple):
    """A puzzle, and of anneal the difficulty of the puzzle at hand at the start and after each step."""

    puzzle: Puzzle
    trace: tuple[float, ...] = ()


def make(board: Board, wish: PuzzleSpec, seed: str) -> Puzzle:
    """See the module's text."""
    return made(board, wish, seed).puzzle


def made(board: Board, wish: PuzzleSpec, seed: str) -> Made:
    """The same, with what there is to tell of the way."""
    check(board, wish)
    rng = random.Random(seed)
    facts = {"seed": seed}
    if wish.how == "anneal":
        from slitherenc.generation.anneal import anneal

        count = wish.clues or (board.n_faces + 1) // 2
        puzzle, trace = anneal(board, rng, count, wish.steps, wish.share, wish.target)
        return Made(replace(puzzle, facts=facts), tuple(trace))
    clues, loop = _add(board, wish, rng) if wish.how == "add" else _remove(board, wish, rng)
    return Made(Puzzle(board, clues, solution=loop.bits(), facts=facts))


def _add(board: Board, wish: PuzzleSpec, rng: random.Random) -> tuple[NDArray[np.int16], Loop]:
    sizes = np.diff(board.face_start)
    digits = range(int(sizes.max())) if wish.digits is None else wish.digits
    faces = sorted(set(range(board.n_faces)) - set(wish.forbid))
    with Session(board) as session:
        for _ in range(TRIES):
            found = add(board, rng, digits, faces, session)
            if found is not None:
                return found
    raise NoPuzzle(f"the faces ran out {TRIES} times before one loop was left: take another seed, or allow more digits")


def _remove(board: Board, wish: PuzzleSpec, rng: random.Random) -> tuple[NDArray[np.int16], Loop]:
    all_orbits = orbits(board, wish.symmetry)
    blank = build(board)
    fewest: int | None = None
    tries = TRIES if wish.loop is None else 1
    for _ in range(tries):
        loop = loop_of(blank, outline(board, random_loop(board, rng)) if wish.loop is None else wish.loop)
        counts = face_counts(board, loop.bits())
        allowed = np.isin(counts, wish.digits) if wish.digits is not None else np.ones(board.n_faces, np.bool_)
        allowed[list(wish.forbid)] = False
        usable = [orbit for orbit in all_orbits if allowed[list(orbit)].all()]
        kept = [orbit for orbit in usable if set(wish.keep).intersection(orbit)]
        if len(set(wish.keep).difference(*kept)) > 0:
            continue
        free = [orbit for orbit in usable if orbit not in kept]
        rng.shuffle(free)
        stay = minimize(loop, free, [face for orbit in kept for face in orbit])
        if stay is None:
            continue
        chosen = [*kept, *stay]
        fewest = min(fewest or board.n_faces, sum(map(len, chosen)))
        if wish.clues is not None:
            filled = _filled(chosen, free, wish.clues)
            if filled is None:
                continue
            chosen = filled
        faces = [face for orbit in chosen for face in orbit]
        clues = np.full(board.n_faces, NO_CLUE, np.int16)
        clues[faces] = counts[faces]
        return clues, loop
    where = f"{tries} random loops" if wish.loop is None else "this loop"
    if fewest is None:
        raise NoPuzzle(f"no puzzle of {where} has one loop alone with the clues that may be told")
    raise NoPuzzle(f"no puzzle of {where} has exactly {wish.clues} clues; the fewest found: {fewest}")


def _filled(chosen: Sequence[Orbit], free: Sequence[Orbit], clues: int) -> list[Orbit] | None:
    """With further orbits, in the order of `free` from its end, until there are exactly so many clues; None: no."""
    found = list(chosen)
    missing = clues - sum(map(len, found))
    for orbit in reversed(free):
        if orbit not in found and len(orbit) <= missing:
            found.append(orbit)
            missing -= len(orbit)
    return found if missing == 0 else None
