"""The order encoding: an integer with values v_0 < … < v_m is m Booleans "x >= v_j", each implying the one before.

A layout says how many Booleans a variable takes, how they are read as a term, and which clauses hold between them.
Comparisons are then those of linear.py (Tamura et al. 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slitherenc.encodings.integers.linear import Cnf, Lit, OrderView


class OrderLayout(NamedTuple):
    """An integer with these values (sorted) in the order encoding; see `lower.IntegerLayout`."""

    values: Sequence[int]

    @property
    def n_bools(self) -> int:
        return len(self.values) - 1

    def view(self, slot: int) -> OrderView:
        """Return the variable whose first Boolean is in column `slot`."""
        return OrderView(self.values, [Lit(slot, j, 1) for j in range(self.n_bools)])

    def axioms(self, slot: int) -> Cnf:
        return [[Lit(slot, j, 1), Lit(slot, j + 1, -1)] for j in range(self.n_bools - 1)]

    def bool_name(self, index: int, name: str) -> str:
        return f"{name}>={self.values[index + 1]}"

    def value(self, bits: Sequence[bool]) -> int:
        """Return the integer that these Booleans encode."""
        return self.values[sum(bits)]


def layout(values: Sequence[int]) -> OrderLayout:
    """Return the layout of integers with these values, whatever they are.

    >>> [layout((2, 3, 7)).bool_name(i, "x") for i in range(2)]
    ['x>=3', 'x>=7']
    """
    return OrderLayout(values)
