"""base(model): the rules of Slitherlink without "one loop", over the edges alone.

In: a Model. Out: a Formula with
    Booleans   the edges, then the selectors
    integers   d_v, the degree of each vertex, with the degrees that the model allows as its values
    rules      count:   (=> selector) low <= sum of the lines among its edges <= high
               degree:  d_v = sum of the lines at v
    clauses    some line: one of all edges, unless a count or a degree asks for a line anyway
Its solutions, on the edges, are the Slitherlinks: loops that touch nowhere, at least one, that keep every count.
An integer d_v that nothing else mentions costs no variable: `lower` asks for the sum itself to be an allowed degree.
"""

from __future__ import annotations

import numpy as np

from slitherenc.encodings.formula import Bools, ConstraintTable, Formula, plain_block
from slitherenc.encodings.terms import Bit, Cmp, Implies, Logic, Sum, Term, Var
from slitherenc.model import VISITED, Model, allowed_degrees


def base(model: Model) -> Formula:
    """See the module's text."""
    board = model.board
    edges = Bools("edge", 1, board.n_edges, board.edge_name)
    selectors = Bools("selector", board.n_edges + 1, model.n_selectors, lambda i: f"g_{i + 1}")
    formula = Formula((edges, selectors) if model.n_selectors else (edges,), board=board)
    formula = formula.add_tables(*_count_rules(model))
    formula = _add_degrees(model, formula)
    counts = model.counts
    if not ((counts.low > 0) & (counts.selector == 0)).any() and not (model.degrees == VISITED).any():
        everything = np.arange(1, board.n_edges + 1, dtype=np.int32)[None, :]
        formula = formula.add_blocks(plain_block("some line", everything))
    return formula


def _count_rules(model: Model) -> list[ConstraintTable]:
    """One rule a shape (number of edges, low, high, selected or not)."""
    counts, n_edges = model.counts, model.board.n_edges
    rules = []
    sizes = np.diff(counts.start).astype(np.int64)
    # Shapes as numbers, which are sorted faster than rows are: (size, low, high, selected) in one.
    most = int(max(sizes.max(initial=0), counts.high.max(initial=0), -counts.low.min(initial=0))) + 1
    shapes = ((sizes * (2 * most) + counts.low + most) * (2 * most) + counts.high + most) * 2 + (counts.selector > 0)
    for shape in np.unique(shapes):
        rows = np.flatnonzero(shapes == shape)
        size, low, high = (int(column[rows[0]]) for column in (sizes, counts.low, counts.high))
        selected = bool(counts.selector[rows[0]])
        # The last edge of a face first: left, top, right, bottom on squares, as in Tamura's text.
        order = np.roll(np.arange(size), 1)
        columns = counts.edges[counts.start[rows][:, None] + order] + 1
        lines = _sum(size)
        wishes: list[Logic] = [Cmp("=", lines, low)]
        if low < high:
            wishes = [*[Cmp(">=", lines, low)] * (low > 0), *[Cmp("<=", lines, high)] * (high < size)]
        if selected:
            columns = np.column_stack([columns, n_edges + counts.selector[rows]])
            wishes = [Implies(Bit(size), wish) for wish in wishes]
        rules += [ConstraintTable("count", wish, columns.astype(np.int32)) for wish in wishes]
    return rules


def _sum(size: int) -> Term:
    return Sum(tuple(Bit(i) for i in range(size)))


def _add_degrees(model: Model, formula: Formula) -> Formula:
    """A family of integers for each set of allowed degrees, a rule for each number of edges at a vertex."""
    board = model.board
    sizes = np.diff(board.vertex_start)
    for mask in np.unique(model.degrees).tolist():
        vertices = np.flatnonzero(model.degrees == mask)
        formula = formula.add_ints("d", vertices, allowed_degrees(mask), board.vertex_name)
        number = formula.ints[-1].first + np.arange(len(vertices))
        for size in np.unique(sizes[vertices]).tolist():
            rows = sizes[vertices] == size
            edges = board.vertex_edges[board.vertex_start[vertices[rows]][:, None] + np.arange(size)] + 1
            columns = np.column_stack([edges, number[rows]]).astype(np.int32)
            formula = formula.add_tables(ConstraintTable("degree", Cmp("=", Var(size), _sum(size)), columns))
    return formula
