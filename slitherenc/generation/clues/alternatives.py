"""Search for *alternatives* to the solution of a puzzle: other loops that satisfy the clues on given faces.

`Alternatives` takes a loop and a model in which each face has a clue that this loop satisfies or, in some variants,
violates. One SAT solver handles all calls. It has two Booleans for each of the F faces, called *selectors*. If selector
f + 1 is true, the clue of face f is satisfied. If selector F + f + 1 is true, the clue is violated. Each call assumes
the selectors of its conditions. If an answer of the solver consists of several loops, cuts (clauses) exclude it. Cuts
hold for every set of clues, so they contain no selectors and stay in force in later calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Bits
from slitherenc.boards.csr import Numbers
from slitherenc.boards.lines import face_counts
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.generation.clues.questions import NumberQuestions, Questions
from slitherenc.model.loop import Loop
from slitherenc.solvers.cut_sets import CutSets
from slitherenc.solvers.enumerate import LimitedSolver, search
from slitherenc.solvers.protocols import CoreSolver, Cut, Subtour
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.subtours import Ends, subtours, walk_subtours


class Alternatives:
    """Finds other loops that satisfy chosen clues of a given loop. Use it in a `with` statement to free the solver."""

    def __init__(self, loop: Loop, questions: Questions | None = None) -> None:
        """Prepare the solver. `questions` models the clues; by default, each face's clue is its number of lines."""
        n_faces = self._n_faces = loop.board.n_faces
        self._walk = Walk(loop)
        self._questions = NumberQuestions(loop) if questions is None else questions
        self._separation = _NearLoop(self._walk)
        self._fixed = np.zeros(n_faces, np.bool_)
        self._gone = np.zeros(n_faces, np.bool_)
        formula = clauses(self._questions.model, EncodeOptions(connectivity="none"))
        self._solver: CoreSolver = PySATSolver(formula, "minisat-gh")
        self._n_selectors = formula.n_bools - loop.board.n_edges
        self._solver.block(loop.edges.tolist())
        self._solver.set_phases(self._walk.lines)

    def find(
        self,
        clues_kept: Bits,
        other: int | None = None,
        conflicts: int | None = None,
        order: Sequence[int] | None = None,
    ) -> Numbers | None:
        """Find another loop. Return the faces whose clues it violates, or None if no other loop meets the conditions.

        clues_kept[F] marks the faces whose clues the other loop must satisfy. If `other` is given, it is a face whose
        clue must be violated. `order` lists the marked faces in the order in which their clues are assumed (by default,
        increasing). Raises GaveUp after `conflicts` conflicts, and SolverFailed if the solver returns a wrong answer.
        """
        faces = np.flatnonzero(clues_kept) if order is None else np.array(order, np.intp)
        assume = (faces[~self._fixed[faces]] + 1).tolist()
        if other is not None:
            assume.append(self._n_faces + other + 1)
        wrong = self.wrong_in_another(assume, conflicts)
        if wrong is None:
            return None
        if wrong[clues_kept].any() or (other is not None and not wrong[other]):
            raise SolverFailed("the solver's loop violates a clue it must satisfy or satisfies the one it must violate")
        return np.flatnonzero(wrong)

    def wrong_in_another(self, assume: Sequence[int], conflicts: int | None = None) -> Bits | None:
        """Find a loop that differs from the known loop. `assume` lists literals of the solver that must be true.

        Return a mask[F] of the faces whose clues the new loop violates. Return None if no other loop is possible.
        Raises GaveUp after `conflicts` conflicts of the solver.
        """
        solver = self._solver if conflicts is None else LimitedSolver(self._solver, conflicts)
        lines = next(search(solver, Stats(), self._separation, assume), None)
        return None if lines is None else self._questions.wrong(lines)

    def new_selector(self, choices: Iterable[Sequence[int]]) -> int:
        """Return a new selector (a Boolean) which, if true, requires a true selector in each list of `choices`."""
        self._n_selectors += 1
        for selectors in choices:
            self._solver.choose(selectors, self._n_selectors)
        return self._n_selectors

    def core(self) -> Numbers:
        """After a search that found no loop, return the faces whose clues were used to prove that there is none."""
        selectors = np.array(self._solver.core(), np.intp)  # without the clues that `fix` requires
        return selectors[selectors <= self._n_faces] - 1

    def fix(self, places: Numbers, gone: Numbers) -> None:
        """Permanently require the clues of `places` and drop the clues of `gone`, which speeds up later calls."""
        for face in places[~self._fixed[places]].tolist():
            self._solver.fix(face + 1)
        for face in gone[~self._gone[gone]].tolist():
            self._solver.block([], face + 1)
        self._fixed[places] = True
        self._gone[gone] = True

    def close(self) -> None:
        self._solver.close()

    def __enter__(self) -> Alternatives:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Walk:
    """The edges and vertices of a loop in the order in which they follow each other along the loop."""

    def __init__(self, loop: Loop) -> None:
        board = self.board = loop.board
        self.lines = loop.bits()  # whether each edge belongs to the loop
        self.numbers = face_counts(board, self.lines)  # the number of the loop's edges around each face
        (walk,) = subtours(board, self.lines)
        ends = board.ends[walk].tolist()
        vertices = [ends[0][0]]
        for tail, head in ends[:-1]:
            vertices.append(head if vertices[-1] == tail else tail)
        self.edges, self.vertices = np.array(walk), np.array(vertices)  # edges[i] starts at vertices[i]
        self.place = np.full(board.n_edges, -1)  # the index of each edge in `edges`, or -1
        self.place[walk] = np.arange(len(walk))


class _NearLoop:
    """Finds subtours in a solver's answers by comparison with a known loop, and yields cuts that exclude subtours."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._cut_sets = CutSets(walk.board)
        self._cut_sets.saw(walk.lines)

    def subtours(self, answer: Bits) -> list[list[int]]:
        """Return the edges of each closed curve in an answer of the solver, with the longest curve first."""
        # To find the curves quickly, each path that the answer shares with the known loop is treated as one edge.
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
        walks = walk_subtours(Ends(len(vertices), *local.reshape(ends.shape)), list(range(len(pieces))))
        return sorted((np.concatenate([pieces[i] for i in loop]).tolist() for loop in walks), key=len, reverse=True)

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut]:
        return self._cut_sets.cuts(answer, [np.asarray(edges) for edges in subtours])
