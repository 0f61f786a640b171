"""Removal of clues of a given loop until no clue can be removed (Shirai et al. 2006, generator B).

An *orbit* is a set of faces of which all or none have clues. At the end, if one more orbit lost its clues, another loop
would fit, or an area without clues would be too large.

An *alternative* is another loop, stored as the set of faces whose clues it violates. An alternative is excluded if at
least one of these faces has a clue. The orbits are chosen in three steps:
1. Small changes to the given loop (`random_loops.near_loops`) yield alternatives without solving.
2. With all clues there must be no alternative. The solver proves this. Clues that the proof does not use are removed.
3. An orbit is needed if it alone excludes a known alternative. Any other orbit is removed on trial. The solver then
   searches for an alternative that violates a clue of this orbit. If it finds one, the orbit is needed; otherwise, the
   orbit stays removed. A trial may be hard, but becomes easier when other orbits are decided. So a trial stops after a
   few conflicts, and is repeated with a larger limit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np

from slitherenc.base.errors import GaveUp, quantity
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Numbers
from slitherenc.generation.clues.alternatives import Alternatives
from slitherenc.generation.clues.questions import Questions
from slitherenc.model.loop import Loop

Orbit = tuple[int, ...]

CONFLICTS, MORE = 10, 4  # the limit of conflicts of an orbit's first trial, and the factor for each further trial


def minimize(
    loop: Loop, orbits: Sequence[Orbit], required: Iterable[int], questions: Questions, areas: Areas | None = None
) -> list[Orbit] | None:
    """Try to remove the clues of each orbit in turn. Return the orbits that keep their clues.

    `orbits` are sets of faces, in the order in which they are tried. The faces of an orbit keep or lose their clues
    together. The faces in `required` keep their clues. `questions` contains the constraint of each face's clue. `areas`
    may limit the size of areas without clues. Return None if another loop fits even if all orbits have clues. Raises
    SolverFailed if the solver returns a wrong answer.
    """
    with Alternatives(loop, questions) as alternatives:
        search = _Search(alternatives, orbits, required, areas or Areas(loop.board, None), loop.board.n_faces)
        for faces in questions.near():
            search.add_alternative(faces)
        if not search.drop_all_but_a_core():
            return None
        search.drop_all_that_can_go()
    return [orbit for orbit, is_kept in zip(orbits, search.given, strict=True) if is_kept]


class Areas:
    """Checks that each connected area without clues has at most `most` faces. If `most` is None, every size is fine."""

    def __init__(self, board: Board, most: int | None) -> None:
        self.may_be_any = most is None
        self._most = board.n_faces if most is None else most
        self._beside = rings(board).adjacent if most is not None else []

    def fit(self, has_clue: Sequence[bool] | Bits, near: Iterable[int] | None = None) -> bool:
        """Return whether all areas without clues are small enough. If `near` is given, check only the areas that
        contain one of these faces. has_clue[F] marks the faces with clues.
        """
        faces = range(len(self._beside)) if near is None else near
        return self.may_be_any or all(has_clue[face] or self._is_small(has_clue, face) for face in faces)

    def too_large(self) -> str:
        return f"had an area of more than {quantity(self._most, 'cell')} without clues"

    def _is_small(self, has_clue: Sequence[bool] | Bits, face: int) -> bool:
        seen, todo = {face}, [face]
        while todo:
            for other in self._beside[todo.pop()]:
                if other >= 0 and other not in seen and not has_clue[other]:
                    seen.add(other)
                    todo.append(other)
            if len(seen) > self._most:
                return False
        return True


class _Search:
    def __init__(
        self, alternatives: Alternatives, orbits: Sequence[Orbit], required: Iterable[int], areas: Areas, n_faces: int
    ) -> None:
        self.given = [True] * len(orbits)  # whether each orbit (set of faces) has clues
        self._solver, self._orbits, self._areas = alternatives, orbits, areas
        self._kept = frozenset(required)
        self._faces = np.zeros(n_faces, np.bool_)  # the faces with clues
        self._faces[list(self._kept)] = True
        self._orbit_of = {face: i for i, orbit in enumerate(orbits) for face in orbit}
        self._faces[list(self._orbit_of)] = True
        self._met: list[int] = []  # for each alternative (other loop), the number of orbits with clues that exclude it
        self._alternatives: list[frozenset[int]] = []
        self._alternatives_of: list[list[int]] = [[] for _ in orbits]
        self._lately: list[int] = []  # alternatives, new since the last `_fix`, that only one orbit may meet

    def add_alternative(self, faces: Iterable[int]) -> None:
        """Note another loop, which the remaining clues must exclude. `faces` are those whose clues the loop violates.
        Ignore the loop if one of these faces always keeps its clue, because this clue excludes the loop.
        """
        faces = set(faces)
        if faces.isdisjoint(self._kept):
            orbits = frozenset(self._orbit_of[face] for face in faces if face in self._orbit_of)
            for i in orbits:
                self._alternatives_of[i].append(len(self._alternatives))
            self._lately.append(len(self._alternatives))
            self._alternatives.append(orbits)
            self._met.append(sum(self.given[i] for i in orbits))

    def drop_all_but_a_core(self) -> bool:
        """Return whether no other loop fits. If so, remove clues that the proof of this does not use."""
        # Proofs tend to use the first assumptions. So these are in the reverse of the random order of removal.
        self._solver.fix(np.array(sorted(self._kept), np.intp), np.flatnonzero(~self._faces))
        order = [*sorted(self._kept), *(face for orbit in reversed(self._orbits) for face in orbit)]
        if self._solver.find(self._faces, order=order) is not None:
            return False
        wanted = {self._orbit_of[face] for face in self._solver.core().tolist()}
        for i in range(len(self._orbits)):
            if i not in wanted and self._may_go(i):
                self._set_given(i, False)
        return True

    def drop_all_that_can_go(self) -> None:
        waiting = deque((i, CONFLICTS) for i, is_kept in enumerate(self.given) if is_kept)
        while waiting:
            i, conflicts = waiting.popleft()
            if self._is_needed(i) or not self._may_go(i):
                continue
            self._fix()
            self._set_given(i, False)
            try:
                alternative = self._alternative_without(i, conflicts)
            except GaveUp:
                waiting.append((i, conflicts * MORE))
                self._set_given(i, True)
                continue
            if alternative is not None:
                self.add_alternative(alternative.tolist())
                self._set_given(i, True)

    def _alternative_without(self, i: int, conflicts: int) -> Numbers | None:
        """Find a loop that satisfies all current clues, but violates a clue just removed from a face in orbits[i].
        Return all faces whose removed clues the loop violates, or None if there is no such loop.
        Raises GaveUp after `conflicts` conflicts of the solver.
        """
        for face in self._orbits[i]:
            alternative = self._solver.find(self._faces, face, conflicts)
            if alternative is not None:
                return alternative
        return None

    def _may_go(self, i: int) -> bool:
        orbit = self._orbits[i]
        if self._areas.may_be_any:
            return True
        self._faces[list(orbit)] = False
        fit = self._areas.fit(self._faces, orbit)
        self._faces[list(orbit)] = True
        return fit

    def _is_needed(self, i: int) -> bool:
        """Return whether a known loop other than the solution would fit if the faces of orbits[i] had no clues."""
        return any(self._met[r] == 1 for r in self._alternatives_of[i])

    def _fix(self) -> None:
        """Fix, for all later calls of the solver, which faces keep their clues and which have lost theirs."""
        alone = (self._alternatives[r] for r in self._lately if self._met[r] == 1)
        stay = [face for alternative in alone for i in alternative if self.given[i] for face in self._orbits[i]]
        self._lately.clear()
        self._solver.fix(np.array(stay, np.intp), np.flatnonzero(~self._faces))

    def _set_given(self, i: int, is_kept: bool) -> None:
        self.given[i] = is_kept
        self._faces[list(self._orbits[i])] = is_kept
        for r in self._alternatives_of[i]:
            self._met[r] += 1 if is_kept else -1
            if self._met[r] == 1:
                self._lately.append(r)
