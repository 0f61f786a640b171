"""Random loops with the statistics of puzzles made by people, such as the shares of turns and of faces with 3 lines.

A tree of faces grows over the board. Then faces move between inside and outside until the counts of lines, turns and
other features are near their targets (`face_flips`). `python -m benchmarks.taste --targets` measured the targets on the
loops of janko.at. docs/making-design.md describes targets on boards other than square.
"""

from __future__ import annotations

import random
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base import compiled
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Column, by_size, column
from slitherenc.model.loop_columns import LoopColumns, loop_columns

if TYPE_CHECKING:
    from slitherenc.generation.loops.face_flips import FaceFlips

Likes = tuple[float, float, float, float]

SWEEPS = 30  # number of tries per face; 60 come no nearer to the targets
HOT, COLD = 30.0, 0.3  # temperatures of the first and the last sweep; a deviation of one scale has the energy 1


class _Shape(NamedTuple):
    """Ratios that describe the shape of a loop. The *rim* is the set of edges beside the outer face."""

    length: float  # visited vertices / all vertices
    turns: float  # vertices where the loop turns / visited vertices
    empty: float  # faces with no line / all faces
    single: float  # faces with one line / all faces
    dead_ends: float  # faces with three lines / all faces
    rim: float  # lines on the rim / edges of the rim
    rim_pairs: float  # vertices where two lines on the rim meet / lines on the rim
    wide: float  # vertices with only inside faces / vertices not on the rim


# From `python -m benchmarks.taste --targets janko:10x10 janko:280+`: the means for small and large boards, their slopes
# by the length (the mean of both), and the standard deviations of the length.
SMALL_FACES, LARGE_FACES = 140, 280
SMALL = _Shape(0.816, 0.692, 0.092, 0.275, 0.214, 0.553, 0.623, 0.088)
LARGE = _Shape(0.888, 0.692, 0.057, 0.265, 0.212, 0.607, 0.629, 0.051)
SLOPES = _Shape(1.0, -0.2, -0.65, -0.45, 0.25, 0.95, 0.3, -0.45)
SPREAD = 0.123, 0.075
# The scale of each count's deviation from its target, as a share of V, V, F, F, F, the edges on the rim, the target for
# `rim`, and the other vertices.
SCALES = _Shape(0.01, 0.01, 0.012, 0.012, 0.008, 0.03, 0.05, 0.015)
SPREAD_USED, MOST = 0.6, 1.5  # the part of the spread that is used, and the largest deviation in standard deviations
MORE_LINES = 0.25  # lines that a mean face gains if the loop is one standard deviation longer, computed from SLOPES
_STRAIGHT = -0.999  # the cosine of an angle of 177 degrees
_CHANCE_OF_STRAIGHT = 1 / 3  # the chance on squares, where a line has three ways to continue
_LEAST_CHANCE = 0.05  # with a smaller chance, too few vertices have a straight continuation for a target


def human_loop(board: Board, rng: random.Random, likes: Likes | None = None) -> Bits:
    """Draw a random loop and return its inside, a mask of shape (F,). The same state of `rng` gives the same loop.

    By default, the loop resembles loops in human-made puzzles, and its length is random. `likes` contains four factors,
    which multiply the usual shares of faces with 0, 1, 2 and 3 lines. The new shares determine the target length.
    """
    flips = walk_on(board, rng, likes)
    for i in range(SWEEPS):
        sweep(flips, rng, HOT * (COLD / HOT) ** (i / (SWEEPS - 1)))
    return np.array(flips.inside[:-1], np.bool_)


def walk_on(board: Board, rng: random.Random, likes: Likes | None = None) -> FaceFlips:
    """Return a FaceFlips with a loop around a random tree of faces, and with the targets that `human_loop` aims for."""
    columns = _columns(board)
    inside = array("i", [0]) * (board.n_faces + 1)
    inside[rng.randrange(board.n_faces)] = 1
    flips = _flips_class()(columns.loop, inside, columns.opposite, columns.face_at)
    flips.grow(_words(rng, len(board.face_edges)))
    if likes is None:
        share = shares_of(board.n_faces, SPREAD_USED * min(max(rng.gauss(0.0, 1.0), -MOST), MOST))
    else:
        share = liked_shape(board.n_faces, likes)
    flips.aim(*_aims(columns, share))
    return flips


def sweep(flips: FaceFlips, rng: random.Random, temperature: float) -> int:
    """Try F times to move a random face inside or outside (F is the number of faces). Return how many were moved."""
    return flips.sweep(_words(rng, 2 * flips.n_faces), temperature)


def shares_of(board_faces: int, z: float) -> _Shape:
    """Return target ratios for a loop, such as the share of faces with one line. The target length is z standard
    deviations above the mean of published puzzles on boards with this number of faces.
    """
    large = min(max((board_faces - SMALL_FACES) / (LARGE_FACES - SMALL_FACES), 0.0), 1.0)
    longer = z * (SPREAD[0] + large * (SPREAD[1] - SPREAD[0]))
    means = (a + large * (b - a) for a, b in zip(SMALL, LARGE, strict=True))
    return _Shape(*(mean + slope * longer for mean, slope in zip(means, SLOPES, strict=True)))


def liked_shape(board_faces: int, likes: Likes) -> _Shape:
    """Return the target shape of a loop. The usual shares of faces with 0, 1, 2 and 3 lines are multiplied by the four
    factors in `likes`. The resulting shares determine the length of the loop. The length determines the other fields.
    """
    mean = shares_of(board_faces, 0.0)
    usual = mean.empty, mean.single, 1 - mean.empty - mean.single - mean.dead_ends, mean.dead_ends
    liked = [share * like for share, like in zip(usual, likes, strict=True)]
    faces = [share / sum(liked) for share in liked]
    more = sum(n * (share - before) for n, (share, before) in enumerate(zip(faces, usual, strict=True)))
    return shares_of(board_faces, more / MORE_LINES)._replace(empty=faces[0], single=faces[1], dead_ends=faces[3])


class _Columns(NamedTuple):
    """The arrays of a board that `FaceFlips` needs, and the numbers that convert target ratios to target counts.
    For example, the share of visited vertices times the number of all vertices is the target for the length.
    """

    loop: LoopColumns
    opposite: Column
    face_at: Column
    vertices: int
    inner: int  # the number of vertices not on the rim
    faces: int
    quads: int  # the number of faces with four edges
    small: int  # the number of faces with at most six edges
    rim: int  # the number of edges on the rim
    straight: float  # the mean over vertices of the chance that two edges at the vertex form a straight line


def _aims(board: _Columns, share: _Shape) -> tuple[list[float], list[float]]:
    length, rim = share.length * board.vertices, share.rim * board.rim
    turns = 1 - (1 - share.turns) * board.straight / _CHANCE_OF_STRAIGHT
    turning = board.vertices if board.straight >= _LEAST_CHANCE else 0
    targets = [share.length * board.vertices, turns * length, share.empty * board.quads, share.single * board.quads]
    targets += [share.dead_ends * board.small, rim, share.rim_pairs * rim, share.wide * board.inner]
    wholes = [board.vertices, turning, board.quads, board.quads, board.small, board.rim, rim, board.inner]
    # A count is an integer, so it can be 0.5 away from any target.
    return targets, [max(0.5, scale * whole) if whole else 0.0 for scale, whole in zip(SCALES, wholes, strict=True)]


@lru_cache(maxsize=8)
def _columns(board: Board) -> _Columns:
    loop = loop_columns(board)
    sizes = np.diff(board.face_start)
    opposite, straight = _opposite(board)
    first = board.vertex_edges[board.vertex_start[:-1]]
    is_rim = (board.sides < 0).any(axis=1)
    on_rim = len(np.flatnonzero(np.bincount(board.ends[is_rim].ravel(), minlength=board.n_vertices)))
    return _Columns(
        loop,
        opposite=column(opposite),
        face_at=column(np.asarray(loop.sides)[2 * first]),
        vertices=board.n_vertices,
        inner=board.n_vertices - on_rim,
        faces=board.n_faces,
        quads=int((sizes == 4).sum()),
        small=int((sizes <= 6).sum()),
        rim=int(is_rim.sum()),
        straight=straight,
    )


def _opposite(board: Board) -> tuple[NDArray[np.intp], float]:
    """Return (opposite, chance). If opposite[i] is j, vertex_edges[j] continues vertex_edges[i] in a straight line. If
    opposite[i] is -1, no edge does. For each vertex, take the share of its pairs of edges that form a straight line;
    `chance` is the mean of these shares.
    """
    opposite = np.full(len(board.vertex_edges), -1)
    shares = 0.0
    for vertices, edges in by_size(board.vertex_start, board.vertex_edges):
        ends = board.ends[edges]
        here = ends[..., 0] == vertices[:, None]
        way = board.xy[np.where(here, ends[..., 1], ends[..., 0])] - board.xy[vertices][:, None]
        way /= np.linalg.norm(way, axis=2, keepdims=True)
        cosine = np.einsum("vix,vjx->vij", way, way)
        best = cosine.argmin(axis=2)
        straight = np.take_along_axis(cosine, best[..., None], 2)[..., 0] < _STRAIGHT
        first = board.vertex_start[:-1][vertices][:, None]
        places = first + np.arange(edges.shape[1])
        opposite[places] = np.where(straight, first + best, -1)
        degree = edges.shape[1]
        shares += straight.sum() / (degree * (degree - 1))
    return opposite, shares / board.n_vertices


def _words(rng: random.Random, number: int) -> Column:
    """Return `number` random 32-bit numbers, which depend only on `rng`, not on the machine."""
    return np.frombuffer(rng.randbytes(4 * number), "<u4").astype(np.uintc).data


def _flips_class() -> type[FaceFlips]:
    from slitherenc.generation.loops import face_flips

    module: Any = compiled.plain(face_flips) if compiled.PLAIN else face_flips
    flips: type[FaceFlips] = module.FaceFlips
    return flips
