"""The strategy `complete`: add clues to an unfinished puzzle with several loops until only one loop fits.

The module `few_clues` yields puzzles with fewer and fewer added clues. If a difficulty is requested, the module
`design` searches for clues that give it. If `design` fails, the first puzzle of `few_clues` is the result.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import NoPuzzle, UsageError, quantity
from slitherenc.base.options import option, with_default
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec, allowed_digits, check_digits
from slitherenc.generation.strategies.pattern import Pattern
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.generation.strategies.few_clues import Completion
    from slitherenc.puzzles.puzzle import Puzzle

ROUNDS = 300  # rounds of the search for few clues


@dataclass(frozen=True)
class Complete(PuzzleSpec):
    """Add clues to an unfinished puzzle until only one loop is left. Add few, unless --difficulty or --logic is given.

    symmetry   the symmetry of the added clues, as far as the given clues allow it
    rounds     the number of rounds of the search for few clues; boards of more than 100 faces have fewer rounds
    """

    example: ClassVar[str] = "--complete mine.txt --difficulty easy"
    patience: ClassVar[float | None] = 18.0
    puzzle: Puzzle | None = option(
        None, "The unfinished puzzle.", kind=object, api_only=True, spellings=("--complete",), required=True
    )
    digits: tuple[int, ...] | None = with_default(Remove, "digits", None)
    no_zero: bool = with_default(Remove, "no_zero", False)
    difficulty: str | None = with_default(Remove, "difficulty", None)
    logic: bool = with_default(Remove, "logic", False)
    symmetry: str | None = with_default(Remove, "symmetry", None)
    rounds: int = with_default(Pattern, "rounds", ROUNDS)

    def check(self, board: Board) -> None:
        from slitherenc.generation.clues.target import target_of
        from slitherenc.generation.symmetry import orbits
        from slitherenc.puzzles.puzzle import EVERY_VERTEX

        check_digits(board, self.digits, self.no_zero)
        if self.puzzle is None:
            raise UsageError("the strategy 'complete' needs an unfinished puzzle; give one with --complete")
        if self.puzzle.board != board:
            raise UsageError("the puzzle to complete is not on the requested board")
        if strange := sorted(set(self.puzzle.variants) - {EVERY_VERTEX}):
            raise UsageError(f"--complete adds plain numbers and does not support the variant {strange[0]}")
        if self.is_aimed and (self.puzzle.variants or not self.puzzle.has_only_numbers):
            raise UsageError("--difficulty and --logic require a puzzle that has only plain numbers and no variant")
        if self.rounds < 1:
            raise UsageError(f"'rounds' must be at least 1, got {self.rounds}")
        target_of(self.difficulty, self.logic)
        orbits(board, self.symmetry or "none")

    @property
    def is_aimed(self) -> bool:
        """Whether the options request a difficulty, or a puzzle that can be solved without suppositions."""
        return self.difficulty is not None or self.logic

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        *_, best = self.improve(board, rng)
        return best

    def improve(self, board: Board, rng: random.Random) -> Iterator[MadePuzzle]:
        from slitherenc.generation.make import confirm_unique
        from slitherenc.generation.strategies.few_clues import completions, free_orbits

        assert self.puzzle is not None
        digits = allowed_digits(board, self.digits, self.no_zero)
        orbits = free_orbits(self.puzzle, self.symmetry)
        for done in completions(self.puzzle, rng, digits, orbits, self.rounds):
            fewer = "fewer are impossible" if done.is_fewest else "fewer may be possible"
            yield MadePuzzle(confirm_unique(done.puzzle), remark=f"{quantity(done.added, 'further clue')}; {fewer}")
            if self.is_aimed:
                yield self._design(board, rng, digits, done)
                return

    def _design(self, board: Board, rng: random.Random, digits: Sequence[int] | None, first: Completion) -> MadePuzzle:
        import numpy as np

        from slitherenc.deduction.conflicts import given_faces
        from slitherenc.deduction.grade import rate
        from slitherenc.generation.clues.clue_sets import Request
        from slitherenc.generation.clues.target import target_of
        from slitherenc.generation.loops.random_loops import admissible_loop
        from slitherenc.generation.strategies.design import design, with_more_clues
        from slitherenc.generation.strategies.few_clues import free_orbits
        from slitherenc.puzzles.model_of import model_of

        assert self.puzzle is not None
        model, fixed = model_of(self.puzzle), frozenset(given_faces(self.puzzle))
        orbits = [*((face,) for face in fixed), *free_orbits(self.puzzle, self.symmetry)]
        target = target_of(self.difficulty, self.logic)
        request = Request(orbits, fixed, frozenset(), digits, target, None, None, None, is_kept_as_it_is=True)
        try:
            puzzle, grade = design(board, request, rng, lambda: admissible_loop(model, rng).bits())
        except NoPuzzle as error:
            puzzle, found = with_more_clues(first.puzzle, request, rng)
            if found is None or target.judge(found) != 0:
                grade = rate(first.puzzle)
                words = f"this puzzle is {grade.name}, {grade.score:.2f}; with the requested difficulty, {error}"
                return MadePuzzle(first.puzzle, grade=grade, remark=words)
            grade = found
        added = quantity(puzzle.n_clues - len(fixed), "further clue")
        clues = np.where(puzzle.clues >= 0, puzzle.clues, self.puzzle.clues)  # keeps clues `?`
        return MadePuzzle(replace(self.puzzle, clues=clues, solution=puzzle.solution), grade=grade, remark=added)
