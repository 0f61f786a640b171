"""Local propagation: what a few constraints on a few nodes imply, by truth table.

A *scope* is a set of constraints that are looked at together: one EdgeSum (of a clue or of a vertex) or several that
share nodes. What is known of its nodes is their *pattern*: which have the same color, and in which shade. The pattern
is all that propagation needs to know, many scopes have the same *shape*, and few patterns occur again and again; so
what follows from a pattern is computed once and cached.

The truth table of n nodes has 2^(n-1) rows, one for each coloring with the first node at 0; a column is one Python
integer with one bit a row, so "these two nodes differ" is one XOR.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from slitherenc.solvers.coloring.dual import EdgeSum, PairSum, Ways

MOST_NODES = 13  # in a truth table: 4,096 rows

ColorPattern = tuple[int, ...]  # per node 2 · (the first node of its color) + (1 = the shade is not that one's)


class ScopeShape(NamedTuple):
    """A scope up to the numbers of its nodes, which are counted from 0: all constraints hold, and one of the ways if
    there are any. kind: "count", "vertex", "either" or the name of the rule that looks at it."""

    kind: str
    n_nodes: int
    constraints: tuple[PairSum, ...]
    ways: Ways = ()


def scope(
    kind: str, constraints: Sequence[EdgeSum], sides: Sequence[tuple[int, int]], ways: Ways = ()
) -> tuple[tuple[int, ...], ScopeShape]:
    """The nodes of a scope, in the order in which the edges of its constraints name them, and its shape.

    `sides[e]` are the two nodes of edge e.
    """
    return numbered(kind, [PairSum(tuple(sides[e] for e in row.edges), row.allowed) for row in constraints], ways)


def numbered(kind: str, constraints: Sequence[PairSum], ways: Ways = ()) -> tuple[tuple[int, ...], ScopeShape]:
    """The same for constraints that name nodes."""
    number: dict[int, int] = {}

    def shaped(row: PairSum) -> PairSum:
        pairs = []
        for pair in row.pairs:
            a, b = (number.setdefault(node, len(number)) for node in pair)
            pairs.append((min(a, b), max(a, b)))
        return PairSum(tuple(pairs), row.allowed)

    rows = tuple(map(shaped, constraints))
    choice = tuple(tuple(map(shaped, way)) for way in ways)
    return tuple(number), ScopeShape(kind, len(number), rows, choice)


def blank_pattern(n_nodes: int) -> list[int]:
    """The pattern of n nodes of which nothing is known: each in a color of its own."""
    return [2 * i for i in range(n_nodes)]


def join(pattern: Sequence[int], a: int, b: int, opposite: int) -> list[int]:
    """The pattern after nodes a and b, of different colors, are joined: on the same side (0) or on opposite sides (1).

    >>> join(blank_pattern(3), 0, 2, 1)
    [0, 2, 1]
    """
    low, high = sorted((pattern[a], pattern[b]))
    shift = (low ^ high ^ opposite) & 1
    return [low & ~1 | (x ^ shift) & 1 if x >> 1 == high >> 1 else x for x in pattern]


Forced = list[tuple[int, int, int]]  # implied joins: (node, node, 1 = on opposite sides, 0 = on the same side)
Implications = Forced | None  # what a pattern implies; None: a contradiction
Memory = dict[ColorPattern, Implications]


def deductions(shape: ScopeShape, pattern: ColorPattern, rules: frozenset[str]) -> Implications:
    """What these rules imply in a scope, to a fixpoint, the easier rule first; None when there is a contradiction.

    A contradiction is found whatever the rules are: by the truth table, or in a scope of more than MOST_NODES nodes
    by the numbers of lines that its groups of edges can add up to. Large scopes with ways are those of alternatives.py.
    """
    if not possible(shape, pattern):
        return None
    moves: Forced = []
    steps = [step for name, step in STEPS.get(shape.kind, ((shape.kind, by_table),)) if name in rules]
    now = list(pattern)
    has_changed = True
    while has_changed:
        has_changed = False
        for step in steps:
            for a, b, opposite in step(shape, tuple(now)):
                x = now[a] ^ now[b]
                if x > 1:
                    moves.append((a, b, opposite))
                    now = join(now, a, b, opposite)
                    has_changed = True
                elif x != opposite:
                    return None
            if has_changed:
                break
    return moves


def possible(shape: ScopeShape, pattern: ColorPattern) -> bool:
    """Whether some coloring satisfies the pattern and every constraint (for large scopes: a necessary condition)."""
    if shape.n_nodes <= MOST_NODES:
        return table(shape, pattern)[1] != 0
    return all(reach(color_groups(constraint, pattern)) & constraint.allowed for constraint in shape.constraints)


@cache
def columns(n_nodes: int) -> tuple[tuple[int, ...], int]:
    """The truth table of n nodes: a column each (the first is all 0), and the column of ones."""
    rows = 1 << (n_nodes - 1)
    ones = (1 << rows) - 1
    nodes = [0]
    for i in range(n_nodes - 1):
        block = 1 << i  # rows with bit i set: block zeros, block ones, …
        nodes.append(ones // ((1 << 2 * block) - 1) * (((1 << block) - 1) << block))
    return tuple(nodes), ones


@cache
def consistent(shape: ScopeShape) -> int:
    """The rows of the truth table that satisfy every constraint of the shape, and one of its ways."""
    rows = _satisfying(shape.n_nodes, shape.constraints)
    if shape.ways:
        rows &= reduce(or_, (_satisfying(shape.n_nodes, way) for way in shape.ways))
    return rows


def _satisfying(n_nodes: int, constraints: Sequence[PairSum]) -> int:
    nodes, ones = columns(n_nodes)
    satisfied = ones
    for pairs, allowed in constraints:
        exactly = [ones] + [0] * len(pairs)  # exactly[k]: the rows with k lines among the edges so far
        for a, b in pairs:
            line = nodes[a] ^ nodes[b]
            for k in range(len(pairs), 0, -1):
                exactly[k] = exactly[k] & ~line | exactly[k - 1] & line
            exactly[0] &= ~line
        total = 0
        for k, rows in enumerate(exactly):
            if allowed >> k & 1:
                total |= rows
        satisfied &= total
    return satisfied


def table(shape: ScopeShape, pattern: ColorPattern) -> tuple[tuple[int, ...], int]:
    """The columns of the nodes, and the rows that satisfy the constraints and the pattern."""
    nodes, ones = columns(shape.n_nodes)
    rows = consistent(shape)
    for i, x in enumerate(pattern):
        if x >> 1 != i:
            differ = nodes[i] ^ nodes[x >> 1]
            rows &= differ if x & 1 else ones ^ differ
    return nodes, rows


def by_table(shape: ScopeShape, pattern: ColorPattern) -> Forced:
    """Pairs of nodes that are on the same side, or on opposite sides, in every remaining row of the truth table."""
    if shape.n_nodes > MOST_NODES:
        return []
    nodes, rows = table(shape, pattern)
    colors = [i for i, x in enumerate(pattern) if x >> 1 == i]
    joins = []
    for n, b in enumerate(colors):
        for a in colors[:n]:
            differ = (nodes[a] ^ nodes[b]) & rows
            if differ in (0, rows):
                joins.append((a, b, int(differ != 0)))
                break
    return joins


class ColorGroup(NamedTuple):
    """The edges of a constraint between the same two colors; a and b are the nodes of one of them.

    same, differ: how many of them are lines when a and b are on the same side, and when they are not.
    """

    a: int
    b: int
    same: int
    differ: int


def color_groups(constraint: PairSum, pattern: ColorPattern) -> tuple[int, list[ColorGroup]]:
    """(number of known lines, groups of the undecided edges in the order of their first edge).

    A group is the set of edges between two colors: they are decided together.
    """
    known = 0
    by_colors: dict[tuple[int, int], tuple[int, int, int, list[int]]] = {}
    for a, b in constraint.pairs:
        x = pattern[a] ^ pattern[b]
        if x < 2:
            known += x
            continue
        one, two = sorted((pattern[a] >> 1, pattern[b] >> 1))
        first = by_colors.setdefault((one, two), (a, b, x & 1, [0, 0]))
        first[3][(x & 1) ^ first[2]] += 1
    return known, [ColorGroup(a, b, lines[1], lines[0]) for a, b, _, lines in by_colors.values()]


def reach(grouped: tuple[int, list[ColorGroup]], without: int = -1) -> int:
    """The numbers of lines, as bits, that known lines and groups can add up to; group number `without` is left out."""
    known, rest = grouped
    sums = 1 << known
    for i, group in enumerate(rest):
        if i != without:
            sums = sums << group.same | sums << group.differ
    return sums


def _status(constraint: PairSum, pattern: ColorPattern) -> tuple[int, list[tuple[int, int]]]:
    """(number of known lines, undecided edges), each edge by itself: which edges decide each other is ignored."""
    codes = [(a, b, pattern[a] ^ pattern[b]) for a, b in constraint.pairs]
    return sum(x == 1 for _, _, x in codes), [(a, b) for a, b, x in codes if x > 1]


def _all(open_edges: list[tuple[int, int]], opposite: int) -> Forced:
    return [(a, b, opposite) for a, b in open_edges]


def zero(shape: ScopeShape, pattern: ColorPattern) -> Forced:
    """No line is allowed: all nodes are on one side. (Pattern 0 of the paper.)"""
    constraint = shape.constraints[0]
    return _all(_status(constraint, pattern)[1], 0) if constraint.allowed == 1 else []


def reached(shape: ScopeShape, pattern: ColorPattern) -> Forced:
    """The greatest allowed number of lines is reached: the other edges are not lines. (Patterns 1a, half of 2a.)"""
    constraint = shape.constraints[0]
    known, open_edges = _status(constraint, pattern)
    return _all(open_edges, 0) if known == constraint.allowed.bit_length() - 1 else []


def needed(shape: ScopeShape, pattern: ColorPattern) -> Forced:
    """All remaining edges are needed for the least allowed number: they are lines. (Patterns 3a, half of 2a.)"""
    constraint = shape.constraints[0]
    known, open_edges = _status(constraint, pattern)
    low = (constraint.allowed & -constraint.allowed).bit_length() - 1
    return _all(open_edges, 1) if constraint.allowed and known + len(open_edges) == low else []


def pairs(shape: ScopeShape, pattern: ColorPattern) -> Forced:
    """Edges known to be equal are counted together, two edges known to be opposite as one line: a group takes the one
    value with which the sum can still be an allowed number. (Patterns 1b, 1c, 3b, 3c.)"""
    constraint = shape.constraints[0]
    grouped = color_groups(constraint, pattern)
    joins = []
    for i, group in enumerate(grouped[1]):
        others = reach(grouped, i)
        same = others << group.same & constraint.allowed
        differ = others << group.differ & constraint.allowed
        if not same or not differ:
            joins.append((group.a, group.b, int(not same)))
    return joins


RuleFunction = Callable[[ScopeShape, ColorPattern], Forced]
STEPS: dict[str, tuple[tuple[str, RuleFunction], ...]] = {
    "count": (("zero", zero), ("reached", reached), ("needed", needed), ("pairs", pairs), ("relations", by_table)),
    "vertex": (("vertex", by_table),),
    "either": (("alternatives", by_table),),
}
