"""Arrays that hold rows of different lengths in CSR format: row i is values[start[i]:start[i + 1]]."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Numbers = NDArray[np.integer[Any]]
Column: TypeAlias = "array[int] | memoryview[int]"  # C ints, which the compiled modules require


def column(values: Numbers | list[int]) -> Column:
    """Return the values as a flat memoryview of C ints, in row-major order."""
    return np.ascontiguousarray(values, np.intc).reshape(-1).data


def distinct(numbers: Numbers) -> list[int]:
    """Return the distinct values of an array of small nonnegative integers, in increasing order.

    This is faster than `np.unique`, which also imports numpy's masked arrays.
    """
    present: list[int] = np.flatnonzero(np.bincount(numbers)).tolist()
    return present


def gather(start: Numbers, values: Ints, rows: Numbers) -> tuple[Ints, Ints]:
    """Copy the rows with the numbers in `rows`, in this order. Return them as new CSR arrays (start, values)."""
    first = start[rows]
    sizes = start[1:][rows] - first
    ends = np.zeros(len(sizes) + 1, np.int32)
    sizes.cumsum(out=ends[1:])
    places = (first - ends[:-1]).repeat(sizes)  # few numpy calls, because this runs for millions of small puzzles
    places += np.arange(len(places), dtype=places.dtype)
    return ends, values[places]


def by_size(start: Numbers, values: Numbers) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """Group rows by length. For each length, in increasing order, yield the indices of the rows of this length, and the
    values of these rows as an array of shape (number of rows, length)."""
    sizes = np.diff(start)
    for size in distinct(sizes):
        rows = np.flatnonzero(sizes == size)
        yield rows, values[start[rows][:, None] + np.arange(size)]
