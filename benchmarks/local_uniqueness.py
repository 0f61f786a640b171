"""Uniqueness window by window: clues are added until a loop is the only one. For boards too large for one question.

A *window* is a set W of vertices. The edges with both ends in W are free, all others stay as the loop has them. An
alternative within the window is another loop that agrees with the clues; so the question is small: the constraints at
the vertices of W and of the given faces with a free edge, over the edges at W.

"One loop" is ensured by lazy cuts: the parts of the loop outside the window become virtual edges between the vertices
where it leaves and enters, so the subtours of an answer are found from these and the edges at W. A subtour that lacks
some held line (a line at W that is not free) is never the whole loop, and may be cut. One that has them all is not cut;
the other subtours of the answer are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Numbers, by_size, gather
from slitherenc.boards.lines import face_counts
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.formula import Bools, ConstraintTable, Formula, plain_block
from slitherenc.encodings.integers.lower import lower
from slitherenc.encodings.options import EncodeOptions
from slitherenc.encodings.terms import Bit, In, Sum
from slitherenc.generation.clues.alternatives import Walk
from slitherenc.model.cardinality import places_of_clauses
from slitherenc.model.loop import Loop
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.enumerate import search
from slitherenc.solvers.protocols import Cut, IncrementalSolver, Subtour
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.subtours import Ends, walk_subtours

SIDES = (24, 80)  # of the windows, in edges
MORE = 3  # clues added for each alternative on the whole board


def complete_loop(
    loop: Loop, clues: NDArray[np.int16], rng: random.Random, sides: Sequence[int] = SIDES
) -> NDArray[np.int16]:
    """Return the clues[F] (below 0 = none) with enough further ones to make the loop the only one.

    All clues are the loop's numbers. It works window by window, for each of the sizes `sides`, then on the whole board,
    since an alternative may spread over more than a window: where an alternative differs, a face drawn by `rng` gets
    its clue. The result is unique, but not minimal. Raises SolverFailed.
    """
    walk, clues = Walk(loop), clues.copy()
    for side in sides:
        for vertices in windows(loop.board, side):
            with Window(walk, vertices, clues) as window:
                while (differ := window.alternative()) is not None:
                    face = rng.choice(differ.tolist())
                    clues[face] = walk.numbers[face]
                    window.give(face)
    _complete_board(walk, clues, rng)
    return clues


def windows(board: Board, side: int) -> Iterator[Numbers]:
    """Yield the vertices in squares of `side` mean edge lengths, row by row; each overlaps its neighbors by half.

    >>> from slitherenc.boards.square import square
    >>> [len(vertices) for vertices in windows(square(2, 3), 2)]
    [4, 4, 4, 4, 4, 4]
    """
    lengths = np.hypot(*(board.xy[board.ends[:, 0]] - board.xy[board.ends[:, 1]]).T)
    places = (board.xy - board.xy.min(axis=0)) / lengths.mean()
    column, row = (np.floor(places) // (side // 2)).astype(np.int64).T
    for top in range(max(1, int(row.max()))):
        of_rows = np.flatnonzero((row == top) | (row == top + 1))
        for left in range(max(1, int(column.max()))):
            yield of_rows[(column[of_rows] == left) | (column[of_rows] == left + 1)]


class Window:
    """The question for one window; a context manager, since it holds a solver.

    The solver's variables are the edges at W, then the other edges of the faces with a free edge, whose values are
    fixed. `empty`: no alternative is possible.
    """

    def __init__(self, walk: Walk, vertices: Numbers, clues: NDArray[np.int16]) -> None:
        """walk: the loop; vertices: W; clues[F]: the loop's numbers, below 0 = none. `give` adds more of them."""
        board, lines = walk.board, walk.lines
        within = np.zeros(board.n_vertices, np.bool_)
        within[vertices] = True
        edges = np.unique(gather(board.vertex_start, board.vertex_edges, vertices)[1])
        free = within[board.ends[edges]].all(axis=1)
        held, ours = edges[~free & lines[edges]], edges[free & lines[edges]]
        self.empty = not len(held) or not len(ours)  # without a held line, nothing tells which subtour may be cut
        self._solver: PySATSolver | None = None
        if self.empty:
            return
        faces = np.unique(board.sides[edges[free]])
        self._faces = faces[faces >= 0]
        self._numbers = walk.numbers[self._faces]
        self._start, at = gather(board.face_start, board.face_edges, self._faces)
        self._given = clues[self._faces] >= 0
        self._edges = np.concatenate([edges, np.setdiff1d(at, edges)])
        number = np.zeros(board.n_edges, np.int32)
        number[self._edges] = np.arange(1, len(self._edges) + 1)
        self._row = number[at] - 1
        self._separation = _Held(walk, self._edges, len(edges), set((number[held] - 1).tolist()))
        steady = self._edges[np.append(~free, np.ones(len(self._edges) - len(edges), np.bool_))]
        start, around = gather(board.vertex_start, board.vertex_edges, vertices)
        formula = Formula((Bools("edge", 1, len(self._edges), str),))
        formula = formula.add_blocks(plain_block("held", (number[steady] * np.where(lines[steady], 1, -1))[:, None]))
        formula = formula.add_tables(*_sums(start, number[around], np.full(len(vertices), -1)))
        known_edges = np.flatnonzero(self._given)
        formula = formula.add_tables(
            *_sums(*gather(self._start, self._row + 1, known_edges), self._numbers[known_edges])
        )
        self._solver = PySATSolver(lower(formula), "minisat22")
        self._solver.block((number[ours] - 1).tolist())
        self._solver.set_phases(lines[self._edges])  # an answer near the loop has few subtours

    def alternative(self) -> Numbers | None:
        """Return the faces where the numbers of some alternative differ, None if there is none. Raises SolverFailed."""
        if self._solver is None:
            return None
        answer = next(search(self._solver, Stats(), self._separation), None)
        if answer is None:
            return None
        differ = np.add.reduceat(answer[self._row].astype(np.int16), self._start[:-1]) != self._numbers
        if (differ & self._given).any():
            raise SolverFailed("the solver returned an alternative that breaks a given clue")
        different: Numbers = self._faces[differ]
        return different

    def give(self, face: int) -> None:
        """Make the loop's number of this face a clue; faces beyond the window are ignored."""
        if self._solver is None or face not in self._faces:
            return
        i = int(np.searchsorted(self._faces, face))
        if not self._given[i]:
            self._given[i] = True
            _require(self._solver, self._row[self._start[i] : self._start[i + 1]].tolist(), int(self._numbers[i]))

    def close(self) -> None:
        if self._solver is not None:
            self._solver.close()
            self._solver = None

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Held:
    """The Separation of a window: see the top of this module."""

    def __init__(self, walk: Walk, edges: Numbers, n_at_window: int, held: set[int]) -> None:
        """edges: those of the solver's variables, the first `n_at_window` of them at W; held: variables from 0."""
        self._n, self._n_edges, self._held = n_at_window, len(edges), held
        order = np.sort(walk.place[edges[:n_at_window][walk.lines[edges[:n_at_window]]]])
        last = np.flatnonzero(np.append(np.diff(order) > 1, True))  # runs of places are the loop's parts at W
        leaves = walk.vertices[(order[last] + 1) % len(walk.vertices)]
        enters = walk.vertices[order[(last + 1) % len(order)]]
        apart = leaves != enters  # a run over the end of the walk joins the one at its beginning
        both = np.concatenate([walk.board.ends[edges], np.stack([leaves[apart], enters[apart]], axis=1)])
        vertices, local = np.unique(both, return_inverse=True)
        self._ends = Ends(len(vertices), *local.reshape(both.shape).T)
        self._virtual = range(self._n_edges, len(both))

    def subtours(self, answer: Bits) -> list[list[int]]:
        """Return the subtours without virtual edges: each of these touches a held line and is in its subtour."""
        walks = walk_subtours(self._ends, [*np.flatnonzero(answer[: self._n]).tolist(), *self._virtual])
        return [[edge for edge in subtour if edge < self._n_edges] for subtour in walks]

    def cuts(self, answer: Bits, subtours: Sequence[Subtour]) -> Iterator[Cut | Bits]:
        return (Cut(subtour) for subtour in subtours if not self._held.issubset(subtour))


def _sums(start: Numbers, literals: Numbers, numbers: Numbers) -> Iterator[ConstraintTable]:
    """Yield, for each row of literals (CSR), that numbers[row] of them are true; for -1, that none or two are."""
    for rows, table in by_size(start, literals):
        total = Sum(tuple(Bit(i) for i in range(table.shape[1])))
        for number in np.unique(numbers[rows]).tolist():
            values = (0, 2) if number < 0 else (number,)
            yield ConstraintTable("sum", In(total, values), table[numbers[rows] == number].astype(np.int32))


def _require(solver: IncrementalSolver, edges: Sequence[int], number: int) -> None:
    """Require that exactly `number` of the edges are lines."""
    for lines, others in places_of_clauses(len(edges), (number,)):
        solver.block([edges[place] for place in lines], off=[edges[place] for place in others])


def _complete_board(walk: Walk, clues: NDArray[np.int16], rng: random.Random) -> None:
    """Add clues in place until the loop is the only one on the whole board."""
    board = walk.board
    solver = PySATSolver(clauses(model_of(Puzzle(board, clues)), EncodeOptions(connectivity="tree")), "maplecm")
    solver.block(np.flatnonzero(walk.lines).tolist())
    solver.set_phases(~walk.lines)
    while (other := next(search(solver, Stats(), None), None)) is not None:  # one loop, by the tree certificate
        differ = np.flatnonzero(face_counts(board, other) != walk.numbers)
        if not len(differ) or (clues[differ] != NO_CLUE).any():
            raise SolverFailed("the solver returned an alternative that breaks a given clue")
        for face in rng.sample(differ.tolist(), min(MORE, len(differ))):
            clues[face] = walk.numbers[face]
            _require(solver, board.edges_of_face(face).tolist(), int(walk.numbers[face]))
    solver.close()
