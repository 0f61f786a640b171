"""Find everything that a few clues and vertices together imply, by trying all assignments to their edges.

A *unit* is a clue or a vertex with its edges and the allowed numbers of lines on these edges. A *scope* is a set of
units that are examined together (docs/architecture.md). A *corner* is a scope with a list of pairs of its edges. The
two edges of a pair border a common face. They have the same value if and only if the faces on their far sides lie on
the same side of the loop. Results are cached by the shape of the scope and the known values.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from types import ModuleType
from typing import NamedTuple

from slitherenc.base import compiled
from slitherenc.deduction.engine import local_models
from slitherenc.deduction.engine.premise_index import Facts, Unit, Values, counts
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Sides
from slitherenc.deduction.engine.reasons import reduce_premises

MOST = 10  # most unknown edges that are assigned in every way

UnitShapes = tuple[tuple[tuple[int, ...], frozenset[int]], ...]  # the units of a scope, their edges numbered within it
Relation = tuple[int, int, int]  # two edges of a scope, and 1 if exactly one of them is a line, otherwise 0


def forced_in_unit(facts: Facts, number: int, value: Values) -> int:
    """Return the value that a unit (a clue or vertex) forces on its unknown edges.

    1: line; 0: empty; -1: neither is forced; -2: the known edges contradict the unit; -3: no edge is unknown.
    """
    unit = facts.units[number]
    return _alone(unit.allowed, *counts(unit, value))


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
    """Return an irreducible set of known edges that forces the unknown edges of a clue or vertex to have the value
    `line`. If `line` is None, return known edges that contradict the clue or vertex.
    """
    knowns = [Known(e, bool(value[e])) for e in unit.edges if value[e] >= 0]
    for known in knowns.copy():
        rest = [other for other in knowns if other != known]
        base = sum(other.line for other in rest)
        free = len(unit.edges) - len(rest)
        if line is not None:  # one more edge has the opposite of the value `line`
            base, free = base + 1 - line, free - 1
        if not any(base + more in unit.allowed for more in range(free + 1)):
            knowns = rest
    return knowns


@lru_cache(maxsize=200_000)
def places_of(edges: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return a tuple of all edges in `edges` without repetition, and `edges` with each edge replaced by its position in
    the first tuple. Each tuple in `edges` contains the edges of one clue or vertex.
    """
    place: dict[int, int] = {}
    numbers = tuple(tuple(place.setdefault(edge, len(place)) for edge in unit) for unit in edges)
    return tuple(place), numbers


class Scope:
    """A few units (clues and vertices) of a puzzle, examined together. `edges` lists all their edges; `shape` contains
    the units with each edge replaced by its position in `edges`."""

    def __init__(self, facts: Facts, units: Iterable[int]) -> None:
        self.units = tuple(units)
        scope_units = [facts.units[number] for number in self.units]
        self.edges, numbers = places_of(tuple([unit.edges for unit in scope_units]))
        self.shape: UnitShapes = tuple(zip(numbers, [unit.allowed for unit in scope_units], strict=True))

    def find_implied(self, value: Values) -> tuple[Known, ...] | None:
        """Return the unknown edges that the scope's clues and vertices determine, or None at a contradiction."""
        implied = _implied(self.shape, tuple(value[edge] for edge in self.edges))
        return None if implied is None else tuple(Known(self.edges[i], line) for i, line in implied)


@lru_cache(maxsize=200_000)
def _implied(shape: UnitShapes, value: tuple[int, ...]) -> tuple[tuple[int, bool], ...] | None:
    """Return (position in `value`, whether it is a line) for each unknown edge that the units in `shape` determine.

    A unit is a clue or vertex. Return None if no assignment to the unknown edges satisfies all units.
    """
    uses = _uses(shape, len(value))
    shared = [i for i, n in enumerate(uses) if n > 1 and value[i] < 0]
    if len(shared) > MOST:
        return ()  # too many assignments to try
    own = [[i for i in edges if uses[i] == 1 and value[i] < 0] for edges, _ in shape]
    base = [sum(value[i] == 1 for i in edges) for edges, _ in shape]
    # For each unit: its shared edges as bits, and what its other edges may add for each number of lines among them.
    masks = [sum(1 << place for place, i in enumerate(shared) if i in edges) for edges, _ in shape]
    spans = [
        [[more for more in range(len(rest) + 1) if lines + n + more in allowed] for n in range(mask.bit_count() + 1)]
        for (_, allowed), rest, lines, mask in zip(shape, own, base, masks, strict=True)
    ]
    width = len(shared) + 1
    fits = array("i", bytes(4 * width * len(shape)))
    seen = array("i", fits)
    for unit, span in enumerate(spans):
        for n, more in enumerate(span):
            fits[unit * width + n] = bool(more)
    always, ever = _module().allowed_ways(len(shared), array("i", masks), width, fits, seen)
    if always < 0:
        return None  # no assignment is allowed
    may = [[False, False] for _ in value]
    for place, i in enumerate(shared):
        may[i] = [not always >> place & 1, bool(ever >> place & 1)]
    for unit, (rest, span) in enumerate(zip(own, spans, strict=True)):
        for n, more in enumerate(span) if rest else ():
            if seen[unit * width + n]:
                for i in rest:
                    may[i][0] |= more[0] < len(rest)
                    may[i][1] |= more[-1] > 0
    return tuple((i, may[i][1]) for i, known in enumerate(value) if known < 0 and may[i][0] != may[i][1])


def _uses(shape: UnitShapes, n_edges: int) -> list[int]:
    uses = [0] * n_edges
    for edges, _ in shape:
        for i in edges:
            uses[i] += 1
    return uses


def _module() -> ModuleType:
    return compiled.plain(local_models) if compiled.PLAIN else local_models


def reason_in_scope(
    facts: Facts, units: Sequence[int], value: Values, goals: Sequence[Known]
) -> tuple[list[int], list[Known]] | None:
    """Find the units and the known edges that imply the values in `goals`, with none of them superfluous.

    A unit is a clue or a vertex, given as an index in `Facts.units`. Return some of the given units, and some known
    edges of these units. Return None if the units do not imply the goals, or if there are too many assignments to try.
    """
    scope = Scope(facts, units)
    place = {edge: i for i, edge in enumerate(scope.edges)}
    if any(edge not in place for edge, _ in goals):
        return None
    of_clues = tuple([isinstance(facts.units[number].source, Clues) for number in units])
    scope_value = tuple([value[edge] for edge in scope.edges])
    found = _reason(scope.shape, of_clues, scope_value, tuple([(place[edge], line) for edge, line in goals]))
    if found is None:
        return None
    some, known = [units[i] for i in found.units], [Known(scope.edges[i], scope_value[i] == 1) for i in found.known]
    if found.too_wide:  # with fewer known edges, there are too many assignments to try
        offered = premises_of(facts, some, known)
        premises = reduce_premises(facts, offered, goals)
        assert premises is not None, "they imply the goals"
        some = [number for number in some if facts.units[number].source in premises]
        known = [one for one in known if one in premises]
    return some, known


class _Reason(NamedTuple):
    units: tuple[int, ...]
    known: tuple[int, ...]
    too_wide: bool


@lru_cache(maxsize=100_000)
def _reason(
    shape: UnitShapes, of_clues: tuple[bool, ...], value: tuple[int, ...], goals: tuple[tuple[int, bool], ...]
) -> _Reason | None:
    """Select an irreducible set of clues, vertices and known edges that implies all `goals`, or return None."""
    too_wide = False
    may_be_too_wide = sum(n > 1 for n in _uses(shape, len(value))) > MOST

    def holds(some: Sequence[int], known: Collection[int]) -> bool:
        edges, numbers = places_of(tuple([shape[i][0] for i in some]))
        known_places = frozenset(known)
        values = tuple([value[i] if i in known_places else -1 for i in edges])
        smaller = tuple([(own, shape[i][1]) for own, i in zip(numbers, some, strict=True)])
        implied = _implied(smaller, values)
        if implied is None:
            return True
        if may_be_too_wide and not implied:
            nonlocal too_wide
            n_shared = sum(n > 1 and line < 0 for n, line in zip(_uses(smaller, len(values)), values, strict=True))
            too_wide |= n_shared > MOST
        lines = {edges[i]: line for i, line in implied}
        return all(lines.get(edge) is line for edge, line in goals)

    known = [i for i, line in enumerate(value) if line >= 0]
    left = list(range(len(shape)))
    if not holds(left, known):
        return None
    for unit in sorted(left, key=of_clues.__getitem__):  # vertices first
        rest = [other for other in left if other != unit]
        if holds(rest, known):
            left = rest
    for one in known.copy():
        fewer = [other for other in known if other != one]
        if holds(left, fewer):
            known = fewer
    return _Reason(tuple(left), tuple(known), too_wide)


def scopes_of(facts: Facts) -> Iterator[tuple[int, Scope]]:
    """Yield (kind, scope) for sets of clues and vertices to examine together. Only clues that count the lines around
    their own cell are used.

    Kind 0: two clues with a common edge, and the vertices of this edge; 1: a clue and all its vertices; 2: two clues
    with a common edge, and all vertices of both clues.
    """
    clue_units = facts.counting
    corners = {n: sorted({v for e in facts.units[n].edges for v in facts.ends[e]}) for n in clue_units}
    edges = {n: set(facts.units[n].edges) for n in clue_units}
    near = (pair for numbers in facts.of_vertex for pair in combinations([n for n in numbers if n in edges], 2))
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


class Pair(NamedTuple):
    """Two edges of one face, as positions in a list of edges, and the two other faces beside these edges."""

    first: int
    second: int
    faces: tuple[int, int]


class Corner:
    def __init__(self, facts: Facts, scope: Scope) -> None:
        self.scope = scope
        self.pairs = _pairs(tuple([facts.sides[edge] for edge in scope.edges]))

    def find_needed(
        self, value: Values, conclusion: Known | Sides, relations: tuple[Relation, ...]
    ) -> tuple[list[int], list[Known], tuple[Relation, ...]]:
        """Return (units, known edges, relations) that together imply `conclusion`, with none of them superfluous.

        A unit is a clue or vertex, given as an index in `Facts.units`. A relation states whether two edges have equal
        values. The returned relations are some of `relations`.
        """
        units, edges = self.scope.units, self.scope.edges
        if isinstance(conclusion, Known):
            goal: tuple[int, ...] = (conclusion.edge,)
            odd = conclusion.line
        else:
            goal, odd = conclusion.across, conclusion.opposite
        scope_value = tuple([value[edge] for edge in edges])
        places = tuple([edges.index(edge) for edge in goal])
        some, known, joined = _needed(self.scope.shape, scope_value, places, odd, relations)
        return [units[i] for i in some], [Known(edges[i], scope_value[i] == 1) for i in known], joined


@lru_cache(maxsize=50_000)
def _pairs(sides: tuple[tuple[int, int], ...]) -> tuple[Pair, ...]:
    pairs = []
    for i, two in enumerate(sides):
        for j, one in enumerate(sides[:i]):
            beyond = set(one) ^ set(two)
            if len(beyond) == 2:
                a, b = sorted(beyond)
                pairs.append(Pair(j, i, (a, b)))
    return tuple(pairs)


class Implications(NamedTuple):
    """The implied values of single edges, and the pairs of edges whose values must be equal (0) or different (1). Each
    edge is given by its position in the list of edges that were examined together.
    """

    edges: Mapping[int, int]
    pairs: Mapping[tuple[int, int], int]


@lru_cache(maxsize=50_000)
def implied_in(shape: UnitShapes, value: tuple[int, ...], relations: tuple[Relation, ...]) -> Implications:
    """Return what follows for the edges that are unknown in `value`.

    The premises are the clues and vertices in `shape`, the known edges in `value`, and the `relations`: pairs of edges
    with equal or different values. The result is empty if no assignment is allowed, or if there are too many to try.
    """
    free: list[int] = []  # unknown edges that no relation decides
    of: dict[int, tuple[int, int]] = {}  # unknown edge: position in `free`, and 1 if it is the opposite of that edge
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
        return Implications({}, {})
    sums = [
        (sum(value[i] == 1 for i in edges), [of[i] for i in edges if value[i] < 0], allowed) for edges, allowed in shape
    ]
    ways = [
        tuple(way[place] ^ flip for place, flip in of.values())
        for way in product((0, 1), repeat=len(free))
        if all(base + sum(way[place] ^ flip for place, flip in more) in allowed for base, more, allowed in sums)
    ]
    if not ways:
        return Implications({}, {})
    columns = dict(zip(of, zip(*ways, strict=True), strict=True))
    pairs = {}
    for (i, one), (j, two) in combinations(columns.items(), 2):
        odd = one[0] ^ two[0]
        if all(x ^ y == odd for x, y in zip(one, two, strict=True)):
            pairs[i, j] = odd
    return Implications({i: column[0] for i, column in columns.items() if len(set(column)) == 1}, pairs)


@lru_cache(maxsize=50_000)
def _needed(
    shape: UnitShapes, value: tuple[int, ...], goal: tuple[int, ...], odd: bool, relations: tuple[Relation, ...]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Relation, ...]]:
    """Return the units, known edges and relations that a conclusion needs, as in `Corner.find_needed`. If `goal` has
    one edge, the conclusion is that this edge is a line if `odd` is true, and that it is empty otherwise. If `goal` has
    two edges, the conclusion is that their values differ if `odd` is true, and that they are equal otherwise.
    """

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
