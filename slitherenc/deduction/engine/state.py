"""State: a puzzle with what is known of it, as rules see it.

A rule that remembers something from call to call does so in a *search* of its own: a class that is made from the state,
once for each walk (`State.search`). `News` tells it which edges became known since it last looked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Known, Premise, Unique
from slitherenc.deduction.engine.reasons import Certifier

Search = TypeVar("Search")


@dataclass
class State:
    """A puzzle with what is known of it.

    facts      the puzzle as premises
    certifier  a SAT solver over them
    value      for each edge 1: a line, 0: empty, -1: unknown
    solution   for each edge what all loops have in common: 1, 0, or -1 if they differ
    exchanges  the exchanges that may be used
    brief      True if only the rules matter, not the reasons: those that take long need not be irreducible
    goals      what is still to be concluded, by edge
    taken      the edges concluded so far, in order
    """

    facts: Facts
    certifier: Certifier
    value: list[int]
    solution: Sequence[int]
    exchanges: Sequence[Unique] = ()
    brief: bool = False

    def __post_init__(self) -> None:
        known = enumerate(self.solution)
        self.goals = {e: Known(e, line == 1) for e, line in known if self.value[e] < 0 <= line}
        self.taken: list[int] = []
        self._searches: dict[Callable[[State], Any], Any] = {}

    @property
    def is_done(self) -> bool:
        """Whether everything that the puzzle decides is known."""
        return not self.goals

    def apply(self, concludes: Iterable[Known]) -> None:
        for edge, line in concludes:
            self.value[edge] = int(line)
            self.goals.pop(edge, None)
            self.taken.append(edge)

    @property
    def lines(self) -> list[int]:
        """The edges that are known to be lines."""
        return [edge for edge, known in enumerate(self.value) if known == 1]

    @property
    def last_move(self) -> tuple[float, float] | None:
        """The middle of the edge concluded last; None at the beginning."""
        return self.facts.middles[self.taken[-1]] if self.taken else None

    def search(self, kind: Callable[[State], Search]) -> Search:
        """Return the one search of this kind, with what it remembers."""
        if kind not in self._searches:
            self._searches[kind] = kind(self)
        search: Search = self._searches[kind]
        return search

    def among(self, allowed: Collection[Premise]) -> list[int]:
        """Return the values of the known edges that are among these premises, and -1 for the other edges."""
        known = {premise.edge for premise in allowed if isinstance(premise, Known)}
        return [line if edge in known else -1 for edge, line in enumerate(self.value)]

    def sorted_goals(self) -> list[Known]:
        """Return the goals, those beside known edges first."""
        known = {e for edge, line in enumerate(self.value) if line >= 0 for e in self._beside[edge]}
        return sorted(self.goals.values(), key=lambda goal: goal.edge not in known)

    @cached_property
    def _beside(self) -> list[set[int]]:
        """For each edge, the edges at its ends."""
        return [{e for vertex in ends for e in self.facts.around[vertex]} for ends in self.facts.ends]


def known_edges(value: Iterable[int]) -> list[Known]:
    """Return what is known, edge by edge."""
    return [Known(edge, known == 1) for edge, known in enumerate(value) if known >= 0]


class Quiet:
    """The places of a search that need no look: they imply nothing as long as none of their edges becomes known.

    Parameters
    ----------
    state : State
        The state of the walk.
    edges : sequence of collections of int
        The edges of each place.
    """

    def __init__(self, state: State, edges: Sequence[Collection[int]]) -> None:
        self._news = News(state)
        self._places: set[int] = set()
        self._at: list[list[int]] = [[] for _ in state.value]  # the places of each edge
        for place, some in enumerate(edges):
            for edge in some:
                self._at[edge].append(place)

    def update(self) -> set[int]:
        """Return the quiet places; the caller adds to this set each place that implies nothing."""
        for edge in self._news.edges():
            self._places.difference_update(self._at[edge])
        return self._places


class News:
    """What became known since the last call; the first call reports from the start of the walk, or with `since_now`
    from the creation of this object."""

    def __init__(self, state: State, since_now: bool = False) -> None:
        self._state, self._read = state, len(state.taken) if since_now else 0

    def edges(self) -> list[int]:
        new = self._state.taken[self._read :]
        self._read = len(self._state.taken)
        return new

    def units(self) -> set[int]:
        """Return the units of the new edges."""
        return {number for edge in self.edges() for number in self._state.facts.at[edge]}

    def edges_beside(self) -> set[int]:
        """Return all edges of the units of the new edges."""
        return {edge for number in self.units() for edge in self._state.facts.units[number].edges}
