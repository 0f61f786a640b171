"""Session: one board, many clue sets, one living solver. For generators, batches and hints.

Every (face, digit) is a Count under a guard of its own, so a clue set is a set of guards to assume; what the solver
learns serves all of them. Cuts are written under the guard of a clue that the cut loop alone breaks, and the
solutions of a question are forbidden under a guard of that question: both stay right for every other clue set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import gather
from slitherenc.encodings.encode import Options, clauses
from slitherenc.errors import SolverFailed, UsageError
from slitherenc.loop import Loop, loop_of
from slitherenc.model import Counts, Model, build
from slitherenc.solvers.engine import open_master
from slitherenc.solvers.master import rounds
from slitherenc.solvers.stats import Stats

Clues = Sequence[int] | NDArray[np.int16]


class Session:
    """Answers "which loops keep these clues?" again and again. Not thread-safe; close it when done."""

    def __init__(self, board: Board, solver: str = "minisat", numbers: Clues | None = None) -> None:
        """`numbers`[F]: every clue set will take its clues from these; then one guard a face is enough.

        Raises UsageError when there is no such solver.
        """
        self.board = board
        self.stats = Stats("session", solver)
        self._sizes = np.diff(board.face_start)
        self._lowest = np.zeros(board.n_faces, np.int64) if numbers is None else np.asarray(numbers, np.int64)
        self._digits = self._sizes + 1 if numbers is None else np.ones(board.n_faces, np.int64)
        self._first = np.cumsum(self._digits) - self._digits + 1  # guard of (face, its lowest digit)
        self._model = self._all_clues()
        formula = clauses(self._model, Options(connectivity="none"))
        self._master = open_master(formula, solver)
        self._core = np.zeros(0, np.intp)
        self._settled: set[int] = set()
        self._gone = np.zeros(board.n_faces, np.bool_)
        self._queries = formula.n_bools - board.n_edges  # guards beyond it are ours to give

    def loops(self, clues: Clues, limit: int | None = 2) -> list[Loop]:
        """Up to `limit` loops (None: all) that keep the clues[F] (below 0 = no clue).

        A clue above the number of its face's edges has no loop. Raises GaveUp, SolverFailed.
        """
        guards = self._guards(clues)
        return [] if guards is None else list(islice(self._search(guards, None), limit))

    def another(self, clues: Clues, known: Loop) -> Loop | None:
        """A loop other than `known` that keeps the clues; None = `known` is the only one.

        Raises SolverFailed when `known` does not keep them itself.
        """
        found = self.proof(clues, known)
        return found if isinstance(found, Loop) else None

    def proof(self, clues: Clues, known: Loop) -> Loop | NDArray[np.intp]:
        """A loop other than `known` that keeps the clues; or faces whose clues alone prove that there is none.

        Raises SolverFailed when `known` does not keep them itself.
        """
        guards = self._guards(clues)
        if guards is None:
            raise SolverFailed("the known loop keeps no clue that is larger than its face")
        loop_of(self._model, known.bits(), guards)
        for loop in self._search(guards, known):
            return loop
        used = np.union1d(self._core[self._core <= self._model.n_guards], sorted(self._settled)).astype(np.intp)
        return np.searchsorted(self._first, used, side="right") - 1

    def settle(self, clues: Clues, gone: Bits) -> None:
        """Every later clue set has these clues[F] (below 0 = not told), and none at the faces `gone`[F].

        The solver then knows them for good, which makes it faster than assuming them each time.
        """
        for guard in set(self._guards(clues) or ()) - self._settled:
            self._settled.add(guard)
            self._master.settle(guard)
        for face in np.flatnonzero(gone & ~self._gone).tolist():
            for guard in range(self._first[face], self._first[face] + self._digits[face]):
                self._master.forbid([], guard)
        self._gone = self._gone | gone

    def close(self) -> None:
        self._master.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _search(self, guards: list[int], known: Loop | None) -> Iterator[Loop]:
        self._queries += 1
        query = self._queries
        try:
            if known is not None:
                self._master.forbid(known.edges.tolist(), query)
                self._master.prefer(known.bits())  # a second loop near this one has few loops too many to be cut
            yield from rounds(self._master, self._model, self.stats, guards, query=query, steady=self._settled)
            self._core = np.array(self._master.core(), np.intp)
        finally:
            self._master.forbid([], query)  # the query's guard is false from now on

    def _guards(self, clues: Clues) -> list[int] | None:
        told = np.asarray(clues)
        if told.shape != (self.board.n_faces,):
            raise UsageError(f"{self.board.n_faces} faces want as many clues, not {told.size}")
        faces = np.flatnonzero(told >= 0)
        if (told[faces] > self._sizes[faces]).any():
            return None
        above = told[faces] - self._lowest[faces]
        if ((above < 0) | (above >= self._digits[faces])).any():
            raise UsageError("this session was made for other numbers")
        guards: list[int] = (self._first[faces] + above).tolist()
        return guards

    def _all_clues(self) -> Model:
        board = self.board
        face = np.repeat(np.arange(board.n_faces, dtype=np.int32), self._digits)
        digit = np.arange(len(face)) - np.repeat(self._first - 1, self._digits) + self._lowest[face]
        start, edges = gather(board.face_start, board.face_edges, face)
        guard = np.arange(1, len(face) + 1)
        columns = (start, edges, digit, digit, face, guard)
        counts = Counts(*(np.ascontiguousarray(column, np.int32) for column in columns))
        return Model(board, counts, build(board).degrees, "single", len(face))
