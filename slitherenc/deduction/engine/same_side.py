"""Find out which faces lie on the same side of the loop or on opposite sides, and determine the edges between them.

Two faces are *joined* if it is known whether they lie on the same side. An unknown edge between two joined faces is
determined: it is a line if the faces lie on opposite sides, otherwise it is empty (docs/architecture.md). A *link*
between two faces has a number and the reason why they are joined. The reason uses only links with smaller numbers.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import ClosedCurve, Clues, Known, Premise, Sides
from slitherenc.deduction.engine.scopes import Corner, Relation, implied_in, premises_of
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.engine.suppositions import Chain, Link


class GivenSide(NamedTuple):
    """A clue that states whether its face lies inside or outside the loop. If the face lies inside, `opposite` is True:
    the loop separates it from the outer face. `across` lists the edges that one path between these two faces crosses.
    """

    clue: Clues
    opposite: bool
    across: tuple[int, ...]


Why = Known | Sides | GivenSide


def premise_of(why: Why) -> Premise:
    return why.clue if isinstance(why, GivenSide) else why


class Faces:
    """The faces of a board. A *link* states whether two faces lie on the same side of the loop or on opposite sides.

    The outer face is the last face. Each known edge gives a link between the two faces beside it. This link has the
    number of the edge. All other links have larger numbers.
    """

    def __init__(self, facts: Facts, value: Sequence[int], has_given_sides: bool = True) -> None:
        self.sides = facts.sides
        n = facts.board.n_faces + 1
        self.links: list[tuple[int, int, Why] | None] = [None] * len(self.sides)
        self.across: list[list[tuple[int, int]]] = [[] for _ in range(n)]  # (link, the face that it leads to)
        # Joined faces have the same label, the number of one of them; `odd` is 1 if a face lies opposite to that one.
        self.label = list(range(n))
        self.odd = [0] * n
        self._members = [[face] for face in range(n)]
        for edge, known in enumerate(value):
            if known >= 0:
                self.add(edge, known == 1)
        for face, side in facts.given_sides if has_given_sides else ():
            self.join(face, n - 1, GivenSide(*side))

    def copy(self) -> Faces:
        other = copy(self)
        other.links, other.label, other.odd = self.links.copy(), self.label.copy(), self.odd.copy()
        other.across = [links.copy() for links in self.across]
        other._members = [faces.copy() for faces in self._members]
        return other

    def add(self, edge: int, line: bool) -> None:
        """Record a known edge: its faces lie on opposite sides of the loop if it is a line, else on the same side."""
        a, b = self.sides[edge]
        self.links[edge] = a, b, Known(edge, line)
        insort(self.across[a], (edge, b))
        insort(self.across[b], (edge, a))
        self.unite(a, b, int(line))

    def join(self, a: int, b: int, why: GivenSide | Sides) -> list[int]:
        """Record whether faces a and b lie on the same side of the loop, as `why` states, and merge their groups.
        Return the faces whose label (the name of their group) changes, if any."""
        number = len(self.links)
        self.links.append((a, b, why))
        self.across[a].append((number, b))
        self.across[b].append((number, a))
        return self.unite(a, b, int(why.opposite))

    def unite(self, a: int, b: int, opposite: int) -> list[int]:
        """Merge the groups (faces with the same label) of the faces a and b. These lie on opposite sides of the loop if
        `opposite` is 1, otherwise on the same side. Return the faces whose label changes, if any.
        """
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
        """Return 0 if two faces lie on the same side of the loop, 1 if on opposite sides, or None if unknown."""
        return self.odd[a] ^ self.odd[b] if self.label[a] == self.label[b] else None

    def way(self, a: int, b: int, before: int) -> list[Why]:
        """Find a shortest path from face a to face b along links (known relations of two faces) whose numbers are below
        `before`. Return the reasons for the links on this path."""
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

    def pairs(self, value: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield each pair of unknown edges that both lie between the same two groups of faces. For any two faces of a
        group, it is known whether they lie on the same side of the loop.
        """
        between: dict[frozenset[int], list[int]] = {}
        for edge, (a, b) in enumerate(self.sides):
            if value[edge] < 0 and self.label[a] != self.label[b]:
                between.setdefault(frozenset((self.label[a], self.label[b])), []).append(edge)
        for edges in between.values():
            yield from combinations(edges, 2)

    def joined_sides(self, one: int, two: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Match the two faces beside edge `one` with the two faces beside edge `two`, and return both pairs of faces.
        In each pair, it is known whether the two faces lie on the same side of the loop.
        """
        a, b = self.sides[one]
        c, d = self.sides[two]
        return ((a, c), (b, d)) if self.label[a] == self.label[c] else ((a, d), (b, c))

    def way_round(self, one: int, two: int) -> list[Why]:
        """Return known relations (same or opposite side) of faces on a closed curve that crosses both given edges."""
        return [why for a, c in self.joined_sides(one, two) for why in self.way(a, c, len(self.links))]


class KnownFaces:
    """The faces of a State, joined across known edges: for two joined faces, it is known whether they lie on the same
    side of the loop. Each call of `joined_faces` first adds the edges that became known since the last call."""

    only_empty = False

    def __init__(self, state: State) -> None:
        self._state, self._news = state, News(state, since_now=True)
        value = [known if self._joins(known) else -1 for known in state.value]
        self._faces = Faces(state.facts, value, not self.only_empty)

    def _joins(self, known: int) -> bool:
        return known == 0 or not self.only_empty

    def joined_faces(self) -> Faces:
        for edge in self._news.edges():
            known = self._state.value[edge]
            if self._joins(known):
                self._faces.add(edge, known == 1)
        return self._faces


class Regions(KnownFaces):
    """Like KnownFaces, but faces are joined only across empty edges."""

    only_empty = True


def _sides(faces: tuple[int, int], opposite: bool, one: int, two: int) -> Sides:
    return Sides(faces, opposite, (min(one, two), max(one, two)))


def _across(why: Why) -> tuple[int, ...]:
    return (why.edge,) if isinstance(why, Known) else why.across


def closed_curve(way: Iterable[Why], more: Iterable[int]) -> ClosedCurve:
    """Combine paths into a closed curve. It crosses the edges that an odd number of the paths cross. One path
    crosses the edges `more`. Each fact in `way` gives another path: a `Known` crosses its own edge, and any other
    fact has a list `across` of the crossed edges."""
    crossed = dict.fromkeys(more)
    for why in way:
        for edge in _across(why):
            if edge in crossed:
                del crossed[edge]
            else:
                crossed[edge] = None
    return ClosedCurve(tuple(crossed))


def curves(facts: Facts, value: Sequence[int], faces: Faces) -> Iterator[tuple[Known, tuple[Premise, ...]]]:
    """Find unknown edges between two faces that are known to lie on the same side or on opposite sides of the loop.
    Yield (edge with value, premises) for each. The premises describe a shortest closed curve across the edge."""
    for edge, (a, b) in enumerate(facts.sides):
        if value[edge] < 0:
            odd = faces.relation(a, b)
            if odd is not None:
                way = faces.way(a, b, len(faces.links))
                cut = closed_curve(way, [edge])
                premises = dict.fromkeys(map(premise_of, way))
                yield Known(edge, odd == 1), ((cut, *premises) if cut.edges else tuple(premises))


class Found(NamedTuple):
    """How a fact was derived. A fact is the value of an edge, or whether two faces are on the same side of the loop."""

    corner: Corner  # the clues and vertices that imply the fact
    relations: tuple[Relation, ...]  # pairs of edges that were known to be equal or different
    before: int  # only links (facts about two faces) with smaller numbers were used


@dataclass
class Search:
    """A search for edges whose value follows because their faces provably lie on the same side or on opposite sides."""

    facts: Facts
    value: Sequence[int]
    corners: Sequence[Corner]  # small groups of clues and vertices
    faces: Faces  # which faces lie on the same side; the search adds what the groups imply about this

    def __post_init__(self) -> None:
        self.found: dict[Known | Sides, Found] = {}

    def relations(self, corner: Corner) -> tuple[Relation, ...]:
        """Return triples (a, b, d): two undecided edges that have equal values (d = 0) or different values (d = 1).
        a and b are positions in `corner.scope.edges`. No two triples have the same b.
        """
        edges, value, label, odd = corner.scope.edges, self.value, self.faces.label, self.faces.odd
        links: dict[int, Relation] = {}
        for first, second, (a, b) in corner.pairs:
            if label[a] == label[b] and second not in links and value[edges[first]] < 0 and value[edges[second]] < 0:
                links[second] = (first, second, odd[a] ^ odd[b])
        return tuple(links.values())

    def run(self) -> list[Known]:
        """Relate faces (same side or opposite sides) until edges are determined. Return these edges, or [] if none."""
        corners = dict.fromkeys(self.corners)
        while corners:
            touched = self.join_by(corners)
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
        """For each face, the sets of clues and vertices that may relate it to another face (same or opposite side)."""
        corners: list[list[Corner]] = [[] for _ in self.faces.label]
        for corner in self.corners:
            for face in {face for pair in corner.pairs for face in pair.faces}:
                corners[face].append(corner)
        return corners

    def join_by(self, corners: Iterable[Corner]) -> set[int]:
        """Find out what each corner (a small group of clues and vertices) implies, and store the facts in `found`.

        A fact is an edge value, or whether two faces lie on the same side of the loop. Return the faces to which new
        facts of the second kind apply.
        """
        touched: set[int] = set()
        for corner in corners:
            edges = corner.scope.edges
            values = tuple([self.value[edge] for edge in edges])
            if values.count(-1) < 2:
                continue
            relations = self.relations(corner)
            implied = implied_in(corner.scope.shape, values, relations)
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
        """Return a chain of links (conclusions with their premises). The last link concludes `goal`, an edge value."""
        links: dict[Known | Sides, Link] = {}
        if goal in self.found:
            self._add(goal, links)
        else:
            a, b = self.facts.sides[goal.edge]
            way = self.faces.way(a, b, len(self.faces.links))
            for why in way:
                self._add(why, links)
            links[goal] = Link(goal, (closed_curve(way, [goal.edge]), *map(premise_of, way)))
        premises = dict.fromkeys(p for link in links.values() for p in link.premises if p not in links)
        return Chain(goal, tuple(links.values()), tuple(premises))

    def _add(self, link: Why, links: dict[Known | Sides, Link]) -> None:
        if isinstance(link, GivenSide) or link in links or link not in self.found:
            return
        corner, all_relations, before = self.found[link]
        units, known, relations = corner.find_needed(self.value, link, all_relations)
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
                links[sides] = Link(sides, (closed_curve(way, sides.across), *map(premise_of, way)))
            else:
                self._add(sides, links)
        links[link] = Link(link, (*premises_of(self.facts, units, known), *joins))


def find_chains(facts: Facts, value: Sequence[int], corners: Sequence[Corner], faces: Faces) -> list[Chain]:
    """Find edges whose values follow from known relations of faces (same or opposite side of the loop). Return a chain
    for each of these edges, the shortest first. A chain contains the steps that prove the value."""
    search = Search(facts, value, corners, faces)
    chains = [search.chain(goal) for goal in search.run()]
    return sorted(chains, key=lambda chain: (chain.length, len(chain.premises)))


class Colors:
    """Tests quickly whether `find_chains` would find the value of an edge. Call `find_chains` if `decide` returns True.

    The test does not compute reasons, and continues from the results of earlier states.
    """

    def __init__(self, state: State, corners: Sequence[Corner]) -> None:
        self._state, self._news = state, News(state, since_now=True)
        self._search = Search(state.facts, state.value, corners, Faces(state.facts, state.value))
        self._todo = dict.fromkeys(corners)
        self._at_edge: list[list[Corner]] = [[] for _ in state.value]
        for corner in corners:
            for edge in corner.scope.edges:
                self._at_edge[edge].append(corner)

    def decide(self) -> bool:
        """Return whether the known relations of faces (same or opposite side of the loop) determine an unknown edge."""
        value, sides = self._state.value, self._state.facts.sides
        faces, touched = self._search.faces, set[int]()
        for edge in self._news.edges():
            touched.update(faces.unite(*sides[edge], value[edge]))
            self._todo.update(dict.fromkeys(self._at_edge[edge]))
        while self._todo or touched:
            self._todo.update((corner, None) for face in touched for corner in self._search.at_face[face])
            touched, self._todo = self._search.join_by(self._todo), {}
        if any(value[found.edge] < 0 for found in self._search.found if isinstance(found, Known)):
            return True
        return any(faces.relation(*sides[edge]) is not None for edge in self._state.goals)
