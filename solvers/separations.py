"""Ways to handle an answer of several loops: SubtourCuts yields cuts (clauses), and NoSubtours raises an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Bits
from slitherenc.boards.csr import gather
from slitherenc.boards.lines import inside as inside_of
from slitherenc.model.check_model import holds, loop_of
from slitherenc.model.model import VISITED, Model
from slitherenc.solvers.cut_sets import CutSets
from slitherenc.solvers.protocols import Cut, Subtour
from slitherenc.solvers.subtours import ends_of, walk_subtours

PATIENCE, FEW = 20, 3  # after PATIENCE answers of several loops, answers of at most FEW loops also get cut sets


class NoSubtours:
    """The Separation for an encoding whose clauses allow only answers of one loop. If an answer has several loops
    nevertheless, the encoding is wrong, and `cuts` raises SolverFailed."""

    def __init__(self, model: Model, connectivity: str) -> None:
        self._model, self._connectivity = model, connectivity

    def subtours(self, answer: Bits) -> Sequence[Subtour]:
        return SubtourCuts(self._model).subtours(answer)

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        raise SolverFailed(f"the encoding {self._connectivity} has an error: it allowed {len(subtours)} loops at once")


class SubtourCuts:
    """Exclude an answer of several loops by cuts. A cut is a clause: not all edges of a certain loop are lines.

    If `which` is "all", each loop of the answer gets a cut. If `which` is "smallest", only the smallest loop does.
    A loop that alone satisfies every constraint is a solution, and is yielded instead of a cut. Any other loop violates
    a constraint. If this constraint has a selector (an assumption literal), the cut gets the same selector. So the cut
    holds only while the constraint is assumed.

    If `cut_sets` is true, answers of at most FEW loops also get the cuts of the class CutSets, once PATIENCE answers
    have had several loops. The solver's method `block` must then accept the argument `off` (see Cut).
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
        self._several = 0  # the number of answers of several loops so far
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
        """For each loop of an answer, find a constraint that this loop alone would violate. Return the constraint's
        selector (an assumption literal), 0 if it has no selector, or None if there is no such constraint. Constraints
        whose selectors are not assumed are ignored.
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
        """For each edge, look for a constraint that every loop without this edge violates. Return the selectors of
        these constraints: 0 if the constraint has no selector, -1 if there is no such constraint.
        """
        model, columns = self._model, self._model.cardinalities
        # The other loops have too few lines in an exact sum with this line, or do not visit an end of the line.
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
        model, columns = self._model, self._model.cardinalities
        lines = self._lines(edges)
        degree = np.bincount(model.board.ends[lines].ravel(), minlength=model.board.n_vertices)
        if ((model.degrees >> degree.astype(np.uint8)) & 1 == 0).any():
            return 0
        broken = self._active & ~columns.are_allowed(columns.totals(lines))
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
