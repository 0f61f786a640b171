"""The yardstick: plain lazy cuts, as one writes them in an afternoon, with PySAT and nothing from this project.

python benchmarks/plain.py FILE     # rows of digits and dots; prints how many loops there are: 0, 1 or 2
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from pysat.solvers import Solver

if TYPE_CHECKING:
    from slitherenc.puzzles.puzzle import Puzzle

Pair = tuple[int, int]


def plain_loops(puzzle: Puzzle, limit: int = 2, solver: str = "cadical153") -> list[frozenset[int]]:
    """Return up to `limit` loops of a puzzle of plain numbers, as sets of edges (from 1)."""
    board = puzzle.board
    faces = [(board.edges_of_face(f) + 1).tolist() for f in range(board.n_faces)]
    ends = [(int(a), int(b)) for a, b in board.ends.tolist()]
    clues = [(edges, clue) for edges, clue in zip(faces, puzzle.clues.tolist(), strict=True) if clue >= 0]
    return loops_of(ends, board.n_vertices, clues, limit, solver)


def loops_of(
    ends: Sequence[Pair], n_vertices: int, clues: Sequence[tuple[list[int], int]], limit: int, solver: str
) -> list[frozenset[int]]:
    """Find loops by clauses in Python lists and one cut per loop and round. The vertices of edge e are ends[e - 1];
    clues are edges with the number of lines among them."""
    at_vertex: list[list[int]] = [[] for _ in range(n_vertices)]
    for edge, pair in enumerate(ends, 1):
        for vertex in pair:
            at_vertex[vertex].append(edge)
    clauses = [list(range(1, len(ends) + 1))]
    for edges, clue in clues:
        clauses += [[-e for e in some] for some in combinations(edges, clue + 1)]
        clauses += [list(some) for some in combinations(edges, len(edges) - clue + 1)]
    for edges in at_vertex:
        clauses += [[-e, *(f for f in edges if f != e)] for e in edges]
        clauses += [[-e for e in some] for some in combinations(edges, 3)]
    found: list[frozenset[int]] = []
    with Solver(solver, bootstrap_with=clauses) as sat:
        while len(found) < limit and sat.solve():
            lines = {v for v in sat.get_model()[: len(ends)] if v > 0}
            for cycle in _cycles(lines, ends, at_vertex):
                if all(len(cycle.intersection(edges)) == clue for edges, clue in clues):
                    found.append(frozenset(cycle))
                    sat.set_phases([-e if e in cycle else e for e in range(1, len(ends) + 1)])
                sat.add_clause([-e for e in cycle])
    return found


def _cycles(lines: set[int], ends: Sequence[Pair], at_vertex: list[list[int]]) -> list[set[int]]:
    cycles = []
    left = set(lines)
    while left:
        edge = left.pop()
        cycle = {edge}
        start, vertex = ends[edge - 1]
        while vertex != start:
            edge = next(e for e in at_vertex[vertex] if e in left)
            left.discard(edge)
            cycle.add(edge)
            a, b = ends[edge - 1]
            vertex = a if b == vertex else b
        cycles.append(cycle)
    return cycles


def _loops_of_rows(rows: Sequence[str]) -> list[frozenset[int]]:
    """Return the loops of a square board: edges to the right come first, row by row, then those downwards."""
    height, width = len(rows), len(rows[0])
    across = [(y * (width + 1) + x, y * (width + 1) + x + 1) for y in range(height + 1) for x in range(width)]
    down = [(y * (width + 1) + x, (y + 1) * (width + 1) + x) for y in range(height) for x in range(width + 1)]
    clues = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            left = len(across) + y * (width + 1) + x + 1
            if sign.isdigit():
                clues.append(([y * width + x + 1, (y + 1) * width + x + 1, left, left + 1], int(sign)))
    return loops_of(across + down, (height + 1) * (width + 1), clues, 2, "cadical153")


if __name__ == "__main__":
    print(len(_loops_of_rows(Path(sys.argv[1]).read_text().split())))
