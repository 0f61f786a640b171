"""Make the puzzle of a day in one slot (a series of daily puzzles)."""

from __future__ import annotations

from datetime import date

from slitherenc.web.daily import SLOTS, daily_puzzle
from slitherenc.web.document import document
from slitherenc.web.job import BOARD, COMMAND, Job, Refused, Reply, Request, command_of, text_of


def _daily(puzzle: None, request: Request) -> Reply:
    try:
        day = date.fromisoformat(text_of(request, "date"))
    except ValueError:
        raise Refused("'date' must be a day such as 2026-11-24") from None
    slot = text_of(request, "slot")
    made = daily_puzzle(day, slot)
    return {"board": document(made), "state": None, "grade": SLOTS[slot].grade, "command": command_of("draw", made)}


JOB = Job(
    {"date": "text: YYYY-MM-DD", "slot": "text: a slot that the day has, of the table `library`"},
    {**BOARD, "grade": "text: how hard it is", **COMMAND},
    _daily,
)
