"""enumerate_loops: the one lazy loop. Ask, take the answer apart, cut or yield, ask again.

In: an IncrementalSolver loaded with what a Model says, perhaps without "one loop"; the Model, and the selectors that
are assumed. Out: the Model's loops under these selectors, each once, each checked; the end means that there are no
more. Whatever says "one loop" (the encoding, or only the cuts), the same loop serves.

An answer of one loop is a solution: it is yielded and blocked. An answer of several loops is excluded by a Separation:
SubtourCuts here; `separate.CutSets` alone where nothing but the board may be assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from slitherenc.base.errors import GaveUp, SolverFailed
from slitherenc.boards.board import Bits
from slitherenc.boards.csr import gather
from slitherenc.boards.lines import inside as inside_of
from slitherenc.model.check_model import holds, loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import VISITED, Model
from slitherenc.solvers.protocols import BudgetedSolver, Cut, IncrementalSolver, Separation, Subtour
from slitherenc.solvers.separate import CutSets
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.subtours import ends_of, walk_subtours

PATIENCE, FEW = 20, 3  # after so many answers of several loops, those of so few are cut by cut-set inequalities too


def enumerate_loops(
    solver: IncrementalSolver,
    model: Model,
    stats: Stats,
    assume: Sequence[int] = (),
    *,
    query: int = 0,
    separation: Separation | None = None,
) -> Iterator[Loop]:
    """The loops of the model under the selectors `assume`, each once, each checked.

    query: a selector of the caller's own, beyond the model's, under which solutions are blocked, so that a solver that
    serves several clue sets forgets them with it; 0: they stay blocked. separation: None = SubtourCuts(model, assume).
    Raises SolverFailed when an answer breaks the model or was blocked; GaveUp.
    """
    cutter = None if model.loop == "any" else separation or SubtourCuts(model, assume)
    for lines in search(solver, stats, cutter, assume, query):
        yield loop_of(model, lines, assume)


def search(
    solver: IncrementalSolver, stats: Stats, separation: Separation | None, assume: Sequence[int] = (), query: int = 0
) -> Iterator[Bits]:
    """The lazy loop itself: the lines[E] of each solution, not yet checked; for those who show them to nobody.

    separation: None = an answer of several loops is a solution too. Otherwise see `enumerate_loops`.
    """
    seen: set[bytes] = set()
    while True:
        with stats.timed("search"):
            answer = solver.solve([*assume, query] if query else assume)
        stats.rounds += 1
        if answer is None:
            return
        key = np.packbits(answer).tobytes()
        if key in seen:
            raise SolverFailed("the solver returned a solution that is already blocked")
        seen.add(key)
        if separation is None:
            yield answer
            solver.block(np.flatnonzero(answer).tolist(), query, off=np.flatnonzero(~answer).tolist())
            continue
        subtours = separation.subtours(answer)
        if len(subtours) == 1:
            yield answer
            solver.block(subtours[0], query)
            solver.set_phases(~answer)
            continue
        for cut in separation.cuts(answer, subtours):
            if isinstance(cut, Cut):
                solver.block(cut.on, cut.selector, cut.off)
                stats.cuts += 1
            else:
                yield cut
                solver.block(np.flatnonzero(cut).tolist(), query)
                seen.add(np.packbits(cut).tobytes())


class Limited:
    """A solver with a budget of conflicts for one enumeration; a call counts as one, since it costs about as much."""

    def __init__(self, solver: BudgetedSolver, conflicts: int) -> None:
        self._solver, self._conflicts = solver, conflicts
        self._spent = -solver.conflicts  # calls, and conflicts since now

    def solve(self, assume: Sequence[int] = ()) -> Bits | None:
        left = self._conflicts - self._spent - self._solver.conflicts
        if left <= 0:
            raise GaveUp(f"no verdict after {self._conflicts} conflicts")
        self._spent += 1
        return self._solver.solve(assume, left)

    def block(self, on: Sequence[int], selector: int = 0, off: Sequence[int] = ()) -> None:
        self._solver.block(on, selector, off)

    def set_phases(self, lines: Bits) -> None:
        self._solver.set_phases(lines)


class SubtourCuts:
    """Each loop of an answer, or only the smallest, is cut: not all of its edges are lines.

    A loop that keeps every constraint by itself is a solution. The others break one, and when only a constraint under
    a selector is broken the cut stands under that selector, so that it stays right when the selector goes.

    cut_sets: for a solver whose `block` takes any edges. Answers that come again and again with few loops, each a
    little different, are cut by CutSets as well: a proof that took 80,000 calls then takes 100.
    """

    def __init__(
        self,
        model: Model,
        assume: Sequence[int] = (),
        which: Literal["all", "smallest"] = "all",
        cut_sets: bool = False,
    ) -> None:
        self._model, self._assume = model, assume
        self._which, self._use_cut_sets = which, cut_sets
        self._ends = ends_of(model.board)
        self._cut_sets: CutSets | None = None
        self._several = 0  # answers of several loops so far
        columns = model.cardinalities
        self._active = columns.selector == 0
        if assume:
            chosen = np.zeros(model.n_selectors + 1, np.bool_)
            chosen[list(assume)] = True
            self._active = self._active | chosen[columns.selector]
        self._others = [row for row in model.others if row.selector == 0 or row.selector in assume]
        self._witness = self._witnesses()

    def subtours(self, answer: Bits) -> list[list[int]]:
        board = self._model.board
        degree = np.bincount(board.ends[answer].ravel(), minlength=board.n_vertices)
        if ((degree != 0) & (degree != 2)).any() or not degree.any():
            loop_of(self._model, answer, self._assume)  # raises, naming the place
        return walk_subtours(self._ends, np.flatnonzero(answer).tolist())

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        self._several += 1
        if self._use_cut_sets and self._several > PATIENCE and len(subtours) <= FEW:
            self._cut_sets = self._cut_sets or CutSets(self._model.board)
            yield from self._cut_sets.cuts(answer, [np.array(edges) for edges in subtours])
        rows = list(zip(subtours, self.broken_selectors(subtours), strict=True))
        for edges, selector in rows if self._which == "all" else rows[-1:]:
            if selector is None:
                yield self._lines(edges)
            else:
                yield Cut(edges, selector=selector)

    def broken_selectors(self, subtours: Sequence[Sequence[int]]) -> list[int | None]:
        """For each loop of one answer, taken alone: the selector of an active constraint that it breaks; 0 when it
        breaks one without a selector; None when it breaks nothing.

        The answer as a whole keeps every constraint. So a cardinality that has a line of another loop, and asks for
        an exact number, gets too few from this one.
        """
        witness = self._witness
        seen = [next((witness[e] for e in edges if witness[e] >= 0), -1) for edges in subtours]
        best = [i for i, selector in enumerate(seen) if selector >= 0]
        selectors: list[int | None] = []
        for i, edges in enumerate(subtours):
            other = next((seen[j] for j in best[:2] if j != i), None)
            selectors.append(self._broken_selector(edges) if other is None else other)
        return selectors

    def _witnesses(self) -> list[int]:
        """For each edge the selector of an active cardinality that asks for an exact number of lines, more than 0,
        and has it among its edges (0: no selector); -1 = none. A loop without the edge breaks it if that is a line."""
        model, columns = self._model, self._model.cardinalities
        exact = np.flatnonzero(self._active & (columns.low > 0) & (columns.low == columns.high))
        exact = exact[np.argsort(-columns.selector[exact], kind="stable")]
        start, edges = gather(columns.start, columns.edges, exact)
        witness = np.full(model.board.n_edges, -1, np.int64)
        witness[edges] = np.repeat(columns.selector[exact], np.diff(start))
        must_visit = model.degrees == VISITED
        if must_visit.any():
            witness[must_visit[model.board.ends].any(axis=1)] = 0
        witness_edges: list[int] = witness.tolist()
        return witness_edges

    def _broken_selector(self, edges: Sequence[int]) -> int | None:
        """The same for one loop, by looking at every constraint."""
        model, columns = self._model, self._model.cardinalities
        lines = self._lines(edges)
        degree = np.bincount(model.board.ends[lines].ravel(), minlength=model.board.n_vertices)
        if ((model.degrees >> degree.astype(np.uint8)) & 1 == 0).any():
            return 0
        broken = self._active & ~columns.kept(columns.totals(lines))
        if broken.any():
            return int(columns.selector[broken].min())
        if self._others:
            inside = inside_of(model.board, lines)
            for row in self._others:
                if not holds(row, lines, inside, self._assume):
                    return row.selector
        return None

    def _lines(self, edges: Sequence[int]) -> Bits:
        lines = np.zeros(self._model.board.n_edges, np.bool_)
        lines[edges] = True
        return lines
