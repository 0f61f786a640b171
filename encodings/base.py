"""Encodes the constraints of a puzzle's Model as a Formula, except the constraint that the lines are one loop.

The formula that `base` returns contains
    Booleans   the edges; the selectors (which switch constraints on); if needed, c_f: face f is inside the loop
    integers   d_v for each vertex v, whose domain is the set of degrees that the model allows
    tables     count:   the Cardinality constraints, which restrict the weighted number of lines among some edges
               degree:  d_v = the number of lines at v
               side, either, choice:  the constraints of the types Side, Either, Choice (model/constraints.py)
    clauses    some line: one clause of all edges, unless a cardinality or a degree already requires a line
A solution of the formula consists of one or more loops that have no common vertex and satisfy every constraint. If d_v
occurs only in "degree", `lower` (integers/lower.py) does not encode d_v, but restricts the number of lines directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from slitherenc.boards.csr import distinct
from slitherenc.encodings.formula import Bools, ConstraintTable, Formula, Places, plain_block
from slitherenc.encodings.inside_variables import add_sides
from slitherenc.encodings.terms import And, Bit, Cmp, Implies, In, Logic, Not, Or, Sum, Term, Var
from slitherenc.model.constraints import Cardinality, Choice, Either, Side, runs
from slitherenc.model.model import Model, allowed_degrees


def base(model: Model) -> Formula:
    """Return the formula of all constraints except "one loop". The top of this module describes its parts."""
    board = model.board
    formula = _add_others(model, _add_degrees(model, _sums_of_lines(model)))
    if not model.asks_for_a_line:
        everything = np.arange(1, board.n_edges + 1, dtype=np.int32)[None, :]
        formula = formula.add_blocks(plain_block("some line", everything))
    return formula


def without_rules(model: Model) -> Formula:
    """Return the formula of the clues and of the extra rules of puzzle variants. The formula does not require that the
    lines form a loop: any number of lines may meet at a vertex, and the set of lines may be empty.
    """
    return _add_others(model, _sums_of_lines(model))


def _sums_of_lines(model: Model) -> Formula:
    """Return the formula of the Cardinality constraints, which restrict how many edges in a set are lines."""
    board = model.board
    edges = Bools("edge", 1, board.n_edges, board.edge_name)
    selectors = Bools("selector", board.n_edges + 1, model.n_selectors, lambda i: f"g_{i + 1}")
    formula = Formula((edges, selectors) if model.n_selectors else (edges,), board=board)
    return formula.add_tables(*_cardinality_tables(model))


def _cardinality_tables(model: Model) -> list[ConstraintTable]:
    # Constraints share a table if they have equal sums, weights and sizes, and all or none of them have a selector.
    columns, n_edges = model.cardinalities, model.board.n_edges
    tables = []
    sizes = np.diff(columns.start).astype(np.int64)
    # A shape is coded as one number, because numbers sort faster than rows. The order is size, low, high, other sums.
    in_order = sorted(range(len(columns.domains)), key=lambda i: (columns.domains[i][0], columns.domains[i][-1], i))
    rank = np.argsort(in_order)
    shapes = (sizes * len(rank) + rank[columns.domain]) * 2 + (columns.selector > 0)
    for shape in distinct(shapes):
        rows = np.flatnonzero(shapes == shape)
        size = int(sizes[rows[0]])
        selected = bool(columns.selector[rows[0]])
        # The last edge of a face is written first, so squares have the order left, top, right, bottom of Tamura's file.
        order = np.roll(np.arange(size), 1)
        places = columns.start[rows][:, None] + order
        table = columns.edges[places] + 1
        if selected:
            table = np.column_stack([table, n_edges + columns.selector[rows]])
        groups = [(np.arange(len(rows)), (1,) * size)]
        if columns.weights is not None:
            different, which = np.unique(columns.weights[places], axis=0, return_inverse=True)
            groups = [(np.flatnonzero(which == i), tuple(w)) for i, w in enumerate(different.tolist())]
        for group, weights in groups:
            logics = sum_is_one_of(range(size), weights, columns.sums_of(int(rows[0])))
            if selected:
                logics = [Implies(Bit(size), logic) for logic in logics]
            faces = Places("face", columns.face[rows][group])
            tables += [ConstraintTable("count", logic, table[group].astype(np.int32), faces) for logic in logics]
    return tables


def sum_is_one_of(columns: Iterable[int], weights: tuple[int, ...], sums: tuple[int, ...]) -> list[Logic]:
    """Return formulas whose conjunction means that the weighted sum of the Booleans in `columns` is one of `sums`."""
    total = Sum(tuple(Bit(column) for column, weight in zip(columns, weights, strict=True) for _ in range(weight)))
    low, high = sums[0], sums[-1]
    if low == high:
        return [Cmp("=", total, low)]
    if len(runs(sums)) > 1:
        return [In(total, sums)]
    return [*[Cmp(">=", total, low)] * (low > 0), *[Cmp("<=", total, high)] * (high < sum(weights))]


def _sum(size: int) -> Term:
    return Sum(tuple(Bit(i) for i in range(size)))


def _add_degrees(model: Model, formula: Formula) -> Formula:
    """Add an integer d_v for each vertex v, and the constraint that d_v equals the number of lines at v."""
    board = model.board
    sizes = np.diff(board.vertex_start)
    for mask in distinct(model.degrees):
        vertices = np.flatnonzero(model.degrees == mask)
        formula = formula.add_ints("d", vertices, allowed_degrees(mask), board.vertex_name)
        number = formula.ints[-1].first + np.arange(len(vertices))
        for size in distinct(sizes[vertices]):
            rows = sizes[vertices] == size
            edges = board.vertex_edges[board.vertex_start[vertices[rows]][:, None] + np.arange(size)] + 1
            columns = np.column_stack([edges, number[rows]]).astype(np.int32)
            degree = Cmp("=", Var(size), _sum(size))
            places = Places("vertex", vertices[rows].astype(np.int32))
            formula = formula.add_tables(ConstraintTable("degree", degree, columns, places))
    return formula


def _add_others(model: Model, formula: Formula) -> Formula:
    if not model.others:
        return formula
    first = 0
    if model.sides or any(isinstance(part, Side) for row in model.eithers for part in _parts(row)):
        formula, first = add_sides(formula, model.board)
    tables: dict[tuple[str, Logic], tuple[list[list[int]], list[int]]] = {}  # by type and logical form
    for row in model.others:
        columns: dict[int, int] = {}
        logic = _logic(row, first, model.board.n_edges, columns)
        if row.selector:
            logic = Implies(_bit(columns, model.board.n_edges + row.selector), logic)
        rows, faces = tables.setdefault((type(row).__name__.lower(), logic), ([], []))
        rows.append(list(columns))
        faces.append(getattr(row, "face", -1))
    return formula.add_tables(
        *(
            ConstraintTable(label, logic, np.array(rows, np.int32), Places("face", np.array(faces, np.int32)))
            for (label, logic), (rows, faces) in tables.items()
        )
    )


def _parts(row: Either) -> Iterator[Cardinality | Side]:
    return (part for parts in row.alternatives for part in parts)


def _logic(row: Cardinality | Side | Either | Choice, first: int, n_edges: int, columns: dict[int, int]) -> Logic:
    """Return the logical form of a constraint. `columns` maps numbers of Boolean variables to columns of a table. The
    function adds the variables that are missing in `columns`. Variable number `first` + f means that face f is inside.
    """
    match row:
        case Side(face, inside):
            bit = _bit(columns, first + face)
            return bit if inside else Not(bit)
        case Cardinality(edges, sums, weights):
            own = [_bit(columns, edge + 1).column for edge in edges]
            return And(tuple(sum_is_one_of(own, weights or (1,) * len(edges), sums)))
        case Either(alternatives):
            return Or(
                tuple(And(tuple(_logic(part, first, n_edges, columns) for part in parts)) for parts in alternatives)
            )
        case Choice(selectors):
            return Or(tuple(_bit(columns, n_edges + selector) for selector in selectors))


def _bit(columns: dict[int, int], boolean: int) -> Bit:
    return Bit(columns.setdefault(boolean, len(columns)))
