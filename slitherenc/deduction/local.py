"""Steps from a few units at a time, by looking at all they allow: exact, so nothing that these units imply is missed.

A *scope* is a set of units. Its edges that lie in several units are tried in every way; of the others in a unit only
the number counts, since they are all alike. What holds in every way that is left is implied. One unit: a clue or a
vertex that has its lines, or needs all the rest. More: a clue and a vertex of it, two clues that share an edge or a
vertex, a clue with all its vertices, two clues with all of theirs.

Scopes of one shape with the same edges known imply the same, so what was found once is remembered by shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from slitherenc.deduction.facts import Facts, Unit, Values, counts
from slitherenc.deduction.premises import Clues, Known, Premise

SPAN = 1 << 32  # more than a board has edges
MOST = 10  # unknown edges in several units that are tried in every way

UnitShapes = tuple[tuple[tuple[int, ...], frozenset[int]], ...]  # the units of a scope, their edges numbered within it


def alone(facts: Facts, number: int, value: Values) -> int:
    """What the unknown edges of a unit are: 1 lines, 0 none, -1 not told, -2 a contradiction; -3: there are none."""
    unit = facts.units[number]
    return _alone(unit.allowed, *counts(unit, value))


class Answers(dict[int, int]):
    """What `alone` says of units with these sums, by `tally`."""

    def __init__(self, allowed: frozenset[int]) -> None:
        self.allowed = allowed

    def __missing__(self, tally: int) -> int:
        self[tally] = answer = _alone(self.allowed, *divmod(tally, SPAN))
        return answer


def tallies(facts: Facts, value: Values) -> list[int]:
    """SPAN * lines + unknown edges of each unit."""
    return [SPAN * lines + unknown for lines, unknown in (counts(unit, value) for unit in facts.units)]


@cache
def _alone(allowed: frozenset[int], lines: int, unknown: int) -> int:
    none = some = False
    for more in range(unknown + 1):
        if lines + more in allowed:
            none |= more < unknown or not unknown
            some |= more > 0
    if not none and not some:
        return -2
    if not unknown:
        return -3
    return -1 if none and some else int(some)


def reason_alone(unit: Unit, value: Values, line: int | None) -> list[Known]:
    """The known edges of a unit that its unknown ones being so follows from, or (None) that they contradict it: no
    fewer will do."""
    knowns = [Known(e, bool(value[e])) for e in unit.edges if value[e] >= 0]
    for known in knowns.copy():
        rest = [other for other in knowns if other != known]
        base = sum(other.line for other in rest)
        free = len(unit.edges) - len(rest)
        if line is not None:  # one of the others is what it cannot be
            base, free = base + 1 - line, free - 1
        if not any(base + more in unit.allowed for more in range(free + 1)):
            knowns = rest
    return knowns


@lru_cache(maxsize=200_000)
def _places(edges: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The edges of some units, each once; and of each unit their numbers among these."""
    place: dict[int, int] = {}
    numbers = tuple(tuple(place.setdefault(edge, len(place)) for edge in unit) for unit in edges)
    return tuple(place), numbers


class Scope:
    """Some units of a facts, as a shape and the edges that stand in it."""

    def __init__(self, facts: Facts, units: Iterable[int]) -> None:
        self.units = tuple(units)
        units_here = [facts.units[number] for number in self.units]
        self.edges, numbers = _places(tuple([unit.edges for unit in units_here]))
        self.shape: UnitShapes = tuple(zip(numbers, [unit.allowed for unit in units_here], strict=True))

    def implied(self, value: Values) -> tuple[Known, ...] | None:
        """The unknown edges that the units decide together; None = they contradict each other."""
        implied = _implied(self.shape, tuple(value[edge] for edge in self.edges))
        return None if implied is None else tuple(Known(self.edges[i], line) for i, line in implied)


@lru_cache(maxsize=200_000)
def _implied(shape: UnitShapes, value: tuple[int, ...]) -> tuple[tuple[int, bool], ...] | None:
    """The numbers of the edges that are decided, and how."""
    uses = [0] * len(value)
    for edges, _ in shape:
        for i in edges:
            uses[i] += 1
    shared = [i for i, n in enumerate(uses) if n > 1 and value[i] < 0]
    if len(shared) > MOST:
        return ()
    own = [[i for i in edges if uses[i] == 1 and value[i] < 0] for edges, _ in shape]
    base = [sum(value[i] == 1 for i in edges) for edges, _ in shape]
    inner = [[shared.index(i) for i in edges if uses[i] > 1 and value[i] < 0] for edges, _ in shape]
    may = [[False, False] for _ in value]
    possible = False
    for way in product((0, 1), repeat=len(shared)):
        spans = []
        for (_, allowed), rest, lines, places in zip(shape, own, base, inner, strict=True):
            n_lines = lines + sum(way[p] for p in places)
            span = [more for more in range(len(rest) + 1) if n_lines + more in allowed]
            if not span:
                break
            spans.append(span)
        else:
            possible = True
            for i, line in zip(shared, way, strict=True):
                may[i][line] = True
            for rest, span in zip(own, spans, strict=True):
                for i in rest:
                    may[i][0] |= span[0] < len(rest)
                    may[i][1] |= span[-1] > 0
    if not possible:
        return None
    return tuple((i, may[i][1]) for i, known in enumerate(value) if known < 0 and may[i][0] != may[i][1])


def reason_in_scope(
    facts: Facts, units: Sequence[int], value: Values, goals: Sequence[Known]
) -> tuple[list[int], list[Known]] | None:
    """Of these units, and known edges in them, some that imply all goals: without any one of them a goal at least does
    not follow. None: the units do not imply them, or there are too many ways to try."""
    edges, _ = _places(tuple([facts.units[number].edges for number in units]))
    known = [Known(edge, value[edge] == 1) for edge in edges if value[edge] >= 0]

    def holds(some: Sequence[int], local: Sequence[Known]) -> bool:
        seen = dict(local)
        scope = Scope(facts, some)
        implied = _implied(scope.shape, tuple([int(seen[edge]) if edge in seen else -1 for edge in scope.edges]))
        if implied is None:
            return True
        told = {scope.edges[i]: line for i, line in implied}
        return all(told.get(edge) is line for edge, line in goals)

    if not holds(units, known):
        return None
    left = list(units)
    for number in sorted(left, key=lambda number: isinstance(facts.units[number].source, Clues)):
        rest = [other for other in left if other != number]
        if holds(rest, known):
            left = rest
    for one in known.copy():
        fewer = [other for other in known if other != one]
        if holds(left, fewer):
            known = fewer
    return left, known


def scopes(facts: Facts) -> Iterator[tuple[int, Scope]]:
    """The scopes of two clues with a common edge and its ends (0), of a clue and all its vertices (1), and of two such
    clues with all of theirs (2)."""
    clue_units = [n for n, unit in enumerate(facts.units) if isinstance(unit.source, Clues)]
    corners = {n: sorted({v for e in facts.units[n].edges for v in facts.ends[e]}) for n in clue_units}
    edges = {n: set(facts.units[n].edges) for n in clue_units}
    near = (pair for numbers in facts.of_vertex for pair in combinations(numbers, 2))
    pairs = sorted({(a, b) for a, b in near if edges[a] & edges[b]})
    for a, b in pairs:
        ends = sorted({v for e in edges[a] & edges[b] for v in facts.ends[e]})
        yield 0, Scope(facts, (a, b, *(facts.dot_unit[v] for v in ends)))
    for n in clue_units:
        yield 1, Scope(facts, (n, *(facts.dot_unit[v] for v in corners[n])))
    for a, b in pairs:
        both = sorted({*corners[a], *corners[b]})
        yield 2, Scope(facts, (a, b, *(facts.dot_unit[v] for v in both)))


def premises_of(facts: Facts, units: Iterable[int], known: Iterable[Known]) -> tuple[Premise, ...]:
    return (*(facts.units[number].source for number in units), *known)
