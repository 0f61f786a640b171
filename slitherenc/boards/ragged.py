"""Rows of different lengths in flat arrays (CSR): row i is values[start[i]:start[i + 1]]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Numbers = NDArray[np.integer[Any]]


def distinct(numbers: Numbers) -> list[int]:
    """The different ones of many small numbers, none below 0, in increasing order.

    (For such numbers faster than `np.unique`, which also loads masked arrays.)
    """
    found: list[int] = np.flatnonzero(np.bincount(numbers)).tolist()
    return found


def gather(start: Numbers, values: Ints, rows: Numbers) -> tuple[Ints, Ints]:
    """The chosen rows, in their order, as (start, values) of their own."""
    sizes = np.diff(start)[rows]
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return ends.astype(np.int32), values[np.arange(ends[-1]) + np.repeat(start[rows] - ends[:-1], sizes)]


def by_size(start: Numbers, values: Numbers) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """For each length of a row: the numbers of its rows, and the table[rows, length] of their values."""
    sizes = np.diff(start)
    for size in distinct(sizes):
        rows = np.flatnonzero(sizes == size)
        yield rows, values[start[rows][:, None] + np.arange(size)]
