"""Removing clues that say nothing one by one: in each group of clues exactly one is wrong (the variant liar).

`minimize_groups` takes a loop, a clue, right or wrong, for each of some faces, the groups that the variant makes of
faces (`HasGroups`: on squares the given faces of each row and column), and orbits in the order in which they should be
removed. It returns the faces that are left after each step.

A set of faces is *sound* if each of its groups has exactly one clue that is wrong for our loop: then the loop is a
solution, otherwise not. So a right clue may be removed alone. With a wrong clue all of its groups must be removed,
because nothing in them would be wrong; that may remove the wrong clues of other groups, whose groups go too. So a
*step* removes an orbit, and what must go with it so that the rest is sound and consists of whole orbits.

A set with fewer clues may allow fewer loops: a group then has its one wrong clue among fewer. So failed steps are tried
again, until every step from the same set has failed. *Minimal* means exactly that: after any step another loop is a
solution, or no clue is left. In particular no clue can be removed by itself: without a right one there is another loop;
without a wrong one its groups, if anything is left of them, are wrong for our loop.

One solver answers: a list of faces has a selector, which says that some clue of the list is wrong, and one of any two
is right. A loop found earlier is an alternative of a new set if it violates exactly one clue in each of its groups.
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
    """Return the faces that were left after each step, the final ones last; None if all these clues together leave more
    than one loop.

    `orbits` are a sound set of clues in the order to remove them; `fixed` faces stay; `questions` are about these
    clues; `areas` limits areas without clues; `least` is the number to stop at (None: minimal). Raises SolverFailed.
    """
    with_clue = frozenset(face for orbit in orbits for face in orbit)
    with Alternatives(loop, questions) as alternatives:
        search = _Search(alternatives, variant, loop.board)
        if not with_clue or search.has_alternative(with_clue):
            return None
        wrong = questions.wrong(loop.bits())
        sets = [with_clue]
        failed = 0  # steps from `with_clue` that failed since it last changed
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
    """Return the largest part of the faces that consists of whole orbits and has a wrong clue in each group."""
    left = frozenset(faces)
    while True:
        gone = {face for group in variant.groups(board, left) if not wrong[group].any() for face in group}
        gone |= {face for orbit in orbits if not left.issuperset(orbit) for face in left.intersection(orbit)}
        if not gone:
            return left
        left -= gone


def choose_wrong(variant: HasGroups, board: Board, possible: Mapping[int, bool]) -> frozenset[int]:
    """Choose faces for the wrong clues, in this order if a wrong one is possible: no two in one group."""
    groups = [frozenset(group) for group in variant.groups(board, possible)]
    chosen: set[int] = set()
    for face in possible:
        if possible[face] and all(chosen.isdisjoint(group) for group in groups if face in group):
            chosen.add(face)
    return frozenset(chosen)


class _Search:
    """Finds out which sets of clues leave another loop; keeps the loops found, and the selectors of lists of faces."""

    def __init__(self, alternatives: Alternatives, variant: HasGroups, board: Board) -> None:
        self._solver, self._variant, self._board = alternatives, variant, board
        self._wrong: list[Bits] = []
        self._selectors: dict[tuple[int, ...], int] = {}

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
