"""Rules for one or a few clues and dots. An edge is determined if all assignments that fit them give it the same value.

A single clue or dot determines its unknown edges if none can be a line, or if all must be lines (class `_Units`). For a
clue with its dots, and for two clues with a common edge, all assignments are tried (`Scopes`). For clues other than
plain numbers, a SAT solver is used (`OtherClues`): for a clue alone, with its dots, or with its dots and nearby clues.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from slitherenc.boards.adjacency import sides_of_face
from slitherenc.deduction.engine.premise_index import Facts, Unit, UnitSource
from slitherenc.deduction.engine.premises import Clues, Known, Premise, Vertex
from slitherenc.deduction.engine.reasons import irreducible
from slitherenc.deduction.engine.scopes import (
    MOST,
    Scope,
    forced_in_unit,
    premises_of,
    reason_alone,
    reason_in_scope,
    scopes_of,
)
from slitherenc.deduction.engine.state import News, Quiet, State
from slitherenc.deduction.rule import EASY, HARD, MEDIUM, Deduction, Rule, RuleExample, by_reason
from slitherenc.deduction.words.chain_words import clues_in_words
from slitherenc.deduction.words.clue_words import arrows_in_words, reason_of_clue
from slitherenc.deduction.words.phrases import Phrase, listed_places, phrase, sentence, this_dot
from slitherenc.model.constraints import Side
from slitherenc.places import places_of_edges
from slitherenc.puzzles.puzzle import Puzzle

ALONE, WITH_DOTS, WITH_ANOTHER, WITH_TWO_OTHERS = range(4)  # levels of `OtherClues`
_ALL_LINES = {1: "its line", 2: "both of its lines"}
_WAYS = 3  # most assignments that a reason lists


class _Units:
    def __init__(self, state: State) -> None:
        self.facts, self.value, self.brief = state.facts, state.value, state.brief
        self.news = News(state)
        self.open = set(range(len(self.facts.units)))
        self.deductions: dict[int, Deduction] = {}  # by unit, until another edge of the unit becomes known

    def find(self) -> Iterator[Deduction]:
        changed = self.news.units()
        self.open |= changed
        for number in changed:
            self.deductions.pop(number, None)
        for number in sorted(self.open):
            if number not in self.deductions:
                line = forced_in_unit(self.facts, number, self.value)
                if line < 0:
                    self.open.discard(number)
                    continue
                self.deductions[number] = self._deduction(self.facts.units[number], line)
            yield self.deductions[number]

    def _deduction(self, unit: Unit, line: int) -> Deduction:
        concludes = tuple(Known(edge, line == 1) for edge in unit.edges if self.value[edge] < 0)
        premises = (unit.source, *reason_alone(unit, self.value, line))
        if not isinstance(unit.source, Clues):
            why: str | Phrase = _at_dot(unit.source, premises, line == 1)
        elif self.facts.number_of(unit) is not None:
            why = _count(self.facts, unit, premises)
        else:
            why = "" if self.brief else _of_other_clue(self.facts.puzzle, unit.source, premises, concludes[0])
        return Deduction(concludes, premises, rule=_rule_of_unit(premises, line == 1).name, why=why)


def _at_dot(dot: Vertex, premises: Collection[Premise], line: bool) -> Phrase:
    place = this_dot(dot.vertex)
    known = [premise.line for premise in premises if isinstance(premise, Known)]
    if line and not any(known):
        return phrase("In this puzzle, the loop visits every dot, and only two edges at ", place, " can be lines.")
    if line:
        return phrase("One line comes to ", place, " and must go on, and only one way is left.")
    if any(known):
        return phrase("Two lines meet at ", place, " already, so all other edges there are empty.")
    others = "All other edges" if len(known) > 1 else "The other edge"
    crossed = "are crossed out" if len(known) > 1 else "is crossed out"
    return phrase(f"{others} at ", place, f" {crossed}, so a line to that dot could not go on.")


def _of_other_clue(puzzle: Puzzle, source: Clues, premises: Collection[Premise], goal: Known) -> Phrase:
    marks = [premise for premise in premises if isinstance(premise, Known)]
    name = clues_in_words(puzzle, source.faces)
    return phrase(sentence(reason_of_clue(puzzle, source.faces, name, marks, goal)), ".")


def _count(facts: Facts, unit: Unit, premises: Collection[Premise]) -> str:
    number = facts.number_of(unit)
    assert number is not None, "the clue of the unit is a plain number"
    known = [premise for premise in premises if isinstance(premise, Known)]
    if number == 0:
        return "A 0 has no lines."
    if any(premise.line for premise in known):
        lines = _ALL_LINES.get(number, f"all {number} of its lines")
        return f"The {number} has {lines}, so its other edges stay empty."
    n_left = len(unit.edges) - len(known)
    left, them = ("one edge that is", "this edge") if n_left == 1 else (f"{n_left} edges that are", "them all")
    return f"The {number} has only {left} not crossed out, and it needs {them}."


def _rule_of_unit(premises: Collection[Premise], line: bool) -> Rule:
    if any(isinstance(premise, Clues) for premise in premises):
        return CLUE_NEEDS_ALL if line else CLUE_DONE
    lines = sum(isinstance(premise, Known) and premise.line for premise in premises)
    if line:
        return GOES_ON if lines else VISITED
    return BRANCH if lines == 2 else DEAD_END


class _Surroundings(NamedTuple):
    level: int
    sources: tuple[UnitSource, ...]
    edges: frozenset[int]


class OtherClues:
    """Finds values of edges that follow from a clue other than a plain number, and from the dots and clues near it."""

    def __init__(self, state: State) -> None:
        self.state, self.facts = state, state.facts
        self.all = list(self._all())
        self.quiet = Quiet(state, [place.edges for place in self.all])

    def _all(self) -> Iterator[_Surroundings]:
        facts = self.facts
        plain = {facts.units[number].source for number in facts.counting}
        clues = [source for source in facts.rows if isinstance(source, Clues)]
        others = [source for source in clues if source not in plain]
        if not others:
            return
        dots = {source: self._dots(source) for source in clues}
        yield from (self._place(ALONE, [source]) for source in others)
        yield from (self._place(WITH_DOTS, [source, *dots[source]]) for source in others)
        near: dict[Clues, set[Clues]] = {source: set() for source in clues}
        for a, b in combinations(clues, 2):
            if set(dots[a]) & set(dots[b]):
                near[a].add(b)
                near[b].add(a)
                if not (a in plain and b in plain):
                    yield self._place(WITH_ANOTHER, [a, b, *dict.fromkeys(dots[a] + dots[b])])
        chains = {frozenset((a, middle, b)) for middle in clues for a, b in combinations(near[middle], 2)}
        for some in sorted(map(sorted, chains)):
            if not plain.issuperset(some):
                of_all = dict.fromkeys(dot for source in some for dot in dots[source])
                yield self._place(WITH_TWO_OTHERS, [*some, *of_all])

    def _dots(self, source: Clues) -> list[Vertex]:
        edges = [edge for face in source.faces for edge in sides_of_face(self.facts.board, face)]
        return [Vertex(vertex) for vertex in sorted({end for edge in edges for end in self.facts.ends[edge]})]

    def _place(self, level: int, sources: list[UnitSource]) -> _Surroundings:
        edges = frozenset(edge for source in sources for edge in self.facts.about(source))
        return _Surroundings(level, tuple(sources), edges)

    def find(self, level: int) -> Iterator[Deduction]:
        """Yield all deductions of one `level`, such as ALONE (a single clue) or WITH_DOTS (a clue and its dots)."""
        quiet = self.quiet.update()
        concluded: set[Known] = set()
        for number, place in enumerate(self.all):
            if place.level != level or number in quiet:
                continue
            value = self.state.value
            known = [Known(edge, value[edge] == 1) for edge in sorted(place.edges) if value[edge] >= 0]
            unknown = [edge for edge in sorted(place.edges) if value[edge] < 0]
            implied = self.state.certifier.find_implied([*place.sources, *known], unknown)
            if not implied:
                quiet.add(number)
            new = [goal for goal in implied if goal not in concluded]
            concluded.update(new)
            reasons = ((tuple(irreducible(self.facts, [*place.sources, *known], goal)), goal) for goal in new)
            for premises, goals in by_reason(reasons).items():
                why = "" if self.state.brief else self._why(premises, goals)
                yield Deduction(tuple(goals), premises, rule=self._name(premises), why=why)

    def _why(self, premises: Sequence[Premise], goals: Sequence[Known]) -> str | Phrase:
        """Return the reason for a step that uses one myopia or sheep-wolf clue, or "" to use the rule's own reason."""
        puzzle = self.facts.puzzle
        clues = [premise for premise in premises if isinstance(premise, Clues)]
        rows = [row for clue in clues for row in self.facts.rows[clue]]
        if len(rows) == 1 and isinstance(rows[0], Side):
            side, number = ("inside", "an odd") if rows[0].inside else ("outside", "an even")
            way = f"the straight way out crosses {number} number of lines"
            return f"The cell lies {side} the loop, so {way}. All but one of the edges on it are known."
        marks = [premise for premise in premises if isinstance(premise, Known)]
        faces = [face for clue in clues for face in clue.faces]
        clue = puzzle.clue_at(faces[0]) if len(faces) == 1 else None
        if len(marks) + 1 == len(premises) and clue and clue.type == ARROWS_AGREE.clue_type:
            (face,) = faces
            return arrows_in_words(puzzle.board, face, clue.value, clues_in_words(puzzle, [face]), marks, goals)
        return ""

    def _name(self, premises: Sequence[Premise]) -> str:
        clues = [premise for premise in premises if isinstance(premise, Clues)]
        if len(clues) > 1:
            return (TWO_CLUES if len(clues) == 2 else THREE_CLUES).name
        if any(isinstance(premise, Vertex) for premise in premises):
            return AROUND.name
        clue = self.facts.puzzle.clue_at(clues[0].faces[0]) if len(clues[0].faces) == 1 else None
        return (ARROWS_AGREE if clue and clue.type == ARROWS_AGREE.clue_type else CLUE_ALONE).name


class Scopes:
    """Finds edges that a scope (a few clues and dots together) determines."""

    def __init__(self, state: State) -> None:
        self.state, self.facts, self.value = state, state.facts, state.value
        self.scopes = sorted(scopes_of(self.facts), key=lambda pair: pair[0])
        self.quiet = Quiet(state, [scope.edges for _, scope in self.scopes])

    def find(self, levels: Collection[int]) -> Iterator[Deduction]:
        """Yield deductions from sets of clues and dots. The level of a set (0, 1 or 2) states which kind of set it is.

        Level 0: two clues with a common edge, and the dots of this edge. Level 1: a clue and all its dots. Level 2: two
        clues with a common edge, and all their dots. Only `levels` are searched, the lowest level first. The search
        stops after the first level that has a deduction.
        """
        quiet = self.quiet.update()
        found_level = None
        for number, (level, scope) in enumerate(self.scopes):
            if found_level not in (None, level):
                return
            if level not in levels or number in quiet:
                continue
            implied = scope.find_implied(self.value)
            if implied:
                found_level = level
                yield from self._deductions(scope, implied)
            else:
                quiet.add(number)

    def _deductions(self, scope: Scope, implied: Sequence[Known]) -> Iterator[Deduction]:
        reasons = ((reason_in_scope(self.facts, scope.units, self.value, [goal]), goal) for goal in implied)
        found = ((premises_of(self.facts, *reason), goal) for reason, goal in reasons if reason is not None)
        for premises, goals in by_reason(found).items():
            rule = rule_of(premises, goals[0].line)
            why = "" if self.state.brief or not rule.in_small_steps else ways_in_words(self.facts, premises)
            yield Deduction(tuple(goals), premises, rule=rule.name, why=why)


def ways_in_words(facts: Facts, premises: Collection[Premise]) -> str | Phrase:
    """List all ways to draw the lines that the clues in `premises` still lack, or return "" if there are too many."""
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
            ways.append(tuple(edge for edge in unknown if value[edge]))
    if len(ways) > _WAYS:
        return ""
    faces = [face for unit in clues if isinstance(unit.source, Clues) for face in unit.source.faces]
    names = sentence(clues_in_words(facts.puzzle, faces))
    lines = [listed_places(places_of_edges(facts.board, way, faces)) if way else ("none",) for way in ways]
    listed = phrase(lines[0], *(part for one in lines[1:] for part in (", or ", one)))
    besides = " further" if any(known.get(edge) for edge in sides) else ""
    fits = {1: "", 2: " The move follows in both cases."}.get(len(ways), " The move follows in all cases.")
    return phrase(
        names,
        f" can have only these{besides} lines: {'either ' if len(lines) > 1 else ''}",
        listed,
        f". Any other lines would make a branch or a dead end.{fits}",
    )


def _may_be(unit: Unit, value: Mapping[int, int]) -> bool:
    known = [value[edge] for edge in unit.edges if edge in value]
    return any(sum(known) + more in unit.allowed for more in range(len(unit.edges) - len(known) + 1))


def rule_of(premises: Collection[Premise], line: bool) -> Rule:
    """Return the rule that a deduction with these premises belongs to; `line` is the value of the concluded edges."""
    clues = [premise for premise in premises if isinstance(premise, Clues)]
    vertices = [premise for premise in premises if isinstance(premise, Vertex)]
    if len(clues) > 1:
        return ADJACENT if len(vertices) <= 2 else TWO_CLUES
    return AROUND if clues and vertices else _rule_of_unit(premises, line)


def find_alone(state: State) -> Iterator[Deduction]:
    return state.search(_Units).find()


def find_agreeing(state: State) -> Iterator[Deduction]:
    """Yield the deductions from a single myopia clue, whose arrows point to the nearest lines around its cell."""
    if any(clue.type == ARROWS_AGREE.clue_type for clue in state.facts.puzzle.all_clues.values()):
        yield from (found for found in state.search(OtherClues).find(ALONE) if found.rule == ARROWS_AGREE.name)


def find_clue_alone(state: State) -> Iterator[Deduction]:
    return state.search(OtherClues).find(ALONE)


def find_with_dots(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((0, 1))
    yield from state.search(OtherClues).find(WITH_DOTS)


def find_two(state: State) -> Iterator[Deduction]:
    yield from state.search(Scopes).find((2,))
    yield from state.search(OtherClues).find(WITH_ANOTHER)


def find_three(state: State) -> Iterator[Deduction]:
    return state.search(OtherClues).find(WITH_TWO_OTHERS)


CLUE_DONE = Rule(
    name="clue done", id=22, level=EASY, weight=0.5, find=find_alone, routine=True,
    why="The clue has all its lines.",
    proof="A clue counts the lines around its cell, and the cell already has this many lines.",
    example=RuleExample("slither/5/5/k171721bgbg221c", 2, "103"),
)  # fmt: skip
CLUE_NEEDS_ALL = Rule(
    name="clue needs all", id=22, level=EASY, weight=0.5, find=find_alone, routine=True,
    why="The clue needs all the edges that are left.",
    proof="If one of the undecided edges were empty, the clue would have too few lines.",
    example=RuleExample("slither/5/5/hb318cgc1dgcd", 6, "103"),
)  # fmt: skip
BRANCH = Rule(
    name="branch", id=19, level=EASY, weight=0.8, find=find_alone, routine=True,
    why="Two lines meet at the dot already.",
    proof="The loop visits a dot at most once, so there are two lines at the dot, or none. Two are there already.",
    example=RuleExample("slither/5/5/i711di31163bi", 3, "103"),
)  # fmt: skip
GOES_ON = Rule(
    name="the line goes on", id=20, level=EASY, weight=1.8, find=find_alone, routine=True,
    why="The line must go on, and only one way is left.",
    proof="The loop has two lines at each dot that it visits. This dot has one line and only one undecided edge.",
    example=RuleExample("slither/5/5/k2212cgdg7728b", 3, "103"),
)  # fmt: skip
DEAD_END = Rule(
    name="dead end", id=21, level=EASY, weight=1.1, find=find_alone, routine=True,
    why="A line to the dot could not go on.",
    proof="If this edge were a line, it would be the only line at that dot, so the loop would end there.",
    example=RuleExample("slither/5/5/g23cbh811dj8c", 3, "103"),
)  # fmt: skip
VISITED = Rule(
    name="visited", level=EASY, weight=1, find=find_alone, routine=True,
    why="In this puzzle, the loop visits every dot, and only two edges at the dot can be lines.",
    proof="In one variant, the loop must visit every dot. It has two lines at each dot that it visits.",
    example=RuleExample("slither/f/5/5/mbhdj8dg", 0, ""),
)  # fmt: skip
ARROWS_AGREE = Rule(
    name="arrows agree", clue_type="myopia", level=EASY, weight=2, find=find_agreeing,
    why="All arrows of a cell point to lines at the same distance, and in the other directions, no line is as near. So "
    "a mark in one direction decides edges in other directions.",
    proof="All arrows of a cell point to lines at the same distance. So if this distance is known for one "
    "arrow, it is known for all. If the edge at some distance is empty in the direction of one arrow, no arrow points "
    "to a line at this distance. In the directions without an arrow, all edges up to the distance of these lines are "
    "empty.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 26),
)  # fmt: skip
CLUE_ALONE = Rule(
    name="clue alone", level=EASY, weight=2, find=find_clue_alone, in_small_steps=True,
    why="If any edge of the move had the opposite value, this clue could not be satisfied.",
    proof="Compare all ways to satisfy the clue. Each edge of the move has the same value in all of them.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/h4e4444444eg4432444c", 5),
)  # fmt: skip
ADJACENT = Rule(
    name="adjacent clues", level=MEDIUM, weight=24, find=find_with_dots, in_small_steps=True,
    why="If any edge of the move had the opposite value, the two clues could not both be satisfied.",
    proof="Compare all ways to satisfy the two clues without a branch or a dead end at either dot of their common "
    "edge. Each edge of the move has the same value in all of them.",
    example=RuleExample("slither/5/5/gdh7dh6711d1c", 6, "103"),
)  # fmt: skip
AROUND = Rule(
    name="clue and its dots", level=MEDIUM, weight=8.5, find=find_with_dots, in_small_steps=True,
    why="If any edge of the move had the opposite value, this clue could not be satisfied.",
    proof="Compare all ways to satisfy the clue without a branch or a dead end at its dots. Each edge of the move has "
    "the same value in all of them.",
    example=RuleExample("slither/5/5/i8376ch71c62b", 4, "784"),
)  # fmt: skip
TWO_CLUES = Rule(
    name="two clues", level=HARD, weight=30, find=find_two, in_small_steps=True,
    why="If any edge of the move had the opposite value, the two clues could not both be satisfied.",
    proof="Compare all ways to satisfy the two clues without a branch or a dead end at their dots. Each edge of the "
    "move has the same value in all of them.",
    example=RuleExample("4x4t4:4a43b1b23a2e1a4c", 39, ""),
)  # fmt: skip
THREE_CLUES = Rule(
    name="three clues", level=HARD, weight=34, find=find_three, in_small_steps=True,
    why="If any edge of the move had the opposite value, the three clues could not all be satisfied.",
    proof="Compare all ways to satisfy the three clues without a branch or a dead end at their dots. Each edge of the "
    "move has the same value in all of them.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/gcj122d1ch62c", 17),
)  # fmt: skip
