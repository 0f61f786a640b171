"""Find the row that makes processes die while they compute rows.

When a process or a worker dies, `Deaths` receives the rows `[begin, end)` of a chunk that were being computed, and
decides which pieces to compute next. Several rows are halved, since any of them may be the cause. A single row is tried
again, since the cause may be another one, such as an operator or another row of the same worker. After `limit` deaths
the row counts as the cause. So killing a process from outside does not change the bytes of a batch.
"""

from __future__ import annotations

from collections import Counter


class Deaths:
    """Count, for each row of a chunk, the deaths of processes that were computing only this row."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._count: Counter[int] = Counter()

    def pieces_after(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the pieces to compute next after a death at rows [begin, end); none if row `begin` is the cause."""
        if end - begin > 1:
            middle = (begin + end) // 2
            return [(begin, middle), (middle, end)]
        self._count[begin] += 1
        return [] if self._count[begin] == self.limit else [(begin, end)]
