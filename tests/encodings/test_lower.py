"""Random small CSPs: by the order encoding, by the log encoding and by brute force they have the same solutions."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from slitherenc.encodings.backends.sugar import sugar
from slitherenc.encodings.formula import ConstraintTable, Formula
from slitherenc.encodings.integers.linear import Lit, OrderView, _options, chain
from slitherenc.encodings.integers.lower import lower_with_values
from slitherenc.encodings.terms import (
    Abs,
    And,
    Bit,
    Cmp,
    Iff,
    Implies,
    In,
    Logic,
    Neg,
    Not,
    Op,
    Or,
    Sum,
    Term,
    Var,
)
from tests.support.brute import projected
from tests.support.sugar_reader import read_sugar

N_INTS, N_BOOLS = 3, 2
DOMAINS = st.one_of(
    st.tuples(st.integers(-3, 3), st.integers(0, 8)).map(lambda t: tuple(range(t[0], t[0] + t[1] + 1))),
    st.sets(st.integers(-4, 6), min_size=1, max_size=4).map(lambda s: tuple(sorted(s))),
)
LEAVES = st.one_of(
    st.integers(0, N_INTS - 1).map(Var), st.integers(N_INTS, N_INTS + N_BOOLS - 1).map(Bit), st.integers(-4, 6)
)
TERMS = st.recursive(
    LEAVES,
    lambda part: st.one_of(
        part.map(Neg), part.map(Abs), st.lists(part, min_size=1, max_size=3).map(lambda parts: Sum(tuple(parts)))
    ),
    max_leaves=4,
)
ATOMS = st.one_of(
    st.builds(Cmp, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), TERMS, TERMS),
    st.integers(N_INTS, N_INTS + N_BOOLS - 1).map(Bit),
    st.builds(In, TERMS, st.sets(st.integers(-3, 5), max_size=4).map(lambda s: tuple(sorted(s)))),
)
LOGIC = st.recursive(
    ATOMS,
    lambda part: st.one_of(
        part.map(Not),
        st.builds(Implies, part, part),
        st.builds(Iff, part, part),
        st.lists(part, min_size=1, max_size=3).map(lambda parts: And(tuple(parts))),
        st.lists(part, min_size=1, max_size=3).map(lambda parts: Or(tuple(parts))),
    ),
    max_leaves=3,
)


def value(term: Term, row: tuple[int, ...]) -> int:
    match term:
        case int():
            return term
        case Var(column) | Bit(column):
            return row[column]
        case Neg(part):
            return -value(part, row)
        case Abs(part):
            return abs(value(part, row))
        case Sum(parts):
            return sum(value(part, row) for part in parts)


def holds(logic: Logic, row: tuple[int, ...]) -> bool:
    match logic:
        case Bit(column):
            return bool(row[column])
        case In(term, values):
            return value(term, row) in values
        case Not(part):
            return not holds(part, row)
        case And(parts):
            return all(holds(part, row) for part in parts)
        case Or(parts):
            return any(holds(part, row) for part in parts)
        case Implies(left, right):
            return not holds(left, row) or holds(right, row)
        case Iff(left, right):
            return holds(left, row) == holds(right, row)
        case Cmp(op, left, right):
            a, b = value(left, row), value(right, row)
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def formula_of(domains: list[tuple[int, ...]], rules: list[Logic]) -> Formula:
    """Each integer a family of its own; the rules in one row each, plus one that mentions every integer."""
    formula = Formula(()).add_bools("b", N_BOOLS, lambda i: f"b_{i}")
    for i, domain in enumerate(domains):
        formula = formula.add_ints(f"n{i}", np.zeros(1, np.intp), domain, lambda _: "0")
    row = np.array([[*range(N_INTS), *range(1, N_BOOLS + 1)]], np.int32)
    everyone = [Cmp("<=", Var(i), domain[-1] + 1) for i, domain in enumerate(domains)]
    return formula.add_tables(*(ConstraintTable(f"r{i}", rule, row) for i, rule in enumerate([*rules, *everyone])))


def models(formula: Formula, integers: str) -> list[tuple[int, ...]]:
    lowered, values = lower_with_values(formula, integers)
    found = []
    for true in projected(lowered, on=lowered.n_bools):
        assignment = [i in true for i in range(lowered.n_bools)]
        found.append((*values(assignment), *map(int, assignment[:N_BOOLS])))
    return sorted(found)


@given(st.lists(DOMAINS, min_size=N_INTS, max_size=N_INTS), st.lists(LOGIC, min_size=1, max_size=3))
@settings(max_examples=250, deadline=None)
def test_order_log_and_brute_force_agree(domains: list[tuple[int, ...]], rules: list[Logic]) -> None:
    wanted = sorted(row for row in product(*domains, *[(0, 1)] * N_BOOLS) if all(holds(rule, row) for rule in rules))
    formula = formula_of(domains, rules)
    for integers in ("order", "log"):
        assert models(formula, integers) == wanted  # as lists: helpers never multiply models


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("factor", [1, 2, -1, -3])
def test_multiples_of_one_number(factor: int, op: Op) -> None:
    """Also where the right side is no multiple, or beyond all of them."""
    domains = [tuple(range(-2, 6)), (0,), (0,)]
    term = Sum((Var(0),) * factor) if factor > 0 else Neg(Sum((Var(0),) * -factor))
    for number in range(-8, 9, 2 if abs(factor) == 1 else 1):
        rule = Cmp(op, term, number)
        wanted = [row for row in product(*domains, *[(0, 1)] * N_BOOLS) if holds(rule, row)]
        for integers in ("order", "log"):
            assert models(formula_of(domains, [rule]), integers) == sorted(wanted), (number, integers)


@pytest.mark.parametrize("seed", range(20))
def test_a_chain_is_true_exactly_when_its_need_is_reached(seed: int) -> None:
    rng = random.Random(seed)
    values = [sorted(rng.sample(range(-3, 6), rng.randint(2, 4))) for _ in range(3)]
    terms: list[tuple[int, OrderView]] = []
    for i, numbers in enumerate(values):
        terms.append((rng.choice([-2, -1, 1, 3]), OrderView(numbers, [Lit(i, j, 1) for j in range(len(numbers) - 1)])))
    sums = sorted({sum(c * v for (c, _), v in zip(terms, row, strict=True)) for row in product(*values)})
    for need in sums[1:]:
        made: list[Lit] = []
        rules: list[list[Lit]] = []
        node = chain([_options(*term) for term in terms], need, rules.extend, lambda made=made: fresh(made))
        with Solver("minisat22", bootstrap_with=[[number_of(lit) for lit in clause] for clause in rules]) as solver:
            for row in product(*values):
                held = [
                    number_of(lit if v >= level else -lit)
                    for (_, view), v in zip(terms, row, strict=True)
                    for lit, level in zip(view.literals, view.values[1:], strict=True)
                ]
                is_reached = sum(c * v for (c, _), v in zip(terms, row, strict=True)) >= need
                assert solver.solve([*held, number_of(node)]) == is_reached
                assert solver.solve([*held, -number_of(node)]) != is_reached


def fresh(made: list[Lit]) -> Lit:
    made.append(Lit(9, len(made), 1))
    return made[-1]


def number_of(literal: Lit) -> int:
    return literal.sign * (100 * literal.slot + literal.offset + 1)


@given(st.lists(DOMAINS, min_size=N_INTS, max_size=N_INTS), st.lists(LOGIC, min_size=1, max_size=3))
@settings(max_examples=60, deadline=None)
def test_printed_as_sugar_and_read_back_means_the_same(domains: list[tuple[int, ...]], rules: list[Logic]) -> None:
    rules = [rule for rule in rules if "values=()" not in repr(rule)]  # `(or)` is no Sugar
    formula = formula_of(domains, rules)
    text = b"".join(sugar(formula)).decode()
    assert models(read_sugar(text), "order") == models(formula, "order")


@pytest.mark.parametrize("integers", ["order", "log"])
@pytest.mark.parametrize(("n", "low", "high"), [(30, 1, 1), (16, 8, 8), (40, 0, 1), (24, 23, 24), (20, 5, 15)])
def test_long_sums_stay_small(integers: str, n: int, low: int, high: int) -> None:
    formula = Formula(()).add_bools("b", n, str)
    total = Sum(tuple(map(Bit, range(n))))
    row = np.arange(1, n + 1, dtype=np.int32)[None, :]
    formula = formula.add_tables(
        ConstraintTable("low", Cmp(">=", total, low), row), ConstraintTable("high", Cmp("<=", total, high), row)
    )
    lowered, _ = lower_with_values(formula, integers)
    assert lowered.size().clauses < 2100
    rng = np.random.default_rng(0)
    with Solver("minisat22") as solver:
        for block in lowered.blocks:
            for clause in block.clauses().tolist():
                solver.add_clause(clause)
        for number in range(n + 1):
            chosen = set(rng.permutation(n)[:number].tolist())
            assume = [i + 1 if i in chosen else -(i + 1) for i in range(n)]
            assert solver.solve(assumptions=assume) == (low <= number <= high)


def test_a_rule_that_cannot_hold_makes_the_formula_unsatisfiable() -> None:
    formula = Formula(()).add_bools("b", 1, str)
    formula = formula.add_tables(ConstraintTable("no", Cmp("=", Bit(0), 2), np.array([[1]], np.int32)))
    lowered, _ = lower_with_values(formula)
    assert projected(lowered, on=lowered.n_bools) == set()
    assert all(block.width > 0 for block in lowered.blocks)
