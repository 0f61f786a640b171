"""Encodes linear constraints (weighted sum of terms + constant >= 0) as clauses. The terms are in *order form*.

A term in order form has values v_0 < v_1 < … and a literal "term >= v_j" for each j >= 1 (`OrderView`). A Boolean has
the values 0 and 1, and its only literal is the Boolean itself. Two methods give equivalent clauses (docs/encodings.md,
section 4). `direct` needs no new variables (Tamura, Taga, Kitagawa and Banbara 2009). `chain` is a decision diagram
with new literals. `at_least` uses `direct` if it needs few clauses, otherwise `chain`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

DIRECT_MOST = 2000  # use `chain` if `direct` may need more clauses than this for one constraint


class Lit(NamedTuple):
    """A literal in a template of clauses. For each row of a table, it becomes sign * (row[slot] + offset)."""

    slot: int
    offset: int
    sign: int

    def __neg__(self) -> Lit:
        return Lit(self.slot, self.offset, -self.sign)


LitClause = list[Lit]
Cnf = list[LitClause]  # [] is true, [[]] is false


class OrderView(NamedTuple):
    """A term in order form: literals[j - 1] means that the term is at least values[j]."""

    values: Sequence[int]
    literals: Sequence[Lit]


OrderTerms = Sequence[tuple[int, OrderView]]  # coefficient, term


def at_least(terms: OrderTerms, constant: int, define: Callable[[Cnf], None], new_literal: Callable[[], Lit]) -> Cnf:
    """Return clauses for "sum of coefficient * term + constant >= 0".

    `new_literal()` must return a literal of a new variable. `define(clauses)` receives the clauses that define the new
    literals. These clauses must always hold, even if the returned clauses become a part of a disjunction.
    """
    options = [_options(coefficient, view) for coefficient, view in terms if coefficient]
    need = -constant
    least = sum(o.most[-1] for o in options)
    if least >= need:
        return []
    if sum(o.most[0] for o in options) < need:
        return [[]]
    options.sort(key=lambda o: len(o.most))
    work = 1
    for option in options[:-1]:
        work *= len(option.most)
        if work > DIRECT_MOST:
            break
    if work <= DIRECT_MOST or len(options) == 2:  # two terms take one clause for each value, and no variable
        return direct(options, need)
    if all(len(o.most) == 2 and least + o.most[0] - o.most[1] >= need for o in options):
        return [[o.literals[0] for o in options]]  # one of the literals is needed, and each suffices
    return [[chain(options, need, define, new_literal)]]


class _Options(NamedTuple):
    """The possible upper bounds of coefficient * term, in decreasing order. most[0] is an upper bound in any case. For
    j > 0, most[j] is an upper bound if and only if literals[j - 1] is false."""

    most: Sequence[int]
    literals: Sequence[Lit]


def _options(coefficient: int, view: OrderView) -> _Options:
    if coefficient > 0:
        return _Options([coefficient * v for v in reversed(view.values)], view.literals[::-1])
    return _Options([coefficient * v for v in view.values], [-literal for literal in view.literals])


def direct(options: Sequence[_Options], need: int) -> Cnf:
    """Return clauses for "the terms sum to at least `need`", without new variables. Each clause forbids a combination
    of upper bounds whose sum is below `need`. Clauses that follow from another clause are omitted. This is the
    order encoding of linear inequalities by Tamura, Taga, Kitagawa and Banbara (2009).
    """
    clauses: list[tuple[int, ...]] = []
    rest_most, rest_least = [0], [0]
    for option in reversed(options):
        rest_most.append(rest_most[-1] + option.most[0])
        rest_least.append(rest_least[-1] + option.most[-1])
    rest_most.reverse()
    rest_least.reverse()

    def walk(i: int, so_far: int, chosen: tuple[int, ...]) -> None:
        last = -1  # the choice of the last term that belongs to the previous, weaker choice of term i
        for j, most in enumerate(options[i].most):
            if so_far + most + rest_most[i + 1] < need:
                clauses.append((*chosen, j) + (0,) * (len(options) - i - 1))
                return
            if so_far + most + rest_least[i + 1] >= need:
                continue
            if i + 2 < len(options):
                walk(i + 1, so_far + most, (*chosen, j))
                continue
            left = need - so_far - most
            final = next(k for k, m in enumerate(options[i + 1].most) if m < left)
            if final != last:
                clauses.append((*chosen, j, final))
            last = final

    walk(0, 0, ())
    if len(options) > 2 and len(clauses) <= DIRECT_MOST:
        clauses = _weakest(clauses)
    return [[options[i].literals[j - 1] for i, j in enumerate(choice) if j] for choice in clauses]


def _weakest(clauses: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    # The clause (j_0, j_1, …) forbids that options[i].most[j_i] is an upper bound of its term for all i together.
    weakest: list[tuple[int, ...]] = []
    for choice in sorted(set(clauses), key=sum):
        if not any(all(a <= b for a, b in zip(weaker, choice, strict=True)) for weaker in weakest):
            weakest.append(choice)
    return weakest


def chain(options: Sequence[_Options], need: int, define: Callable[[Cnf], None], new_literal: Callable[[], Lit]) -> Lit:
    """Return a literal that is true if and only if the terms `options` sum to at least `need`. The sum must be able to
    reach `need`, and also to stay below `need`. `define` and `new_literal` are as for `at_least`.
    """
    ranges = [(0, 0)]
    for option in reversed(options):
        low, high = ranges[-1]
        ranges.append((low + option.most[-1], high + option.most[0]))
    ranges.reverse()
    needs: list[set[int]] = [{need}]
    for i, option in enumerate(options):
        low, high = ranges[i + 1]
        needs.append({n - most for n in needs[i] for most in option.most if low < n - most <= high})
    below: dict[int, Lit] = {}
    for i in range(len(options) - 1, -1, -1):
        level: dict[int, Lit] = {}
        for wanted in sorted(needs[i]):
            node = new_literal()
            level[wanted] = node
            define(_node_clauses(node, options[i], wanted, below, ranges[i + 1]))
        below = level
    return below[need]


def _node_clauses(node: Lit, option: _Options, wanted: int, below: dict[int, Lit], span: tuple[int, int]) -> Cnf:
    """Return clauses that make `node` true if and only if the term `option` and all later terms add up to at least
    `wanted`. `span` is the least and the greatest sum of the later terms alone. The literal below[n] means that the
    later terms alone add up to at least n.
    """
    clauses: Cnf = []
    for j, most in enumerate(option.most):
        left = wanted - most
        # The term contributes at most `most` if its choice j is taken (literal j - 1 false) …
        held = [option.literals[j - 1]] if j else []
        if left > span[1]:
            clauses.append([-node, *held])
        elif left > span[0]:
            clauses.append([-node, *held, below[left]])
        # … and at least `most` if the next choice is not taken (literal j true).
        free = [-option.literals[j]] if j < len(option.literals) else []
        if left <= span[0]:
            clauses.append([node, *free])
        elif left <= span[1]:
            clauses.append([node, *free, -below[left]])
    return clauses
