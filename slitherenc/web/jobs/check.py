"""Check whether the player's lines form the loop. If not, return the broken rules and the wrong lines and crosses."""

from __future__ import annotations

from slitherenc import api
from slitherenc.deduction.hints import mistakes
from slitherenc.deduction.marks import state_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, STATE, Job, Reply, Request, command_of, flag_of, state_text


def _check(puzzle: Puzzle, request: Request) -> Reply:
    state = state_text(request)
    broken = api.check(puzzle, [value == 1 for value in state_of(puzzle.board, state)])
    answer: Reply = {
        "solved": not broken,
        "broken": [
            {"rule": v.rule, "message": v.message, "edges": list(v.edges), "vertex": v.vertex, "face": v.face}
            for v in broken
        ],
        "command": command_of("check", puzzle, state or "", "--partial"),
    }
    if broken and not flag_of(request, "finished"):
        answer["mistakes"] = [{**step.to_dict(), "corrects": True} for step in mistakes(puzzle, state)]
    return answer


JOB = Job(
    {**PUZZLE, **STATE, "finished": "true: return only the rules that the lines break"},
    {
        "solved": "true or false",
        "broken": "list: rule, message, edges, vertex, face",
        "mistakes": "list of steps, with corrects: true",
        **COMMAND,
    },
    _check,
)
