"""Clues taken away from a loop that has all of them (Shirai et al. 2006, generator B): random loops, or a given one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import inf

from slitherenc.base.errors import NoPuzzle, SolverFailed, counted
from slitherenc.boards.board import Bits, Board
from slitherenc.deduction.grade import Grade, rate
from slitherenc.generation.clues.clue_sets import ClueSets, LoopClues, Wish, fill_up, loop_clues_of
from slitherenc.generation.clues.minimize import Orbit
from slitherenc.generation.clues.source import source_named
from slitherenc.generation.clues.target import DifficultyTarget, halve
from slitherenc.generation.loops.random_loops import admissible_loop
from slitherenc.generation.tries import TryFailed, no_puzzle, no_set_of_clues
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NUMBER, Puzzle
from slitherenc.solvers.engines import METHOD_OPTIONS
from slitherenc.solvers.stats import Stats

TRIES, LOOPS = 20, 100  # loops whose clues are searched, and all that are drawn: many have no puzzle at all
_ORDERS = 3  # in which clues come back to a clue set that is too hard
_EXCHANGES = 40  # tries to come to a difficulty with a given number of clues
# So many in a row come no nearer to it: what succeeds was stuck for at most 12, and for 5 at a score so far from it.
_STUCK, _STUCK_FAR, _FAR = 15, 7, 0.5
MISSED = 3  # loops whose sets of so many clues missed the difficulty: then the number does not go with it


def remove(
    board: Board, wish: Wish, rng: random.Random, variant: str, chosen: Bits | str, is_minimal: bool
) -> tuple[Puzzle, Grade | None]:
    """A puzzle from a loop with all its clues, which go until none can, until so many are left, or until it is as
    difficult as is wished; and its grade, where one is wished.

    chosen      the lines[E] of the loop, or the kind of random loops
    is_minimal  none can go, whatever the difficulty

    Raises NoPuzzle when none is found in TRIES loops that have puzzles, UsageError for a variant that does not exist,
    SolverFailed.
    """
    source = source_named(variant)
    blank = source.puzzle(board, {})
    admissible = model_of(blank)
    fewest: int | None = None
    failures: Counter[str] = Counter()
    tries = 0
    while tries < TRIES and failures.total() < (LOOPS if isinstance(chosen, str) else 1):
        if isinstance(chosen, str):
            loop = admissible_loop(admissible, rng, chosen, source.lengths)
        else:
            loop = _checked_loop(chosen, blank, admissible, variant)
        try:
            loop_clues = loop_clues_of(wish, source, loop, rng)
            clue_sets = loop_clues.clue_sets()
            if clue_sets is None:
                raise no_set_of_clues(wish.orbits, "leaves exactly one loop")
            tries += 1
            fewest = min(fewest or board.n_faces, sum(map(len, clue_sets.least)))
            puzzle, grade = _puzzle_of(loop_clues, clue_sets, wish, is_minimal, rng)
        except TryFailed as failed:
            failures[str(failed)] += 1
            if wish.clues is not None and failures[_missed(wish)] == MISSED:
                break
        else:
            return puzzle if variant == NUMBER else proved(puzzle), grade
    error = no_puzzle(failures, "random loop" if isinstance(chosen, str) else "loop", "random loops")
    raise error if wish.clues is None or fewest is None else NoPuzzle(f"{error}; the fewest clues found: {fewest}")


def _puzzle_of(
    loop_clues: LoopClues, clue_sets: ClueSets, wish: Wish, is_minimal: bool, rng: random.Random
) -> tuple[Puzzle, Grade | None]:
    """A puzzle of these clue sets as is asked for, and its grade where one is wished. Raises TryFailed."""
    orbits = clue_sets.least if wish.clues is None else fill_up(clue_sets.least, clue_sets.more, wish.clues)
    if orbits is None:
        amount = counted(wish.clues or 0, "clue")
        has_more = sum(map(len, clue_sets.least)) > (wish.clues or 0)
        raise TryFailed(f"needed more than {amount}" if has_more else f"had no set of exactly {amount}")
    target = wish.target
    if target == DifficultyTarget():
        return loop_clues.puzzle(orbits), None
    if is_minimal:
        puzzle = loop_clues.puzzle(clue_sets.least)
        grade = target.grade(puzzle)
        found = (puzzle, grade) if grade is not None and target.judge(grade) == 0 else None
    else:
        found = _meet_target(loop_clues, clue_sets, target, rng)
    if found is None:
        raise TryFailed(_missed(wish))
    return found


def _missed(wish: Wish) -> str:
    """As a TryFailed: no clue set of the loop was as difficult as it should be."""
    wishes = [f"with the difficulty {wish.target.difficulty}"] if wish.target.difficulty else []
    wishes += ["without a supposition"] if wish.target.logic else []
    amount = "clues" if wish.clues is None else counted(wish.clues, "clue")
    return f"had no set of {amount} {' and '.join(wishes)}"


def _meet_target(
    loop_clues: LoopClues, clue_sets: ClueSets, target: DifficultyTarget, rng: random.Random
) -> tuple[Puzzle, Grade] | None:
    """A puzzle of these clue sets that is as difficult as is wished, with its grade; None: none was found."""
    least, more = list(clue_sets.least), list(clue_sets.more)
    if loop_clues.clues is not None:
        return _exchanged(loop_clues, least, more, target, rng)
    if clue_sets.others:
        sets = [least, *clue_sets.others]
        best = halve(len(sets), lambda at: loop_clues.puzzle(sets[at]), target, rng)
        return None if best is None else (loop_clues.puzzle(sets[best[0]]), best[1])
    for _ in range(1 if target.high == inf else _ORDERS):  # the fewest clues are the same in every order
        best = halve(len(more) + 1, lambda at: loop_clues.puzzle([*least, *more[:at]]), target, rng)
        if best is not None:
            return loop_clues.puzzle([*least, *more[: best[0]]]), best[1]
        rng.shuffle(more)
    return None


def _exchanged(
    loop_clues: LoopClues, least: Sequence[Orbit], more: list[Orbit], target: DifficultyTarget, rng: random.Random
) -> tuple[Puzzle, Grade] | None:
    """With a given number of clues: further ones are exchanged as long as the grade comes nearer to the wish."""
    best, nearest, stuck = more, inf, 0
    for _ in range(_EXCHANGES):
        orbits = fill_up(least, more, loop_clues.clues or 0)
        if orbits is None:
            return None
        puzzle = loop_clues.puzzle(orbits)
        grade = rate(puzzle)
        if target.judge(grade) == 0:
            return puzzle, grade
        stuck = 0 if target.away(grade) < nearest else stuck + 1
        if stuck == (_STUCK if nearest < _FAR else _STUCK_FAR):
            return None
        if target.away(grade) <= nearest:
            best, nearest = more, target.away(grade)
        n_in = len(orbits) - len(least)
        if not 0 < n_in < len(more):
            return None  # there is nothing to exchange
        more = best.copy()
        for _ in range(2):
            out, back = rng.randrange(n_in), rng.randrange(n_in, len(more))
            more[out], more[back] = more[back], more[out]
    return None


def _checked_loop(loop: Bits, blank: Puzzle, admissible: Model, variant: str) -> Loop:
    """The loop that the caller gives. Raises NoPuzzle when the variant does not allow it."""
    broken = check_puzzle(blank, loop) if blank.variants else []
    if broken:
        raise NoPuzzle(f"the variant {variant} does not allow this loop: {broken[0].message}")
    return loop_of(admissible, loop)


def proved(puzzle: Puzzle) -> Puzzle:
    """The puzzle itself, when an engine that did not make it finds its solution and no other loop, and its clues'
    own check agrees. Raises SolverFailed."""
    solution = puzzle.solution
    loops = islice(METHOD_OPTIONS.build("auto", {}).loops(model_of(puzzle), Stats()), 2)
    if (
        solution is None
        or check_puzzle(puzzle, solution)
        or [loop.bits().tolist() for loop in loops] != [solution.tolist()]
    ):
        raise SolverFailed("a puzzle was made that does not have exactly its own loop as solution")
    return puzzle
