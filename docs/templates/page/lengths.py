"""Tell how long the loop is, and how many numbers the puzzle has."""

from __future__ import annotations

from slitherenc import solve
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import PUZZLE, Job, Refused, Reply, Request


def _lengths(puzzle: Puzzle, request: Request) -> Reply:
    loop = solve(puzzle).loop
    if loop is None:
        raise Refused("the puzzle has no loop", 409)
    return {"length": len(loop.edges), "clues": puzzle.n_clues}


JOB = Job(
    PUZZLE,
    {"length": "lines of the loop", "clues": "clues of the puzzle"},
    _lengths,
)
