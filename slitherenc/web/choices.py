"""The choices that the page offers: boards, sizes, grades, clue types and formats."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, get_args

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.loopy import TILING_NAMES
from slitherenc.boards.names import board_name, count_faces, parse_board
from slitherenc.deduction.grade import GradeName
from slitherenc.formats import FORMATS
from slitherenc.generation.symmetry import NAMES
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.render.geometry import in_units
from slitherenc.web.kinds import kind_document

SIZES = {"small": 49, "medium": 100, "large": 225, "huge": 625}  # faces, approximately
_FIRST = ("honeycomb", "triangle", "cairo", "snub-square", "kagome", "great-hexagonal", "penrose-rhombs")
WINDOW = "G2188,-71,0"  # the part of an aperiodic tiling that its boards show
_SYMMETRIES = {
    "none": "No symmetry",
    "rotate2": "Half turn",
    "rotate3": "Third turns",
    "rotate4": "Quarter turns",
    "rotate6": "Sixth turns",
    "mirror-x": "Left and right",
    "mirror-y": "Top and bottom",
    "diagonal": "Diagonal",
    "both-diagonals": "Both diagonals",
}
_APERIODIC = ("penrose-kites", "penrose-rhombs")
_SAMPLE = 10  # the side of the board from which the density of faces is estimated
_PICTURED = 14  # the approximate number of faces in the picture of a board
_PICTURE = 88  # the size of the picture in units; it is centered in a square of 96


def choices() -> dict[str, Any]:
    """Return the tables of choices for the page.

    Returns
    -------
    dict
        boards : list of {name, title, sizes: {small: "square:7x7", …}, picture: an SVG path in a 96 x 96 square}
        grades : list of str
        symmetries : list of {name, title}
        clues : list of {name, title, rule, example}, clue types and then variants (see `kinds.kind_document`)
        formats : {name: title}
    """
    kinds = [*_FIRST, *sorted(name for name in TILING_NAMES if name not in _FIRST)]
    return {
        "boards": [_kind("square"), *map(_kind, kinds)],
        "grades": [name.lower() for name in get_args(GradeName)],
        "clues": [{"name": name, **kind_document(name)} for name in (*CLUE_TYPES.names(), *VARIANTS.names())],
        "formats": {name: FORMATS.load(name).TITLE for name in FORMATS.names()},
        "symmetries": [{"name": name, "title": _SYMMETRIES.get(name, name)} for name in NAMES],
    }


def kind_title(name: str) -> str:
    """Return the title of a kind of board, such as `square`, for players."""
    return name.replace("-", " ").capitalize()


def picture_of(board: str) -> str:
    """Return the edges of a square board, or of a few cells of another board, as an SVG path in a 96 x 96 square."""
    kind, _, size = board.removeprefix("loopy:").partition(":")
    if kind != "square":
        return _sample(kind)
    columns, rows = (int(number) for number in size.split("x"))
    step = _PICTURE / max(columns, rows)
    left, top = 48 - columns * step / 2, 48 - rows * step / 2
    across = [f"M{left:.4g} {top + i * step:.4g}h{columns * step:.4g}" for i in range(rows + 1)]
    return "".join(across + [f"M{left + i * step:.4g} {top:.4g}v{rows * step:.4g}" for i in range(columns + 1)])


def _kind(name: str) -> dict[str, Any]:
    """Return the document of a kind of board: name, title, picture, and `sizes` (a board for each size in SIZES)."""
    sizes = {size: nearest_board(name, faces) for size, faces in SIZES.items()}
    picture = picture_of("square:4x4") if name == "square" else _sample(name)
    return {"name": name, "title": kind_title(name), "sizes": sizes, "picture": picture}


def _sample(name: str) -> str:
    return _picture(parse_board(nearest_board(name, _PICTURED * (2 if name in _APERIODIC else 1))))


def nearest_board(name: str, faces: int) -> str:
    """Return the name of a board of the kind `name` that has about `faces` faces. Its width equals its height.

    Raises UsageError if the kind does not exist.
    """
    _check_kind(name)
    if name == "square":
        return "square:{0}x{0}".format(round(sqrt(faces)))
    if name in _APERIODIC:  # counting their faces requires building the board, so only one board is built
        density = count_faces(_board_name(name, _SAMPLE)) / _SAMPLE**2
        return _board_name(name, max(3, round(sqrt(faces / density))))
    best, least = "", float("inf")
    for side in range(1, 40):
        try:
            board = _board_name(name, side)
            away = abs(count_faces(board) - faces)
        except UsageError:  # the board is too small
            continue
        if away > least:
            break
        best, least = board, away
    return best


def sized_board(name: str, size: str) -> str:
    """Return the name of a board, given the name of its kind and its size, such as "9" (triangles) or "7x7" (squares).

    Raises UsageError if the kind does not exist or has no board of this size.
    """
    _check_kind(name)
    board = _with_size(name, size)
    count_faces(board)
    return board_name(parse_board(board))


def _check_kind(name: str) -> None:
    if name not in ("square", "triangle", *TILING_NAMES):
        near = ", ".join(("square", *_FIRST))
        raise UsageError(f"there is no kind of board {name[:40]!r}; some kinds are {near}")


def _board_name(name: str, side: int) -> str:
    return _with_size(name, str(side) if name == "triangle" else f"{side}x{side}")


def _with_size(name: str, size: str) -> str:
    if name in ("square", "triangle"):
        return f"{name}:{size}"
    return f"loopy:{name}:{size}" + (f":{WINDOW}" if name in _APERIODIC else "")


def _picture(board: Board) -> str:
    xy = in_units(board, board.xy, 1000, 0).astype(float)
    low, high = xy.min(axis=0), xy.max(axis=0)
    scale = _PICTURE / float((high - low).max())
    middle = (low + high) / 2
    points: Mapping[int, str] = {
        vertex: f"{x:.0f} {y:.0f}" for vertex, (x, y) in enumerate((np.asarray(xy - middle) * scale + 48).tolist())
    }
    return "".join(f"M{points[a]}L{points[b]}" for a, b in board.ends.tolist())
