"""Constraints over the edges of a board. Clue types create constraints; encodings and engines read them.

Each edge is a 0/1 variable, "is a line". The kinds of constraints are

    Cardinality   the number of lines among given edges, or the total weight of these lines, is an allowed sum
    Side          a face is inside or outside, where inside means that an odd number of loops surround the face
    Either        at least one of several conjunctions of Cardinality and Side holds
    Choice        at least one of several selectors is true
    SingleLoop    the lines are one loop

A *selector* is a Boolean with a number 1, 2, … that switches constraints on. A constraint with a selector must hold
only if the selector is true. A constraint with selector 0 must always hold. A selector that no Choice contains is
false, unless a caller assumes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Cardinality(NamedTuple):
    """The constraint that the lines among `edges` have a total weight that is one of the sorted numbers `sums`.

    `weights` has one number per edge, or is () if all weights are 1. `face` is the face of the clue that led
    to the constraint, or -1 if none is recorded. `vertex` is the vertex whose degree is constrained, or -1.
    """

    edges: tuple[int, ...]
    sums: tuple[int, ...]
    weights: tuple[int, ...] = ()
    face: int = -1
    vertex: int = -1
    selector: int = 0


class Side(NamedTuple):
    """The constraint that a face is inside the loop (if `inside` is true) or outside."""

    face: int
    inside: bool
    selector: int = 0


class Either(NamedTuple):
    """A disjunction of alternatives, each a conjunction of its parts. The parts must not have selectors."""

    alternatives: tuple[tuple[Cardinality | Side, ...], ...]
    face: int = -1
    selector: int = 0


class Choice(NamedTuple):
    """The constraint that at least one of these selectors (Booleans that switch constraints on) is true."""

    selectors: tuple[int, ...]
    selector: int = 0


class SingleLoop(NamedTuple):
    """The constraint that the lines on the whole board are one loop."""

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
    """Return the numbers from low to min(high, most). Return (low,) if most < low <= high, and () if high < low."""
    return tuple(range(low, max(low, min(high, most)) + 1)) if low <= high else ()


def runs(sums: Sequence[int]) -> list[tuple[int, int]]:
    """Split sorted numbers into maximal intervals (first, last) of consecutive numbers.

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
