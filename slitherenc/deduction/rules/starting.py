"""Starting patterns: clues at a corner, on the rim, side by side or on a diagonal.

Patterns are located once, from the clues alone. A search skips the patterns whose conclusions are all known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from slitherenc.deduction.engine.closed_paths import closed_paths, witness
from slitherenc.deduction.engine.premise_index import Facts
from slitherenc.deduction.engine.premises import Clues, Known, OneLoop, Vertex
from slitherenc.deduction.engine.scopes import forced_in_unit
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.patterns import Cell, ClueCells, Part, PatternSearch, StartingPattern, all_of
from slitherenc.deduction.rules.runs import starting_runs


class _Zeros:
    def __init__(self, state: State) -> None:
        self.state, self.cells = state, _cells(state.facts)
        self.zeros = [cell for cell in self.cells.all if cell.number == 0]

    def find(self) -> Iterator[Deduction]:
        found = _all_zeros(self.cells, self.zeros, self.state.value)
        if found is None:
            self.zeros = []
        else:
            yield found


def _all_zeros(cells: ClueCells, zeros: Sequence[Cell], value: Sequence[int]) -> Deduction | None:
    """Return one deduction about the empty edges around all zeros, or None if all sides of the zeros are known."""
    facts = cells.facts
    sides = {cell: {edge for edge in cell.edges if value[edge] < 0} for cell in zeros}
    empty = {edge for edges in sides.values() for edge in edges}
    alone: dict[int, tuple[Cell, int]] = {}  # the only further edge at a dot of a zero -> the cell and the dot
    # If all sides of a zero are known, the rules about dots find the remaining edges at its dots.
    for cell in (cell for cell in zeros if sides[cell]):
        for vertex in cell.dots:
            spokes = cells.spokes(cell, vertex)
            if len(spokes) == 1 and value[spokes[0]] < 0 and spokes[0] not in empty:
                alone.setdefault(spokes[0], (cell, vertex))
    if not empty:
        return None
    at_dots = {cell for cell, _ in alone.values()}
    for cell in zeros:
        others = {edge for other, edges in sides.items() if other is not cell for edge in edges}
        if cell not in at_dots and sides[cell] <= others:
            del sides[cell]  # not needed as a premise, because other zeros imply the same edges
    clues = [facts.units[cell.unit].source for cell in sides]
    dots = sorted({vertex for _, vertex in alone.values()})
    edges = (*(edge for cell in sides for edge in sorted(sides[cell])), *alone)
    concludes = tuple(Known(edge, False) for edge in dict.fromkeys(edges))
    also = _ALSO[ZERO.name] if alone else ""
    return Deduction(concludes, (*clues, *map(Vertex, dots)), rule=ZERO.name, also=also)


class _Starting(PatternSearch):
    def __init__(self, state: State) -> None:
        super().__init__(_patterns(state.facts))

    def find(self, state: State) -> Iterator[Deduction]:
        """Yield deductions of patterns. Skip a deduction if each edge in it also follows from a single clue or dot."""
        for found in super().find(state):
            if not all(_is_plain(state, known) for known in found.concludes):
                yield found._replace(also=_beside(state.facts, found))


def _is_plain(state: State, known: Known) -> bool:
    return any(
        forced_in_unit(state.facts, number, state.value) == int(known.line) for number in state.facts.at[known.edge]
    )


def _beside(facts: Facts, found: Deduction) -> str:
    """Explain why `found` concludes empty edges that are not sides of its clues' cells. Return "" if there are none."""
    faces = [face for premise in found.premises if isinstance(premise, Clues) for face in premise.faces]
    if all(known.line or set(facts.sides[known.edge]) & set(faces) for known in found.concludes):
        return ""
    return _ALSO.get(found.rule, "Where two of these lines meet, all other edges at the dot are empty.")


@lru_cache(maxsize=4)
def _cells(facts: Facts) -> ClueCells:
    return ClueCells(facts)


@lru_cache(maxsize=4)
def _patterns(facts: Facts) -> tuple[StartingPattern, ...]:
    cells = _cells(facts)
    one_cell = (pattern for cell in cells.all for pattern in _single_clue_patterns(cells, cell))
    two_cells = (pattern for cell in cells.all for pattern in _together(cells, cell))
    return (*one_cell, *two_cells, *starting_runs(facts))


def _single_clue_patterns(cells: ClueCells, cell: Cell) -> Iterator[StartingPattern]:
    facts = cells.facts
    corners = [vertex for vertex in cell.dots if not cells.spokes(cell, vertex)]
    if corners and cell.full:
        yield from all_of(facts, CORNER_3, [cell.unit, *cells.dots(*corners)])
    if corners and cell.number == 1:
        yield from all_of(facts, CORNER_1, [cell.unit, *cells.dots(*corners)])
    for vertex in corners:
        if cell.two and not cell.full:
            beside = {end for edge in facts.around[vertex] for end in facts.ends[edge]}
            yield from all_of(facts, CORNER_2, [cell.unit, *cells.dots(*sorted(beside))])


def _together(cells: ClueCells, cell: Cell) -> Iterator[StartingPattern]:
    """Yield patterns of this cell and one or two cells that touch it. Yield each pattern for only one of its cells."""
    facts = cells.facts
    beside = cells.beside(cell)
    for other, edge in beside:
        ends = facts.ends[edge]
        units = [cell.unit, other.unit]
        if cell.full and other.number == 0:
            yield from all_of(facts, BESIDE_0, [*units, *cells.dots(*cell.dots)])
        if cell.full and other.full and cell.unit < other.unit:
            yield from _adjacent(cells, cell, other, edge)
        if cell.number == 1 and other.number > 0:
            first = other.number > 1 or cell.unit < other.unit
            rule = RIM_1_3 if other.number > max(1, len(other.edges) - 2) else RIM_1_1
            for vertex in ends if first else ():
                if len(facts.around[vertex]) == 3:
                    yield from all_of(facts, rule, [*units, *cells.dots(vertex)])
        corners = [vertex for vertex in other.dots if not cells.spokes(other, vertex)]
        if cell.full and other.two and any(edge not in facts.around[vertex] for vertex in corners):
            dots = sorted({*cell.dots, *other.dots})
            yield from all_of(facts, CORNER_2_3, [*units, *cells.dots(*dots)])
    if len(cell.edges) == 4:
        opposite = [(a, b) for a, e in beside for b, f in beside if a.unit < b.unit and _apart(cells, e, f)]
        for a, b in opposite:
            units = [a.unit, cell.unit, b.unit]
            if cell.full and a.full and b.full:
                yield from all_of(facts, THREE_3, [*units, *cells.dots(*cell.dots)])
            if cell.number == 2 and a.number == b.number == 1:
                yield from all_of(facts, RIM_1_2_1, [*units, *cells.dots(*cell.dots)])
    for other, vertex in cells.across(cell):
        units = [cell.unit, *cells.dots(vertex), other.unit]
        if cell.full and other.number == 0:
            yield from all_of(facts, DIAGONAL_3_0, units)
        if cell.number == 1 and other.number == 0:
            yield from all_of(facts, DIAGONAL_1_0, units)
        if cell.full and other.full and cell.unit < other.unit:
            yield from all_of(facts, DIAGONAL_3, units, bent=True)


def _adjacent(cells: ClueCells, a: Cell, b: Cell, edge: int) -> Iterator[StartingPattern]:
    """Yield the pattern of the adjacent 3s `a` and `b`. The clues and the common dots imply that the sides opposite the
    common side `edge` are lines. `edge` is a line, too: otherwise the loop would go around just these two cells."""
    facts = cells.facts
    by_units = all_of(facts, ADJACENT_3, [a.unit, b.unit, *cells.dots(*facts.ends[edge])])
    parts = [part for pattern in by_units for part in pattern.parts]
    around = sorted((a.edges | b.edges) - {edge})
    loops = closed_paths(facts, around)
    why = witness(facts, set(around), ())
    middle = Known(edge, True)
    if len(loops) == 1 and len(loops[0]) == len(around) and why and not any(middle in part.goals for part in parts):
        clues = (facts.units[a.unit].source, facts.units[b.unit].source)
        more = () if why in clues else (why,)
        parts.append(Part((middle,), (), (*clues, OneLoop(tuple(loops[0])), *more)))
    if parts:
        yield StartingPattern(ADJACENT_3, tuple(parts))


def _apart(cells: ClueCells, e: int, f: int) -> bool:
    return not set(cells.facts.ends[e]) & set(cells.facts.ends[f])


def find_zeros(state: State) -> Iterator[Deduction]:
    return state.search(_Zeros).find()


def find(state: State) -> Iterator[Deduction]:
    return state.search(_Starting).find(state)


ZERO = Rule(
    name="zero", id=1, level=EASY, weight=0.4, find=find_zeros,
    why="A 0 has no lines.",
    proof="A clue counts the lines around its cell, so all edges of a 0 are empty.",
    example=RuleExample("slither/5/5/g2bh67323ag262b", 1, "453"),
)  # fmt: skip
CORNER_3 = Rule(
    name="3 in the corner", title="{3} in the corner", id=2, level=EASY, weight=3, find=find,
    why="The loop uses both edges at a corner or neither. With neither, the {3} would have too few lines.",
    proof="Only two edges meet at the corner.",
    example=RuleExample("slither/5/5/cd3cj783181d", 1, "453"),
)  # fmt: skip
CORNER_1 = Rule(
    name="1 in the corner", id=3, level=EASY, weight=3, find=find,
    why="The loop uses both edges at a corner or neither. With both, the 1 would have too many lines.",
    proof="Only two edges meet at the corner.",
    example=RuleExample("slither/5/5/7332cbh6dg3bh", 1, "103"),
)  # fmt: skip
CORNER_2 = Rule(
    name="2 in the corner", id=4, level=EASY, weight=14, find=find,
    why="The loop uses both sides of the 2 at the corner, or both of its other sides. Either way, the loop "
    "continues along the rim in both directions, away from the corner.",
    proof="The loop uses both edges at the corner or neither. If it uses both, the 2 is complete, so both lines "
    "continue along the rim. If it uses neither, the other two sides of the 2 are lines. Where these lines reach the "
    "rim, they continue along it, away from the corner.",
    example=RuleExample("slither/5/5/2722212326221212112322c", 1, "453"),
)  # fmt: skip
BESIDE_0 = Rule(
    name="3 beside 0", title="{3} beside 0", id=5, level=EASY, weight=1, find=find,
    why="The side between the {3} and the 0 is empty, so the other sides of the {3} are lines. If a line of the "
    "{3} reaches a dot of the 0 and can continue along only one edge, this edge is a line, too.",
    proof="A 0 has no lines. So at each dot of the common side, a line of the 3 can continue along only one edge.",
    example=RuleExample("slither/5/5/g2bh67323ag262b", 2, "453"),
)  # fmt: skip
DIAGONAL_3_0 = Rule(
    name="3 diagonal to 0", title="{3} diagonal to 0", id=6, level=EASY, weight=1, find=find,
    why="At the shared dot, only the two sides of the {3} can be lines. The {3} needs at least one of them, and a "
    "single line could not go on. So both are lines.",
    proof="The 0 leaves only two edges at the shared dot, and both are sides of the 3. So both are lines, or both are "
    "empty.",
    example=RuleExample("slither/5/5/h17dh20cj86d", 2, "453"),
)  # fmt: skip
DIAGONAL_1_0 = Rule(
    name="1 diagonal to 0", id=6, level=EASY, weight=5, find=find,
    why="At the shared dot, only the two sides of the 1 can be lines. Two lines are too many for the 1, and a single "
    "line could not go on. So both sides are empty.",
    proof="The 0 leaves only two edges at the shared dot, and both are sides of the 1. So both are lines, or both are "
    "empty.",
    example=RuleExample("slither/5/5/g22cgc857bh8d", 2, "453"),
)  # fmt: skip
ADJACENT_3 = Rule(
    name="adjacent 3s", title="adjacent {3}s", id=7, level=EASY, weight=7, find=find,
    why="If the side between the {3}s were empty, their other sides would close a loop too early. So this side is a "
    "line. At each of its ends, one {3} has an empty side, since three lines cannot meet. Each {3} has only one empty "
    "side. So all sides that do not touch these ends are lines.",
    proof="If the common side were empty, the other sides of both 3s would form a loop that leaves out another clue "
    "or line. So the common side is a line. At each of its ends, it can continue along a side of only one 3, so the "
    "empty side of the other 3 is there.",
    example=RuleExample("slither/5/5/i711di31163bi", 1, "874"),
)  # fmt: skip
THREE_3 = Rule(
    name="three 3s in a row", title="three {3}s in a row", id=8, level=EASY, weight=6, find=find,
    why="Any two neighbors in the row are adjacent {3}s. So the side between them is a line, and so are all sides of "
    "these two {3}s that do not touch this line.",
    proof="Each line between two of the 3s continues at both ends along a side of one of these 3s. So all other edges "
    "there are empty.",
    example=RuleExample("slither/5/5/2226232221311123116222d", 3, "784"),
)  # fmt: skip
DIAGONAL_3 = Rule(
    name="diagonal 3s", title="diagonal {3}s", id=9, level=EASY, weight=4.5, find=find,
    why="Each {3} has only one empty side, so it has at least one line at the shared dot. At most two lines meet "
    "there, so each {3} has exactly one. So the empty side of each {3} is at this dot, and its far sides are lines.",
    proof="If one 3 had two lines at the shared dot, the other 3 would have none there, but it needs at least one. So "
    "the empty side of each 3 is at this dot.",
    example=RuleExample("slither/5/5/g327cdgdg1bg22d", 1, "874"),
)  # fmt: skip
RIM_1_1 = Rule(
    name="1-1 on the rim", title="1-{1} on the rim", id=14, level=EASY, weight=5, find=find,
    why="At the rim, a line between the two cells could continue only along the rim side of one of them. That cell "
    "would have one line too many.",
    proof="Only three edges meet at the dot on the rim: the common side and the rim sides of both cells.",
    example=RuleExample("slither/5/5/h26ch11cd1b1b", 1, "103"),
)  # fmt: skip
RIM_1_3 = Rule(
    name="1-3 on the rim", title="1-{3} on the rim", id=15, level=EASY, weight=8.5, find=find,
    why="If the common side is a line, the 1 has no other line. So this line goes on along the rim side of the {3}. If "
    "the common side is empty, the rim side of the {3} is a line, and this line goes on along the rim side of the 1. "
    "In both cases, the rim side of the {3} is a line, and the 1 has its line at the dot on the rim between the two "
    "cells. So the sides of the 1 that do not touch this dot are empty.",
    proof="Only three edges meet at the dot on the rim: the common side and the rim sides of both cells. If one of "
    "these edges is a line, exactly two of them are lines.",
    example=RuleExample("slither/5/5/k1272281bj18d", 2, "874"),
)  # fmt: skip
RIM_1_2_1 = Rule(
    name="1-2-1 on the rim", id=16, level=EASY, weight=6, find=find,
    why="If the side between the 2 and a 1 is a line, this 1 has no other line, so the line goes on along the rim "
    "side of the 2. If the sides of the 2 toward both 1s are empty, its other two sides are lines. In both cases, the "
    "rim side of the 2 is a line, and at each of its ends, the loop goes on along a side of a 1. So the sides of the "
    "1s that do not touch this rim side are empty.",
    proof="Only three edges meet at a dot on the rim between the 2 and a 1: the side between the two cells and their "
    "rim sides. If one of these edges is a line, exactly two of them are lines.",
    example=RuleExample("slither/5/5/21233111222311112216122d", 7, "702"),
)  # fmt: skip
CORNER_2_3 = Rule(
    name="2 in the corner, 3 beside", title="2 in the corner, {3} beside", id=17, level=EASY, weight=8, find=find,
    why="If the sides of the 2 at the corner are lines, its common side with the {3} is empty. Otherwise, the other "
    "two sides of the 2 are lines. They fill the dot where they meet, so the {3} has its empty side at this dot. In "
    "both cases, the rim side and the far side of the {3} are lines.",
    proof="The loop uses both edges at the corner or neither. If it uses both, the 2 has no other line, so the common "
    "side is the empty side of the 3. If it uses neither, the other two sides of the 2 are lines. They fill the dot "
    "where they meet, so the side of the 3 that meets the common side at this dot is empty.",
    example=RuleExample("slither/5/5/g7bi38db1d7c", 3, "853"),
)  # fmt: skip

# Sentences on why edges that are not sides of the clues are empty, by rule.
_ALSO = {
    ZERO.name: "If this leaves only one edge at a dot, this edge is empty, too: a line on it could not go on.",
    ADJACENT_3.name: "At these ends, the line between the {3}s meets a line of one {3}, so all other edges there are "
    "empty.",
    THREE_3.name: "At each of its ends, this line meets a line of one {3}, so all other edges there are empty.",
}
