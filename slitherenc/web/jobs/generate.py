"""Make a puzzle, or remove clues from a puzzle without adding a second loop."""

from __future__ import annotations

import shlex
from typing import Any

import numpy as np

from slitherenc import api
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solving import solve
from slitherenc.web.job import BOARD, COMMAND, PUZZLE, Job, Refused, Reply, Request, command_of, text_of
from slitherenc.web.kinds import puzzle_document


def _generate(puzzle: Puzzle | None, request: Request) -> Reply:
    """Make a puzzle on the board in the request. If `puzzle` is given, remove unneeded clues from it instead."""
    options: dict[str, Any] = {}
    symmetry = text_of(request, "symmetry", "none")
    if symmetry != "none":
        options["symmetry"] = symmetry
    seed = text_of(request, "seed", "") or None
    if puzzle is not None:
        result = solve(puzzle, limit=2)
        if result.status != "unique" or result.loop is None:
            raise Refused("clues can be removed only from a puzzle with exactly one loop", 409)
        if not puzzle.has_only_numbers or puzzle.variants:
            raise Refused("clues can be removed only if all are numbers in cells, and if there is no variant", 409)
        blank = np.flatnonzero(puzzle.clues < 0).tolist()
        new_puzzle = api.generate(puzzle.board, seed=seed or "thin", loop=result.loop, forbid=blank, **options)
        return {"board": puzzle_document(new_puzzle), "state": None, "command": command_of("draw", new_puzzle)}
    board = text_of(request, "board", "square:10x10")
    command = ["slitherenc", "generate", "--board", board]
    variant = text_of(request, "variant", "")
    if variant:
        options["variant"] = variant
    difficulty = text_of(request, "difficulty", "")
    if difficulty:
        options["difficulty"] = difficulty
    new_puzzle = api.generate(board, seed=seed, **options)
    for flag, value in (("--seed", new_puzzle.facts.get("seed", "")), ("--symmetry", options.get("symmetry")),
                        ("--variant", variant), ("--difficulty", difficulty)):  # fmt: skip
        if value:
            command += [flag, str(value)]
    return {"board": puzzle_document(new_puzzle), "state": None, "command": shlex.join(command)}


JOB = Job(
    {
        **PUZZLE,
        "board": "text: square:10x10, triangle:6, loopy:honeycomb:8x8 …",
        "seed": "text: the same seed gives the same puzzle",
        "symmetry": "none, rotate2, rotate4, mirror-x, mirror-y, diagonal …",
        "variant": "text: a clue type or a variant",
        "difficulty": "text: easy, medium, hard, expert, extreme, or scores such as 1.5-1.9",
    },
    {**BOARD, **COMMAND},
    _generate,
)
