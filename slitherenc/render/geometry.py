"""The geometry of pictures of boards: walks along edges, and the positions of clues in faces.

All functions are pure. `xy`, of shape (V, 2), is the position of each vertex in integer units of the picture.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, corners
from slitherenc.boards.csr import Ints, by_size, gather

Points = NDArray[np.int64]
Floats = NDArray[np.float64]
Box = tuple[int, int, int, int]  # left, top, right, bottom

_GRID = 15  # sample points per side; odd, so that the center of a face's bounding box is one of them
_LEVELS = 3  # refinements of the grid
_PULL = 0.05  # weight of the distance to the centroid against the distance to the border
_CHUNK = 1_000_000  # pairs of points and sides that are computed at a time, to limit memory


def in_units(board: Board, points: Floats, unit: int, margin: int) -> Points:
    """Convert points of shape (n, 2) in the plane of the board to integer units of the picture.

    The shortest edge becomes `unit` long. But if it is shorter than a quarter of the median edge, this quarter becomes
    `unit` long, so that tiny edges do not enlarge the picture. `margin` units are left free on the left and at the top.
    """
    lengths = np.hypot(*(board.xy[board.ends[:, 0]] - board.xy[board.ends[:, 1]]).T)
    shortest = max(float(lengths.min()), float(np.median(lengths)) / 4)
    placed: Points = np.rint((points - board.xy.min(axis=0)) * (unit / shortest)).astype(np.int64) + margin
    return placed


def face_areas(board: Board, xy: Points) -> Floats:
    start, (x, y) = board.face_start, xy[corners(board)].T
    after = np.arange(1, len(x) + 1)
    after[start[1:] - 1] = start[:-1]
    return np.abs(np.add.reduceat(x * y[after] - x[after] * y, start[:-1])) / 2.0


def usual_cell(board: Board, xy: Points) -> float:
    """Return the side of a square that has the area of the median face."""
    return float(np.median(np.sqrt(face_areas(board, xy))))


def poles(board: Board, xy: Points, faces: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return a point well inside each of these faces, of shape (n, 2), and its distance from the border, of shape (n,).

    The point is near the pole of inaccessibility, the center of the largest circle in the face. A long face may have
    many largest circles, so points near the centroid are slightly preferred. Equal shapes are computed only once.
    """
    points, distances = np.zeros((len(faces), 2)), np.zeros(len(faces))
    start, around = gather(board.face_start, corners(board), faces)
    for rows, table in by_size(start, around):
        first = xy[table[:, :1]]
        size = table.shape[1]
        examples, which = _distinct((xy[table] - first).reshape(len(rows), -1))
        shapes = (xy[table] - first)[examples]
        step = max(1, _CHUNK // (_GRID * _GRID * size))
        groups = [_poles(shapes[i : i + step]) for i in range(0, len(shapes), step)]
        center, distance = (np.concatenate(part) for part in zip(*groups, strict=True))
        points[rows] = center[which] + first[:, 0]
        distances[rows] = distance[which]
    return points, distances


def _distinct(table: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return two arrays, `first` and `which`. `first` contains the index of one row for each distinct value, and row i
    equals row `first[which[i]]`. This is faster than `np.unique` on whole rows."""
    which = np.zeros(len(table), np.int64)
    examples = np.zeros(1, np.intp)
    for column in table.T:
        low = int(column.min())
        if low == column.max():
            continue
        _, examples, which = np.unique(
            which * (int(column.max()) - low + 1) + (column - low), return_index=True, return_inverse=True
        )
    return examples, which


def _poles(shapes: Points) -> tuple[Floats, Floats]:
    a = shapes.astype(np.float64)
    b = np.roll(a, -1, axis=1)
    centroid = _centroids(a, b)
    low, high = a.min(axis=1), a.max(axis=1)
    middle, half = (low + high) / 2, (high - low) / 2
    steps = np.linspace(-1, 1, _GRID)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
    depth = np.zeros(len(a))
    for _ in range(_LEVELS):  # each level searches a finer grid around the best point of the level before
        points = middle[:, None] + grid * half[:, None]
        distance = _depths(points, a, b)
        score = distance - _PULL * np.linalg.norm(points - centroid[:, None], axis=2)
        best = score.argmax(axis=1)
        rows = np.arange(len(a))
        middle, depth, half = points[rows, best], distance[rows, best], half * (2 / (_GRID - 1))
    return middle, depth


def _centroids(a: Floats, b: Floats) -> Floats:
    twice = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    total = twice.sum(axis=1)
    total[total == 0] = np.inf  # the area of a face may be 0 after rounding
    weighted: Floats = ((a + b) * twice[..., None]).sum(axis=1) / (3 * total[:, None])
    return weighted


def _depths(points: Floats, a: Floats, b: Floats) -> Floats:
    """Return the distances of `points` (m points for each of n polygons) from the borders of the polygons: below 0 for
    points outside. `a` and `b` are the ends of the polygons' sides."""
    p = points[:, :, None]
    side = (b - a)[:, None]
    to = p - a[:, None]
    square = np.maximum((side**2).sum(axis=3), 1e-9)
    along = np.clip((to * side).sum(axis=3) / square, 0, 1)
    distance = np.linalg.norm(to - along[..., None] * side, axis=3).min(axis=2)
    crosses = (a[:, None, :, 1] > p[..., 1]) != (b[:, None, :, 1] > p[..., 1])
    rise = np.where(side[..., 1] == 0, 1, side[..., 1])
    right = to[..., 0] < to[..., 1] * side[..., 0] / rise
    inside = (crosses & right).sum(axis=2) % 2 == 1
    signed: Floats = np.where(inside, distance, -distance)
    return signed


def trails(board: Board, xy: Points, chosen: Bits) -> tuple[Ints, Ints]:
    """Return walks that together cover each edge in `chosen`, of shape (E,), exactly once.

    The vertices of walk i are vertices[start[i]:start[i + 1]] in the result (start, vertices). At every vertex, pairs
    of chosen edges that form nearly a straight line are joined first. At a vertex with an odd number of chosen edges,
    one walk starts or ends. A walk without such an end is closed: it ends where it starts.
    """
    tail = board.ends[chosen].reshape(-1)  # edge i becomes darts 2i and 2i + 1, one for each direction
    head = tail.reshape(-1, 2)[:, ::-1].reshape(-1)
    start = np.concatenate([[0], np.cumsum(np.bincount(tail, minlength=board.n_vertices))])
    mate = np.full(len(tail), -1)
    for _, darts in by_size(start, np.argsort(tail, kind="stable")):
        for a, b in _straightest(xy[head[darts]] - xy[tail[darts]]):
            for one, other in ((a, b), (b, a)):
                mate[np.take_along_axis(darts, one, 1)] = np.take_along_axis(darts, other, 1)
    onward = mate.reshape(-1, 2)[:, ::-1].reshape(-1).tolist()  # the dart that follows each dart on a walk
    ends = np.flatnonzero(mate < 0).tolist()
    darts_of = array("q")
    begins: list[int] = []
    is_last = bytearray(len(tail))  # marks the reversed last darts of open walks, at which no second walk may start
    append = darts_of.append
    for dart in ends:
        if not is_last[dart]:
            begins.append(len(darts_of))
            while dart >= 0:
                append(dart)
                dart = onward[dart]
            is_last[darts_of[-1] ^ 1] = 1
    is_used = np.zeros(len(tail) // 2, np.bool_)
    is_used[np.array(darts_of) >> 1] = True
    used = bytearray(is_used)
    edge = used.find(0)
    while edge >= 0:  # each remaining walk is closed, so it returns to its first dart
        begins.append(len(darts_of))
        dart = begun = 2 * edge
        while True:
            used[dart >> 1] = 1
            append(dart)
            dart = onward[dart]
            if dart == begun:
                break
        edge = used.find(0, edge)
    walks = np.frombuffer(darts_of, np.int64)
    first = np.array([*begins, len(walks)], np.int32)
    rows = np.arange(len(first), dtype=np.int32)
    vertices = np.empty(len(walks) + len(begins), np.int32)
    last = first[1:] + rows[:-1]  # a walk has one more vertex than darts
    vertices[last] = head[walks][first[1:] - 1]
    inner = np.ones(len(vertices), np.bool_)
    inner[last] = False
    vertices[inner] = tail[walks]
    return first + rows, vertices


def _straightest(steps: Points) -> Iterator[tuple[Points, Points]]:
    """Pair the edges at each vertex. Each yielded item has one pair for each vertex; the straightest pairs come first.

    `steps` has the shape (n, k, 2). It contains the vectors from each of n vertices along its k edges.
    """
    # Each yielded item contains one pair for each vertex: two arrays of shape (n, 1) with indices of vectors.
    n, k, _ = steps.shape
    if k == 2:
        yield np.zeros((n, 1), np.intp), np.ones((n, 1), np.intp)
        return
    unit = steps / np.maximum(np.hypot(steps[..., :1], steps[..., 1:]), 1e-9)
    cosine = unit @ unit.transpose(0, 2, 1)
    cosine[:, range(k), range(k)] = np.inf
    rows = np.arange(n)
    for _ in range(k // 2):
        a, b = np.divmod(cosine.reshape(n, -1).argmin(axis=1), k)
        for one in (a, b):
            cosine[rows, one] = cosine[rows, :, one] = np.inf
        yield a[:, None], b[:, None]
