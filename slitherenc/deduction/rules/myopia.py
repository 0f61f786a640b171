"""Rules of myopia clues, whose arrows point to the nearest lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from slitherenc.deduction.engine.state import State
from slitherenc.deduction.engine.typed_patterns import PatternPlace, TypedCell, TypedCells, find_at
from slitherenc.deduction.rule import EASY, Deduction, Rule, RuleExample
from slitherenc.deduction.rules.other_clues import ALONE, OtherClues
from slitherenc.puzzles.clues.myopia import rays

_ONE_WAY = (1, 2, 4, 8)  # clues with a single arrow


def _alone(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        at_rim = {edge in _arrow_sides(cells, cell) for edge in cells.rim(cell)}
        if True in at_rim:
            yield PatternPlace("arrow to the rim", (cell,))
        elif at_rim:
            yield PatternPlace("no arrow to the rim", (cell,))
        else:
            yield PatternPlace("side without arrow", (cell,), with_dots=False)


def _together(cells: TypedCells) -> Iterator[PatternPlace]:
    """Of two cells with a single arrow each, on one line."""
    for cell in cells.all:
        for other, edge in cells.beside(cell):
            if cell < other and cell.value in _ONE_WAY and other.value in _ONE_WAY:
                straight_on = cells.edges_at(cells.facts.ends[edge]) - cell.sides - other.sides
                if edge in _arrow_sides(cells, cell) and edge in _arrow_sides(cells, other):
                    yield PatternPlace("facing arrows", (cell, other), straight_on | {edge})
                elif {cell.value, other.value} in ({1, 2}, {4, 8}) and edge not in _arrow_sides(cells, cell):
                    yield PatternPlace("arrows back to back", (cell, other), straight_on)


def _arrow_sides(cells: TypedCells, cell: TypedCell) -> set[int]:
    """The sides of a cell with an arrow."""
    ways = rays(cells.facts.board, cell.face)
    return {way[0] for bit, way in enumerate(ways) if cell.value >> bit & 1}


find = find_at("myopia", _alone, _together)


def find_agreeing(state: State) -> Iterator[Deduction]:
    """What a clue alone says of what is marked."""
    if any(clue.type == "myopia" for clue in state.facts.puzzle.all_clues.values()):
        yield from (found for found in state.search(OtherClues).find(ALONE) if found.rule == AGREE.name)


_rule = partial(Rule, level=EASY, find=find)
SIDE = _rule(
    name="side without arrow", weight=1,
    why="A line on a side is as near as a line can be, so an arrow would point to it. Sides without an arrow are "
    "empty.",
    proof="The arrows point in all directions in which the nearest line is nearest.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 1),
)  # fmt: skip
RIM = _rule(
    name="arrow to the rim", weight=2,
    why="Only the rim side lies in this direction, so it is a line, and the other arrows point to lines as near. "
    "Sides without an arrow are empty, and the loop goes on along the rim.",
    proof="An arrow points to a line, and from the rim side there is no other in its direction.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 6),
)  # fmt: skip
NO_RIM = _rule(
    name="no arrow to the rim", weight=1.5,
    why="Sides without an arrow are empty, the rim side too. An edge that is left alone at its dot has no line "
    "either.",
    proof="A line on a side is as near as a line can be, so an arrow would point to it.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 11),
)  # fmt: skip
FACING = _rule(
    name="facing arrows", weight=4,
    why="Were the side between them empty, each cell would see its line beyond the other, nearer to that one in a "
    "direction without an arrow. So it is a line, and as the other sides are empty, it goes straight on at both "
    "ends.",
    proof="If the first cell sees its line at a distance d > 1, the second sees that line at d - 1, without an "
    "arrow, so its own line is nearer than d - 1; and the other way round. Both cannot be.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/59ed66g32hc7137g9edg9i", 13),
)  # fmt: skip
BACK = _rule(
    name="arrows back to back", weight=3,
    why="Sides without an arrow are empty. At a dot between the two cells only the edge straight on is no side, and "
    "a line there could not go on.",
    proof="At each of the two dots all edges but one are sides of the cells without an arrow.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/q48r", 3),
)  # fmt: skip
AGREE = Rule(
    name="arrows agree", level=EASY, weight=2, find=find_agreeing,
    why="All arrows of a cell point to lines at the same distance, and in the other directions there is none as "
    "near. What is known in one direction tells of the others.",
    proof="If one arrow meets its line here, so do all; if one meets no line, none does, and the other directions "
    "have no line at this distance nor at the next.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 26),
)  # fmt: skip
