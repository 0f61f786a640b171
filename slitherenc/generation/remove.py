"""Clues taken away from a loop that has all of them (Shirai et al. 2006, generator B): random loops, or a given one."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.checker import check_puzzle, loop_of
from slitherenc.clues import Grouped
from slitherenc.errors import NoPuzzle, SolverFailed
from slitherenc.generation.groups import choose_wrong, minimize_groups, sound
from slitherenc.generation.lawful import lawful_loop
from slitherenc.generation.minimize import Orbit, minimize
from slitherenc.generation.questions import ClueQuestions, NumberQuestions
from slitherenc.generation.source import Source, source_named
from slitherenc.generation.symmetry import orbits
from slitherenc.loop import Loop
from slitherenc.model import Model, model_of
from slitherenc.puzzle import NUMBER, Clue, Puzzle
from slitherenc.rules import CLUE_TYPES
from slitherenc.solvers.engines import METHOD_OPTIONS
from slitherenc.solvers.stats import Stats

TRIES = 20


def remove(
    board: Board,
    rng: random.Random,
    *,
    variant: str = NUMBER,
    digits: Sequence[int] | None = None,
    clues: int | None = None,
    symmetry: str = "none",
    keep: Collection[int] = (),
    forbid: Collection[int] = (),
    loop: Bits | None = None,
) -> Puzzle:
    """A puzzle from a loop with all its clues, which go until none can, or until `clues` are left.

    The other parameters are the options of `Remove`. Raises NoPuzzle when none is found in TRIES loops,
    UsageError for a symmetry or a variant that does not exist, SolverFailed.
    """
    all_orbits = orbits(board, symmetry)
    source = source_named(variant)
    blank = source.puzzle(board, {})
    lawful = model_of(blank)
    fewest: int | None = None
    tries = TRIES if loop is None else 1
    for _ in range(tries):
        found = lawful_loop(lawful, rng, source.lengths) if loop is None else _given(loop, blank, lawful, variant)
        possible = source.possible(board, found.bits(), digits, frozenset(forbid))
        usable = [orbit for orbit in all_orbits if all(face in possible for face in orbit)]
        if source.grouped is None:
            shown = {face: _one(possible[face], rng) for orbit in usable for face in orbit}
        else:
            shown = _right_and_wrong(source.grouped, found, possible, usable, rng)
            usable = [orbit for orbit in usable if orbit[0] in shown]
        kept = [orbit for orbit in usable if set(keep).intersection(orbit)]
        if len(set(keep).difference(*kept)) > 0:
            continue
        free = [orbit for orbit in usable if orbit not in kept]
        rng.shuffle(free)
        chosen = _chosen(source, found, shown, kept, free, clues)
        if chosen is None:
            continue
        fewest = min(fewest or board.n_faces, sum(map(len, chosen)))
        filled = chosen if clues is None else _filled(chosen, free if source.grouped is None else [], clues)
        if filled is not None:
            given = {face: shown[face] for orbit in filled for face in orbit}
            puzzle = source.puzzle(board, given, found.bits())
            return puzzle if variant == NUMBER else _proved(puzzle)
    where = f"{tries} random loops" if loop is None else "this loop"
    if fewest is None:
        raise NoPuzzle(f"no puzzle of {where} has one loop alone with the clues that are allowed")
    raise NoPuzzle(f"no puzzle of {where} has exactly {clues} clues; the fewest found: {fewest}")


def _given(loop: Bits, blank: Puzzle, lawful: Model, variant: str) -> Loop:
    """The loop that the caller gives. Raises NoPuzzle when the variant does not allow it."""
    broken = check_puzzle(blank, loop) if blank.variants else []
    if broken:
        raise NoPuzzle(f"the variant {variant} does not allow this loop: {broken[0].message}")
    return loop_of(lawful, loop)


def _one(clues: Sequence[Clue], rng: random.Random) -> Clue:
    return clues[0] if len(clues) == 1 else rng.choice(clues)


def _right_and_wrong(
    variant: Grouped,
    loop: Loop,
    possible: Mapping[int, Sequence[Clue]],
    usable: Sequence[Orbit],
    rng: random.Random,
) -> dict[int, Clue]:
    """Clues of whole orbits, exactly one of each group wrong: as many groups as can be."""
    board, lines = loop.board, loop.bits()
    right, wrong = ({face: list[Clue]() for orbit in usable for face in orbit} for _ in range(2))
    for face in right:
        for clue in possible[face]:
            place, value = np.array([face], np.int32), np.array([clue.value], np.int32)
            broken = any(CLUE_TYPES.load(clue.type).broken(board, place, value, lines))
            (wrong if broken else right)[face].append(clue)
    order = list(right)
    rng.shuffle(order)
    liars = choose_wrong(variant, board, {face: bool(wrong[face]) for face in order})
    options = {face: wrong[face] if face in liars else right[face] for face in right}
    shown = {face: _one(clues, rng) for face, clues in options.items() if clues}
    is_wrong = np.zeros(board.n_faces, np.bool_)
    is_wrong[list(liars)] = True
    faces = sound(variant, board, shown, is_wrong, usable)
    return {face: clue for face, clue in shown.items() if face in faces}


def _chosen(
    source: Source,
    loop: Loop,
    shown: Mapping[int, Clue],
    kept: Sequence[Orbit],
    free: Sequence[Orbit],
    clues: int | None,
) -> list[Orbit] | None:
    """The orbits that are left; None when all of these clues leave more than one loop."""
    faces = [face for orbit in kept for face in orbit]
    if source.grouped is not None:
        every = [*kept, *free]
        left = minimize_groups(loop, source.grouped, every, faces, ClueQuestions(loop, shown), clues)
        return None if left is None else [orbit for orbit in every if orbit[0] in left]
    plain = source.name == NUMBER
    questions = NumberQuestions(loop) if plain else ClueQuestions(loop, shown, source.variants)
    stay = minimize(loop, free, faces, questions)
    return None if stay is None else [*kept, *stay]


def _proved(puzzle: Puzzle) -> Puzzle:
    """The puzzle itself, when an engine that did not make it finds its solution and no other loop, and its clues'
    own check agrees. Raises SolverFailed."""
    solution = puzzle.solution
    found = islice(METHOD_OPTIONS.build("auto", {}).loops(model_of(puzzle), Stats()), 2)
    if (
        solution is None
        or check_puzzle(puzzle, solution)
        or [loop.bits().tolist() for loop in found] != [solution.tolist()]
    ):
        raise SolverFailed("a puzzle was made that has not its loop alone as solution")
    return puzzle


def _filled(chosen: Sequence[Orbit], free: Sequence[Orbit], clues: int) -> list[Orbit] | None:
    """With further orbits, in the order of `free` from its end, until there are exactly so many clues; None: no."""
    found = list(chosen)
    missing = clues - sum(map(len, found))
    for orbit in reversed(free):
        if orbit not in found and len(orbit) <= missing:
            found.append(orbit)
            missing -= len(orbit)
    return found if missing == 0 else None
