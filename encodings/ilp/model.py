"""Program: a 0/1 linear program, and the interface of the formulations that encode a Model as a Program.

A solution of a Program is one or more loops that do not touch each other and satisfy every constraint of the model.
Only the formulation `tree` ensures that there is one loop. With other formulations, the search adds cuts, each of which
excludes a loop (`solvers.enumerate`). A formulation's default objective is from the paper that introduced it.

A formulation is an object with
    supports                         the constraints that `program` accepts; `decompose` first rewrites all others
    connectivity                     "tree" if the program ensures that there is one loop, otherwise "none"
    program(model) -> Program        the program of a model; raises UsageError if the board is not supported
    lines(board, values) -> Bits     whether each edge is a line, from the values of the variables
    forbidden(board, on, off)        constraints that exclude answers with lines on all edges `on` and no edge of `off`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.csr import by_size, gather
from slitherenc.encodings.formula import Bools
from slitherenc.encodings.inside_variables import edge_groups
from slitherenc.encodings.tables import FORMULATIONS
from slitherenc.model.decompose import decompose
from slitherenc.model.model import Model

TAGS = ("clue", "count", "vertex", "frame", "some line", "side", "choice", "first", "last line", "cotree", "parent")
CLUE, COUNT, VERTEX, FRAME, SOME_LINE, SIDE, CHOICE, FIRST, LAST_LINE, COTREE, PARENT = range(len(TAGS))
BELOW, EQUAL, ABOVE = -1, 0, 1


@dataclass(frozen=True, eq=False)
class Rows:
    """The constraints of a program, as read-only arrays.

    Row i is the sum of coefficients[j] times the variable with the number columns[j], for j in start[i]:start[i + 1].
    The sum must be at most right[i] if sense[i] is -1, equal to right[i] if 0, and at least right[i] if 1. The kind of
    the row is TAGS[tag[i]]. The row belongs to the clue, vertex, edge, face or variable with the number `of[i]`. If
    several rows belong to the same object, part[i] numbers them.
    """

    start: Ints
    columns: Ints
    coefficients: Ints
    sense: NDArray[np.int8]
    right: Ints
    tag: NDArray[np.int8]
    of: Ints
    part: Ints

    def __len__(self) -> int:
        return len(self.right)

    def each(self) -> Iterator[tuple[list[tuple[int, int]], int, int]]:
        """Yield for each row its (coefficient, variable) pairs, its sense, and its right-hand side."""
        start, columns, coefficients = self.start.tolist(), self.columns.tolist(), self.coefficients.tolist()
        for i, (sense, right) in enumerate(zip(self.sense.tolist(), self.right.tolist(), strict=True)):
            part = slice(start[i], start[i + 1])
            yield list(zip(coefficients[part], columns[part], strict=True)), sense, right

    def is_satisfied_by(self, values: NDArray[np.int64]) -> bool:
        terms = np.concatenate([[0], np.cumsum(self.coefficients * values[self.columns])])
        left = terms[self.start[1:]] - terms[self.start[:-1]]
        too_much = (left > self.right) & (self.sense != ABOVE)
        too_little = (left < self.right) & (self.sense != BELOW)
        return not (too_much | too_little).any()


@dataclass(frozen=True, eq=False, repr=False)
class Program:
    """A 0/1 program: variables (numbered from 0), an objective coefficient for each variable, and constraint rows."""

    board: Board
    formulation: str
    variables: tuple[Bools, ...]
    objective: Ints
    maximize: bool
    rows: Rows

    @property
    def n_variables(self) -> int:
        return len(self.objective)

    def family(self, label: str) -> Bools | None:
        return next((family for family in self.variables if family.label == label), None)

    def sizes(self) -> dict[str, object]:
        """Return the number of variables, and the number of constraints of each kind that occurs. Three kinds are
        always listed, as in Table 1 of Ishihama and Kuno (2013): clue, vertex and frame (no line outside the board).
        """
        number = np.bincount(self.rows.tag, minlength=len(TAGS)).tolist()
        shown = {tag: number[i] for i, tag in enumerate(TAGS) if number[i] or i in (CLUE, VERTEX, FRAME)}
        first = (CLUE, VERTEX, FRAME)
        order = sorted(shown, key=lambda tag: (TAGS.index(tag) not in first, TAGS.index(tag)))
        return {"variables": self.n_variables, "constraints": {tag: shown[tag] for tag in order}}

    def variable_names(self) -> list[str]:
        """Return the names of the variables in order, such as `h_0_1`. No name begins with e (see `legal_name`)."""
        return [legal_name(family.name(i), i) for family in self.variables for i in range(family.size)]

    def row_names(self) -> list[str]:
        """Return the names of the rows in order, such as `vertex_0_1_a`. Repeated names end with `__2`, `__3`, …"""
        rows, board = self.rows, self.board
        names = self.variable_names()
        place = (
            board.face_name,
            str,
            board.vertex_name,
            names.__getitem__,
            lambda _: "",
            str,
            str,
            board.vertex_name,
            board.edge_name,
            board.edge_name,
            board.face_name,
        )
        times: Counter[str] = Counter()
        row_names = []
        for tag, of, part in zip(rows.tag.tolist(), rows.of.tolist(), rows.part.tolist(), strict=True):
            word = TAGS[tag].replace(" ", "_")
            end = f"_{chr(ord('a') + part)}" if 0 <= part < 26 else f"_{part}" * (part >= 0)
            name = f"{word}_{place[tag](of)}{end}".rstrip("_")
            times[name] += 1
            row_names.append(name if times[name] == 1 else f"{name}__{times[name]}")
        return row_names

    def __repr__(self) -> str:
        return f"<Program {self.formulation}: {self.n_variables} variables, {len(self.rows)} rows>"


def legal_name(name: str, index: int) -> str:
    """Return the name, or `line_INDEX` if the name begins with e. LP readers would parse such a name as an exponent."""
    return f"line_{index}" if name[:1] in ("e", "E") else name


class CutRow(NamedTuple):
    """A cut: the sum of coefficients[j] times variable number columns[j], over all j, is at most `right`."""

    columns: list[int]
    coefficients: list[int]
    right: int


class Formulation(Protocol):
    supports: Supports
    connectivity: str

    def program(self, model: Model) -> Program: ...

    def lines(self, board: Board, values: NDArray[np.int64]) -> Bits: ...

    def forbidden(self, board: Board, on: Sequence[int], off: Sequence[int]) -> list[CutRow]: ...


def program(model: Model, formulation: str, objective: int = 0) -> Program:
    """Encode a model in the named formulation. `objective` is 1 to maximize the number of lines, -1 to minimize it, and
    0 for the formulation's own objective. Raises UsageError if the formulation does not exist, or does not support the
    board or a constraint."""
    chosen: Formulation = FORMULATIONS.load(formulation)
    integer_program = chosen.program(decompose(model, chosen.supports, f"the formulation {formulation}"))
    if not objective:
        return integer_program
    lines = np.arange(integer_program.n_variables) < model.board.n_edges
    return replace(integer_program, objective=lines.astype(np.int32), maximize=objective > 0)


def suited_formulation(board: Board) -> str:
    """Return the default formulation for lazy cuts: "cells" on squares, where it is faster, otherwise "edges"."""
    return "cells" if board.kind == "square" else "edges"


class Table(NamedTuple):
    """Rows with the same number of terms. The fields are as in `Rows`, but some may be one number for all rows."""

    tag: int
    of: Ints | NDArray[np.intp] | int
    part: int
    columns: NDArray[np.integer[Any]]
    coefficients: Sequence[int] | Ints  # [width] or [n, width]
    sense: int
    right: Ints | int
    selector: Ints | int = -1  # the variable that must be 1 for the row to hold, or -1 if the row must always hold


def assemble(tables: Iterable[Table]) -> Rows:
    """Join the tables into one Rows object. Its rows are sorted by `tag` (the kind of constraint), then by `of` (the
    number of the vertex, edge or other object of the row), then by `part` (which numbers the rows of this object).
    """
    flat = [_flat(table) for table in tables if len(table.columns)]
    width = np.concatenate([np.full(len(t.columns), t.columns.shape[1], np.int64) for t in flat])
    start = np.concatenate([[0], np.cumsum(width)]).astype(np.int32)
    columns = np.concatenate([t.columns.reshape(-1) for t in flat]).astype(np.int32)
    coefficients = np.concatenate([np.asarray(t.coefficients).reshape(-1) for t in flat]).astype(np.int32)
    tag = np.concatenate([np.full(len(t.columns), t.tag, np.int8) for t in flat])
    part = np.concatenate([np.full(len(t.columns), t.part, np.int32) for t in flat])
    sense = np.concatenate([np.full(len(t.columns), t.sense, np.int8) for t in flat])
    of = np.concatenate([np.asarray(t.of) for t in flat]).astype(np.int32)
    right = np.concatenate([np.asarray(t.right) for t in flat]).astype(np.int32)
    order = np.lexsort((part, of, tag))
    _, coefficients = gather(start, coefficients, order)
    start, columns = gather(start, columns, order)
    parts = (start, columns, coefficients, sense[order], right[order], tag[order], of[order], part[order])
    for column in parts:
        column.setflags(write=False)
    return Rows(*parts)


def _flat(table: Table) -> Table:
    """Expand all fields to arrays with one entry per row. If a row has a selector g, add a term for g:

    left <= right  becomes  left + (M - right) g <= M, where M is the greatest value of the left side;
    left >= right  becomes  left - (right - m) g >= m, where m is the least value of the left side.
    """
    n, width = table.columns.shape
    coefficients = np.broadcast_to(np.asarray(table.coefficients, np.int64), (n, width))
    of, right, selector = (
        np.broadcast_to(np.asarray(c, np.int64), (n,)) for c in (table.of, table.right, table.selector)
    )
    columns = table.columns
    if (selector >= 0).any():
        assert (selector >= 0).all(), "a table has selectors in all of its rows or in none"
        assert table.sense != EQUAL, "an equation under a selector is two tables"
        bounds = coefficients.clip(max=0) if table.sense == ABOVE else coefficients.clip(min=0)
        extreme = bounds.sum(axis=1)
        columns = np.column_stack([columns, selector])
        coefficients = np.column_stack([coefficients, extreme - right])
        right = extreme
    numbers, limits = coefficients.astype(np.int32), right.astype(np.int32)
    return Table(table.tag, of.astype(np.int32), table.part, columns, numbers, table.sense, limits)


def bound_sums(
    tag: int, of: Ints, columns: Ints, coefficients: Sequence[int] | Ints, low: Ints, high: Ints, selector: Ints
) -> list[Table]:
    """Return rows that require low[i] <= sum i <= high[i] for each i. Sum i adds the variables in row i of
    `columns`, weighted by `coefficients`. If selector[i] is not -1, sum i is restricted only if the variable with
    this number is 1."""
    exact = (low == high) & (selector < 0)
    rows = []
    coefficients = np.broadcast_to(np.asarray(coefficients, np.int32), columns.shape)
    for sense, right, part, chosen in (
        (EQUAL, low, -1, exact),
        (ABOVE, low, 0, ~exact & (selector < 0)),
        (BELOW, high, 1, ~exact & (selector < 0)),
        (ABOVE, low, 0, selector >= 0),
        (BELOW, high, 1, selector >= 0),
    ):
        table = Table(
            tag, of[chosen], part, columns[chosen], coefficients[chosen], sense, right[chosen], selector[chosen]
        )
        rows.append(table)
    return rows


def selector_variables(model: Model, first: int) -> tuple[list[Bools], Ints]:
    """Return one variable for each selector, and an array that maps each selector to the number of its variable.
    The variables are numbered from `first`, and the selectors from 1. Entry 0 of the array is -1, for "no selector".
    """
    families = [Bools("selector", first, model.n_selectors, lambda i: f"g_{i + 1}")] if model.n_selectors else []
    return families, np.append(-1, first + np.arange(model.n_selectors)).astype(np.int32)


def cardinality_tables(model: Model, rows: Bits, variable: Ints, selector: Ints) -> list[Table]:
    """Return linear constraints that express those Cardinality constraints of the model for which `rows` is true.

    The allowed sums of each such Cardinality constraint must be consecutive numbers. variable[e] is the variable of
    edge e. `selector` is the array that `selector_variables` returns.
    """
    columns = model.cardinalities
    tables = []
    for numbers, places in by_size(columns.start, np.arange(len(columns.edges), dtype=np.int32)):
        of_face = columns.face[numbers] >= 0
        for tag, of, chosen in ((CLUE, columns.face, of_face), (COUNT, np.arange(len(columns)), ~of_face)):
            i = numbers[chosen & rows[numbers]]
            entries = places[chosen & rows[numbers]]
            weights = np.ones(entries.shape, np.int32) if columns.weights is None else columns.weights[entries]
            terms = variable[columns.edges[entries]]
            condition = selector[columns.selector[i]]
            tables += bound_sums(
                tag, of[i].astype(np.int32), terms, weights, columns.low[i], columns.high[i], condition
            )
    return tables


def difference_tables(tag: int, of: Ints, line: Ints, right: Ints, left: Ints) -> list[Table]:
    """Return four rows for each i, which require line[i] = |right[i] - left[i]|. The arrays `line`, `right` and `left`
    contain variables. `tag` and `of[i]` are stored in the rows; the class `Rows` describes them.
    """
    columns = np.column_stack([line, right, left])
    rows = [([1, -1, -1], BELOW, 0), ([1, -1, 1], ABOVE, 0), ([1, 1, -1], ABOVE, 0), ([1, 1, 1], BELOW, 2)]
    # Parts start at 1000 so that the row names differ from those of cardinalities.
    return [Table(tag, of, 1000 + i, columns, *row) for i, row in enumerate(rows)]


def side_tables(model: Model, color: Ints, selector: Ints) -> list[Table]:
    """Return rows that fix the variable color[f] to 1 if face f must be inside, or to 0 if face f must be outside."""
    tables = []
    for i, (face, inside, chosen) in enumerate(model.sides):
        number, one = np.array([i], np.int32), np.array([int(inside)], np.int32)
        tables += bound_sums(SIDE, number, color[[[face]]], [1], one, one, selector[[chosen]])
    return tables


def choice_tables(model: Model, selector: Ints) -> list[Table]:
    """Return a row for each Choice constraint. The row requires that at least one selector of the Choice is 1.

    A selector is a 0/1 variable that switches constraints on; selector n is the variable `selector[n]`.
    """
    tables = []
    for i, (selectors, chosen) in enumerate(model.choices):
        columns = selector[[list(selectors)]]
        tables.append(Table(CHOICE, i, -1, columns, [1] * len(selectors), ABOVE, 1, int(selector[chosen])))
    return tables


def color_tables(model: Model, first: int, selector: Ints) -> tuple[list[Bools], list[Table]]:
    """Return variables "face f is inside", numbered from `first`, and the rows that tie them to lines and to the Side
    constraints. Return empty lists if the model has no Side constraint."""
    if not model.sides:
        return [], []
    board = model.board
    color = np.arange(first, first + board.n_faces, dtype=np.int32)
    tables = side_tables(model, color, selector)
    for edges, right, left in edge_groups(board):
        line = edges.astype(np.int32)  # edge e must be variable e
        if right is not None and left is not None:
            tables += difference_tables(SIDE, line, line, color[right], color[left])
        else:
            face = right if right is not None else left
            columns = np.column_stack([line, color[face]])
            tables.append(Table(SIDE, line, 1000, columns, [1, -1], EQUAL, 0))
    return [Bools("inside", first, board.n_faces, lambda i: f"in_{board.face_name(i)}")], tables


def some_line(model: Model, columns: Ints) -> list[Table]:
    """Return the row "at least one variable in `columns` is 1", or [] if another constraint already requires a line."""
    if model.asks_for_a_line:
        return []
    return [Table(SOME_LINE, 0, -1, columns[None, :], [1] * len(columns), ABOVE, 1)]
