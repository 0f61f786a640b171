"""Draw a puzzle and its marks as SVG."""

from __future__ import annotations

import numpy as np

from slitherenc import api
from slitherenc.deduction.marks import state_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, STATE, Job, Refused, Reply, Request, command_of, state_text, text_of

THEMES = ("light", "dark", "print")


def _draw(puzzle: Puzzle, request: Request) -> Reply:
    theme = text_of(request, "theme", "light")
    if theme not in THEMES:
        raise Refused(f"'theme' must be one of {', '.join(THEMES)}")
    state = np.array(state_of(puzzle.board, state_text(request)))
    svg = api.draw(puzzle, state == 1, crosses=state == 0, inside=False, theme=theme)
    return {"svg": svg, "command": command_of("draw", puzzle, "--theme", theme)}


JOB = Job(
    {**PUZZLE, **STATE, "theme": ", ".join(THEMES)},
    {"svg": "text", **COMMAND},
    _draw,
)
