"""The connectivity levels: each vertex of the loop but one has a line to a vertex of a lower level.

In: a Model and its base Formula. Out: the Formula with
    start_v in 0, 1          at most one vertex is the start ("one start": a clause for each pair)
    level_v in 0 … V // 2
    down_e_i in 0, 1         edge e is a line, and leads from its end i to a vertex of a lower level ("down")
    on loop:  where v is on a line, v is the start, or some edge at v leads down
Right because: a vertex of a loop that has the lowest level there can only be the start, so each loop has the start in
it; there is one start, so there is one loop. And of one loop any vertex can be the start: let the level of a vertex be
its distance from there along the loop, which is at most V // 2.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from slitherenc.base.supports import EVERYTHING
from slitherenc.boards.csr import by_size
from slitherenc.encodings.formula import ConstraintTable, Formula, plain_block
from slitherenc.encodings.options import EncodeOptions, NumberingOptions
from slitherenc.encodings.terms import And, Bit, Cmp, Implies, Or, Var
from slitherenc.model.model import Model

OPTIONS = NumberingOptions  # of which it reads how integers become clauses
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """The base formula with the levels; unchanged when the model does not ask for one loop."""
    if model.loop != "single":
        return formula
    board = model.board
    n = board.n_vertices
    formula = formula.add_bools("start", n, lambda i: f"start_{board.vertex_name(i)}")
    start = formula.bools[-1].first
    formula = formula.add_bools("down", 2 * board.n_edges, lambda i: f"down_{board.edge_name(i // 2)}_{i % 2}")
    down = formula.bools[-1].first
    formula = formula.add_ints("level", np.arange(n), range(n // 2 + 1), board.vertex_name)
    level = formula.family("level").first

    starts = np.array([*combinations(range(start, start + n), 2)], np.int32)
    formula = formula.add_blocks(plain_block("one start", -starts))
    edges = np.arange(board.n_edges)
    for end in (0, 1):
        own, other = board.ends[:, end], board.ends[:, 1 - end]
        columns = np.column_stack([down + 2 * edges + end, edges + 1, level + other, level + own]).astype(np.int32)
        rule = Implies(Bit(0), And((Bit(1), Cmp("<", Var(2), Var(3)))))
        formula = formula.add_tables(ConstraintTable("down", rule, columns))
    for vertices, around in by_size(board.vertex_start, board.vertex_edges):
        downs = down + 2 * around + (board.ends[around, 1] == vertices[:, None])
        columns = np.column_stack([around + 1, downs, start + vertices]).astype(np.int32)
        size = around.shape[1]
        for i in range(size):
            rule = Implies(Bit(i), Or((*map(Bit, range(size, 2 * size)), Bit(2 * size))))
            formula = formula.add_tables(ConstraintTable("on loop", rule, columns))
    return formula
