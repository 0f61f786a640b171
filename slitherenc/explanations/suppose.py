"""Suppositions: an edge that cannot be so, since what follows step by step contradicts itself.

In: a Ground, the known edges, and a supposed edge. What follows is found by single units and closed paths alone, which
is how a person goes on from a supposition; every edge remembers what it followed from. At a contradiction only what it
rests on is kept, from its end backwards: that is the chain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from slitherenc.explanations.closing import witness
from slitherenc.explanations.ground import Ground
from slitherenc.explanations.local import alone, reason_alone
from slitherenc.explanations.step import Known, OneLoop, Premise


@dataclass(frozen=True)
class Link:
    """What followed (None: a contradiction), and from which premises; Known ones may have followed before."""

    concludes: Known | None
    premises: tuple[Premise, ...]


@dataclass(frozen=True)
class Chain:
    """links from the supposed edge to the contradiction; premises: all they rest on that was there before."""

    supposed: Known
    links: tuple[Link, ...]
    premises: tuple[Premise, ...]


@dataclass
class _Search:
    ground: Ground
    value: list[int]
    allowed: Collection[Premise] | None  # only these may be used; None: all
    after: dict[int, Link] = field(default_factory=dict)
    todo: deque[int] = field(default_factory=deque)

    def put(self, link: Link) -> None:
        assert link.concludes is not None
        edge, line = link.concludes
        self.value[edge] = int(line)
        self.after[edge] = link
        self.todo.append(edge)

    def run(self) -> Link | None:
        """Follows everything; the contradiction, or None."""
        while self.todo:
            edge = self.todo.popleft()
            for number in self.ground.at[edge]:
                unit = self.ground.units[number]
                if self.allowed is not None and unit.source not in self.allowed:
                    continue
                line = alone(self.ground, number, self.value)
                if line == -2:
                    return Link(None, (unit.source, *reason_alone(unit, self.value, None)))
                if line >= 0:
                    reason = (unit.source, *reason_alone(unit, self.value, line))
                    for other in unit.edges:
                        if self.value[other] < 0:
                            self.put(Link(Known(other, line == 1), reason))
            if self.value[edge] == 1:
                wrong = self.joined(edge)
                if wrong is not None:
                    return wrong
        return None

    def joined(self, edge: int) -> Link | None:
        """Walks the path of a new line: a closed one is a contradiction, one that an edge would close makes it none."""
        path, ends = self.path(edge)
        if not ends:
            why = self.witness(path)
            loop = OneLoop(tuple(path))
            if why is None or not self.may(loop, why):
                return None
            return Link(None, (loop, why, *(Known(e, True) for e in path)))
        a, b = ends
        for other in self.ground.around[a]:
            if self.value[other] < 0 and b in self.ground.ends[other]:
                loop, why = OneLoop((*path, other)), self.witness([*path, other])
                if why is not None and self.may(loop, why):
                    self.put(Link(Known(other, False), (loop, why, *(Known(e, True) for e in path))))
        return None

    def witness(self, path: Sequence[int]) -> Premise | None:
        return witness(self.ground, set(path), (e for e, known in enumerate(self.value) if known == 1))

    def may(self, loop: OneLoop, why: Premise) -> bool:
        if self.allowed is None:
            return True
        seen = why in self.allowed or (isinstance(why, Known) and why.edge in self.after)
        return seen and any(isinstance(p, OneLoop) and set(p.edges) == set(loop.edges) for p in self.allowed)

    def path(self, edge: int) -> tuple[list[int], tuple[int, int] | None]:
        """The lines connected with a line, in the order of a walk, and their two ends; None: they are closed, or they
        branch, which a vertex will tell."""
        sides = []
        for start in self.ground.ends[edge]:
            walk: list[int] = []
            vertex, at = start, edge
            while True:
                onward = [e for e in self.ground.around[vertex] if self.value[e] == 1 and e != at]
                if len(onward) != 1:
                    break
                at = onward[0]
                if at == edge:
                    return [edge, *walk], None
                walk.append(at)
                a, b = self.ground.ends[at]
                vertex = b if a == vertex else a
            sides.append((walk, vertex))
        (back, a), (forth, b) = sides
        return [*back[::-1], edge, *forth], (a, b)


def suppose(
    ground: Ground, value: Sequence[int], supposed: Known, allowed: Collection[Premise] | None = None
) -> Chain | None:
    """The chain from a supposed edge to a contradiction; None when none follows.

    allowed: only these premises may be used; None = all clues, vertices, known edges and closed paths.
    """
    state = list(value)
    if allowed is not None:
        kept = {premise.edge for premise in allowed if isinstance(premise, Known)}
        state = [known if edge in kept else -1 for edge, known in enumerate(state)]
    search = _Search(ground, state, allowed)
    start = Link(supposed, ())
    search.put(start)
    end = search.run()
    return None if end is None else _pruned(supposed, search.after, end)


def _pruned(supposed: Known, after: dict[int, Link], end: Link) -> Chain:
    """Only the links that the contradiction rests on, in the order in which they followed."""
    needed: set[int] = set()
    todo = [end]
    while todo:
        for premise in todo.pop().premises:
            if isinstance(premise, Known) and premise.edge in after and premise.edge not in needed:
                needed.add(premise.edge)
                todo.append(after[premise.edge])
    links = [link for edge, link in after.items() if edge in needed and edge != supposed.edge]
    premises: dict[Premise, None] = {}
    for link in [*links, end]:
        for premise in link.premises:
            if not (isinstance(premise, Known) and premise.edge in after):
                premises[premise] = None
    return Chain(supposed, (*links, end), tuple(premises))
