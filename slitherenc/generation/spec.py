"""PuzzleSpec: what a puzzle should be like. Each strategy (`generate --how`) is a class whose fields are its options.

A strategy is a frozen dataclass with `check(board)` and `make(board, rng)`; `check_faces` and the functions after it
make the checks that several strategies share. This module imports no numpy, since `generate --help` reads it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypedDict

from slitherenc.base.errors import UsageError
from slitherenc.base.options import Options

if TYPE_CHECKING:
    from slitherenc.arguments import LoopLike
    from slitherenc.boards.board import Board
    from slitherenc.deduction.grade import Grade
    from slitherenc.puzzles.puzzle import Puzzle

Target = float | Literal["easier", "harder"]  # of the strategy anneal
FEWEST_FACES = 25  # smaller boards hold no puzzle that is more than easy
LOOPS = ("human", "plain")  # the kinds of random loops (`random_loops.random_loop`)
LOOP_HELP = "Draw loops as people make them (human), or with no aim but their length (plain)."


class StrategyKeywords(TypedDict, total=False):
    """The options of all strategies that `generate` takes by name, for type checkers. None is the default. A strategy
    of another package takes its own options as an instance, `strategy=MyStrategy(rounds=3)`."""

    variant: str | None
    digits: Iterable[int] | None
    no_zero: bool | None
    clues: int | None
    density: float | None
    difficulty: str | None
    logic: bool | None
    symmetry: str | None
    style: str | None
    minimal: bool | None
    best: int | None
    max_empty: int | None
    keep: Iterable[int] | None
    forbid: Iterable[int] | None
    theme: str | None
    needs: str | None
    without: str | None
    opening: str | None
    loop: LoopLike | None
    target: Target | None
    steps: int | None
    share: float | None
    faces: Iterable[int] | None
    layout: str | None
    values: Mapping[int, int] | None
    rounds: int | None
    puzzle: Puzzle | None
    original: Puzzle | None


class MadePuzzle(NamedTuple):
    """A puzzle; for anneal, the difficulty of the current puzzle at the start and after each step; the grade, if one
    was requested."""

    puzzle: Puzzle
    trace: tuple[float, ...] = ()
    grade: Grade | None = None
    remark: str = ""  # what else people should know about the puzzle


class PuzzleSpec(Options, ABC):
    """The base of the classes in `strategies.STRATEGIES`: what a puzzle should be like, and therefore how it is made.

    own_process   whether each of several puzzles is made in its own process, because making one leaks memory
    patience      the seconds after which the command takes the best puzzle so far, if no time limit is given
    """

    own_process: ClassVar[bool] = False
    patience: ClassVar[float | None] = None

    @abstractmethod
    def check(self, board: Board) -> None:
        """Raises UsageError for options that contradict each other, or that no puzzle of the board can meet."""

    def note(self, board: Board) -> str:
        """Return what people should know before puzzles are made; "" if nothing."""
        return ""

    @abstractmethod
    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """Return a puzzle with its loop as solution, proved to have no other loop. Raises NoPuzzle if none is found."""

    def improve(self, board: Board, rng: random.Random) -> Iterator[MadePuzzle]:
        """Yield puzzles, each better than the one before; the last one is that of `make`."""
        yield self.make(board, rng)


def number_of_clues(board: Board, density: float) -> int:
    """Return the number of clues that is this share of the faces. Raises UsageError."""
    if not 0 < density <= 1:
        raise UsageError(f"density must be above 0 and at most 1, got {density:g}")
    return round(density * board.n_faces)


def check_faces(board: Board, **faces: tuple[int, ...]) -> None:
    for name, numbers in faces.items():
        if not all(0 <= face < board.n_faces for face in numbers):
            raise UsageError(f"{name} names a face that is not on the board")


def check_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool = False) -> None:
    if digits is None:
        return
    if not any(digit > 0 for digit in digits):
        raise UsageError("clues 0 alone leave no loop or many" if not no_zero else "digits and no_zero leave no clue")
    import numpy as np

    most = int(np.diff(board.face_start).max())
    if min(digit for digit in digits if digit > 0) > most:
        raise UsageError(f"no face of this board has more than {most} edges")


def allowed_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool) -> tuple[int, ...] | None:
    """Return the numbers that may be clues; None = all."""
    if not no_zero:
        return digits
    import numpy as np

    return tuple(digit for digit in digits or range(int(np.diff(board.face_start).max()) + 1) if digit)


def check_number(board: Board, clues: int | None) -> None:
    if clues is not None and not 1 <= clues <= board.n_faces:
        raise UsageError(f"clues must be from 1 to {board.n_faces} on this board, got {clues}")
