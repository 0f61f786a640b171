"""Find the loops of a puzzle after clues are changed or left out. The command `diagnose` tries many such changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from slitherenc.base.errors import GaveUp
from slitherenc.model.loop import Loop
from slitherenc.puzzles.clue_types import broken
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.kernel.kernel_engine import within
from slitherenc.solvers.session import Session
from slitherenc.solvers.stats import Stats
from slitherenc.solving import solve

SECONDS = 20.0  # time limit of one question about a board that is not small
SMALL = 1_000  # most faces of a small board
_LOOKS = 1_000  # most look-aheads and branches of the kernel for one question; beyond them a SAT solver answers it


def loops_of(puzzle: Puzzle, limit: int) -> Sequence[Loop]:
    """Find up to `limit` loops. On a large board, raise GaveUp if a SAT solver runs longer than SECONDS."""
    deduced = within(model_of(puzzle), Stats(), limit=limit, budget=BUDGET)
    if deduced is not None:
        return deduced
    # A time limit needs a process of its own, which costs more than all questions about a small board.
    timeout = SECONDS if is_large(puzzle) else None
    result = solve(puzzle, limit=limit, timeout=timeout)
    if result.gave_up:
        raise GaveUp(f"a search for the loops of this puzzle or of a changed one took more than {SECONDS:g} seconds")
    return result.loops


def is_large(puzzle: Puzzle) -> bool:
    """Return whether the board has more than SMALL faces. On such a board, finding the loops may take seconds."""
    return puzzle.board.n_faces > SMALL


def has_separate_clues(puzzle: Puzzle) -> bool:
    """Return whether each clue restricts the loop by itself, so that every solution remains a solution if a clue is
    left out. The answer is False for variants such as liar, in which the meaning of a clue depends on other clues."""
    return not set(puzzle.variants) - {EVERY_VERTEX}


class LoopQuestions:
    """Finds the loops of puzzles that differ from `puzzle` only in their clues. The kernel (deduction with look-ahead)
    is tried first, then a SAT solver. Use a LoopQuestions object in a `with` block, or call `close` at the end."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.n_probes = 0  # number of values that the kernel tried for the last question
        self.core: frozenset[int] | None = None  # faces whose clues alone exclude all loops, if known
        self.has_separate_clues = has_separate_clues(puzzle)
        self._wrong: list[set[int]] = []  # for each known loop, the faces whose clues it breaks
        self._session: Session | None = None

    def loops(self, puzzle: Puzzle, limit: int) -> Sequence[Loop]:
        """Find up to `limit` loops. On a large board, raise GaveUp if a SAT solver runs longer than SECONDS."""
        quick = self.quick_loops(puzzle, limit)
        return loops_of(puzzle, limit) if quick is None else quick

    def quick_loops(self, puzzle: Puzzle, limit: int) -> Sequence[Loop] | None:
        """Find up to `limit` loops. Return None if deduction with look-ahead is not enough and the board is large."""
        self.core = None
        stats = Stats()
        deduced = within(model_of(puzzle), stats, limit=limit, budget=_LOOKS)
        self.n_probes = stats.probes
        if deduced is not None:
            return deduced
        if is_large(puzzle):
            return None
        if puzzle.variants or not puzzle.has_only_numbers:  # a Session supports only plain numbers
            return loops_of(puzzle, limit)
        if self._session is None:
            self._session = Session(puzzle.board)
        loops = self._session.loops(puzzle.clues, limit)
        self.core = self._session.core
        return loops

    def is_solvable(self, faces: Collection[int]) -> bool:
        """Return whether some loop fits the clues of these faces. Raise GaveUp under the same conditions as `loops`."""
        quick = self.is_quickly_solvable(faces)
        return bool(loops_of(self.puzzle.clues_on(faces), 1)) if quick is None else quick

    def is_quickly_solvable(self, faces: Collection[int]) -> bool | None:
        """Return whether some loop fits the clues of these faces. On a large board, only deduction with look-ahead is
        tried. If it finds no answer, return None.
        """
        chosen = set(faces)
        if any(wrong.isdisjoint(chosen) for wrong in self._wrong):
            return True
        loops = self.quick_loops(self.puzzle.clues_on(chosen), 1)
        if loops and self.has_separate_clues:
            self._wrong.append({violation.face for violation in broken(self.puzzle, loops[0].bits())})
        return None if loops is None else bool(loops)

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def __enter__(self) -> LoopQuestions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
