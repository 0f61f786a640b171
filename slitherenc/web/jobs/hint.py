"""Return the easiest next steps of solving a puzzle."""

from __future__ import annotations

from slitherenc.deduction.hints import follow, hints
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
    whole_of,
    with_state,
)


def _hint(puzzle: Puzzle, request: Request) -> Reply:
    state, uniqueness = state_text(request), flag_of(request, "uniqueness")
    near = request.get("near")
    face = None if near is None else whole_of(request, "near", 0, puzzle.board.n_faces)
    if flag_of(request, "follow"):
        steps = follow(puzzle, state, near=face, uniqueness=uniqueness)
    else:
        steps = hints(puzzle, state, whole_of(request, "count", 1, 20), near=face, uniqueness=uniqueness)
    more = [*with_state(state), *(["--uniqueness"] if uniqueness else [])]
    return {"steps": [step.to_dict() for step in steps], "command": command_of("hint", puzzle, *more)}


JOB = Job(
    {
        **PUZZLE,
        **STATE,
        **UNIQUENESS,
        "count": "how many steps, up to 20",
        "near": "number of a face",
        "follow": "the step, and all that then follows without thought",
    },
    {**STEPS, **COMMAND},
    _hint,
)
