"""Boards of the tilings in Loopy, the Slitherlink program of Simon Tatham's Portable Puzzle Collection.

The params of a board are (type, w, h), or (type, w, h, x, y, angle) for Penrose boards (types 11 and 12). Old builds of
Loopy made different boards of type 1 (triangular), and of type 8 (floret) if w = 1 and h > 1. The params of these old
boards are (type, w, h, 1). Faces, vertices and edges are numbered as in Loopy. A board of type 0 is a square board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board, Traits, check_faces, from_faces, reverse_rows
from slitherenc.boards.cache import cached_board
from slitherenc.boards.penrose import penrose
from slitherenc.boards.square import square
from slitherenc.boards.tilings import OLD_SHAPES, TILINGS, Cells, Mask, Tiling

Points = NDArray[np.int64]

_NUMBERS = {tiling.name: number for number, tiling in TILINGS.items()}
_PENROSE = {11: "penrose-kites", 12: "penrose-rhombs"}
TILING_NAMES = frozenset({*_NUMBERS, *_PENROSE.values()})
SHORT_NAMES = {"penrose": "penrose-rhombs"}
# The default windows of Penrose boards. Among 400 random windows, these give small boards the most tiles.
_USUAL_WINDOW = {11: (659, 778, 108), 12: (-890, 892, 252)}
_EXPECTED = (
    "loopy:TILING:WIDTHxHEIGHT, TILING one of "
    + ", ".join(_NUMBERS)
    + ", penrose-kites or penrose-rhombs; SIZE alone means SIZExSIZE. A window may follow: penrose-kites:6x6:Gx,y,angle"
)


@cached_board
def loopy(number: int, w: int, h: int, *more: int) -> Board:
    """Build a board of Loopy from its params: the type `number`, w × h cells, and any further params in `more`.

    Raises UsageError if Loopy has no such type, or if the size or the further params are invalid for this type.
    """
    if number in _PENROSE:
        check_loopy_size(number, w=w, h=h)
        return penrose(number, w, h, *more)
    check_faces(count_faces(number, w, h, *more))
    return square(height=h, width=w) if number == 0 else _build(_tiling(number, more), (number, w, h, *more), w=w, h=h)


def count_faces(number: int, w: int, h: int, *more: int) -> int:
    """Return the number of faces of the board that `loopy` builds. Raises UsageError in the same cases as `loopy`."""
    check_loopy_size(number, w=w, h=h)
    if number in _PENROSE:
        return loopy(number, w, h, *more).n_faces  # these boards are small enough to be built
    if more and (more != (1,) or not has_old_shape(number, w=w, h=h)):
        raise UsageError(f"Loopy's board of type {number} and size {w}x{h} never changed, so it has no old version")
    check_faces(w * h)  # every cell has a face
    if number == 0:
        return w * h
    return sum(int(np.count_nonzero(mask)) for mask in _masks(_tiling(number, more), w=w, h=h))


def _tiling(number: int, more: tuple[int, ...]) -> Tiling:
    return OLD_SHAPES[number] if more else TILINGS[number]


def has_old_shape(number: int, *, w: int, h: int) -> bool:
    """Return whether the board of type `number` and size w x h in old builds of Loopy differs from today's board."""
    return number == 1 or (number == 8 and w == 1 and h > 1)


def check_loopy_size(number: int, *, w: int, h: int) -> None:
    """Raise UsageError if Loopy has no type `number`, or if the size is below the type's minimum."""
    titles = {0: "Squares", **_PENROSE}
    if number not in titles and number not in TILINGS:
        raise UsageError(f"Loopy's type must be from 0 to 15, got {number}")
    title, least = (titles[number], (3, 3)) if number in titles else (TILINGS[number].title, TILINGS[number].least)
    if min(w, h) < least[0] or max(w, h) < least[1]:
        one = f", and one of them at least {least[1]}" if least[1] > least[0] else ""
        raise UsageError(f"width and height of {title} must be at least {least[0]}{one}, got {w}x{h}")


def _build(tiling: Tiling, params: tuple[int, ...], *, w: int, h: int) -> Board:
    width = w + tiling.wider
    where = [np.flatnonzero(mask) for mask in _masks(tiling, w=w, h=h)]  # y * width + x
    n_kinds = len(where)
    if tiling.by_row:
        ranks = [(at // width * n_kinds + kind) * width + at % width for kind, at in enumerate(where)]
    else:
        ranks = [at * n_kinds + kind for kind, at in enumerate(where)]
    dots = [_points(face.dots, tiling.units) for face in tiling.faces]

    order = np.argsort(np.concatenate(ranks))
    sizes = np.repeat([len(points) for points in dots], list(map(len, where)))
    start = np.zeros(len(order) + 1, np.int32)
    np.cumsum(sizes[order], out=start[1:])
    first = np.empty(len(order), np.int64)  # the index of each face's first point, by table entry and then by cell
    first[order] = start[:-1]

    step_x, step_y, shift_x, shift_y = (
        _points(text, tiling.units)[0] for text in (tiling.step_x, tiling.step_y, tiling.shift_x, tiling.shift_y)
    )
    points = np.empty((start[-1], 2), np.int32)
    done = 0
    for at, offsets in zip(where, dots, strict=True):
        x, y = (at % width)[:, None], (at // width)[:, None]
        origin = x * step_x + y * step_y + (x % 2) * shift_x + (y % 2) * shift_y
        rows = first[done : done + len(at)]
        for i, offset in enumerate(offsets):
            points[rows + i] = origin + offset
        done += len(at)
    vertices, places = _number_points(points, tiling.by_place)
    backwards = np.repeat([face.turned for face in tiling.faces], list(map(len, where)))[order]
    if backwards.any():
        vertices = reverse_rows(start, vertices, backwards, 1)
    return from_faces("loopy", params, places.astype(np.float64), start, vertices, Traits(text_grid=tiling.grid))


def _masks(tiling: Tiling, *, w: int, h: int) -> Iterator[Mask]:
    width = w + tiling.wider
    cells = Cells(np.arange(width, dtype=np.int32)[None, :], np.arange(h, dtype=np.int32)[:, None], w, h)
    return (np.broadcast_to(face.when(cells), (h, width)) for face in tiling.faces)


def _points(text: str, units: tuple[int, int]) -> Points:
    """Parse points such as "2a+b,-a 0,b" into coordinates of shape (n, 2). `units` are the lengths of a and b."""
    return np.array([[_length(part, units) for part in point.split(",")] for point in text.split()], np.int64)


def _length(text: str, units: tuple[int, int]) -> int:
    total = 0
    for sign, factor, unit in re.findall(r"([+-]?)([0-9]*)([ab]?)", text):
        if factor or unit:
            total += (-1 if sign == "-" else 1) * int(factor or 1) * ({"a": units[0], "b": units[1]}.get(unit, 1))
    return total


def _number_points(points: NDArray[np.int32], by_place: bool) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Number the distinct points as vertices: row by row if `by_place` is true, otherwise by first appearance. Return
    the number of the vertex at each point, and the coordinates of each vertex."""
    low = points.min(axis=0)
    span = int(points[:, 0].max()) - int(low[0]) + 1
    keys = (points[:, 1] - low[1]).astype(np.int64) * span + (points[:, 0] - low[0])
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    if by_place:
        return inverse.astype(np.int32), points[first]
    by_first = np.argsort(first)
    number = np.empty(len(first), np.int32)
    number[by_first] = np.arange(len(first), dtype=np.int32)
    return number[inverse], points[first[by_first]]


def params_of(words: str) -> tuple[int, ...]:
    """Parse the name of a board, such as "honeycomb:8x8" or "penrose-kites:6x6:G1368,-1539,252", into its params."""
    match = re.fullmatch(r"([a-z-]+):([0-9]{1,9})(?:x([0-9]{1,9}))?(?::(old|G.*))?", words)
    name = "" if match is None else SHORT_NAMES.get(match[1], match[1])
    numbers = {**_NUMBERS, **{name: number for number, name in _PENROSE.items()}}
    if match is None or name not in numbers or (match[4] and (match[4] == "old") == (numbers[name] in _PENROSE)):
        raise UsageError(f"{words[:40]!r} is not a board of Loopy: expected {_EXPECTED}")
    size = int(match[2]), int(match[3] or match[2])
    if numbers[name] in _PENROSE:
        return numbers[name], *size, *(window_of(match[4]) if match[4] else _USUAL_WINDOW[numbers[name]])
    return numbers[name], *size, *([1] if match[4] else [])


def window_of(text: str) -> tuple[int, int, int]:
    """Parse the window (visible part) of a Penrose board, such as "G1368,-1539,252", into (x, y, angle)."""
    match = re.fullmatch(r"G(-?[0-9]{1,9}),(-?[0-9]{1,9}),([0-9]{1,9})", text)
    if match is None:
        raise UsageError(
            f"{text[:40]!r} is not a place in a Penrose tiling: expected Gx,y,angle, such as G1368,-1539,252"
        )
    return int(match[1]), int(match[2]), int(match[3])


def words_of(board: Board) -> str:
    number, w, h, *old = board.params
    if number in _PENROSE:
        return f"{_PENROSE[number]}:{w}x{h}:{window_text(board)}"
    return f"{TILINGS[number].name}:{w}x{h}{':old' if old else ''}"


def window_text(board: Board) -> str:
    """Return the window (visible part) of a Penrose board as "Gx,y,angle". `window_of` is the inverse."""
    return "G{},{},{}".format(*board.params[3:])
