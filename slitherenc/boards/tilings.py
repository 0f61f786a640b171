"""Data of the periodic tilings in Loopy (Simon Tatham's Portable Puzzle Collection).

A board consists of w × h cells, listed row by row. `Tiling.faces` lists the faces that a cell can contain. A cell
contains a face if the face's condition `when` is true. The vertices of a face are points relative to the cell's origin,
in units a and b: "2a+b,-a" is the point (2a + b, -a), where y grows downwards. Faces are in the same order as the clues
in Loopy's game IDs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """The cells of a board, which is w cells wide and h cells high."""

    x: NDArray[np.int32]  # the number of each column, as an array with one row
    y: NDArray[np.int32]  # the number of each row, as an array with one column
    w: int
    h: int

    @property
    def left(self) -> Mask:
        return self.x > 0

    @property
    def right(self) -> Mask:
        return self.x < self.w - 1

    @property
    def up(self) -> Mask:
        return self.y > 0

    @property
    def down(self) -> Mask:
        return self.y < self.h - 1

    @property
    def odd_x(self) -> Mask:
        return _odd(self.x)

    @property
    def odd_y(self) -> Mask:
        return _odd(self.y)

    @property
    def odd(self) -> Mask:
        return _odd(self.x + self.y)

    @property
    def both(self) -> Mask:
        """Mask of the cells that touch two cells of the next row. Odd rows are shifted right by half a cell."""
        return (self.right | ~self.odd_y) & (self.left | self.odd_y)


def _odd(numbers: NDArray[np.int32]) -> Mask:
    odd: Mask = numbers % 2 == 1
    return odd


When = Callable[[Cells], Mask]


def always(cells: Cells) -> Mask:
    return cells.x >= 0


@dataclass(frozen=True)
class Face:
    """A face of a tiling's repeated pattern."""

    dots: str  # the vertices, such as "0,b a,0 2a,b"
    when: When = always  # the copies of the pattern (cells) that contain this face
    turned: bool = False  # whether `dots` is in reverse order


@dataclass(frozen=True)
class Tiling:
    """A tiling of Loopy.

    number, title      the number and the name of Loopy's type
    units        the lengths of a and b, the two units in which Loopy gives coordinates
    step_x, step_y     the vectors from a cell to the next cell of its row and of its column
    shift_x, shift_y   the additional offset of the cells in odd columns (shift_x) and in odd rows (shift_y)
    least        (m, n): both sides of a board need at least m cells, and the longer side at least n
    wider        the number of additional cells at the end of each row; these contain only some of a cell's faces
    by_row       True: faces are ordered by row, then by their index in the cell, then by x; False: by cell, row by row
    by_place     True: vertices are numbered row by row; False: in the order of the faces
    grid         characters per unit of x and y in text drawings; None if the tiling cannot be drawn as text
    """

    number: int
    title: str
    units: tuple[int, int]
    step_x: str
    step_y: str
    faces: tuple[Face, ...]
    shift_x: str = "0,0"
    shift_y: str = "0,0"
    least: tuple[int, int] = (3, 3)
    wider: int = 0
    by_row: bool = False
    by_place: bool = False
    grid: tuple[float, float] | None = None

    @property
    def name(self) -> str:
        return self.title.lower()


def _columns_of_florets(c: Cells) -> Mask:
    """Return a mask of the cells with a floret. If w > 1 and h > 1, the 1st, 3rd, … columns have one floret fewer."""
    return _columns_of_old_florets(c) | np.bool_(c.w == 1)


def _columns_of_old_florets(c: Cells) -> Mask:
    return c.odd_x | ~c.up | c.down


def _row_of_triangles(c: Cells) -> Mask:
    """Return a mask of the cells in even rows. If the last row is even, its two end cells are excluded."""
    return ~c.odd_y & (c.down | (c.left & (c.x < c.w)))


_TWELVE = (
    "a,-2a-b a+b,-a-b 2a+b,-a 2a+b,a a+b,a+b a,2a+b -a,2a+b -a-b,a+b -2a-b,a -2a-b,-a -a-b,-a-b -a,-2a-b"  # regular
)
_SIX = "-a,-b a,-b 2a,0 a,b -a,b -2a,0"
_PETALS = (
    "0,0 -2a,6b 2a,8b 7a,7b 8a,4b", "0,0 8a,4b 13a,3b 14a,0 10a,-2b", "0,0 10a,-2b 11a,-5b 7a,-7b 2a,-6b",
    "0,0 2a,-6b -2a,-8b -7a,-7b -8a,-4b", "0,0 -8a,-4b -13a,-3b -14a,0 -10a,2b", "0,0 -10a,2b -11a,5b -7a,7b -2a,6b",
)  # fmt: skip
_KITES = (
    "0,0 2b,0 2b,2a b,3a", "0,0 b,3a 0,4a -b,3a", "0,0 -b,3a -2b,2a -2b,0",
    "0,0 -2b,0 -2b,-2a -b,-3a", "0,0 -b,-3a 0,-4a b,-3a", "0,0 b,-3a 2b,-2a 2b,0",
)  # fmt: skip
_TEXT = (2 / 15, 2 / 26)  # an edge "a,b" is two characters wide and two high, "2a,0" four wide

_ALL = (
    Tiling(
        1, "Triangular", (15, 26), "2a,0", "0,b",
        (
            Face("0,b a,0 2a,b", _row_of_triangles),
            Face("0,0 a,b 2a,0", lambda c: c.odd_y, turned=True),
            Face("a,0 2a,b 3a,0", lambda c: ~c.odd_y & (c.x < c.w), turned=True),
            Face("a,b 2a,0 3a,b", lambda c: c.odd_y & (c.x < c.w)),
        ),
        wider=1, by_row=True, grid=_TEXT,
    ),
    Tiling(2, "Honeycomb", (15, 26), "3a,0", "0,2b", (Face(_SIX),), shift_x="0,b", grid=_TEXT),
    Tiling(
        3, "Snub-Square", (15, 26), "a+b,0", "0,a+b",
        (
            Face("a,0 a+b,a b,a+b 0,b", lambda c: c.odd),
            Face("b,0 a+b,b a,a+b 0,a", lambda c: ~c.odd),
            Face("a,0 0,b -a,0", lambda c: c.left & c.odd),
            Face("0,a a,a+b -a,a+b", lambda c: c.left & ~c.odd),
            Face("a,0 a+b,-a a+b,a", lambda c: c.up & c.odd),
            Face("0,-a b,0 0,a", lambda c: c.up & ~c.odd),
        ),
    ),
    Tiling(
        4, "Cairo", (14, 31), "2b,0", "0,2b",
        (
            Face("a,-b 2b-a,-b 2b,0 b,a 0,0", lambda c: c.up & c.odd),
            Face("0,0 b,-a 2b,0 2b-a,b a,b", lambda c: c.up & ~c.odd),
            Face("0,0 b,a b,2b-a 0,2b -a,b", lambda c: c.left & c.odd),
            Face("0,0 a,b 0,2b -b,2b-a -b,a", lambda c: c.left & ~c.odd),
        ),
        least=(3, 4),
    ),
    Tiling(
        5, "Great-Hexagonal", (15, 26), "3a+b,0", "0,2a+2b",
        (
            Face(_SIX),
            Face("-a,b a,b a,2a+b -a,2a+b", lambda c: c.down),
            Face("2a,0 2a+b,a a+b,a+b a,b", lambda c: c.right & (~c.odd_x | c.down)),
            Face("-2a,0 -a,b -a-b,a+b -2a-b,a", lambda c: c.left & (~c.odd_x | c.down)),
            Face("a,b a+b,a+b a,2a+b", lambda c: c.right & c.down),
            Face("-a,b -a,2a+b -a-b,a+b", lambda c: c.left & c.down),
        ),
        shift_x="0,a+b",
    ),
    Tiling(
        6, "Octagonal", (29, 41), "2a+b,0", "0,2a+b",
        (
            Face("a,0 a+b,0 2a+b,a 2a+b,a+b a+b,2a+b a,2a+b 0,a+b 0,a"),
            Face("0,-a a,0 0,a -a,0", lambda c: c.left & c.up),
        ),
    ),
    Tiling(7, "Kites", (15, 26), "4b,0", "0,6a", tuple(map(Face, _KITES)), shift_y="2b,0"),
    Tiling(
        8, "Floret", (15, 26), "21a,0", "0,-14b", tuple(Face(petal, _columns_of_florets) for petal in _PETALS),
        shift_x="0,7b", least=(1, 2),
    ),
    Tiling(
        9, "Dodecagonal", (15, 26), "4a+2b,0", "0,3a+2b",
        (
            Face(_TWELVE),
            Face("a,2a+b 0,2a+2b -a,2a+b", lambda c: c.down & c.both),
            Face("-a,-2a-b 0,-2a-2b a,-2a-b", lambda c: c.up & c.both),
        ),
        shift_y="2a+b,0", least=(2, 2),
    ),
    Tiling(
        10, "Great-Dodecagonal", (15, 26), "6a+2b,0", "0,3a+3b",
        (
            Face(_TWELVE),
            Face("a,2a+b 2a,2a+2b a,2a+3b -a,2a+3b -2a,2a+2b -a,2a+b", lambda c: c.down & c.both),
            Face("-a,-2a-b -2a,-2a-2b -a,-2a-3b a,-2a-3b 2a,-2a-2b a,-2a-b", lambda c: c.up & c.both),
            Face("2a+b,-a 4a+b,-a 4a+b,a 2a+b,a", lambda c: c.right),
            Face("a,-2a-b 2a,-2a-2b 2a+b,-a-2b a+b,-a-b", lambda c: c.up & (c.right | ~c.odd_y)),
            Face("-a-b,-a-b -2a-b,-a-2b -2a,-2a-2b -a,-2a-b", lambda c: c.up & (c.left | c.odd_y)),
        ),
        shift_y="3a+b,0", least=(2, 2),
    ),
    Tiling(
        13, "Great-Great-Dodecagonal", (15, 26), "4a+4b,0", "0,6a+2b",
        (
            Face(_TWELVE),
            Face("a+2b,-4a-b a+2b,-2a-b a+b,-a-b a,-2a-b a,-4a-b a+b,-5a-b", lambda c: c.up & (c.right | ~c.odd_y)),
            Face("2a+3b,-a 2a+3b,a 2a+2b,2a 2a+b,a 2a+b,-a 2a+2b,-2a", lambda c: c.right),
            Face("a+2b,2a+b a+2b,4a+b a+b,5a+b a,4a+b a,2a+b a+b,a+b", lambda c: c.down & (c.right | ~c.odd_y)),
            Face("a+2b,-2a-b 2a+2b,-2a 2a+b,-a a+b,-a-b", lambda c: c.up & c.right),
            Face("2a+2b,2a a+2b,2a+b a+b,a+b 2a+b,a", lambda c: c.down & c.right),
            Face("a,2a+b a,4a+b -a,4a+b -a,2a+b", lambda c: c.down & c.both),
            Face("-2a-b,a -a-b,a+b -a-2b,2a+b -2a-2b,2a", lambda c: c.left & c.down),
            Face("-a-b,-a-b -2a-b,-a -2a-2b,-2a -a-2b,-2a-b", lambda c: c.left & c.up),
            Face("a,-4a-b a,-2a-b -a,-2a-b -a,-4a-b", lambda c: c.up & c.both),
            Face("3a+2b,-2a-b 2a+2b,-2a a+2b,-2a-b", lambda c: c.up & c.right),
            Face("3a+2b,2a+b a+2b,2a+b 2a+2b,2a", lambda c: c.down & c.right),
        ),
        shift_y="2a+2b,0", least=(2, 2),
    ),
    Tiling(
        14, "Kagome", (15, 26), "4a,0", "0,2b",
        (
            Face("a,-b 2a,0 a,b -a,b -2a,0 -a,-b"),
            Face("3a,-b 2a,0 a,-b", lambda c: c.right | (~c.odd_y & c.up)),
            Face("3a,b a,b 2a,0", lambda c: c.right | (~c.odd_y & c.down)),
            Face("-a,-b -2a,0 -3a,-b", lambda c: ~c.left & c.odd_y),
            Face("-a,b -3a,b -2a,0", lambda c: ~c.left & c.odd_y & c.down),
        ),
        shift_y="2a,0", grid=_TEXT,
    ),
    Tiling(
        15, "Compass-Dodecagonal", (15, 26), "4a+2b,0", "0,4a+2b",
        (
            Face(_TWELVE),
            *(
                Face(dots, lambda c: c.right & c.down)
                for dots in (
                    "2a+b,a 3a+b,a+b a+b,a+b", "3a+2b,2a+b 3a+b,3a+b 3a+b,a+b", "3a+b,3a+b 2a+b,3a+2b a+b,3a+b",
                    "a+b,a+b a+b,3a+b a,2a+b", "3a+b,a+b 3a+b,3a+b a+b,3a+b a+b,a+b",
                )
            ),
        ),
        least=(2, 2),
    ),
)  # fmt: skip

TILINGS: Mapping[int, Tiling] = {tiling.number: tiling for tiling in _ALL}

# The tilings of old builds of Loopy: triangular boards whose game ID has no grid description, and florets one cell wide
# (until January 2023).
OLD_SHAPES: Mapping[int, Tiling] = {
    1: Tiling(
        1, "Triangular", (15, 26), "2a,0", "0,b",
        (
            Face("0,0 2a,0 a,b", lambda c: ~c.odd_y),
            Face("2a,0 3a,b a,b", lambda c: ~c.odd_y),
            Face("a,0 2a,b 0,b", lambda c: c.odd_y),
            Face("a,0 3a,0 2a,b", lambda c: c.odd_y),
        ),
        by_place=True, grid=_TEXT,
    ),
    8: replace(TILINGS[8], faces=tuple(Face(petal, _columns_of_old_florets) for petal in _PETALS)),
}  # fmt: skip
