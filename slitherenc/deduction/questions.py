"""Questions about puzzles that differ in a few clues: the loops of each, for `diagnose`."""

from __future__ import annotations

from collections.abc import Sequence

from slitherenc.base.errors import GaveUp
from slitherenc.model.loop import Loop
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.kernel.engine import within
from slitherenc.solvers.session import Session
from slitherenc.solvers.stats import Stats
from slitherenc.solving import solve

SECONDS = 20.0  # for one question about a board that is not small
SMALL = 1_000  # faces
_LOOKS = 1_000  # look-aheads and branches of the kernel; with fewer, more of the questions go to a solver


def loops_of(puzzle: Puzzle, limit: int) -> Sequence[Loop]:
    """Up to so many loops. Raises GaveUp when they are not found in SECONDS: few clues on a large board may have very
    many loops, none of which is soon found."""
    deduced = within(model_of(puzzle), Stats(), limit=limit, budget=BUDGET)
    if deduced is not None:
        return deduced
    # A time limit takes a process of its own, which costs more than all questions about a small board.
    timeout = SECONDS if is_large(puzzle) else None
    result = solve(puzzle, limit=limit, timeout=timeout)
    if result.gave_up:
        raise GaveUp(f"no loops for a part of the clues within {SECONDS} seconds")
    return result.loops


def is_large(puzzle: Puzzle) -> bool:
    """Whether one question about a puzzle may take seconds: its board has more than SMALL faces."""
    return puzzle.board.n_faces > SMALL


def has_separate_clues(puzzle: Puzzle) -> bool:
    """Whether each clue excludes loops by itself, so that a puzzle with fewer clues has all the loops, and perhaps more.
    A variant that says what clues mean may say it of several together, as liar does."""
    return not set(puzzle.variants) - {EVERY_VERTEX}


class Questions:
    """Ask about puzzles with one board and different clues. What the kernel leaves open goes to a solver, which lives
    as long as this does. Close it when done, or use it in a `with` block."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self.n_probes = 0  # of the kernel for the last question: how much it had to try

    def loops(self, puzzle: Puzzle, limit: int) -> Sequence[Loop]:
        """Up to so many loops. Raises GaveUp as `loops_of` does."""
        quick = self.quick_loops(puzzle, limit)
        return loops_of(puzzle, limit) if quick is None else quick

    def quick_loops(self, puzzle: Puzzle, limit: int) -> Sequence[Loop] | None:
        """Up to so many loops; None: the board is large, and the answer would take long."""
        stats = Stats()
        deduced = within(model_of(puzzle), stats, limit=limit, budget=_LOOKS)
        self.n_probes = stats.probes
        if deduced is not None:
            return deduced
        if is_large(puzzle):
            return None
        if puzzle.variants or not puzzle.has_only_numbers:  # a Session has plain numbers alone
            return loops_of(puzzle, limit)
        if self._session is None:
            self._session = Session(puzzle.board)
        return self._session.loops(puzzle.clues, limit)

    def is_solvable(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a loop."""
        return bool(self.loops(puzzle, 1))

    def close(self) -> None:
        """Free the solver."""
        if self._session is not None:
            self._session.close()

    def __enter__(self) -> Questions:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
