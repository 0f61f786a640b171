"""Local rules: what a few constraints on a few nodes force, by truth table.

A *place* is one Part (a count or the degrees of a vertex) or several that share nodes. What is known of its nodes is
their *pattern*: which have the same color, and in which shade. A pattern says all that a rule needs, many places
have the same *shape*, and few patterns turn up again and again; so what follows from a pattern is worked out once.

The truth table of n nodes has 2^(n-1) rows, one for each coloring with the first node at 0; a column is one Python
integer with a bit a row, so "these two nodes differ" is one XOR.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from slitherenc.solvers.coloring.dual import Part

MOST_NODES = 13  # in a truth table: 4,096 rows

Pattern = tuple[int, ...]  # per node 2 · (the first node of its color) + (1 = the shade is not that one's)


class Pairs(NamedTuple):
    """A Part in a place: its edges as pairs of the place's nodes (numbers from 0)."""

    pairs: tuple[tuple[int, int], ...]
    allowed: int


class Shape(NamedTuple):
    """kind: "count", "vertex" or the name of the rule that the place serves."""

    kind: str
    n_nodes: int
    parts: tuple[Pairs, ...]


class Move(NamedTuple):
    """By `rule`, nodes a and b of the place are on opposite sides (1) or on the same (0)."""

    rule: str
    a: int
    b: int
    opposite: int


def place(kind: str, parts: Sequence[Part], sides: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], Shape]:
    """The nodes of a place, in the order in which the edges of its parts name them, and its shape."""
    number: dict[int, int] = {}
    shaped = []
    for part in parts:
        pairs = []
        for e in part.edges:
            a, b = (number.setdefault(node, len(number)) for node in sides[e])
            pairs.append((min(a, b), max(a, b)))
        shaped.append(Pairs(tuple(pairs), part.allowed))
    return tuple(number), Shape(kind, len(number), tuple(shaped))


def blank(n_nodes: int) -> list[int]:
    """The pattern of nodes of which nothing is known."""
    return [2 * i for i in range(n_nodes)]


def joined(pattern: Sequence[int], a: int, b: int, opposite: int) -> list[int]:
    """The pattern when nodes a and b of different colors are known to be on one side (0) or on opposite sides (1)."""
    low, high = sorted((pattern[a], pattern[b]))
    shift = (low ^ high ^ opposite) & 1
    return [low & ~1 | (x ^ shift) & 1 if x >> 1 == high >> 1 else x for x in pattern]


def deductions(shape: Shape, pattern: Pattern, rules: frozenset[str]) -> tuple[Move, ...] | None:
    """What the rules force in a place, to a fixpoint, the easier rule first; None = a contradiction.

    A contradiction is found whatever the rules are: by the truth table, or in a place of more than MOST_NODES nodes
    by the numbers of lines that its groups of edges can add up to.
    """
    if not possible(shape, pattern):
        return None
    moves: list[Move] = []
    steps = [(name, step) for name, step in STEPS.get(shape.kind, ((shape.kind, by_table),)) if name in rules]
    now = list(pattern)
    found = True
    while found:
        found = False
        for name, step in steps:
            for a, b, opposite in step(shape, tuple(now)):
                x = now[a] ^ now[b]
                if x > 1:
                    moves.append(Move(name, a, b, opposite))
                    now = joined(now, a, b, opposite)
                    found = True
                elif x != opposite:
                    return None
            if found:
                break
    return tuple(moves)


Forced = list[tuple[int, int, int]]  # (node, node, opposite)


def possible(shape: Shape, pattern: Pattern) -> bool:
    """Does some coloring keep the pattern and every part?"""
    if shape.n_nodes <= MOST_NODES:
        return table(shape, pattern)[1] != 0
    return all(reach(groups(part, pattern)) & part.allowed for part in shape.parts)


@cache
def columns(n_nodes: int) -> tuple[tuple[int, ...], int]:
    """The truth table of n nodes: a column each (the first is all 0), and the column of ones."""
    rows = 1 << (n_nodes - 1)
    ones = (1 << rows) - 1
    found = [0]
    for i in range(n_nodes - 1):
        block = 1 << i  # rows with bit i set: block zeros, block ones, …
        found.append(ones // ((1 << 2 * block) - 1) * (((1 << block) - 1) << block))
    return tuple(found), ones


@cache
def lawful(shape: Shape) -> int:
    """The rows of the truth table that keep every part."""
    nodes, ones = columns(shape.n_nodes)
    kept = ones
    for pairs, allowed in shape.parts:
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
        kept &= total
    return kept


def table(shape: Shape, pattern: Pattern) -> tuple[tuple[int, ...], int]:
    """The columns of the nodes, and the rows that keep the parts and the pattern."""
    nodes, ones = columns(shape.n_nodes)
    rows = lawful(shape)
    for i, x in enumerate(pattern):
        if x >> 1 != i:
            differ = nodes[i] ^ nodes[x >> 1]
            rows &= differ if x & 1 else ones ^ differ
    return nodes, rows


def by_table(shape: Shape, pattern: Pattern) -> Forced:
    """Two nodes that are on the same side, or on opposite ones, in every row that is left."""
    if shape.n_nodes > MOST_NODES:
        return []
    nodes, rows = table(shape, pattern)
    colors = [i for i, x in enumerate(pattern) if x >> 1 == i]
    found = []
    for n, b in enumerate(colors):
        for a in colors[:n]:
            differ = (nodes[a] ^ nodes[b]) & rows
            if differ in (0, rows):
                found.append((a, b, int(differ != 0)))
                break
    return found


class Group(NamedTuple):
    """The edges of a part between the same two colors; a and b are the nodes of one of them."""

    a: int
    b: int
    same: int  # lines if a and b are on the same side
    differ: int  # lines if a and b are on opposite sides


def groups(part: Pairs, pattern: Pattern) -> tuple[int, list[Group]]:
    """(lines known, groups of edges not known, in the order of their first edge).

    A group is the edges between two colors: one unknown decides them all.
    """
    known = 0
    found: dict[tuple[int, int], tuple[int, int, int, list[int]]] = {}
    for a, b in part.pairs:
        x = pattern[a] ^ pattern[b]
        if x < 2:
            known += x
            continue
        one, two = sorted((pattern[a] >> 1, pattern[b] >> 1))
        first = found.setdefault((one, two), (a, b, x & 1, [0, 0]))
        first[3][(x & 1) ^ first[2]] += 1
    return known, [Group(a, b, lines[1], lines[0]) for a, b, _, lines in found.values()]


def reach(grouped: tuple[int, list[Group]], without: int = -1) -> int:
    """The numbers of lines (as bits) that the groups can add up to, one group left out."""
    known, rest = grouped
    sums = 1 << known
    for i, group in enumerate(rest):
        if i != without:
            sums = sums << group.same | sums << group.differ
    return sums


def _status(part: Pairs, pattern: Pattern) -> tuple[int, list[tuple[int, int]]]:
    """(lines known, edges not known) one by one, blind to edges that decide each other."""
    codes = [(a, b, pattern[a] ^ pattern[b]) for a, b in part.pairs]
    return sum(x == 1 for _, _, x in codes), [(a, b) for a, b, x in codes if x > 1]


def _all(open_edges: list[tuple[int, int]], opposite: int) -> Forced:
    return [(a, b, opposite) for a, b in open_edges]


def zero(shape: Shape, pattern: Pattern) -> Forced:
    """No lines are allowed: all nodes are on one side. (The paper's 0.)"""
    part = shape.parts[0]
    return _all(_status(part, pattern)[1], 0) if part.allowed == 1 else []


def reached(shape: Shape, pattern: Pattern) -> Forced:
    """As many lines as allowed are there: the other edges are none. (1a of the paper, half of 2a.)"""
    part = shape.parts[0]
    known, open_edges = _status(part, pattern)
    return _all(open_edges, 0) if known == part.allowed.bit_length() - 1 else []


def needed(shape: Shape, pattern: Pattern) -> Forced:
    """Only as many edges are left as lines are needed: they are all lines. (3a of the paper, half of 2a.)"""
    part = shape.parts[0]
    known, open_edges = _status(part, pattern)
    low = (part.allowed & -part.allowed).bit_length() - 1
    return _all(open_edges, 1) if part.allowed and known + len(open_edges) == low else []


def pairs(shape: Shape, pattern: Pattern) -> Forced:
    """Edges known to be equal count together, edges known to be opposite make one line: what a group cannot be
    because the number would no longer come out, it is not. (1b, 1c, 3b, 3c of the paper.)"""
    part = shape.parts[0]
    grouped = groups(part, pattern)
    found = []
    for i, group in enumerate(grouped[1]):
        others = reach(grouped, i)
        same = others << group.same & part.allowed
        differ = others << group.differ & part.allowed
        if not same or not differ:
            found.append((group.a, group.b, int(not same)))
    return found


Step = Callable[[Shape, Pattern], Forced]
STEPS: dict[str, tuple[tuple[str, Step], ...]] = {
    "count": (
        ("zero", zero),
        ("reached", reached),
        ("needed", needed),
        ("pairs", pairs),
        ("relations", by_table),
    ),
    "vertex": (("two-lines", reached), ("vertex", by_table)),
}
