"""Clues taken away from a loop that has all of them (Shirai et al. 2006, generator B): random loops, or a given one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

from slitherenc.base.errors import NoPuzzle, SolverFailed, counted
from slitherenc.boards.board import Bits, Board
from slitherenc.generation.admissible import admissible_loop
from slitherenc.generation.clue_sets import ClueSets, LoopClues, fill_up, loop_clues_of
from slitherenc.generation.source import source_named
from slitherenc.generation.symmetry import orbits
from slitherenc.generation.tries import TryFailed, no_puzzle, no_set_of_clues
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NUMBER, Puzzle
from slitherenc.solvers.engines import METHOD_OPTIONS
from slitherenc.solvers.stats import Stats

if TYPE_CHECKING:
    from slitherenc.deduction.grade import Grade
    from slitherenc.generation.spec import Remove

TRIES, LOOPS = 20, 100  # loops whose clues are searched, and all that are drawn: many have no puzzle at all
MISSED = 3  # loops whose sets of so many clues missed the difficulty: then the number does not go with it


def remove(board: Board, spec: Remove, rng: random.Random) -> tuple[Puzzle, Grade | None]:
    """A puzzle from a loop with all its clues, which go until none can, until `clues` are left, or until it is as
    difficult as is wished; and its grade, where one is wished.

    Raises NoPuzzle when none is found in TRIES loops that have puzzles, UsageError for a symmetry or a variant that
    does not exist, SolverFailed.
    """
    all_orbits = orbits(board, spec.symmetry or "none")
    source = source_named(spec.variant)
    blank = source.puzzle(board, {})
    admissible = model_of(blank)
    fewest: int | None = None
    failures: Counter[str] = Counter()
    tries = 0
    while tries < TRIES and failures.total() < (LOOPS if isinstance(spec.loop, str) else 1):
        if isinstance(spec.loop, str):
            loop = admissible_loop(admissible, rng, spec.loop, source.lengths)
        else:
            loop = _checked_loop(spec.loop, blank, admissible, spec.variant)
        try:
            loop_clues = loop_clues_of(board, spec, source, loop, all_orbits, rng)
            clue_sets = loop_clues.clue_sets()
            if clue_sets is None:
                raise no_set_of_clues(all_orbits, "leaves exactly one loop")
            tries += 1
            fewest = min(fewest or board.n_faces, sum(map(len, clue_sets.least)))
            puzzle, grade = _puzzle_of(loop_clues, clue_sets, spec, rng)
        except TryFailed as failed:
            failures[str(failed)] += 1
            if spec.clues is not None and failures[_missed(spec)] == MISSED:
                break
        else:
            return puzzle if spec.variant == NUMBER else proved(puzzle), grade
    error = no_puzzle(failures, "random loop" if isinstance(spec.loop, str) else "loop", "random loops")
    raise error if spec.clues is None or fewest is None else NoPuzzle(f"{error}; the fewest clues found: {fewest}")


def _puzzle_of(
    loop_clues: LoopClues, clue_sets: ClueSets, spec: Remove, rng: random.Random
) -> tuple[Puzzle, Grade | None]:
    """A puzzle of these clue sets as is asked for, and its grade where one is wished. Raises TryFailed."""
    orbits = clue_sets.least if spec.clues is None else fill_up(clue_sets.least, clue_sets.more, spec.clues)
    if orbits is None:
        amount = counted(spec.clues or 0, "clue")
        has_more = sum(map(len, clue_sets.least)) > (spec.clues or 0)
        raise TryFailed(f"needed more than {amount}" if has_more else f"had no set of exactly {amount}")
    if spec.difficulty is None and not spec.logic:
        return loop_clues.puzzle(orbits), None
    from slitherenc.generation.target import meet_target, target_of

    target = target_of(spec.difficulty, spec.logic)
    if spec.minimal:
        puzzle = loop_clues.puzzle(clue_sets.least)
        grade = target.grade(puzzle)
        found = (puzzle, grade) if grade is not None and target.judge(grade) == 0 else None
    else:
        found = meet_target(loop_clues, clue_sets, target, rng)
    if found is None:
        raise TryFailed(_missed(spec))
    return found


def _missed(spec: Remove) -> str:
    """As a TryFailed: no clue set of the loop was as difficult as it should be."""
    wishes = [f"with the difficulty {spec.difficulty}"] if spec.difficulty is not None else []
    wishes += ["without a supposition"] if spec.logic else []
    amount = "clues" if spec.clues is None else counted(spec.clues, "clue")
    return f"had no set of {amount} {' and '.join(wishes)}"


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
