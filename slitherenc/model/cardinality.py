"""How many of some literals are true, as clauses: the one place that encodes "k of n".

This module is about n literals and the *sums* that are allowed, numbers from 0 to n.

Why it is right: take a maximal run low … high of numbers that are not allowed. A sum lies in the run exactly if some
`low` of the literals are true and some n - high others are false. So one clause for each such choice of places forbids
the run. No clause forbids an allowed sum: with fewer than `low` true literals, or with fewer than n - high false ones,
every clause has a true literal.

The clauses come in the order of docs/proofs.md (section 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Protocol, TypeVar

from slitherenc.model.constraints import runs

IntClause = list[int]


class Negatable(Protocol):
    def __neg__(self: Literal) -> Literal: ...


Literal = TypeVar("Literal", bound=Negatable)


def forbidden_runs(n: int, sums: Sequence[int]) -> list[tuple[int, int]]:
    """Return the maximal runs (low, high) of numbers in 0 … n that are not allowed.

    >>> forbidden_runs(5, (0, 3))
    [(1, 2), (4, 5)]
    """
    allowed = set(sums)
    return runs([number for number in range(n + 1) if number not in allowed])


def n_clauses(n: int, sums: Sequence[int]) -> int:
    """Return how many clauses `clauses_over` makes.

    >>> n_clauses(4, (0, 2))
    8
    """
    return sum(comb(n, low) * comb(n - low, n - high) for low, high in forbidden_runs(n, sums))


@lru_cache(maxsize=4096)
def places_of_clauses(n: int, sums: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return for each clause the places of its negated literals, and then those of its other literals.

    >>> places_of_clauses(3, (0, 1, 3))
    (((0, 1), (2,)), ((0, 2), (1,)), ((1, 2), (0,)))
    """
    places = []
    for low, high in forbidden_runs(n, sums):
        for true in combinations(range(n), low):
            others = [place for place in range(n) if place not in true]
            places += [(true, false) for false in combinations(others, n - high)]
    return tuple(places)


def clauses_over(literals: Sequence[Literal], sums: Sequence[int]) -> list[list[Literal]]:
    """Return clauses that allow exactly these sums of different literals, without new variables."""
    return [
        [*(-literals[place] for place in true), *(literals[place] for place in false)]
        for true, false in places_of_clauses(len(literals), tuple(sums))
    ]


def sum_clauses(
    variables: Sequence[int], sums: Sequence[int], fresh: Iterator[int], condition: IntClause, *, most_direct: int
) -> list[IntClause]:
    """Return clauses that allow exactly these sums, unless a literal of `condition` is true.

    Parameters
    ----------
    variables
        The literals to count; one that occurs twice counts twice.
    sums
        The allowed sums. If there are none, the condition must be true.
    fresh
        Yields new variables, for a counter.
    condition
        Literals to add to every clause that forbids a sum.
    most_direct
        Up to this many different variables, the clauses use no counter.
    """
    if len(set(variables)) == len(variables) <= most_direct:
        return [[*condition, *clause] for clause in clauses_over(variables, sums)]
    return _encode_by_counting(variables, sums, fresh, condition)


def _encode_by_counting(
    variables: Sequence[int], sums: Sequence[int], fresh: Iterator[int], condition: IntClause
) -> list[IntClause]:
    """Use a table of new variables, "at least j of the first i are true", without special cases at its borders."""
    width = max(sums, default=-1) + 2
    table = [[next(fresh) for _ in range(width)] for _ in range(len(variables) + 1)]
    clauses = [[x] if j == 0 else [-x] for i, row in enumerate(table) for j, x in enumerate(row) if i == 0 or j == 0]
    for variable, before, now in zip(variables, table, table[1:], strict=False):
        for j in range(1, width):
            clauses += [[-before[j], now[j]], [-variable, -before[j - 1], now[j]]]
            clauses += [[-now[j], before[j], variable], [-now[j], before[j], before[j - 1]]]
    wrong = sorted({*range(width - 2)} - {*sums})
    clauses += [[*condition, -table[-1][j], table[-1][j + 1]] for j in wrong]
    return [*clauses, [*condition, -table[-1][-1]]]
