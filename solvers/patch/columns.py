"""The columns of a Model as LoopWalk and LoopWindow take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.csr import gather
from slitherenc.model.model import EITHER, allowed_degrees

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.boards.csr import Numbers
    from slitherenc.model.model import Model
    from slitherenc.solvers.patch.walk import Column

LARGEST_SUM = 12  # edges; the clauses of larger sums are too many for a window


@dataclass(frozen=True, eq=False)
class PatchColumns:
    """What `LoopWalk` and `LoopWindow` take, by the names of their parameters.

    middle      a face in the middle of the board
    n_sums      the sums of the model, without those of decided edges; is_colored: some count whether a face is inside
    """

    face_start: Column
    face_edges: Column
    corners: Column
    vertex_start: Column
    vertex_edges: Column
    ends: Column
    sides: Column
    of_start: Column
    of_sums: Column
    sum_start: Column
    sum_edges: Column
    penalty_start: Column
    penalty: Column
    home: Column
    own: Column
    middle: int
    n_sums: int
    is_colored: bool


def patch_columns(model: Model, value: Numbers | None = None) -> PatchColumns | None:
    """The columns of a model whose constraints are sums without selectors and weights, and sides; None: the faces of
    the board are no simple cycles, a sum is too large or has no edge, or a face is told twice on which side it is.

    value[E]    edges that are decided become sums of their own: 1 = a line, 0 = none, below 0 = undecided
    """
    board = model.board
    corners = _corners(board)
    sizes = np.diff(model.cardinalities.start)
    is_told_twice = len({side.face for side in model.sides}) < len(model.sides)
    if corners is None or is_told_twice or not ((sizes > 0) & (sizes <= LARGEST_SUM)).all():
        return None
    start, edges, sets = _sums(model, value)
    n_sums = len(start) - 1
    owner = np.repeat(np.arange(n_sums), np.diff(start))
    order = np.argsort(edges, kind="stable")
    home = np.zeros(n_sums, np.int64)
    filled = np.diff(start) > 0
    home[filled] = board.sides[edges[start[:-1][filled]]].max(axis=1)
    home[~filled] = [side.face for side in model.sides]
    own = np.full(board.n_faces + 1, -1)
    own[home[~filled]] = np.flatnonzero(~filled)
    penalty_start, penalty = _penalties(np.maximum(np.diff(start), 1), sets)
    of_start = np.concatenate([[0], np.cumsum(np.bincount(edges, minlength=board.n_edges))])
    return PatchColumns(
        face_start=_column(board.face_start),
        face_edges=_column(board.face_edges),
        corners=_column(corners),
        vertex_start=_column(board.vertex_start),
        vertex_edges=_column(board.vertex_edges),
        ends=_column(board.ends),
        sides=_column(np.where(board.sides < 0, board.n_faces, board.sides)),
        of_start=_column(of_start),
        of_sums=_column(owner[order]),
        sum_start=_column(start),
        sum_edges=_column(edges),
        penalty_start=_column(penalty_start),
        penalty=_column(penalty),
        home=_column(home),
        own=_column(own),
        middle=_middle(board),
        n_sums=n_sums if value is None else n_sums - int((value >= 0).sum()),
        is_colored=bool(model.sides),
    )


def _sums(model: Model, value: Numbers | None) -> tuple[Numbers, Numbers, list[tuple[int, ...]]]:
    """The sums of all constraints as CSR, and the allowed numbers of each; those of `model.sides` come last and have
    no edges."""
    board, columns = model.board, model.cardinalities
    sets = [columns.domains[which] for which in columns.domain.tolist()]
    must = np.flatnonzero(model.degrees != EITHER)
    rows, at_vertices = gather(board.vertex_start, board.vertex_edges, must)
    sets += [allowed_degrees(mask) for mask in model.degrees[must].tolist()]
    decided = np.empty(0, np.int64) if value is None else np.flatnonzero(value >= 0)
    sets += [] if value is None else [(line,) for line in value[decided].tolist()]
    sets += [(int(side.inside),) for side in model.sides]
    sizes = [np.diff(columns.start), np.diff(rows), np.ones(len(decided), np.int64), np.zeros(len(model.sides), int)]
    start = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
    return start, np.concatenate([columns.edges, at_vertices, decided]), sets


def _penalties(sizes: Numbers, sets: list[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """For each sum the place from which the distance of each number to the nearest allowed one stands."""
    penalty: list[int] = []
    place: dict[tuple[int, tuple[int, ...]], int] = {}
    starts = []
    for key in zip(sizes.tolist(), sets, strict=True):
        if key not in place:
            size, allowed = key
            place[key] = len(penalty)
            penalty += [min(abs(number - wanted) for wanted in allowed) for number in range(size + 1)]
        starts.append(place[key])
    return starts, penalty


def _corners(board: Board) -> NDArray[np.int32] | None:
    """For each place in face_edges the vertex between the edge before and this one; None: some face is no simple
    cycle."""
    sizes = np.diff(board.face_start)
    if board.n_faces == 0 or sizes.min() < 3:
        return None
    edges = board.ends[board.face_edges]
    last = np.arange(len(edges)) - 1
    last[board.face_start[:-1]] = board.face_start[1:] - 1
    before = edges[last]
    is_first = (edges[:, :1] == before).any(axis=1)
    is_second = (edges[:, 1:] == before).any(axis=1)
    if not (is_first != is_second).all():
        return None
    corners: NDArray[np.int32] = np.where(is_first, edges[:, 0], edges[:, 1])
    face = np.repeat(np.arange(board.n_faces), sizes)
    keys = np.sort(face * board.n_vertices + corners)
    return None if (keys[1:] == keys[:-1]).any() else corners


def _middle(board: Board) -> int:
    """The face whose first vertices are nearest to the middle of the board."""
    at = board.xy[board.ends[board.face_edges[board.face_start[:-1]]]].mean(axis=1)
    return int(((at - board.xy.mean(axis=0)) ** 2).sum(axis=1).argmin())


def _column(values: Any) -> Column:
    return np.ascontiguousarray(values, np.intc).reshape(-1).data
