"""Arc counting: what clues and dots imply for each other along a diagonal (a *run*).

An *arc* is a pair of edges: the two sides of a clue's cell that meet at a dot (a vertex). Each edge is a line or empty,
so an arc has four assignments, its *ways*. The clue and the dot tell each other in *messages* which ways they allow. A
dot joins two cells of the diagonal, so a fact travels from cell to dot to cell (docs/architecture.md).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Known

ALL = 0b1111  # the four ways of an arc, as bits: way (first, second) is bit first + 2 * second
LONGEST = 9  # most clues and dots in a run
WIDEST = 10  # most unknown edges of a clue or dot whose assignments are all tried

Places = tuple[int, int]  # the edges of an arc, by their positions in a unit
ArcWays = tuple[tuple[Places, int], ...]  # arcs of a unit, each with its remaining ways as bits


class Arc(NamedTuple):
    """An arc: the two sides of a clue's cell that meet at a vertex. `clue` and `dot` are indices in `Facts.units`."""

    clue: int
    dot: int
    edges: tuple[int, int]

    def other(self, unit: int) -> int:
        return self.dot if unit == self.clue else self.clue


class Message(NamedTuple):
    """A message from a clue to a vertex, or from a vertex to a clue, about the values of their two common edges."""

    ways: int  # bit a + 2 * b is 1 if the first edge may have the value a (0 or 1) while the second has the value b
    units: frozenset[int]  # the clues and vertices from which the message follows, as indices in `Facts.units`
    trail: tuple[tuple[Arc, int], ...]  # the arcs on the way of the message, each with its `ways`; its own arc is last


class _View(NamedTuple):
    """An arc (two edges that a clue and a vertex share), seen from its *unit*, which is the clue or the vertex."""

    arc: Arc
    other: int  # the index of the vertex if the unit is the clue, otherwise of the clue
    places: Places  # the positions of the arc's edges in the list of this unit's edges
    facing: tuple[Arc, ...]  # the arcs of this unit that have no edge in common with this arc


class Conclusion(NamedTuple):
    """Edge values deduced at a clue or vertex, from other clues and vertices along one or two diagonals."""

    edges: tuple[Known, ...]
    units: frozenset[int]  # all clues and vertices used, as indices in `Facts.units`
    trails: tuple[tuple[tuple[Arc, int], ...], ...]  # the trail of each message used (see `Message`)
    at: int  # the index of the clue or vertex at the deduced edges


class _Views(NamedTuple):
    place: list[dict[int, int]]
    arcs: list[list[_View]]


@lru_cache(maxsize=4)
def _views(facts: Facts) -> _Views:
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
    """The messages that each clue or dot received from neighboring dots or clues. A message states which values the
    sender still allows for the two edges that it shares with the receiver."""

    def __init__(self, facts: Facts, value: Sequence[int]) -> None:
        self.facts, self.value = facts, value
        self.place, self._views = _views(facts)
        self.messages: list[dict[Arc, Message]] = [{} for _ in facts.units]  # for each unit, by arc

    def spread(self, units: Iterable[int]) -> set[int]:
        """For each clue or dot (vertex) in `units`, tell its neighbors which values it allows for the edges they share.
        Pass on the consequences until nothing new follows. Return `units` and all receivers (indices in `Facts.units`).
        """
        todo = deque(dict.fromkeys(units))
        waiting, touched = set(todo), set(todo)
        while todo:
            unit = todo.popleft()
            waiting.discard(unit)
            for arc, message in self._new_messages(unit):
                other = arc.other(unit)
                self.messages[other][arc] = message
                touched.add(other)
                if other not in waiting:
                    waiting.add(other)
                    todo.append(other)
        return touched

    def _new_messages(self, unit: int) -> Iterator[tuple[Arc, Message]]:
        """Yield (arc, message) for each new message of the clue or vertex `unit` to a neighbor. The arc is the two
        edges that they share. A message is new if it excludes more values of the arc than `unit`'s last message did."""
        views = self._views[unit]
        if not views:
            return
        edges, allowed, place = self.facts.units[unit].edges, self.facts.units[unit].allowed, self.place[unit]
        value = tuple([self.value[edge] for edge in edges])
        received = self.messages[unit]
        for arc, other, own_places, facing in views:
            if value[own_places[0]] >= 0 and value[own_places[1]] >= 0:
                continue
            old = self.messages[other].get(arc)
            for before in (None, *[received[one] for one in facing if one in received]):
                arc_ways: ArcWays = ()
                if before is not None:
                    if len(before.units) >= LONGEST:
                        continue
                    p, q = before.trail[-1][0].edges
                    arc_ways = (((place[p], place[q]), before.ways),)
                left = ALL if old is None else old.ways
                ways = _ways(allowed, value, arc_ways, own_places)
                if ways & left != left:
                    units = {unit} if before is None else {unit, *before.units}
                    if old is not None and ways & left != ways:
                        units |= old.units  # the old and the new message together leave fewer ways
                    trail = (*(() if before is None else before.trail), (arc, ways & left))
                    old = Message(ways & left, frozenset(units), trail)
                    yield arc, old

    def conclusions(self, units: Iterable[int]) -> Iterator[Conclusion]:
        """Yield the edge values that follow from a clue or vertex in `units` and one or two of its messages."""
        for unit in units:
            received = self.messages[unit]
            if not received:
                continue
            source, place = self.facts.units[unit], self.place[unit]
            value = tuple([self.value[edge] for edge in source.edges])
            if min(value) >= 0:
                continue
            seen: set[Known] = set()
            messages = [(arc, message) for arc, message in received.items() if _open(self.value, arc)]
            pairs = combinations(messages, 2) if len(messages) <= 4 else ()
            for some in (*((one,) for one in messages), *pairs):
                arc_ways = tuple(((place[arc.edges[0]], place[arc.edges[1]]), message.ways) for arc, message in some)
                implied = _implied(source.allowed, value, arc_ways)
                new = [Known(source.edges[i], line) for i, line in implied if Known(source.edges[i], line) not in seen]
                if new:
                    seen.update(new)
                    on = frozenset({unit}.union(*(message.units for _, message in some)))
                    yield Conclusion(tuple(new), on, tuple(message.trail for _, message in some), unit)


def _open(value: Sequence[int], arc: Arc) -> bool:
    return value[arc.edges[0]] < 0 or value[arc.edges[1]] < 0


def numbers_of(ways: int) -> set[int]:
    """Return the numbers of lines that are possible on two edges. Bit a + 2 * b of `ways` is 1 if the first edge may
    have the value a while the second edge has the value b.

    >>> numbers_of(0b1001), numbers_of(0b0110)
    ({0, 2}, {1})
    """
    return {(way & 1) + (way >> 1) for way in range(4) if ways >> way & 1}


@lru_cache(maxsize=200_000)
def _all_ways(allowed: frozenset[int], value: tuple[int, ...], arc_ways: ArcWays) -> tuple[tuple[int, ...], ...]:
    """Return the assignments to the edges of a clue or vertex in which the number of lines is in `allowed`. They agree
    with `value` (1, 0 or -1 for unknown) and with `arc_ways`, the possible values of pairs of edges."""
    if value.count(-1) > WIDEST:  # too many to try
        return ()
    choices = [(0, 1) if known < 0 else (known,) for known in value]
    return tuple(
        way
        for way in product(*choices)
        if sum(way) in allowed and all(ways >> (way[a] + 2 * way[b]) & 1 for (a, b), ways in arc_ways)
    )


@lru_cache(maxsize=200_000)
def _ways(allowed: frozenset[int], value: tuple[int, ...], arc_ways: ArcWays, arc: Places) -> int:
    """Return which pairs of values two edges of a clue or vertex can still have. `arc` contains their positions.
    Bit a + 2 * b of the result is 1 if the first edge can have the value a while the second has the value b.
    The other parameters are as in `_all_ways`.
    """
    a, b = arc
    left = 0
    for way in _all_ways(allowed, value, arc_ways):
        left |= 1 << (way[a] + 2 * way[b])
    return left or ALL  # no way: a contradiction, or too many unknown edges to try


@lru_cache(maxsize=200_000)
def _implied(allowed: frozenset[int], value: tuple[int, ...], arc_ways: ArcWays) -> tuple[tuple[int, bool], ...]:
    """Find the edges that are unknown in `value` and are lines in all assignments that `_all_ways` returns, or in none.
    Return the index of each in `value`, and whether it is a line. The parameters are as in `_all_ways`.
    """
    ways = _all_ways(allowed, value, arc_ways)
    if not ways:
        return ()
    same = [ways[0][i] if len({way[i] for way in ways}) == 1 else -1 for i in range(len(value))]
    return tuple((i, bool(line)) for i, line in enumerate(same) if line >= 0 > value[i])
