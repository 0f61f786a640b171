"""diagnose: why a puzzle has no loop, or several, and which clues would help.

No loop: irreducible sets of clues that contradict each other, by the rules of every vertex and of one loop: leave out
any clue of such a set, and there is a loop for the rest. Several: the edges in which the loops differ, and *repairs*:
clues, each a face and its number, that leave one loop. One clue is tried on every blank face, for each of the first
loops. Where no single one is enough, clues are added one by one, each the one that excludes most of the loops that are
known; then none of them can be left out, but their number need not be the least. A large board that MOST_CLUES more do
not mend has far too few clues yet: a list of them would help nobody, and takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.base.errors import GaveUp
from slitherenc.boards.lines import face_counts
from slitherenc.model.loop import Loop
from slitherenc.processes.calls import call_with_timeout
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from slitherenc.results import Status
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.kernel.engine import within
from slitherenc.solvers.stats import Stats
from slitherenc.solving import solve, time_limit

Counts = NDArray[np.int16]

CONFLICTS = 5  # sets that are looked for, no two with a common clue
SECONDS = 20.0  # for one question about a board that is not small
SMALL = 1_000  # faces
LOOPS = 60  # of a puzzle with several, that are looked at
LOOPS_OF_LARGE = 12
RIVALS = 4  # other loops that are excluded at a time; 60 of them need 5 % fewer clues, and take 2.5 times as long
RIVALS_OF_LARGE = 1
REPAIRS = 10
MOST_CLUES = 60  # of a repair of a large board


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


def diagnose(puzzle: PuzzleLike, *, timeout: float | None = None) -> Diagnosis:
    """Diagnose why a puzzle has no loop, or more than one.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    Diagnosis
        Sets of clues that contradict each other; or where the loops differ, and clues that make the puzzle unique.

    Raises
    ------
    GaveUp
        After `timeout` seconds, or when loops of a large board are not found in SECONDS.

    Examples
    --------
    >>> diagnose("slither/2/2/33g3").conflicts
    ((0, 1, 3),)
    >>> diagnose("slither/2/2/3i").repairs[0]
    {1: 1}
    """
    return call_with_timeout(time_limit(timeout), _diagnose, as_puzzle(puzzle))


def _diagnose(puzzle: Puzzle) -> Diagnosis:
    loops = _loops(puzzle, LOOPS_OF_LARGE if is_large(puzzle) else LOOPS)
    if not loops:
        return Diagnosis(puzzle, "none", conflicts=tuple(_conflicts(puzzle)))
    if len(loops) == 1:
        return Diagnosis(puzzle, "unique")
    lines = np.array([loop.bits() for loop in loops])
    differ = tuple(np.flatnonzero(lines.any(axis=0) & ~lines.all(axis=0)).tolist())
    return Diagnosis(puzzle, "multiple", differ=differ, repairs=tuple(_repairs(puzzle, loops)))


def _conflicts(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    if not _solvable(puzzle, []):  # no clue is to blame
        yield ()
        return
    left = [face for face in range(puzzle.board.n_faces + 1) if puzzle.has_clue(face)]
    for _ in range(CONFLICTS):
        if _solvable(puzzle, left):
            return
        core = _least([], [], left, lambda faces: not _solvable(puzzle, faces))
        if set(puzzle.variants) - {EVERY_VERTEX}:
            core = _without_spare(puzzle, left if _solvable(puzzle, core) else core)
        yield tuple(sorted(core))
        left = [face for face in left if face not in core]


def _least(base: list[int], more: list[int], left: list[int], wrong: Callable[[list[int]], bool]) -> list[int]:
    """Of `left` an irreducible part that is wrong together with `base`, by halves (QuickXplain, Junker 2004); `more`
    has come to the base since it was last asked for."""
    if (more and wrong(base)) or not left:
        return []
    if len(left) == 1:
        return left
    one, other = left[: len(left) // 2], left[len(left) // 2 :]
    smaller = _least([*base, *one], one, other, wrong)
    return [*_least([*base, *smaller], smaller, one, wrong), *smaller]


def _without_spare(puzzle: Puzzle, faces: list[int]) -> list[int]:
    """An irreducible part of clues that contradict each other, found one by one: with liars, fewer clues can contradict
    each other where more do not, so `_least` may fail."""
    spare: int | None = -1
    while spare is not None:
        faces = [face for face in faces if face != spare]
        tried = (face for face in faces if not _solvable(puzzle, [other for other in faces if other != face]))
        spare = next(tried, None)
    return faces


def _loops(puzzle: Puzzle, limit: int) -> Sequence[Loop]:
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


def _solvable(puzzle: Puzzle, faces: Sequence[int]) -> bool:
    """Is there a loop for the clues on these faces alone?"""
    return bool(_loops(puzzle.clues_on(faces), 1))


def _repairs(puzzle: Puzzle, loops: Sequence[Loop]) -> Iterator[Mapping[int, int]]:
    """Single clues, or else one set of several. None where a variant says what numbers mean, when more than MOST_CLUES
    are needed on a large board, and when each of the loops has a twin with the same numbers on all blank faces."""
    if set(puzzle.variants) - {EVERY_VERTEX}:
        return
    blank = [face for face in range(puzzle.board.n_faces) if not puzzle.has_clue(face)]
    counts = _counts(puzzle, loops, blank)
    single = list(islice(_single_clues(puzzle, blank, loops, counts), REPAIRS))
    if single:
        yield from single
        return
    for target in counts:
        clues = _clues_for(puzzle, blank, target, counts)
        if clues:
            yield clues
        if clues is not None:
            return


def _counts(puzzle: Puzzle, loops: Sequence[Loop], faces: Sequence[int]) -> Counts:
    """counts[loops, faces]: how many lines each loop has round each of these faces."""
    return np.array([face_counts(puzzle.board, loop.bits())[faces] for loop in loops])


def _single_clues(
    puzzle: Puzzle, blank: Sequence[int], loops: Sequence[Loop], counts: Counts
) -> Iterator[Mapping[int, int]]:
    """Clues each of which leaves one loop. A clue with all edges of its face makes that face the whole loop, so these
    come only when there are no others.

    A value that two known loops have leaves these two. What is tried in vain makes two loops known, so few clues are
    tried for a puzzle with very many loops.
    """
    known = {loop.text(): numbers for loop, numbers in zip(loops, counts, strict=True)}
    full: list[Mapping[int, int]] = []
    is_found = False
    for column, face in enumerate(blank):
        for value in np.unique(counts[:, column]).tolist():
            if sum(numbers[column] == value for numbers in known.values()) > 1:
                continue
            clue = {face: value}
            if value == len(puzzle.board.edges_of_face(face)):
                full.append(clue)
                continue
            left = _loops(_with(puzzle, clue), 2)
            if len(left) == 1:
                is_found = True
                yield clue
            known.update(zip((loop.text() for loop in left), _counts(puzzle, left, blank), strict=True))
    if not is_found:
        yield from (clue for clue in full if _unique(puzzle, clue))


def _clues_for(puzzle: Puzzle, blank: Sequence[int], target: Counts, counts: Counts) -> Mapping[int, int] | None:
    """Irreducible clues on blank faces that leave the loop with the numbers target[blank] alone; None: it has a twin;
    none: more than MOST_CLUES are needed on a large board.

    Each clue is the one that excludes most of the loops that are known. counts[n, blank]: these loops.
    """
    chosen: dict[int, int] = {}
    most, limit = (MOST_CLUES, 1 + RIVALS_OF_LARGE) if is_large(puzzle) else (len(blank), 1 + RIVALS)
    rivals = counts[(counts != target).any(axis=1)]
    while True:
        while len(rivals):
            column = int((rivals != target).sum(axis=0).argmax())
            chosen[blank[column]] = int(target[column])
            rivals = rivals[rivals[:, column] == target[column]]
        if len(chosen) > most:
            return {}
        others = _loops(_with(puzzle, chosen), limit)
        if len(others) == 1:
            break
        more = _counts(puzzle, others, blank)
        rivals = more[(more != target).any(axis=1)]
        if len(rivals) < len(others) - 1:
            return None
    for face in list(chosen):
        fewer = {f: n for f, n in chosen.items() if f != face}
        if _unique(puzzle, fewer):
            chosen = fewer
    return chosen


def _unique(puzzle: Puzzle, more: Mapping[int, int]) -> bool:
    return len(_loops(_with(puzzle, more), 2)) == 1


def _with(puzzle: Puzzle, more: Mapping[int, int]) -> Puzzle:
    clues = puzzle.clues.copy()
    for face, number in more.items():
        clues[face] = number
    return replace(puzzle, clues=clues, solution=None)
