"""Rules for clues of the types vertex, touch and myopia.

Their patterns are recognized on the board without marks (`patterns`). A vertex clue is the number of dots of its cell
that the loop visits. A touch clue is the number of separate pieces in which the loop touches the cell. The arrows of a
myopia clue point to the nearest lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from slitherenc.deduction.rule import EASY, Rule, RuleExample
from slitherenc.deduction.rules.patterns import PatternPlace, TypedCell, TypedCells, find_at
from slitherenc.puzzles.clues.myopia import rays


def _touch_places(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        if cell.value == 0:
            yield PatternPlace(TOUCH_0, (cell,))
        if not cell.square:
            continue
        if cell.value == 2 and cells.in_corner(cell):
            yield PatternPlace(TOUCH_CORNER_2, (cell,))
        if cell.value == 3 and cells.rim(cell):
            yield PatternPlace(TOUCH_RIM_3, (cell,))
        if cell.value == 4:
            yield PatternPlace(TOUCH_4, (cell,))
    threes = [cell for cell in cells.all if cell.square and cell.value == 3]
    for cell in threes:
        for other, _ in cells.beside(cell):
            if other in threes and cell < other:
                yield PatternPlace(TOUCH_ADJACENT_3, (cell, other))
        for other, _ in cells.across(cell):
            if other in threes and cell < other:
                yield PatternPlace(TOUCH_DIAGONAL_3, (cell, other))


find_touch = find_at("touch", _touch_places)


_touch = partial(Rule, level=EASY, find=find_touch, clue_type="touch")
TOUCH_0 = _touch(
    name="touch 0", weight=1,
    why="The loop does not touch a 0, so no dot of its cell has a line.",
    proof="If an edge at a dot of the cell were a line, the loop would touch the cell.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rap", 1),
)  # fmt: skip
TOUCH_4 = _touch(
    name="touch 4", weight=2,
    why="Four separate pieces are the four dots, each alone: a line comes in and goes out at each of them, and no "
    "side of the cell joins two.",
    proof="A line on a side joins two dots of the cell to one piece. So with a line on any side, there are at most "
    "three pieces.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rep", 1),
)  # fmt: skip
TOUCH_RIM_3 = _touch(
    name="touch 3 on the rim", weight=4,
    why="Each piece comes in and goes out by edges that leave the cell. Three pieces need six of them, and at the "
    "rim there are just six.",
    proof="Only six edges at the dots of the cell are not its sides, so all six are lines. At each dot inside the "
    "board, two of them meet, so the sides there are empty. At each dot on the rim, one line is missing, which is the "
    "rim side.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 1),
)  # fmt: skip
TOUCH_CORNER_2 = _touch(
    name="touch 2 in the corner", weight=4,
    why="Each piece comes in and goes out by edges that leave the cell. Two pieces need four of them, and in the "
    "corner there are just four.",
    proof="Only four edges at the dots of the cell are not its sides, so all four are lines. Two of them meet at the "
    "inner dot, so the sides there are empty. The other two continue around the corner.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 2),
)  # fmt: skip
TOUCH_ADJACENT_3 = _touch(
    name="adjacent touch 3s", weight=6,
    why="A 3 has a line on at most one side. The loop visits both dots between the cells. Without the lines straight "
    "on from these dots, it would need more sides than that. With these lines, each 3 has its side here, so the far "
    "sides are empty.",
    proof="Three pieces are three single dots, or all four dots with a line on one side. If the loop left out a "
    "shared dot, no side could be a line, and only one edge would be left at the other shared dot. If two sides at "
    "one shared dot were lines, either one cell would have two such sides, or neither cell could have another one, "
    "and the loop could not visit the other shared dot.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/q3dp", 1),
)  # fmt: skip
TOUCH_DIAGONAL_3 = _touch(
    name="diagonal touch 3s", weight=6,
    why="A 3 has a line on at most one side, and leaves out a dot only if no side is a line. At the shared dot, each "
    "3 has a line on one side, or the loop leaves out that dot. Either way the loop visits the far dots, and the "
    "sides there are empty.",
    proof="Three pieces are three single dots, or all four dots with a line on one side. The four edges at the shared "
    "dot are two sides of each cell. So the loop leaves out this dot, or each cell has its only line on a side there.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/ldidp", 1),
)  # fmt: skip


def _vertex_patterns(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        if cell.square and cell.value in _IN_CORNER and cells.in_corner(cell):
            yield PatternPlace(_IN_CORNER[cell.value], (cell,))
        elif cell.value in _ANYWHERE:
            yield PatternPlace(_ANYWHERE[cell.value], (cell,))


def _vertex_together(cells: TypedCells) -> Iterator[PatternPlace]:
    """Yield the places where two vertex clues, adjacent or diagonal, form a pattern. The larger clue comes second."""
    for cell in cells.all:
        for other, edge in cells.beside(cell) if cell.square else ():
            shared = cell.dots & other.dots
            if other.square and cell.value == other.value == 1 and cell < other:
                yield PatternPlace(VERTEX_ADJACENT_1, (cell, other), cells.edges_at(shared) - cell.sides - other.sides)
            elif other.square and (cell.value, other.value) in _BESIDE:
                far = (
                    cells.edges_at(cell.dots - shared) if other.value - cell.value > 1 else _opposite(cells, cell, edge)
                )
                yield PatternPlace(_BESIDE[cell.value, other.value], (cell, other), far)
        for other, vertex in cells.across(cell):
            if cell.square and other.square and (cell.value, other.value) == (1, 4):
                near = cells.edges_at((*cell.dots, vertex))
                yield PatternPlace(VERTEX_DIAGONAL_1_4, (cell, other), near)


def _opposite(cells: TypedCells, cell: TypedCell, edge: int) -> set[int]:
    return set(cell.sides) - cells.edges_at(cells.facts.ends[edge])


find_vertex = find_at("vertex", _vertex_patterns, _vertex_together)


_vertex = partial(Rule, level=EASY, find=find_vertex, clue_type="vertex")
VERTEX_0 = _vertex(
    name="vertex 0", weight=1,
    why="The loop visits no dot of a 0, so no edge there has a line.",
    proof="If an edge at a dot of the cell were a line, the loop would visit that dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rap", 1),
)  # fmt: skip
VERTEX_1 = _vertex(
    name="vertex 1", weight=1,
    why="A line on a side would visit two dots, so the sides of a 1 are empty. On the rim an edge may be left alone "
    "at its dot; a line there could not go on.",
    proof="Both ends of a side are dots of the cell, so a line on a side visits two of them.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rbp", 1),
)  # fmt: skip
VERTEX_CORNER_1 = _vertex(
    name="vertex 1 in the corner", weight=3,
    why="A line on a side would visit two dots, so the sides are empty. Then only the inner dot has two edges left, "
    "and the loop visits that one.",
    proof="All edges at the corner are sides of the cell, so they are empty. Each dot beside the corner has only one "
    "other edge, and a line there could not continue. So the loop visits the inner dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/bzh", 1),
)  # fmt: skip
VERTEX_CORNER_2 = _vertex(
    name="vertex 2 in the corner", weight=3,
    why="A loop that visits the corner uses both of its sides, and they have three dots. So the corner is left out.",
    proof="Only two edges meet at the corner. A loop that uses them visits three dots of the cell, which is one too "
    "many.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/czh", 1),
)  # fmt: skip
VERTEX_CORNER_3 = _vertex(
    name="vertex 3 in the corner", weight=4,
    why="The loop leaves out the corner or the inner dot, and turns there around the cell. Either way it goes on "
    "along both rims, and it does not leave the cell at the inner dot.",
    proof="If the loop visits the corner, its two lines there visit three dots, so the inner sides are empty. If not, "
    "it visits the other three dots. Then each dot beside the corner needs its rim edge and an inner side, and the "
    "two inner sides fill the inner dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/dzh", 1),
)  # fmt: skip
VERTEX_CORNER_4 = _vertex(
    name="vertex 4 in the corner", weight=2,
    why="The loop visits all four dots, including the corner, where only two edges meet. So both are lines.",
    proof="Only two edges meet at the corner. A loop that visits the corner uses both.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/ezh", 1),
)  # fmt: skip
VERTEX_ADJACENT_1 = _vertex(
    name="adjacent vertex 1s", weight=4,
    why="The sides of a 1 are empty. At a dot between the two cells, all edges are sides of the cells except the edge "
    "straight on, and a line there could not go on.",
    proof="At each of the two shared dots, all edges except one are sides of the cells, so they are empty. A line on "
    "the remaining edge could not continue.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1bp", 3),
)  # fmt: skip
VERTEX_BESIDE_1_3 = _vertex(
    name="vertex 1 beside 3", weight=4,
    why="The loop visits at least one of the two shared dots, since the 3 leaves out only one dot. This is the only "
    "dot of the 1, so the far dots of the 1 are left out.",
    proof="The loop leaves out only one of the four dots of the 3. So it visits at least one of the two shared dots.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1dp", 2),
)  # fmt: skip
VERTEX_BESIDE_2_4 = _vertex(
    name="vertex 2 beside 4", weight=3,
    why="The loop visits both shared dots, since they are dots of the 4. These are the two dots of the 2, so the far "
    "dots of the 2 are left out.",
    proof="The loop visits all dots of the 4. So the two dots of the 2 that it visits are the shared dots.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2ep", 1),
)  # fmt: skip
VERTEX_BESIDE_2_3 = _vertex(
    name="vertex 2 beside 3", weight=5,
    why="The loop visits at least one of the two shared dots, since the 3 leaves out only one dot. So it visits at "
    "most one of the far dots of the 2, and the side between the far dots is empty.",
    proof="If the far side of the 2 were a line, the loop would visit both far dots of the 2 and neither shared dot. "
    "But it leaves out only one dot of the 3.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2dp", 1),
)  # fmt: skip
VERTEX_BESIDE_3_4 = _vertex(
    name="vertex 3 beside 4", weight=4,
    why="The loop visits both shared dots, since they are dots of the 4. So it visits just one of the far dots of the "
    "3, and the side between the far dots is empty.",
    proof="If the far side of the 3 were a line, the loop would visit both far dots of the 3 and both shared dots. "
    "These are four dots of the 3.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q3ep", 1),
)  # fmt: skip
VERTEX_DIAGONAL_1_4 = _vertex(
    name="vertex 1 diagonal to 4", weight=4,
    why="The loop visits the shared dot, since it is a dot of the 4. This is the only dot of the 1, so the other dots "
    "of the 1 are left out. The sides of the 1 are empty, so the loop uses the two sides of the 4 at the shared dot.",
    proof="The loop visits all dots of the 4. So it visits the shared dot, which is its only dot of the 1. The edges "
    "at this dot are two sides of the 1, which are empty, and two sides of the 4.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/lbiep", 2),
)  # fmt: skip

_ANYWHERE = {0: VERTEX_0, 1: VERTEX_1}
_IN_CORNER = {1: VERTEX_CORNER_1, 2: VERTEX_CORNER_2, 3: VERTEX_CORNER_3, 4: VERTEX_CORNER_4}
_BESIDE = {
    (1, 3): VERTEX_BESIDE_1_3,
    (2, 3): VERTEX_BESIDE_2_3,
    (2, 4): VERTEX_BESIDE_2_4,
    (3, 4): VERTEX_BESIDE_3_4,
}


_ONE_WAY = (1, 2, 4, 8)  # clues with a single arrow


def _myopia_patterns(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        at_rim = {edge in _arrow_sides(cells, cell) for edge in cells.rim(cell)}
        if True in at_rim:
            yield PatternPlace(ARROW_RIM, (cell,))
        elif at_rim:
            yield PatternPlace(ARROW_NO_RIM, (cell,))
        else:
            yield PatternPlace(ARROW_SIDE, (cell,), with_dots=False)


def _myopia_together(cells: TypedCells) -> Iterator[PatternPlace]:
    """Yield the places where two adjacent myopia clues, each with one arrow, form a pattern."""
    for cell in cells.all:
        for other, edge in cells.beside(cell):
            if cell < other and cell.value in _ONE_WAY and other.value in _ONE_WAY:
                straight_on = cells.edges_at(cells.facts.ends[edge]) - cell.sides - other.sides
                if edge in _arrow_sides(cells, cell) and edge in _arrow_sides(cells, other):
                    yield PatternPlace(ARROWS_FACING, (cell, other), straight_on | {edge})
                elif {cell.value, other.value} in ({1, 2}, {4, 8}) and edge not in _arrow_sides(cells, cell):
                    yield PatternPlace(ARROWS_BACK, (cell, other), straight_on)


def _arrow_sides(cells: TypedCells, cell: TypedCell) -> set[int]:
    ways = rays(cells.facts.board, cell.face)
    return {way[0] for bit, way in enumerate(ways) if cell.value >> bit & 1}


find_myopia = find_at("myopia", _myopia_patterns, _myopia_together)


_myopia = partial(Rule, level=EASY, find=find_myopia, clue_type="myopia")
ARROW_SIDE = _myopia(
    name="side without arrow", weight=1,
    why="A line on a side is as near as a line can be, so an arrow would point to it. Sides without an arrow are "
    "empty.",
    proof="The arrows point in all directions in which the next line is closest. A line on a side is at the smallest "
    "possible distance, so an arrow would point to it.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 1),
)  # fmt: skip
ARROW_RIM = _myopia(
    name="arrow to the rim", weight=2,
    why="Only the rim side lies in this direction, so it is a line, and the other arrows also point to lines on sides "
    "of the cell. Sides without an arrow are empty, and the loop goes on along the rim.",
    proof="An arrow points to a line, and the rim side is the only edge in its direction. All arrows point to lines "
    "at the same distance, so each side with an arrow is a line.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 6),
)  # fmt: skip
ARROW_NO_RIM = _myopia(
    name="no arrow to the rim", weight=1.5,
    why="Sides without an arrow are empty, the rim side too. An edge that is left alone at its dot has no line "
    "either.",
    proof="A line on a side is at the smallest possible distance, so an arrow would point to it.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 11),
)  # fmt: skip
ARROWS_FACING = _myopia(
    name="facing arrows", weight=4,
    why="If the side between them were empty, each cell would see its line beyond the other cell. The other cell "
    "would be nearer to this line, which lies in a direction without an arrow. So the side is a line. As the other "
    "sides are empty, this line goes straight on at both ends.",
    proof="Suppose that the common side is empty. Then the first cell sees its nearest line beyond the second cell, "
    "at a distance d > 1. The second cell sees this line at the distance d - 1, in a direction without an arrow. So "
    "the nearest line of the second cell is closer than d - 1. In the same way, the nearest line of the first cell is "
    "closer than that of the second cell, which is a contradiction.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/59ed66g32hc7137g9edg9i", 13),
)  # fmt: skip
ARROWS_BACK = _myopia(
    name="arrows back to back", weight=3,
    why="Sides without an arrow are empty. At a dot between the two cells, all edges are such sides except the edge "
    "straight on, and a line there could not go on.",
    proof="At each of the two shared dots, all edges except one are sides of the cells without an arrow, so they are "
    "empty. A line on the remaining edge could not continue.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/q48r", 3),
)  # fmt: skip
