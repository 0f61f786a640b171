"""Return all solution steps from the player's marks to the finished loop."""

from __future__ import annotations

from slitherenc.deduction.hints import explain
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import (
    COMMAND,
    PUZZLE,
    STATE,
    STEPS,
    UNIQUENESS,
    Job,
    Reply,
    Request,
    command_of,
    flag_of,
    state_text,
    with_state,
)

MOST_STEPS = 20_000


def _explain(puzzle: Puzzle, request: Request) -> Reply:
    state = state_text(request)
    steps = []
    for step in explain(puzzle, state, uniqueness=flag_of(request, "uniqueness")):
        steps.append(step.to_dict())
        if len(steps) == MOST_STEPS:
            break
    return {"steps": steps, "command": command_of("explain", puzzle, *with_state(state))}


JOB = Job(
    {**PUZZLE, **STATE, **UNIQUENESS},
    {**STEPS, **COMMAND},
    _explain,
)
