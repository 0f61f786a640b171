"""The rule `parity`: the cardinality constraints modulo 2, as a system of linear equations over GF(2).

An edge is a line when its two nodes differ: their sum modulo 2. So a constraint whose allowed numbers are all even, or
all odd, is a linear equation over the nodes of its edges. In sums of such equations, nodes that occur twice cancel;
what remains may relate two nodes only. (That any closed curve crosses an even number of lines holds by the coloring
itself; this rule adds the clues.)
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Contradiction, State


def parity(dual: DualGraph, state: State) -> Forced:
    """The relations between two colors that follow from the equations of all constraints together.

    Gauss-Jordan elimination over GF(2) with one unknown for each color: two unknowns are equal or opposite in every
    solution exactly when their reduced rows have the same free unknowns. Raises Contradiction when there is no
    solution.
    """
    code = state.code
    constant = 1 << dual.n_nodes  # bit n: color n; the outer color is 0
    rows: dict[int, int] = {}  # pivot bit -> row
    for constraint in dual.counts:
        evens = (4 ** (len(constraint.edges) + 1) - 1) // 3  # …10101
        odd, even = constraint.allowed & ~evens, constraint.allowed & evens
        if odd and even:
            continue
        row = constant if odd else 0
        for e in constraint.edges:
            for node in dual.sides[e]:
                x = code[node]
                row ^= 1 << (x >> 1)
                if x & 1:
                    row ^= constant
        row &= ~(1 << dual.outer)
        for pivot, other in rows.items():
            if row & pivot:
                row ^= other
        if not row:
            continue
        if row == constant:
            raise Contradiction
        pivot = row & -row
        for key, other in rows.items():
            if other & pivot:
                rows[key] = other ^ row
        rows[pivot] = row
    found = []
    same_rest: dict[int, tuple[int, int]] = {0: (dual.outer, 0)}
    for pivot, row in rows.items():
        rest = row & ~pivot
        free, odd = rest & ~constant, int(rest & constant != 0)
        node = pivot.bit_length() - 1
        if free and not free & (free - 1):
            same_rest.setdefault(free, (free.bit_length() - 1, 0))
        if free in same_rest:
            other, shade = same_rest[free]
            found.append((node, other, odd ^ shade))
        else:
            same_rest[free] = (node, odd)
    return found
