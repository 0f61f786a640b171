"""Clues for given places: by a walk of the loop (`layout_first`), or by SAT (`pattern`) where that fails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from slitherenc.boards.board import Board
from slitherenc.generation.defaults import FEWEST_FACES
from slitherenc.generation.layout_first import walk_to_puzzle
from slitherenc.generation.pattern import fill
from slitherenc.generation.remove import proved
from slitherenc.generation.source import allowed_digits
from slitherenc.generation.target import target_of
from slitherenc.generation.tries import no_puzzle
from slitherenc.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from slitherenc.deduction.grade import Grade
    from slitherenc.generation.spec import Pattern

MOST_FACES = 225  # on larger boards the walk finds nothing in time, and on small ones SAT is quicker
PUZZLES = 20  # of SAT that are graded


def filled(board: Board, faces: Collection[int], spec: Pattern, rng: random.Random) -> tuple[Puzzle, Grade | None]:
    """A puzzle with clues on just these faces, as the spec says, and its grade where one is wished.

    Raises NoPuzzle when none is found, or it is proved that there is none; UsageError for an unknown difficulty.
    """
    target = None if spec.difficulty is None and not spec.logic else target_of(spec.difficulty, spec.logic)
    fixed = dict(spec.values)
    if spec.digits is None and FEWEST_FACES <= board.n_faces <= MOST_FACES:
        found = walk_to_puzzle(board, faces, rng, target, spec.loop, fixed, spec.no_zero)
        if found is not None:
            return proved(found[0]), found[1]
    digits = allowed_digits(board, spec.digits, spec.no_zero)
    failures: Counter[str] = Counter()
    for _ in range(1 if target is None else PUZZLES):
        puzzle = fill(board, faces, rng, digits, spec.rounds, spec.loop, fixed)
        if target is None:
            return puzzle, None
        grade = target.grade(puzzle)
        if grade is not None and target.judge(grade) == 0:
            return puzzle, grade
        failures["came out too hard" if grade is None else "came out too easy"] += 1
    raise no_puzzle(failures, things="puzzles with clues on exactly these cells")
