"""Steps about sides: faces that lie on the same side of the loop, or on opposite ones.

The loop crosses every closed curve an even number of times: what is inside it comes out again. So the known edges
join faces, and an unknown edge whose two faces are joined already is decided (*parity*).

Two edges of a face lead to two faces beyond it. Where all that a clue, a vertex, or a few of them allow has both edges
or neither, these two faces lie on the same side; where it has one of them, on opposite sides. These join faces as well,
until an edge is decided (`related`). Faces are joined in a forest with parities; every link remembers what it rests on,
and what came before it, so the way between two faces is the reason.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from slitherenc.deduction.facts import Facts
from slitherenc.deduction.local import MOST, Scope, UnitShapes
from slitherenc.deduction.premises import ClosedCurve, Clues, Known, Premise, Sides
from slitherenc.deduction.state import News, State
from slitherenc.deduction.suppose import Chain, Link


class GivenSide(NamedTuple):
    """A clue that says whether its face lies outside the loop or inside, and the edges on a way out."""

    clue: Clues
    opposite: bool
    across: tuple[int, ...]


Why = Known | Sides | GivenSide


def _premise(why: Why) -> Premise:
    return why.clue if isinstance(why, GivenSide) else why


class Faces:
    """Faces joined by known edges, by clues that say on which side they lie, and by what is known of two faces. The
    outer face is the last one.

    Links are numbered: a known edge has its own number, so it does not matter which became known first; the others come
    after all edges.
    """

    def __init__(self, facts: Facts, value: Sequence[int]) -> None:
        self.sides = facts.sides
        n = facts.board.n_faces + 1
        self.links: list[tuple[int, int, Why] | None] = [None] * len(self.sides)
        self.across: list[list[tuple[int, int]]] = [[] for _ in range(n)]  # (link, the face that it leads to)
        # Of joined faces: the same label, and whether they lie on the side opposite to the labelling one.
        self.label = list(range(n))
        self.odd = [0] * n
        self._members = [[face] for face in range(n)]
        for edge, known in enumerate(value):
            if known >= 0:
                self.add(edge, known == 1)
        for face, side in facts.given_sides:
            self.join(face, n - 1, GivenSide(*side))

    def copy(self) -> Faces:
        """One that can be joined further."""
        other = copy(self)
        other.links, other.label, other.odd = self.links.copy(), self.label.copy(), self.odd.copy()
        other.across = [links.copy() for links in self.across]
        other._members = [faces.copy() for faces in self._members]
        return other

    def add(self, edge: int, line: bool) -> None:
        """Joins the faces of an edge that is known."""
        a, b = self.sides[edge]
        self.links[edge] = a, b, Known(edge, line)
        insort(self.across[a], (edge, b))
        insort(self.across[b], (edge, a))
        self._unite(a, b, int(line))

    def join(self, a: int, b: int, why: GivenSide | Sides) -> list[int]:
        """Out: the faces that got another label."""
        number = len(self.links)
        self.links.append((a, b, why))
        self.across[a].append((number, b))
        self.across[b].append((number, a))
        return self._unite(a, b, int(why.opposite))

    def _unite(self, a: int, b: int, opposite: int) -> list[int]:
        label, odd, members = self.label, self.odd, self._members
        one, two = label[a], label[b]
        if one == two:
            return []
        flip = odd[a] ^ odd[b] ^ opposite
        if len(members[one]) < len(members[two]):
            one, two = two, one
        for face in members[two]:
            label[face] = one
            odd[face] ^= flip
        members[one] += members[two]
        return members[two]

    def relation(self, a: int, b: int) -> int | None:
        """Do two faces lie on opposite sides? None: that is not known."""
        return self.odd[a] ^ self.odd[b] if self.label[a] == self.label[b] else None

    def way(self, a: int, b: int, before: int) -> list[Why]:
        """A shortest way from face to face by links that came before a number."""
        came = {a: (-1, -1)}
        layer = [a]
        while layer and b not in came:
            after = []
            for face in layer:
                for number, other in self.across[face]:
                    if number < before and other not in came:
                        came[other] = (number, face)
                        after.append(other)
            layer = after
        whys = []
        while b != a:
            number, b = came[b]
            link = self.links[number]
            assert link is not None, "a link that was added"
            whys.append(link[2])
        return whys


class KnownFaces:
    """The faces joined by what is known in a walk, each edge once."""

    def __init__(self, state: State) -> None:
        self._state, self._news = state, News(state)
        self._news.edges()
        self._faces = Faces(state.facts, state.value)

    def now(self) -> Faces:
        for edge in self._news.edges():
            self._faces.add(edge, self._state.value[edge] == 1)
        return self._faces


def _sides(faces: tuple[int, int], opposite: bool, one: int, two: int) -> Sides:
    return Sides(faces, opposite, (min(one, two), max(one, two)))


def _across(why: Why) -> tuple[int, ...]:
    return (why.edge,) if isinstance(why, Known) else why.across


def _cut(way: Iterable[Why], more: Iterable[int]) -> ClosedCurve:
    """The closed curve of a way and the edges that lead back; what is crossed twice does not count."""
    crossed = dict.fromkeys(more)
    for why in way:
        for edge in _across(why):
            if edge in crossed:
                del crossed[edge]
            else:
                crossed[edge] = None
    return ClosedCurve(tuple(crossed))


def curves(facts: Facts, value: Sequence[int], faces: Faces) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """(an edge, the premises) for each unknown edge whose faces are joined by known edges, by a shortest curve."""
    for edge, (a, b) in enumerate(facts.sides):
        if value[edge] < 0:
            odd = faces.relation(a, b)
            if odd is not None:
                way = faces.way(a, b, len(faces.links))
                cut = _cut(way, [edge])
                premises = dict.fromkeys(map(_premise, way))
                yield Known(edge, odd == 1), ((cut, *premises) if cut.edges else tuple(premises))


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


class Found(NamedTuple):
    """What told of an edge or of a pair: a scope, with what was known of its edges by the links so far."""

    corner: Corner
    relations: tuple[Relation, ...]
    before: int


Relation = tuple[int, int, int]  # two edges of a scope, and whether just one of them is a line


class Implied(NamedTuple):
    """What is the same in all ways that a scope allows: of an edge, is it a line; of two, is just one of them."""

    edges: Mapping[int, int]
    pairs: Mapping[tuple[int, int], int]


@lru_cache(maxsize=50_000)
def _implied(shape: UnitShapes, value: tuple[int, ...], relations: tuple[Relation, ...]) -> Implied:
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


@dataclass
class Search:
    """What follows about sides from a state, until edges are decided. It joins more of the faces."""

    facts: Facts
    value: Sequence[int]
    corners: Sequence[Corner]
    faces: Faces

    def __post_init__(self) -> None:
        self.found: dict[Known | Sides, Found] = {}

    def relations(self, corner: Corner) -> tuple[Relation, ...]:
        """What is known of the unknown edges of a scope: each in terms of one before it."""
        edges, links = corner.scope.edges, {}
        for first, second, (a, b) in corner.pairs:
            if second not in links and self.value[edges[first]] < 0 and self.value[edges[second]] < 0:
                odd = self.faces.relation(a, b)
                if odd is not None:
                    links[second] = (first, second, odd)
        return tuple(links.values())

    def run(self) -> list[Known]:
        """The edges decided, in the first pass that decides any."""
        corners = dict.fromkeys(self.corners)
        while corners:
            touched = self._pass(corners)
            decided = [item for item in self.found if isinstance(item, Known)]
            for edge, (a, b) in enumerate(self.facts.sides):
                if self.value[edge] < 0:
                    odd = self.faces.relation(a, b)
                    if odd is not None:
                        decided.append(Known(edge, odd == 1))
            if decided:
                return list(dict.fromkeys(decided))
            corners = dict.fromkeys(corner for face in sorted(touched) for corner in self.at_face[face])
        return []

    @cached_property
    def at_face(self) -> list[list[Corner]]:
        """The corners with a pair that leads to each face."""
        corners: list[list[Corner]] = [[] for _ in self.faces.label]
        for corner in self.corners:
            for face in {face for pair in corner.pairs for face in pair.faces}:
                corners[face].append(corner)
        return corners

    def _pass(self, corners: Iterable[Corner]) -> set[int]:
        """Joins the faces that these scopes tell of; the faces of which more is known then."""
        touched: set[int] = set()
        for corner in corners:
            edges = corner.scope.edges
            values = tuple(self.value[edge] for edge in edges)
            if values.count(-1) < 2:
                continue
            relations = self.relations(corner)
            implied = _implied(corner.scope.shape, values, relations)
            for i, line in implied.edges.items():
                known = Known(edges[i], line == 1)
                self.found.setdefault(known, Found(corner, relations, len(self.faces.links)))
            for first, second, (a, b) in corner.pairs:
                odd = implied.pairs.get((first, second))
                if odd is not None and self.faces.relation(a, b) is None:
                    sides = _sides((a, b), odd == 1, edges[first], edges[second])
                    self.found[sides] = Found(corner, relations, len(self.faces.links))
                    touched.update(self.faces.join(a, b, sides))
        return touched

    def chain(self, goal: Known) -> Chain:
        """The links that an edge rests on, in the order in which they follow."""
        links: dict[Known | Sides, Link] = {}
        if goal in self.found:
            self._add(goal, links)
        else:
            a, b = self.facts.sides[goal.edge]
            way = self.faces.way(a, b, len(self.faces.links))
            for why in way:
                self._add(why, links)
            links[goal] = Link(goal, (_cut(way, [goal.edge]), *map(_premise, way)))
        premises = dict.fromkeys(p for link in links.values() for p in link.premises if p not in links)
        return Chain(goal, tuple(links.values()), tuple(premises))

    def _add(self, link: Why, links: dict[Known | Sides, Link]) -> None:
        """What is told, after all that it rests on; known edges rest on nothing."""
        if isinstance(link, GivenSide) or link in links or link not in self.found:
            return
        corner, all_relations, before = self.found[link]
        units, known, relations = self._needed(corner, link, all_relations)
        edges = corner.scope.edges
        joins: list[Sides] = []
        for first, second, odd in relations:
            pair = next(pair for pair in corner.pairs if pair[:2] == (first, second))
            sides = _sides(pair.faces, odd == 1, edges[first], edges[second])
            way = self.faces.way(*pair.faces, before)
            joins.append(sides)
            if sides not in links and way != [sides]:
                for why in way:
                    self._add(why, links)
                links[sides] = Link(sides, (_cut(way, sides.across), *map(_premise, way)))
            else:
                self._add(sides, links)
        sources = [self.facts.units[number].source for number in units]
        links[link] = Link(link, (*sources, *known, *joins))

    def _needed(
        self, corner: Corner, conclusion: Known | Sides, relations: Sequence[Relation]
    ) -> tuple[list[int], list[Known], list[Relation]]:
        """The units, known edges and relations that this follows from, none of which can be left out."""
        edges = corner.scope.edges
        units = list(corner.scope.units)
        known = [Known(edge, self.value[edge] == 1) for edge in edges if self.value[edge] >= 0]
        joined = list(relations)

        def holds(some: list[int], local: list[Known], local_relations: list[Relation]) -> bool:
            scope = Scope(self.facts, some)
            place = {edge: i for i, edge in enumerate(scope.edges)}
            there = {edge: int(line) for edge, line in local}
            value = tuple(there.get(edge, -1) for edge in scope.edges)
            pairs = tuple(
                (place[edges[a]], place[edges[b]], odd)
                for a, b, odd in local_relations
                if edges[a] in place and edges[b] in place
            )
            ordered = tuple(sorted((min(a, b), max(a, b), odd) for a, b, odd in pairs))
            implied = _implied(scope.shape, value, ordered)
            if isinstance(conclusion, Known):
                return implied.edges.get(place.get(conclusion.edge, -1)) == int(conclusion.line)
            one, two = sorted(place.get(edge, -1) for edge in conclusion.across)
            return implied.pairs.get((one, two)) == int(conclusion.opposite)

        for number in units.copy():
            rest = [other for other in units if other != number]
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
        return units, known, joined


def related(facts: Facts, value: Sequence[int], corners: Sequence[Corner], faces: Faces) -> list[Chain]:
    """Chains to edges that follow from what is known of sides, shortest first; [] = none."""
    search = Search(facts, value, corners, faces)
    chains = [search.chain(goal) for goal in search.run()]
    return sorted(chains, key=lambda chain: (chain.length, len(chain.premises)))
