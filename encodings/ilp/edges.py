"""The ILP formulation "edges", which has a 0/1 variable for each edge.

It is a program by Sugimura, which Ishihama and Kuno (2013) present as program (1). For boards of triangles, it is the
program that Natsume, Nakano and Adachi present as (1)-(12). docs/encodings.md, section 8, explains all rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.csr import by_size, gather
from slitherenc.encodings.formula import Bools
from slitherenc.encodings.ilp.model import (
    ABOVE,
    BELOW,
    EQUAL,
    FRAME,
    VERTEX,
    CutRow,
    Program,
    Table,
    assemble,
    cardinality_tables,
    choice_tables,
    color_tables,
    selector_variables,
    some_line,
)
from slitherenc.model.model import EITHER, Model, allowed_degrees


class EdgesFormulation:
    supports = Supports(weights=True, sides=True, selectors=True, choices=True)
    connectivity = "none"

    def program(self, model: Model) -> Program:
        board = model.board
        stub_vertex, stub_name = stubs(board)
        n_stubs = len(stub_vertex)
        edges = np.arange(board.n_edges, dtype=np.int32)
        frame = np.arange(board.n_edges, board.n_edges + n_stubs, dtype=np.int32)
        families = [Bools("edge", 0, board.n_edges, board.edge_name)]
        if n_stubs:
            families.append(Bools("frame", board.n_edges, n_stubs, stub_name.__getitem__))
        n_lines = board.n_edges + n_stubs
        selectors, selector = selector_variables(model, n_lines)
        sides, side_rows = color_tables(model, n_lines + model.n_selectors, selector)
        everything = np.ones(len(model.cardinalities), np.bool_)
        tables = [*cardinality_tables(model, everything, edges, selector), *_vertex_tables(model, stub_vertex)]
        tables += [*side_rows, *choice_tables(model, selector)]
        tables.append(Table(FRAME, frame, -1, frame[:, None], [1], EQUAL, 0))
        tables += some_line(model, edges)
        n_others = model.n_selectors + sum(family.size for family in sides)
        objective = np.repeat(np.array([1, 0], np.int32), [n_lines, n_others])
        objective.setflags(write=False)
        return Program(board, "edges", (*families, *selectors, *sides), objective, False, assemble(tables))

    def lines(self, board: Board, values: NDArray[np.int64]) -> Bits:
        bits: Bits = values[: board.n_edges] == 1
        return bits

    def forbidden(self, board: Board, on: Sequence[int], off: Sequence[int]) -> list[CutRow]:
        """Return a row that excludes answers with lines on all of `on` and none of `off`: Σ on - Σ off <= |on| - 1.
        `off` must be empty, or contain all edges that are not in `on`."""
        return [CutRow([*on, *off], [1] * len(on) + [-1] * len(off), len(on) - 1)]


def stubs(board: Board) -> tuple[Ints, list[str]]:
    """Return the vertices and names of the edges that would lead out of the board if its tiling continued.

    A name consists of the direction and the vertex, such as `up_0_3`. Without a regular tiling, the lists are empty.
    """
    missing = np.ones((board.n_vertices, len(board.traits.directions)), np.bool_)
    tail, head = board.ends.T
    for vertex, other in ((tail, head), (head, tail)):
        step = board.xy[other] - board.xy[vertex]
        for i, direction in enumerate(board.traits.directions.values()):
            missing[vertex[np.isclose(step, direction).all(axis=1)], i] = False
    vertices, which = np.nonzero(missing)
    words = list(board.traits.directions)
    names = [f"{words[i]}_{board.vertex_name(v)}" for v, i in zip(vertices.tolist(), which.tolist(), strict=True)]
    return vertices.astype(np.int32), names


def _vertex_tables(model: Model, stub_vertex: Ints) -> list[Table]:
    board = model.board  # stub_vertex[i]: the vertex of the frame edge i, which would lead out of the board
    vertex = np.concatenate([np.repeat(np.arange(board.n_vertices), np.diff(board.vertex_start)), stub_vertex])
    variable = np.concatenate([board.vertex_edges, board.n_edges + np.arange(len(stub_vertex), dtype=np.int32)])
    order = np.argsort(vertex, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(vertex, minlength=board.n_vertices))]).astype(np.int32)
    tables = []
    for mask in np.unique(model.degrees).tolist():
        of_mask = np.flatnonzero(model.degrees == mask)
        for rows, edges in by_size(*gather(start, variable[order], of_mask)):
            vertices, n = of_mask[rows], edges.shape[1]
            if mask != EITHER:
                tables.append(Table(VERTEX, vertices, -1, edges, [1] * n, EQUAL, allowed_degrees(mask)[0]))
                continue
            for i in range(n):
                others = [-1 if j == i else 1 for j in range(n)]
                tables.append(Table(VERTEX, vertices, i, edges, others, ABOVE, 0))
            tables.append(Table(VERTEX, vertices, n, edges, [1] * n, BELOW, 2))
    return tables


FORMULATION = EdgesFormulation()
