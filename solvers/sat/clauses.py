"""The clause that blocks an answer."""

from __future__ import annotations

from collections.abc import Sequence


def blocking_clause(n_edges: int, on: Sequence[int], selector: int, off: Sequence[int]) -> list[int]:
    """Return the clause of a `protocols.Cut` with these fields. Literals are as in DIMACS: edge e is variable e + 1,
    and selector g is variable n_edges + g."""
    condition = [-(n_edges + selector)] if selector else []
    return [*[-1 - e for e in on], *[e + 1 for e in off], *condition]
