"""The strategy complete: the fewest clues for a half-made puzzle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import UsageError, counted
from slitherenc.base.options import option, with_default
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec, check_digits
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class Complete(PuzzleSpec):
    """Add the fewest clues to a half-made puzzle that leave one loop."""

    example: ClassVar[str] = "--complete mine.txt"
    puzzle: Puzzle | None = option(
        None, "The unfinished puzzle.", kind=object, api_only=True, spellings=("--complete",), required=True
    )
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    no_zero: bool = with_default(Remove, "no_zero", False)

    def check(self, board: Board) -> None:
        check_digits(board, self.digits, self.no_zero)
        if self.puzzle is None or self.puzzle.board != board:
            raise UsageError("the puzzle to complete has another board")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.clues.source import allowed_digits
        from slitherenc.generation.strategies.completion import complete

        assert self.puzzle is not None
        digits = allowed_digits(board, self.digits, self.no_zero)
        done = complete(self.puzzle, rng, digits)
        fewer = "no fewer will do" if done.is_fewest else "perhaps fewer will do"
        return MadePuzzle(done.puzzle, remark=f"{counted(done.added, 'further clue')}; {fewer}")
