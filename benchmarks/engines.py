"""The engines that are measured: a name stands for a function (puzzle, limit) -> loops, as frozensets of edges from 0.

Our own are those of `slitherenc compare`, METHOD or METHOD:VARIANT, for example lazy:cadical, ilp:edges; two of them
also have the names of their libraries: `highs` (ilp:cells), `graphillion` (zdd). `plain` is the yardstick; cpsat and
noqx are peers (extra `bench`; the sources of noqx, github.com/T0nyX1ang/noqx, must be on PYTHONPATH); sugar and loopy
are programs, available if they are on PATH.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from benchmarks.plain import plain_loops
from slitherenc import solve, write
from slitherenc.batches.compare import how
from slitherenc.puzzles.puzzle import Puzzle

Loops = list[frozenset[int]]
Engine = Callable[[Puzzle, int], Loops]

_LIBRARIES = {"highs": "ilp:cells", "graphillion": "zdd"}
_NOQX_EDGE = re.compile(r'edge\((\d+),(\d+),"(top|left)"\)')
_SIDES = {"top": "h", "left": "v"}


def engine(name: str) -> Engine:
    """Return the engine. Raises UsageError for an unknown name, ImportError if the peer's package is missing."""
    if name in _PEERS:
        return _PEERS[name]()
    arguments = how(_LIBRARIES.get(name, name))

    def ours(puzzle: Puzzle, limit: int) -> Loops:
        result = solve(puzzle, limit=limit, **arguments)
        return [frozenset(loop.edges.tolist()) for loop in result.loops]

    return ours


def _plain() -> Engine:
    return lambda puzzle, limit: [frozenset(e - 1 for e in loop) for loop in plain_loops(puzzle, limit)]


def _cpsat() -> Engine:
    from ortools.sat.python import cp_model

    def run(puzzle: Puzzle, limit: int) -> Loops:
        board = puzzle.board
        model = cp_model.CpModel()
        line = [model.new_bool_var(f"e{e}") for e in range(board.n_edges)]
        arcs: list[Any] = [(v, v, model.new_bool_var(f"off{v}")) for v in range(board.n_vertices)]
        for e, (a, b) in enumerate(board.ends.tolist()):
            there, back = model.new_bool_var(f"t{e}"), model.new_bool_var(f"b{e}")
            model.add(there + back == line[e])
            arcs += [(a, b, there), (b, a, back)]
        model.add_circuit(arcs)
        model.add(sum(line) >= 1)
        for face, clue in enumerate(puzzle.clues.tolist()):
            if clue >= 0:
                model.add(sum(line[e] for e in board.edges_of_face(face).tolist()) == clue)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 0
        found: Loops = []
        while len(found) < limit and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            loop = frozenset(e for e in range(board.n_edges) if solver.value(line[e]))
            found.append(loop)
            model.add_bool_or([line[e].negated() for e in loop])
        return found

    return run


def _sugar() -> Engine:
    from benchmarks.programs import sugar_loops

    return sugar_loops


def _loopy() -> Engine:
    from benchmarks.programs import loopy_loops

    return loopy_loops


def _noqx() -> Engine:
    from noqx import manager
    from noqx.clingo import ClingoSolver, Config

    if "slitherlink" not in manager.modules:
        manager.load_solver("solver", "slitherlink")
    variants = dict.fromkeys(("vslither", "tslither", "swslither"), False)

    def run(puzzle: Puzzle, limit: int) -> Loops:
        """Turn a Penpa link into an ASP program, and run clingo with the settings of noqx but no time limit."""
        Config.max_solutions_to_find, Config.time_limit = limit, 10**9
        given = manager.prepare_puzzle("slitherlink", write(puzzle, "penpa").partition("#")[2].strip(), variants)
        solver = ClingoSolver()
        solver.solve(manager.generate_program(given))
        edges = {puzzle.board.edge_name(edge): edge for edge in range(puzzle.board.n_edges)}
        return [
            frozenset(edges[f"{_SIDES[side]}_{row}_{column}"] for row, column, side in _NOQX_EDGE.findall(answer))
            for answer in solver.solution()
        ]

    return run


_PEERS: dict[str, Callable[[], Engine]] = {
    "plain": _plain, "cpsat": _cpsat, "sugar": _sugar, "loopy": _loopy, "noqx": _noqx
}  # fmt: skip
