"""diagnose: why a puzzle has no loop, or several, and which clues would help.

First *typos*, small changes of the given clues that leave one loop (`typos`). No loop: *conflicts*, irreducible sets of
clues that contradict each other (`conflicts`). Several: the edges in which the loops differ, and *repairs*, clues on
blank faces that leave one loop (`repairs`). Exactly one: which clues are superfluous, on demand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.deduction.conflicts import conflicts_of, given_faces
from slitherenc.deduction.questions import LoopQuestions, is_large, loops_of
from slitherenc.deduction.repairs import repairs_of
from slitherenc.deduction.typos import Typo, TypoSearch
from slitherenc.processes.calls import call_with_timeout
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Status
from slitherenc.solving import time_limit

LOOPS = 60  # of a puzzle with several, that are looked at
LOOPS_OF_LARGE = 12


@dataclass(frozen=True)
class Diagnosis:
    """What is wrong with a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    status : {"unique", "multiple", "none"}
        How many loops it has.
    conflicts : tuple of tuple of int
        none: sets of faces whose clues contradict each other, no two with a common face, the smallest first.
    differ : tuple of int
        multiple: the edges that some of the loops looked at have, and others have not.
    repairs : tuple of mapping of int to int
        multiple: face -> number, clues on blank faces that leave one loop, fewest first.
    typos : tuple of Typo
        none, multiple: changes of the given clues that leave one loop, the likeliest first.
    typos_complete : bool
        Whether all such changes were tried; False when that took too long.
    superfluous : tuple of int, or None
        unique: the faces whose clue can be left out alone, and there is still one loop. None when nobody asked.
    """

    puzzle: Puzzle
    status: Status
    conflicts: tuple[tuple[int, ...], ...] = ()
    differ: tuple[int, ...] = ()
    repairs: tuple[Mapping[int, int], ...] = ()
    typos: tuple[Typo, ...] = ()
    typos_complete: bool = True
    superfluous: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """As `slitherenc diagnose --json` prints it; faces and edges by number in board order."""
        return {
            "status": self.status,
            "typos": [typo.to_dict() for typo in self.typos],
            "typos_complete": self.typos_complete,
            "conflicts": [list(faces) for faces in self.conflicts],
            "differ": list(self.differ),
            "repairs": [{str(face): number for face, number in repair.items()} for repair in self.repairs],
            "superfluous": None if self.superfluous is None else list(self.superfluous),
        }


def diagnose(puzzle: PuzzleLike, *, superfluous: bool = False, timeout: float | None = None) -> Diagnosis:
    """Diagnose why a puzzle has no loop, or more than one.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    superfluous : bool, optional
        Of a puzzle with one loop, also find the clues that can be left out.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    Diagnosis
        Changes of the given clues, such as of a mistyped one, after which there is one loop. Sets of clues that
        contradict each other; or where the loops differ, and clues that make the puzzle unique.

    Raises
    ------
    GaveUp
        After `timeout` seconds, or when loops of a large board are not found in time.

    Examples
    --------
    >>> diagnose("slither/2/2/33g3").conflicts
    ((0, 1, 3),)
    >>> diagnose("slither/2/2/33g3").typos[0].clues
    mappingproxy({3: Clue(type='number', value=1)})
    >>> diagnose("slither/2/2/3i").repairs[0]
    {1: 1}
    """
    return call_with_timeout(time_limit(timeout), _diagnose, as_puzzle(puzzle), superfluous)


def _diagnose(puzzle: Puzzle, superfluous: bool) -> Diagnosis:
    loops = loops_of(puzzle, LOOPS_OF_LARGE if is_large(puzzle) else LOOPS)
    with LoopQuestions(puzzle) as questions:
        if len(loops) == 1:
            return Diagnosis(puzzle, "unique", superfluous=_superfluous(questions) if superfluous else None)
        search = TypoSearch(questions, bool(loops))
        needed = search.needed()
        found = search.mistyped(needed)
        conflicts = [] if loops else conflicts_of(questions, needed)
        typos = tuple(found or search.moved(conflicts))
    if not loops:
        return Diagnosis(puzzle, "none", tuple(conflicts), typos=typos, typos_complete=search.is_complete)
    lines = np.array([loop.bits() for loop in loops])
    differ = tuple(np.flatnonzero(lines.any(axis=0) & ~lines.all(axis=0)).tolist())
    repairs = tuple(repairs_of(puzzle, loops))
    return Diagnosis(puzzle, "multiple", (), differ, repairs, typos, search.is_complete)


def _superfluous(questions: LoopQuestions) -> tuple[int, ...]:
    """The faces of a puzzle with one loop whose clue alone can be left out, and there is still one loop."""
    puzzle = questions.puzzle
    return tuple(f for f in given_faces(puzzle) if len(questions.loops(puzzle.without_clue(f), 2)) == 1)
