"""The rule of a path that is led round: from an edge it can only go on in one way, and closes too early."""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.boards.places import place_of_edge, places_of_edges
from slitherenc.deduction.engine.closed_paths import left_out, path_of, witness
from slitherenc.deduction.engine.premises import Known, OneLoop, Premise, Vertex
from slitherenc.deduction.engine.reasons import irreducible
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import MEDIUM, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.early_loop import Paths
from slitherenc.deduction.words.phrases import listed_phrases, phrase

DOTS = 3  # at which the path is forced on


class _Round:
    """Remembers the reasons."""

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.reasons: dict[tuple[Known, tuple[Premise, ...]], tuple[Premise, ...]] = {}

    def find(self) -> Iterator[Deduction]:
        """Those with the fewest dots."""
        value, around = self.state.value, self.facts.around
        mates = self.state.search(Paths).now().mates
        ends = [vertex for vertex, mate in enumerate(mates) if mate != vertex]
        starts = sorted({edge for vertex in ends for edge in around[vertex] if value[edge] < 0})
        found = []
        for edge in starts:
            way = self._way(edge, mates)
            if way is not None:
                found.append((len(way[1]), edge, way))
        fewest = min((n for n, _, _ in found), default=0)
        for n_dots, edge, (edges, dots) in found:
            if n_dots == fewest:
                yield from self._deduction(edge, edges, dots)

    def _way(self, edge: int, mates: list[int]) -> tuple[list[int], list[int]] | None:
        """The unknown edges to where the path closes, this one first, and the dots that force it on; None: it does
        not."""
        value, ends_of = self.state.value, self.facts.ends
        edges = [edge]
        dots: list[int] = []
        a, b = ends_of[edge]
        tips = [mates[a], mates[b]]
        if tips[0] == b:
            return None  # it closes at once
        while True:
            if tips[0] == tips[1]:
                return edges, dots
            forced = None
            for number, tip in enumerate(tips):
                onward = [e for e in self.facts.around[tip] if value[e] < 0 and e not in edges]
                if len(onward) == 1:
                    forced = number, onward[0]
                    break
            if forced is None or len(dots) == DOTS:
                return None
            number, onward_edge = forced
            tip = tips[number]
            a, b = ends_of[onward_edge]
            far = b if a == tip else a
            if any(far in ends_of[e] for e in edges) and far not in tips:
                return None  # it would branch
            edges.append(onward_edge)
            dots.append(tip)
            if far == tips[1 - number]:
                return edges, dots
            tips[number] = mates[far]

    def _deduction(self, edge: int, edges: list[int], dots: list[int]) -> Iterator[Deduction]:
        value = list(self.state.value)
        for one in edges:
            value[one] = 1
        path, ends = path_of(self.facts, value, edge)
        lines = [e for e, known in enumerate(self.state.value) if known == 1]
        why = None if ends is not None else witness(self.facts, set(path), lines)
        if why is None:
            return
        goal = Known(edge, False)
        crossed = [Known(e, False) for dot in dots for e in self.facts.around[dot] if self.state.value[e] == 0]
        drawn = [Known(e, True) for e in path if e not in edges]
        offered = tuple(dict.fromkeys((OneLoop(tuple(path)), why, *map(Vertex, dots), *drawn, *crossed)))
        if (goal, offered) not in self.reasons:
            self.reasons[goal, offered] = offered if self.state.brief else tuple(irreducible(self.facts, offered, goal))
        way = listed_phrases([(place,) for place in places_of_edges(self.facts.board, edges[1:])])
        start = place_of_edge(self.facts.board, edge)
        round_ = phrase("could only go on by ", way, ", and that closes a loop ", left_out(self.facts.board, why), ".")
        text = phrase("A line on ", start, " ", round_)
        yield Deduction((goal,), self.reasons[goal, offered], why=text)


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Round).find()


LED_ROUND = Rule(
    name="led round", id=32, level=MEDIUM, weight=20, find=find, at_edge=True,
    why="A line on this edge could only go on in one way, and that closes a loop too early.",
    proof="As a line the edge would be led from dot to dot, where one way is left each time, until the path "
    "closes. Then nothing else is a line.",
    example=RuleExample("slither/5/5/g67bi26271dgd", 10, "103"),
)  # fmt: skip
