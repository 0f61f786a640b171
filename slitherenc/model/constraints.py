"""Constraints over the edges of a board: clue types produce them, and encodings and engines read them.

There is one 0/1 unknown per edge ("is a line"). The kinds of constraints:

    Cardinality   the lines among some edges, each counted with its weight, sum to an allowed number
    Side          a face lies inside, or outside, the loop (inside: an odd number of loops lies around it)
    Either        at least one of several conjunctions of Cardinality and Side holds
    Choice        at least one of several selectors is true
    SingleLoop    the lines are one loop

A *selector* g in 1, 2, … is an assumption literal: the constraint must hold if g is true; with 0 it must always hold.
If no caller assumes the selector and no Choice names it, a constraint under it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Cardinality(NamedTuple):
    """The sum of the lines among `edges` is one of `sums` (sorted).

    weights: one per edge, or () if each is 1. face: the face whose clue this is, or -1. vertex: the vertex whose degree
    this is, or -1.
    """

    edges: tuple[int, ...]
    sums: tuple[int, ...]
    weights: tuple[int, ...] = ()
    face: int = -1
    vertex: int = -1
    selector: int = 0


class Side(NamedTuple):
    """A face is inside the loop, or outside."""

    face: int
    inside: bool
    selector: int = 0


class Either(NamedTuple):
    """In at least one alternative all constraints hold; their own selectors are 0. face: as in Cardinality."""

    alternatives: tuple[tuple[Cardinality | Side, ...], ...]
    face: int = -1
    selector: int = 0


class Choice(NamedTuple):
    """At least one of these selectors is true; `decompose` makes such constraints."""

    selectors: tuple[int, ...]
    selector: int = 0


class SingleLoop(NamedTuple):
    """The lines among all edges of the board are one loop."""

    n_edges: int


Constraint = Cardinality | Side | Either | Choice | SingleLoop


def between(edges: Iterable[int], low: int, high: int, face: int = -1, selector: int = 0) -> Cardinality:
    """Return the constraint low <= number of lines among `edges` <= high.

    >>> between((3, 5, 8), 1, 2).sums
    (1, 2)
    """
    chosen = tuple(edges)
    return Cardinality(chosen, interval(low=low, high=high, most=len(chosen)), face=face, selector=selector)


def interval(low: int, high: int, most: int) -> tuple[int, ...]:
    """Return the sums low … high up to `most`; `low` stays anyway, so that an impossible sum stays impossible."""
    return tuple(range(low, max(low, min(high, most)) + 1)) if low <= high else ()


def runs(sums: Sequence[int]) -> list[tuple[int, int]]:
    """Return the intervals that sorted numbers consist of, as (first, last).

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
