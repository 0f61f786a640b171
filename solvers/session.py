"""Session: one solver for one board and many clue sets, for generators and for users with their own constraints.

`loops` first tries the method `kernel`, and calls the solver if the kernel does not finish. Each clue (a face with a
digit) has its own selector (an assumption literal), so a clue set is a set of assumed selectors. Clauses are never
removed, so the clauses that the solver learns stay valid. A cut (a clause that excludes a loop) is active only if a
clue that the loop violates is assumed. In that case, the loop is not a solution, so cuts never exclude a solution of
the clue set. The clauses that block the solutions of a call, and each added constraint, have selectors of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import SolverFailed, UsageError, type_words
from slitherenc.boards.board import Board
from slitherenc.boards.csr import gather
from slitherenc.encodings.encode import clauses, clauses_without_rules
from slitherenc.encodings.options import EncodeOptions
from slitherenc.model.cardinalities import Cardinalities, join_columns, of_faces
from slitherenc.model.check_model import loop_of
from slitherenc.model.constraints import Cardinality, Either, Side
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.solvers.auto import BUDGET
from slitherenc.solvers.enumerate import enumerate_loops
from slitherenc.solvers.kernel.kernel_engine import within
from slitherenc.solvers.protocols import CoreSolver
from slitherenc.solvers.sat.sat_engine import open_solver
from slitherenc.solvers.separations import SubtourCuts
from slitherenc.solvers.stats import Stats

ClueArray = Sequence[int] | NDArray[np.int16]


class Session:
    """Find loops for many clue sets on one board. The solver reuses in later calls what it learned in earlier ones.

    Call `close` at the end, or use a `with` block. A session is not thread-safe.

    Parameters
    ----------
    board : Board
        The board.
    solver : str, optional
        The name of a solver of PySAT, or a program, as for `solve`.

    Attributes
    ----------
    core : frozenset of int, or None
        Faces whose clues, together with the constraints that the last call of `loops` assumed, exclude every loop. None
        if that call found a loop, if the solver returned no core, or if no solver was needed.

    Raises
    ------
    UsageError
        If the solver does not exist.
    TypeError
        If the board is not a Board.

    Examples
    --------
    >>> from slitherenc import read
    >>> puzzle = read("slither/2/2/j")
    >>> with Session(puzzle.board) as session:
    ...     passes = session.add(Cardinality((0,), (1,)))  # the loop contains edge 0
    ...     len(session.loops(puzzle.clues, None)), len(session.loops(puzzle.clues, None, [passes]))
    (13, 7)
    """

    def __init__(self, board: Board, solver: str = "minisat") -> None:
        if not isinstance(board, Board):
            raise TypeError(f"expected a Board, got {type_words(board)}")
        self.board = board
        self.stats = Stats("session", solver)
        self._sizes = np.diff(board.face_start)
        self._first = np.cumsum(self._sizes + 1) - self._sizes  # selector of (face, 0)
        self._model = self._all_clues()
        formula = clauses(self._model, EncodeOptions(connectivity="none"))
        self._solver = open_solver(formula, solver)
        self._last_selector = formula.n_bools - board.n_edges  # larger numbers are unused
        self._added: dict[int, Cardinality | Side | Either] = {}
        self.core: frozenset[int] | None = None

    def add(self, constraint: Cardinality | Side | Either) -> int:
        """Add a constraint that later calls may assume.

        Parameters
        ----------
        constraint : Cardinality, Side or Either
            The constraint, as for `slitherenc.model.model.build`.

        Returns
        -------
        int
            The number of the constraint, for the argument `assume`.

        Raises
        ------
        UsageError
            If the constraint names an edge or a face that does not exist.

        Notes
        -----
        A constraint on n edges with the largest allowed sum s adds about n * s clauses.
        """
        selector = self._last_selector + 1
        alone = build(self.board, [constraint._replace(selector=1)], n_selectors=1)
        formula = clauses_without_rules(alone)
        n_edges = self.board.n_edges
        for block in formula.blocks:
            literals = block.clauses()
            moved = np.where(np.abs(literals) > n_edges, literals + np.sign(literals) * (selector - 1), literals)
            for clause in moved.tolist():
                self._solver.add_clause(clause)
        self._last_selector += formula.n_bools - n_edges
        self._added[selector] = constraint
        model = build(self.board, [constraint._replace(selector=selector)], n_selectors=selector)
        self._model = replace(
            self._model,
            cardinalities=join_columns([self._model.cardinalities, model.cardinalities]),
            n_selectors=selector,
            sides=self._model.sides + model.sides,
            eithers=self._model.eithers + model.eithers,
        )
        return selector

    def loops(self, clues: ClueArray, limit: int | None = 2, assume: Collection[int] = ()) -> list[Loop]:
        """Find loops that satisfy clues.

        Parameters
        ----------
        clues : sequence of int, one per face
            The clue of each face, as in `puzzle.clues`; a negative number means no clue. If a clue exceeds the number
            of the face's edges, there is no loop.
        limit : int or None, optional
            The maximum number of loops to find; None means all.
        assume : collection of int, optional
            The numbers, returned by `add`, of the constraints that must hold.

        Returns
        -------
        list of Loop
            The loops, each checked. If the list has fewer than `limit` loops, there are no others.

        Raises
        ------
        UsageError
            If the number of clues is not the number of faces, or if `assume` has a number that `add` did not return.
        GaveUp
            If the solver is a program that gave up.
        SolverFailed
            If a solver fails or returns a wrong answer.
        """
        self.core = None
        selectors = self._selectors(clues, assume)
        if selectors is None:
            return []
        deduced = None
        if limit is not None:
            deduced = within(self._model_of(clues, assume), self.stats, limit=limit, budget=BUDGET)
        if deduced is not None:
            return deduced
        found = list(islice(self._search(selectors, None), limit))
        if not found and isinstance(self._solver, CoreSolver):
            self.core = self._faces_of(self._solver.core())
        return found

    def another(self, clues: ClueArray, known: Loop, assume: Collection[int] = ()) -> Loop | None:
        """Find a loop other than a known one.

        Parameters
        ----------
        clues : sequence of int, one per face
            As for `loops`.
        known : Loop
            A loop that satisfies the clues and the assumed constraints.
        assume : collection of int, optional
            As for `loops`.

        Returns
        -------
        Loop or None
            A loop other than `known` that satisfies the clues and the assumed constraints; None if there is none.

        Raises
        ------
        UsageError
            As for `loops`.
        SolverFailed
            If `known` does not satisfy the clues and constraints, or if a solver fails or returns a wrong answer.
        """
        selectors = self._selectors(clues, assume)
        if selectors is None:
            raise SolverFailed("a face has fewer edges than its clue, so no loop satisfies the clue")
        loop_of(self._model, known.bits(), selectors)
        return next(self._search(selectors, known), None)

    def close(self) -> None:
        """Free the solver's memory. The session cannot be used afterwards."""
        self._solver.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _search(self, selectors: list[int], known: Loop | None) -> Iterator[Loop]:
        self._last_selector += 1
        query = self._last_selector
        try:
            if known is not None:
                self._solver.block(known.edges.tolist(), query)
                self._solver.set_phases(known.bits())  # a solution near the known one has few subtours to cut
            separation = SubtourCuts(self._model, selectors, cut_sets=True)
            yield from enumerate_loops(
                self._solver, self._model, self.stats, selectors, query=query, separation=separation
            )
        finally:
            self._solver.block([], query)  # the query's selector is false from now on

    def _model_of(self, clues: ClueArray, assume: Collection[int]) -> Model:
        values = np.asarray(clues, np.int32)
        faces = np.flatnonzero(values >= 0).astype(np.int32)
        own = (self._added[selector]._replace(selector=0) for selector in assume)
        return build(self.board, [of_faces(self.board, faces, values[faces]), *own])

    def _selectors(self, clues: ClueArray, assume: Collection[int]) -> list[int] | None:
        """Return the assumption literals of clues and constraints, or None if a face has fewer edges than its clue."""
        array = np.asarray(clues)
        if array.shape != (self.board.n_faces,):
            raise UsageError(f"expected {self.board.n_faces} clues (one per face), got {array.size}")
        for selector in assume:
            if selector not in self._added:
                raise UsageError(f"no added constraint has the number {selector}")
        faces = np.flatnonzero(array >= 0)
        if (array[faces] > self._sizes[faces]).any():
            return None
        selectors: list[int] = (self._first[faces] + array[faces]).tolist()
        return [*selectors, *assume]

    def _faces_of(self, selectors: Sequence[int]) -> frozenset[int]:
        """Return the faces of the clues that have these selectors. Skip selectors of constraints other than clues."""
        own = [selector for selector in selectors if selector <= self._first[-1] + self._sizes[-1]]
        return frozenset((np.searchsorted(self._first, own, side="right") - 1).tolist())

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
