"""Removal of clues for the variant liar, which requires exactly one clue in each *group* of clues to be wrong.

Each face with a clue belongs to one or more groups. On a board of squares, the groups are the rows and columns. An
*orbit* is a set of faces of which all or none have clues.

A set of faces is *sound* if the given loop violates exactly one clue in each group, so that the loop is a solution.
Removing a correct clue keeps a set sound. After the removal of a wrong clue, its groups have no wrong clue left, so
their other clues must be removed, too. Some of these may be the wrong clues of further groups. So a *step* removes an
orbit, and then as few other clues as possible so that the remaining set is sound and consists of whole orbits.

A step *fails* if another loop is a solution of the remaining clues, or if no clue remains. A failed step may succeed
later. The other loop violates exactly one clue in each group. If a later step removes the violated clue of a group, but
not the whole group, the other loop is no longer a solution. So failed steps are repeated until all steps from the
current set fail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from slitherenc.boards.board import Bits, Board
from slitherenc.generation.clues.alternatives import Alternatives
from slitherenc.generation.clues.minimize import Areas, Orbit
from slitherenc.generation.clues.questions import Questions
from slitherenc.model.loop import Loop
from slitherenc.puzzles.clue_types import HasGroups


def minimize_groups(
    loop: Loop,
    variant: HasGroups,
    orbits: Sequence[Orbit],
    fixed: Collection[int],
    questions: Questions,
    areas: Areas,
    least: int | None = None,
) -> list[frozenset[int]] | None:
    """Remove clues in steps. Return the sets of faces with clues at the start and after each step.

    The variant assigns the clues to groups, and exactly one clue in each group must be wrong. At first, all `orbits`
    (sets of faces) have clues. Each step removes the clues of one orbit, and then the other clues of each group that
    has lost its wrong clue. The faces in `fixed` keep their clues. `areas` limits the areas without clues. `questions`
    tells the solver what the clues mean. The search ends when every further step would allow another loop or leave
    fewer than `least` clues. Return None if another loop is allowed even before the first step, or if `orbits` is
    empty. Raises SolverFailed if a solver fails.
    """
    with_clue = frozenset(face for orbit in orbits for face in orbit)
    with Alternatives(loop, questions) as alternatives:
        search = _Search(alternatives, variant, loop.board)
        if not with_clue or search.has_alternative(with_clue):
            return None
        wrong = questions.wrong(loop.bits())
        sets = [with_clue]
        failed = 0  # number of steps that failed since `with_clue` last changed
        while failed < len(orbits):
            for orbit in orbits:
                left = sound(variant, loop.board, with_clue.difference(orbit), wrong, orbits)
                fits = len(left) >= (least or 1) and left.issuperset(fixed)
                fits = fits and areas.fit([face in left for face in range(loop.board.n_faces)], with_clue - left)
                if orbit[0] in with_clue and fits and not search.has_alternative(left):
                    with_clue, failed = left, 0
                    sets.append(with_clue)
                else:
                    failed += 1
    return sets


def sound(
    variant: HasGroups, board: Board, faces: Iterable[int], wrong: Bits, orbits: Sequence[Orbit]
) -> frozenset[int]:
    """Return the largest subset of `faces` that consists of whole `orbits` (sets of faces) and fits the variant.

    The variant divides a subset of `faces` into groups, such as rows. The subset fits if every group contains at least
    one face that is marked in wrong[F]. These marks show the faces whose clues the puzzle's loop violates.
    """
    left = frozenset(faces)
    while True:
        gone = {face for group in variant.groups(board, left) if not wrong[group].any() for face in group}
        gone |= {face for orbit in orbits if not left.issuperset(orbit) for face in left.intersection(orbit)}
        if not gone:
            return left
        left -= gone


def choose_wrong(variant: HasGroups, board: Board, possible: Mapping[int, bool]) -> frozenset[int]:
    """Choose faces for wrong clues, at most one in each group, among the faces that `possible` maps to True."""
    groups = [frozenset(group) for group in variant.groups(board, possible)]
    chosen: set[int] = set()
    for face in possible:
        if possible[face] and all(chosen.isdisjoint(group) for group in groups if face in group):
            chosen.add(face)
    return frozenset(chosen)


class _Search:
    def __init__(self, alternatives: Alternatives, variant: HasGroups, board: Board) -> None:
        self._solver, self._variant, self._board = alternatives, variant, board
        self._wrong: list[Bits] = []  # for each other loop that was found, the faces whose clues it violates
        self._selectors: dict[tuple[int, ...], int] = {}  # the solver's Boolean of each group

    def has_alternative(self, faces: Collection[int]) -> bool:
        groups = [tuple(group) for group in self._variant.groups(self._board, faces)]
        if self._wrong:
            known = np.array(self._wrong)
            if np.logical_and.reduce([known[:, group].sum(axis=1) == 1 for group in groups]).any():
                return True
        wrong = self._solver.wrong_in_another([self._selector(group) for group in groups])
        if wrong is not None:
            self._wrong.append(wrong)
        return wrong is not None

    def _selector(self, group: tuple[int, ...]) -> int:
        if group not in self._selectors:
            n_faces = self._board.n_faces
            some_wrong = [n_faces + face + 1 for face in group]
            choices = [some_wrong, *([a + 1, b + 1] for a, b in combinations(group, 2))]
            self._selectors[group] = self._solver.new_selector(choices)
        return self._selectors[group]
