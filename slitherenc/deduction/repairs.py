"""Repairs: clues to add on blank faces so that a puzzle with several loops has only one loop (docs/making.md).

A repair is a single clue, if possible. Otherwise, clues are added one by one, always the clue that excludes the most
known loops, and needless clues are removed at the end. On a large board, at most MOST_CLUES clues are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.lines import face_counts
from slitherenc.deduction.questions import has_separate_clues, is_large, loops_of
from slitherenc.model.loop import Loop
from slitherenc.puzzles.puzzle import Puzzle

Counts = NDArray[np.int16]

RIVALS = 4  # other loops to exclude at a time; with 60, repairs have 5 % fewer clues and take 2.5 times as long
RIVALS_OF_LARGE = 1  # the same for a large board
REPAIRS = 10  # most repairs by a single clue to report
MOST_CLUES = 60  # most clues in a repair of a large board


def repairs_of(puzzle: Puzzle, loops: Sequence[Loop]) -> Iterator[Mapping[int, int]]:
    """Yield repairs: clues to add, as a mapping of faces to numbers, that leave exactly one loop. If single clues are
    enough, yield at most REPAIRS of them; otherwise yield one set of several clues.

    Yield nothing if a variant changes the meaning of numbers, if a large board needs more than MOST_CLUES clues, or if,
    for each known loop, another loop has the same number of lines around every blank face.
    """
    if not has_separate_clues(puzzle):
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
    return np.array([face_counts(puzzle.board, loop.bits())[faces] for loop in loops])


def _single_clues(
    puzzle: Puzzle, blank: Sequence[int], loops: Sequence[Loop], counts: Counts
) -> Iterator[Mapping[int, int]]:
    """Yield each clue that, added alone to one of the `blank` faces, leaves exactly one loop."""
    known = {loop.text(): numbers for loop, numbers in zip(loops, counts, strict=True)}
    full: list[Mapping[int, int]] = []
    is_found = False
    for column, face in enumerate(blank):
        for value in np.unique(counts[:, column]).tolist():
            if sum(numbers[column] == value for numbers in known.values()) > 1:
                continue  # the clue would leave several known loops
            clue = {face: value}
            if value == len(puzzle.board.edges_of_face(face)):
                full.append(clue)  # it would leave only the loop around this face, so other clues are better
                continue
            left = loops_of(_with(puzzle, clue), 2)
            if len(left) == 1:
                is_found = True
                yield clue
            # If the clue left several loops, two of them are now known, and fewer numbers are left to try.
            known.update(zip((loop.text() for loop in left), _counts(puzzle, left, blank), strict=True))
    if not is_found:
        yield from (clue for clue in full if _unique(puzzle, clue))


def _clues_for(puzzle: Puzzle, blank: Sequence[int], target: Counts, counts: Counts) -> Mapping[int, int] | None:
    """Choose faces in `blank`, and return clues for them that only one loop satisfies. This loop has `target[i]` lines
    around the face `blank[i]`. Each row of `counts` holds these numbers for a known loop. Return {} if a large board
    needs more than MOST_CLUES clues, and None if another loop also has the numbers `target`.
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
            return {}  # too many clues
        others = loops_of(_with(puzzle, chosen), limit)
        if len(others) == 1:
            break
        more = _counts(puzzle, others, blank)
        rivals = more[(more != target).any(axis=1)]
        if len(rivals) < len(others) - 1:
            return None  # another loop has the numbers `target`, too
    for face in list(chosen):
        fewer = {f: n for f, n in chosen.items() if f != face}
        if _unique(puzzle, fewer):
            chosen = fewer
    return chosen


def _unique(puzzle: Puzzle, more: Mapping[int, int]) -> bool:
    return len(loops_of(_with(puzzle, more), 2)) == 1


def _with(puzzle: Puzzle, more: Mapping[int, int]) -> Puzzle:
    clues = puzzle.clues.copy()
    for face, number in more.items():
        clues[face] = number
    return replace(puzzle, clues=clues, solution=None)
