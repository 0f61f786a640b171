"""One puzzle from a seed: `make(board, spec, seed)`. Nothing else goes in, so the same seed gives the same puzzle."""

from __future__ import annotations

import random
from dataclasses import replace

from slitherenc.boards.board import Board
from slitherenc.generation.spec import Made, PuzzleSpec
from slitherenc.puzzle import Puzzle


def make(board: Board, spec: PuzzleSpec, seed: str) -> Puzzle:
    """A puzzle as the spec says, with its loop as solution and its seed among the facts, proved to have no other loop.

    Raises NoPuzzle when none is found; UsageError for options that contradict each other; SolverFailed.
    """
    return made(board, spec, seed).puzzle


def made(board: Board, spec: PuzzleSpec, seed: str) -> Made:
    """The same, with the trace of its strategy."""
    spec.check(board)
    found = spec.make(board, random.Random(seed))
    return found._replace(puzzle=replace(found.puzzle, facts={"seed": seed}))
