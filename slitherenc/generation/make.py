"""Make one puzzle from a seed. The result depends only on the board, the seed and the PuzzleSpec (the requirements).

This module also has the functions by which strategies (ways to make a puzzle) report errors and check uniqueness. It
imports numpy, which loads slowly, only in functions, because `generate --help` imports the module.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from slitherenc.base.errors import NoPuzzle, SolverFailed
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.puzzles.puzzle import Puzzle

KEPT_IS_MISSING = "had no allowed clue in a cell that must have one"  # a message of TryFailed


def make(board: Board, spec: PuzzleSpec, seed: str) -> Puzzle:
    """Return a puzzle that fits the spec and is proved to have only one solution. `Puzzle.facts` contains the seed, and
    the grade if one was requested.

    Raises NoPuzzle if no puzzle is found, UsageError if options conflict, and SolverFailed if a solver fails.
    """
    return make_with_trace(board, spec, seed).puzzle


def make_with_trace(board: Board, spec: PuzzleSpec, seed: str, grade: bool = False) -> MadePuzzle:
    """Return the puzzle of `make`, and for the strategy anneal also the trace: the difficulty after each step. The
    puzzle has a grade if `spec` or `grade` requests one."""
    *_, best = improvements(board, spec, seed, grade)
    return best


def improvements(board: Board, spec: PuzzleSpec, seed: str, grade: bool = False) -> Iterator[MadePuzzle]:
    """Yield better and better puzzles. The strategy decides what is better, such as a smaller number of added clues.
    The last puzzle is the result of `make_with_trace`."""
    spec.check(board)
    for result in spec.improve(board, random.Random(seed)):
        if grade and result.grade is None:
            from slitherenc.deduction.grade import rate

            result = result._replace(grade=rate(result.puzzle))
        facts = {"seed": seed, **result.puzzle.facts}
        if result.grade is not None:
            rules = ", ".join(f"{rule} {steps}" for rule, steps in result.grade.steps.items())
            facts |= {"grade": result.grade.name, "score": f"{result.grade.score:.2f}", "rules": rules}
        yield result._replace(puzzle=replace(result.puzzle, facts=facts))


class TryFailed(Exception):
    """Raised if one try of a search fails. The message lacks its subject, the loop: "needed more than 8 clues"."""


def no_puzzle(failures: Counter[str], thing: str = "try", things: str = "tries") -> NoPuzzle:
    """Return the error for a search in which all tries failed.

    `failures` counts the failed tries for each message of TryFailed; `thing` and `things` name one try and several.

    >>> print(no_puzzle(Counter({"came out too easy": 11, "had no symmetric set of clues": 29})))
    no puzzle was found: 29 of 40 tries had no symmetric set of clues, 11 came out too easy
    >>> print(no_puzzle(Counter({"needed more than 8 clues": 1}), "random loop", "random loops"))
    no puzzle was found: the only random loop needed more than 8 clues
    """
    total = failures.total()
    (most, number), *others = failures.most_common()
    which = f"the only {thing}" if total == 1 else f"{number:,} of {total:,} {things}"
    words = [f"{which} {most}", *(f"{number:,} {condition}" for condition, number in others)]
    return NoPuzzle(f"no puzzle was found: {', '.join(words)}")


def no_set_of_clues(orbits: Iterable[Sequence[int]], wanted: str) -> TryFailed:
    """Return the error to raise when no set of clues for a loop meets the condition `wanted`. Each orbit is a set of
    faces: all of them have clues, or none has. If an orbit has several faces, the message says "symmetric".

    >>> print(no_set_of_clues([(0, 3), (1, 2)], "leaves exactly one loop"))
    had no symmetric set of allowed clues that leaves exactly one loop
    """
    kind = "symmetric set" if any(len(orbit) > 1 for orbit in orbits) else "set"
    return TryFailed(f"had no {kind} of allowed clues that {wanted}")


def puzzle_of_loop(board: Board, lines: Bits, faces: Sequence[int]) -> Puzzle:
    """Return the puzzle with the solution lines[E] in which exactly `faces` have clues."""
    import numpy as np

    from slitherenc.boards.lines import face_counts
    from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

    clues = np.full(board.n_faces, NO_CLUE)
    clues[faces] = face_counts(board, lines)[faces]
    return Puzzle(board, clues, solution=lines)


def confirm_unique(puzzle: Puzzle) -> Puzzle:
    """Check that the solution of a puzzle is its only one, and return the puzzle. Raises SolverFailed if `check_puzzle`
    rejects the solution, or if a second solver does not find exactly this loop."""
    from slitherenc.puzzles.check_puzzle import check_puzzle
    from slitherenc.puzzles.model_of import model_of
    from slitherenc.solvers.engines import METHOD_OPTIONS
    from slitherenc.solvers.stats import Stats

    solution = puzzle.solution
    loops = islice(METHOD_OPTIONS.build("auto", {}).loops(model_of(puzzle), Stats()), 2)
    if (
        solution is None
        or check_puzzle(puzzle, solution)
        or [loop.bits().tolist() for loop in loops] != [solution.tolist()]
    ):
        raise SolverFailed("the loop from which the puzzle was generated is not the puzzle's only solution")
    return puzzle
