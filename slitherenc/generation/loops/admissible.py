"""Random loops that keep a Model, for variants that not every loop keeps (every vertex is visited).

In: a Model and a `random.Random`. Out: a Loop. A SAT solver looks first for lines like those of a random loop of the
board, and the lazy loop cuts subtours: the solution is near that loop, so it is about as random.
"""

from __future__ import annotations

import random

import numpy as np

from slitherenc.base.errors import GaveUp, NoPuzzle
from slitherenc.boards.board import Board
from slitherenc.boards.lines import outline
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.generation.loops.random_loops import Lengths, random_loop
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import EITHER, VISITED, Model
from slitherenc.solvers.enumerate import Limited, SubtourCuts, enumerate_loops
from slitherenc.solvers.sat.pysat_solver import PySATSolver
from slitherenc.solvers.stats import Stats

CONFLICTS = 200_000


def admissible_loop(model: Model, rng: random.Random, kind: str = "human", lengths: Lengths | None = None) -> Loop:
    """The same state of `rng` gives the same loop; `kind` and `lengths` as in `random_loop`.

    Raises NoPuzzle when there is none, or after CONFLICTS.
    """
    free = (model.degrees == EITHER).all() and not len(model.cardinalities) and not model.others
    lines = outline(model.board, random_loop(model.board, rng, kind, lengths))
    if free:
        return loop_of(model, lines)
    if (model.degrees == VISITED).all() and (reason := _unbalanced(model.board)):
        raise NoPuzzle(reason)
    solver = PySATSolver(clauses(model, EncodeOptions(connectivity="none")), "minisat-gh")
    try:
        solver.set_phases(lines)
        separation = SubtourCuts(model, cut_sets=True)
        loop = next(enumerate_loops(Limited(solver, CONFLICTS), model, Stats(), separation=separation), None)
    except GaveUp as error:
        raise NoPuzzle(f"found no loop that the variant allows on this board: {error}") from None
    finally:
        solver.close()
    if loop is None:
        raise NoPuzzle("no loop of this board is allowed by the variant")
    return loop


def _unbalanced(board: Board) -> str:
    """Why no loop visits every vertex; "" when this is not plain.

    Where every edge joins a vertex of one color with one of the other, a loop visits both colors in turn, so it visits
    as many of the one as of the other. (A solver takes very long to prove that.)
    """
    color = np.full(board.n_vertices, -1)
    for start in range(board.n_vertices):
        todo = [start] if color[start] < 0 else []
        color[todo] = 0
        while todo:
            vertex = todo.pop()
            for other in board.ends[board.edges_of_vertex(vertex)].ravel().tolist():
                if color[other] < 0:
                    color[other] = 1 - color[vertex]
                    todo.append(other)
    one = int(color.sum())
    if (color[board.ends[:, 0]] == color[board.ends[:, 1]]).any() or 2 * one == board.n_vertices:
        return ""
    return (
        f"no loop visits every vertex of this board: it would visit vertices of two kinds in turn, and there are "
        f"{board.n_vertices - one} of the one and {one} of the other"
    )
