"""The rule `alternatives` over more nodes than a truth table takes: constructive disjunction over the ways of a scope.

Each way is propagated by itself, its parts one after the other to a fixpoint, from what is known of the scope's nodes.
A way that meets a contradiction cannot hold. With no way left there is no solution; otherwise two nodes that every way
left puts on the same side, or every one on opposite sides, are so. That is sound, since one of the ways holds. When
all nodes are decided, a part holds or is a contradiction; so then it is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slitherenc.solvers.coloring.dual import PairSum
from slitherenc.solvers.coloring.local import (
    MOST_NODES,
    STEPS,
    ColorPattern,
    Forced,
    Implications,
    Memory,
    ScopeShape,
    deductions,
    join,
    numbered,
)

_RULES = frozenset(name for name, _ in STEPS["count"])


class _Part(NamedTuple):
    """A part of a way: its nodes, as numbers in the scope, its shape by itself, and what patterns of that imply."""

    nodes: tuple[int, ...]
    shape: ScopeShape
    known: Memory


class EitherScope:
    """What a pattern of a shape's nodes implies by its ways.

    moving: imply moves, not only contradictions. memory: the cache for the shapes of parts, which many scopes share.
    """

    def __init__(self, shape: ScopeShape, moving: bool, memory: dict[ScopeShape, Memory]) -> None:
        self._moving = moving
        self._ways = [[_part(row, memory) for row in way] for way in shape.ways]

    def __call__(self, pattern: ColorPattern) -> Implications:
        left: list[Sequence[int]] = []
        for way in self._ways:
            after = _propagated(way, pattern)
            if after is not None:
                if not self._moving:
                    return []
                left.append(after)
        return _common(pattern, left) if left else None


def _part(row: PairSum, memory: dict[ScopeShape, Memory]) -> _Part:
    nodes, shape = numbered("count", (row,))
    return _Part(nodes, shape, memory.setdefault(shape, {}))


def _propagated(way: list[_Part], pattern: ColorPattern) -> Sequence[int] | None:
    """The pattern with all that the parts of a way imply; None: they contradict it."""
    now: Sequence[int] = pattern
    before: Sequence[int] = ()
    while now != before:
        before = now
        for part in way:
            moves = _implied(part, now)
            if moves is None:
                return None
            for a, b, opposite in moves:
                now = join(now, part.nodes[a], part.nodes[b], opposite)
    return now


def _implied(part: _Part, pattern: Sequence[int]) -> Implications:
    firsts: dict[int, int] = {}
    own = []
    for i, node in enumerate(part.nodes):
        x = pattern[node]
        own.append(firsts.setdefault(x >> 1, 2 * i ^ x & 1) ^ x & 1)
    local = tuple(own)
    if local in part.known:
        return part.known[local]
    moves = deductions(part.shape, local, _RULES)
    if part.shape.n_nodes <= MOST_NODES:
        part.known[local] = moves
    return moves


def _common(pattern: ColorPattern, left: list[Sequence[int]]) -> Forced:
    """The relations of two nodes that all these patterns have and `pattern` has not.

    Two nodes have the same relation in all patterns when their colors are the same in each, and their shades are equal
    in each or different in each.
    """
    first_nodes: dict[tuple[int, ...], int] = {}
    moves = []
    for node, codes in enumerate(zip(*left, strict=True)):
        flip = codes[0] & 1
        first = first_nodes.setdefault(tuple(x ^ flip for x in codes), node)
        if pattern[first] >> 1 != pattern[node] >> 1:
            moves.append((first, node, flip ^ left[0][first] & 1))
    return moves
