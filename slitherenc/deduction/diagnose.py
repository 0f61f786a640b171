"""diagnose: why a puzzle has no loop, or several, and which clues would help.

No loop: irreducible sets of clues that contradict each other, by the rules of every vertex and of one loop: leave out
any clue of such a set, and there is a loop for the rest. Several: the edges in which the loops differ, and *repairs*:
fewest clues, each a face and its number, that leave one loop. One clue is tried on every blank face, for each of the
first loops; where no single one is enough, clues are added one by one, each the one that excludes most of the loops
that are known, so that then the number is small but need not be the least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slitherenc.arguments import PuzzleLike
from slitherenc.base.errors import GaveUp
from slitherenc.boards.lines import face_counts
from slitherenc.model.loop import Loop
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.results import Status
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.kernel.engine import within
from slitherenc.solvers.stats import Stats
from slitherenc.solving import as_puzzle, solve

CONFLICTS = 5  # sets that are looked for, no two with a common clue
SECONDS = 20.0  # for one question about a board that is not small
SMALL = 1_000  # faces
LOOPS = 60  # of a puzzle with several, that are looked at
REPAIRS = 10


@dataclass(frozen=True)
class Diagnosis:
    """status     unique, multiple or none
    conflicts  none: sets of faces whose clues contradict each other, no two with a common face
    differ     multiple: the edges that some of the loops looked at have, and others have not
    repairs    multiple: face -> number, clues that leave one loop, fewest first
    """

    puzzle: Puzzle
    status: Status
    conflicts: tuple[tuple[int, ...], ...] = ()
    differ: tuple[int, ...] = ()
    repairs: tuple[Mapping[int, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As `slitherenc diagnose --json` prints it; faces and edges by number in board order."""
        return {
            "status": self.status,
            "conflicts": [list(faces) for faces in self.conflicts],
            "differ": list(self.differ),
            "repairs": [{str(face): number for face, number in repair.items()} for repair in self.repairs],
        }


def diagnose(puzzle: PuzzleLike) -> Diagnosis:
    """Why a puzzle has no loop, or more than one. Raises GaveUp when loops are not found in SECONDS.

    >>> diagnose("slither/2/2/33g3").conflicts
    ((0, 1, 3),)
    >>> diagnose("slither/2/2/3i").repairs[0]
    {1: 1}
    """
    given = as_puzzle(puzzle)
    loops = _loops(given, LOOPS)
    status: Status = "none" if not loops else "unique" if len(loops) == 1 else "multiple"
    if status == "none":
        return Diagnosis(given, status, conflicts=tuple(_conflicts(given)))
    if status == "unique":
        return Diagnosis(given, status)
    lines = np.array([loop.bits() for loop in loops])
    differ = tuple(np.flatnonzero(lines.any(axis=0) & ~lines.all(axis=0)).tolist())
    return Diagnosis(given, status, differ=differ, repairs=tuple(_repairs(given, loops)))


def _conflicts(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    left = [face for face in range(puzzle.board.n_faces + 1) if _has(puzzle, face)]
    for _ in range(CONFLICTS):
        if _solvable(puzzle, left):
            return
        core = _least([], [], left, lambda faces: not _solvable(puzzle, faces))
        yield tuple(sorted(core))
        if not core:
            return
        left = [face for face in left if face not in core]


def _least(base: list[int], more: list[int], left: list[int], wrong: Callable[[list[int]], bool]) -> list[int]:
    """Of `left` an irreducible part that is wrong together with `base`, by halves (QuickXplain, Junker 2004); `more`
    has come to the base since it was last asked for."""
    if (more and wrong(base)) or not left:
        return []
    if len(left) == 1:
        return left
    one, other = left[: len(left) // 2], left[len(left) // 2 :]
    found = _least([*base, *one], one, other, wrong)
    return [*_least([*base, *found], found, one, wrong), *found]


def _has(puzzle: Puzzle, face: int) -> bool:
    return face in puzzle.typed or (face < puzzle.board.n_faces and puzzle.clues[face] >= 0)


def _loops(puzzle: Puzzle, limit: int) -> Sequence[Loop]:
    """Up to so many loops. Raises GaveUp when they are not found in SECONDS: few clues on a large board may have very
    many loops, none of which is soon found."""
    deduced = within(model_of(puzzle), Stats(), limit=limit, budget=BUDGET)
    if deduced is not None:
        return deduced
    # A time limit takes a process of its own, which costs more than all questions about a small board.
    timeout = SECONDS if puzzle.board.n_faces > SMALL else None
    result = solve(puzzle, limit=limit, timeout=timeout)
    if result.gave_up:
        raise GaveUp(f"no loops of a part of the clues in {SECONDS} seconds")
    return result.loops


def _solvable(puzzle: Puzzle, faces: Sequence[int]) -> bool:
    """Is there a loop for the clues on these faces alone?"""
    return bool(_loops(puzzle.clues_on(faces), 1))


def _repairs(puzzle: Puzzle, loops: Sequence[Loop]) -> Iterator[Mapping[int, int]]:
    """Nothing where a variant says what numbers mean."""
    if set(puzzle.variants) - {EVERY_VERTEX}:
        return
    counts = np.array([face_counts(puzzle.board, loop.bits()) for loop in loops])
    blank = [f for f in np.flatnonzero(puzzle.clues < 0).tolist() if f not in puzzle.typed]
    for all_edges in (False, True):  # of its face: such a clue makes that face the whole loop
        number = 0
        for face in blank:
            for value in np.unique(counts[:, face]).tolist():
                # A value that several of the loops have leaves these several.
                single = (counts[:, face] == value).sum() == 1
                full = value == len(puzzle.board.edges_of_face(face))
                if single and full == all_edges and _unique(puzzle, {face: value}):
                    yield {face: value}
                    number += 1
                    if number == REPAIRS:
                        return
        if number:
            return
    chosen: dict[int, int] = {}
    target = counts[0]
    rivals = counts[1:]
    while True:
        differs = (rivals != target).sum(axis=0)
        rest = [f for f in blank if f not in chosen]
        if not rest:
            return  # another loop has the same numbers everywhere
        face = max(rest, key=lambda f: int(differs[f]))
        if len(rivals) and differs[face]:
            chosen[face] = int(target[face])
            rivals = rivals[rivals[:, face] == target[face]]
        if not len(rivals) or not differs[face]:
            others = _loops(_with(puzzle, chosen), LOOPS)
            if len(others) == 1:
                break
            more = np.array([face_counts(puzzle.board, loop.bits()) for loop in others])
            rivals = more[(more != target).any(axis=1)]
            if not len(rivals):
                return
    for face in list(chosen):
        fewer = {f: n for f, n in chosen.items() if f != face}
        if _unique(puzzle, fewer):
            chosen = fewer
    yield chosen


def _unique(puzzle: Puzzle, more: Mapping[int, int]) -> bool:
    return len(_loops(_with(puzzle, more), 2)) == 1


def _with(puzzle: Puzzle, more: Mapping[int, int]) -> Puzzle:
    clues = puzzle.clues.copy()
    for face, number in more.items():
        clues[face] = number
    return replace(puzzle, clues=clues, solution=None)
