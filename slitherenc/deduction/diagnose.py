"""Find out why a puzzle has no loop or several loops, and which changes of clues leave exactly one loop.

`diagnose` looks for *typos*, which are small changes of the given clues (module `typos`). If the puzzle has no loop, it
also finds *conflicts*: irreducible sets of clues that contradict each other (`conflicts`). If the puzzle has several
loops, it also finds the edges in which the loops differ, and *repairs*: clues to add on blank faces (`repairs`). If the
puzzle has exactly one loop, it finds the superfluous clues on request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.deduction.conflicts import conflicts_of, correction_of, given_faces
from slitherenc.deduction.questions import LoopQuestions, is_large, loops_of
from slitherenc.deduction.repairs import repairs_of
from slitherenc.deduction.typos import Typo, TypoSearch
from slitherenc.processes.calls import call_with_timeout
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Status
from slitherenc.solving import time_limit

LOOPS = 60  # most loops to compare if a puzzle has several
LOOPS_OF_LARGE = 12  # the same for a large board


@dataclass(frozen=True)
class Diagnosis:
    """The result of `diagnose`: why a puzzle does not have exactly one loop.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    status : {"unique", "multiple", "none"}
        Whether the puzzle has one loop, several loops, or no loop.
    conflicts : tuple of tuple of int
        If there is no loop: disjoint sets of faces whose clues contradict each other, the smallest set first.
    correction : tuple of int
        If there is no loop: faces of clues to remove so that a loop fits the other clues; () if none were found.
    differ : tuple of int
        If there are several loops: the edges that are lines in some, but not all, of the loops that were compared.
    repairs : tuple of mapping of int to int
        If there are several loops: sets of clues (face -> number) for blank faces. Each set leaves exactly one loop.
    typos : tuple of Typo
        If there is not exactly one loop: changes of the given clues that leave exactly one loop, the likeliest first.
    typos_complete : bool
        Whether all possible typos were tried; False if the time for this search ran out.
    superfluous : tuple of int, or None
        If there is one loop: the faces whose clues can each be left out without adding a loop; None if not requested.
    """

    puzzle: Puzzle
    status: Status
    conflicts: tuple[tuple[int, ...], ...] = ()
    correction: tuple[int, ...] = ()
    differ: tuple[int, ...] = ()
    repairs: tuple[Mapping[int, int], ...] = ()
    typos: tuple[Typo, ...] = ()
    typos_complete: bool = True
    superfluous: tuple[int, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the dict that `slitherenc diagnose --json` prints; it identifies faces and edges by number."""
        return {
            "status": self.status,
            "typos": [typo.to_dict() for typo in self.typos],
            "typos_complete": self.typos_complete,
            "conflicts": [list(faces) for faces in self.conflicts],
            "correction": list(self.correction),
            "differ": list(self.differ),
            "repairs": [{str(face): number for face, number in repair.items()} for repair in self.repairs],
            "superfluous": None if self.superfluous is None else list(self.superfluous),
        }


def diagnose(puzzle: PuzzleLike, *, superfluous: bool = False, timeout: float | None = None) -> Diagnosis:
    """Diagnose why a puzzle has no loop, or more than one.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    superfluous : bool, optional
        Whether to find the superfluous clues of a puzzle with one loop. A clue is superfluous if the puzzle still has
        exactly one loop when this clue alone is removed.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    Diagnosis
        If there is no loop, it contains clues that contradict each other. If there are several loops, it contains the
        edges in which they differ, and clues to add. In both of these cases, it contains changes of clues that leave
        exactly one loop. If there is one loop, it contains the superfluous clues if they were requested.

    Raises
    ------
    GaveUp
        If the time limit passes, or if one search for loops on a large board takes more than 20 seconds.

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
        needed = search.find_suspects()
        found = search.find_mistyped(needed)
        conflicts = [] if loops else conflicts_of(questions, needed)
        typos = tuple(found or search.find_moved(conflicts))
        correction = [] if loops else correction_of(questions, conflicts, needed)
    if not loops:
        return Diagnosis(puzzle, "none", tuple(conflicts), tuple(correction), (), (), typos, search.is_complete)
    lines = np.array([loop.bits() for loop in loops])
    differ = tuple(np.flatnonzero(lines.any(axis=0) & ~lines.all(axis=0)).tolist())
    repairs = tuple(repairs_of(puzzle, loops))
    return Diagnosis(puzzle, "multiple", (), (), differ, repairs, typos, search.is_complete)


def _superfluous(questions: LoopQuestions) -> tuple[int, ...]:
    puzzle = questions.puzzle
    return tuple(f for f in given_faces(puzzle) if len(questions.loops(puzzle.without_clue(f), 2)) == 1)
