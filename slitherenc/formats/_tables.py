"""Converts rows of text to a table of clues.

A layout is a way to write the cells of a row in a line. The first layout by which all rows can be read is used. If
another layout yields different clues, a remark names it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import ParseError, quantity
from slitherenc.boards.square import square
from slitherenc.formats._doubts import doubts_of_blanks, doubts_of_first, doubts_of_signs
from slitherenc.formats._layouts import LAYOUTS, TOKENS, Layout, TextRows
from slitherenc.formats._rows import Line, Size, check_text_size, shown_sign
from slitherenc.formats._signs import clue_of_sign
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle

CELL = "a digit 0 to 4 or an empty cell such as ., or the sign of another clue type"
Meaning = Callable[[str], int | Clue | None]  # returns the clue of a sign, or None for an unknown sign
_LONG = 10_000  # characters; of a longer row, the beginning is checked before the whole row is split into cells


class ClueTable(NamedTuple):
    """A table of clues: the numbers, of shape (H, W), the other clues by face, and remarks on ambiguities."""

    clues: NDArray[np.int16]
    others: dict[int, Clue]
    doubts: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        height, width = self.clues.shape
        return height, width

    @property
    def shown_size(self) -> str:
        return f"{self.size[1]}x{self.size[0]}"

    def puzzle(self, source: str) -> Puzzle:
        """Return this table as a puzzle on a square board. The ambiguities in `doubts` become remarks of the puzzle."""
        height, width = self.size
        remarks = tuple(f"{source}: {doubt}" for doubt in self.doubts)
        puzzle = Puzzle(square(height=height, width=width), self.clues.reshape(-1), remarks=remarks)
        return puzzle.with_more_clues(self.others)


class _Misfit(NamedTuple):
    """The first row (counted from 0) that does not fit a layout. It has an unknown `sign`, or `n_cells` is wrong."""

    row: int
    sign: str | None = None
    n_cells: int = 0


class _Numbers(dict[str, int]):
    """A dict from the texts of cells to integers. A text that is not a number gets a new integer below UNKNOWN_CLUE."""

    def __init__(self, meaning: Meaning) -> None:
        self.meaning = meaning
        self.clues: list[Clue] = []

    def __missing__(self, sign: str) -> int:
        number = self.meaning(sign)
        if number is None:
            raise KeyError(sign)
        if isinstance(number, Clue):
            self.clues.append(number)
            number = UNKNOWN_CLUE - len(self.clues)
        self[sign] = number
        return number


def read_table(
    rows: TextRows,
    source: str,
    size: Size | None = None,
    meaning: Meaning = clue_of_sign,
    expected: str = CELL,
    layouts: Sequence[Layout] = LAYOUTS,
    *,
    end: int = 0,
) -> ClueTable:
    """Return the table of clues in these rows.

    `size` is the (height, width), or None for any size. `meaning` returns the clue of a sign, or None for an unknown
    sign. `expected` describes the allowed signs in errors. `layouts` are tried in order. `end` is the line number in
    the error if there are no rows. Raises ParseError for a wrong number of rows or cells and for an unknown sign.
    """
    (layout, table), *others = _fitting(rows, source, size, meaning, expected, layouts, end).items()
    doubts = [
        f"read with {layout.words}, {table.shown_size}; with {second.words} it would be {other.shown_size}: "
        "write . for each empty cell to be sure"
        for second, other in others
        if not np.array_equal(other.clues, table.clues) or other.others != table.others
    ][:1] or doubts_of_blanks(rows, layout)
    doubts += [*rows.doubts, *doubts_of_signs(rows, table.clues)]
    if size is None:
        doubts += doubts_of_first(rows, layout, table.clues)
    return table._replace(doubts=tuple(dict.fromkeys(doubts)))


def token_rows(
    lines: Sequence[Line],
    meaning: Meaning,
    expected: str,
    source: str,
    end: int,
    *,
    height: int,
    width: int,
) -> NDArray[np.int16]:
    """Return the clues in rows of blank-separated tokens as an array of shape (height * width,).

    Raises ParseError for a wrong number of rows or tokens and for an unknown token.
    """
    [table] = _fitting(TextRows(lines), source, (height, width), meaning, expected, TOKENS, end).values()
    return table.clues.reshape(-1)


def _fitting(
    rows: TextRows,
    source: str,
    size: Size | None,
    meaning: Meaning,
    expected: str,
    layouts: Sequence[Layout],
    end: int,
) -> dict[Layout, ClueTable]:
    if size is not None:
        _check_height(rows, source, size[0], end)
    if not rows.lines:
        raise ParseError("the text has no puzzle", source=source)
    width = 0 if size is None else size[1]
    outcomes = {layout: _fit(rows, layout, source, meaning, width) for layout in layouts if layout.holds(rows)}
    tables = {layout: table for layout, table in outcomes.items() if isinstance(table, ClueTable)}
    if not tables:
        raise _error(
            rows, source, [misfit for misfit in outcomes.values() if isinstance(misfit, _Misfit)], width, expected
        )
    return tables


def _fit(rows: TextRows, layout: Layout, source: str, meaning: Meaning, width: int) -> ClueTable | _Misfit:
    """Read rows in this layout (way to write cells). Return their table, or the first row that does not fit."""
    # `width` is the required number of cells, or 0 for any number.
    numbers = _Numbers(meaning)
    table = array("h")
    for r, text in enumerate(rows.texts):
        try:
            if len(text) > _LONG:
                _numbers_of(layout.cells(rows, text[:_LONG])[:-1], numbers)
            cells = layout.cells(rows, text)
            width = width or len(cells)
            check_text_size(source, rows.lines[r].number, height=r + 1, width=len(cells))
            row = _numbers_of(cells, numbers)
        except KeyError as error:
            return _Misfit(r, sign=error.args[0])
        if len(row) != width:
            return _Misfit(r, n_cells=len(row))
        table.extend(row)
    clues = np.array(table).reshape(-1, width)
    faces = np.flatnonzero(clues < UNKNOWN_CLUE).tolist()
    typed = {face: numbers.clues[UNKNOWN_CLUE - 1 - int(clues.flat[face])] for face in faces}
    clues[clues < UNKNOWN_CLUE] = NO_CLUE
    return ClueTable(clues, typed)


def _numbers_of(cells: Sequence[str], numbers: _Numbers) -> list[int]:
    return [numbers[cell] for cell in cells]


def _check_height(rows: TextRows, source: str, height: int, end: int) -> None:
    n_rows = len(rows.lines)
    if n_rows < height:
        line = rows.lines[-1].number if rows.lines else end
        raise ParseError(f"the text ends after {quantity(n_rows, 'row')}", str(height), source=source, line=line)
    if n_rows > height:
        raise ParseError(
            f"there are more than {quantity(height, 'row')}", source=source, line=rows.lines[height].number
        )


def _error(rows: TextRows, source: str, misfits: Sequence[_Misfit], width: int, expected: str) -> ParseError:
    """Return the error for the rows of a table that no layout (way to write cells) can read."""
    if not misfits:
        spaced = [len(text.split(None, 1)) > 1 for text in rows.texts]
        problem = f"the row has {'no ' if spaced[0] else ''}blanks inside, unlike the first row"
        number = rows.lines[spaced.index(not spaced[0])].number
        return ParseError(problem, "blanks in every row or in none; . for an empty cell", source=source, line=number)
    misfit = max(misfits, key=lambda misfit: (misfit.sign is None, misfit.row))  # a wrong length is reported first
    line = rows.lines[misfit.row]
    if misfit.sign is None:
        problem = f"the row has {quantity(misfit.n_cells, 'cell')}"
        if not width:
            wanted = "as many as in the first row, with . for an empty cell"
            return ParseError(problem, wanted, source=source, line=line.number)
        is_short = misfit.n_cells < width and line.indent >= 0
        column = line.indent + len(line.text.rstrip()) + 1 if is_short else 0  # the column of the missing cell
        return ParseError(problem, f"{width}, each {expected}", source=source, line=line.number, column=column)
    shown = re.search(rf"(?<![^\s,;|\"']){re.escape(misfit.sign)}(?![^\s,;|\"'])", line.text)
    at = shown.start() if shown else max(line.text.find(misfit.sign), 0)
    column = line.indent + at + 1 if line.indent >= 0 else 0
    if misfit.sign in tuple("56789") and sum(text.count(misfit.sign) for text in rows.texts) * 3 > len(rows.lines) ** 2:
        expected += f"; if {misfit.sign} stands for an empty cell here, write . instead"
    return ParseError(
        f"{shown_sign(misfit.sign)} is not a clue", expected, source=source, line=line.number, column=column
    )
