"""Constraints over the edges of a board: what clue types say and what encodings and engines read.

One 0/1 unknown an edge ("is a line"). The kinds:

    Cardinality   the lines among some edges, each counted as often as its weight says, sum to an allowed number
    Side          a face lies inside, or outside, the loop (inside: an odd number of loops lies round it)
    Either        at least one of several conjunctions of Cardinality and Side holds
    Choice        at least one of several selectors is true
    SingleLoop    the lines are one loop

A *selector* g in 1, 2, … is an assumption literal: the constraint must hold when g is true; 0 = always. Where no
caller assumes it and no Choice names it, a constraint under a selector says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Cardinality(NamedTuple):
    """The sum of the lines among `edges` is one of `sums` (sorted). weights: one a edge; () = 1 each.

    face: the face whose clue says so, or -1. vertex: the vertex whose degree this is, or -1.
    """

    edges: tuple[int, ...]
    sums: tuple[int, ...]
    weights: tuple[int, ...] = ()
    face: int = -1
    vertex: int = -1
    selector: int = 0


class Side(NamedTuple):
    """`face` is inside the loop, or outside."""

    face: int
    inside: bool
    selector: int = 0


class Either(NamedTuple):
    """At least one alternative holds: all of its constraints (whose own selectors are 0). face: as in Cardinality."""

    alternatives: tuple[tuple[Cardinality | Side, ...], ...]
    face: int = -1
    selector: int = 0


class Choice(NamedTuple):
    """At least one of these selectors is true. Made by `decompose`."""

    selectors: tuple[int, ...]
    selector: int = 0


class SingleLoop(NamedTuple):
    """The lines of `edges` (all of the board's) are one loop."""

    n_edges: int


Constraint = Cardinality | Side | Either | Choice | SingleLoop


def between(edges: Iterable[int], low: int, high: int, face: int = -1, selector: int = 0) -> Cardinality:
    """low <= number of lines among `edges` <= high.

    >>> between((3, 5, 8), 1, 2).sums
    (1, 2)
    """
    chosen = tuple(edges)
    return Cardinality(chosen, interval(low=low, high=high, most=len(chosen)), face=face, selector=selector)


def interval(low: int, high: int, most: int) -> tuple[int, ...]:
    """The sums low … high, without those that more than `most` lines would be needed for; the first one stays, so
    that what cannot be met stays so."""
    return tuple(range(low, max(low, min(high, most)) + 1)) if low <= high else ()


def runs(sums: Sequence[int]) -> list[tuple[int, int]]:
    """Sorted numbers as (first, last) of the intervals that they consist of.

    >>> runs((0, 1, 3))
    [(0, 1), (3, 3)]
    """
    intervals: list[tuple[int, int]] = []
    for number in sums:
        if intervals and intervals[-1][1] == number - 1:
            intervals[-1] = (intervals[-1][0], number)
        else:
            intervals.append((number, number))
    return intervals
