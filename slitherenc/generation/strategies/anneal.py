"""The strategy `anneal`: puzzles whose difficulty D (Funae, Nagata and Ono) is near a target."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import UsageError
from slitherenc.base.options import option, with_default
from slitherenc.generation.spec import LOOP_HELP, LOOPS, MadePuzzle, PuzzleSpec, Target, check_number, number_of_clues
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board


@dataclass(frozen=True)
class Anneal(PuzzleSpec):
    """Make a puzzle whose difficulty is near a given number, or as low or high as possible. Only for small boards.

    clues   the number of clues; None means half of the faces
    """

    example: ClassVar[str] = "--how anneal --easier --board 6x6"
    own_process: ClassVar[bool] = True  # Graphillion frees no memory
    flags: ClassVar[tuple[str, ...]] = ("--trace",)  # `MadePuzzle.trace` is filled in
    clues: int | None = option(
        None,
        "Make puzzles with exactly K clues.",
        metavar="K",
        kind=int,
        words="half of the faces",
    )
    density: float | None = with_default(Remove, "density", None)
    target: Target = option(
        "harder",
        "The difficulty to aim for.",
        kind=object,
        api_only=True,
        spellings=("--target-difficulty", "--easier", "--harder"),
    )
    steps: int = option(2000, "Try N changes of the puzzle.", metavar="N")
    share: float = option(0.6, "Each change of the loop keeps at most this share (0 to 1) of its lines.", metavar="X")
    loop: str = option("plain", LOOP_HELP, choices=LOOPS, noun="kind of loop")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clues is not None and self.density is not None:
            raise UsageError(f"'clues' ({self.clues}) and 'density' ({self.density:g}) cannot be combined")
        if self.steps < 1:
            raise UsageError(f"'steps' must be at least 1, got {self.steps}")
        if not 0 <= self.share < 1:
            raise UsageError(f"'share' must be at least 0 and below 1, got {self.share:g}")
        if isinstance(self.target, str):
            known = self.target in ("easier", "harder")
        else:
            known = isinstance(self.target, int | float) and isfinite(self.target)
        if not known:
            raise UsageError(f"'target' must be a number, 'easier' or 'harder', got {self.target!r}")

    def check(self, board: Board) -> None:
        check_number(board, self._number(board))

    def _number(self, board: Board) -> int:
        if self.density is not None:
            return number_of_clues(board, self.density)
        return (board.n_faces + 1) // 2 if self.clues is None else self.clues

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.strategies.annealing import anneal

        number = self._number(board)
        return MadePuzzle(*anneal(board, rng, number, self.steps, self.share, self.target, kind=self.loop))
