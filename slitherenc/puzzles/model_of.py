"""Build the `Model` of a puzzle. It contains the constraints that encodings and solvers use."""

from __future__ import annotations

from slitherenc.model.model import LoopRule, Model, assemble
from slitherenc.puzzles.clue_types import constraints_of
from slitherenc.puzzles.puzzle import Puzzle


def model_of(puzzle: Puzzle, loop: LoopRule = "single") -> Model:
    """Return the Model of a puzzle. Raises UsageError if a clue or a combination of variants is not supported."""
    return assemble(puzzle.board, constraints_of(puzzle), loop, 0)
