"""The clause that blocks an answer."""

from __future__ import annotations

from collections.abc import Sequence


def blocking_clause(n_edges: int, on: Sequence[int], selector: int, off: Sequence[int]) -> list[int]:
    """Return DIMACS literals for: not all edges of `on` are lines while none of `off` is, if the selector (0: none) is
    true. Edge e is variable e + 1, selector g variable n_edges + g."""
    condition = [-(n_edges + selector)] if selector else []
    return [*[-1 - e for e in on], *[e + 1 for e in off], *condition]
