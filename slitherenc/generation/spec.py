"""`PuzzleSpec`, the base class of strategies. A strategy is a way to make puzzles (`generate --how`).

A strategy is a frozen dataclass whose fields are its options, with the methods `check(board)` and `make(board, rng)`.
The functions at the end are shared checks. To keep `generate --help` fast, numpy is imported only inside functions.
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

Target = float | Literal["easier", "harder"]  # the option `target` of the strategy anneal
FEWEST_FACES = 25  # on boards with fewer faces, every puzzle is easy
LOOPS = ("human", "plain")  # the kinds of random loops (`random_loops.random_loop`)
LOOP_HELP = "Draw loops that look as if people made them (human), or loops with no aim except their length (plain)."


class StrategyKeywords(TypedDict, total=False):
    """The options of all built-in strategies as keywords of `generate`, for type checkers. None selects the default.
    A strategy of your own is passed as an instance that holds its options: `strategy=MyStrategy(rounds=3)`.
    """

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
    """A puzzle made by a strategy, with its grade and a remark for the user."""

    puzzle: Puzzle
    trace: tuple[float, ...] = ()  # for the strategy anneal: the difficulty at the start and after each step
    grade: Grade | None = None  # None unless it is requested
    remark: str = ""  # a message to the user about the puzzle


class PuzzleSpec(Options, ABC):
    """The base class of strategies (ways to make puzzles). The fields of a subclass are the options of the strategy.

    own_process   whether each puzzle must be made in a new process; true if the strategy leaks memory
    patience      the seconds after which `slitherenc generate` stops with its best puzzle if no time limit is given
    """

    own_process: ClassVar[bool] = False
    patience: ClassVar[float | None] = None

    @abstractmethod
    def check(self, board: Board) -> None:
        """Raise UsageError if options contradict each other, or if no puzzle on this board can satisfy them."""

    def note(self, board: Board) -> str:
        """Return a message to show to the user before puzzles are made, or "" for no message."""
        return ""

    @abstractmethod
    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """Return a puzzle that is proved to have only one solution. Raises NoPuzzle if none is found."""

    def improve(self, board: Board, rng: random.Random) -> Iterator[MadePuzzle]:
        """Yield puzzles, each better than the one before it. The last one is the result of `make`."""
        yield self.make(board, rng)


def number_of_clues(board: Board, density: float) -> int:
    """Convert a density to a number of clues. Raises UsageError unless it is above 0 and at most 1."""
    if not 0 < density <= 1:
        raise UsageError(f"'density' must be above 0 and at most 1, got {density:g}")
    return round(density * board.n_faces)


def check_faces(board: Board, **faces: tuple[int, ...]) -> None:
    for name, numbers in faces.items():
        if not all(0 <= face < board.n_faces for face in numbers):
            raise UsageError(f"{name!r} contains a face that is not on the board")


def check_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool = False) -> None:
    """Raise UsageError unless some number above 0 in `digits` can be a clue. `no_zero` only changes the message."""
    if digits is None:
        return
    if not any(digit > 0 for digit in digits):
        raise UsageError("'digits' must contain a number above 0" if not no_zero else "'no_zero' leaves no digit")
    import numpy as np

    most = int(np.diff(board.face_start).max())
    if min(digit for digit in digits if digit > 0) > most:
        raise UsageError(f"'digits' must contain a number from 1 to {most}, the most edges that a face has")


def allowed_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool) -> tuple[int, ...] | None:
    """Return the numbers that may be clues under these options, or None if all numbers may be clues."""
    if not no_zero:
        return digits
    import numpy as np

    return tuple(digit for digit in digits or range(int(np.diff(board.face_start).max()) + 1) if digit)


def check_number(board: Board, clues: int | None) -> None:
    if clues is not None and not 1 <= clues <= board.n_faces:
        raise UsageError(f"'clues' must be from 1 to {board.n_faces} on this board, got {clues}")
