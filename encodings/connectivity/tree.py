"""The connectivity `tree`: a certificate that there is one loop. It has linear size and exactly one model per loop.

docs/encodings.md, section 7, defines the certificate, and proves that the clauses are right. The vertices are ordered
(`vertex_order`), and each bounded face has a parent: a face across one of its edges. The new Booleans are, in order:
    on_v   v has a line                        q_v   the loop visits v or a vertex before v in the order
    x_v    v is the first vertex on the loop   s_e   e is the last line at this first vertex
    a_e    the parent of right(e) is left(e)   b_e   the parent of left(e) is right(e)
where right(e) and left(e) are the faces beside e, seen from its first to its second vertex.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.supports import EVERYTHING
from slitherenc.boards.board import Board
from slitherenc.boards.csr import by_size
from slitherenc.encodings.formula import Block, Formula, plain_block
from slitherenc.encodings.options import EncodeOptions, NoOptions
from slitherenc.model.model import Model

OPTIONS = NoOptions
SUPPORTS = EVERYTHING

LiteralArray = NDArray[np.int64]

# A constant literal: `simplify` removes FALSE from its clause, and removes every clause that contains -FALSE.
FALSE = 1 << 40


def connect(model: Model, formula: Formula, options: EncodeOptions) -> Formula:
    """Add clauses by which the lines form one loop. If the model allows several, return the formula unchanged."""
    if model.loop != "single":
        return formula
    board = model.board
    vertices, edges = np.arange(board.n_vertices), np.arange(board.n_edges)
    rank, exit_edge = vertex_order(board)
    lines = edges + 1

    def more(label: str, size: int, name: Callable[[int], str]) -> LiteralArray:
        nonlocal formula
        formula = formula.add_bools(label, size, name)
        return np.arange(formula.bools[-1].first, formula.bools[-1].first + size)

    on = more("on", board.n_vertices, lambda i: f"on_{board.vertex_name(i)}")
    q = more("q", board.n_vertices, lambda i: f"q_{board.vertex_name(i)}")
    x = more("x", board.n_vertices, lambda i: f"x_{board.vertex_name(i)}")
    by_rank = np.argsort(rank)
    before = np.empty(board.n_vertices, np.int64)  # q of the previous vertex; FALSE at the first
    before[by_rank] = np.append(FALSE, q[by_rank[:-1]])

    blocks = []
    for side in (0, 1):
        blocks += simplify("on", -lines, on[board.ends[:, side]])
    for rows, around in by_size(board.vertex_start, board.vertex_edges):
        blocks += simplify("on", -on[rows], *(around + 1).T)
    blocks += simplify("first", -q, before, on) + simplify("first", q, -before) + simplify("first", q, -on)
    blocks += simplify("first", -x, on) + simplify("first", -x, -before) + simplify("first", x, -on, before)
    blocks += simplify("some line", q[by_rank[-1:]])

    later, n_later = later_edges(board, rank)
    s = np.full(board.n_edges, FALSE, np.int64)
    for size in np.unique(n_later).tolist():
        rows = vertices[n_later == size]
        fan = later[rows, :size]
        if size == 2:  # both are lines if the vertex is the first on the loop; the second one is then s
            s[fan[:, 1]] = x[rows]
        for i in range(1, size if size > 2 else 0):
            s[fan[:, i]] = own = more("s", len(rows), _names(board, "s", fan[:, i]))
            rest = fan[:, i + 1 :] + 1
            blocks += simplify("s", -own, x[rows]) + simplify("s", -own, fan[:, i] + 1)
            for other in rest.T:
                blocks += simplify("s", -own, -other)
            blocks += simplify("s", own, -x[rows], -(fan[:, i] + 1), *rest.T)

    right, left = board.sides.T
    a, b = np.full(board.n_edges, FALSE, np.int64), np.full(board.n_edges, FALSE, np.int64)
    for arc, label, child in ((a, "a", right), (b, "b", left)):
        rows = np.flatnonzero(child >= 0)
        arc[rows] = more(label, len(rows), _names(board, label, rows))
    leaving = np.full(board.n_edges, -1)  # for each edge, the vertex of which it is the exit
    leaving[exit_edge[by_rank[1:]]] = by_rank[1:]
    exits = leaving >= 0
    off = np.where(exits, -on[leaving], FALSE)  # an exit is in T if its vertex is off the loop …
    first = np.where(exits, x[leaving], FALSE)  # … or is the first vertex on the loop
    for arc in (a, b):
        blocks += simplify("cotree", -arc, -lines, s)
        blocks += simplify("cotree", -arc, -off) + simplify("cotree", -arc, -first)
    blocks += simplify("cotree", lines, off, first, a, b) + simplify("cotree", -s, off, first, a, b)
    blocks += simplify("cotree", -a, -b)
    blocks += _parents(board, a, b)
    others = tuple(block for block in formula.blocks if block.label != "some line")
    return replace(formula, blocks=others).add_blocks(*blocks)


def vertex_order(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rank of each vertex, and its exit: an edge to a vertex of lower rank (-1 for the vertex of rank 0).

    If vertex 0 lies on the outer face and every other vertex has a neighbor with a smaller index, the rank is the
    index. The exit then leads to the neighbor with the smallest index (on squares: up, or left in the top row).
    Otherwise, the rank is the position in a breadth-first search from the first vertex on the outer face. The exit
    then leads to the parent in the search tree. The vertex of rank 0 must lie on the outer face (docs/encodings.md,
    section 7). If it were strictly inside a loop, two nested loops could satisfy the clauses.
    """
    n = board.n_vertices
    root = int(board.ends[(board.sides < 0).any(axis=1)].min())
    exit_edge = np.full(n, -1, np.int64)
    tail, head = board.ends.T
    order = np.lexsort((tail, head))[::-1]  # so that the edge from the lowest tail is written last
    exit_edge[head[order]] = order
    if root == 0 and (exit_edge[1:] >= 0).all():
        return np.arange(n), exit_edge
    exit_edge[:] = -1
    rank = np.full(n, -1, np.int64)
    rank[root], reached = 0, [root]
    for vertex in reached:
        for edge in board.edges_of_vertex(vertex).tolist():
            other = int(board.ends[edge].sum()) - vertex
            if rank[other] < 0:
                rank[other], exit_edge[other] = len(reached), edge
                reached.append(other)
    return rank, exit_edge


def later_edges(board: Board, rank: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return an array with one row per vertex, and an array with the number of edges in each row. A row lists the edges
    from the vertex to vertices of higher rank. Within a row, these edges are sorted by the rank of their other end, the
    highest first; any fixed order would do. At its end, a row is padded with -1.
    """
    tail, head = board.ends.T
    earlier = np.where(rank[tail] < rank[head], tail, head)
    order = np.lexsort((-np.maximum(rank[tail], rank[head]), earlier))
    count = np.bincount(earlier, minlength=board.n_vertices)
    start = np.cumsum(count) - count
    later = np.full((board.n_vertices, int(count.max())), -1, np.int64)
    later[earlier[order], np.arange(board.n_edges) - start[earlier[order]]] = order
    return later, count


def _parents(board: Board, a: LiteralArray, b: LiteralArray) -> list[Block]:
    """Return clauses that give each bounded face a parent across one of its edges."""
    blocks = []  # a[e] means that the parent of right(e) is left(e), b[e] the reverse
    for faces, edges in by_size(board.face_start, board.face_edges):
        own = board.sides[edges, 0] == faces[:, None]
        blocks += simplify("parent", *np.where(own, a[edges], b[edges]).T)
    return blocks


def _names(board: Board, label: str, edges: NDArray[np.int64]) -> Callable[[int], str]:
    return lambda i: f"{label}_{board.edge_name(int(edges[i]))}"


def simplify(label: str, *columns: LiteralArray) -> list[Block]:
    """Return the clauses (columns[0][k], columns[1][k], …) for all k. Drop FALSE, and clauses that contain -FALSE."""
    table = np.column_stack(np.broadcast_arrays(*columns))
    table = table[~(table == -FALSE).any(axis=1)]
    is_open = table != FALSE
    code = is_open @ (1 << np.arange(table.shape[1]))
    return [
        plain_block(label, table[rows][:, is_open[rows[0]]].astype(np.int32))
        for pattern in np.unique(code).tolist()
        if len(rows := np.flatnonzero(code == pattern))
    ]
