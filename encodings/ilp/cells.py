"""The ILP formulation "cells", which has a 0/1 variable for each cell of a square board and of a frame around it.

The variable is 1 if an odd number of loops surround the cell (Ishihama and Kuno 2013, program (2)). docs/encodings.md,
section 8, lists all variables and rows, and states why they are right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import Supports
from slitherenc.boards.board import Bits, Board, Ints
from slitherenc.boards.lines import inside
from slitherenc.encodings.formula import Bools
from slitherenc.encodings.ilp.model import (
    ABOVE,
    BELOW,
    CLUE,
    COUNT,
    EQUAL,
    FRAME,
    VERTEX,
    CutRow,
    Program,
    Table,
    assemble,
    bound_sums,
    cardinality_tables,
    choice_tables,
    difference_tables,
    selector_variables,
    side_tables,
    some_line,
)
from slitherenc.model.model import VISITED, Model

FREE = 0b001  # degree mask of vertices that the loop must not visit


class CellsFormulation:
    supports = Supports(weights=True, sides=True, selectors=True, choices=True, boards=("square",))
    connectivity = "none"

    def program(self, model: Model) -> Program:
        board = model.board
        grid = _grid(board)
        n_cells = grid.size
        n_frame = n_cells - board.n_faces
        frame = np.arange(board.n_faces, n_cells, dtype=np.int32)
        places = np.argwhere(grid >= board.n_faces)
        whole = _of_whole_face(model)
        counted = np.unique(np.concatenate([np.empty(0, np.int32), *_edges_of(model, ~whole)]))
        line = np.full(board.n_edges, -1, np.int32)
        line[counted] = n_cells + np.arange(len(counted))
        families = [
            Bools("cell", 0, board.n_faces, lambda i: f"x_{board.face_name(i)}"),
            Bools("frame", board.n_faces, n_frame, lambda i: f"out_{places[i, 0]}_{places[i, 1]}"),
        ]
        if len(counted):
            families.append(Bools("line", n_cells, len(counted), lambda i: board.edge_name(int(counted[i]))))
        selectors, selector = selector_variables(model, n_cells + len(counted))
        tables = [
            *_clue_tables(model, grid, np.flatnonzero(whole), selector),
            *difference_tables(
                COUNT, np.arange(len(counted), dtype=np.int32), line[counted], *_cells_of_edges(board, grid)[counted].T
            ),
            *cardinality_tables(model, ~whole, line, selector),
            *side_tables(model, np.arange(board.n_faces, dtype=np.int32), selector),
            *choice_tables(model, selector),
            *_vertex_tables(model, grid),
            Table(FRAME, frame, -1, frame[:, None], [1], EQUAL, 0),
            *some_line(model, np.arange(board.n_faces, dtype=np.int32)),
        ]
        objective = np.repeat(np.array([1, 0], np.int32), [n_cells, len(counted) + model.n_selectors])
        objective.setflags(write=False)
        return Program(board, "cells", (*families, *selectors), objective, True, assemble(tables))

    def lines(self, board: Board, values: NDArray[np.int64]) -> Bits:
        left, right = _cells_of_edges(board, _grid(board)).T
        bits: Bits = values[left] != values[right]
        return bits

    def forbidden(self, board: Board, on: Sequence[int], off: Sequence[int]) -> list[CutRow]:
        """Return rows that exclude the answers in which all edges of `on` and no edges of `off` are lines.

        If `off` is empty, `on` must be the lines of one loop. Otherwise, `on` must be all lines of an answer, and `off`
        all other edges. docs/encodings.md, section 8, lists the rows and states why they are right.
        """
        lines = np.zeros(board.n_edges, np.bool_)
        lines[list(on)] = True
        grid = _grid(board)
        color = np.zeros(grid.size, np.bool_)
        color[: board.n_faces] = inside(board, lines)
        beside = np.unique(_cells_of_edges(board, grid)[[*on, *off]])
        within, without = beside[color[beside]].tolist(), beside[~color[beside]].tolist()
        cells, signs = [*within, *without], [1] * len(within) + [-1] * len(without)
        cuts = [CutRow(cells, signs, len(within) - 1)]
        if len(beside) and beside.max() < board.n_faces:  # frame cells are always 0: the second row is not needed
            cuts.append(CutRow(cells, [-s for s in signs], len(without) - 1))
        return cuts


def _grid(board: Board) -> Ints:
    """Return the variable of each cell as int32[height + 2, width + 2], with the frame (a ring of extra cells)."""
    height, width = board.params
    grid = np.full((height + 2, width + 2), -1, np.int32)
    grid[1:-1, 1:-1] = np.arange(height * width).reshape(height, width)
    outside = grid < 0
    grid[outside] = height * width + np.arange(outside.sum())
    return grid


def _cells_of_edges(board: Board, grid: Ints) -> Ints:
    """Return the variables of the two cells beside each edge, as int32[E, 2]. Beside an edge on the border of
    the board, one cell belongs to the frame, a ring of extra cells. `grid` contains the variable of each cell.
    """
    row, column = np.divmod(board.ends[:, 0], board.params[1] + 1)
    level = board.ends[:, 1] == board.ends[:, 0] + 1
    first = np.where(level, grid[row, column + 1], grid[row + 1, column])
    return np.stack([first, grid[row + 1, column + 1]], axis=1)


def _of_whole_face(model: Model) -> Bits:
    """For each cardinality, return whether it sums exactly the four edges of its face, all with weight 1."""
    columns, board = model.cardinalities, model.board
    plain = (np.diff(columns.start) == 4) & (columns.face >= 0) & (columns.face < board.n_faces)
    four = np.flatnonzero(plain)
    places = columns.start[four][:, None] + np.arange(4)
    edges = np.sort(columns.edges[places], axis=1)
    faces = np.sort(board.face_edges.reshape(-1, 4)[columns.face[four]], axis=1)
    is_whole = np.zeros(len(columns), np.bool_)
    is_whole[four] = (edges == faces).all(axis=1)
    if columns.weights is not None:
        is_whole[four] &= (columns.weights[places] == 1).all(axis=1)
    return is_whole


def _edges_of(model: Model, chosen: Bits) -> list[Ints]:
    return [model.cardinalities.edges_of(i) for i in np.flatnonzero(chosen).tolist()]


def _clue_tables(model: Model, grid: Ints, rows: NDArray[np.intp], selector: Ints) -> list[Table]:
    columns = model.cardinalities
    face, low, high = columns.face[rows], columns.low[rows], columns.high[rows]
    r, c = np.divmod(face, model.board.params[1])
    cells = [grid[r, c + 1], grid[r + 2, c + 1], grid[r + 1, c], grid[r + 1, c + 2], face]
    coefficients = np.ones((len(rows), 5), np.int32)
    coefficients[:, 4] = low + high - 4
    condition = selector[columns.selector[rows]]
    return bound_sums(CLUE, face, np.stack(cells, axis=1), coefficients, low, high, condition)


def _vertex_tables(model: Model, grid: Ints) -> list[Table]:
    board = model.board
    corners = [grid[:-1, :-1], grid[:-1, 1:], grid[1:, :-1], grid[1:, 1:]]  # a b above c d at each vertex
    around = np.stack([corner.ravel() for corner in corners], axis=1)
    inner = (around < board.n_faces).all(axis=1)
    rule = np.flatnonzero(inner & (model.degrees != FREE))
    visited = np.flatnonzero(model.degrees == VISITED)
    free = np.flatnonzero(model.degrees == FREE)
    diagonal = [1, -1, -1, 1]
    tables = [
        Table(VERTEX, rule, 0, around[rule], diagonal, BELOW, 1),
        Table(VERTEX, rule, 1, around[rule], diagonal, ABOVE, -1),
        Table(VERTEX, visited, 2, around[visited], [1] * 4, ABOVE, 1),
        Table(VERTEX, visited, 3, around[visited], [1] * 4, BELOW, 3),
    ]
    for i, (a, b) in enumerate(((0, 1), (1, 3), (3, 2))):
        tables.append(Table(VERTEX, free, i, around[free][:, [a, b]], [1, -1], EQUAL, 0))
    return tables


FORMULATION = CellsFormulation()
