"""The yardstick: plain lazy cuts, as one writes them in an afternoon. No code of the project but the puzzle itself."""

from __future__ import annotations

from itertools import combinations

from pysat.solvers import Solver

from slitherenc.puzzles.puzzle import Puzzle


def plain_loops(puzzle: Puzzle, limit: int = 2, solver: str = "cadical153") -> list[frozenset[int]]:
    """Up to `limit` loops as sets of edges (from 1), by clauses in Python lists and one cut a loop and round."""
    board = puzzle.board
    faces = [[e + 1 for e in board.edges_of_face(f).tolist()] for f in range(board.n_faces)]
    at_vertex = [[e + 1 for e in board.edges_of_vertex(v).tolist()] for v in range(board.n_vertices)]
    ends = [tuple(pair) for pair in board.ends.tolist()]
    clues = [(edges, clue) for edges, clue in zip(faces, puzzle.clues.tolist(), strict=True) if clue >= 0]
    clauses = [list(range(1, board.n_edges + 1))]
    for edges, clue in clues:
        clauses += [[-e for e in some] for some in combinations(edges, clue + 1)]
        clauses += [list(some) for some in combinations(edges, len(edges) - clue + 1)]
    for edges in at_vertex:
        clauses += [[-e, *(f for f in edges if f != e)] for e in edges]
        clauses += [[-e for e in some] for some in combinations(edges, 3)]
    found: list[frozenset[int]] = []
    with Solver(solver, bootstrap_with=clauses) as sat:
        while len(found) < limit and sat.solve():
            lines = {v for v in sat.get_model()[: board.n_edges] if v > 0}
            cycles = _cycles(lines, ends, at_vertex)
            for cycle in cycles:
                if all(len(cycle.intersection(edges)) == clue for edges, clue in clues):
                    found.append(frozenset(cycle))
                    sat.set_phases([-e if e in cycle else e for e in range(1, board.n_edges + 1)])
                sat.add_clause([-e for e in cycle])
    return found


def _cycles(lines: set[int], ends: list[tuple[int, ...]], at_vertex: list[list[int]]) -> list[set[int]]:
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
