"""Encodes cardinality constraints as clauses: the number of true literals among n literals must be an allowed sum.

Why the clauses are right: Let low … high be a maximal interval of sums that are not allowed. A sum is in this interval
if and only if at least `low` literals are true and at least n - high literals are false. For each set A of `low`
literals and each disjoint set B of n - high literals, one clause states that a literal of A is false or a literal of B
is true. These clauses forbid the sums of the interval and no others. Their order is that of docs/proofs.md (section 3).
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
    """Return the maximal intervals (low, high) of numbers in 0 … n that are not in `sums`.

    >>> forbidden_runs(5, (0, 3))
    [(1, 2), (4, 5)]
    """
    allowed = set(sums)
    return runs([number for number in range(n + 1) if number not in allowed])


def n_clauses(n: int, sums: Sequence[int]) -> int:
    """Return the number of clauses that allow only these sums of n literals (see `clauses_over`).

    >>> n_clauses(4, (0, 2))
    8
    """
    return sum(comb(n, low) * comb(n - low, n - high) for low, high in forbidden_runs(n, sums))


@lru_cache(maxsize=4096)
def places_of_clauses(n: int, sums: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return clauses that require one of `sums` as the number of true literals among n. Each clause is two tuples:
    the places (from 0) of its negated literals, and those of its other literals.

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
    """Return clauses that require the number of true literals to be in `sums`. The literals must be distinct."""
    return [
        [*(-literals[place] for place in true), *(literals[place] for place in false)]
        for true, false in places_of_clauses(len(literals), tuple(sums))
    ]


def sum_clauses(
    variables: Sequence[int], sums: Sequence[int], fresh: Iterator[int], condition: IntClause, *, most_direct: int
) -> list[IntClause]:
    """Return clauses that require an allowed number of true literals, unless a literal of `condition` is true.

    Parameters
    ----------
    variables : sequence of int
        The literals to count. A literal that occurs twice counts twice.
    sums : sequence of int
        The allowed numbers. If `sums` is empty, a literal of `condition` must be true.
    fresh : iterator of int
        Yields new variables, which are needed only if the literals are encoded with a counter.
    condition : list of int
        Literals that are added to each clause that forbids a number.
    most_direct : int
        Up to this many literals are encoded without a counter. A literal that occurs twice always requires a counter.
    """
    if len(set(variables)) == len(variables) <= most_direct:
        return [[*condition, *clause] for clause in clauses_over(variables, sums)]
    return _encode_by_counting(variables, sums, fresh, condition)


def _encode_by_counting(
    variables: Sequence[int], sums: Sequence[int], fresh: Iterator[int], condition: IntClause
) -> list[IntClause]:
    """Return clauses as `sum_clauses` does, but with a sequential counter (new variables that count literals)."""
    width = max(sums, default=-1) + 2
    # table[i][j] means that at least j of the first i literals are true.
    table = [[next(fresh) for _ in range(width)] for _ in range(len(variables) + 1)]
    clauses = [[x] if j == 0 else [-x] for i, row in enumerate(table) for j, x in enumerate(row) if i == 0 or j == 0]
    for variable, before, now in zip(variables, table, table[1:], strict=False):
        for j in range(1, width):
            clauses += [[-before[j], now[j]], [-variable, -before[j - 1], now[j]]]
            clauses += [[-now[j], before[j], variable], [-now[j], before[j], before[j - 1]]]
    wrong = sorted({*range(width - 2)} - {*sums})
    clauses += [[*condition, -table[-1][j], table[-1][j + 1]] for j in wrong]
    return [*clauses, [*condition, -table[-1][-1]]]
