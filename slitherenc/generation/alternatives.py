"""Alternatives of one loop: other loops that have its numbers at the given faces.

In: a loop; the given faces; perhaps a face where the alternative's number must be another one. Out: an alternative,
as the faces where its numbers differ from the loop's, or the proof that there is none.

One living solver answers all questions about the loop. Selector f + 1 says that face f has the loop's number, selector
F + f + 1 that it has another one; a question is a set of selectors to assume. "One loop" is said by cut-set
inequalities (`solvers.separate`), which need no selector. So all that is learned stays right.

An answer is near the loop, since the solver looks there first. So its subtours are found from the few lines that
differ: what is left of the loop between them are arcs, and an arc is as good as an edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts
from slitherenc.boards.ragged import Numbers
from slitherenc.constraints import Cardinality
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.errors import SolverFailed
from slitherenc.generation.walk import Walk
from slitherenc.loop import Loop
from slitherenc.model import Model, build
from slitherenc.solvers.enumerate import Limited, search
from slitherenc.solvers.protocols import CoreSolver, Cut, Subtour
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.separate import CutSets
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.subtours import Ends, walk_subtours


class Alternatives:
    """Answers questions about one loop; a context manager, since it holds a solver."""

    def __init__(self, loop: Loop) -> None:
        board = loop.board
        self._walk = Walk(loop)
        self._numbers = self._walk.numbers
        self._separation = _NearLoop(self._walk)
        self._fixed = np.zeros(board.n_faces, np.bool_)
        self._gone = np.zeros(board.n_faces, np.bool_)
        formula = clauses(_questions(board, self._numbers), EncodeOptions(connectivity="none"))
        self._solver: CoreSolver = PySATSolver(formula, "minisat-gh")
        self._solver.block(loop.edges.tolist())
        self._solver.set_phases(self._walk.lines)

    def find(self, given: Bits, other: int | None = None, conflicts: int | None = None) -> Numbers | None:
        """The faces where some alternative's numbers differ; None: there is none.

        In: given[F]; `other`: a face where the number must differ. Raises GaveUp after so many conflicts; SolverFailed.
        """
        n_faces = len(self._numbers)
        assume = (np.flatnonzero(given & ~self._fixed) + 1).tolist()
        if other is not None:
            assume.append(n_faces + other + 1)
        solver = self._solver if conflicts is None else Limited(self._solver, conflicts)
        lines = next(search(solver, Stats(), self._separation, assume), None)
        if lines is None:
            return None
        differ = face_counts(self._walk.board, lines) != self._numbers
        if differ[given].any() or (other is not None and not differ[other]):
            raise SolverFailed("the solver returned an alternative that breaks a given clue")
        return np.flatnonzero(differ)

    def core(self) -> Numbers:
        """Given faces that the last proof rests on, without those that are fixed."""
        selectors = np.array(self._solver.core(), np.intp)
        return selectors[selectors <= len(self._numbers)] - 1

    def fix(self, given: Numbers, gone: Numbers) -> None:
        """In every later question these faces are given, those are not: the solver is faster when it knows."""
        for face in given[~self._fixed[given]].tolist():
            self._solver.fix(face + 1)
        for face in gone[~self._gone[gone]].tolist():
            self._solver.block([], face + 1)
        self._fixed[given] = True
        self._gone[gone] = True

    def close(self) -> None:
        self._solver.close()

    def __enter__(self) -> Alternatives:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _questions(board: Board, numbers: NDArray[np.int16]) -> Model:
    """Every face has the loop's number (selector f + 1), and another one (selector F + f + 1)."""
    rows = []
    for face, number in enumerate(numbers.tolist()):
        edges = tuple(board.edges_of_face(face).tolist())
        others = tuple(n for n in range(len(edges) + 1) if n != number)
        rows.append(Cardinality(edges, (number,), face=face, selector=face + 1))
        rows.append(Cardinality(edges, others, face=face, selector=board.n_faces + face + 1))
    return build(board, rows, n_selectors=2 * board.n_faces)


class _NearLoop:
    """A Separation for answers near one loop (they lack some line of it), by cut-set inequalities alone."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._cut_sets = CutSets(walk.board)
        self._cut_sets.saw(walk.lines)

    def subtours(self, answer: Bits) -> list[list[int]]:
        """Found from the lines that differ; largest first."""
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
        return sorted((np.concatenate([pieces[i] for i in loop]).tolist() for loop in found), key=len, reverse=True)

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut]:
        return self._cut_sets.cuts(answer, [np.asarray(edges) for edges in subtours])
