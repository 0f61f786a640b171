"""Is a loop the only one, as far as a window of its board goes?

In: a loop, a window (a set W of vertices), clues. The edges with both ends in W are free, all others stay as the loop
has them. Out: alternatives, that is, other loops, as the faces where their numbers differ from the loop's.

The question is small: the rules at the vertices of W and at the told faces with a free edge, over the edges at W. "One
loop" is said by lazy cuts: the parts of the loop beyond the window become virtual edges between the places where it
goes out and comes in again, so that the loops of an answer are found on the edges at W and these alone. A loop of an
answer of several may be cut when it lacks some line that is held: it is then never the whole loop. One that has them
all is left alone; its companions are cut.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from slitherenc.boards.ragged import Numbers, by_size, gather
from slitherenc.generation.walk import Walk
from slitherenc.solvers.subtours import Ends, walk_subtours


class Window:
    """One window; a context manager, since it holds a solver. `empty`: there is nothing to ask."""

    def __init__(self, walk: Walk, vertices: Numbers, clues: NDArray[np.int16]) -> None:
        """`clues`[F], below 0 = none; more of them may be told later."""
        board, lines = walk.board, walk.lines
        self._walk = walk
        within = np.zeros(board.n_vertices, np.bool_)
        within[vertices] = True
        edges = np.unique(gather(board.vertex_start, board.vertex_edges, vertices)[1])
        free = within[board.ends[edges]].all(axis=1)
        held, ours = edges[~free & lines[edges]], edges[free & lines[edges]]
        self.empty = not len(held) or not len(ours)  # without a held line there is no telling which loop may be cut
        self._solver: Solver | None = None
        if self.empty:
            return
        faces = np.unique(board.sides[edges[free]])
        self.faces = faces[faces >= 0]
        self._start, at = gather(board.face_start, board.face_edges, self.faces)
        outer = np.setdiff1d(at, edges)
        variables = np.concatenate([edges, outer])
        number = np.zeros(int(variables.max()) + 1, np.int64)
        number[variables] = np.arange(1, len(variables) + 1)
        self._row = number[at]
        self._n_edges, self._n_real = len(edges), len(variables)
        self._outer_lines = number[outer[lines[outer]]]
        self._ends = self._all_ends(edges, variables)
        self._virtual = range(self._n_real, len(self._ends.tail))
        self._held = {*(number[held] - 1).tolist(), *self._virtual}
        self._n_held = len(self._held)
        steady = np.concatenate([edges[~free], outer])
        clauses = [[v] for v in (number[steady] * np.where(lines[steady], 1, -1)).tolist()]
        start, around = gather(board.vertex_start, board.vertex_edges, vertices)
        clauses += count_clauses(start, number[around], np.full(len(vertices), -1))
        told = np.flatnonzero(clues[self.faces] >= 0)
        self._told = clues[self.faces] >= 0
        clauses += count_clauses(*gather(self._start, self._row, told), clues[self.faces[told]])
        clauses.append((-number[ours]).tolist())
        self._solver = Solver("minisat22", bootstrap_with=clauses)
        # As the loop: an answer near it has few loops too many.
        self._solver.set_phases((number[edges] * np.where(lines[edges], 1, -1)).tolist())

    def alternative(self) -> Numbers | None:
        """The faces where the numbers of some other loop differ; None = there is none that keeps all that was told."""
        while self._solver is not None and self._solver.solve():
            answer = [v - 1 for v in self._solver.get_model()[: self._n_edges] if v > 0]
            loops = walk_subtours(self._ends, [*answer, *self._virtual])
            if len(loops) > 1:
                for loop in loops:
                    if len(loop) < self._n_held or not self._held.issubset(loop):
                        self._solver.add_clause([-1 - v for v in loop if v < self._n_real])
                continue
            there = np.zeros(self._n_real + 1, np.bool_)
            there[1:][answer] = True
            there[self._outer_lines] = True
            counts = np.add.reduceat(there[self._row].astype(np.int16), self._start[:-1])
            different: Numbers = self.faces[counts != self._walk.numbers[self.faces]]
            return different
        return None

    def tell(self, faces: Numbers) -> None:
        """From now on these faces have the loop's numbers as clues."""
        places = np.flatnonzero(np.isin(self.faces, faces) & ~self._told)
        self._told[places] = True
        if self._solver is not None:
            rows = gather(self._start, self._row, places)
            for clause in count_clauses(*rows, self._walk.numbers[self.faces[places]]):
                self._solver.add_clause(clause)

    def close(self) -> None:
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all_ends(self, edges: Numbers, variables: Numbers) -> Ends:
        """The ends of every variable, numbered from 0, and after them of the virtual edges."""
        walk = self._walk
        order = np.sort(walk.place[edges[walk.lines[edges]]])  # runs of these places are the loop's parts at W
        last = np.flatnonzero(np.append(np.diff(order) > 1, True))
        leaves = walk.vertices[(order[last] + 1) % len(walk.vertices)]
        enters = walk.vertices[order[(last + 1) % len(order)]]
        keep = leaves != enters  # a run over the end of the walk joins the one at its beginning
        both = np.concatenate([walk.board.ends[variables], np.stack([leaves[keep], enters[keep]], axis=1)])
        vertices, local = np.unique(both, return_inverse=True)
        return Ends(len(vertices), *local.reshape(both.shape).T)


@cache
def _pattern(size: int, wish: int) -> list[list[tuple[int, int]]]:
    """Clauses as (place, sign): exactly `wish` of `size` edges, or for -1 none or two."""
    if wish >= 0:
        few = [[(i, -1) for i in some] for some in combinations(range(size), wish + 1)]
        return few + [[(i, 1) for i in some] for some in combinations(range(size), size - wish + 1)]
    two = [[(i, -1), *((j, 1) for j in range(size) if j != i)] for i in range(size)]
    return two + [[(i, -1) for i in some] for some in combinations(range(size), 3)]


def count_clauses(start: Numbers, literals: Numbers, wishes: NDArray[Any]) -> list[list[int]]:
    """For each row of literals (CSR) the clauses that so many of them are true; for the wish -1: none or two."""
    found: list[list[int]] = []
    for rows, table in by_size(start, literals):
        for wish in np.unique(wishes[rows]).tolist():
            part = table[wishes[rows] == wish]
            for clause in _pattern(table.shape[1], wish):
                places, signs = zip(*clause, strict=True)
                found += (part[:, places] * np.array(signs)).tolist()
    return found
