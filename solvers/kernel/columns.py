"""Convert a Model to columns (flat arrays of C ints) for the kernel. The columns of a board are cached."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.csr import Column, column
from slitherenc.model.model import any_degrees

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.model.cardinalities import Cardinalities
    from slitherenc.model.model import Model

_MUST = np.array([0, 2, 0, 0, 1, 0], np.int32)  # by the mask of degrees: 2 = never visited ({0}), 1 = always ({2})


def kernel_columns(model: Model) -> tuple[Column, ...]:
    """Return the arguments of `core.Kernel` in order (its base class `Propagation` documents them). The Model's
    constraints on numbers of lines must not have weights."""
    sums = model.cardinalities
    low, high = sums.low, sums.high
    bounds = (column(low),) * 2 if low is high else (column(low), column(high))
    start, edges = column(sums.start), column(sums.edges)
    return *_board_columns(model.board), _must(model.degrees), start, edges, *bounds, *_gaps(sums)


def _must(degrees: NDArray[np.uint8]) -> Column:
    if degrees is any_degrees(len(degrees)):
        return _no_demands(len(degrees))
    return column(_MUST[degrees])


@lru_cache(maxsize=64)
def _no_demands(n_vertices: int) -> Column:
    return column(np.zeros(n_vertices, np.intc))


def _gaps(sums: Cardinalities) -> tuple[Column, Column]:
    """Return the arrays `gaps` and `allowed`, as the class Propagation describes them."""
    if sums.are_intervals:
        return array("i"), array("i")
    gaps, allowed = array("i", [-1] * len(sums)), array("i")
    for i in np.flatnonzero(~sums.interval).tolist():
        gaps[i] = len(allowed)
        wanted = sums.sums_of(i)
        allowed.extend(number in wanted for number in range(len(sums.edges_of(i)) + 1))
    return gaps, allowed


@lru_cache(maxsize=8)
def _board_columns(board: Board) -> tuple[Column, Column, Column]:
    return column(board.ends), column(board.vertex_start), column(board.vertex_edges)
