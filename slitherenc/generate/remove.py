"""Clues taken away until none can go: minimal puzzles of a given loop (Shirai et al. 2006, generator B).

In: a loop; orbits (sets of faces whose clues come and go together), in the order in which they should go; faces whose
clues stay. Out: the orbits that are left; without any one of them there is another loop.

A *rival* is another loop, written as the faces where its numbers differ from ours: a clue set leaves only our loop
when it meets every rival. So a puzzle is a minimal hitting set of all rivals, and few of them need a solver:
1. Small changes of our loop (`loops.near_loops`) are rivals. Drop orbits in their order while all of these are met.
2. Look for rivals that are not met, window by window (`window.Window`), then on the whole board (a Session), and take
   in one orbit of each. In the end there is none, with a core: the clues that the proof rests on; the others go.
3. Drop the orbits that are left, one by one: one that alone meets some rival is needed; for the others look for such a
   rival, first in a window round it, then on the whole board. If there is none, there is a core again.
Each orbit left at the end meets some rival alone, so the clue set is minimal whatever the rivals that were known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from slitherenc.boards.board import Board, face_counts, inside
from slitherenc.boards.csr import Numbers
from slitherenc.generate.loops import near_loops
from slitherenc.generate.window import Walk, Window, ball
from slitherenc.loop import Loop
from slitherenc.puzzle import NO_CLUE
from slitherenc.solvers.session import Session

Orbit = tuple[int, ...]

FAR, NEAR = 20, (6, 12, 18)  # radius of windows: of those that cover the board, of those round an orbit


def remove(loop: Loop, orbits: Sequence[Orbit], kept: Iterable[int] = ()) -> list[Orbit] | None:
    """See the module's text. None when all these clues together leave more than one loop.

    Raises GaveUp, SolverFailed.
    """
    walk = Walk(loop)
    with Session(loop.board, numbers=walk.numbers) as session:
        search = _Search(walk, orbits, kept, session)
        for faces in _near(walk):
            search.add_rival(faces)
        search.drop_unneeded()
        if not search.complete():
            return None
        search.minimise()
    return [orbit for i, orbit in enumerate(orbits) if search.told[i]]


def _near(walk: Walk) -> Iterator[list[int]]:
    """The small rivals, as the faces where the numbers differ."""
    board = walk.board
    lines = walk.lines.tolist()
    edges = [board.edges_of_face(f).tolist() for f in range(board.n_faces)]
    sides = board.sides.tolist()
    for changed in near_loops(board, inside(board, walk.lines)):
        toggled = Counter(edge for face in changed for edge in edges[face])
        change: Counter[int] = Counter()
        for edge, times in toggled.items():
            if times == 1:
                for face in sides[edge]:
                    change[face] += -1 if lines[edge] else 1
        yield [face for face, by in change.items() if by and face >= 0]


class _Search:
    """The clue set, as told[i] for orbit i, and the rivals known, as sets of orbits; met[r] of them are told."""

    def __init__(self, walk: Walk, orbits: Sequence[Orbit], kept: Iterable[int], session: Session) -> None:
        self.told = [True] * len(orbits)
        self._walk, self._orbits, self._session = walk, orbits, session
        self._full = walk.numbers
        self._clues = np.full(walk.board.n_faces, NO_CLUE, np.int16)
        kept = list(kept)
        self._clues[kept] = self._full[kept]
        self._kept = frozenset(kept)
        self._orbit_of = {face: i for i, orbit in enumerate(orbits) for face in orbit}
        self._met: list[int] = []
        self._lately: list[int] = []  # rivals that perhaps one orbit alone meets, since the last `_settle`
        self._rivals: list[frozenset[int]] = []
        self._rivals_of: list[list[int]] = [[] for _ in orbits]
        for i in range(len(orbits)):
            self._tell(i, True)

    def add_rival(self, faces: Iterable[int]) -> frozenset[int]:
        """The orbits that meet it; none also when a kept clue does."""
        faces = list(faces)
        orbits = frozenset(self._orbit_of[f] for f in faces if f in self._orbit_of)
        if orbits and self._kept.isdisjoint(faces):
            for i in orbits:
                self._rivals_of[i].append(len(self._rivals))
            self._rivals.append(orbits)
            self._met.append(sum(self.told[i] for i in orbits))
            self._lately.append(len(self._met) - 1)
        return orbits

    def drop_unneeded(self) -> None:
        """Drops the orbits, in their order, that no known rival needs."""
        for i in range(len(self._orbits)):
            if not self._needed(i):
                self._drop(i)

    def complete(self) -> bool:
        """Takes orbits in until only our loop is left; False when not even all of them are enough."""
        for vertices in _cover(self._walk.board):
            with Window(self._walk, vertices, self._clues) as window:
                while (rival := window.rival()) is not None:
                    taken = self._meet(rival)
                    if taken is None:
                        return False
                    window.tell(np.array(taken))
        while isinstance(found := self._session.proof(self._clues, self._walk.loop), Loop):
            if self._meet(self._differ(found)) is None:
                return False
        self._keep_core(found)
        return True

    def minimise(self) -> None:
        """Drops every orbit that is not needed."""
        for i, orbit in enumerate(self._orbits):
            if not self.told[i] or self._needed(i):
                continue
            self._settle()
            self._drop(i)
            rival = self._near_rival(orbit)
            if rival is None:
                found = self._session.proof(self._clues, self._walk.loop)
                if not isinstance(found, Loop):
                    self._keep_core(found)
                    continue
                rival = self._differ(found)
            self.add_rival(rival.tolist())
            self._take(i)

    def _near_rival(self, orbit: Orbit) -> Numbers | None:
        """In a window round the orbit's first face, as long as that is well below the whole board."""
        board = self._walk.board
        for radius in NEAR:
            vertices = ball(board, list(orbit[:1]), radius)
            if 2 * len(vertices) > board.n_vertices:
                break
            with Window(self._walk, vertices, self._clues) as window:
                if (rival := window.rival()) is not None:
                    return rival
        return None

    def _meet(self, rival: Numbers) -> Orbit | None:
        """Takes in an orbit that meets the rival, the last that would go; None when there is none."""
        orbits = self.add_rival(rival.tolist())
        if not orbits:
            return None
        self._take(max(orbits))
        return self._orbits[max(orbits)]

    def _differ(self, other: Loop) -> Numbers:
        return np.flatnonzero(face_counts(other.board, other.bits()) != self._full)

    def _needed(self, i: int) -> bool:
        """Does this told orbit alone meet some rival?"""
        return any(self._met[r] == 1 for r in self._rivals_of[i])

    def _settle(self) -> None:
        """Tells the session what is decided: orbits that alone meet a rival stay, those that are not told are gone.

        Only for `minimise`, which takes no orbit in but the one that it has just dropped.
        """
        steady = np.full(len(self._clues), NO_CLUE, np.int16)
        steady[list(self._kept)] = self._full[list(self._kept)]
        for r in self._lately:
            if self._met[r] == 1:
                faces = list(self._orbits[next(i for i in self._rivals[r] if self.told[i])])
                steady[faces] = self._full[faces]
        self._lately.clear()
        self._session.settle(steady, self._clues == NO_CLUE)

    def _keep_core(self, core: Numbers) -> None:
        wanted = {self._orbit_of[f] for f in core.tolist() if f in self._orbit_of}
        for i, told in enumerate(self.told):
            if told and i not in wanted:
                self._drop(i)

    def _take(self, i: int) -> None:
        self._tell(i, True)
        for r in self._rivals_of[i]:
            self._met[r] += 1

    def _drop(self, i: int) -> None:
        self._tell(i, False)
        for r in self._rivals_of[i]:
            self._met[r] -= 1
            if self._met[r] == 1:
                self._lately.append(r)

    def _tell(self, i: int, told: bool) -> None:
        faces = list(self._orbits[i])
        self.told[i] = told
        self._clues[faces] = self._full[faces] if told else NO_CLUE


def _cover(board: Board) -> Iterator[Numbers]:
    """Windows that overlap and together have every vertex of the board."""
    covered = np.zeros(board.n_faces, np.bool_)
    for face in range(board.n_faces):
        if not covered[face]:
            core = ball(board, [face], FAR // 2)
            middle = np.zeros(board.n_vertices, np.bool_)
            middle[core] = True
            near = np.unique(board.sides[middle[board.ends].any(axis=1)])
            covered[near[near >= 0]] = True
            yield ball(board, [face], FAR)
