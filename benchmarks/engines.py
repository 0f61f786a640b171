"""What is measured: a name -> a function (puzzle, limit) -> the loops as frozensets of edge numbers from 0.

Ours are those of `slitherenc compare`, METHOD or METHOD:VARIANT, for example lazy:cadical, ilp:edges; two of them have
the names of their libraries too: `highs` (ilp:cells), `graphillion` (zdd). `plain` is the yardstick; clingo, cpsat are
peers (extra `bench`); sugar, loopy are programs, when they are on PATH.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.plain import plain_loops
from slitherenc import solve
from slitherenc.batches.compare import how
from slitherenc.puzzles.puzzle import Puzzle

Loops = list[frozenset[int]]
Engine = Callable[[Puzzle, int], Loops]

_LIBRARIES = {"highs": "ilp:cells", "graphillion": "zdd"}

# One loop in ASP: lines with degree 0 or 2, clues, and every line reachable from the first one.
_ASP = """
{ line(E) : edge(E,_,_) }.
at(V,E) :- edge(E,V,_).  at(V,E) :- edge(E,_,V).
:- vertex(V), #count { E : line(E), at(V,E) } = 1.
:- vertex(V), 3 #count { E : line(E), at(V,E) }.
:- clue(F,N), not N #count { E : line(E), side(F,E) } N.
first(E) :- E = #min { D : line(D) }, edge(E,_,_).
:- not first(_).
reached(V) :- first(E), at(V,E).
reached(W) :- reached(V), at(V,E), line(E), at(W,E).
:- line(E), edge(E,V,_), not reached(V).
#show line/1.
"""


def engine(name: str) -> Engine:
    """Raises UsageError for a name that means nothing, ImportError when the peer's package is missing."""
    if name in _PEERS:
        return _PEERS[name]()
    arguments = how(_LIBRARIES.get(name, name))

    def ours(puzzle: Puzzle, limit: int) -> Loops:
        result = solve(puzzle, limit=limit, **arguments)
        return [frozenset(loop.edges.tolist()) for loop in result.loops]

    return ours


def _plain() -> Engine:
    return lambda puzzle, limit: [frozenset(e - 1 for e in loop) for loop in plain_loops(puzzle, limit)]


def _clingo() -> Engine:
    import clingo

    def run(puzzle: Puzzle, limit: int) -> Loops:
        board = puzzle.board
        facts = [f"vertex(0..{board.n_vertices - 1})."]
        facts += [f"edge({e},{a},{b})." for e, (a, b) in enumerate(board.ends.tolist())]
        for face, clue in enumerate(puzzle.clues.tolist()):
            if clue >= 0:
                facts.append(f"clue({face},{clue}).")
                facts += [f"side({face},{e})." for e in board.edges_of_face(face).tolist()]
        control = clingo.Control([str(limit)], logger=lambda *_: None)
        control.add("base", [], _ASP + "\n".join(facts))
        control.ground([("base", [])])
        found: Loops = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                found.append(frozenset(atom.arguments[0].number for atom in model.symbols(shown=True)))
        return found

    return run


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


_PEERS: dict[str, Callable[[], Engine]] = {
    "plain": _plain, "clingo": _clingo, "cpsat": _cpsat, "sugar": _sugar, "loopy": _loopy
}  # fmt: skip
