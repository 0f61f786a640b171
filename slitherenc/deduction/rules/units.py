"""Rules of a single clue or a single vertex: it has its lines, or needs all the edges that are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from slitherenc.deduction import local
from slitherenc.deduction.premises import Clues, Known, Premise
from slitherenc.deduction.rule import Deduction, Rule, RuleExample
from slitherenc.deduction.state import News, State


class _Units:
    """Remembers the units that may say something new."""

    def __init__(self, state: State) -> None:
        self.facts, self.value = state.facts, state.value
        self.news = News(state)
        self.open = set(range(len(self.facts.units)))

    def find(self) -> Iterator[Deduction]:
        self.open |= self.news.units()
        for number in sorted(self.open):
            line = local.alone(self.facts, number, self.value)
            if line < 0:
                self.open.discard(number)
                continue
            unit = self.facts.units[number]
            concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
            premises = (unit.source, *local.reason_alone(unit, self.value, line))
            yield Deduction(concludes, premises, rule=name_of_unit(premises, line == 1))


def name_of_unit(premises: Collection[Premise], line: bool) -> str:
    """Which of these rules rests on a clue or a vertex, and known edges of it."""
    if any(isinstance(premise, Clues) for premise in premises):
        return "needed" if line else "reached"
    known = [premise for premise in premises if isinstance(premise, Known)]
    lines = sum(premise.line for premise in known)
    if line:
        return "goes on" if lines else "visited"
    return "two lines" if lines == 2 else "dead end"


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Units).find()


REACHED = Rule(
    name="reached", level=0, weight=0.9, find=find,
    text="A clue that has all its lines gets no more.",
    proof="The clue says how many of its edges are lines, and so many are.",
    example=RuleExample("slither/5/5/j220213dg236dj", 1, "453"),
)  # fmt: skip
NEEDED = Rule(
    name="needed", level=0, weight=0.5, find=find,
    text="The clue needs all the edges that are still open.",
    proof="With one of the open edges left out, there were too few.",
    example=RuleExample("slither/5/5/hd86di77882c", 36, "453"),
)  # fmt: skip
TWO_LINES = Rule(
    name="two lines", level=0, weight=0.8, find=find,
    text="The loop passes a vertex once: two lines there, and no more.",
    proof="A loop passes a vertex once, so it has no line there or two.",
    example=RuleExample("slither/5/5/j220213dg236dj", 13, "103"),
)  # fmt: skip
GOES_ON = Rule(
    name="goes on", level=0, weight=1.6, find=find,
    text="A line does not end: with one way left at a vertex, it goes on there.",
    proof="A vertex with one line has two, and one edge is left.",
    example=RuleExample("slither/5/5/hbd12db627cc", 6, "103"),
)  # fmt: skip
DEAD_END = Rule(
    name="dead end", level=0, weight=0.5, find=find,
    text="A line here could not go on: this edge has no line.",
    proof="As a line it would be the only one at that vertex.",
    example=RuleExample("slither/5/5/hbd12db627cc", 28, "103"),
)  # fmt: skip
VISITED = Rule(
    name="visited", level=0, weight=1, find=find,
    text="Every vertex is visited: two edges left there, and both are lines.",
    proof="The variant: every vertex has two lines, and two edges are left.",
    example=RuleExample("https://puzz.link/p?slither/f/5/5/hdkdl8dg"),
)  # fmt: skip
