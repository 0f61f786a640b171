"""The strategy complete: the fewest further clues for a half-made puzzle that leave one of its loops alone.

In: a puzzle with several loops, the numbers that may be clues. Out: the puzzle with further clues, its solution, and
whether fewer are proved not to do.

A further clue on a face excludes the loops that have another number there. So clues that leave a loop alone hit every
other loop: they are a hitting set, and the fewest are a smallest one (`pysat`'s Hitman). Loops that are not known yet
come in as they are needed: a smallest set that hits all known ones either leaves our loop alone, and is a smallest of
all, or there is a loop that it does not hit (implicit hitting sets, as in Reiter 1987). Each loop of the puzzle could
be ours. With up to LOOPS of them all are tried; of more, so many; none of them beyond the size that is known to do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from slitherenc.base.errors import NoPuzzle, SolverFailed, UsageError, counted
from slitherenc.base.options import option, with_default
from slitherenc.generation.spec import MadePuzzle, PuzzleSpec, allowed_digits, check_digits
from slitherenc.generation.strategies.remove import Remove

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from slitherenc.boards.board import Bits, Board
    from slitherenc.puzzles.puzzle import Puzzle

    _Known = tuple[Bits, NDArray[np.int16]]  # a loop, and its numbers of lines

LOOPS = 100  # of the puzzle, one of which is left
_AT_ONCE = 10  # further loops that are taken in at a time


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
        check_digits(board, self.digits, self.no_zero)
        if self.puzzle is None or self.puzzle.board != board:
            raise UsageError("the puzzle to complete has another board")

    def make(self, board: Board, rng: random.Random) -> MadePuzzle:

        assert self.puzzle is not None
        digits = allowed_digits(board, self.digits, self.no_zero)
        done = complete(self.puzzle, rng, digits)
        fewer = "no fewer will do" if done.is_fewest else "perhaps fewer will do"
        return MadePuzzle(done.puzzle, remark=f"{counted(done.added, 'further clue')}; {fewer}")


class Completed(NamedTuple):
    """added: so many clues; is_fewest: no fewer would do."""

    puzzle: Puzzle
    added: int
    is_fewest: bool


def complete(puzzle: Puzzle, rng: random.Random, digits: Sequence[int] | None = None) -> Completed:
    """Raises NoPuzzle when the puzzle has no loop, or none can be left alone by clues of these numbers; UsageError for
    a variant under which numbers may mean something else."""
    import numpy as np

    from slitherenc.boards.lines import face_counts
    from slitherenc.puzzles.puzzle import EVERY_VERTEX

    if strange := sorted(set(puzzle.variants) - {EVERY_VERTEX}):
        raise UsageError(f"--complete adds plain numbers and does not support the variant {strange[0]}")
    loops = _loops(puzzle, LOOPS + 1)
    if not loops:
        raise NoPuzzle("no loop fits the clues of the puzzle: `slitherenc diagnose` says why")
    if len(loops) == 1:
        return Completed(_with(puzzle, loops[0], []), 0, True)
    all_known = len(loops) <= LOOPS
    known = [(lines, face_counts(puzzle.board, lines)) for lines in loops]
    free = np.array([face for face in range(puzzle.board.n_faces) if not puzzle.has_clue(face)], np.intp)
    order = list(range(min(len(loops), LOOPS)))
    rng.shuffle(order)
    best: tuple[Bits, list[int]] | None = None
    for ours in order:
        chosen = _fewest(puzzle, loops[ours], known, free, digits, None if best is None else len(best[1]))
        if chosen is not None:
            best = loops[ours], chosen
            if len(chosen) == 1:
                break
    if best is None:
        raise NoPuzzle("no further clues with these digits leave exactly one loop")
    return Completed(_with(puzzle, *best), len(best[1]), all_known or len(best[1]) == 1)


def _fewest(
    puzzle: Puzzle,
    ours: Bits,
    known: list[_Known],
    free: NDArray[np.intp],
    digits: Sequence[int] | None,
    below: int | None,
) -> list[int] | None:
    """The fewest faces whose clues leave this loop alone; None: there are none, or not fewer than `below`. What other
    loops it finds are added to `known`."""
    import numpy as np
    from pysat.examples.hitman import Hitman

    from slitherenc.boards.lines import face_counts

    own = face_counts(puzzle.board, ours)
    usable = free if digits is None else free[np.isin(own[free], digits)]
    with Hitman(solver="m22", htype="rc2") as hitman:
        seen = 0
        while True:
            for lines, counts in known[seen:]:
                hit = usable[counts[usable] != own[usable]].tolist()
                if hit:
                    hitman.hit(hit)
                elif (lines != ours).any():
                    return None  # these two cannot be told apart
            seen = len(known)
            chosen: list[int] = sorted(hitman.get() or ())
            if below is not None and len(chosen) >= below:
                return None
            other_loops = _loops(_with(puzzle, ours, chosen), _AT_ONCE)
            others = [lines for lines in other_loops if (lines != ours).any()]
            if not other_loops:
                raise SolverFailed("a loop does not keep its own numbers")
            if not others:
                return chosen
            known += [(lines, face_counts(puzzle.board, lines)) for lines in others]


def _loops(puzzle: Puzzle, most: int) -> list[Bits]:
    from slitherenc.solving import solve

    return [loop.bits() for loop in solve(puzzle, limit=most).loops]


def _with(puzzle: Puzzle, lines: Bits, faces: Sequence[int]) -> Puzzle:
    """The puzzle with the loop's numbers on these faces, and the loop as its solution."""
    from slitherenc.boards.lines import face_counts
    from slitherenc.puzzles.puzzle import NUMBER, Clue

    numbers = face_counts(puzzle.board, lines)
    further = {face: Clue(NUMBER, int(numbers[face])) for face in faces}
    return replace(puzzle.with_clues({**puzzle.all_clues, **further}), solution=lines)
