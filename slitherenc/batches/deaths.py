"""Find the row that makes processes die while they compute rows.

A range of several rows is split in two halves, which are computed again. A single row is also tried again, because a
user may have killed the process. After several deaths, the row is considered the cause.
"""

from __future__ import annotations

from collections import Counter


class Deaths:
    """Count, for each row of a chunk, the deaths of processes that were computing only this row."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._count: Counter[int] = Counter()

    def pieces_after(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return the ranges of rows to compute again after a process died while it computed the rows [begin, end).
        Return [] if this range is a single row, and `limit` processes have died while they computed only this row.
        """
        if end - begin > 1:
            middle = (begin + end) // 2
            return [(begin, middle), (middle, end)]
        self._count[begin] += 1
        return [] if self._count[begin] == self.limit else [(begin, end)]
