"""Convert a Model to columns (flat arrays of C ints) for PatchWalk and PatchWindow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from slitherenc.boards.board import corners
from slitherenc.boards.csr import column, gather
from slitherenc.model.loop_columns import loop_columns
from slitherenc.model.model import EITHER, allowed_degrees

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.boards.csr import Column, Numbers
    from slitherenc.model.loop_columns import LoopColumns
    from slitherenc.model.model import Model

LARGEST_SUM = 12  # edges; a larger sum needs too many clauses in a window


@dataclass(frozen=True, eq=False)
class PatchColumns:
    """A Model as flat arrays of C ints, called columns, for a local search for loops.

    A *sum* is a constraint on the number of lines among some edges. A sum without edges restricts the side of one face
    instead: its value is 1 if the face is inside the loop, and 0 otherwise.
    """

    loop: LoopColumns  # the arrays of the board
    n_faces: int
    of_start: Column  # CSR with of_sums: the sums of each edge (twice if a sum counts the edge twice)
    of_sums: Column
    sum_start: Column  # CSR with sum_edges: the edges of each sum
    sum_edges: Column
    penalty_start: Column  # with n lines, sum s costs penalty[penalty_start[s] + n]
    penalty: Column
    home: Column  # home[s] is a face beside an edge of sum s, or the face of a sum without edges
    own: Column  # own[f] is the sum without edges for face f, or -1 if f has none
    middle: int  # a face near the board's center
    n_sums: int  # all sums except those that fix the value of a decided edge
    is_colored: bool  # whether any sum has no edges


def patch_columns(model: Model, value: Numbers | None = None) -> PatchColumns | None:
    """Return a Model as PatchColumns (flat arrays of C ints). Return None unless all of these conditions hold: every
    face is a simple cycle; each constraint on a number of lines covers 1 to LARGEST_SUM edges; and no face has two
    Sides (a Side puts a face inside or outside the loop). No constraint may have a selector or a weight; this is not
    checked.

    If `value` is given, value[e] is 1 if edge e is a line, 0 if it is not, and negative if it is undecided. The
    result has an additional constraint for each decided edge, which fixes its value.
    """
    board = model.board
    sizes = np.diff(model.cardinalities.start)
    has_two_sides = len({side.face for side in model.sides}) < len(model.sides)
    if not _is_simple(board) or has_two_sides or not ((sizes > 0) & (sizes <= LARGEST_SUM)).all():
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
        loop=loop_columns(board),
        n_faces=board.n_faces,
        of_start=column(of_start),
        of_sums=column(owner[order]),
        sum_start=column(start),
        sum_edges=column(edges),
        penalty_start=column(penalty_start),
        penalty=column(penalty),
        home=column(home),
        own=column(own),
        middle=_middle(board),
        n_sums=n_sums if value is None else n_sums - int((value >= 0).sum()),
        is_colored=bool(model.sides),
    )


def _sums(model: Model, value: Numbers | None) -> tuple[Numbers, Numbers, list[tuple[int, ...]]]:
    """Return (start, edges, allowed): the number of lines among edges[start[i]:start[i + 1]] must be in allowed[i].
    A Side has no edges; it allows 1 for inside or 0 for outside."""
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
    """Return two lists, `starts` and `penalties`. If k edges of constraint i are lines, its penalty is
    penalties[starts[i] + k]: the distance from k to the nearest number in sets[i]. The largest possible k is sizes[i].
    """
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


def _is_simple(board: Board) -> bool:
    """Return whether each face is a simple cycle (no vertex occurs twice on it)."""
    face = np.repeat(np.arange(board.n_faces), np.diff(board.face_start))
    keys = np.sort(face * board.n_vertices + corners(board))
    return bool((keys[1:] != keys[:-1]).all())


def _middle(board: Board) -> int:
    at = board.xy[board.ends[board.face_edges[board.face_start[:-1]]]].mean(axis=1)
    return int(((at - board.xy.mean(axis=0)) ** 2).sum(axis=1).argmin())
