"""Session: one board, many clue sets, one living solver. For generators, batches and hints.

`loops` asks the compiled kernel first; what that leaves open goes to the solver.
Every (face, digit) is a Cardinality under a selector of its own, so a clue set is a set of selectors to assume; what
the solver learns serves all of them. Cuts stand under the selector of a clue that the cut loop alone breaks, and the
solutions of a question are blocked under a selector of that question: both stay right for every other clue set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.csr import gather
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.cardinalities import Cardinalities, of_faces
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.enumerate import enumerate_loops
from slitherenc.solvers.kernel.engine import within
from slitherenc.solvers.sat.engine import open_solver
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.subtour_cuts import SubtourCuts

ClueArray = Sequence[int] | NDArray[np.int16]


class Session:
    """Answers "which loops keep these clues?" again and again. Not thread-safe; close it when done."""

    def __init__(self, board: Board, solver: str = "minisat") -> None:
        """Raises UsageError when there is no such solver."""
        self.board = board
        self.stats = Stats("session", solver)
        self._sizes = np.diff(board.face_start)
        self._first = np.cumsum(self._sizes + 1) - self._sizes  # selector of (face, 0)
        self._model = self._all_clues()
        formula = clauses(self._model, EncodeOptions(connectivity="none"))
        self._solver = open_solver(formula, solver)
        self._queries = formula.n_bools - board.n_edges  # selectors beyond it are ours to give

    def loops(self, clues: ClueArray, limit: int | None = 2) -> list[Loop]:
        """Up to `limit` loops (None: all) that keep the clues[F] (below 0 = no clue).

        A clue above the number of its face's edges has no loop. Raises GaveUp, SolverFailed.
        """
        selectors = self._selectors(clues)
        if selectors is None:
            return []
        deduced = None
        if limit is not None:
            deduced = within(self._model_of(clues), self.stats, limit=limit, budget=BUDGET)
        return list(islice(self._search(selectors, None), limit)) if deduced is None else deduced

    def another(self, clues: ClueArray, known: Loop) -> Loop | None:
        """A loop other than `known` that keeps the clues; None = `known` is the only one.

        Raises SolverFailed when `known` does not keep them itself.
        """
        selectors = self._selectors(clues)
        if selectors is None:
            raise SolverFailed("the known loop keeps no clue that is larger than its face")
        loop_of(self._model, known.bits(), selectors)
        return next(self._search(selectors, known), None)

    def close(self) -> None:
        self._solver.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _search(self, selectors: list[int], known: Loop | None) -> Iterator[Loop]:
        self._queries += 1
        query = self._queries
        try:
            if known is not None:
                self._solver.block(known.edges.tolist(), query)
                self._solver.set_phases(known.bits())  # another solution near this one has few subtours to be cut
            separation = SubtourCuts(self._model, selectors, cut_sets=True)
            yield from enumerate_loops(
                self._solver, self._model, self.stats, selectors, query=query, separation=separation
            )
        finally:
            self._solver.block([], query)  # the query's selector is false from now on

    def _model_of(self, clues: ClueArray) -> Model:
        values = np.asarray(clues, np.int32)
        faces = np.flatnonzero(values >= 0).astype(np.int32)
        return build(self.board, [of_faces(self.board, faces, values[faces])])

    def _selectors(self, clues: ClueArray) -> list[int] | None:
        array = np.asarray(clues)
        if array.shape != (self.board.n_faces,):
            raise UsageError(f"expected {self.board.n_faces} clues (one per face), got {array.size}")
        faces = np.flatnonzero(array >= 0)
        if (array[faces] > self._sizes[faces]).any():
            return None
        selectors: list[int] = (self._first[faces] + array[faces]).tolist()
        return selectors

    def _all_clues(self) -> Model:
        board, sizes = self.board, self._sizes
        face = np.repeat(np.arange(board.n_faces, dtype=np.int32), sizes + 1)
        digit = np.arange(len(face)) - np.repeat(self._first - 1, sizes + 1)
        start, edges = gather(board.face_start, board.face_edges, face)
        selector = np.arange(1, len(face) + 1)
        most = int(sizes.max())
        domains = tuple((number,) for number in range(most + 1))
        numbers = (digit.astype(np.int32), face, selector.astype(np.int32))
        cardinalities = Cardinalities(start, edges, None, numbers[0], domains, *numbers[1:])
        return Model(board, cardinalities, build(board).degrees, "single", len(face))
