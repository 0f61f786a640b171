"""Corners: what a few clues and vertices say of two edges that have a face in common.

Where all ways that they allow have both edges or neither, the faces beyond that face lie on the same side of the loop;
where each way has just one of them, on opposite sides. What is known already of two such faces is a *relation* of their
edges, and leaves fewer ways. All is found by shape, so what was found once is remembered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts, Values
from slitherenc.deduction.engine.premises import Known, Sides
from slitherenc.deduction.engine.scopes import MOST, Scope, UnitShapes, places_of

Relation = tuple[int, int, int]  # two edges of a scope, and whether just one of them is a line


class Pair(NamedTuple):
    """Two edges of a scope, by their numbers in it, that have a face in common, and the faces beyond that one."""

    first: int
    second: int
    faces: tuple[int, int]


class Corner:
    """A scope with those pairs of its edges that have a face in common."""

    def __init__(self, facts: Facts, scope: Scope) -> None:
        self.scope = scope
        self.pairs = _pairs(tuple([facts.sides[edge] for edge in scope.edges]))

    def needed(
        self, value: Values, conclusion: Known | Sides, relations: tuple[Relation, ...]
    ) -> tuple[list[int], list[Known], tuple[Relation, ...]]:
        """The units, known edges and relations that this follows from, none of which can be left out."""
        units, edges = self.scope.units, self.scope.edges
        if isinstance(conclusion, Known):
            goal: tuple[int, ...] = (conclusion.edge,)
            odd = conclusion.line
        else:
            goal, odd = conclusion.across, conclusion.opposite
        here = tuple([value[edge] for edge in edges])
        places = tuple([edges.index(edge) for edge in goal])
        some, known, joined = _needed(self.scope.shape, here, places, odd, relations)
        return [units[i] for i in some], [Known(edges[i], here[i] == 1) for i in known], joined


@lru_cache(maxsize=50_000)
def _pairs(sides: tuple[tuple[int, int], ...]) -> tuple[Pair, ...]:
    """The pairs among edges with these faces."""
    pairs = []
    for i, two in enumerate(sides):
        for j, one in enumerate(sides[:i]):
            beyond = set(one) ^ set(two)
            if len(beyond) == 2:
                a, b = sorted(beyond)
                pairs.append(Pair(j, i, (a, b)))
    return tuple(pairs)


class Implied(NamedTuple):
    """What is the same in all ways that a scope allows: of an edge, is it a line; of two, is just one of them."""

    edges: Mapping[int, int]
    pairs: Mapping[tuple[int, int], int]


@lru_cache(maxsize=50_000)
def implied_in(shape: UnitShapes, value: tuple[int, ...], relations: tuple[Relation, ...]) -> Implied:
    """Of the unknown edges; nothing when there are too many of them, or no way."""
    free: list[int] = []  # unknown edges that no relation gives
    of: dict[int, tuple[int, int]] = {}  # unknown edge: place in `free`, and whether it is the opposite of that
    partners = {second: (first, odd) for first, second, odd in relations}
    for i, known in enumerate(value):
        if known < 0:
            if i in partners and partners[i][0] in of:
                place, flip = of[partners[i][0]]
                of[i] = place, flip ^ partners[i][1]
            else:
                of[i] = len(free), 0
                free.append(i)
    if len(free) > MOST:
        return Implied({}, {})
    sums = [
        (sum(value[i] == 1 for i in edges), [of[i] for i in edges if value[i] < 0], allowed) for edges, allowed in shape
    ]
    ways = [
        tuple(way[place] ^ flip for place, flip in of.values())
        for way in product((0, 1), repeat=len(free))
        if all(base + sum(way[place] ^ flip for place, flip in more) in allowed for base, more, allowed in sums)
    ]
    if not ways:
        return Implied({}, {})
    columns = dict(zip(of, zip(*ways, strict=True), strict=True))
    pairs = {}
    for (i, one), (j, two) in combinations(columns.items(), 2):
        odd = one[0] ^ two[0]
        if all(x ^ y == odd for x, y in zip(one, two, strict=True)):
            pairs[i, j] = odd
    return Implied({i: column[0] for i, column in columns.items() if len(set(column)) == 1}, pairs)


@lru_cache(maxsize=50_000)
def _needed(
    shape: UnitShapes, value: tuple[int, ...], goal: tuple[int, ...], odd: bool, relations: tuple[Relation, ...]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Relation, ...]]:
    """`Corner.needed` by the places of units and edges: of an edge that it is a line, or none; of two that just one of
    them is a line, or both or none."""

    def holds(some: Sequence[int], known: Collection[int], joined: Sequence[Relation]) -> bool:
        edges, numbers = places_of(tuple([shape[i][0] for i in some]))
        place = {edge: i for i, edge in enumerate(edges)}
        if any(edge not in place for edge in goal):
            return False
        pairs = [(*sorted((place[a], place[b])), one_is) for a, b, one_is in joined if a in place and b in place]
        smaller = tuple([(own, shape[i][1]) for own, i in zip(numbers, some, strict=True)])
        implied = implied_in(smaller, tuple([value[i] if i in known else -1 for i in edges]), tuple(sorted(pairs)))
        if len(goal) == 1:
            return implied.edges.get(place[goal[0]]) == odd
        one, two = sorted(place[edge] for edge in goal)
        return implied.pairs.get((one, two)) == odd

    units = list(range(len(shape)))
    known = [i for i, line in enumerate(value) if line >= 0]
    joined = list(relations)
    for unit in units.copy():
        rest = [other for other in units if other != unit]
        if rest and holds(rest, known, joined):
            units = rest
    for relation in relations:
        fewer = [other for other in joined if other != relation]
        if holds(units, known, fewer):
            joined = fewer
    for one in known.copy():
        less = [other for other in known if other != one]
        if holds(units, less, joined):
            known = less
    return tuple(units), tuple(known), tuple(joined)
