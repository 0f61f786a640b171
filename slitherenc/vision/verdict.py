"""Checks readings by uniqueness: correctly read clues have exactly one loop, and misread clues hardly ever do.

A reading is sure if the picture gives no reason for doubt, every cell is clear, and the clues have exactly one loop. If
the most probable clues have no loop or several, the values of up to three cells are changed, so that the clues have
exactly one loop and are as probable as possible. Such a reading is called unsure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from slitherenc.base.errors import join_words
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.vision.cells import BLANK, VALUES
from slitherenc.vision.reading import Reading, doubts_of
from slitherenc.vision.signs import OTHER

Loops = Literal["unique", "solved", "multiple", "none", "unknown"]  # the values of `Result.status`
Judge = Callable[[Puzzle], Loops]

_MOST_CHANGES = 10  # the number of cheapest changes from which combinations are made
_MOST_READINGS = 24
_LEAST_CHANCE = 0.01  # values with a smaller probability are not tried
_LEAST_CLUES = 5  # fewer clues can have exactly one loop by chance

_WORDS = {
    "none": "the clues that were read have no loop",
    "multiple": "the clues that were read have several loops",
    "unknown": "there was no time to find out whether the clues have exactly one loop",
}
Change = tuple[float, int, int, str]  # cost, row, column, value


def apply_verdict(reading: Reading, judge: Judge) -> Reading:
    """Return the reading with its final status. `judge` returns whether a puzzle has no loop, one loop or several."""
    if reading.status == "failed":
        return reading
    doubts = doubts_of(reading)
    loops = judge(reading.puzzle)
    if loops == "unique":
        reasons = (*reading.reasons, *doubts)
        if sum(value != BLANK for value in reading.clues) < _LEAST_CLUES:
            reasons = (*reasons, "there are too few clues to be sure")
        return replace(reading, status="unsure" if reasons else "sure", reasons=reasons)
    problem = _WORDS.get(loops, _WORDS["unknown"])
    for changes in _alternatives(reading) if loops in ("none", "multiple") else ():
        other = _apply_changes(reading, changes)
        if judge(other.puzzle) == "unique":
            moves = join_words(
                [f"{_value_in_words(value)} at R{row + 1}C{column + 1}" for _, row, column, value in changes]
            )
            remark = f"the most probable clues have {'no loop' if loops == 'none' else 'several loops'}; with {moves} "
            return replace(other, reasons=(*reading.reasons, remark + "there is exactly one", *doubts_of(other)))
    return replace(reading, reasons=(*reading.reasons, problem, *doubts))


def _value_in_words(value: str) -> str:
    return "no clue" if value == BLANK else value


def _alternatives(reading: Reading) -> Iterator[tuple[Change, ...]]:
    """Yield sets of up to three changes of a cell to another value, the most probable set first."""
    assert reading.probabilities is not None
    changes: list[Change] = []
    for row in range(reading.height):
        for column in range(reading.width):
            value = reading.values[row][column]
            chances = reading.probabilities[row, column].astype(np.float64)
            best = max(float(chances[VALUES.index(value)]), 1e-6)
            for number in np.flatnonzero(chances > _LEAST_CHANCE).tolist():
                if VALUES[number] != value and number != 1 + OTHER:
                    changes.append((float(np.log(best / chances[number])), row, column, VALUES[number]))
    cheapest = sorted(changes)[:_MOST_CHANGES]
    sets = [chosen for size in (1, 2, 3) for chosen in combinations(cheapest, size) if _are_apart(chosen)]
    yield from sorted(sets, key=lambda chosen: sum(change[0] for change in chosen))[:_MOST_READINGS]


def _are_apart(changes: tuple[Change, ...]) -> bool:
    return len({change[1:3] for change in changes}) == len(changes)


def _apply_changes(reading: Reading, changes: tuple[Change, ...]) -> Reading:
    values = [list(row) for row in reading.values]
    for _, row, column, value in changes:
        values[row][column] = value
    return replace(reading, values=tuple(map(tuple, values)))
