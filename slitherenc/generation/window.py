"""Uniqueness window by window: clues are added until a loop is the only one. For boards too large for one question.

A *window* is a set W of vertices. The edges with both ends in W are free, all others stay as the loop has them. An
alternative within the window is another loop that agrees with the clues; so the question is small: the constraints at
the vertices of W and of the given faces with a free edge, over the edges at W.

"One loop" is said by lazy cuts: the parts of the loop outside the window become virtual edges between the vertices
where it leaves and enters, so that the subtours of an answer are found from these and the edges at W alone. A subtour
that lacks some held line (a line at W that is not free) is never the whole loop, and may be cut. One that has them
all is not cut; the other subtours of the answer are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from slitherenc.boards.board import Board, face_counts
from slitherenc.boards.ragged import Numbers, by_size, gather
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.generation.walk import Walk
from slitherenc.loop import Loop
from slitherenc.model import model_of
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.subtours import Ends, walk_subtours

SIDES = (24, 80)  # of the windows, in edges
MORE = 3  # clues given for each alternative on the whole board


def complete(
    loop: Loop, clues: NDArray[np.int16], rng: random.Random, sides: Sequence[int] = SIDES
) -> NDArray[np.int16]:
    """The clues[F] (below 0 = none) and as many more as are needed to make the loop the only one.

    All clues are the loop's numbers. First window by window, for each of the sizes `sides`, then on the whole board,
    since an alternative may spread over more than a window: where an alternative differs, a face drawn by `rng` gets
    its clue. The result is unique, but not minimal. Raises SolverFailed.
    """
    walk, clues = Walk(loop), clues.copy()
    for side in sides:
        for vertices in windows(loop.board, side):
            with Window(walk, vertices, clues) as window:
                while (differ := window.alternative()) is not None:
                    face = np.array([rng.choice(differ.tolist())])
                    clues[face] = walk.numbers[face]
                    window.give(face)
    _complete_board(walk, clues, rng)
    return clues


def windows(board: Board, side: int) -> Iterator[Numbers]:
    """The vertices in squares of `side` mean edge lengths, row by row; each overlaps its neighbors by half.

    >>> from slitherenc.boards.square import square
    >>> [len(vertices) for vertices in windows(square(2, 3), 2)]
    [4, 4, 4, 4, 4, 4]
    """
    step = side // 2
    lengths = np.hypot(*(board.xy[board.ends[:, 0]] - board.xy[board.ends[:, 1]]).T)
    column, row = ((board.xy - board.xy.min(axis=0)) / lengths.mean() // 1 // step).astype(np.int64).T
    for top in range(max(1, int(row.max()))):
        for left in range(max(1, int(column.max()))):
            yield np.flatnonzero(np.isin(row, (top, top + 1)) & np.isin(column, (left, left + 1)))


def _complete_board(walk: Walk, clues: NDArray[np.int16], rng: random.Random) -> None:
    """Adds clues until the loop is the only one of the whole board."""
    board = walk.board
    solver = PySATSolver(clauses(model_of(Puzzle(board, clues)), EncodeOptions(connectivity="tree")), "maplecm")
    assert solver.solver is not None
    solver.block(np.flatnonzero(walk.lines).tolist())
    solver.set_phases(~walk.lines)
    while (other := solver.solve()) is not None:
        differ = np.flatnonzero((face_counts(board, other) != walk.numbers) & (clues == NO_CLUE)).tolist()
        chosen = np.array(rng.sample(differ, min(MORE, len(differ))))
        clues[chosen] = walk.numbers[chosen]
        start, edges = gather(board.face_start, board.face_edges, chosen)
        for clause in count_clauses(start, edges + 1, walk.numbers[chosen]):
            solver.solver.add_clause(clause)
    solver.close()


class Window:
    """The question for one window; a context manager, since it holds a solver. `empty`: there is nothing to ask."""

    def __init__(self, walk: Walk, vertices: Numbers, clues: NDArray[np.int16]) -> None:
        """walk: the loop; vertices: W; clues[F]: the loop's numbers, below 0 = none. `give` adds more of them."""
        board, lines = walk.board, walk.lines
        self._walk = walk
        within = np.zeros(board.n_vertices, np.bool_)
        within[vertices] = True
        edges = np.unique(gather(board.vertex_start, board.vertex_edges, vertices)[1])
        free = within[board.ends[edges]].all(axis=1)
        held, ours = edges[~free & lines[edges]], edges[free & lines[edges]]
        self.empty = not len(held) or not len(ours)  # without a held line nothing says which subtour may be cut
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
        given = np.flatnonzero(clues[self.faces] >= 0)
        self._given = clues[self.faces] >= 0
        clauses += count_clauses(*gather(self._start, self._row, given), clues[self.faces[given]])
        clauses.append((-number[ours]).tolist())
        self._solver = Solver("minisat22", bootstrap_with=clauses)
        # As the loop: an answer near it has few loops too many.
        self._solver.set_phases((number[edges] * np.where(lines[edges], 1, -1)).tolist())

    def alternative(self) -> Numbers | None:
        """The faces where the numbers of some alternative differ; None: there is no alternative."""
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

    def give(self, faces: Numbers) -> None:
        """From now on these faces are given, with the loop's numbers."""
        places = np.flatnonzero(np.isin(self.faces, faces) & ~self._given)
        self._given[places] = True
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
def _pattern(size: int, number: int) -> list[list[tuple[int, int]]]:
    """Clauses as (place, sign): exactly `number` of `size` edges, or for -1 none or two."""
    if number >= 0:
        few = [[(i, -1) for i in some] for some in combinations(range(size), number + 1)]
        return few + [[(i, 1) for i in some] for some in combinations(range(size), size - number + 1)]
    two = [[(i, -1), *((j, 1) for j in range(size) if j != i)] for i in range(size)]
    return two + [[(i, -1) for i in some] for some in combinations(range(size), 3)]


def count_clauses(start: Numbers, literals: Numbers, numbers: NDArray[Any]) -> list[list[int]]:
    """For each row of literals (CSR) the clauses that numbers[row] of them are true; for -1: none or two."""
    found: list[list[int]] = []
    for rows, table in by_size(start, literals):
        for number in np.unique(numbers[rows]).tolist():
            part = table[numbers[rows] == number]
            for clause in _pattern(table.shape[1], number):
                places, signs = zip(*clause, strict=True)
                found += (part[:, places] * np.array(signs)).tolist()
    return found
