"""The difficulty D of Funae, Nagata and Ono (equations 1 and 2), by ZDD (extra `zdd`).

In: a Puzzle with exactly one loop. Out: a Difficulty. The clues are applied one by one, always the one that leaves the
fewest loops of the board (*candidates*); of those that leave equally few, the first in the order of the faces. When
one candidate is left, after H clues, the E clues that were not applied are redundant. With C(x) candidates after x
clues, C(0) = all loops of the board, C(H) = 1:

    P = H / (H + E)        D = P · sum of log((C(x) + C(x + 1)) / 2) for x = 0 … H − 1

The area under the curve of log C is the larger the more slowly the clues narrow the candidates down; redundant
clues help a person, so P takes up to half of it away (up to half as long as at most half of the clues are redundant).
The paper does not tell the base of the logarithm. It is 10: with it, D of random puzzles of the paper's size lies in
the range that the paper shows.

All numbers are exact: each step asks Graphillion for the size of every set that could be next, which is one operation
on a ZDD for each clue that is left; about n²/2 operations for n clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import e, log
from types import MappingProxyType

import numpy as np

from slitherenc.boards.board import Board
from slitherenc.errors import UsageError
from slitherenc.model import model_of
from slitherenc.puzzle import Puzzle
from slitherenc.solvers.zdd.cycles import Cycles, all_cycles, edge_order

BASES: Mapping[str, float] = MappingProxyType({"10": 10.0, "e": e, "2": 2.0})
MOST_NODES = 250_000  # of the ZDD of all loops; of 10 rows of squares, with the clues in any order, 6 GB would be used
QUICK_NODES = 100_000  # up to 8 rows or columns: seconds

_DEPTH = 2  # clue sets of so many clues are remembered
_SETS = 6_000  # as many sets at most


@dataclass(frozen=True)
class Difficulty:
    """candidates: C(0) … C(H); order: the H faces whose clues were applied; redundant: the E faces whose were not, in
    the order of the faces; base: of the logarithm."""

    candidates: tuple[int, ...]
    order: tuple[int, ...]
    redundant: tuple[int, ...]
    base: float = 10.0

    @property
    def applied(self) -> int:
        """H."""
        return len(self.order)

    @property
    def left_over(self) -> int:
        """E."""
        return len(self.redundant)

    @property
    def share(self) -> float:
        """P = H / (H + E); 1 for a puzzle without clues."""
        clues = self.applied + self.left_over
        return self.applied / clues if clues else 1.0

    @property
    def area(self) -> float:
        """The sum of equation 2."""
        pairs = pairwise(self.candidates)
        return sum(log(a + b) - log(2) for a, b in pairs) / log(self.base)

    @property
    def value(self) -> float:
        """D."""
        return self.share * self.area


class Candidates:
    """The loops of a board, to be narrowed down clue by clue, for many puzzles of it: what one or two clues leave is
    remembered, for it is asked for again and again, and costs most."""

    def __init__(self, board: Board, start: Cycles | None = None) -> None:
        """`start`: the set to begin with [all loops of the board]. Raises NotInstalled, UsageError as `check_size`."""
        check_size(board)
        self._start = Cycles(board) if start is None else start
        self._known: dict[frozenset[tuple[int, int]], tuple[int, Cycles]] = {}

    @cached_property
    def count(self) -> int:
        return self._start.count

    def difficulty(self, clues: Mapping[int, int], base: float = 10.0) -> Difficulty:
        """D of the puzzle with these clues (face: digit). Raises UsageError unless they leave exactly one loop."""
        left = dict(sorted(clues.items()))
        now, numbers = self._start, [self.count]
        order: list[tuple[int, int]] = []
        while numbers[-1] > 1:
            best, chosen, fewest = now, None, numbers[-1]
            for clue in left.items():
                number, cycles = self._narrowed(now, order, clue)
                if number < fewest:  # of several, the first
                    best, chosen, fewest = cycles, clue, number
            if chosen is None:
                break
            now = best
            numbers.append(fewest)
            order.append(chosen)
            del left[chosen[0]]
        if numbers[-1] == 1:  # the clues that are left over must not forbid the one loop
            for clue in left.items():
                if now.with_clue(*clue).count == 0:
                    numbers[-1] = 0
        if numbers[-1] != 1:
            many = "no loop" if numbers[-1] == 0 else f"{numbers[-1]:,} loops"
            raise UsageError(f"only a puzzle with exactly one loop has a difficulty, this one has {many}")
        return Difficulty(tuple(numbers), tuple(face for face, _ in order), tuple(left), base)

    def _narrowed(self, now: Cycles, order: Iterable[tuple[int, int]], clue: tuple[int, int]) -> tuple[int, Cycles]:
        key = frozenset((*order, clue))
        if (known := self._known.get(key)) is not None:
            return known
        cycles = now.with_clue(*clue)
        found = cycles.count, cycles
        if len(key) <= _DEPTH and len(self._known) < _SETS:
            self._known[key] = found
        return found


def check_size(board: Board) -> None:
    """Raises UsageError when the ZDDs of D would be too large."""
    if (nodes := edge_order(board)[1]) > MOST_NODES:
        raise UsageError(
            f"this board is too large for D: a ZDD of all its loops has some {nodes:.2g} nodes; the limit is "
            f"{MOST_NODES:.2g} (9 rows or columns of squares)"
        )


def quick(board: Board) -> bool:
    """Is D a matter of seconds?"""
    return edge_order(board)[1] <= QUICK_NODES


def difficulty(puzzle: Puzzle, base: float = 10.0) -> Difficulty:
    """D of a puzzle; see the module's text. Where every vertex must be visited, C(0) counts the loops that do.

    Raises NotInstalled without Graphillion; UsageError for a board that is too large, a base that is not above 1, and
    unless the puzzle has exactly one loop.
    """
    if not base > 1:
        raise UsageError(f"the base of a logarithm is more than 1, not {base:g}")
    check_size(puzzle.board)
    told = np.flatnonzero(puzzle.clues >= 0).tolist()
    clues = {face: int(puzzle.clues[face]) for face in told}
    return Candidates(puzzle.board, all_cycles(model_of(puzzle))).difficulty(clues, base)
