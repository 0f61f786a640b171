"""Clues taken away from a loop that has all of them (Shirai et al. 2006, generator B): random loops, or a given one."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

from slitherenc.base.errors import NoPuzzle, SolverFailed
from slitherenc.boards.board import Bits, Board
from slitherenc.generation.admissible import admissible_loop
from slitherenc.generation.clue_sets import ClueSets, LoopClues, fill_up, loop_clues_of
from slitherenc.generation.source import source_named
from slitherenc.generation.symmetry import orbits
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
    drawn = tries = 0
    while tries < TRIES and drawn < (LOOPS if isinstance(spec.loop, str) else 1):
        drawn += 1
        if isinstance(spec.loop, str):
            loop = admissible_loop(admissible, rng, spec.loop, source.lengths)
        else:
            loop = _checked_loop(spec.loop, blank, admissible, spec.variant)
        loop_clues = loop_clues_of(board, spec, source, loop, all_orbits, rng)
        clue_sets = None if loop_clues is None else loop_clues.clue_sets()
        if loop_clues is None or clue_sets is None:
            continue
        tries += 1
        fewest = min(fewest or board.n_faces, sum(map(len, clue_sets.least)))
        result = _puzzle_of(loop_clues, clue_sets, spec, rng)
        if result is not None:
            puzzle, grade = result
            return puzzle if spec.variant == NUMBER else proved(puzzle), grade
    where = f"{drawn} random loops" if isinstance(spec.loop, str) else "this loop"
    if fewest is None:
        raise NoPuzzle(f"no allowed set of clues leaves exactly one loop in {where}")
    wishes = [] if spec.difficulty is None else [f"the difficulty {spec.difficulty}"]
    wishes += ["a way without a supposition"] if spec.logic else []
    wishes += [] if spec.clues is None else [f"exactly {spec.clues} clues; the fewest found: {fewest}"]
    raise NoPuzzle(f"no puzzle of {where} has {' and '.join(wishes)}")


def _puzzle_of(
    loop_clues: LoopClues, clue_sets: ClueSets, spec: Remove, rng: random.Random
) -> tuple[Puzzle, Grade | None] | None:
    """A puzzle of these clue sets as is asked for, and its grade where one is wished."""
    if spec.difficulty is None and not spec.logic:
        orbits = clue_sets.least if spec.clues is None else fill_up(clue_sets.least, clue_sets.more, spec.clues)
        return None if orbits is None else (loop_clues.puzzle(orbits), None)
    from slitherenc.generation.target import meet_target, target_of

    if spec.minimal:
        target = target_of(spec.difficulty, spec.logic)
        puzzle = loop_clues.puzzle(clue_sets.least)
        grade = target.grade(puzzle)
        return (puzzle, grade) if grade is not None and target.judge(grade) == 0 else None
    return meet_target(loop_clues, clue_sets, target_of(spec.difficulty, spec.logic), rng)


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
