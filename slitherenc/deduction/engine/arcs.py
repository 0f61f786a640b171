"""Arc counting: what clues and dots tell each other along a run.

An *arc* is a clue and a dot of it: the two sides of the cell that meet there. It has four ways: each of its edges is a
line or none. A clue or a dot, with its known edges, leaves only some of these ways; and when it is told what another
one leaves of one of its arcs, it may leave less of an opposite one. So what is told goes on from cell to cell along a
diagonal. In: a Facts and what is known. Out: edges that follow at some clue or dot from what it is told, with the run
of clues and dots that they rest on.

Why it is right: each message is the projection of all ways that a clue or dot has onto the two edges, given a message
that is right; at a clue or dot with several messages all must hold. What is known only grows, so messages stay right.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Known

ALL = 0b1111  # the ways of an arc, as bits: way (first, second) is bit first + 2 * second
LONGEST = 9  # clues and dots in a run
WIDEST = 10  # unknown edges of a clue or dot that are tried in every way

Places = tuple[int, int]  # the edges of an arc, by their place in a unit
Told = tuple[tuple[Places, int], ...]  # what a unit is told of its arcs


class Arc(NamedTuple):
    """The two edges that a clue and a dot share; both by the numbers of their units."""

    clue: int
    dot: int
    edges: tuple[int, int]

    def other(self, unit: int) -> int:
        return self.dot if unit == self.clue else self.clue


class Message(NamedTuple):
    """What one unit tells another of an arc.

    ways   that are left
    units  on which that rests
    trail  the arcs that it came along, this one last, each with the ways that are left of it
    """

    ways: int
    units: frozenset[int]
    trail: tuple[tuple[Arc, int], ...]


class _View(NamedTuple):
    """An arc as one of its two units sees it: the other unit, its edges by their place, and the arcs across from it."""

    arc: Arc
    other: int
    places: Places
    facing: tuple[Arc, ...]


class Conclusion(NamedTuple):
    """Edges that follow at a unit, the units of the run, and the arcs along which it goes to that unit."""

    edges: tuple[Known, ...]
    units: frozenset[int]
    trails: tuple[tuple[tuple[Arc, int], ...], ...]
    at: int


class _Views(NamedTuple):
    """Of each unit the places of its edges in it, and its arcs as it sees them."""

    place: list[dict[int, int]]
    arcs: list[list[_View]]


@lru_cache(maxsize=4)
def _views(facts: Facts) -> _Views:
    """Of a puzzle that is asked about more than once."""
    arcs: list[list[Arc]] = [[] for _ in facts.units]
    dots = facts.dot_unit
    for number in facts.counting:
        at: dict[int, list[int]] = defaultdict(list)
        for edge in facts.units[number].edges:
            for vertex in facts.ends[edge]:
                at[vertex].append(edge)
        for vertex, edges in at.items():
            if len(edges) == 2 and vertex in dots:
                arc = Arc(number, dots[vertex], (edges[0], edges[1]))
                arcs[number].append(arc)
                arcs[arc.dot].append(arc)
    place = [{edge: i for i, edge in enumerate(unit.edges)} for unit in facts.units]
    return _Views(
        place, [[_view(unit, arc, arcs[unit], place[unit]) for arc in arcs[unit]] for unit in range(len(arcs))]
    )


def _view(unit: int, arc: Arc, arcs: Sequence[Arc], place: Mapping[int, int]) -> _View:
    facing = tuple(other for other in arcs if set(arc.edges).isdisjoint(other.edges))
    return _View(arc, arc.other(unit), (place[arc.edges[0]], place[arc.edges[1]]), facing)


class Arcs:
    """Remembers what is told."""

    def __init__(self, facts: Facts, value: Sequence[int]) -> None:
        self.facts, self.value = facts, value
        self.place, self._views = _views(facts)
        self.told: list[dict[Arc, Message]] = [{} for _ in facts.units]  # to each unit, of its arcs

    def spread(self, units: Iterable[int]) -> set[int]:
        """Tells what is new at some units as far as it goes. Out: the units where something may follow now."""
        todo = deque(dict.fromkeys(units))
        waiting, touched = set(todo), set(todo)
        while todo:
            unit = todo.popleft()
            waiting.discard(unit)
            for arc, message in self._tells(unit):
                other = arc.other(unit)
                self.told[other][arc] = message
                touched.add(other)
                if other not in waiting:
                    waiting.add(other)
                    todo.append(other)
        return touched

    def _tells(self, unit: int) -> Iterator[tuple[Arc, Message]]:
        """What a unit has to tell that is new."""
        views = self._views[unit]
        if not views:
            return
        edges, allowed, place = self.facts.units[unit].edges, self.facts.units[unit].allowed, self.place[unit]
        value = tuple([self.value[edge] for edge in edges])
        heard = self.told[unit]
        for arc, other, here, facing in views:
            if value[here[0]] >= 0 and value[here[1]] >= 0:
                continue
            old = self.told[other].get(arc)
            for before in (None, *[heard[one] for one in facing if one in heard]):
                told: Told = ()
                if before is not None:
                    if len(before.units) >= LONGEST:
                        continue
                    p, q = before.trail[-1][0].edges
                    told = (((place[p], place[q]), before.ways),)
                left = ALL if old is None else old.ways
                ways = _ways(allowed, value, told, here)
                if ways & left != left:
                    units = {unit} if before is None else {unit, *before.units}
                    if old is not None and ways & left != ways:
                        units |= old.units  # both together leave less
                    trail = (*(() if before is None else before.trail), (arc, ways & left))
                    old = Message(ways & left, frozenset(units), trail)
                    yield arc, old

    def found(self, units: Iterable[int]) -> Iterator[Conclusion]:
        """What follows at these units from one message, or two."""
        for unit in units:
            heard = self.told[unit]
            if not heard:
                continue
            source, place = self.facts.units[unit], self.place[unit]
            value = tuple([self.value[edge] for edge in source.edges])
            if min(value) >= 0:
                continue
            seen: set[Known] = set()
            messages = [(arc, message) for arc, message in heard.items() if _open(self.value, arc)]
            pairs = combinations(messages, 2) if len(messages) <= 4 else ()
            for some in (*((one,) for one in messages), *pairs):
                told = tuple(((place[arc.edges[0]], place[arc.edges[1]]), message.ways) for arc, message in some)
                implied = _implied(source.allowed, value, told)
                new = [Known(source.edges[i], line) for i, line in implied if Known(source.edges[i], line) not in seen]
                if new:
                    seen.update(new)
                    on = frozenset({unit}.union(*(message.units for _, message in some)))
                    yield Conclusion(tuple(new), on, tuple(message.trail for _, message in some), unit)


def _open(value: Sequence[int], arc: Arc) -> bool:
    return value[arc.edges[0]] < 0 or value[arc.edges[1]] < 0


def numbers_of(ways: int) -> set[int]:
    """How many lines an arc may have.

    >>> numbers_of(0b1001), numbers_of(0b0110)
    ({0, 2}, {1})
    """
    return {(way & 1) + (way >> 1) for way in range(4) if ways >> way & 1}


@lru_cache(maxsize=200_000)
def _all_ways(allowed: frozenset[int], value: tuple[int, ...], told: Told) -> tuple[tuple[int, ...], ...]:
    """All ways of a unit; none are told when there are too many to try."""
    if value.count(-1) > WIDEST:
        return ()
    choices = [(0, 1) if known < 0 else (known,) for known in value]
    return tuple(
        way
        for way in product(*choices)
        if sum(way) in allowed and all(ways >> (way[a] + 2 * way[b]) & 1 for (a, b), ways in told)
    )


@lru_cache(maxsize=200_000)
def _ways(allowed: frozenset[int], value: tuple[int, ...], told: Told, arc: Places) -> int:
    """What a unit leaves of an arc."""
    a, b = arc
    left = 0
    for way in _all_ways(allowed, value, told):
        left |= 1 << (way[a] + 2 * way[b])
    return left or ALL


@lru_cache(maxsize=200_000)
def _implied(allowed: frozenset[int], value: tuple[int, ...], told: Told) -> tuple[tuple[int, bool], ...]:
    """The places of unknown edges that are the same in all ways of a unit, and what they are."""
    ways = _all_ways(allowed, value, told)
    if not ways:
        return ()
    same = [ways[0][i] if len({way[i] for way in ways}) == 1 else -1 for i in range(len(value))]
    return tuple((i, bool(line)) for i, line in enumerate(same) if line >= 0 > value[i])
