"""The columns of a Model, as the kernel takes them: arrays of C ints, those of a board made once.

A Model that is no Model (an edge or a vertex that does not exist, columns that contradict each other) is refused here,
since the compiled kernel checks no bounds.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from slitherenc.errors import UsageError

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.model import Model

Column: TypeAlias = "array[int]"
_MUST = np.array([0, 2, 0, 0, 1, 0], np.int32)  # by the mask of the allowed degrees: {0} never, {2} always visited


def columns_of(model: Model) -> tuple[Column, ...]:
    """ends, vertex_start, vertex_edges, must, sum_start, sum_edges, low, high, as `core.Kernel` takes them.

    In: a Model of unweighted sums whose allowed numbers are intervals. Raises UsageError when its columns do not fit
    each other.
    """
    board, sums = model.board, model.cardinalities
    low, high = sums.low, sums.high
    sizes = np.diff(sums.start)
    good = (
        len(sums.start) == len(low) + 1
        and int(sums.start[0]) == 0
        and int(sums.start[-1]) == len(sums.edges)
        and (sizes >= 0).all()
        and _within(sums.edges, board.n_edges)
        and (low >= 0).all()
        and (low <= high).all()
        and len(model.degrees) == board.n_vertices
        and _within(model.degrees, len(_MUST))
    )
    if not good:
        raise UsageError("the columns of this model contradict each other")
    must = _MUST[model.degrees]
    return *_board_columns(board), *map(_column, (must, sums.start, sums.edges, low, high))


@lru_cache(maxsize=8)
def _board_columns(board: Board) -> tuple[Column, Column, Column]:
    """ends, vertex_start, vertex_edges."""
    n = 2 * board.n_edges
    start = board.vertex_start
    good = (
        len(start) == board.n_vertices + 1
        and int(start[0]) == 0
        and int(start[-1]) == len(board.vertex_edges) == n
        and (np.diff(start) >= 0).all()
        and _within(board.ends, board.n_vertices)
        and _within(board.vertex_edges, board.n_edges)
    )
    if not good:
        raise UsageError("the columns of this board contradict each other")
    return _column(board.ends), _column(start), _column(board.vertex_edges)


def _within(values: NDArray[Any], end: int) -> bool:
    return bool(len(values) == 0 or (values.min() >= 0 and values.max() < end))


def _column(values: NDArray[Any]) -> Column:
    return array("i", np.ascontiguousarray(values, np.intc).tobytes())
