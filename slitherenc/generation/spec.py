"""PuzzleSpec: what a puzzle is to be like. One class a strategy (`generate --how`), whose fields are its options.

A strategy is a frozen dataclass with `check(board)` and `make(board, rng)`. This module imports no numpy before a
puzzle is made, since `generate --help` reads it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from slitherenc.errors import NoPuzzle, UsageError
from slitherenc.options import Options, OptionTable, option, with_default
from slitherenc.registry import Registry

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.puzzle import Puzzle

Target = float | Literal["easier", "harder"]

STRATEGIES = Registry(
    "strategy",
    "slitherenc.strategies",
    {
        "remove": "slitherenc.generation.spec:Remove",
        "add": "slitherenc.generation.spec:Add",
        "anneal": "slitherenc.generation.spec:Anneal",
    },
)


class Made(NamedTuple):
    """A puzzle, and of anneal the difficulty of the puzzle at hand at the start and after each step."""

    puzzle: Puzzle
    trace: tuple[float, ...] = ()


class PuzzleSpec(Options, ABC):
    """The base of what stands in STRATEGIES: what a puzzle is to be like, and so how it is made.

    own_process   each puzzle leaves memory behind: several are made in a process each
    traces        `Made.trace` is filled in
    """

    own_process: ClassVar[bool] = False
    traces: ClassVar[bool] = False

    @abstractmethod
    def check(self, board: Board) -> None:
        """Raises UsageError for options that contradict each other, NoPuzzle for those that no puzzle of the board
        meets."""

    @abstractmethod
    def make(self, board: Board, rng: random.Random) -> Made:
        """A puzzle with its loop as solution, proved to have no other loop. Raises NoPuzzle when none is found."""


@dataclass(frozen=True)
class Remove(PuzzleSpec):
    """From a loop with all its clues: minimal, or down to `clues`.

    variant  a clue type or a variant, by its name
    digits   the numbers that may be clues; None = all
    clues    so many clues, exactly
    symmetry of the places of the clues; minimal then means that no orbit can go
    keep, forbid   faces that must, or must not, have a clue
    loop     the lines[E] of the loop to take; None = random ones
    """

    variant: str = option("number", "The clues, or a rule for them: sheep-wolf, touch, liar, …", once=True)
    digits: tuple[int, ...] | None = option(None, "Only these clues, such as 2,3.", metavar="LIST", kind=tuple)
    clues: int | None = option(None, "Exactly K clues.", metavar="K", kind=int, words="no clue can go")
    symmetry: str = option("none", "Of the places of the clues: rotate2, rotate4 or mirror.")
    keep: tuple[int, ...] = option((), "Faces that have a clue, by name: 0_0,3_1.", metavar="FACES")
    forbid: tuple[int, ...] = option((), "Faces that have none.", metavar="FACES")
    loop: Bits | None = option(None, "The lines of the loop to take.", kind=object, api_only=True)

    def check(self, board: Board) -> None:
        from slitherenc.generation.source import sample
        from slitherenc.generation.symmetry import orbits

        sample(board, self.variant, self.digits)
        _check_faces(board, keep=self.keep, forbid=self.forbid)
        if both := set(self.keep) & set(self.forbid):
            raise UsageError(f"face {board.face_name(min(both))} is to be kept and forbidden")
        _check_digits(self.digits)
        _check_number(board, self.clues)
        orbits(board, self.symmetry)

    def make(self, board: Board, rng: random.Random) -> Made:
        from slitherenc.generation.remove import remove

        return Made(
            remove(
                board,
                rng,
                variant=self.variant,
                digits=self.digits,
                clues=self.clues,
                symmetry=self.symmetry,
                keep=self.keep,
                forbid=self.forbid,
                loop=self.loop,
            )
        )


@dataclass(frozen=True)
class Add(PuzzleSpec):
    """Clues on an empty board until one loop is left."""

    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    forbid: tuple[int, ...] = with_default(Remove, "forbid", ())

    def check(self, board: Board) -> None:
        _check_faces(board, forbid=self.forbid)
        _check_digits(self.digits)

    def make(self, board: Board, rng: random.Random) -> Made:
        from slitherenc.generation.add import add

        return Made(add(board, rng, digits=self.digits, forbid=self.forbid))


@dataclass(frozen=True)
class Anneal(PuzzleSpec):
    """`clues` clues (None: half of the faces), of a difficulty near `target`: a number, "easier" or "harder"."""

    own_process: ClassVar[bool] = True  # Graphillion gives no memory back
    traces: ClassVar[bool] = True
    clues: int | None = option(None, "Exactly K clues.", metavar="K", kind=int, words="half of the faces")
    target: Target = option("harder", "The difficulty to come near to.", kind=object, api_only=True)
    steps: int = option(2000, "Neighbors that are tried.", metavar="N")
    share: float = option(0.6, "The share of lines that a neighbor keeps.", metavar="X")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.steps < 1:
            raise UsageError(f"the number of steps is 1 or more, not {self.steps}")
        if not 0 <= self.share < 1:
            raise UsageError(f"the share of common lines is from 0 to below 1, not {self.share:g}")
        if isinstance(self.target, str):
            known = self.target in ("easier", "harder")
        else:
            known = isinstance(self.target, int | float) and isfinite(self.target)
        if not known:
            raise UsageError(f"the target is a number, easier or harder, not {self.target!r}")

    def check(self, board: Board) -> None:
        _check_number(board, self.clues)

    def make(self, board: Board, rng: random.Random) -> Made:
        from slitherenc.generation.anneal import anneal

        number = (board.n_faces + 1) // 2 if self.clues is None else self.clues
        return Made(*anneal(board, rng, number, self.steps, self.share, self.target))


def _strategy(name: str) -> type[PuzzleSpec]:
    found: type[PuzzleSpec] = STRATEGIES.load(name)
    return found


STRATEGY_OPTIONS = OptionTable(STRATEGIES, _strategy, "--how")


def puzzle_spec(strategy: str = "remove", **options: object) -> PuzzleSpec:
    """The PuzzleSpec of a strategy's name with these options (None = the default).

    Raises UsageError for a strategy, an option or a value that does not exist, and for an option of another strategy.
    """
    spec: PuzzleSpec = STRATEGY_OPTIONS.build(strategy, options)
    return spec


def _check_faces(board: Board, **faces: tuple[int, ...]) -> None:
    for name, numbers in faces.items():
        if not all(0 <= face < board.n_faces for face in numbers):
            raise UsageError(f"{name} names a face that is not on the board")


def _check_digits(digits: tuple[int, ...] | None) -> None:
    if digits is not None and not any(digit > 0 for digit in digits):
        raise NoPuzzle("clues 0 alone leave no loop or many")


def _check_number(board: Board, clues: int | None) -> None:
    if clues is not None and not 1 <= clues <= board.n_faces:
        raise NoPuzzle(f"a puzzle of this board has 1 to {board.n_faces} clues, not {clues}")
