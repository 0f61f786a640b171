"""Find what a few clues and vertices imply together, on any board (Shirai et al. 2006, section 3.2.1).

A *scope* (one or more clues and vertices) is a disjunction of conjunctions: at least one of its *ways* holds. A way is
a conjunction of *sums* (constraints on a number of lines). A plain clue has one way with one sum. The *nodes* of a
scope are the faces on which its sums depend. The *pattern* of a scope states which of its nodes are known to be on the
same side or on opposite sides. The *shape* of a scope is the scope with its nodes renumbered from 0. Many scopes have
equal shapes and the same few patterns, so the propagator computes the implications of each pattern of a shape once.

For a scope of at most MOST_NODES nodes, a truth table finds everything that follows. The 2^(n-1) rows for n nodes are
the colorings in which the first node has the color 0. Each node is a column, a Python integer with one bit for each
row, so one XOR computes in which rows two nodes differ. In a larger scope, only the lines of each sum are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from slitherenc.solvers.coloring.dual import PairSum, Ways

MOST_NODES = 13  # in a truth table, which then has 4,096 rows

ColorPattern = tuple[int, ...]  # per node: 2 · (first node of its color) + (1 if its shade differs from that node's)
Forced = list[tuple[int, int, int]]  # implied joins: (node, node, 1 for opposite sides or 0 for the same side)
Implications = Forced | None  # what a pattern implies; None for a contradiction


class ScopeShape(NamedTuple):
    """A disjunction of conjunctions of PairSums, which are constraints on pairs of faces. Faces are numbered from 0."""

    n_nodes: int  # at least 1
    ways: Ways


def canonical_scope(ways: Ways) -> tuple[tuple[int, ...], ScopeShape]:
    """Number the faces in the constraints `ways` from 0, by first occurrence. Return the old numbers and the shape."""
    number: dict[int, int] = {}

    def canonical_row(row: PairSum) -> PairSum:
        pairs = []
        for pair in row.pairs:
            a, b = (number.setdefault(node, len(number)) for node in pair)
            pairs.append((min(a, b), max(a, b)))
        return PairSum(tuple(pairs), row.allowed)

    shaped_ways = tuple(tuple(map(canonical_row, way)) for way in ways)
    return tuple(number), ScopeShape(max(1, len(number)), shaped_ways)


def find_implications(shape: ScopeShape, pattern: ColorPattern) -> Implications:
    """Return the pairs of faces that must be on the same side or on opposite sides of the loop, or None for a
    contradiction. `shape` is a constraint on the faces, and `pattern` states which relative sides are known.

    With more than MOST_NODES faces, a contradiction is sure to be found only if all relative sides are known.
    """
    if shape.n_nodes <= MOST_NODES:
        return _by_table(shape, pattern)
    left = [way for way in shape.ways if all(_remaining(row, pattern) for row in way)]
    if not left:
        return None
    if len(left) > 1:
        return []
    return [move for row in left[0] for move in _by_remaining(row, pattern)]


@cache
def _columns(n_nodes: int) -> tuple[tuple[int, ...], int]:
    """Return two parts of the truth table over `n_nodes` faces. The first contains, for each face, the bit set of the
    rows in which the face has the value 1. The second is the bit set of all rows.
    """
    rows = 1 << (n_nodes - 1)
    ones = (1 << rows) - 1
    nodes = [0]  # the first node is 0 in every row, because exchanging the two sides changes nothing
    for i in range(n_nodes - 1):
        block = 1 << i  # rows with bit i set: block zeros, block ones, …
        nodes.append(ones // ((1 << 2 * block) - 1) * (((1 << block) - 1) << block))
    return tuple(nodes), ones


@cache
def _consistent(shape: ScopeShape) -> int:
    """Return a bit set of the truth-table rows for which at least one of the conjunctions `shape.ways` holds. Each row
    puts every face of `shape` on one side of the loop."""
    return reduce(or_, (_satisfying(shape.n_nodes, way) for way in shape.ways), 0)


def _satisfying(n_nodes: int, way: Sequence[PairSum]) -> int:
    nodes, ones = _columns(n_nodes)
    satisfied = ones
    for pairs, allowed in way:
        exactly = [ones] + [0] * len(pairs)  # exactly[k]: the rows with k lines among the pairs so far
        for a, b in pairs:
            line = nodes[a] ^ nodes[b]
            for k in range(len(pairs), 0, -1):
                exactly[k] = exactly[k] & ~line | exactly[k - 1] & line
            exactly[0] &= ~line
        satisfied &= reduce(or_, (rows for k, rows in enumerate(exactly) if allowed >> k & 1), 0)
    return satisfied


def _by_table(shape: ScopeShape, pattern: ColorPattern) -> Implications:
    """Compare the rows of the truth table that agree with `pattern`. Return the pairs of nodes that are on the same
    side in every such row, and the pairs that are on opposite sides in every such row. Return None if no row agrees.
    """
    nodes, ones = _columns(shape.n_nodes)
    rows = _consistent(shape)
    for i, x in enumerate(pattern):
        differ = nodes[i] ^ nodes[x >> 1]
        rows &= differ if x & 1 else ones ^ differ
    if not rows:
        return None
    colors = [i for i, x in enumerate(pattern) if x >> 1 == i]
    joins = []
    for n, b in enumerate(colors):
        for a in colors[:n]:
            differ = (nodes[a] ^ nodes[b]) & rows
            if differ in (0, rows):
                joins.append((a, b, int(differ != 0)))
                break
    return joins


def _open_pairs(row: PairSum, pattern: ColorPattern) -> list[tuple[int, int]]:
    return [(a, b) for a, b in row.pairs if pattern[a] ^ pattern[b] > 1]


def _remaining(row: PairSum, pattern: ColorPattern) -> int:
    """Return a bit set. Bit k is 1 if lines may separate exactly k of the undecided pairs of faces in `row`. A pair
    is undecided if `pattern` leaves open whether its faces are on the same side of the loop."""
    n_lines = sum(pattern[a] ^ pattern[b] == 1 for a, b in row.pairs)
    return row.allowed >> n_lines & (2 << len(_open_pairs(row, pattern))) - 1


def _by_remaining(row: PairSum, pattern: ColorPattern) -> Forced:
    """Return the undecided pairs of faces in `row` as triples: (a, b, 1) if a line must separate every pair, or
    (a, b, 0) if no line may separate any pair. If the constraint `row` requires neither, return [].
    """
    open_pairs, remaining = _open_pairs(row, pattern), _remaining(row, pattern)
    if remaining == 1:
        return [(a, b, 0) for a, b in open_pairs]
    if remaining == 1 << len(open_pairs):
        return [(a, b, 1) for a, b in open_pairs]
    return []
