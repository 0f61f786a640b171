"""Deaths of processes: find out which row is to blame if a process that computes rows dies.

Given the rows `[begin, end)` of a chunk that were being computed when a process or a worker died, `Deaths` decides
which pieces to compute next. Several rows are halved, since any of them may be the cause. A single row is tried again,
since a death may have another cause, such as an operator or another row of the same worker; after `limit` deaths the
row is to blame. So the bytes of a batch do not depend on a process that is killed from outside.
"""

from __future__ import annotations

from collections import Counter


class Deaths:
    """The deaths of processes that were computing a single row, for the rows of one chunk."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._count: Counter[int] = Counter()

    def pieces_after(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the pieces to compute next after a death at these rows; none if row `begin` is to blame."""
        if end - begin > 1:
            middle = (begin + end) // 2
            return [(begin, middle), (middle, end)]
        self._count[begin] += 1
        return [] if self._count[begin] == self.limit else [(begin, end)]
