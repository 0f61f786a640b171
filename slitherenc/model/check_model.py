"""Evaluates the constraints of a Model for a given set of lines. `loop_of` checks every answer of every engine.

This code is independent of encodings and solvers. `slitherenc.puzzles.check_puzzle`, the other checker, evaluates the
clues of a puzzle without a Model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.compiled import is_compiled, plain
from slitherenc.base.errors import SolverFailed
from slitherenc.boards.board import Bits, Board
from slitherenc.model import fast_check
from slitherenc.model.constraints import Cardinality, Choice, Constraint, Either, Side
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, any_degrees
from slitherenc.model.violation import Violation, lines_in_words
from slitherenc.places import face_place, vertex_place

NO_LINES = Violation("no lines", "there are no lines: a loop has at least one")


def loop_of(model: Model, lines: Bits, selectors: Collection[int] = ()) -> Loop:
    """Check the lines and return them as a Loop. If they violate constraints, raises SolverFailed, which states the
    first violation. Constraints with a selector that is not in `selectors` are ignored."""
    on = np.asarray(lines, np.bool_)
    for first in _of_model(model, on, selectors):
        raise SolverFailed(f"the answer is not a loop of this puzzle: {first.message}")
    edges = on.nonzero()[0].astype(np.int32)
    edges.setflags(write=False)
    return Loop(model.board, edges)


def check_model(model: Model, lines: Bits, selectors: Collection[int] = (), most: int | None = None) -> list[Violation]:
    """Return how the lines violate constraints: the first `most` violations, or all if `most` is None. Constraints with
    a selector that is not in `selectors` are ignored."""
    return list(islice(_of_model(model, np.asarray(lines, np.bool_), selectors), most))


def _of_model(model: Model, on: Bits, selectors: Collection[int]) -> Iterator[Violation]:
    board = model.board
    if _keeps(model, on):
        return
    if not on.any():
        yield NO_LINES
        return
    degree = degrees_of(board, on)
    admissible = (model.degrees >> np.minimum(degree, 7).astype(np.uint8)) & 1
    for vertex in np.flatnonzero(admissible == 0).tolist():
        yield vertex_violation(board, vertex, int(degree[vertex]))
    yield from _sums(model, on, selectors)
    if model.others:
        inside = _inside(board, on)
        for row in model.others:
            if (row.selector == 0 or row.selector in selectors) and not holds(row, on, inside, selectors):
                yield _rule_violation(board, row)
    if model.loop == "single" and ((degree == 0) | (degree == 2)).all():
        yield from pieces_violation(board, on, loops=True)


def _keeps(model: Model, on: Bits) -> bool:
    """Return True if the compiled `fast_check` supports the model and finds no violation, otherwise False."""
    columns = model.cardinalities
    if not is_compiled(fast_check) or model.others or model.n_selectors or model.loop != "single":
        return False
    if columns.weights is not None or not columns.are_intervals:
        return False
    satisfied = fast_check.sums_hold(on.view(np.uint8), columns.start, columns.edges, columns.low, columns.high)
    return bool(satisfied) and is_one_loop(model.board, on, model.degrees)


def is_one_loop(board: Board, on: Bits, masks: NDArray[np.uint8] | None = None) -> bool:
    """Return whether the lines are one loop and each vertex has an allowed number of lines.

    Parameters
    ----------
    board : Board
        The board.
    on : array of bool, shape (E,)
        Whether each edge is a line.
    masks : array of uint8, shape (V,), optional
        The allowed numbers of lines at each vertex: bit d is set if d is allowed. By default, 0 and 2 are allowed.
    """
    ends, bits = board.ends.reshape(-1), on.view(np.uint8)
    allowed = any_degrees(board.n_vertices) if masks is None else masks
    if is_compiled(fast_check):
        return bool(fast_check.one_loop(ends, bits, board.n_vertices, allowed))
    # Without compilation, indexing lists is several times faster than indexing arrays.
    return bool(plain(fast_check).one_loop(ends.tolist(), bits.tolist(), board.n_vertices, allowed.tolist()))


def degrees_of(board: Board, on: Bits) -> NDArray[np.int64]:
    """Return the number of lines at each vertex."""
    degree: NDArray[np.int64] = np.bincount(board.ends[on].ravel(), minlength=board.n_vertices)
    return degree


def _sums(model: Model, on: Bits, selectors: Collection[int]) -> Iterator[Violation]:
    columns = model.cardinalities
    if not len(columns):
        return
    values = on[columns.edges].astype(np.int64)
    if columns.weights is not None:
        values *= columns.weights
    running = np.concatenate([[0], np.cumsum(values)])
    number = running[columns.start[1:]] - running[columns.start[:-1]]
    low = np.array([sums[0] for sums in columns.domains])[columns.domain]
    high = np.array([sums[-1] for sums in columns.domains])[columns.domain]
    wrong = (number < low) | (number > high)
    if any(sums[-1] - sums[0] >= len(sums) for sums in columns.domains):
        for i in np.flatnonzero(~wrong).tolist():
            wrong[i] = int(number[i]) not in columns.domains[columns.domain[i]]
    if model.n_selectors:
        wrong &= (columns.selector == 0) | np.isin(columns.selector, list(selectors))
    for i in np.flatnonzero(wrong).tolist():
        yield _sum_violation(model.board, columns.row(i), int(number[i]))


def holds(row: Constraint, on: Bits, inside: Bits, selectors: Collection[int]) -> bool:
    """Return whether a constraint holds, given the lines `on`, the faces `inside` and the true Booleans `selectors`."""
    match row:
        case Cardinality(edges, sums, weights):
            return sum(w for e, w in zip(edges, weights or (1,) * len(edges), strict=True) if on[e]) in sums
        case Side(face, wanted):
            return bool(inside[face]) == wanted
        case Either(alternatives):
            return any(all(holds(part, on, inside, selectors) for part in parts) for parts in alternatives)
        case Choice(some):
            return bool(set(some) & set(selectors))
    raise TypeError(f"`holds` does not support the constraint {row!r}")


def _inside(board: Board, on: Bits) -> Bits:
    """Return for each face whether it is inside: a path from it to the outer face crosses an odd number of lines."""
    region = np.full(board.n_faces + 1, -1, np.int64)  # the last one is the outer face
    region[-1] = 0
    right, left = board.sides.T
    while True:
        for a, b in ((right, left), (left, right)):
            is_new = (region[a] >= 0) & (region[b] < 0)
            region[b[is_new]] = region[a[is_new]] ^ on[is_new]
        if not ((region[right] < 0) != (region[left] < 0)).any():
            return np.asarray(region[:-1] == 1)


def vertex_violation(board: Board, vertex: int, degree: int) -> Violation:
    where = vertex_place(board, vertex)
    edges = tuple(board.edges_of_vertex(vertex).tolist())
    if degree == 0:
        return Violation("not visited", f"{where} is not on the loop, but it must be", vertex, -1, edges)
    if degree == 1:
        return Violation("dead end", f"the line ends at {where}", vertex, -1, edges)
    if degree == 2:
        return Violation("visited", f"the loop visits {where}, which must stay free", vertex, -1, edges)
    return Violation("branch", f"{degree} lines meet at {where}", vertex, -1, edges)


def _sum_violation(board: Board, row: Cardinality, number: int) -> Violation:
    lines = lines_in_words(number)
    if row.face >= 0 and len(row.sums) == 1 and not row.weights:
        message = f"the clue {row.sums[0]} at {face_place(board, row.face)} has {lines}"
        return Violation("clue", message, -1, row.face, row.edges)
    low, high = row.sums[0], row.sums[-1]
    whole = len(row.sums) == high - low + 1
    wanted = str(low) if low == high else f"{low} to {high}" if whole else " or ".join(map(str, row.sums))
    names = " ".join(board.edge_name(e) for e in row.edges)
    weighted = f" (weights {' '.join(map(str, row.weights))})" if row.weights else ""
    return Violation("count", f"{lines} among {names}{weighted}, not {wanted}", -1, row.face, row.edges)


def _rule_violation(board: Board, row: Side | Either | Choice) -> Violation:
    match row:
        case Side(face, wanted):
            message = f"{face_place(board, face)} is {'outside' if wanted else 'inside'} the loop"
            return Violation("side", message, -1, face, tuple(board.edges_of_face(face).tolist()))
        case Either(alternatives, face):
            where = f" for {face_place(board, face)}" if face >= 0 else ""
            edges = {e for parts in alternatives for part in parts if isinstance(part, Cardinality) for e in part.edges}
            message = f"none of {len(alternatives)} alternatives holds{where}"
            return Violation("either", message, -1, face, tuple(sorted(edges)))
        case Choice(selectors):
            return Violation("choice", f"none of the selectors {' '.join(map(str, selectors))} is true")


def pieces_violation(board: Board, on: Bits, loops: bool) -> Iterator[Violation]:
    """Yield a violation if the lines are not connected. The caller must ensure that there is at least one line.

    If `loops` is true, the caller has found two lines or none at each vertex, and the violation lists the loops.
    """
    if loops and is_one_loop(board, on):
        return
    pieces = _pieces(board.ends[on].tolist(), np.flatnonzero(on).tolist())
    sizes = ", ".join(str(len(piece)) for piece in pieces)
    rest = tuple(sorted(edge for piece in pieces[:-1] for edge in piece))
    if loops:
        message = f"the lines are {len(pieces)} loops, not one (of {sizes} lines)"
        yield Violation("several loops", message, edges=rest, loops=tuple(pieces))
    elif len(pieces) > 1:
        message = f"the lines are {len(pieces)} separate pieces, not one loop (of {sizes} lines)"
        yield Violation("several pieces", message, edges=rest)


def _pieces(ends: list[list[int]], edges: list[int]) -> list[tuple[int, ...]]:
    """Return the connected components of `edges`, smallest first. ends[i] are the vertices of edges[i]."""
    lines_at: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(edges, ends, strict=True):
        lines_at.setdefault(a, []).append((b, edge))
        lines_at.setdefault(b, []).append((a, edge))
    pieces = []
    while lines_at:
        piece: set[int] = set()
        todo = [next(iter(lines_at))]
        while todo:
            for other, edge in lines_at.pop(todo.pop(), ()):
                piece.add(edge)
                todo.append(other)
        pieces.append(tuple(sorted(piece)))
    return sorted(pieces, key=lambda piece: (len(piece), piece))
