"""Is a loop the only one, as far as a window of its board goes? Where not, tell one more clue.

A window is a set W of vertices. The edges with both ends in W are free, all others stay as the loop has them. So the
question is small: the rules at the vertices of W and at the told faces with a free edge, over the edges at W. "One
loop" is said by lazy cuts: the parts of the loop beyond the window are virtual edges between the places where it
comes in and goes out, and the loops of an answer are found on the edges at W and these.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import by_size, gather

Numbers = NDArray[np.intp]


class Windows:
    """A board, the loop lines[E], its numbers full[F], and told[F], which `repair` adds to."""

    def __init__(self, board: Board, lines: Bits, full: NDArray[np.int64], told: Bits, rng: np.random.Generator):
        self._board, self._lines, self._full, self._told, self._rng = board, lines, full, told, rng
        self._vertex_at, self._edge_at = _walk(board, lines)

    def repair(self, window: Numbers) -> int:
        """Tells clues until no second loop differs inside the window (vertex numbers); how many were told."""
        board, lines = self._board, self._lines
        within = np.zeros(board.n_vertices, np.bool_)
        within[window] = True
        edges = np.unique(gather(board.vertex_start, board.vertex_edges, window)[1])
        free = within[board.ends[edges]].all(axis=1)
        fixed = edges[~free & lines[edges]]
        mine = edges[free & lines[edges]]
        if not len(mine) or not len(fixed):
            return 0  # nothing to doubt, or the whole loop: that is asked on the whole board
        faces = np.unique(board.sides[edges[free]])
        faces = faces[faces >= 0]
        outer = np.setdiff1d(gather(board.face_start, board.face_edges, faces)[1], edges)
        variables = np.concatenate([edges, outer])
        place = dict(zip(variables.tolist(), range(1, len(variables) + 1), strict=True))
        number = np.zeros(int(variables.max()) + 1, np.int64)
        number[variables] = np.arange(1, len(variables) + 1)
        tail, head = self._ends(edges, variables)
        steady = np.concatenate([edges[~free], outer])
        clauses = [[int(n) if on else -int(n)] for n, on in zip(number[steady], lines[steady], strict=True)]
        start, at = gather(board.vertex_start, board.vertex_edges, window)
        clauses += count_clauses(start, number[at], np.full(len(window), -1))
        start, at = gather(board.face_start, board.face_edges, faces)
        telling = self._told[faces]
        rows = gather(start, number[at], np.flatnonzero(telling))
        clauses += count_clauses(*rows, self._full[faces[telling]])
        clauses.append([-place[e] for e in mine.tolist()])
        added = 0
        held = {place[e] for e in fixed.tolist()}
        n_real = len(variables)
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            solver.set_phases((number[edges] * np.where(lines[edges], -1, 1)).tolist())
            while solver.solve():
                answer = [v for v in solver.get_model()[: len(edges)] if v > 0]
                loops = _loops([*answer, *range(n_real + 1, len(tail) + 1)], tail, head)
                if len(loops) > 1:
                    for loop in loops:
                        if not held <= loop:
                            solver.add_clause([-v for v in loop if v <= n_real])
                    continue
                there = np.zeros(len(variables) + 1, np.bool_)
                there[answer] = True
                there[number[outer[lines[outer]]]] = True
                counts = np.add.reduceat(there[number[at]], start[:-1])
                differs = np.flatnonzero((counts != self._full[faces]) & ~self._told[faces])
                if not len(differs):
                    raise ValueError("two loops have all their numbers in common: take another seed")
                chosen = int(self._rng.choice(differs))
                self._told[faces[chosen]] = True
                added += 1
                row = number[at[start[chosen] : start[chosen + 1]]]
                for clause in count_clauses(np.array([0, len(row)]), row, self._full[faces[[chosen]]]):
                    solver.add_clause(clause)
        return added

    def _ends(self, edges: Numbers, variables: Numbers) -> tuple[list[int], list[int]]:
        """The ends of every variable, and after them of the virtual edges; variable v at place v - 1."""
        board = self._board
        used = edges[self._lines[edges]]
        order = np.sort(self._edge_at[used])  # places on the loop: runs of these are its parts at W
        last = np.flatnonzero(np.append(np.diff(order) > 1, True))
        total = len(self._vertex_at)
        leaves = self._vertex_at[(order[last] + 1) % total]
        enters = self._vertex_at[order[(last + 1) % len(order)]]
        keep = leaves != enters  # a run over the end of the walk joins the one at its beginning
        tail = [*board.ends[variables, 0].tolist(), *leaves[keep].tolist()]
        head = [*board.ends[variables, 1].tolist(), *enters[keep].tolist()]
        return tail, head


def _walk(board: Board, lines: Bits) -> tuple[Numbers, Numbers]:
    """The vertices of the loop in their order, and for each of its edges the place of its first end among them."""
    at_vertex: dict[int, list[int]] = {}
    ends = board.ends.tolist()
    for edge in np.flatnonzero(lines).tolist():
        for vertex in ends[edge]:
            at_vertex.setdefault(vertex, []).append(edge)
    vertex = next(iter(at_vertex))
    edge = at_vertex[vertex][0]
    order: list[int] = []
    place = np.full(board.n_edges, -1, np.intp)
    for i in range(len(at_vertex)):
        order.append(vertex)
        place[edge] = i
        vertex = ends[edge][0] if ends[edge][1] == vertex else ends[edge][1]
        edge = at_vertex[vertex][0] if at_vertex[vertex][1] == edge else at_vertex[vertex][1]
    return np.array(order, np.intp), place


@cache
def _pattern(size: int, wish: int) -> list[list[tuple[int, int]]]:
    """Clauses as (place, sign): exactly `wish` of `size` edges, or for -1 none or two."""
    if wish >= 0:
        few = [[(i, -1) for i in some] for some in combinations(range(size), wish + 1)]
        return few + [[(i, 1) for i in some] for some in combinations(range(size), size - wish + 1)]
    two = [[(i, -1), *((j, 1) for j in range(size) if j != i)] for i in range(size)]
    return two + [[(i, -1) for i in some] for some in combinations(range(size), 3)]


def count_clauses(start: Numbers, literals: Numbers, wishes: Numbers) -> list[list[int]]:
    """For each row of literals (CSR) the clauses of its wish."""
    found: list[list[int]] = []
    for rows, table in by_size(start, literals):
        for wish in np.unique(wishes[rows]).tolist():
            part = table[wishes[rows] == wish]
            for clause in _pattern(table.shape[1], wish):
                places, signs = zip(*clause, strict=True)
                found += (part[:, places] * np.array(signs)).tolist()
    return found


def _loops(used: list[int], tail: list[int], head: list[int]) -> list[set[int]]:
    """The loops of these edges, as sets."""
    at_vertex: dict[int, list[int]] = {}
    for v in used:
        at_vertex.setdefault(tail[v - 1], []).append(v)
        at_vertex.setdefault(head[v - 1], []).append(v)
    left = set(used)
    found = []
    while left:
        edge = next(iter(left))
        vertex, loop = tail[edge - 1], set()
        while edge not in loop:
            loop.add(edge)
            vertex = head[edge - 1] if tail[edge - 1] == vertex else tail[edge - 1]
            one, two = at_vertex[vertex]
            edge = two if one == edge else one
        left -= loop
        found.append(loop)
    return found
