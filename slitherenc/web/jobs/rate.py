"""Grade a puzzle."""

from __future__ import annotations

from slitherenc.deduction.grade import rate
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, Job, Reply, Request, command_of


def _rate(puzzle: Puzzle, request: Request) -> Reply:
    return {**rate(puzzle).to_dict(), "command": command_of("rate", puzzle)}


JOB = Job(PUZZLE, {"grade": "Easy to Extreme", "…": "as `slitherenc rate --json`", **COMMAND}, _rate)
