"""Symmetry steps for the connectivity `numbering`: each step reduces the number of models per loop.

A step is a function that adds constraints to the formula of `numbering.connect`. At least one model of every loop
remains, and no other loops become possible. docs/encodings.md, section 3, contains the proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from slitherenc.encodings.formula import ConstraintTable, Formula
from slitherenc.encodings.inside_variables import edge_groups
from slitherenc.encodings.options import SYMMETRY_STEPS
from slitherenc.encodings.terms import And, Bit, Cmp, Iff, Implies, Neg, Op, Or, Sum, Term, Var
from slitherenc.model.model import Model

ALONG: tuple[tuple[Op, int, int], ...] = ((">", 0, 1), ("<", 1, 0))  # v_e > 0 leads from ends[e, 0] to ends[e, 1]


def tight_domain(model: Model, formula: Formula) -> Formula:
    """Lower the upper bound of x_v, the position of vertex v on the loop, to the greatest possible length of a loop."""
    part = _two_parts(model)
    possible = model.degrees & 4 > 0
    most = int(possible.sum())
    if part is not None:
        most = 2 * min(int((possible & part).sum()), int((possible & ~part).sum()))
    old = formula.family("x")
    new = replace(old, values=range(most + 1))
    return replace(formula, ints=tuple(new if family is old else family for family in formula.ints))


def _two_parts(model: Model) -> NDArray[np.bool_] | None:
    """Return a 2-coloring of the vertices as Booleans, or None if the board is not bipartite."""
    board = model.board
    neighbors: list[list[int]] = [[] for _ in range(board.n_vertices)]
    for a, b in board.ends.tolist():
        neighbors[a].append(b)
        neighbors[b].append(a)
    side: list[bool | None] = [None] * board.n_vertices
    for root in range(board.n_vertices):
        if side[root] is not None:
            continue
        side[root], todo = False, [root]
        while todo:
            vertex = todo.pop()
            for other in neighbors[vertex]:
                if side[other] is None:
                    side[other] = not side[vertex]
                    todo.append(other)
                elif side[other] == side[vertex]:
                    return None
    return np.array(side, np.bool_)


def fixed_start(model: Model, formula: Formula) -> Formula:
    """Require that the loop starts at its vertex with the smallest index (docs/encodings.md, section 3).

    d_v is the number of lines at vertex v. y_v means that the loop starts at v. A new q_v means that the loop visits v
    or a vertex with a smaller index. The constraints are q_v <=> q_{v-1} or d_v > 0, and y_v <=> d_v > 0 and not
    q_{v-1}. The last q_v must be true. These constraints replace two others: that exactly one y_v is true, and that at
    least one edge is a line.
    """
    board = model.board
    vertices = np.arange(board.n_vertices)
    degree = np.empty(board.n_vertices, np.int32)
    for family in formula.ints:
        if family.label == "d":
            degree[family.of] = family.first + np.arange(family.size)
    formula = formula.add_ints("q", vertices, (0, 1), board.vertex_name)
    q, y = formula.family("q").first, formula.family("y").first

    on, seen, start = Cmp(">", Var(0), 0), Cmp("=", Var(1), 1), Cmp("=", Var(2), 1)
    columns = np.column_stack([degree, q + vertices, y + vertices, np.append(0, q + vertices[:-1])]).astype(np.int32)
    prefix = And((Iff(seen, Or((Cmp("=", Var(3), 1), on))), Iff(start, And((on, Cmp("=", Var(3), 0))))))
    first = And((Iff(seen, on), Iff(start, on)))
    formula = formula.add_tables(ConstraintTable("prefix", first, columns[:1, :3]))
    for family in formula.ints:
        if family.label == "d":  # a column of a table contains integers of only one family
            rows = family.of[family.of > 0]
            formula = formula.add_tables(ConstraintTable("prefix", prefix, columns[rows]))
    formula = formula.add_tables(
        ConstraintTable("some line", Cmp("=", Var(0), 1), np.array([[q + vertices[-1]]], np.int32))
    )
    blocks = tuple(block for block in formula.blocks if block.label != "some line")
    return replace(formula, blocks=blocks).without_tables("one start")


def tied_direction(model: Model, formula: Formula) -> Formula:
    """Require that the loop runs clockwise.

    Let v_e be the direction of edge e (1, -1, or 0 if e is not a line), and c(f) be 1 if face f is inside the loop,
    otherwise 0. The constraint is v_e = c(face on the right of e) - c(face on the left of e). It implies that as many
    lines enter each vertex as leave it. The constraints "direction" say the same, so they are removed.
    """
    board = model.board
    formula = formula.add_ints("c", np.arange(board.n_faces), (0, 1), board.face_name)
    c, v = formula.family("c").first, formula.family("v").first
    for edges, right, left in edge_groups(board):
        if right is not None and left is not None:
            difference: Term = Sum((Var(1), Neg(Var(2))))
        else:
            difference = Var(1) if right is not None else Neg(Var(1))
        columns = np.column_stack([v + edges, *(c + faces for faces in (right, left) if faces is not None)])
        formula = formula.add_tables(ConstraintTable("inside", Cmp("=", Var(0), difference), columns.astype(np.int32)))
    return formula.without_tables("direction")


def counted_peaks(model: Model, formula: Formula) -> Formula:
    """Require for each vertex v of the loop: x_v is 1 plus the number of peaks from the loop's start to just before v.

    A peak is a vertex of the loop whose two neighbors on the loop have smaller indices. p_v is 1 if v is a peak,
    otherwise 0. Let z_u = x_u + p_u. If the loop runs from u to w, then x_w = z_u, unless w is the start.
    """
    board = model.board
    vertices, edges = np.arange(board.n_vertices), np.arange(board.n_edges)
    old, y, v = (formula.family(label) for label in "xyv")
    x = replace(old, values=range(old.values[-1] // 2 + 2))
    ints = tuple(x if family is old else family for family in formula.ints)
    formula = replace(formula, ints=ints).without_tables("growth", "start")

    lower = _lower_edges(model)
    tops = np.flatnonzero([len(row) >= 2 for row in lower])
    formula = formula.add_ints("p", tops, (0, 1), board.vertex_name)
    formula = formula.add_ints("z", tops, x.values, board.vertex_name)
    p, z = formula.family("p"), formula.family("z")
    for size in sorted({len(lower[top]) for top in tops}):
        lines = Sum(tuple(Bit(i) for i in range(1, size + 1)))
        peak = Iff(Cmp("=", Var(0), 1), Cmp(">=", lines, 2))
        rows = [[p.first + i, *(e + 1 for e in lower[top])] for i, top in enumerate(tops) if len(lower[top]) == size]
        formula = formula.add_tables(ConstraintTable("peak", peak, np.array(rows, np.int32)))
    after = x.first + vertices  # for a vertex that cannot be a peak, z equals x and needs no variable
    after[tops] = z.first + np.arange(len(tops))
    passed = Cmp("=", Var(2), Sum((Var(0), Var(1))))
    passing = np.column_stack([x.first + tops, p.first + np.arange(len(tops)), after[tops]])
    first = Implies(Cmp("=", Var(1), 1), Cmp("=", Var(0), 1))
    starts = np.column_stack([x.first + vertices, y.first + vertices])
    formula = formula.add_tables(
        ConstraintTable("passed", passed, passing.astype(np.int32)),
        ConstraintTable("start", first, starts.astype(np.int32)),
    )
    for op, tail, head in ALONG:
        growth = Implies(Cmp(op, Var(0), 0), Or((Cmp("=", Var(2), Var(1)), Cmp("=", Var(3), 1))))
        u, w = board.ends[:, tail], board.ends[:, head]
        table = np.column_stack([v.first + edges, after[u], x.first + w, y.first + w]).astype(np.int32)
        is_top = np.isin(u, tops)  # a column of a table contains integers of only one family
        formula = formula.add_tables(
            ConstraintTable("growth", growth, table[is_top]), ConstraintTable("growth", growth, table[~is_top])
        )
    return formula


def _lower_edges(model: Model) -> list[list[int]]:
    lower: list[list[int]] = [[] for _ in range(model.board.n_vertices)]
    for edge, vertex in enumerate(model.board.ends[:, 1].tolist()):
        lower[vertex].append(edge)
    return lower


STEPS: Mapping[str, Callable[[Model, Formula], Formula]] = dict(
    zip(SYMMETRY_STEPS, (tight_domain, fixed_start, tied_direction, counted_peaks), strict=True)
)
