"""The reader of rows: from lines to a table of clues, whatever stands between the cells.

A *layout* is a way in which the cells of a row lie side by side. LAYOUTS is the table of docs/formats.md ("How rows are
read"): of the layouts that hold, the first one in which every cell has a sign and all rows have one length is how the
rows are read. Where another one gives other clues, a remark names it. So a sign of several characters is never cut, and
a blank is an empty cell only where no sign is used for one.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, counted
from slitherenc.boards.square import square
from slitherenc.formats._rows import Line, Size, check_text_size, shown_sign
from slitherenc.formats._signs import typed_clue
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.puzzles.rows import EMPTY_MARKS, number_of

CELL = "a digit 0 to 4 or an empty cell such as ., or the sign of another clue type"
_LARGEST = 4
_PROBE = 64  # characters of a long first row that are looked at before all of it is cut


@dataclass(frozen=True)
class TextRows:
    """Lines with a row each, and what LAYOUTS asks of them.

    `is_cut`: blanks around the rows, which could have been empty cells, are gone. `has_head`: so is a table's head.
    """

    lines: Sequence[Line]
    is_cut: bool = False
    has_head: bool = False

    @cached_property
    def texts(self) -> list[str]:
        """The rows without the blanks at their ends."""
        return [line.text.rstrip(" ") for line in self.lines]

    @cached_property
    def bare(self) -> list[str]:
        """The rows without white space around."""
        return [text.strip() for text in self.texts]

    @cached_property
    def separator(self) -> str:
        """The sign, other than a blank, that stands in every row between cells; "" if there is none."""
        if all("\t" in text for text in self.texts) and any("\t" in text for text in self.bare):
            return "\t"
        return next((sign for sign in ";|," if all(sign in text for text in self.bare)), "")

    @cached_property
    def fielded(self) -> list[str]:
        """The rows, for a separator to cut: an empty cell may be all that a tab stands beside."""
        return self.texts if self.separator == "\t" else self.bare

    @cached_property
    def is_marked(self) -> bool:
        """Whether a sign for an empty cell is used."""
        used = set().union(*self.texts)
        return any(mark in used for mark in EMPTY_MARKS)

    @cached_property
    def n_spaced(self) -> int:
        """The number of rows that have blanks inside."""
        return sum(len(text.split(None, 1)) > 1 for text in self.bare)

    @cached_property
    def has_blanks(self) -> bool:
        """Whether there are blanks in a row, or before it."""
        return any(" " in text for text in self.texts)

    @cached_property
    def n_words(self) -> int:
        """The number of words with blanks between that each row has; 0 if they have different numbers."""
        numbers = {len(text.split()) for text in self.bare}
        return numbers.pop() if len(numbers) == 1 else 0

    @cached_property
    def is_ended(self) -> bool:
        """Whether every row ends with a separator."""
        return bool(self.separator) and all(text.endswith(self.separator) for text in self.fielded)

    @cached_property
    def is_holed(self) -> bool:
        """Whether an empty cell stands between separators with nothing in it."""
        return any("" in self.fields(text)[:-1] for text in self.fielded)

    @cached_property
    def blanks_are_cells(self) -> bool:
        """Whether blanks can be empty cells: nothing else is one, and where all signs stand in every second column,
        say, no row is too short."""
        if self.separator or self.is_marked or not self.has_blanks:
            return False
        return self.is_even or self.step == 1 or any(" " * (self.step + 1) in text for text in self.texts)

    @cached_property
    def is_even(self) -> bool:
        """Whether all rows have one length."""
        return len(set(map(len, self.texts))) == 1

    @cached_property
    def step(self) -> int:
        """The largest number of columns of which all columns with a sign are multiples."""
        columns = {i for text in self.texts for i, sign in enumerate(text) if sign != " "}
        return max(1, gcd(*columns))

    @cached_property
    def width(self) -> int:
        return max(map(len, self.texts))

    def fields(self, text: str) -> list[str]:
        """What stands between the separators of a row."""
        return [field.strip() for field in next(csv.reader([text], delimiter=self.separator), [""])]


class Layout(NamedTuple):
    """words: for remarks. holds: whether it can be the layout of these rows. cells: of one of their texts."""

    words: str
    holds: Callable[[TextRows], bool]
    cells: Callable[[TextRows, str], list[str]]


_ENDED, _BETWEEN = "a separator behind each cell", "separators between cells"
SPACED = Layout(
    "blanks between cells",
    lambda rows: not rows.separator and rows.n_spaced in (0, len(rows.lines)),
    lambda rows, text: text.split(),
)
AS_CELLS = Layout(
    "blanks as empty cells", lambda rows: rows.blanks_are_cells, lambda rows, text: list(text.ljust(rows.width))
)
LAYOUTS = (
    Layout(
        _ENDED,
        lambda rows: rows.is_ended and (rows.is_marked or not rows.is_holed),
        lambda rows, text: rows.fields(text)[:-1],
    ),
    Layout(_BETWEEN, lambda rows: bool(rows.separator) and not (rows.is_ended and rows.is_marked), TextRows.fields),
    Layout(
        _ENDED,
        lambda rows: rows.is_ended and rows.is_holed and not rows.is_marked,
        lambda rows, text: rows.fields(text)[:-1],
    ),
    Layout(
        "cells side by side",
        lambda rows: not rows.separator and not rows.n_spaced and (rows.is_marked or not rows.has_blanks),
        lambda rows, text: list(text.strip()),
    ),
    SPACED,
    Layout(
        "cells in fixed columns",
        lambda rows: rows.blanks_are_cells and rows.step > 1,
        lambda rows, text: list(text.ljust(rows.width)[:: rows.step]),
    ),
    AS_CELLS,
)

TOKENS = (Layout("blanks between tokens", lambda rows: True, lambda rows, text: text.split()),)


class ClueTable(NamedTuple):
    """clues[H, W]; the clues of other types than numbers, by their face; what else the rows could mean."""

    clues: NDArray[np.int16]
    others: dict[int, Clue]
    doubts: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Height and width."""
        height, width = self.clues.shape
        return height, width

    @property
    def shown_size(self) -> str:
        return f"{self.size[1]}x{self.size[0]}"

    def puzzle(self, source: str) -> Puzzle:
        """The puzzle on squares; what is in doubt is among its remarks."""
        height, width = self.size
        remarks = tuple(f"{source}: {doubt}" for doubt in self.doubts)
        puzzle = Puzzle(square(height=height, width=width), self.clues.reshape(-1), remarks=remarks)
        return puzzle.with_more_clues(self.others)


class _Misfit(NamedTuple):
    """The row and the cell, from 0, that do not fit a layout, and its sign; None where a row has so many cells only."""

    row: int
    cell: int
    sign: str | None


class _Numbers(dict[str, int]):
    """The number of each sign; a clue of another type has a number below UNKNOWN_CLUE. KeyError: it is no sign."""

    def __init__(self, number: Callable[[str], int | None]) -> None:
        self.number = number
        self.clues: list[Clue] = []

    def __missing__(self, sign: str) -> int:
        number = self.number(sign)
        if number is None or (number > _LARGEST and self.number is number_of):
            clue = typed_clue(sign) if self.number is number_of else None
            if clue is None:
                raise KeyError(sign)
            self.clues.append(clue)
            number = UNKNOWN_CLUE - len(self.clues)
        self[sign] = number
        return number


def read_table(
    rows: TextRows,
    source: str,
    sizes: Collection[Size] = (),
    number: Callable[[str], int | None] = number_of,
    expected: str = CELL,
    layouts: Sequence[Layout] = LAYOUTS,
    *,
    end: int = 0,
) -> ClueTable:
    """The table of these rows.

    In: the sizes (height, width) that are allowed, any by default; what a sign means (None: it is no sign), and in
    words which signs there are; the layouts to try; the line to name when rows are missing. Raises ParseError at the
    first row or cell that does not fit.
    """
    if sizes:
        _check_height(rows, source, {height for height, _ in sizes}, end)
    outcomes = [_fit(rows, layout, source, number) for layout in layouts if layout.holds(rows)] if rows.lines else []
    tables = [(table, words) for table, words in outcomes if isinstance(table, ClueTable)]
    fitting = [(table, words) for table, words in tables if not sizes or table.size in sizes]
    if not fitting:
        raise _error(
            rows, source, tables, [misfit for misfit, _ in outcomes if isinstance(misfit, _Misfit)], sizes, expected
        )
    (table, words), *others = fitting
    doubts = [
        f"read with {words}, {table.shown_size}; with {other_words} it would be {other.shown_size}: "
        "write . for each empty cell to be sure"
        for other, other_words in others
        if not np.array_equal(other.clues, table.clues) or other.others != table.others
    ][:1]
    is_cut = rows.is_cut or any(len(line.text) > rows.width for line in rows.lines)
    is_cut = is_cut or (words == SPACED.words and any(line.text.strip(" ") != line.text for line in rows.lines))
    if not doubts and is_cut and number is number_of and not rows.is_marked and rows.separator in ("", "|"):
        doubts.append("blanks around the rows are no cells; write . for each empty cell to be sure")
    if not doubts and words == AS_CELLS.words and not rows.is_even and any(map(_is_spaced, rows.texts)):
        doubts.append(
            "shorter rows are filled with empty cells; if blanks are no cells, separate the cells in all rows"
        )
    doubts += _doubts_of_first(rows, table) if number is number_of else ()
    if rows.separator == "\t" and all(text.startswith("\t") for text in rows.texts):
        doubts.append("a tab at the beginning of each row is read as an empty cell before it")
    if number is number_of and np.count_nonzero(table.clues == _LARGEST) > 1:
        doubts.append("two cells cannot both be 4; if 4 stands for an empty cell here, write . instead")
    return table._replace(doubts=tuple(doubts))


def _is_spaced(text: str) -> bool:
    """Can every second character be a blank between two cells?"""
    return " " in text and " " not in text[::2] and not text[1::2].strip()


def _doubts_of_first(rows: TextRows, table: ClueTable) -> list[str]:
    """Remarks for a first row that may be none."""
    doubts, width = [], table.size[1]
    if rows.has_head:
        doubts.append("the head of the table is read as no row; if it is one, leave out the line below it")
    if rows.texts[0].startswith("#") and sum(text.count("#") for text in rows.texts) == 1:
        doubts.append("# is read as an empty cell; if it begins a comment, write // instead")
    if rows.separator and width > 2 and table.clues[0].tolist() in (list(range(width)), list(range(1, width + 1))):
        doubts.append("the first row counts the columns; if it is their head, leave it out")
    return doubts


def _fit(
    rows: TextRows, layout: Layout, source: str, number: Callable[[str], int | None]
) -> tuple[ClueTable | _Misfit, str]:
    """The table of the rows in this layout, or the first place that does not fit it; and the layout's words."""
    numbers = _Numbers(number)
    texts = rows.fielded if rows.separator and layout not in TOKENS else rows.texts
    sign = _wrong_sign(layout.cells(rows, texts[0][:_PROBE])[:-1], numbers)
    if sign is not None:
        return _Misfit(0, 0, sign), layout.words
    table: list[NDArray[np.int16]] = []
    for r, text in enumerate(texts):
        cells = layout.cells(rows, text)
        width = len(table[0]) if table else len(cells)
        check_text_size(source, rows.lines[r].number, height=r + 1, width=width)
        try:
            row = [numbers[cell] for cell in cells]
        except KeyError as error:
            return _Misfit(r, cells.index(error.args[0]), error.args[0]), layout.words
        if len(row) != width:
            return _Misfit(r, len(row), None), layout.words
        table.append(np.array(row, np.int16))
    clues = np.stack(table)
    faces = np.flatnonzero(clues < UNKNOWN_CLUE).tolist()
    typed = {face: numbers.clues[UNKNOWN_CLUE - 1 - int(clues.flat[face])] for face in faces}
    clues[clues < UNKNOWN_CLUE] = NO_CLUE
    return ClueTable(clues, typed), layout.words


def _wrong_sign(cells: Sequence[str], numbers: _Numbers) -> str | None:
    """The first of these cells that is no sign."""
    try:
        for cell in cells:
            numbers[cell]
    except KeyError as error:
        return str(error.args[0])
    return None


def _check_height(rows: TextRows, source: str, heights: Collection[int], end: int) -> None:
    """Raises ParseError when there are fewer or more rows."""
    n_rows = len(rows.lines)
    if n_rows in heights:
        return
    if n_rows < min(heights):
        line = rows.lines[-1].number if rows.lines else end
        raise ParseError(f"the text ends after {counted(n_rows, 'row')}", str(min(heights)), source=source, line=line)
    height = max(height for height in heights if height < n_rows)
    raise ParseError(f"there are more than {counted(height, 'row')}", source=source, line=rows.lines[height].number)


def _error(
    rows: TextRows,
    source: str,
    tables: Sequence[tuple[ClueTable, str]],
    misfits: Sequence[_Misfit],
    sizes: Collection[Size],
    expected: str,
) -> ParseError:
    """What is wrong in the layout that fits best: a row of another length before a cell that is no sign."""
    if not rows.lines:
        return ParseError("the text has no puzzle", source=source)
    widths = [width for _, width in sizes]
    if not tables and not misfits:
        spaced = [len(text.split(None, 1)) > 1 for text in rows.bare]
        other = spaced.index(not spaced[0])
        return ParseError(
            f"the row has {'no ' if spaced[0] else ''}blanks inside, unlike the first row",
            "the same in all rows, with . for an empty cell",
            source=source,
            line=rows.lines[other].number,
        )
    if tables:
        misfit = _Misfit(0, tables[0][0].size[1], None)
    else:
        misfit = max(misfits, key=lambda misfit: (misfit.sign is None, misfit.row))
    line = rows.lines[misfit.row]
    if misfit.sign is None:
        problem = f"the row has {counted(misfit.cell, 'cell')}"
        if not sizes:
            wanted = "as many as in the first row, with . for an empty cell"
            return ParseError(problem, wanted, source=source, line=line.number)
        is_short = misfit.cell < widths[0] and line.indent >= 0
        column = line.indent + len(line.text.rstrip()) + 1 if is_short else 0  # where a cell is missing
        return ParseError(problem, f"{widths[0]}, each {expected}", source=source, line=line.number, column=column)
    shown = re.search(rf"(?<![^\s,;|\"']){re.escape(misfit.sign)}(?![^\s,;|\"'])", line.text)
    at = shown.start() if shown else max(line.text.find(misfit.sign), 0)
    column = line.indent + at + 1 if line.indent >= 0 else 0
    if misfit.sign in tuple("56789") and sum(text.count(misfit.sign) for text in rows.texts) * 3 > len(rows.lines) ** 2:
        expected += f"; if {misfit.sign} stands for an empty cell here, write . instead"
    return ParseError(f"{shown_sign(misfit.sign)} is no clue", expected, source=source, line=line.number, column=column)


def token_rows(
    lines: Sequence[Line],
    number: Callable[[str], int | None],
    expected: str,
    source: str,
    end: int,
    *,
    height: int,
    width: int,
) -> NDArray[np.int16]:
    """clues[height * width] from rows of tokens with blanks between, of a format that allows nothing else.

    Raises ParseError as `read_table` does.
    """
    table = read_table(TextRows(lines), source, ((height, width),), number, expected, TOKENS, end=end)
    return table.clues.reshape(-1)
