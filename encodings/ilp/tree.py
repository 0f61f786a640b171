"""The ILP formulation "tree", whose rows ensure that every solution is one loop. The search needs no cuts.

docs/encodings.md defines the variables (section 7) and the rows (section 8), and states why they are right.
After the edges, the selectors (which switch constraints on) and the faces, the variables are:
    on_v      v has a line                             q_v   the loop visits v or a vertex before v in `vertex_order`
    first_v   v is the first vertex on the loop        s_e   e joins the first vertex to its earlier loop neighbor
    a_e       left(e) is the parent of right(e)        b_e   right(e) is the parent of left(e)
where right(e) and left(e) are the faces beside e. Each bounded face has a parent: a face across one of its edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Ints
from slitherenc.boards.csr import by_size
from slitherenc.encodings.connectivity.tree import later_edges, vertex_order
from slitherenc.encodings.formula import Bools, NameOf
from slitherenc.encodings.ilp.edges import EdgesFormulation
from slitherenc.encodings.ilp.model import (
    BELOW,
    COTREE,
    EQUAL,
    FIRST,
    LAST_LINE,
    PARENT,
    VERTEX,
    Program,
    Table,
    assemble,
    cardinality_tables,
    choice_tables,
    color_tables,
    selector_variables,
    some_line,
)
from slitherenc.model.model import VISITED, Model, allowed_degrees

NONE = -1  # stands for the constant 0 instead of a variable


class TreeFormulation(EdgesFormulation):
    supports = Supports(weights=True, sides=True, selectors=True, choices=True)
    connectivity = "tree"

    def program(self, model: Model) -> Program:
        board = model.board
        edges = np.arange(board.n_edges, dtype=np.int32)
        selectors, selector = selector_variables(model, board.n_edges)
        sides, tables = color_tables(model, board.n_edges + model.n_selectors, selector)
        everything = np.ones(len(model.cardinalities), np.bool_)
        tables += [*cardinality_tables(model, everything, edges, selector), *choice_tables(model, selector)]
        families = [Bools("edge", 0, board.n_edges, board.edge_name), *selectors, *sides]
        certificate = _Certificate(model, families)
        tables += some_line(model, edges) if model.loop == "any" else []
        objective = np.zeros(certificate.n_variables, np.int32)
        objective.setflags(write=False)
        rows = assemble([*tables, *certificate.tables])
        return Program(board, "tree", tuple(certificate.families), objective, False, rows)


class _Certificate:
    """Builds the rows that require the lines to form one loop, and new variables for these rows. The
    attribute `families` lists all groups of variables: first those that existed before, then the new ones.
    """

    def __init__(self, model: Model, families: list[Bools]) -> None:
        self._board = board = model.board
        self.families, self.tables = list(families), list[Table]()
        rank, exit_edge = vertex_order(board)
        on = self._more("on", board.n_vertices, board.vertex_name)
        self._degrees(model, on)
        if model.loop == "any":
            return
        q, x = (self._more(label, board.n_vertices, board.vertex_name) for label in ("q", "first"))
        self._first(np.argsort(rank), on, q, x)
        s = self._last_lines(rank, x)
        arcs = tuple(self._arcs(label, board.sides[:, side]) for side, label in enumerate("ab"))
        self._cotree(exit_edge, on, x, s, arcs)
        self._parents(arcs)

    @property
    def n_variables(self) -> int:
        return sum(family.size for family in self.families)

    def _more(self, label: str, size: int, place: NameOf) -> Ints:
        first = self.n_variables
        self.families.append(Bools(label, first, size, lambda i: f"{label}_{place(i)}"))
        return np.arange(first, first + size, dtype=np.int32)

    def _of_edges(self, label: str, edges: Ints) -> Ints:
        return self._more(label, len(edges), lambda i: self._board.edge_name(int(edges[i])))

    def _rows(
        self,
        tag: int,
        of: Ints | NDArray[np.intp],
        part: int,
        columns: list[Ints],
        numbers: list[int],
        sense: int,
        right: int,
    ) -> None:
        """Add a row for each i: the sum of numbers[k] * x[columns[k][i]] over all k, compared with `right` by `sense`.
        A term whose entry columns[k][i] is NONE is left out.
        """
        table = np.column_stack(columns)
        pattern = (table != NONE) @ (1 << np.arange(table.shape[1]))
        for code in np.unique(pattern).tolist():
            rows = np.flatnonzero(pattern == code)
            used = [i for i in range(table.shape[1]) if code >> i & 1]
            coefficients = [numbers[i] for i in used]
            self.tables.append(Table(tag, of[rows], part, table[rows][:, used], coefficients, sense, right))

    def _degrees(self, model: Model, on: Ints) -> None:
        board = self._board
        for vertices, edges in by_size(board.vertex_start, board.vertex_edges):
            columns, numbers = [*edges.T, on[vertices]], [1] * edges.shape[1] + [-2]
            self._rows(VERTEX, vertices.astype(np.int32), 0, columns, numbers, EQUAL, 0)
        for mask in np.unique(model.degrees).tolist():
            if len(allowed_degrees(mask)) == 1:
                vertices = np.flatnonzero(model.degrees == mask).astype(np.int32)
                self._rows(VERTEX, vertices, 1, [on[vertices]], [1], EQUAL, int(mask == VISITED))

    def _first(self, by_rank: NDArray[np.intp], on: Ints, q: Ints, x: Ints) -> None:
        vertices = np.arange(len(on), dtype=np.int32)
        before = np.empty(len(on), np.int32)
        before[by_rank] = np.append(NONE, q[by_rank[:-1]])
        self._rows(FIRST, vertices, 0, [q, before, x], [1, -1, -1], EQUAL, 0)
        self._rows(FIRST, vertices, 1, [x, on], [1, -1], BELOW, 0)
        self._rows(FIRST, vertices, 2, [on, q], [1, -1], BELOW, 0)
        last = vertices[by_rank[-1:]]
        self._rows(FIRST, last, 3, [q[last]], [1], EQUAL, 1)

    def _last_lines(self, rank: NDArray[np.int64], x: Ints) -> Ints:
        """Of the two lines at the loop's vertex of lowest rank, the *last line* is the one whose other end has the
        lower rank. For each edge, return a variable that is 1 if the edge is the last line, or NONE if it cannot be.
        """
        board = self._board
        later, n_later = later_edges(board, rank)
        s = np.full(board.n_edges, NONE, np.int32)
        for size in np.unique(n_later).tolist():
            vertices = np.flatnonzero(n_later == size).astype(np.int32)
            fan = later[vertices, :size].astype(np.int32)
            if size < 2:
                self._rows(FIRST, vertices, 4, [x[vertices]], [1], EQUAL, 0)
            elif size == 2:
                s[fan[:, 1]] = x[vertices]
            else:
                own = [self._of_edges("s", fan[:, i]) for i in range(1, size)]
                s[fan[:, 1:]] = np.column_stack(own)
                self._rows(LAST_LINE, fan[:, 0], 0, [*own, x[vertices]], [1] * (size - 1) + [-1], EQUAL, 0)
                for i in range(1, size):
                    self._rows(LAST_LINE, fan[:, i], 1, [own[i - 1], fan[:, i]], [1, -1], BELOW, 0)
                    for j in range(i + 1, size):
                        self._rows(LAST_LINE, fan[:, i], j, [own[i - 1], fan[:, j]], [1, 1], BELOW, 1)
        return s

    def _arcs(self, label: str, child: Ints) -> Ints:
        """Return for each edge e a new variable, "the parent of face child[e] is across edge e"."""
        arc = np.full(self._board.n_edges, NONE, np.int32)
        rows = np.flatnonzero(child >= 0)  # the outer face (-1) has no parent and keeps NONE
        arc[rows] = self._of_edges(label, rows.astype(np.int32))
        return arc

    def _cotree(self, exit_edge: NDArray[np.int64], on: Ints, x: Ints, s: Ints, arcs: tuple[Ints, ...]) -> None:
        edges = np.arange(self._board.n_edges, dtype=np.int32)
        leaving = np.full(len(edges), NONE)  # for each edge, the vertex of which it is the exit
        vertices = np.flatnonzero(exit_edge >= 0)
        leaving[exit_edge[vertices]] = vertices
        e, t = edges[leaving >= 0], leaving[leaving >= 0]
        columns = [e, s[e], on[t], x[t], *(arc[e] for arc in arcs)]
        self._rows(COTREE, e, 0, columns, [1, -1, -1, 1, 1, 1], EQUAL, 0)
        e = edges[leaving < 0]
        self._rows(COTREE, e, 0, [e, s[e], *(arc[e] for arc in arcs)], [1, -1, 1, 1], EQUAL, 1)

    def _parents(self, arcs: tuple[Ints, ...]) -> None:
        board = self._board
        for faces, edges in by_size(board.face_start, board.face_edges):
            own = np.where(board.sides[edges, 0] == faces[:, None], arcs[0][edges], arcs[1][edges])
            self._rows(PARENT, faces.astype(np.int32), 0, list(own.T), [1] * edges.shape[1], EQUAL, 1)


FORMULATION = TreeFormulation()
