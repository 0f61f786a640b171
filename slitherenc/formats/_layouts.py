"""Layouts: the ways to write the cells of a row in a line of text.

LAYOUTS lists the layouts of the table "How rows are read" in docs/formats.md. A layout fits rows if its condition
`holds` is true, every cell is a known sign, and all rows have equally many cells. The first layout that fits is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import NamedTuple

from slitherenc.boards.board import MAX_FACES
from slitherenc.formats._rows import Line
from slitherenc.puzzles.rows import EMPTY_MARKS


@dataclass(frozen=True)
class TextRows:
    """Lines of text, one per row, with the properties by which a layout (a way to write cells) is recognized.

    `is_cut` is true if rows may have lost blanks that were empty cells. `doubts` lists remarks on uncertain readings.
    """

    lines: Sequence[Line]
    is_cut: bool = False
    doubts: Sequence[str] = ()

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the rows without trailing white space. If tabs separate the cells, trailing tabs are kept."""
        has_tabs = any("\t" in line.text.strip() for line in self.lines)
        return [line.text.rstrip(" " if has_tabs else None) for line in self.lines]

    @cached_property
    def separator(self) -> str:
        """The character that separates cells in every row (a tab, `;`, `|` or `,`), or "" if there is none."""
        signs = "\t;|," if any("\t" in text.strip() for text in self.texts) else ";|,"
        return next((sign for sign in signs if all(sign in text for text in self.texts)), "")

    @cached_property
    def is_marked(self) -> bool:
        """Whether the rows contain a sign for an empty cell, such as `.`."""
        used = set().union(*self.texts)
        return any(mark in used for mark in EMPTY_MARKS)

    @cached_property
    def n_spaced(self) -> int:
        """The number of rows that consist of several words."""
        return sum(len(text.split(None, 1)) > 1 for text in self.texts)

    @cached_property
    def has_blanks(self) -> bool:
        """Whether any row contains blanks, including leading blanks."""
        return any(" " in text for text in self.texts)

    @cached_property
    def is_ended(self) -> bool:
        """Whether every row ends with a separator."""
        return bool(self.separator) and all(text.endswith(self.separator) for text in self.texts)

    @cached_property
    def blanks_are_cells(self) -> bool:
        """Whether blanks may stand for empty cells.

        They do not if the rows have separators or a sign for empty cells, or if blanks only separate the cells.
        """
        if self.separator or self.is_marked or not self.has_blanks:
            return False
        if len(self.lines) * self.n_columns > MAX_FACES:  # padding all rows to one long row would need too much memory
            return False
        return self.is_even or self.step == 1 or any(" " * (self.step + 1) in text for text in self.texts)

    @cached_property
    def is_even(self) -> bool:
        """Whether all rows have the same number of characters."""
        return len(set(map(len, self.texts))) == 1

    @cached_property
    def step(self) -> int:
        """The number of characters from one cell to the next, in all rows.
        This is the greatest common divisor of the columns, counted from 0, of all characters that are not blank.
        """
        step = 0
        for text in self.texts:
            for column, sign in enumerate(text):
                if sign != " ":
                    step = gcd(step, column)
                    if step == 1:
                        return 1
        return max(1, step)

    @cached_property
    def width(self) -> int:
        return max(map(len, self.texts), default=0)

    @cached_property
    def n_columns(self) -> int:
        """The number of columns of cells, which are `step` characters apart."""
        return -(-self.width // self.step)

    def fields(self, text: str) -> list[str]:
        import csv

        reader = csv.reader([text], delimiter=self.separator, skipinitialspace=True)
        return [field.strip() for field in next(reader, [""])]


class Layout(NamedTuple):
    """A way to write a row of cells as a line of text.

    words : a description of this way, for remarks
    holds : returns whether the layout may be used for given rows
    cells : splits the text of a row into cells
    """

    words: str
    holds: Callable[[TextRows], bool]
    cells: Callable[[TextRows, str], list[str]]


ENDED = Layout("a separator after each cell", lambda rows: rows.is_ended, lambda rows, text: rows.fields(text)[:-1])
BETWEEN = Layout(
    "separators between cells",
    lambda rows: bool(rows.separator) and not (rows.is_ended and rows.is_marked),
    TextRows.fields,
)
SIDE_BY_SIDE = Layout(
    "cells side by side",
    lambda rows: not rows.separator and not rows.n_spaced and (rows.is_marked or not rows.has_blanks),
    lambda rows, text: list(text.strip()),
)
SPACED = Layout(
    "blanks between cells",
    lambda rows: not rows.separator and rows.width > 1 and rows.n_spaced in (0, len(rows.lines)),
    lambda rows, text: text.split(),
)
IN_COLUMNS = Layout(
    "cells in fixed columns",
    lambda rows: rows.blanks_are_cells and rows.step > 1,
    lambda rows, text: list(text.ljust(rows.width)[:: rows.step]),
)
BLANK_CELLS = Layout(
    "blanks as empty cells", lambda rows: rows.blanks_are_cells, lambda rows, text: list(text.ljust(rows.width))
)
WITH_SIGNS = (ENDED, BETWEEN, SIDE_BY_SIDE, SPACED)
LAYOUTS = (*WITH_SIGNS, IN_COLUMNS, BLANK_CELLS)
TOKENS = (Layout("blanks between tokens", lambda rows: True, lambda rows, text: text.split()),)
