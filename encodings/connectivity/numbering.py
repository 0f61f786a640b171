"""The connectivity `numbering` (Tamura 2008): the loop is directed, and numbers increase along its vertices.

docs/encodings.md, section 2, lists the integers v_e, x_v and y_v and the constraints, and states why they are right.

The CSP backend prints the formula with its integers. For CNF, the integers are encoded as clauses. The option
`symmetry` names symmetry steps (symmetry.py), which reduce the number of models per loop. They are applied in order.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import EVERYTHING
from slitherenc.boards.csr import by_size
from slitherenc.encodings.connectivity.symmetry import ALONG, STEPS
from slitherenc.encodings.formula import ConstraintTable, Formula
from slitherenc.encodings.options import EncodeOptions, NumberingOptions, symmetry_steps
from slitherenc.encodings.terms import Cmp, Iff, Implies, Neg, Or, Sum, Term, Var
from slitherenc.model.model import Model

OPTIONS = NumberingOptions
SUPPORTS = EVERYTHING


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """Add vertex numbers that exclude a second loop. For a model that allows several loops, add nothing."""
    if model.loop != "single":
        return formula
    board = model.board
    edges, vertices = np.arange(board.n_edges), np.arange(board.n_vertices)
    formula = formula.add_ints("v", edges, (-1, 0, 1), board.edge_name, magnitude=1)
    formula = formula.add_ints("x", vertices, range(board.n_vertices + 1), board.vertex_name)
    formula = formula.add_ints("y", vertices, (0, 1), board.vertex_name)
    v, x, y = (formula.family(label).first for label in "vxy")

    formula = formula.add_tables(*_direction(model, v))
    on_loop = Iff(Cmp(">", Var(0), 0), Cmp(">", Var(1), 0))
    for family in formula.ints:
        if family.label == "d":
            rows = np.column_stack([family.first + np.arange(family.size), x + family.of])
            formula = formula.add_tables(ConstraintTable("on loop", on_loop, rows.astype(np.int32)))
    starts = Iff(Cmp("=", Var(0), 1), Cmp("=", Var(1), 1))
    formula = formula.add_tables(
        ConstraintTable("start", starts, np.column_stack([x + vertices, y + vertices]).astype(np.int32))
    )
    one = Cmp("=", Sum(tuple(map(Var, vertices.tolist()))), 1)
    formula = formula.add_tables(ConstraintTable("one start", one, (y + vertices)[None, :].astype(np.int32)))
    for op, tail, head in ALONG:
        growth = Implies(Cmp(op, Var(0), 0), Or((Cmp(">", Var(2), Var(1)), Cmp("=", Var(2), 1))))
        rows = np.column_stack([v + edges, x + board.ends[:, tail], x + board.ends[:, head]])
        formula = formula.add_tables(ConstraintTable("growth", growth, rows.astype(np.int32)))
    for step in symmetry_steps(options.symmetry, options.integers):
        formula = STEPS[step](model, formula)
    return formula


def _direction(model: Model, v: int) -> Iterator[ConstraintTable]:
    """Yield constraints: as many lines enter a vertex as leave it. The direction of edge e is variable number v + e."""
    board = model.board
    for vertices, edges in by_size(board.vertex_start, board.vertex_edges):
        incoming = board.ends[edges, 1] == vertices[:, None]
        for pattern in np.unique(incoming, axis=0):
            rows = (incoming == pattern).all(axis=1)
            yield ConstraintTable("direction", Cmp("=", _signed(pattern), 0), (v + edges[rows]).astype(np.int32))


def _signed(incoming: NDArray[np.bool_]) -> Term:
    return Sum(tuple(Var(i) if comes else Neg(Var(i)) for i, comes in enumerate(incoming.tolist())))
