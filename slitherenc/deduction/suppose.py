"""Suppositions: an edge that cannot be so, since what follows step by step contradicts itself.

In: a Facts, the known edges, and a supposed edge. What follows is found by single units and closed paths alone, which
is how a person goes on from a supposition; every edge remembers what it followed from. At a contradiction only what it
rests on is kept, from its end backwards: that is the chain. Where nothing more follows, a supposition within the first
one may lead on (`deeper`).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from slitherenc.deduction.closing import mates_of, path_of, witness
from slitherenc.deduction.facts import Facts
from slitherenc.deduction.local import SPAN, Answers, reason_alone, tallies
from slitherenc.deduction.premises import Known, OneLoop, Premise, Sides, Unique
from slitherenc.deduction.unique import knowns_of, last

SHORT = 6  # edges that may follow in a supposition within another
INNER = 150  # such suppositions


@dataclass(frozen=True)
class Link:
    """What followed (None: a contradiction), and from which premises; of these Known and Sides may have followed
    before."""

    concludes: Known | Sides | None
    premises: tuple[Premise, ...]
    sub: tuple[Link, ...] = ()  # by a supposition of its own, to its contradiction


@dataclass(frozen=True)
class Chain:
    """links from the opposite of the goal to a contradiction, or (`sides`) to the goal; premises: all that they rest on
    and that was there before."""

    goal: Known
    links: tuple[Link, ...]
    premises: tuple[Premise, ...]

    @property
    def length(self) -> int:
        """How many links there are, with those of suppositions within."""
        return sum(1 + len(link.sub) for link in self.links)


class Outcome(NamedTuple):
    """chain    to a contradiction; None: none follows
    touched  the edges that followed: as long as nothing more is known in their units, nothing else follows, but for
             closed paths that grew elsewhere
    """

    chain: Chain | None
    touched: set[int]


class Start(NamedTuple):
    """What suppositions start from: a facts, of each edge what is known, of each unit its tally, for the two ends of
    each path of lines the other one (`mates_of`), what units say by their tallies, and exchanges by edge."""

    facts: Facts
    value: Sequence[int]
    tallies: Sequence[int]
    mates: Sequence[int]
    answers: Sequence[Answers]
    exchanges: Mapping[int, Sequence[Unique]]

    def at(self, value: Sequence[int]) -> Start:
        """The same from another state."""
        return self._replace(value=value, tallies=tallies(self.facts, value), mates=mates_of(self.facts, value))


def start_of(facts: Facts, exchanges: Mapping[int, Sequence[Unique]]) -> Start:
    """From nothing."""
    nothing = [-1] * facts.board.n_edges
    answers = {unit.allowed: Answers(unit.allowed) for unit in facts.units}
    return Start(facts, nothing, (), (), [answers[unit.allowed] for unit in facts.units], exchanges).at(nothing)


class _Fired(NamedTuple):
    """A Link to be: what a unit said when so many edges had followed."""

    concludes: Known
    unit: int
    before: int


@dataclass
class _Search:
    start: Start
    allowed: Collection[Premise] | None  # only these may be used; None: all
    most: int  # edges that may follow

    def __post_init__(self) -> None:
        self.facts = self.start.facts
        self.value = list(self.start.value)
        self.tallies = list(self.start.tallies)
        self.mates = list(self.start.mates)
        self.after: dict[int, Link | _Fired] = {}  # what followed, in its order
        self.todo: deque[int] = deque()
        self.inner: set[int] = set()  # edges that suppositions within touched
        self.shut: set[int] = set()  # lines whose path is closed, or may be by another edge

    def put(self, link: Link | _Fired) -> None:
        assert isinstance(link.concludes, Known)
        edge, line = link.concludes
        self.value[edge] = int(line)
        change = SPAN - 1 if line else -1
        for number in self.facts.at[edge]:
            self.tallies[number] += change
        self.after[edge] = link
        self.todo.append(edge)
        if line:
            a, b = self.facts.ends[edge]
            one, two = self.mates[a], self.mates[b]
            if one == b or any(self.value[e] < 0 and two in self.facts.ends[e] for e in self.facts.around[one]):
                self.shut.add(edge)
            self.mates[one], self.mates[two] = two, one

    def run(self) -> Link | None:
        """Follows everything, up to a number of edges; the contradiction, or None."""
        while self.todo:
            if len(self.after) > self.most:
                return None
            edge = self.todo.popleft()
            for number in self.facts.at[edge]:
                line = self.start.answers[number][self.tallies[number]]
                if line == -1 or line == -3:
                    continue
                unit = self.facts.units[number]
                if self.allowed is not None and unit.source not in self.allowed:
                    continue
                if line == -2:
                    return Link(None, (unit.source, *reason_alone(unit, self.value, None)))
                else:
                    before = len(self.after)
                    for other in unit.edges:
                        if self.value[other] < 0:
                            self.put(_Fired(Known(other, line == 1), number, before))
            if edge in self.shut:
                wrong = self.joined(edge)
                if wrong is not None:
                    return wrong
            for unique in self.start.exchanges.get(edge, ()):
                last_known = last(knowns_of(self.facts, unique), self.value)
                if last_known is None or len(last_known[0]) > 1 or not (self.allowed is None or unique in self.allowed):
                    continue
                if not last_known[0]:
                    return Link(None, (unique, *last_known[1]))
                self.put(Link(last_known[0][0], (unique, *last_known[1])))
        return None

    def deeper(self) -> Link | None:
        """As `run`, with suppositions of their own about edges beside those that followed; short ones, up to a
        number."""
        tried = 0
        while True:
            end = self.run()
            if end is not None:
                return end
            beside = {e for edge in self.after for n in self.facts.at[edge] for e in self.facts.units[n].edges}
            for goal in (Known(e, line) for e in sorted(beside) if self.value[e] < 0 for line in (False, True)):
                tried += 1
                if tried > INNER:
                    return None
                state = self.start._replace(value=self.value, tallies=self.tallies, mates=self.mates)
                chain, touched = suppose(state, goal, self.allowed, SHORT)
                self.inner |= touched
                if chain is not None:
                    self.put(Link(goal, chain.premises, chain.links))
                    break
            else:
                return None

    def joined(self, edge: int) -> Link | None:
        """Walks the path of a new line: a closed one is a contradiction, one that an edge would close makes it none."""
        path, ends = path_of(self.facts, self.value, edge)
        if not ends:
            why = self.witness(path)
            loop = OneLoop(tuple(path))
            if why is None or not self.may(loop, why):
                return None
            return Link(None, (loop, why, *(Known(e, True) for e in path)))
        a, b = ends
        for other in self.facts.around[a]:
            if self.value[other] < 0 and b in self.facts.ends[other]:
                loop, why = OneLoop((*path, other)), self.witness([*path, other])
                if why is not None and self.may(loop, why):
                    self.put(Link(Known(other, False), (loop, why, *(Known(e, True) for e in path))))
        return None

    def witness(self, path: Sequence[int]) -> Premise | None:
        return witness(self.facts, set(path), (e for e, known in enumerate(self.value) if known == 1))

    def may(self, loop: OneLoop, why: Premise) -> bool:
        if self.allowed is None:
            return True
        return (why in self.allowed or isinstance(why, Known)) and any(
            isinstance(p, OneLoop) and set(p.edges) == set(loop.edges) for p in self.allowed
        )

    def chain(self, goal: Known, end: Link) -> Chain:
        """Only the links that the contradiction rests on, in the order in which they followed."""
        order = {edge: number for number, edge in enumerate(self.after)}
        needed: dict[int, Link] = {}
        todo = [end]
        while todo:
            for premise in todo.pop().premises:
                if isinstance(premise, Known) and premise.edge in self.after and premise.edge not in needed:
                    needed[premise.edge] = link = self._link(self.after[premise.edge], order)
                    todo.append(link)
        links = [*(needed[edge] for edge in sorted(needed, key=lambda e: order[e]) if edge != goal.edge), end]
        premises: dict[Premise, None] = {}
        for link in links:
            for premise in link.premises:
                if not (isinstance(premise, Known) and premise.edge in self.after):
                    premises[premise] = None
        return Chain(goal, tuple(links), tuple(premises))

    def _link(self, link: Link | _Fired, order: Mapping[int, int]) -> Link:
        if isinstance(link, Link):
            return link
        unit = self.facts.units[link.unit]
        then = {e: self.value[e] if order.get(e, -1) < link.before else -1 for e in unit.edges}
        return Link(link.concludes, (unit.source, *reason_alone(unit, then, int(link.concludes.line))))


def suppose(
    start: Start,
    goal: Known,
    allowed: Collection[Premise] | None = None,
    most: int = sys.maxsize,
    deeper: bool = False,
) -> Outcome:
    """What comes of the opposite of an edge.

    allowed: only these premises, and of the start's known edges none but those among them; None = all clues, vertices,
    known edges, closed paths and exchanges; most: edges that may follow; deeper: with suppositions within.
    """
    search = _Search(start, allowed, most)
    search.put(Link(goal._replace(line=not goal.line), ()))
    end = search.deeper() if deeper else search.run()
    return Outcome(None if end is None else search.chain(goal, end), search.inner.union(search.after))
