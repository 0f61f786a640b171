"""Alternatives of one loop: other loops that have its numbers at the faces that are told.

In: a loop; the faces that are told; perhaps a face where the alternative's number must be another one. Out: an alternative, as the
faces where its numbers differ from the loop's, or the proof that there is none.

One living solver answers all questions about the loop. Guard f + 1 says that face f has the loop's number, selector
F + f + 1 that it has another one; a question is a set of selectors to assume. "One loop" is said by lazy cut_sets
(`solvers.cut_sets`), which need no selector. So all that is learned stays right.

An answer is near the loop, since the solver looks there first. So its loops are found from the few lines that differ:
what is left of the loop between them are arcs, and an arc is as good as an edge.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, count

import numpy as np

from slitherenc.boards.board import Bits, face_counts
from slitherenc.boards.ragged import Numbers
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.errors import GaveUp
from slitherenc.loop import Loop
from slitherenc.model import model_of
from slitherenc.puzzle import Puzzle
from slitherenc.solvers.enumerate import Ends, walk_subtours
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.separate import CutSets


class Walk:
    """A loop, and its edges in the order in which it is walked, the vertex before each, place[E] among them (or -1)."""

    def __init__(self, loop: Loop) -> None:
        board = self.board = loop.board
        self.lines = loop.bits()
        self.numbers = face_counts(board, self.lines)
        (walk,) = walk_subtours(Ends(board.n_vertices, *board.ends.T), loop.edges.tolist())
        ends = board.ends[walk].tolist()
        vertices = [ends[0][0]]
        for tail, head in ends[:-1]:
            vertices.append(head if vertices[-1] == tail else tail)
        self.edges, self.vertices = np.array(walk), np.array(vertices)
        self.place = np.full(board.n_edges, -1)
        self.place[walk] = np.arange(len(walk))


class Alternatives:
    """See the module's text. A context manager, since it holds a solver."""

    def __init__(self, loop: Loop) -> None:
        board = loop.board
        self._walk = Walk(loop)
        self._told_for_good = np.zeros(board.n_faces, np.bool_)
        self._gone = np.zeros(board.n_faces, np.bool_)
        self._breakable: set[int] = set()
        self._cutsets = CutSets(board)
        self._cutsets.saw(self._walk.lines)
        model = model_of(Puzzle(board, self._walk.numbers))
        selectors = np.arange(1, board.n_faces + 1, dtype=np.int32)
        model = replace(model, counts=replace(model.counts, selector=selectors), n_selectors=board.n_faces)
        self._master = PySATSolver(clauses(model, EncodeOptions(connectivity="none")), "minisat-gh")
        self._master.forbid(loop.edges.tolist())
        self._master.prefer(self._walk.lines)

    def alternative(self, told: Bits, broken: int | None = None, conflicts: int | None = None) -> Numbers | None:
        """The faces where some alternative's numbers differ; None: there is none. `told`[F]; `broken`: a face that differs.

        Raises GaveUp after so many conflicts.
        """
        assume = (np.flatnonzero(told & ~self._told_for_good) + 1).tolist()
        if broken is not None:
            assume.append(self._breaks(broken))
        begun = self._master.conflicts
        for rounds in count():  # a round costs about as much as a conflict
            left = None if conflicts is None else conflicts - rounds - (self._master.conflicts - begun)
            if left is not None and left <= 0:
                raise GaveUp(f"no verdict after {conflicts} conflicts")
            answer = self._master.solve(assume, left)
            if answer is None:
                break
            loops = self._loops(answer)
            if len(loops) == 1:
                return np.flatnonzero(face_counts(self._walk.board, answer) != self._walk.numbers)
            for on, off in self._cutsets.between(answer, loops):
                self._master.forbid(on, off=off)
        return None

    def core(self) -> Numbers:
        """Told faces that the last proof rests on, without those that are told for good."""
        selectors = np.array(self._master.core(), np.intp)
        return selectors[selectors <= self._walk.board.n_faces] - 1

    def settle(self, told: Numbers, gone: Numbers) -> None:
        """In every later question these faces are told, those are not: the solver is faster when it knows."""
        for face in told[~self._told_for_good[told]].tolist():
            self._master.settle(face + 1)
        for face in gone[~self._gone[gone]].tolist():
            self._master.forbid([], face + 1)
        self._told_for_good[told] = True
        self._gone[gone] = True

    def close(self) -> None:
        self._master.close()

    def __enter__(self) -> Alternatives:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _breaks(self, face: int) -> int:
        """The selector that says: this face has another number than the loop's."""
        selector = self._walk.board.n_faces + face + 1
        if face not in self._breakable:
            self._breakable.add(face)
            edges = frozenset(self._walk.board.edges_of_face(face).tolist())
            for lines in combinations(sorted(edges), int(self._walk.numbers[face])):
                self._master.forbid(lines, selector, off=sorted(edges.difference(lines)))
        return selector

    def _loops(self, answer: Bits) -> list[Numbers]:
        """The edges of each loop of an answer that lacks some line of the loop; largest first."""
        walk, n = self._walk, len(self._walk.edges)
        added = np.flatnonzero(answer & ~walk.lines)
        gaps = np.sort(walk.place[walk.lines & ~answer])
        first, last = gaps + 1, np.append(gaps[1:], gaps[0] + n)  # arc i has the places first[i] … last[i] - 1
        arcs = np.flatnonzero(first < last)
        starts, stops = walk.vertices[first[arcs] % n], walk.vertices[last[arcs] % n]
        ends = np.concatenate([walk.board.ends[added].T, np.stack([starts, stops])], axis=1)
        vertices, local = np.unique(ends, return_inverse=True)
        round_twice = np.concatenate([walk.edges, walk.edges])
        pieces = [*added[:, None], *(round_twice[first[i] : last[i]] for i in arcs.tolist())]
        found = walk_subtours(Ends(len(vertices), *local.reshape(ends.shape)), list(range(len(pieces))))
        return sorted((np.concatenate([pieces[i] for i in loop]) for loop in found), key=len, reverse=True)
