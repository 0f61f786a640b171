"""PuzzleSpec: what a puzzle is to be like. One class a strategy (`generate --how`), whose fields are its options.

A strategy is a frozen dataclass with `check(board)` and `make(board, rng)`. This module imports no numpy before a
puzzle is made, since `generate --help` reads it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypedDict

from slitherenc.base.errors import NoPuzzle, UsageError, counted
from slitherenc.base.options import Options, OptionTable, option, with_default
from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.arguments import LoopLike
    from slitherenc.boards.board import Bits, Board
    from slitherenc.deduction.grade import Grade
    from slitherenc.generation.anneal import Target
    from slitherenc.puzzles.puzzle import Puzzle

STRATEGIES = Registry(
    "strategy",
    "slitherenc.strategies",
    {
        "remove": "slitherenc.generation.spec:Remove",
        "add": "slitherenc.generation.spec:Add",
        "anneal": "slitherenc.generation.spec:Anneal",
        "pattern": "slitherenc.generation.spec:Pattern",
        "complete": "slitherenc.generation.spec:Complete",
    },
)


class StrategyKeywords(TypedDict, total=False):
    """The options of all strategies, for type checkers: those that `generate` takes by name. None is the default. A
    strategy of another package takes its own options as an instance, `strategy=MyStrategy(rounds=3)`."""

    variant: str | None
    digits: Iterable[int] | None
    no_zero: bool | None
    clues: int | None
    difficulty: str | None
    logic: bool | None
    symmetry: str | None
    max_empty: int | None
    keep: Iterable[int] | None
    forbid: Iterable[int] | None
    loop: LoopLike | None
    target: Target | None
    steps: int | None
    share: float | None
    faces: Iterable[int] | None
    rounds: int | None
    puzzle: Puzzle | None


class MadePuzzle(NamedTuple):
    """A puzzle; of anneal the difficulty of the puzzle at hand at the start and after each step; the grade, where one
    was wished."""

    puzzle: Puzzle
    trace: tuple[float, ...] = ()
    grade: Grade | None = None
    remark: str = ""  # what people want to know of it besides


class PuzzleSpec(Options, ABC):
    """The base of what stands in STRATEGIES: what a puzzle is to be like, and so how it is made.

    own_process   each puzzle leaves memory behind: several are made in a process each
    """

    own_process: ClassVar[bool] = False

    @abstractmethod
    def check(self, board: Board) -> None:
        """Raises UsageError for options that contradict each other, NoPuzzle for those that no puzzle of the board
        meets."""

    @abstractmethod
    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """A puzzle with its loop as solution, proved to have no other loop. Raises NoPuzzle when none is found."""


@dataclass(frozen=True)
class Remove(PuzzleSpec):
    """Start with a loop and all its clues, and remove clues: as many as can go, or down to `clues`.

    variant    a clue type or a variant, by its name
    digits     the numbers that may be clues; None = all
    no_zero    no clue 0
    clues      so many clues, exactly
    difficulty a grade (docs/rating.md), or scores from-to
    logic      no step of the explanation is a supposition
    symmetry   of the places of the clues; minimal then means that no orbit can go
    max_empty  the faces of the largest area without clues, at most
    keep, forbid   faces that must, or must not, have a clue
    loop       the lines[E] of the loop to take; None = random ones
    """

    example: ClassVar[str] = "--difficulty easy --symmetry rotate2"
    flags: ClassVar[tuple[str, ...]] = ("--threshold",)
    variant: str = option("number", "Clue type or variant: sheep-wolf, touch, liar, …", once=True)
    digits: tuple[int, ...] | None = option(None, "Use only these clues, such as 2,3.", metavar="LIST", kind=tuple)
    no_zero: bool = option(False, "Use no clue 0.")
    clues: int | None = option(
        None,
        "Make puzzles with exactly K clues.",
        metavar="K",
        kind=int,
        words="no clue can go",
        spellings=("--density",),
    )
    difficulty: str | None = option(None, "easy, medium, hard, expert, or a range of scores: 1.5-1.9.", metavar="D")
    logic: bool = option(False, "Make puzzles that need no supposition.")
    symmetry: str = option("none", "Symmetry of the clues' places: rotate2, mirror-x, diagonal, …")
    max_empty: int | None = option(None, "Leave no area of more than N cells without clues.", metavar="N", kind=int)
    keep: tuple[int, ...] = option((), "Put clues on these cells: 0_0,3_1.", metavar="FACES")
    forbid: tuple[int, ...] = option((), "Put no clues on these cells.", metavar="FACES")
    loop: Bits | None = option(
        None,
        "The lines of the loop to use.",
        kind=object,
        api_only=True,
        spellings=("--from-loop", "--from-picture"),
    )

    def check(self, board: Board) -> None:
        from slitherenc.generation.source import sample
        from slitherenc.generation.symmetry import orbits

        sample(board, self.variant, self.digits)
        _check_faces(board, keep=self.keep, forbid=self.forbid)
        if both := set(self.keep) & set(self.forbid):
            raise UsageError(f"face {board.face_name(min(both))} is both in keep and in forbid")
        _check_digits(board, self.digits, self.no_zero)
        _check_number(board, self.clues)
        every = orbits(board, self.symmetry)
        _check_sum(every, self.clues, self.symmetry)
        for orbit in every:
            if set(self.keep).intersection(orbit) and set(self.forbid).intersection(orbit):
                name = board.face_name(min(set(self.keep).intersection(orbit)))
                raise UsageError(f"face {name} is in keep, but the symmetry maps it to a face in forbid")
        if self.difficulty is not None:
            from slitherenc.generation.target import target_of

            target_of(self.difficulty, self.logic)
        if self.max_empty is not None and self.max_empty < 0:
            raise UsageError(f"max_empty must be at least 0, got {self.max_empty}")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.remove import remove

        puzzle, grade = remove(board, self, rng)
        return MadePuzzle(puzzle, grade=grade)


@dataclass(frozen=True)
class Add(PuzzleSpec):
    """Add clues to an empty board until one loop is left."""

    example: ClassVar[str] = "--how add --digits 2,3 --board 6x6"
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    forbid: tuple[int, ...] = with_default(Remove, "forbid", ())

    def check(self, board: Board) -> None:
        _check_faces(board, forbid=self.forbid)
        _check_digits(board, self.digits)

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.add import add

        return MadePuzzle(add(board, rng, digits=self.digits, forbid=self.forbid))


@dataclass(frozen=True)
class Anneal(PuzzleSpec):
    """Move clues until the difficulty is near a target: a number, "easier" or "harder"; for small boards.

    clues    so many clues; None = half of the faces
    """

    example: ClassVar[str] = "--how anneal --easier --board 6x6"
    own_process: ClassVar[bool] = True  # Graphillion gives no memory back
    flags: ClassVar[tuple[str, ...]] = ("--trace",)  # `MadePuzzle.trace` is filled in
    clues: int | None = option(
        None,
        "Make puzzles with exactly K clues.",
        metavar="K",
        kind=int,
        words="half of the faces",
        spellings=("--density",),
    )
    target: Target = option(
        "harder",
        "The difficulty to aim for.",
        kind=object,
        api_only=True,
        spellings=("--target-difficulty", "--easier", "--harder"),
    )
    steps: int = option(2000, "Try N neighbors.", metavar="N")
    share: float = option(0.6, "Share of lines that a neighbor keeps.", metavar="X")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.steps < 1:
            raise UsageError(f"steps must be at least 1, got {self.steps}")
        if not 0 <= self.share < 1:
            raise UsageError(f"share must be at least 0 and below 1, got {self.share:g}")
        if isinstance(self.target, str):
            known = self.target in ("easier", "harder")
        else:
            known = isinstance(self.target, int | float) and isfinite(self.target)
        if not known:
            raise UsageError(f"target must be a number, easier or harder, got {self.target!r}")

    def check(self, board: Board) -> None:
        _check_number(board, self.clues)

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.anneal import anneal

        number = (board.n_faces + 1) // 2 if self.clues is None else self.clues
        return MadePuzzle(*anneal(board, rng, number, self.steps, self.share, self.target))


@dataclass(frozen=True)
class Pattern(PuzzleSpec):
    """Find clues for given places, with no clue elsewhere."""

    example: ClassVar[str] = "--pattern heart.txt"
    faces: tuple[int, ...] = option(
        (), "The faces with a clue.", kind=tuple, api_only=True, spellings=("--pattern",), required=True
    )
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    no_zero: bool = with_default(Remove, "no_zero", False)
    rounds: int = option(3000, "Try N loops.", metavar="N")

    def check(self, board: Board) -> None:
        _check_faces(board, faces=self.faces)
        _check_digits(board, self.digits, self.no_zero)
        if not self.faces:
            raise NoPuzzle("a puzzle without a clue has many loops")
        if self.rounds < 1:
            raise UsageError(f"rounds must be at least 1, got {self.rounds}")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.pattern import fill
        from slitherenc.generation.source import allowed_digits

        return MadePuzzle(fill(board, self.faces, rng, allowed_digits(board, self.digits, self.no_zero), self.rounds))


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
        _check_digits(board, self.digits, self.no_zero)
        if self.puzzle is None or self.puzzle.board != board:
            raise UsageError("the puzzle to complete has another board")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.complete import complete
        from slitherenc.generation.source import allowed_digits

        assert self.puzzle is not None
        digits = allowed_digits(board, self.digits, self.no_zero)
        done = complete(self.puzzle, rng, digits)
        words = f"{counted(done.added, 'further clue')}; " + (
            "no fewer will do" if done.is_fewest else "perhaps fewer will do"
        )
        return MadePuzzle(done.puzzle, remark=words)


def _strategy(name: str) -> type[PuzzleSpec]:
    strategy: type[PuzzleSpec] = STRATEGIES.load(name)
    return strategy


STRATEGY_OPTIONS = OptionTable(STRATEGIES, _strategy, "--how")


def puzzle_spec(strategy: str | PuzzleSpec = "remove", **options: Any) -> PuzzleSpec:
    """The PuzzleSpec of a strategy's name with these options (None = the default).

    Raises UsageError for a strategy, an option or a value that does not exist, and for an option of another strategy.
    """
    spec: PuzzleSpec = STRATEGY_OPTIONS.build(strategy, options)
    return spec


def _check_faces(board: Board, **faces: tuple[int, ...]) -> None:
    for name, numbers in faces.items():
        if not all(0 <= face < board.n_faces for face in numbers):
            raise UsageError(f"{name} names a face that is not on the board")


def _check_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool = False) -> None:
    if digits is None:
        return
    if not any(digit > 0 for digit in digits):
        raise NoPuzzle("clues 0 alone leave no loop or many" if not no_zero else "digits and no_zero leave no clue")
    import numpy as np

    most = int(np.diff(board.face_start).max())
    if min(digit for digit in digits if digit > 0) > most:
        raise NoPuzzle(f"no face of this board has more than {most} edges")


def _check_number(board: Board, clues: int | None) -> None:
    if clues is not None and not 1 <= clues <= board.n_faces:
        raise NoPuzzle(f"clues must be from 1 to {board.n_faces} on this board, got {clues}")


def _check_sum(orbits: Sequence[Sequence[int]], clues: int | None, symmetry: str) -> None:
    """Raises NoPuzzle when no orbits have so many faces together."""
    sums = 1  # bit n: some orbits have n faces together
    for orbit in orbits:
        sums |= sums << len(orbit)
    if clues is not None and not sums >> clues & 1:
        raise NoPuzzle(f"with the symmetry {symmetry} no puzzle of this board has exactly {clues} clues")
