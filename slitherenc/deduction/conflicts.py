"""Find conflicts for `diagnose`. A conflict is an irreducible set of clues that no loop fits.

The search leaves out one block of clues after another. If still no loop fits, the block stays out. Otherwise each
half of the block is left out in turn. If a loop fits after a single clue was left out, this clue is kept: every
conflict among the remaining clues contains it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board, middles_of
from slitherenc.deduction.questions import LoopQuestions, is_large
from slitherenc.puzzles.puzzle import Puzzle

CONFLICTS = 5  # most sets to find; no two of them share a clue
SECONDS = 3.0  # CPU time of the search for clues whose removal is enough
_BLOCK = 32  # number of clues that are left out together at first


def conflicts_of(questions: LoopQuestions, needed: Sequence[int]) -> list[tuple[int, ...]]:
    """Find up to CONFLICTS conflicts of a puzzle without a loop: irreducible sets of clues that no loop fits.

    Parameters
    ----------
    questions : LoopQuestions
        Finds the loops of the puzzle when some clues are left out.
    needed : sequence of int
        Faces whose clues are known to be in every conflict.

    Returns
    -------
    list of tuple of int
        The faces of each conflict, the smallest conflict first. `[()]` if no loop exists even without clues.
    """
    return sorted(_conflicts(questions, needed), key=len)


def _conflicts(questions: LoopQuestions, needed: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not needed and not questions.is_solvable([]):
        yield ()
        return
    left = given_faces(questions.puzzle)
    for _ in range(CONFLICTS):
        core = _conflict_among(questions, needed, left)
        if not questions.has_separate_clues:
            core = _without_spare(questions, core)
        yield tuple(sorted(core))
        left = [face for face in left if face not in core]
        if needed or questions.is_solvable(left):
            return


def correction_of(questions: LoopQuestions, conflicts: Sequence[Sequence[int]], needed: Sequence[int]) -> list[int]:
    """Return faces of the puzzle's disjoint `conflicts`. If their clues are removed, a loop fits the other clues.

    Removing only some of them is not enough, except in variants in which the meaning of a clue depends on others. The
    list is empty if the search is too slow, the board is large, or no loop fits even after removing all `conflicts`.
    """
    end = time.thread_time() + SECONDS
    # `needed` is in every conflict, so it is enough to remove one of these faces. It is the last one if they come last.
    blamed = sorted((face for faces in conflicts for face in faces), key=needed.__contains__)
    kept = [face for face in given_faces(questions.puzzle) if face not in blamed]
    if is_large(questions.puzzle) or not questions.is_solvable(kept):
        return []
    removed = []
    for face in blamed:
        if time.thread_time() > end:
            return []
        if questions.is_solvable([*kept, face]):
            kept.append(face)
        else:
            removed.append(face)
    return removed


def given_faces(puzzle: Puzzle) -> list[int]:
    """Return the faces that have a clue other than `?`."""
    return [face for face in puzzle.all_clues if puzzle.has_clue(face)]


def _conflict_among(questions: LoopQuestions, needed: Sequence[int], faces: Collection[int]) -> list[int]:
    """Return `needed` and some of `faces`, so that the clues of the returned faces contradict each other."""
    # The result is irreducible, except in variants in which the meaning of a clue depends on other clues.
    kept = list(needed)
    if kept and not questions.is_solvable(kept):
        return kept
    middles = middles_with_outer(questions.puzzle.board)
    away = np.hypot(*(middles - middles[needed[0] if needed else min(faces)]).T)
    far_first = sorted(set(faces) - set(needed), key=lambda face: -float(away[face]))
    left = [far_first[at : at + _BLOCK] for at in range(0, len(far_first), _BLOCK)][::-1]
    while left:
        block = left.pop()
        if not questions.is_solvable([*kept, *(face for other in left for face in other)]):
            if (core := questions.core) is not None:
                left = [some for other in left if (some := [face for face in other if face in core])]
            continue
        if len(block) == 1:
            kept += block
        else:
            half = len(block) // 2
            left += [block[half:], block[:half]]
    return kept


def middles_with_outer(board: Board) -> NDArray[np.float64]:
    """Return the middle (x, y) of each face; the last row is the middle of the board and stands for the outer face."""
    return np.vstack([middles_of(board), board.xy.mean(axis=0)])


def _without_spare(questions: LoopQuestions, faces: list[int]) -> list[int]:
    """Return some of `faces`, none of them superfluous, whose clues still contradict each other."""
    # After each removal, all faces are tried again: in the variant liar, a removal can make another clue superfluous.
    spare: int | None = -1
    while spare is not None:
        faces = [face for face in faces if face != spare]
        without = ((face, [other for other in faces if other != face]) for face in faces)
        spare = next((face for face, rest in without if not questions.is_solvable(rest)), None)
    return faces
