"""The class `State`: a puzzle and the edges that are known so far, as input of the rules.

A rule can store results between calls in a *search*, an object that `State.search` creates once for each State. A
search uses a `News` object to find out which edges became known since it last asked.
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
    facts: Facts  # the puzzle as premises
    certifier: Certifier  # a SAT solver over these premises
    value: list[int]  # for each edge 1: a line, 0: empty, -1: unknown
    solution: Sequence[int]  # for each edge 1 or 0 if it has this value in all loops still possible, otherwise -1
    exchanges: Sequence[Unique] = ()  # premises that exclude a second loop, if rules may assume that there is none
    brief: bool = False  # whether the caller needs only the names of the rules, so superfluous premises may stay

    def __post_init__(self) -> None:
        known = enumerate(self.solution)
        # the unknown edges that the clues and marks determine, each with its value
        self.goals = {e: Known(e, line == 1) for e, line in known if self.value[e] < 0 <= line}
        self.taken: list[int] = []  # the edges concluded so far, in order
        self._searches: dict[Callable[[State], Any], Any] = {}

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to find: no unknown edge has a value that follows from clues and marks."""
        return not self.goals

    def apply(self, concludes: Iterable[Known]) -> None:
        for edge, line in concludes:
            self.value[edge] = int(line)
            self.goals.pop(edge, None)
            self.taken.append(edge)

    @property
    def lines(self) -> list[int]:
        return [edge for edge, known in enumerate(self.value) if known == 1]

    @property
    def last_move(self) -> tuple[float, float] | None:
        """The middle (x, y) of the edge that was concluded last, or None if no edge has been concluded."""
        return self.facts.middles[self.taken[-1]] if self.taken else None

    def search(self, kind: Callable[[State], Search]) -> Search:
        """Return the object of the class `kind` that stores results of a rule. The first call creates it."""
        if kind not in self._searches:
            self._searches[kind] = kind(self)
        search: Search = self._searches[kind]
        return search

    def among(self, allowed: Collection[Premise]) -> list[int]:
        """Return the values of all edges, with -1 for each edge without a `Known` premise in `allowed`."""
        known = {premise.edge for premise in allowed if isinstance(premise, Known)}
        return [line if edge in known else -1 for edge, line in enumerate(self.value)]

    def sorted_goals(self) -> list[Known]:
        """Return the unknown edges that can be determined. Edges that share a vertex with a known edge come first."""
        known = {e for edge, line in enumerate(self.value) if line >= 0 for e in self._beside[edge]}
        return sorted(self.goals.values(), key=lambda goal: goal.edge not in known)

    @cached_property
    def _beside(self) -> list[set[int]]:
        return [{e for vertex in ends for e in self.facts.around[vertex]} for ends in self.facts.ends]


def known_edges(value: Iterable[int]) -> list[Known]:
    """Return the known edges; `value` contains 1 (a line), 0 (empty) or -1 (unknown) for each edge."""
    return [Known(edge, known == 1) for edge, known in enumerate(value) if known >= 0]


class Quiet:
    """Records which sets of edges a search can skip. A set can be skipped if the last search of it found nothing, and
    if none of its edges has become known since then.
    """

    def __init__(self, state: State, edges: Sequence[Collection[int]]) -> None:
        self._news = News(state)
        self._places: set[int] = set()
        self._at: list[list[int]] = [[] for _ in state.value]  # the places of each edge
        for place, some in enumerate(edges):
            for edge in some:
                self._at[edge].append(place)

    def update(self) -> set[int]:
        """Return the indices of the sets of edges that the next search can skip.

        Each call returns the same object. The caller adds the index of a set of edges to it when a search derives
        nothing new about these edges. `update` removes the index after one of these edges has become known.
        """
        for edge in self._news.edges():
            self._places.difference_update(self._at[edge])
        return self._places


class News:
    """Reports the edges that have become known since the last call of any method of this object. The first call reports
    those that have become known since `state` was created or, if `since_now` is true, since this object was created.
    """

    def __init__(self, state: State, since_now: bool = False) -> None:
        self._state, self._read = state, len(state.taken) if since_now else 0

    def edges(self) -> list[int]:
        new = self._state.taken[self._read :]
        self._read = len(self._state.taken)
        return new

    def units(self) -> set[int]:
        """Return the clues and vertices at edges that became known since the last call, as indices in `Facts.units`."""
        return {number for edge in self.edges() for number in self._state.facts.at[edge]}

    def edges_beside(self) -> set[int]:
        return {edge for number in self.units() for edge in self._state.facts.units[number].edges}
