"""The order encoding (Tamura et al. 2009): m Booleans "x >= v_j" encode an integer x with values v_0 < … < v_m.

A layout defines the number of Booleans of an integer, their meaning, and their axioms ("x >= v_j" implies "x >= v_i"
for i = j - 1). linear.py encodes linear constraints on such integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slitherenc.encodings.integers.linear import Cnf, Lit, OrderView


class OrderLayout(NamedTuple):
    """The order encoding of an integer with the sorted `values`. `lower.IntegerLayout` describes the methods."""

    values: Sequence[int]

    @property
    def n_bools(self) -> int:
        return len(self.values) - 1

    def view(self, slot: int) -> OrderView:
        return OrderView(self.values, [Lit(slot, j, 1) for j in range(self.n_bools)])

    def axioms(self, slot: int) -> Cnf:
        return [[Lit(slot, j, 1), Lit(slot, j + 1, -1)] for j in range(self.n_bools - 1)]

    def bool_name(self, index: int, name: str) -> str:
        return f"{name}>={self.values[index + 1]}"

    def value(self, bits: Sequence[bool]) -> int:
        return self.values[sum(bits)]


def layout(values: Sequence[int]) -> OrderLayout:
    """Return the order encoding of integers with these sorted values.

    >>> [layout((2, 3, 7)).bool_name(i, "x") for i in range(2)]
    ['x>=3', 'x>=7']
    """
    return OrderLayout(values)
