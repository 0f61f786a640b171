"""Rules of a few clues and vertices together: all ways that they allow are tried (`engine.scopes`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from slitherenc.boards.places import places_of_edges
from slitherenc.deduction.engine.premise_index import Facts, Unit
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.scopes import MOST, Scope, premises_of, reason_in_scope, scopes_of
from slitherenc.deduction.engine.state import Quiet, State
from slitherenc.deduction.rule import HARD, MEDIUM, Deduction, Rule, RuleExample, by_reason
from slitherenc.deduction.rules.other_clues import WITH_ANOTHER, WITH_DOTS, WITH_TWO_OTHERS, OtherClues
from slitherenc.deduction.rules.units import name_of_unit
from slitherenc.deduction.words.phrases import Phrase, listed_phrases, phrase


class Scopes:
    """Remembers the scopes with their levels, and those that say nothing as long as their edges stay."""

    def __init__(self, state: State) -> None:
        self.state, self.facts, self.value = state, state.facts, state.value
        self.scopes = sorted(scopes_of(self.facts), key=lambda pair: pair[0])
        self.quiet = Quiet(state, [scope.edges for _, scope in self.scopes])

    def find(self, levels: Collection[int]) -> Iterator[Deduction]:
        """All of the lowest of some levels at which there are any."""
        quiet = self.quiet.now()
        found_level = None
        for number, (level, scope) in enumerate(self.scopes):
            if found_level not in (None, level):
                return
            if level not in levels or number in quiet:
                continue
            implied = scope.implied(self.value)
            if implied:
                found_level = level
                yield from self._deductions(scope, implied)
            else:
                quiet.add(number)

    def _deductions(self, scope: Scope, implied: Sequence[Known]) -> Iterator[Deduction]:
        """For each reason all that follows from it."""
        reasons = ((reason_in_scope(self.facts, scope.units, self.value, [goal]), goal) for goal in implied)
        found = ((premises_of(self.facts, *reason), goal) for reason, goal in reasons if reason is not None)
        for premises, goals in by_reason(found).items():
            rule = name_of(premises, goals[0].line)
            why = "" if self.state.brief or rule not in _TOLD else ways_in_words(self.facts, premises)
            yield Deduction(tuple(goals), premises, rule=rule, why=why)


def ways_in_words(facts: Facts, premises: Collection[Premise]) -> str | Phrase:
    """The ways in which the clues can have their lines, where these are few; "": they are many."""
    known = {premise.edge: int(premise.line) for premise in premises if isinstance(premise, Known)}
    units = [unit for unit in facts.units if unit.source in premises]
    clues = [unit for unit in units if isinstance(unit.source, Clues)]
    sides = sorted({edge for unit in clues for edge in unit.edges})
    beside = [edge for unit in units if unit not in clues for edge in unit.edges if edge not in {*sides, *known}]
    unknown = [edge for edge in sides if edge not in known]
    if len(unknown) > MOST or len(set(beside)) < len(beside):
        return ""
    ways = []
    for values in product((0, 1), repeat=len(unknown)):
        value = {**known, **dict(zip(unknown, values, strict=True))}
        if all(_may_be(unit, value) for unit in units):
            ways.append(tuple(edge for edge in sides if value[edge]))
    if len(ways) > _WAYS or not all(ways):
        return ""
    faces = [face for unit in clues if isinstance(unit.source, Clues) for face in unit.source.faces]
    told = [listed_phrases([(p,) for p in places_of_edges(facts.board, way, faces)]) for way in ways]
    listed = phrase(told[0], *(part for one in told[1:] for part in ("; or ", one)))
    lines = "The lines of the clue" if len(faces) == 1 else "The lines of the clues"
    fits = {1: "", 2: ", and either way the same follows"}.get(len(ways), ", and in each of these the same follows")
    return phrase(f"{lines} can only be ", listed, f". All other ways fail at the dots{fits}.")


def _may_be(unit: Unit, value: Mapping[int, int]) -> bool:
    """Is there a way for the edges of which nothing is said?"""
    said = [value[edge] for edge in unit.edges if edge in value]
    return any(sum(said) + more in unit.allowed for more in range(len(unit.edges) - len(said) + 1))


def name_of(premises: Collection[Premise], line: bool) -> str:
    """The rule by what a conclusion rests on."""
    clues = [premise for premise in premises if isinstance(premise, Clues)]
    vertices = [premise for premise in premises if isinstance(premise, Vertex)]
    if len(clues) > 1:
        return "adjacent clues" if len(vertices) <= 2 else "two clues"
    if clues and vertices:
        return "clue and its dots"
    return name_of_unit(premises, line)


_TOLD = ("adjacent clues", "clue and its dots", "two clues")
_WAYS = 3  # that are told one by one


def find(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((0, 1))
    yield from state.search(OtherClues).find(WITH_DOTS)


def find_two(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((2,))
    yield from state.search(OtherClues).find(WITH_ANOTHER)


def find_three(state: State) -> Iterator[Deduction]:
    return state.search(OtherClues).find(WITH_TWO_OTHERS)


ADJACENT = Rule(
    name="adjacent clues", level=MEDIUM, weight=24, find=find, in_small_steps=True,
    why="Every way to give both clues their lines has this in common.",
    proof="All ways were tried that the clues and the ends of their edge allow.",
    example=RuleExample("slither/5/5/gdh7dh6711d1c", 6, "103"),
)  # fmt: skip
AROUND = Rule(
    name="clue and its dots", level=MEDIUM, weight=7, find=find, in_small_steps=True,
    why="Every way to give the clue its lines has this in common.",
    proof="All ways were tried that the clue and its dots allow.",
    example=RuleExample("slither/5/5/i8376ch71c62b", 4, "784"),
)  # fmt: skip
TWO_CLUES = Rule(
    name="two clues", level=HARD, weight=30, find=find_two, in_small_steps=True,
    why="Every way to give both clues their lines has this in common.",
    proof="All ways were tried that the clues and their dots allow.",
    example=RuleExample("4x4t4:4a43b1b23a2e1a4c", 39, ""),
)  # fmt: skip
THREE_CLUES = Rule(
    name="three clues", level=HARD, weight=34, find=find_three, in_small_steps=True,
    why="Three clues and their dots leave only this.",
    proof="All ways were tried that the clues and their dots allow.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/161636212161dg172c", 3),
)  # fmt: skip
