"""Write a puzzle in another format."""

from __future__ import annotations

from dataclasses import replace

from slitherenc import api
from slitherenc.formats import FORMATS
from slitherenc.formats.writing import dropped_features
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.web.job import COMMAND, PUZZLE, Job, Reply, Request, command_of, text_of


def _convert(puzzle: Puzzle, request: Request) -> Reply:
    to = text_of(request, "to")
    FORMATS.load(to)
    plain = replace(puzzle, solution=None, crosses=None)
    return {
        "text": api.write(plain, to, lossy=True),
        "lost": dropped_features(plain, to),
        "command": command_of("convert", puzzle, "--to", to),
    }


JOB = Job(
    {**PUZZLE, "to": "text: a format"},
    {"text": "text", "lost": "list: what the format leaves out", **COMMAND},
    _convert,
)
