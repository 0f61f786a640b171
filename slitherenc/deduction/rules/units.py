"""Rules of a single clue or a single vertex: it has its lines, or needs all the edges that are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from slitherenc.boards.places import Place
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.scopes import alone, reason_alone
from slitherenc.deduction.engine.state import News, State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.words.phrases import Phrase, phrase


class _Units:
    """Remembers the units that may say something new."""

    def __init__(self, state: State) -> None:
        self.facts, self.value = state.facts, state.value
        self.news = News(state)
        self.open = set(range(len(self.facts.units)))
        self.told: dict[int, Deduction] = {}  # by unit, until something is new there

    def find(self) -> Iterator[Deduction]:
        changed = self.news.units()
        self.open |= changed
        for number in changed:
            self.told.pop(number, None)
        for number in sorted(self.open):
            if number not in self.told:
                line = alone(self.facts, number, self.value)
                if line < 0:
                    self.open.discard(number)
                    continue
                self.told[number] = self._deduction(self.facts.units[number], line)
            yield self.told[number]

    def _deduction(self, unit: Unit, line: int) -> Deduction:
        concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
        premises = (unit.source, *reason_alone(unit, self.value, line))
        why = (
            _count(self.facts, unit, premises)
            if isinstance(unit.source, Clues)
            else _at_dot(unit.source, premises, line == 1)
        )
        return Deduction(concludes, premises, rule=name_of_unit(premises, line == 1), why=why)


_ALL_LINES = {1: "its line", 2: "both of its lines"}


def _at_dot(dot: Vertex, premises: Collection[Premise], line: bool) -> Phrase:
    """What a dot says."""
    place = Place("this dot", "vertex", (dot.vertex,))
    known = [premise.line for premise in premises if isinstance(premise, Known)]
    if line and not any(known):
        return phrase("The loop visits every dot, and only two edges are left at ", place, ".")
    if line:
        return phrase("One line comes to ", place, " and must go on, and only one way is left.")
    if any(known):
        return phrase("Two lines meet at ", place, " already, so nothing else goes there.")
    others = "All other edges" if len(known) > 1 else "The other edge"
    crossed = "are crossed out" if len(known) > 1 else "is crossed out"
    return phrase(f"{others} at ", place, f" {crossed}, so a line could not go on from there.")


def _count(facts: Facts, unit: Unit, premises: Collection[Premise]) -> str:
    """What a clue counts; "" if its number says something else."""
    number = facts.number_of(unit)
    if number is None:
        return ""
    known = [premise for premise in premises if isinstance(premise, Known)]
    if number == 0:
        return "A 0 has no lines."
    if any(premise.line for premise in known):
        lines = _ALL_LINES.get(number, f"all {number} of its lines")
        return f"The {number} has {lines}, so its other edges stay empty."
    n_left = len(unit.edges) - len(known)
    left, them = ("one of its edges is", "it") if n_left == 1 else (f"{n_left} of its edges are", "them all")
    return f"Only {left} not crossed out, and the {number} needs {them}."


def name_of_unit(premises: Collection[Premise], line: bool) -> str:
    """Which of these rules rests on a clue or a vertex, and known edges of it."""
    if any(isinstance(premise, Clues) for premise in premises):
        return "clue needs all" if line else "clue done"
    known = [premise for premise in premises if isinstance(premise, Known)]
    lines = sum(premise.line for premise in known)
    if line:
        return "the line goes on" if lines else "visited"
    return "branch" if lines == 2 else "dead end"


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Units).find()


CLUE_DONE = Rule(
    name="clue done", id=22, level=EASY, weight=0.5, find=find,
    why="The clue has all its lines.",
    proof="The clue says how many of its edges are lines, and so many are.",
    example=RuleExample("slither/5/5/k171721bgbg221c", 2, "103"),
)  # fmt: skip
CLUE_NEEDS_ALL = Rule(
    name="clue needs all", id=22, level=EASY, weight=0.5, find=find,
    why="The clue needs all the edges that are left.",
    proof="Without one of the open edges there would be too few.",
    example=RuleExample("slither/5/5/hb318cgc1dgcd", 6, "103"),
)  # fmt: skip
BRANCH = Rule(
    name="branch", id=19, level=EASY, weight=0.8, find=find,
    why="Two lines meet at the dot already.",
    proof="A loop passes a vertex once, so it has no line there or two.",
    example=RuleExample("slither/5/5/i711di31163bi", 3, "103"),
)  # fmt: skip
GOES_ON = Rule(
    name="the line goes on", id=20, level=EASY, weight=1.5, find=find,
    why="The line must go on, and only one way is left.",
    proof="A vertex with one line has two, and one edge is left.",
    example=RuleExample("slither/5/5/k2212cgdg7728b", 3, "103"),
)  # fmt: skip
DEAD_END = Rule(
    name="dead end", id=21, level=EASY, weight=1.6, find=find,
    why="A line to the dot could not go on from there.",
    proof="As a line it would be the only one at that vertex.",
    example=RuleExample("slither/5/5/g23cbh811dj8c", 3, "103"),
)  # fmt: skip
VISITED = Rule(
    name="visited", level=EASY, weight=1, find=find,
    why="The loop visits every dot, and only two edges are left at the dot.",
    proof="The variant: every vertex has two lines, and two edges are left.",
    example=RuleExample("slither/f/5/5/mbhdj8dg", 0, ""),
)  # fmt: skip
