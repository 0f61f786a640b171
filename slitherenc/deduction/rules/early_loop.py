"""The rules of one loop: no edge closes a path too early, and beside a closed one there is nothing.

An unknown edge joins the two ends of a path of lines. As a line it would close a loop; there is a line beside it, or a
clue that this loop does not keep. So it is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from slitherenc.deduction.engine.closed_paths import closed_paths, left_out, mates_of, path_of, witness
from slitherenc.deduction.engine.premises import Known, OneLoop
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.words.phrases import phrase


class Paths:
    """Remembers the paths of lines.

    mates   for each end of a path its other end; for any other vertex itself
    closed  has one of them become a loop?
    """

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self._news = News(state)
        self._news.edges()
        lines = [edge for edge, known in enumerate(state.value) if known == 1]
        self.mates = mates_of(self.facts, state.value)
        self.closed = bool(closed_paths(self.facts, lines))

    def now(self) -> Paths:
        """With the last lines."""
        for edge in self._news.edges():
            if self.state.value[edge] == 1:
                a, b = self.facts.ends[edge]
                one, two = self.mates[a], self.mates[b]
                self.closed |= one == b
                self.mates[a], self.mates[b] = a, b
                self.mates[one], self.mates[two] = two, one
        return self

    def between_ends(self) -> list[list[int]]:
        """The paths, the shortest first, whose ends have an unknown edge between them."""
        facts, value = self.facts, self.state.value
        found = []
        for a, b in enumerate(self.mates):
            if a < b and any(value[edge] < 0 and b in facts.ends[edge] for edge in facts.around[a]):
                line = next(edge for edge in facts.around[a] if value[edge] == 1)
                first = min(path_of(facts, value, line)[0])
                found.append(path_of(facts, value, first)[0])
        return sorted(found, key=lambda path: (len(path), min(path)))


def find(state: State) -> Iterator[Deduction]:
    facts, value = state.facts, state.value
    for path in state.search(Paths).now().between_ends():
        ends = path_of(facts, value, min(path))[1]
        assert ends is not None, "a path with two ends"
        for edge in facts.around[ends[0]]:
            if value[edge] < 0 and ends[1] in facts.ends[edge]:
                why = witness(facts, {*path, edge}, (line for line, known in enumerate(value) if known == 1))
                if why is not None:
                    premises = (OneLoop((*path, edge)), why, *(Known(line, True) for line in path))
                    told = phrase(
                        "A line between the two ends of the path would close a loop ", left_out(facts.board, why), "."
                    )
                    yield Deduction((Known(edge, False),), premises, why=told)


def find_closed(state: State) -> Iterator[Deduction]:
    """When the loop is closed, every other edge at once."""
    if not state.search(Paths).now().closed:
        return
    path = closed_paths(state.facts, [edge for edge, known in enumerate(state.value) if known == 1])[0]
    others = tuple(goal for goal in state.goals.values() if not goal.line)
    if others:
        yield Deduction(others, (OneLoop(tuple(path)), *(Known(edge, True) for edge in path)))


NO_EARLY_LOOP = Rule(
    name="no early loop", id=31, level=EASY, weight=1.5, find=find, at_edge=True,
    why="A line between the two ends of the path would close a loop that leaves something out.",
    proof="As a line it would close a loop, and then nothing else is a line.",
    example=RuleExample("slither/5/5/i72bc71ah62d", 6, "103"),
)  # fmt: skip
LOOP_IS_CLOSED = Rule(
    name="the loop is closed", level=EASY, weight=0.5, find=find_closed,
    why="The loop is closed, and there is only one loop. So all other edges stay empty.",
    proof="There is one loop, so no other edge is a line.",
    example=RuleExample("slither/5/5/h368dbg171dg3c", 40),
)  # fmt: skip
