"""Random loops like those of puzzles that people made: how often they turn, how many faces have three lines, and so on.

`human_loop` draws inside[F] for a Board. A tree of faces grows over the board; then faces change sides, and the counts
of the loop approach their targets (`face_flips`). The targets are shares, measured on puzzles of janko.at by `python -m
benchmarks.taste --targets`; loops of one size differ, so the length is drawn, and the other targets move with it as
they do among those puzzles.

On boards that are not squares
- going straight is as much rarer than by chance as it is on squares; where no two edges of a vertex go straight, as on
  hexagons, it is not counted;
- only faces of four edges have targets for no line and for one line: how common these are depends on the size of faces;
- faces of more than six edges have no target for dead ends.
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

SWEEPS = 30  # tries for each face; 60 come no nearer
HOT, COLD = 30.0, 0.3  # the temperature at the first and at the last sweep, where the scale of every count is 1


class _Shape(NamedTuple):
    """Shares: of the vertices, those that the loop visits; of these, those where it turns; of the faces, those with no
    line, one line and three lines; of the edges beside the outer face, its lines; of these lines, how many meet another
    of them at a vertex; of the vertices that are not beside the outer face, those with all faces inside."""

    length: float
    turns: float
    empty: float
    single: float
    dead_ends: float
    rim: float
    rim_pairs: float
    wide: float


# By `python -m benchmarks.taste --targets janko:10x10 janko:280+`: the means, the slopes by the length in the mean of
# both, and the standard deviations of the length.
SMALL_FACES, LARGE_FACES = 140, 280
SMALL = _Shape(0.816, 0.692, 0.092, 0.275, 0.214, 0.553, 0.623, 0.088)
LARGE = _Shape(0.888, 0.692, 0.057, 0.265, 0.212, 0.607, 0.629, 0.051)
SLOPES = _Shape(1.0, -0.2, -0.65, -0.45, 0.25, 0.95, 0.3, -0.45)
SPREAD = 0.123, 0.075
# How far from its target a count may be at the temperature 1: parts of V, V, F, F, F, the edges beside the outer face,
# their target, the other vertices.
SCALES = _Shape(0.01, 0.01, 0.012, 0.012, 0.008, 0.03, 0.05, 0.015)
SPREAD_USED, MOST = 0.6, 1.5  # the share of the spread, and the largest deviation of a draw, in standard deviations
MORE_LINES = 0.25  # more lines of a mean face in a loop that is longer by a standard deviation: by SLOPES
_STRAIGHT = -0.999  # the cosine of an angle of 177 degrees
_CHANCE_OF_STRAIGHT = 1 / 3  # on squares, with three ways to continue
_LEAST_CHANCE = 0.05  # below it, vertices with a straight continuation are too few for a target


def human_loop(board: Board, rng: random.Random, likes: Likes | None = None) -> Bits:
    """Draw inside[F] of a random loop; the same state of `rng` gives the same loop, compiled or not.

    `likes` says how many times as often as usual faces have 0, 1, 2 and 3 lines. Without it, the target for the length
    is random.
    """
    flips = walk_on(board, rng, likes)
    for i in range(SWEEPS):
        sweep(flips, rng, HOT * (COLD / HOT) ** (i / (SWEEPS - 1)))
    return np.array(flips.inside[:-1], np.bool_)


def walk_on(board: Board, rng: random.Random, likes: Likes | None = None) -> FaceFlips:
    """Begin a walk at the outline of a random tree of faces, and set its targets as `human_loop` does."""
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
    """Try as many random faces as the board has; return how many changed sides."""
    return flips.sweep(_words(rng, 2 * flips.n_faces), temperature)


def shares_of(board_faces: int, z: float) -> _Shape:
    """Return the targets on a board of this many faces whose loop is z standard deviations longer than the mean one."""
    large = min(max((board_faces - SMALL_FACES) / (LARGE_FACES - SMALL_FACES), 0.0), 1.0)
    longer = z * (SPREAD[0] + large * (SPREAD[1] - SPREAD[0]))
    means = (a + large * (b - a) for a, b in zip(SMALL, LARGE, strict=True))
    return _Shape(*(mean + slope * longer for mean, slope in zip(means, SLOPES, strict=True)))


def liked_shape(board_faces: int, likes: Likes) -> _Shape:
    """Return the targets for a loop whose faces have 0, 1, 2 and 3 lines in the usual shares times `likes`, scaled to a
    sum of 1. The other targets are those of a loop as long as these shares make it."""
    mean = shares_of(board_faces, 0.0)
    usual = mean.empty, mean.single, 1 - mean.empty - mean.single - mean.dead_ends, mean.dead_ends
    liked = [share * like for share, like in zip(usual, likes, strict=True)]
    faces = [share / sum(liked) for share in liked]
    more = sum(n * (share - before) for n, (share, before) in enumerate(zip(faces, usual, strict=True)))
    return shares_of(board_faces, more / MORE_LINES)._replace(empty=faces[0], single=faces[1], dead_ends=faces[3])


class _Columns(NamedTuple):
    """The columns of `FaceFlips`; the numbers that the targets are shares of; and `straight`, the mean share of the
    pairs of edges at a vertex that go straight."""

    loop: LoopColumns
    opposite: Column
    face_at: Column
    vertices: int
    inner: int
    faces: int
    quads: int
    small: int
    rim: int
    straight: float


def _aims(board: _Columns, share: _Shape) -> tuple[list[float], list[float]]:
    """Return the targets and the scales of `FaceFlips.aim`."""
    length, rim = share.length * board.vertices, share.rim * board.rim
    turns = 1 - (1 - share.turns) * board.straight / _CHANCE_OF_STRAIGHT
    turning = board.vertices if board.straight >= _LEAST_CHANCE else 0
    targets = [share.length * board.vertices, turns * length, share.empty * board.quads, share.single * board.quads]
    targets += [share.dead_ends * board.small, rim, share.rim_pairs * rim, share.wide * board.inner]
    wholes = [board.vertices, turning, board.quads, board.quads, board.small, board.rim, rim, board.inner]
    # A count is a whole number: it can be 0.5 away from any target.
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
    """Return for each place in vertex_edges the place of the edge that goes straight there, or -1; and the mean share,
    over the vertices, of the pairs of edges that do."""
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
    """Return random numbers of 32 bits, the same on every machine."""
    return np.frombuffer(rng.randbytes(4 * number), "<u4").astype(np.uintc).data


def _flips_class() -> type[FaceFlips]:
    """Return FaceFlips, compiled if possible; with SLITHERENC_PURE=1 in the environment the plain one."""
    from slitherenc.generation.loops import face_flips

    module: Any = compiled.plain(face_flips) if compiled.PLAIN else face_flips
    flips: type[FaceFlips] = module.FaceFlips
    return flips
