"""The Reading of a picture: the puzzle, the certainty of the reading, and the reasons for doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from slitherenc.base.errors import ParseError, UsageError, join_words, quantity
from slitherenc.boards.board import Bits
from slitherenc.boards.square import square
from slitherenc.formats.writing import one_line
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle
from slitherenc.vision.cells import BLANK, VALUES
from slitherenc.vision.grid import Grid
from slitherenc.vision.signs import OTHER, Floats

SURE = 0.93  # a cell with a smaller probability is doubtful
_NAMED = 6  # the largest number of cells that a sentence names
Verdict = Literal["sure", "unsure", "failed"]


@dataclass(frozen=True, eq=False)
class Reading:
    """The reading of a picture.

    Parameters
    ----------
    status : {"sure", "unsure", "failed"}
        "sure": every cell is clear and the clues have exactly one loop. "unsure": there are reasons for doubt.
        "failed": the picture has no puzzle, or its puzzle cannot be read.
    reasons : tuple of str
        The reasons why the reading is not sure.
    values : tuple of tuple of str
        The value of each cell, row by row: a digit, ?, S (sheep), W (wolf) or . (no clue). Empty if no puzzle was read.
    probabilities : array of float, shape (rows, columns, len(VALUES))
        For each cell, the probability of each value in `slitherenc.vision.cells.VALUES`; None if no puzzle was read.
    grid : Grid, optional
        The position of the board in the pixels that were read.
    lines, crosses : array of bool, shape (E,), optional
        For each of the E edges, whether it has a line (or a cross). None if the picture shows no lines (or no crosses).
    source : str
        The name of the picture.
    picture_size : (int, int)
        The width and height in pixels of the picture as it was read, which may be smaller than in the file.
    """

    status: Verdict
    reasons: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    probabilities: Floats | None = None
    grid: Grid | None = None
    lines: Bits | None = None
    crosses: Bits | None = None
    source: str = field(default="<bytes>")
    picture_size: tuple[int, int] = (0, 0)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.values)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.values[0]) if self.values else 0

    @property
    def clues(self) -> str:
        """The clues row by row as one text, with `.` for no clue."""
        return "".join(map("".join, self.values))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with lines and crosses; `reasons` become its remarks. Raises ParseError if the reading failed."""
        if self.status == "failed":
            raise ParseError(join_words(self.reasons), "a picture of a square Slitherlink", source=self.source)
        numbers, animals = [], {}
        for face, value in enumerate(self.clues):
            numbers.append(int(value) if value.isdecimal() else UNKNOWN_CLUE if value == "?" else NO_CLUE)
            if value in "SW":
                animals[face] = Clue("sheep-wolf", int(value == "S"))
        puzzle = Puzzle(
            square(height=self.height, width=self.width),
            np.array(numbers, np.int16),
            solution=self.lines,
            crosses=self.crosses,
            remarks=self.reasons,
        )
        return puzzle.with_more_clues(animals)

    def probability(self, row: int, column: int) -> float:
        """Return the probability that the value read for a cell is right. Rows and columns count from 0."""
        if self.probabilities is None:
            raise UsageError("no board was found, so there are no cells")
        return float(self.probabilities[row, column, VALUES.index(self.values[row][column])])

    def doubtful(self) -> list[tuple[int, int]]:
        """Return the (row, column), from 0, of each cell that was not read with certainty."""
        return [
            (row, column)
            for row in range(self.height)
            for column in range(self.width)
            if self.probability(row, column) < SURE
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the reading in the form of `slitherenc read --json`. Rows and columns of cells count from 1."""
        cells = [
            {
                "row": row + 1,
                "column": column + 1,
                "value": self.values[row][column],
                "probability": round(self.probability(row, column), 4),
            }
            for row in range(self.height)
            for column in range(self.width)
        ]
        document: dict[str, Any] = {
            "status": self.status,
            "reasons": list(self.reasons),
            "width": self.width,
            "height": self.height,
            "clues": self.clues,
            "cells": cells,
            "puzzle": one_line(self.puzzle) if self.values else None,
        }
        if self.lines is not None or self.crosses is not None:
            document["state"] = self.state()
        return document

    def state(self) -> str:
        """Return the picture's marks as `hint --state` takes them: per edge 1 (a line), 0 (a cross) or `.` (none)."""
        marks = np.full(square(height=self.height, width=self.width).n_edges, ".")
        for bits, sign in ((self.crosses, "0"), (self.lines, "1")):
            if bits is not None:
                marks[bits] = sign
        return "".join(marks.tolist())


def chosen_values(probabilities: Floats) -> tuple[tuple[str, ...], ...]:
    """Return the most probable value of each cell: a clue or no clue, but never "other" (a sign that is not a clue)."""
    possible = probabilities.copy()
    possible[..., 1 + OTHER] = -1
    return tuple(tuple(VALUES[number] for number in row) for row in possible.argmax(axis=-1).tolist())


def cell_names(cells: Sequence[tuple[int, int]]) -> str:
    """Return the names of cells as text, such as "R1C2, R3C4 and 5 more"."""
    names = [f"R{row + 1}C{column + 1}" for row, column in cells[:_NAMED]]
    more = len(cells) - len(names)
    return join_words([*names, f"{more} more"]) if more else join_words(names)


def doubts_of(reading: Reading) -> tuple[str, ...]:
    """Return a tuple of one sentence that lists the doubtful cells, or an empty tuple if there are none."""
    doubtful = reading.doubtful()
    if not doubtful:
        return ()
    if len(doubtful) <= _NAMED:
        parts = [
            f"R{row + 1}C{column + 1} {_words(reading.values[row][column])} ({reading.probability(row, column):.2f})"
            for row, column in doubtful
        ]
        return (f"not sure of {join_words(parts)}",)
    return (f"not sure of {quantity(len(doubtful), 'cell')}: {cell_names(doubtful)}",)


def _words(value: str) -> str:
    return "is blank" if value == BLANK else f"is {value}"
