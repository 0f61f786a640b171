"""Compute the difficulty D that Funae, Nagata and Ono define (equations 1 and 2), with ZDDs (install the extra `zdd`).

The clues of a puzzle are applied one by one. The next clue is always the one that leaves the fewest *candidates*
(loops that fit all clues applied so far). Among clues that leave equally many, the one with the smallest face number is
next. When one candidate is left, after H clues, the E clues that were not applied are redundant. C(x) is the number of
candidates after x clues, so C(0) counts all loops of the board, and C(H) = 1:

    P = H / (H + E)        D = P · sum of log((C(x) + C(x + 1)) / 2) for x = 0 … H − 1

The sum approximates the area under the curve of log C. The paper does not state the base of the logarithm. With 10 (the
default), D of random puzzles of the paper's size lies in the paper's range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import e, log
from types import MappingProxyType

import numpy as np

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.puzzles.clue_types import beyond_numbers
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.zdd.cycles import Cycles, all_cycles, edge_order, graphillion

BASES: Mapping[str, float] = MappingProxyType({"10": 10.0, "e": e, "2": 2.0})
MOST_NODES = 250_000  # limit on the ZDD of all loops; 10 rows of squares, with clues in any order, would need 6 GB

_DEPTH = 2  # ZDDs after up to this many clues are cached
_SETS = 6_000  # limit on the number of ZDDs in the cache


@dataclass(frozen=True)
class Difficulty:
    """The difficulty D (`value`) of a puzzle. Clues are applied one by one until only one loop fits them. D is the
    product of `share`, the share of the clues that were applied, and `area`, the area under the curve of log C(x).

    candidates   C(0), C(1), …: the numbers of loops that fit the first 0, 1, … applied clues
    order        the faces whose clues were applied, in that order
    redundant    the faces whose clues were not applied, in increasing order
    base         the base of these logarithms

    >>> Difficulty((213, 9, 1), (0, 4), (2,)).share
    0.6666666666666666
    """

    candidates: tuple[int, ...]
    order: tuple[int, ...]
    redundant: tuple[int, ...]
    base: float = 10.0

    @property
    def n_applied(self) -> int:
        """The number of clues that were applied, one by one, until only one loop was left."""
        return len(self.order)

    @property
    def left_over(self) -> int:
        """The number of clues that were not applied, because the other clues already determined the loop."""
        return len(self.redundant)

    @property
    def share(self) -> float:
        """The number of applied clues, divided by the number of all clues; 1 for a puzzle without clues."""
        clues = self.n_applied + self.left_over
        return self.n_applied / clues if clues else 1.0

    @property
    def area(self) -> float:
        """The area under the curve of log C(x), where C(x) is the number of loops that fit the first x clues."""
        pairs = pairwise(self.candidates)
        return sum(log(a + b) - log(2) for a, b in pairs) / log(self.base)

    @property
    def value(self) -> float:
        """The difficulty D of Funae, Nagata and Ono (equation 1): the product of `share` and `area`."""
        return self.share * self.area


class Candidates:
    """Computes the difficulty of puzzles on one board (Funae, Nagata and Ono), from a ZDD of all loops of the board.

    The ZDDs of the loops that fit one or two clues are cached: they take the longest, and many puzzles share them.
    """

    def __init__(self, board: Board, start: Cycles | None = None) -> None:
        """Start from the set of loops `start`, by default all loops of the board. Raises NotInstalled without
        Graphillion, and UsageError if the board is too large."""
        check_rating_size(board)
        self._start = Cycles(board) if start is None else start
        self._known: dict[frozenset[tuple[int, int]], tuple[int, Cycles]] = {}

    @cached_property
    def count(self) -> int:
        return self._start.count

    def difficulty(self, clues: Mapping[int, int], base: float = 10.0) -> Difficulty:
        """Return the Difficulty of `clues` (face -> number). Raise UsageError unless exactly one loop fits them."""
        left = dict(sorted(clues.items()))
        current, numbers = self._start, [self.count]
        order: list[tuple[int, int]] = []
        while numbers[-1] > 1:
            best, chosen, fewest = current, None, numbers[-1]
            for clue in left.items():
                number, cycles = self._narrow(current, order, clue)
                if number < fewest:  # among equally small sets, the first is kept
                    best, chosen, fewest = cycles, clue, number
            if chosen is None:
                break
            current = best
            numbers.append(fewest)
            order.append(chosen)
            del left[chosen[0]]
        if numbers[-1] == 1:  # the redundant clues must allow the one loop
            for clue in left.items():
                if current.with_clue(*clue).count == 0:
                    numbers[-1] = 0
        if numbers[-1] != 1:
            many = "no loop" if numbers[-1] == 0 else f"{numbers[-1]:,} loops"
            raise UsageError(f"expected a puzzle with exactly one loop, but this puzzle has {many}")
        return Difficulty(tuple(numbers), tuple(face for face, _ in order), tuple(left), base)

    def _narrow(self, current: Cycles, order: Iterable[tuple[int, int]], clue: tuple[int, int]) -> tuple[int, Cycles]:
        key = frozenset((*order, clue))
        if (known := self._known.get(key)) is not None:
            return known
        cycles = current.with_clue(*clue)
        narrowed = cycles.count, cycles
        if len(key) <= _DEPTH and len(self._known) < _SETS:
            self._known[key] = narrowed
        return narrowed


def check_rating_size(board: Board) -> None:
    if (nodes := edge_order(board)[1]) > MOST_NODES:
        raise UsageError(
            f"the board is too large to compute its difficulty D: the ZDD of loops would have about {nodes:.2g} nodes, "
            f"but the limit is {MOST_NODES:.2g}; a board of squares must have at most 9 rows or at most 9 columns"
        )


def difficulty(puzzle: Puzzle, base: float = 10.0) -> Difficulty:
    """Compute the difficulty D of a puzzle (Funae, Nagata and Ono, equations 1 and 2), with logarithms to `base`.

    If the puzzle requires the loop to visit every vertex, only loops that do so are counted. Raises NotInstalled
    without Graphillion. Raises UsageError if the board is too large, if the base is not above 1, if the puzzle does not
    have exactly one loop, or if a clue is not a plain number.
    """
    if others := beyond_numbers(puzzle):
        only = "the difficulty D is defined only for puzzles whose clues are all plain numbers"
        raise UsageError(f"{only}, but this puzzle has {others}")
    if not base > 1:
        raise UsageError(f"the base of the logarithm must be above 1, got {base:g}")
    check_rating_size(puzzle.board)
    graphillion("the number D")
    with_clue = np.flatnonzero(puzzle.clues >= 0).tolist()
    clues = {face: int(puzzle.clues[face]) for face in with_clue}
    return Candidates(puzzle.board, all_cycles(model_of(puzzle))).difficulty(clues, base)
