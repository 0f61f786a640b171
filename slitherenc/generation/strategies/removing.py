"""Search that removes clues of a loop until none can be removed, a given number is left, or a difficulty is reached.
The strategy `remove` uses this search unless the module `design` chooses the clues."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from slitherenc.base.errors import NoPuzzle, quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.deduction.grade import Grade
from slitherenc.generation.clues.clue_sets import ClueSets, LoopClues, Request, fill_up, loop_clues_of, meet_target
from slitherenc.generation.clues.clue_source import find_source
from slitherenc.generation.clues.target import DifficultyTarget
from slitherenc.generation.loops.random_loops import admissible_loop
from slitherenc.generation.make import TryFailed, confirm_unique, no_puzzle, no_set_of_clues
from slitherenc.generation.strategies.adding import DRAWN
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NUMBER, Puzzle

TRIES, MOST_LOOPS = 20, 100  # the most loops whose clues are searched, and the most drawn; many loops have no puzzle
MISSED = 3  # loops that miss the difficulty with a given number of clues, after which the search ends


def remove_clues(
    board: Board,
    request: Request,
    rng: random.Random,
    variant: str,
    chosen: Bits | str | Callable[[], Bits],
    is_minimal: bool,
) -> tuple[Puzzle, Grade | None]:
    """Start with all clues of a loop and remove clues. Stop when none can be removed, when a given number is left, or
    when the puzzle has the requested difficulty. Return the puzzle, and its grade if a difficulty is requested.

    variant      the name of a clue type or of a variant of Slitherlink
    chosen       the lines[E] of the loop, the name of a kind of random loops, or a function that returns lines[E]
    is_minimal   whether clues are removed until none can be removed, even if the difficulty is reached before

    Raises NoPuzzle if no tried loop yields a puzzle, UsageError if `variant` is unknown, and SolverFailed if a solver
    fails.
    """
    source = find_source(variant)
    blank = source.puzzle(board, {})
    admissible = model_of(blank)
    fewest: int | None = None
    failures: Counter[str] = Counter()
    tries = 0
    most = MOST_LOOPS if isinstance(chosen, str) else DRAWN if callable(chosen) else 1
    while tries < TRIES and failures.total() < most:
        if isinstance(chosen, str):
            loop = admissible_loop(admissible, rng, chosen, source.lengths)
        else:
            loop = _checked_loop(chosen() if callable(chosen) else chosen, blank, admissible, variant)
        try:
            loop_clues = loop_clues_of(request, source, loop, rng)
            clue_sets = loop_clues.clue_sets()
            if clue_sets is None:
                raise no_set_of_clues(request.orbits, "leaves exactly one loop")
            tries += 1
            fewest = min(fewest or board.n_faces, sum(map(len, clue_sets.least)))
            puzzle, grade = _puzzle_of(loop_clues, clue_sets, request, is_minimal, rng)
        except TryFailed as failed:
            failures[str(failed)] += 1
            if request.clues is not None and failures[_miss_message(request)] == MISSED:
                break
        else:
            return puzzle if variant == NUMBER else confirm_unique(puzzle), grade
    error = no_puzzle(failures, "loop" if most == 1 else "random loop", "random loops")
    raise error if request.clues is None or fewest is None else NoPuzzle(f"{error}; the fewest clues found: {fewest}")


def _puzzle_of(
    loop_clues: LoopClues, clue_sets: ClueSets, request: Request, is_minimal: bool, rng: random.Random
) -> tuple[Puzzle, Grade | None]:
    """Choose clues from `clue_sets` that meet the request. Return the puzzle, and its grade if a grade is requested."""
    orbits = clue_sets.least if request.clues is None else fill_up(clue_sets.least, clue_sets.more, request.clues)
    if orbits is None:
        amount = quantity(request.clues or 0, "clue")
        has_more = sum(map(len, clue_sets.least)) > (request.clues or 0)
        raise TryFailed(f"needed more than {amount}" if has_more else f"had no set of exactly {amount}")
    target = request.target
    if target == DifficultyTarget():
        return loop_clues.puzzle(orbits), None
    if is_minimal:
        puzzle = loop_clues.puzzle(clue_sets.least)
        grade = target.grade(puzzle)
        found = (puzzle, grade) if grade is not None and target.judge(grade) == 0 else None
    else:
        found = meet_target(loop_clues, clue_sets, target, rng)
    if found is None:
        raise TryFailed(_miss_message(request))
    return found


def _miss_message(request: Request) -> str:
    requests = [f"with the difficulty {request.target.difficulty}"] if request.target.difficulty else []
    requests += ["without a supposition"] if request.target.logic else []
    amount = "clues" if request.clues is None else quantity(request.clues, "clue")
    return f"had no set of {amount} {' and '.join(requests)}"


def _checked_loop(loop: Bits, blank: Puzzle, admissible: Model, variant: str) -> Loop:
    broken = check_puzzle(blank, loop) if blank.variants else []
    if broken:
        raise NoPuzzle(f"the variant {variant} does not allow this loop: {broken[0].message}")
    return loop_of(admissible, loop)
