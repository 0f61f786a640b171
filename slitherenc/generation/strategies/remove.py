"""The strategy `remove`: start from a loop with a clue on every face, and remove clues until the puzzle meets the
request (Shirai et al. 2006, generator B). If a difficulty is requested, the module `design` chooses the clues."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import NoPuzzle, UsageError, quantity
from slitherenc.base.options import option
from slitherenc.generation.places import AREAS, part_of, row_digits
from slitherenc.generation.spec import (
    FEWEST_FACES,
    LOOP_HELP,
    LOOPS,
    MadePuzzle,
    PuzzleSpec,
    allowed_digits,
    check_digits,
    check_faces,
    check_number,
    number_of_clues,
)

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits, Board
    from slitherenc.generation.clues.clue_sets import Request

THEMES = ("equal-opposites", "opposites-sum-3", "one-digit-rows")
FOR_A_GRADE = 60  # the most loops drawn for a difficulty
FOR_AN_OPENING = 600  # the most loops drawn for an opening, which most loops fail immediately
MOST_FACES = 225  # the largest board for a theme, in faces; on larger ones, its loops take too long


@dataclass(frozen=True)
class Remove(PuzzleSpec):
    """Start with all clues of a loop. Remove clues until the puzzle has the chosen difficulty or every clue is needed.

    variant            a type of clues or a variant of the rules, by name; "number" means plain numbers
    digits             the numbers that may be clues; None means all
    no_zero            whether the clue 0 is excluded
    clues              the exact number of clues
    density            clues as a share of the faces; approximate if a difficulty is requested, otherwise exact
    difficulty         a grade (docs/making.md) or a range of scores; None means medium
    logic              whether steps that suppose a value are excluded
    symmetry           the symmetry of the faces with clues; None means that `style` determines it
    style              "varied": the traits of each puzzle are random, like those of puzzles by people (`character`);
                       "average": each puzzle has the traits of an average puzzle, and half-turn symmetry
    minimal            whether clues are removed until each clue (with a symmetry, each symmetric set) is needed
    best               the number of puzzles to make; the one with the fewest bottlenecks (hard steps) is returned
    max_empty          the largest number of faces in an area without clues
    keep, forbid       faces that must have a clue, and faces that must not
    theme              a condition on the clues: "equal-opposites", "opposites-sum-3" or "one-digit-rows"
    needs, without     techniques that the explained solution must use, and techniques that it must not use
    opening            a part of the board, such as "top"; every possible first step must lie there
    loop               the kind of random loops (`random_loops.random_loop`), or the lines[E] of the loop to use

    If `has_defaults(board)` is false, None means any difficulty for `difficulty`, and no symmetry for `symmetry` unless
    the theme needs one.
    """

    example: ClassVar[str] = "--difficulty easy --symmetry rotate2"
    flags: ClassVar[tuple[str, ...]] = ("--threshold",)
    variant: str = option("number", "Clue type or variant: sheep-wolf, touch, liar, …", once=True)
    digits: tuple[int, ...] | None = option(None, "Use only these numbers, such as 2,3.", metavar="LIST", kind=tuple)
    no_zero: bool = option(False, "Do not use 0 as a clue.")
    clues: int | None = option(
        None,
        "Make puzzles with exactly K clues.",
        metavar="K",
        kind=int,
        words="as many as the difficulty needs",
    )
    density: float | None = option(None, "Clues as a share of the cells, such as 0.4.", metavar="D", kind=float)
    difficulty: str | None = option(
        None,
        "easy, medium, hard, expert, extreme, or a range of scores: 1.5-1.9.",
        metavar="D",
        words="medium for remove",
    )
    logic: bool = option(False, "Make puzzles that need no supposition.")
    symmetry: str | None = option(
        None,
        "Symmetries of the cells with clues: rotate2 (by 180°), mirror-x, … (separated by commas), or all or none.",
        words="chosen by the style",
    )
    style: str = option(
        "varied",
        "How to set traits that you do not request: at random for each puzzle (varied), or always to the average.",
        choices=("varied", "average"),
        noun="style",
    )
    minimal: bool = option(False, "Remove clues until none can go, whatever the difficulty.")
    best: int = option(1, "Make N candidates per puzzle, and keep the one with the fewest bottlenecks.", metavar="N")
    max_empty: int | None = option(None, "Leave no area of more than N cells without clues.", metavar="N", kind=int)
    keep: tuple[int, ...] = option((), "Put clues on these cells (ROW_COLUMN from 0): 0_0,3_1.", metavar="FACES")
    forbid: tuple[int, ...] = option((), "Put no clues on these cells.", metavar="FACES")
    theme: str | None = option(None, "Choose digits by a theme, which docs/making.md explains.", choices=THEMES)
    needs: str | None = option(
        None, "Require a step of this technique, as `rate` names it; separate several by ;", metavar="TECHNIQUE"
    )
    without: str | None = option(None, "Make puzzles that `rate` solves without this technique.", metavar="TECHNIQUE")
    opening: str | None = option(
        None,
        "Put all first steps into AREA: top, bottom, left, right (halves), top-left, … (quarters), or middle.",
        metavar="AREA",
        choices=AREAS,
    )
    loop: Bits | str = option(
        "human",
        LOOP_HELP,
        choices=LOOPS,
        noun="kind of loop",
        kind=object,
        spellings=("--from-loop", "--from-picture"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.best < 1:
            raise UsageError(f"'best' must be at least 1, got {self.best}")
        counts = [f"{name} {value:g}" for name in ("clues", "density") if (value := getattr(self, name)) is not None]
        if len(counts) + self.minimal > 1:
            raise UsageError(" and ".join([*counts, *(["minimal"] if self.minimal else [])]) + " cannot be combined")

    def has_defaults(self, board: Board) -> bool:
        return not self.minimal and not self._outside(board)

    def note(self, board: Board) -> str:
        outside = "" if self.minimal else self._outside(board)
        missing = [name for name in ("difficulty", "symmetry") if getattr(self, name) is None]
        if not outside or not missing:
            return ""
        return f"no default {' or '.join(missing)} is used with {outside}"

    def _outside(self, board: Board) -> str:
        """Return why `difficulty` and `symmetry` have no defaults on this board, or "" if they have defaults."""
        if self.variant != "number":
            return f"the variant {self.variant}"
        if not isinstance(self.loop, str):
            return "a given loop"
        if board.n_faces < FEWEST_FACES:
            return f"fewer than {FEWEST_FACES} cells"
        return next((name for name in ("clues", "digits") if getattr(self, name) is not None), "")

    def _request(self, board: Board, rng: random.Random | None = None) -> tuple[Request, bool]:
        """Return the request with defaults filled in, and whether the module `design` makes the puzzle."""
        from slitherenc.deduction.grade import NAMES
        from slitherenc.generation.character import draw_character, draw_symmetry
        from slitherenc.generation.clues.clue_sets import Request
        from slitherenc.generation.clues.target import required_level, target_of, techniques_of
        from slitherenc.generation.symmetry import has_symmetry, orbits

        by_default, keep, forbid = self.has_defaults(board), frozenset(self.keep), frozenset(self.forbid)
        can_aim = self.variant == "number" and self.clues is None and not self.minimal
        is_aimed = by_default or (can_aim and self.difficulty is not None and board.n_faces >= FEWEST_FACES)
        is_plain = not (self.theme or self.needs or self.without or self.opening or self._is_uneven)
        # Without `rng`, no traits of the puzzle are drawn.
        drawing = rng if is_aimed and is_plain and self.style == "varied" else None
        symmetry = self.symmetry or ("rotate2" if self._pairs else "none")
        if self.symmetry is None and by_default and not self._is_uneven:
            drawn = draw_symmetry(board, drawing) if drawing is not None else "rotate2"
            symmetry = next(
                name
                for name in (drawn, "rotate2", "none")
                if has_symmetry(board, name)
                and not any(keep.intersection(orbit) and forbid.intersection(orbit) for orbit in orbits(board, name))
            )
        by_symmetry = orbits(board, symmetry)
        needs, without = (techniques_of(names, self.variant) for names in (self.needs, self.without))
        level = NAMES[max(required_level(needs), NAMES.index("Medium"))]
        target = target_of(self.difficulty or (level if by_default else None), self.logic)
        if both := needs & without:
            raise UsageError(f"the technique {min(both)!r} is both in 'needs' and in 'without'")
        if target.name is not None and required_level(needs) > NAMES.index(target.name):
            raise UsageError(f"no {target.difficulty} puzzle needs {self.needs}; choose the difficulty {level.lower()}")
        request = Request(
            by_symmetry,
            keep,
            forbid,
            allowed_digits(board, self.digits, self.no_zero),
            replace(target, needs=needs, without=without),
            self.clues if self.density is None or is_aimed else number_of_clues(board, self.density),
            self.density if is_aimed else None,
            self.max_empty,
            theme=self.theme,
            opening=None if self.opening is None else part_of(board, self.opening),
            character=draw_character(board, symmetry, drawing) if drawing is not None else None,
        )
        return request, is_aimed

    @property
    def _pairs(self) -> bool:
        """Whether the option `theme` relates the clues on symmetric faces to each other, as "equal-opposites" does."""
        return self.theme in ("equal-opposites", "opposites-sum-3")

    @property
    def _is_uneven(self) -> bool:
        """Whether the request treats parts of the board differently. In this case, the default symmetry is "none"."""
        return self.opening is not None or self.theme == "one-digit-rows"

    def check(self, board: Board) -> None:
        from slitherenc.generation.clues.clue_source import sample

        if self.theme is not None and (self.variant != "number" or not isinstance(self.loop, str)):
            raise UsageError("'theme' cannot be combined with a variant or with a given loop")
        if self.theme is not None and board.n_faces > MOST_FACES:
            raise UsageError(f"themes are for boards of up to {MOST_FACES} cells")
        if self._pairs and self.symmetry == "none":
            raise UsageError(f"the theme {self.theme} needs a symmetry")

        sample(board, self.variant, self.digits)
        check_faces(board, keep=self.keep, forbid=self.forbid)
        if both := set(self.keep) & set(self.forbid):
            raise UsageError(f"face {board.face_name(min(both))} is both in 'keep' and in 'forbid'")
        check_digits(board, self.digits, self.no_zero)
        if self.density is not None:
            number_of_clues(board, self.density)
        request, _ = self._request(board)
        check_number(board, request.clues)
        _check_sum(request.orbits, request.clues, self.symmetry)
        for orbit in request.orbits:
            if (kept := request.keep.intersection(orbit)) and request.forbid.intersection(orbit):
                name = board.face_name(min(kept))
                raise UsageError(f"face {name} is in 'keep', but the symmetry maps it to a face in 'forbid'")
        if self.max_empty is not None and self.max_empty < 0:
            raise UsageError(f"'max_empty' must be at least 0, got {self.max_empty}")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        if self.best > 1:
            one = replace(self, best=1)
            return _smoothest([one.make(board, random.Random(rng.getrandbits(64))) for _ in range(self.best)])
        request, is_aimed = self._request(board, rng)
        if request.character is not None:
            from slitherenc.generation.strategies.design import design

            try:
                designed = design(board, request, rng, self.loop)
                return MadePuzzle(designed[0], grade=designed[1])
            except NoPuzzle:
                return replace(self, style="average").make(board, rng)
        can_add = self.variant == "number" and isinstance(self.loop, str)
        if self.theme is None:
            try:
                return self._make(
                    board, request, is_aimed, rng, self.loop, FOR_A_GRADE if self.opening is None else FOR_AN_OPENING
                )
            except NoPuzzle as error:
                if self.digits is None or not can_add or board.n_faces > MOST_FACES:
                    raise
                with suppress(NoPuzzle):
                    return self._make_themed(board, request, is_aimed, rng)
                raise error
        return self._make_themed(board, request, is_aimed, rng)

    def _make_themed(self, board: Board, request: Request, is_aimed: bool, rng: random.Random) -> MadePuzzle:
        """Make a puzzle from a loop that is the only solution of random clues with the requested theme and digits."""
        from slitherenc.generation.strategies.adding import DRAWN, loops_of_clues

        for left in range(DRAWN if self.theme == "one-digit-rows" else 1, 0, -1):
            if self.theme == "one-digit-rows":
                request = replace(request, only=row_digits(board, request.digits or (1, 2, 3), rng))
            try:
                loops = partial(next, loops_of_clues(board, request, rng))
                return self._make(board, request, is_aimed, rng, loops, 2 if left > 1 else DRAWN)
            except NoPuzzle:
                if left == 1:
                    raise
        raise AssertionError

    def _make(
        self,
        board: Board,
        request: Request,
        is_aimed: bool,
        rng: random.Random,
        loop: Bits | str | Callable[[], Bits],
        most: int,  # the largest number of loops that `design` draws
    ) -> MadePuzzle:
        """Make a puzzle from a given loop, from random loops of a named kind, or from loops that a function returns."""
        from slitherenc.generation.clues.target import DifficultyTarget
        from slitherenc.generation.strategies.adding import DRAWN
        from slitherenc.generation.strategies.design import design
        from slitherenc.generation.strategies.removing import remove_clues

        remark = ""
        if is_aimed:
            try:
                designed = design(board, request, rng, loop, most)
                return MadePuzzle(designed[0], grade=designed[1])
            except NoPuzzle as error:
                asked = (self.difficulty, self.symmetry, self.density, self.needs, self.without, self.opening)
                if asked != (None,) * len(asked) or self.logic or most < DRAWN:
                    raise
                request = replace(request, target=DifficultyTarget())  # only the default difficulty is missed
                remark = f"{error}; instead, clues were removed until none can go, whatever the difficulty"
        puzzle, grade = remove_clues(board, request, rng, self.variant, loop, self.minimal)
        return MadePuzzle(puzzle, grade=grade, remark=remark)


def _smoothest(results: Sequence[MadePuzzle]) -> MadePuzzle:
    """Return the first puzzle with the fewest bottlenecks (hard steps). Store their number in the puzzle's `facts`."""
    from slitherenc.deduction.grade import rate

    grades = [result.grade or rate(result.puzzle) for result in results]
    at = min(range(len(results)), key=lambda i: grades[i].bottlenecks)
    puzzle = results[at].puzzle
    facts = {**puzzle.facts, "bottlenecks": str(grades[at].bottlenecks)}
    return results[at]._replace(puzzle=replace(puzzle, facts=facts), grade=grades[at])


def _check_sum(orbits: Sequence[Sequence[int]], clues: int | None, symmetry: str | None) -> None:
    """Raise UsageError if no set of orbits (sets of faces) has exactly `clues` faces in total."""
    sums = 1  # bit n: some orbits have n faces together
    for orbit in orbits:
        sums |= sums << len(orbit)
    if clues is not None and not sums >> clues & 1:
        raise UsageError(f"with the symmetry {symmetry}, no puzzle on this board has exactly {quantity(clues, 'clue')}")
