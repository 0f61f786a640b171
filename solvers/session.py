"""Session: one board, many clue sets, one living solver. For generators, batches and hints.

Every (face, digit) is a Count under a selector of its own, so a clue set is a set of selectors to assume; what the solver
learns serves all of them. Cuts are written under the selector of a clue that the cut loop alone breaks, and the
solutions of a question are forbidden under a selector of that question: both stay right for every other clue set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Board
from slitherenc.boards.ragged import gather
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.errors import SolverFailed, UsageError
from slitherenc.loop import Loop, loop_of
from slitherenc.model import Counts, Model, build
from slitherenc.solvers.enumerate import rounds
from slitherenc.solvers.sat.engine import open_solver
from slitherenc.solvers.stats import Stats

Clues = Sequence[int] | NDArray[np.int16]


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
        self._master = open_solver(formula, solver)
        self._queries = formula.n_bools - board.n_edges  # selectors beyond it are ours to give

    def loops(self, clues: Clues, limit: int | None = 2) -> list[Loop]:
        """Up to `limit` loops (None: all) that keep the clues[F] (below 0 = no clue).

        A clue above the number of its face's edges has no loop. Raises GaveUp, SolverFailed.
        """
        selectors = self._guards(clues)
        return [] if selectors is None else list(islice(self._search(selectors, None), limit))

    def another(self, clues: Clues, known: Loop) -> Loop | None:
        """A loop other than `known` that keeps the clues; None = `known` is the only one.

        Raises SolverFailed when `known` does not keep them itself.
        """
        selectors = self._guards(clues)
        if selectors is None:
            raise SolverFailed("the known loop keeps no clue that is larger than its face")
        loop_of(self._model, known.bits(), selectors)
        return next(self._search(selectors, known), None)

    def close(self) -> None:
        self._master.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _search(self, selectors: list[int], known: Loop | None) -> Iterator[Loop]:
        self._queries += 1
        query = self._queries
        try:
            if known is not None:
                self._master.forbid(known.edges.tolist(), query)
                self._master.prefer(known.bits())  # a second loop near this one has few loops too many to be cut
            yield from rounds(self._master, self._model, self.stats, selectors, query=query, cut_sets=True)
        finally:
            self._master.forbid([], query)  # the query's selector is false from now on

    def _guards(self, clues: Clues) -> list[int] | None:
        told = np.asarray(clues)
        if told.shape != (self.board.n_faces,):
            raise UsageError(f"{self.board.n_faces} faces want as many clues, not {told.size}")
        faces = np.flatnonzero(told >= 0)
        if (told[faces] > self._sizes[faces]).any():
            return None
        selectors: list[int] = (self._first[faces] + told[faces]).tolist()
        return selectors

    def _all_clues(self) -> Model:
        board, sizes = self.board, self._sizes
        face = np.repeat(np.arange(board.n_faces, dtype=np.int32), sizes + 1)
        digit = np.arange(len(face)) - np.repeat(self._first - 1, sizes + 1)
        start, edges = gather(board.face_start, board.face_edges, face)
        selector = np.arange(1, len(face) + 1)
        columns = (start, edges, digit, digit, face, selector)
        counts = Counts(*(np.ascontiguousarray(column, np.int32) for column in columns))
        return Model(board, counts, build(board).degrees, "single", len(face))
