"""The rule `parity`: even and odd counts, added up.

A count of exactly k lines among some edges says whether the number of its edges' nodes that are inside, each taken
as often as it has an edge there, is even or odd. Such equations can be added: nodes that come twice fall out, and
what is left may speak of two nodes only. (The lines that cross any closed curve are even in number: that is in the
colors already. This rule does the same with the counts.)
"""

from __future__ import annotations

from slitherenc.solvers.coloring.dual import DualGraph
from slitherenc.solvers.coloring.local import Forced
from slitherenc.solvers.coloring.state import Contradiction, State


def parity(dual: DualGraph, state: State) -> Forced:
    """Gauss-Jordan elimination over GF(2); an unknown a color. Two unknowns that can be shown to be equal or
    opposite have, in the reduced rows, the same free unknowns."""
    code = state.code
    constant = 1 << dual.n_nodes  # bit n: color n; the outer color is 0
    rows: dict[int, int] = {}  # pivot bit -> row
    for part in dual.counts:
        evens = (4 ** (len(part.edges) + 1) - 1) // 3  # …10101
        odd, even = part.allowed & ~evens, part.allowed & evens
        if odd and even:
            continue
        row = constant if odd else 0
        for e in part.edges:
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
