"""The strategy `pattern`: clues on given faces, or on the faces of a layout such as "blocks".

`pattern_by_walk` searches first; if it finds no puzzle, `pattern_by_sat` searches.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.base.options import option, with_default
from slitherenc.generation.make import no_puzzle
from slitherenc.generation.places import LAYOUTS, layout_faces
from slitherenc.generation.spec import FEWEST_FACES, MadePuzzle, PuzzleSpec, allowed_digits, check_digits, check_faces
from slitherenc.generation.strategies.anneal import Anneal
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.generation.clues.target import DifficultyTarget

MOST_FACES = 225  # on boards with more faces, the walk finds nothing in time
PUZZLES = 20  # the number of puzzles from SAT that are graded
WORK, FEWEST_ROUNDS = 40_000, 50  # rounds of SAT times edges of the board, which take seconds; the fewest rounds


@dataclass(frozen=True)
class Pattern(PuzzleSpec):
    """Make a puzzle with clues on exactly the given faces.

    faces    the faces with a clue, or None if `layout` names a predefined set of faces
    values   pairs (face, number) that fix the clues of some of these faces
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
    rounds: int | None = option(
        None, "Try N loops.", metavar="N", kind=int, words="fewer on larger boards, for some seconds"
    )
    loop: str = with_default(Anneal, "loop", "human")

    def _faces(self, board: Board) -> tuple[int, ...]:
        if self.layout is None:
            return self.faces or ()
        return layout_faces(board, self.layout)

    def check(self, board: Board) -> None:
        from slitherenc.generation.clues.target import target_of

        if self.layout is not None and self.faces is not None:
            raise UsageError("'faces' and 'layout' cannot be combined")
        if self.layout is None and self.faces is None:
            raise UsageError("the strategy 'pattern' needs --pattern or --layout")
        check_faces(board, faces=self.faces or (), values=tuple(face for face, _ in self.values))
        check_digits(board, self.digits, self.no_zero)
        for face, number in self.values:
            if face not in self._faces(board) or not 0 <= number < len(board.edges_of_face(face)):
                raise UsageError(f"face {board.face_name(face)} cannot have the clue {number} in this pattern")
        if not self._faces(board):
            raise UsageError("the pattern must have at least one face with a clue")
        if self.rounds is not None and self.rounds < 1:
            raise UsageError(f"'rounds' must be at least 1, got {self.rounds}")
        target_of(self.difficulty, self.logic)

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:
        """Return a puzzle. Raises NoPuzzle if none is found or none exists."""
        from slitherenc.generation.clues.target import target_of
        from slitherenc.generation.make import confirm_unique
        from slitherenc.generation.strategies.pattern_by_sat import NoPuzzleExists
        from slitherenc.generation.strategies.pattern_by_walk import Nearest, nearest_words, walk_to_puzzle

        faces, fixed = self._faces(board), dict(self.values)
        target = None if self.difficulty is None and not self.logic else target_of(self.difficulty, self.logic)
        if self.digits is not None or not FEWEST_FACES <= board.n_faces <= MOST_FACES:
            return self._by_sat(board, rng, target)
        found = walk_to_puzzle(board, faces, rng, target, self.loop, fixed, self.no_zero)
        if not isinstance(found, Nearest):
            return MadePuzzle(confirm_unique(found[0]), grade=found[1])
        words = nearest_words(board, faces, found, rng)
        if target is not None:
            of_any = walk_to_puzzle(board, faces, rng, None, self.loop, fixed, self.no_zero)
            if not isinstance(of_any, Nearest):
                from slitherenc.deduction.grade import rate

                name = rate(of_any[0]).name
                raise NoPuzzle(
                    f"no {target.difficulty} puzzle with this pattern was found, only one that is {name}; {words}"
                )
        try:
            return self._by_sat(board, rng, target)
        except NoPuzzleExists:
            raise
        except NoPuzzle as error:
            raise NoPuzzle(f"{error}; {words}") from None

    def _by_sat(self, board: Board, rng: random.Random, target: DifficultyTarget | None) -> MadePuzzle:
        from slitherenc.generation.strategies.pattern_by_sat import fill
        from slitherenc.generation.strategies.pattern_by_walk import too_thin

        digits = allowed_digits(board, self.digits, self.no_zero)
        may_be_thin = self.digits is not None or board.n_faces < FEWEST_FACES
        rounds = self.rounds or max(FEWEST_ROUNDS, WORK // board.n_edges)
        failures: Counter[str] = Counter()
        for _ in range(1 if target is None else PUZZLES):
            puzzle = fill(board, self._faces(board), rng, digits, rounds, self.loop, dict(self.values))
            thin = "" if may_be_thin else too_thin(puzzle, dict(self.values))
            grade = target.grade(puzzle) if target is not None and not thin else None
            if not thin and (target is None or (grade is not None and target.judge(grade) == 0)):
                return MadePuzzle(puzzle, grade=grade)
            failures[thin or ("came out too hard" if grade is None else "came out too easy")] += 1
        raise no_puzzle(failures, "puzzle", "puzzles with clues on exactly these cells")
