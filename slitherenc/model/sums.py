"""A sum of lines as clauses: how many of some literals are true is one of several numbers.

Few literals become clauses over them alone; for many a counter gets variables of its own. The order of the clauses is
that of docs/proofs.md (section 3), which tells why they are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from slitherenc.model.constraints import runs

IntClause = list[int]


def sum_clauses(
    literals: Sequence[int], sums: tuple[int, ...], variables: Iterator[int], condition: IntClause, *, direct_limit: int
) -> list[IntClause]:
    """The clauses that say: so many of the literals are true as one of `sums`, or a literal of `condition` is true.

    Parameters
    ----------
    literals
        Variables; one that stands there twice counts twice.
    sums
        The allowed numbers, from 0 to that of the literals, in order. None: the condition must be true.
    variables
        Gives new variables, for a counter.
    condition
        Literals that stand in every clause.
    direct_limit
        Up to so many literals there is no counter.
    """
    if len(sums) == len(literals) and sums[:1] == (1,):  # at least one: one clause, however many literals
        return [[*condition, *dict.fromkeys(literals)]]
    if len(literals) <= direct_limit:
        return _direct(literals, sums, condition)
    return list(_counted(literals, sums, variables, condition))


def _direct(literals: Sequence[int], sums: tuple[int, ...], condition: IntClause) -> list[IntClause]:
    """Without a counter."""
    signed = [*literals, *(-literal for literal in literals)]
    clauses = [[signed[place] for place in places] for places in _places(len(literals), sums)]
    if len(set(literals)) < len(literals):
        once: dict[frozenset[int], IntClause] = {}
        for clause in clauses:
            once.setdefault(frozenset(clause), list(dict.fromkeys(clause)))
        clauses = [clause for key, clause in once.items() if not any(-literal in key for literal in key)]
    return [[*condition, *clause] for clause in clauses] if condition else clauses


@lru_cache(maxsize=1024)
def _places(n: int, sums: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Of n places: which are not all lines while the others are none, so that no sum is another one; as places of
    literals, "place i is no line" is n + i."""
    places: list[tuple[int, ...]] = []
    for low, high in runs([number for number in range(n + 1) if number not in sums]):
        for on in combinations(range(n, 2 * n), low):
            others = [place for place in range(n) if place + n not in on]
            places += ((*on, *off) for off in combinations(others, n - high))
    return tuple(places)


def _counted(
    literals: Sequence[int], sums: tuple[int, ...], variables: Iterator[int], condition: IntClause
) -> Iterator[IntClause]:
    """By a counter: t[i, j] says "at least j of the first i"."""
    n = len(literals)
    most = min(n, 1 + max(sums)) if sums else 0
    t: dict[tuple[int, int], int | bool] = {(i, 0): True for i in range(n + 1)}
    for i in range(1, n + 1):
        for j in range(1, min(i, most) + 1):
            t[i, j] = next(variables)
    for i, x in enumerate(literals, 1):
        for j in range(1, min(i, most) + 1):
            current, before, less = t[i, j], t.get((i - 1, j), False), t[i - 1, j - 1]
            yield from _clause([(-1, before), (1, current)])
            yield from _clause([(-1, x), (-1, less), (1, current)])
            yield from _clause([(-1, current), (1, before), (1, x)])
            yield from _clause([(-1, current), (1, before), (1, less)])
    for number in range(most + 1):
        if number not in sums:
            more = [(1, t[n, number + 1])] if number < most else []
            yield from ([*condition, *clause] for clause in _clause([(-1, t[n, number]), *more]))


def _clause(literals: Sequence[tuple[int, int | bool]]) -> Iterator[IntClause]:
    """The clause of these (sign, variable or truth value); none when it is true."""
    clause = []
    for sign, value in literals:
        if not isinstance(value, bool):
            clause.append(sign * value)
        elif value == (sign > 0):
            return
    yield clause
