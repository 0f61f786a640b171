"""The log encoding: an integer with n values is its least value plus a binary number of ceil(log2(n)) bits.

Integers with at most SMALL values, or with gaps between their values, keep the order encoding. A constraint on binary
numbers is split into one for each bit position. Carries connect these small constraints (docs/encodings.md, section 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from slitherenc.encodings.integers.linear import Cnf, Lit, OrderView
from slitherenc.encodings.integers.order_encoding import OrderLayout

SMALL = 4  # an integer with at most this many values keeps the order encoding


class LogView(NamedTuple):
    """The integer low + sum of 2^i * bits[i], which is at most `high`."""

    low: int
    high: int
    bits: Sequence[Lit]


class LogLayout(NamedTuple):
    """The log encoding of an integer in low … high; `lower.IntegerLayout` describes the methods."""

    low: int
    high: int

    @property
    def n_bools(self) -> int:
        return (self.high - self.low).bit_length()

    def view(self, slot: int) -> LogView:
        return LogView(self.low, self.high, [Lit(slot, i, 1) for i in range(self.n_bools)])

    def axioms(self, slot: int) -> Cnf:
        return at_most_constant(self.view(slot).bits, self.high - self.low)

    def bool_name(self, index: int, name: str) -> str:
        return f"{name}.bit{index}"

    def value(self, bits: Sequence[bool]) -> int:
        return self.low + sum(1 << i for i, bit in enumerate(bits) if bit)


def layout(values: Sequence[int]) -> LogLayout | OrderLayout:
    """Return the log encoding of integers with these values, or the order encoding if the values are few or have gaps.

    >>> layout(range(5)).n_bools, layout(range(4)).n_bools
    (3, 3)
    """
    if len(values) <= SMALL or len(values) != values[-1] - values[0] + 1:
        return OrderLayout(values)
    return LogLayout(values[0], values[-1])


def at_least_constant(bits: Sequence[Lit], k: int) -> Cnf:
    if k <= 0:
        return []
    if k >> len(bits):
        return [[]]
    ones = [i for i in range(len(bits)) if k >> i & 1]
    return [[bits[i], *(bits[j] for j in range(i + 1, len(bits)) if not k >> j & 1)] for i in ones]


def at_most_constant(bits: Sequence[Lit], k: int) -> Cnf:
    full = (1 << len(bits)) - 1
    return at_least_constant([-bit for bit in bits], full - k)


class Builder(Protocol):
    """The methods that a caller must provide to define new variables and to encode sums of small integers."""

    def new_integer(self, values: Sequence[int]) -> OrderView: ...

    def always(self, clauses: Cnf) -> None: ...

    def order_at_least(self, terms: Sequence[tuple[int, OrderView]], constant: int) -> Cnf: ...


ViewTerms = Sequence[tuple[int, OrderView | LogView]]


def at_least(terms: ViewTerms, constant: int, builder: Builder) -> Cnf:
    """Return clauses for "sum of coefficient * term + constant >= 0"."""
    coefficient, number = terms[0]
    if len(terms) == 1 and isinstance(number, LogView):
        rest = constant + coefficient * number.low
        if coefficient > 0:
            return at_least_constant(number.bits, -(rest // coefficient))
        return at_most_constant(number.bits, rest // -coefficient)
    final, _ = _carries(terms, constant, builder, remainders=False)
    return builder.order_at_least([(1, final)], 0)


def equal(terms: ViewTerms, constant: int, builder: Builder, always: bool) -> Cnf:
    """Return clauses for "sum of coefficient * term + constant = 0". `always` states that the equation must hold in
    every model. If the equation is only one alternative of a disjunction, `always` must be false.
    """
    coefficient, number = terms[0]
    if len(terms) == 1 and isinstance(number, LogView):
        rest = constant + coefficient * number.low
        k = -rest // coefficient
        if k * coefficient != -rest or k < 0 or k >> len(number.bits):
            return [[]]
        return [[bit if k >> i & 1 else -bit] for i, bit in enumerate(number.bits)]
    if (same := _same_bits(terms, constant)) is not None:
        return same
    if always:
        final = _exact(terms, constant, builder)
        return [*builder.order_at_least([(1, final)], 0), *builder.order_at_least([(-1, final)], 0)]
    final, remainders = _carries(terms, constant, builder, remainders=True)
    zero = [*builder.order_at_least([(1, final)], 0), *builder.order_at_least([(-1, final)], 0)]
    return [*zero, *([-r.literals[0]] for r in remainders)]


def _same_bits(terms: ViewTerms, constant: int) -> Cnf | None:
    """Return clauses that equate the bits of two integers, if "terms + constant = 0" states that they are equal."""
    if len(terms) != 2:
        return None
    (a, x), (b, y) = terms
    if not (isinstance(x, LogView) and isinstance(y, LogView)) or a != -b or constant + a * (x.low - y.low) != 0:
        return None
    clauses: Cnf = []
    for i in range(max(len(x.bits), len(y.bits))):
        if i < len(x.bits) and i < len(y.bits):
            clauses += [[x.bits[i], -y.bits[i]], [-x.bits[i], y.bits[i]]]
        else:
            clauses.append([-(x.bits[i] if i < len(x.bits) else y.bits[i])])
    return clauses


def _columns(terms: ViewTerms, constant: int) -> tuple[list[list[tuple[int, OrderView]]], int]:
    """Split a weighted sum into columns and a constant. Column k is a list of (coefficient, term) pairs, whose
    weighted sum counts 2**k times. Its terms are the bits of weight 2**k of log-encoded integers; column 0 also
    contains the order-encoded integers."""
    width = max((len(t.bits) for _, t in terms if isinstance(t, LogView)), default=0)
    columns: list[list[tuple[int, OrderView]]] = [[] for _ in range(max(1, width))]
    for coefficient, term in terms:
        if isinstance(term, LogView):
            constant += coefficient * term.low
            for i, bit in enumerate(term.bits):
                columns[i].append((coefficient, OrderView((0, 1), [bit])))
        else:
            columns[0].append((coefficient, term))
    return columns, constant


def _range(terms: Sequence[tuple[int, OrderView]], constant: int) -> tuple[int, int]:
    low = constant + sum(min(c * t.values[0], c * t.values[-1]) for c, t in terms)
    high = constant + sum(max(c * t.values[0], c * t.values[-1]) for c, t in terms)
    return low, high


def _carries(terms: ViewTerms, constant: int, builder: Builder, remainders: bool) -> tuple[OrderView, list[OrderView]]:
    """Add the terms and `constant` in binary. Return the last carry, and the lower bits ([] unless `remainders`)."""
    columns, constant = _columns(terms, constant)
    carry: list[tuple[int, OrderView]] = []
    rest: list[OrderView] = []  # the lower bits; empty if `remainders` is false
    for column in columns:
        entering = [*carry, *column]
        low, high = _range(entering, constant)
        after = builder.new_integer(range(low // 2, high // 2 + 1))
        entering.append((-2, after))
        if remainders:
            rest.append(builder.new_integer((0, 1)))
            _require(builder, [*entering, (-1, rest[-1])], constant, 0)
        else:
            _require(builder, entering, constant, 1)
        carry, constant = [(1, after)], 0
    return carry[0][1], rest


def _exact(terms: ViewTerms, constant: int, builder: Builder) -> OrderView:
    """Add the terms and `constant` in binary. Require that the sum's bits are 0 up to the terms' highest bit position.
    Return the carry out of that position. This integer is 0 if and only if the sum is 0."""
    columns, constant = _columns(terms, constant)
    carry: list[tuple[int, OrderView]] = []
    for column in columns:
        entering = [*carry, *column]
        low, high = _range(entering, constant)
        after = builder.new_integer(range(-(-low // 2), high // 2 + 1) or range(1))
        _require(builder, [*entering, (-2, after)], constant, 0)
        carry, constant = [(1, after)], 0
    return carry[0][1]


def _require(builder: Builder, terms: Sequence[tuple[int, OrderView]], constant: int, most: int) -> None:
    builder.always(builder.order_at_least(terms, constant))
    builder.always(builder.order_at_least([(-c, t) for c, t in terms], most - constant))
