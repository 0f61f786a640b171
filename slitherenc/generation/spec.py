"""PuzzleSpec: what a puzzle is to be like. One class a strategy (`generate --how`), whose fields are its options.

A strategy is a frozen dataclass with `check(board)` and `make(board, rng)`. This module imports no numpy before a
puzzle is made, since `generate --help` reads it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypedDict

from slitherenc.base.errors import NoPuzzle, UsageError, counted
from slitherenc.base.options import Options, OptionTable, option, with_default
from slitherenc.base.registry import Registry
from slitherenc.generation.defaults import FEWEST_FACES, LAYOUTS

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


LOOPS = ("human", "plain")  # the kinds of random loops (`loops.random_loop`)
_LOOP_HELP = "Draw loops as people make them (human), or with no aim but their length (plain)."


class StrategyKeywords(TypedDict, total=False):
    """The options of all strategies, for type checkers: those that `generate` takes by name. None is the default. A
    strategy of another package takes its own options as an instance, `strategy=MyStrategy(rounds=3)`."""

    variant: str | None
    digits: Iterable[int] | None
    no_zero: bool | None
    clues: int | None
    density: float | None
    difficulty: str | None
    logic: bool | None
    symmetry: str | None
    minimal: bool | None
    best: int | None
    max_empty: int | None
    keep: Iterable[int] | None
    forbid: Iterable[int] | None
    loop: LoopLike | None
    target: Target | None
    steps: int | None
    share: float | None
    faces: Iterable[int] | None
    layout: str | None
    values: Mapping[int, int] | None
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
        """Raises UsageError for options that contradict each other, and for those that no puzzle of the board meets."""

    def note(self, board: Board) -> str:
        """What people should know before puzzles are made; "": nothing."""
        return ""

    @abstractmethod
    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """A puzzle with its loop as solution, proved to have no other loop. Raises NoPuzzle when none is found."""


@dataclass(frozen=True)
class Remove(PuzzleSpec):
    """Start with a loop and all its clues, and remove clues until the puzzle has the chosen difficulty, or none can go.

    variant    a clue type or a variant, by its name
    digits     the numbers that may be clues; None = all
    no_zero    no clue 0
    clues      so many clues, exactly
    density    clues as a share of the faces: near it where a difficulty is aimed at, and else as `clues`
    difficulty a grade (docs/rating.md), or scores from-to; None: medium, where `has_defaults`
    logic      no step of the explanation is a supposition
    symmetry   of the places of the clues; None: rotate2, where `has_defaults` and the board has it
    minimal    no clue can go, and with a symmetry no orbit
    best       so many puzzles are made, and the one is taken that flows best (`flow`)
    max_empty  the faces of the largest area without clues, at most
    keep, forbid   faces that must, or must not, have a clue
    loop       how random loops are drawn (`loops.random_loop`), or the lines[E] of the loop to take
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
        words="as many as the difficulty needs",
    )
    density: float | None = option(None, "Clues as a share of the cells: 0.4.", metavar="D", kind=float)
    difficulty: str | None = option(
        None, "easy, medium, hard, expert, or a range of scores: 1.5-1.9.", metavar="D", words="medium with remove"
    )
    logic: bool = option(False, "Make puzzles that need no supposition.")
    symmetry: str | None = option(
        None,
        "Symmetry of the clues' places: rotate2 (by 180°), mirror-x, diagonal, …, or none.",
        words="rotate2 where the board has it",
    )
    minimal: bool = option(False, "Remove clues until none can go, whatever the difficulty.")
    best: int = option(1, "Make N puzzles for each, and keep the one that flows best (docs/making.md).", metavar="N")
    max_empty: int | None = option(None, "Leave no area of more than N cells without clues.", metavar="N", kind=int)
    keep: tuple[int, ...] = option((), "Put clues on these cells, as ROW_COLUMN from 0: 0_0,3_1.", metavar="FACES")
    forbid: tuple[int, ...] = option((), "Put no clues on these cells.", metavar="FACES")
    loop: Bits | str = option(
        "human",
        _LOOP_HELP,
        choices=LOOPS,
        noun="kind of loop",
        kind=object,
        spellings=("--from-loop", "--from-picture"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.best < 1:
            raise UsageError(f"best must be at least 1, got {self.best}")
        counts = [f"{name} {value:g}" for name in ("clues", "density") if (value := getattr(self, name)) is not None]
        if len(counts) + self.minimal > 1:
            raise UsageError(" and ".join([*counts, *(["minimal"] if self.minimal else [])]) + " exclude each other")
        if self.best > 1 and self.variant != "number":
            raise UsageError(f"best is for plain numbers, not for {self.variant}")

    def has_defaults(self, board: Board) -> bool:
        """Do the defaults of `difficulty` and `symmetry` hold?"""
        return not self.minimal and not self._outside(board)

    def note(self, board: Board) -> str:
        outside = "" if self.minimal else self._outside(board)
        missing = [name for name in ("difficulty", "symmetry") if getattr(self, name) is None]
        if not outside or not missing:
            return ""
        return f"with {outside} there is no default for the {' and the '.join(missing)}"

    def _outside(self, board: Board) -> str:
        """What makes the defaults give way; "": nothing does."""
        if self.variant != "number":
            return f"the variant {self.variant}"
        if not isinstance(self.loop, str):
            return "a given loop"
        if board.n_faces < FEWEST_FACES:
            return f"fewer than {FEWEST_FACES} cells"
        return next((name for name in ("clues", "digits") if getattr(self, name) is not None), "")

    def _resolved(self, board: Board) -> tuple[Remove, bool]:
        """The same with what the defaults say, and whether a difficulty is aimed at by the checker."""
        from slitherenc.generation.symmetry import has_symmetry, orbits

        by_default, difficulty, symmetry = self.has_defaults(board), self.difficulty, self.symmetry
        can_aim = self.variant == "number" and self.clues is None and not self.minimal
        is_aimed = by_default or (can_aim and difficulty is not None and board.n_faces >= FEWEST_FACES)
        if by_default and difficulty is None:
            difficulty = "medium"
        if symmetry is None:
            symmetry = "rotate2" if by_default and has_symmetry(board, "rotate2") else "none"
            if any(set(self.keep) & set(orbit) and set(self.forbid) & set(orbit) for orbit in orbits(board, symmetry)):
                symmetry = "none"
        clues = self.clues if self.density is None or is_aimed else number_of_clues(board, self.density)
        density = self.density if is_aimed else None
        return replace(self, difficulty=difficulty, symmetry=symmetry, clues=clues, density=density), is_aimed

    def check(self, board: Board) -> None:
        from slitherenc.generation.source import sample
        from slitherenc.generation.symmetry import orbits
        from slitherenc.generation.target import target_of

        sample(board, self.variant, self.digits)
        _check_faces(board, keep=self.keep, forbid=self.forbid)
        if both := set(self.keep) & set(self.forbid):
            raise UsageError(f"face {board.face_name(min(both))} is both in keep and in forbid")
        _check_digits(board, self.digits, self.no_zero)
        if self.density is not None:
            number_of_clues(board, self.density)
        if self.symmetry is not None:
            orbits(board, self.symmetry)
        spec, _ = self._resolved(board)
        symmetry = spec.symmetry or "none"
        _check_number(board, spec.clues)
        every = orbits(board, symmetry)
        _check_sum(every, spec.clues, symmetry)
        for orbit in every:
            if set(self.keep).intersection(orbit) and set(self.forbid).intersection(orbit):
                name = board.face_name(min(set(self.keep).intersection(orbit)))
                raise UsageError(f"face {name} is in keep, but the symmetry maps it to a face in forbid")
        if spec.difficulty is not None:
            target_of(spec.difficulty, self.logic)
        if self.max_empty is not None and self.max_empty < 0:
            raise UsageError(f"max_empty must be at least 0, got {self.max_empty}")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        if self.best > 1:
            from slitherenc.generation.flow import best_flow

            one = replace(self, best=1)
            return best_flow([one.make(board, random.Random(rng.getrandbits(64))) for _ in range(self.best)])
        from slitherenc.generation.remove import remove

        spec, is_aimed = self._resolved(board)
        if not is_aimed:
            puzzle, grade = remove(board, spec, rng)
            return MadePuzzle(puzzle, grade=grade)
        from slitherenc.generation.design import designed

        try:
            puzzle, grade = designed(board, spec, rng)
        except NoPuzzle as error:
            if (self.difficulty, self.symmetry, self.density, self.logic) != (None, None, None, False):
                raise
            puzzle, grade = remove(board, replace(spec, difficulty=None, minimal=True), rng)
            return MadePuzzle(puzzle, grade=grade, remark=f"{error}; so no clue can go, whatever the difficulty")
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
    )
    density: float | None = with_default(Remove, "density", None)
    target: Target = option(
        "harder",
        "The difficulty to aim for.",
        kind=object,
        api_only=True,
        spellings=("--target-difficulty", "--easier", "--harder"),
    )
    steps: int = option(2000, "Try N neighbors.", metavar="N")
    share: float = option(0.6, "Share of lines that a neighbor keeps.", metavar="X")
    loop: str = option("plain", _LOOP_HELP, choices=LOOPS, noun="kind of loop")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clues is not None and self.density is not None:
            raise UsageError(f"clues {self.clues} and density {self.density:g} exclude each other")
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
        _check_number(board, self._number(board))

    def _number(self, board: Board) -> int:
        if self.density is not None:
            return number_of_clues(board, self.density)
        return (board.n_faces + 1) // 2 if self.clues is None else self.clues

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.anneal import anneal

        number = self._number(board)
        return MadePuzzle(*anneal(board, rng, number, self.steps, self.share, self.target, kind=self.loop))


@dataclass(frozen=True)
class Pattern(PuzzleSpec):
    """Find clues for given places, with no clue elsewhere.

    faces    the faces with a clue; or `layout`, the name of a layout (`layouts`)
    values   (face, number): the clues of some of these faces
    """

    example: ClassVar[str] = "--pattern heart.txt --difficulty easy"
    faces: tuple[int, ...] | None = option(
        None, "The faces with a clue.", kind=tuple, api_only=True, spellings=("--pattern",), names_part=True
    )
    layout: str | None = option(None, "Put clues on the cells of a layout.", choices=LAYOUTS, names_part=True)
    values: tuple[tuple[int, int], ...] = option((), "Numbers of some faces.", kind=tuple, api_only=True)
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    no_zero: bool = with_default(Remove, "no_zero", False)
    difficulty: str | None = with_default(Remove, "difficulty", None)
    logic: bool = with_default(Remove, "logic", False)
    rounds: int = option(3000, "Try N loops.", metavar="N")
    loop: str = with_default(Anneal, "loop", "human")

    def _faces(self, board: Board) -> tuple[int, ...]:
        if self.layout is None:
            return self.faces or ()
        from slitherenc.generation.layouts import layout_faces

        return layout_faces(board, self.layout)

    def check(self, board: Board) -> None:
        from slitherenc.generation.target import target_of

        if self.layout is not None and self.faces is not None:
            raise UsageError("faces and layout exclude each other")
        if self.layout is None and self.faces is None:
            raise UsageError("the strategy pattern needs --pattern or --layout")
        _check_faces(board, faces=self.faces or (), values=tuple(face for face, _ in self.values))
        _check_digits(board, self.digits, self.no_zero)
        for face, number in self.values:
            if face not in self._faces(board) or not 0 <= number < len(board.edges_of_face(face)):
                raise UsageError(f"face {board.face_name(face)} cannot have the clue {number} in this pattern")
        if not self._faces(board):
            raise UsageError("a puzzle without a clue has many loops")
        if self.rounds < 1:
            raise UsageError(f"rounds must be at least 1, got {self.rounds}")
        target_of(self.difficulty, self.logic)

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        from slitherenc.generation.fill import filled

        puzzle, grade = filled(board, self._faces(board), self, rng)
        return MadePuzzle(puzzle, grade=grade)


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


STRATEGY_OPTIONS = OptionTable(STRATEGIES, _strategy, "--how", PuzzleSpec)


def puzzle_spec(strategy: str | PuzzleSpec = "remove", **options: Any) -> PuzzleSpec:
    """The PuzzleSpec of a strategy's name with these options (None = the default).

    Raises UsageError for a strategy, an option or a value that does not exist, and for an option of another strategy.
    """
    spec: PuzzleSpec = STRATEGY_OPTIONS.build(strategy, options)
    return spec


def number_of_clues(board: Board, density: float) -> int:
    """The clues that are this share of the faces. Raises UsageError."""
    if not 0 < density <= 1:
        raise UsageError(f"density must be above 0 and at most 1, got {density:g}")
    return round(density * board.n_faces)


def _check_faces(board: Board, **faces: tuple[int, ...]) -> None:
    for name, numbers in faces.items():
        if not all(0 <= face < board.n_faces for face in numbers):
            raise UsageError(f"{name} names a face that is not on the board")


def _check_digits(board: Board, digits: tuple[int, ...] | None, no_zero: bool = False) -> None:
    if digits is None:
        return
    if not any(digit > 0 for digit in digits):
        raise UsageError("clues 0 alone leave no loop or many" if not no_zero else "digits and no_zero leave no clue")
    import numpy as np

    most = int(np.diff(board.face_start).max())
    if min(digit for digit in digits if digit > 0) > most:
        raise UsageError(f"no face of this board has more than {most} edges")


def _check_number(board: Board, clues: int | None) -> None:
    if clues is not None and not 1 <= clues <= board.n_faces:
        raise UsageError(f"clues must be from 1 to {board.n_faces} on this board, got {clues}")


def _check_sum(orbits: Sequence[Sequence[int]], clues: int | None, symmetry: str) -> None:
    """Raises UsageError when no orbits have so many faces together."""
    sums = 1  # bit n: some orbits have n faces together
    for orbit in orbits:
        sums |= sums << len(orbit)
    if clues is not None and not sums >> clues & 1:
        raise UsageError(f"with the symmetry {symmetry} no puzzle of this board has exactly {counted(clues, 'clue')}")
