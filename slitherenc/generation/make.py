"""One puzzle from a seed: `make(board, spec, seed)`. Nothing else goes in, so the same seed gives the same puzzle."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Board
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.engines import METHOD_OPTIONS
from slitherenc.solvers.stats import Stats


def make(board: Board, spec: PuzzleSpec, seed: str) -> Puzzle:
    """A puzzle as the spec says, proved to have no other loop than its solution; its facts are its seed, and its grade
    where one was wished.

    Raises NoPuzzle when none is found; UsageError for options that contradict each other; SolverFailed.
    """
    return made(board, spec, seed).puzzle


def made(board: Board, spec: PuzzleSpec, seed: str, grade: bool = False) -> MadePuzzle:
    """The same, with the trace of its strategy and, where it was wished or `grade` asks for it, the grade."""
    spec.check(board)
    result = spec.make(board, random.Random(seed))
    if grade and result.grade is None:
        from slitherenc.deduction.grade import rate

        result = result._replace(grade=rate(result.puzzle))
    facts = {"seed": seed, **result.puzzle.facts}
    if result.grade is not None:
        rules = ", ".join(f"{rule} {steps}" for rule, steps in result.grade.steps.items())
        facts |= {"grade": result.grade.name, "score": f"{result.grade.score:.2f}", "rules": rules}
    return result._replace(puzzle=replace(result.puzzle, facts=facts))


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
