"""Find the loop, and look for a second one."""

from __future__ import annotations

from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solving import solve
from slitherenc.web.job import COMMAND, PUZZLE, Job, Reply, Request, command_of


def _solve(puzzle: Puzzle, request: Request) -> Reply:
    result = solve(puzzle, limit=2)
    loops = [loop.edges.tolist() for loop in result.loops]
    return {"status": result.status, "loops": loops, "command": command_of("solve", puzzle, "--unique")}


JOB = Job(
    PUZZLE,
    {"status": "unique, multiple or none", "loops": "list of up to two, each a list of edges", **COMMAND},
    _solve,
)
