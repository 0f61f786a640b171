"""The strategy `change`: give a puzzle another difficulty but keep its loop and most of its clues."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import UsageError
from slitherenc.base.options import option, with_default
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.puzzles.puzzle import Puzzle

BY_ONE = {"easier": -1, "harder": 1}  # the change in grades


@dataclass(frozen=True)
class Change(PuzzleSpec):
    """Change a few clues of a puzzle. The new difficulty is a grade, a range of scores, "easier" or "harder".

    symmetry   the symmetry that the cells with clues must have; None means the largest symmetry that they have now
    """

    example: ClassVar[str] = "--from mine.txt --difficulty harder"
    patience: ClassVar[float | None] = 18.0
    original: Puzzle | None = option(
        None, "The puzzle to change.", kind=object, api_only=True, spellings=("--from",), required=True
    )
    difficulty: str | None = with_default(Remove, "difficulty", None)
    logic: bool = with_default(Remove, "logic", False)
    symmetry: str | None = with_default(Remove, "symmetry", None)

    def check(self, board: Board) -> None:
        from slitherenc.generation.clues.target import target_of
        from slitherenc.generation.symmetry import orbits

        if self.original is None:
            raise UsageError("the strategy 'change' needs a puzzle to start from (--from)")
        if self.original.board != board:
            raise UsageError("the puzzle to change is not on the requested board")
        if self.original.variants or not self.original.has_only_numbers:
            raise UsageError("--from requires a puzzle that has only plain numbers and no variant")
        if self.difficulty is None and not self.logic:
            raise UsageError("the strategy 'change' needs --difficulty")
        if self.difficulty not in BY_ONE:
            target_of(self.difficulty, self.logic)
        orbits(board, self.symmetry or "none")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        *_, best = self.improve(board, rng)
        return best

    def improve(self, board: Board, rng: random.Random) -> Iterator[MadePuzzle]:
        from slitherenc.deduction.grade import NAMES, rate
        from slitherenc.generation.clues.target import target_of
        from slitherenc.generation.make import confirm_unique
        from slitherenc.generation.strategies.few_changes import few_changes, own_orbits
        from slitherenc.generation.strategies.few_clues import only_loop

        assert self.original is not None
        loop = only_loop(self.original)
        grade = rate(self.original)
        requested = self.difficulty
        if requested in BY_ONE:
            place = NAMES.index(grade.name) + BY_ONE[requested]
            if not 0 <= place < len(NAMES):
                raise UsageError(f"the puzzle is already {grade.name}; there is no {requested} grade")
            requested = NAMES[place]
        orbits = own_orbits(self.original, self.symmetry)
        for made in few_changes(self.original, loop, grade, orbits, target_of(requested, self.logic), rng):
            yield made._replace(puzzle=confirm_unique(made.puzzle))
