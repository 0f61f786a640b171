"""Rules for patterns of clues of the types vertex, touch and myopia.

A vertex clue is the number of dots of its cell that the loop visits. A touch clue is the number of separate pieces in
which the loop touches the cell. The arrows of a myopia clue point to the nearest lines. The patterns depend only on
clues and their positions, so they are located before any edge is marked.
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
        for other, dot in cells.across(cell):
            if other in threes and cell < other and len(cells.facts.around[dot]) == 4:
                yield PatternPlace(TOUCH_DIAGONAL_3, (cell, other))


find_touch = find_at("touch", _touch_places)


_touch = partial(Rule, level=EASY, find=find_touch, clue_type="touch")
TOUCH_0 = _touch(
    name="touch 0", weight=1,
    why="The loop does not touch the cell of a 0, so all edges at the dots of this cell are empty.",
    proof="If an edge at a dot of the cell were a line, the loop would touch the cell.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rap", 1),
)  # fmt: skip
TOUCH_4 = _touch(
    name="touch 4", weight=2,
    why="The cell has four dots, so each of the four pieces is a single dot, and no side of the cell is a line. At "
    "each dot, the loop comes in and goes out along the two edges that lead away from the cell.",
    proof="A line on a side joins two dots of the cell into one piece. So with a line on any side, there would be at "
    "most three pieces.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rep", 1),
)  # fmt: skip
TOUCH_RIM_3 = _touch(
    name="touch 3 on the rim", weight=4,
    why="Each piece needs two edges that lead away from the cell: one to come in and one to go out. Three pieces need "
    "six such edges, and a cell on the rim has only six.",
    proof="All six edges that lead away from the cell are lines. At each dot inside the board, two of these lines "
    "meet, so the sides at this dot are empty. At each dot on the rim, the line continues along the rim side of the "
    "cell.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 1),
)  # fmt: skip
TOUCH_CORNER_2 = _touch(
    name="touch 2 in the corner", weight=4,
    why="Each piece needs two edges that lead away from the cell: one to come in and one to go out. Two pieces need "
    "four such edges, and a cell in the corner has only four.",
    proof="All four edges that lead away from the cell are lines. Two of them meet at the inner dot, so the sides at "
    "this dot are empty. The other two continue around the corner.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 2),
)  # fmt: skip
TOUCH_ADJACENT_3 = _touch(
    name="adjacent touch 3s", weight=6,
    why="A 3 has a line on at most one side, and the loop visits both shared dots. Suppose that it does not use the "
    "edge that leads away from a shared dot. The common side and another side would be two lines of one 3, so the loop "
    "uses the other sides there. Then it cannot visit the other shared dot. So both edges that lead away are lines, "
    "and each 3 has its line at a shared dot, not on the far side.",
    proof="The loop visits three dots of a 3 and has no line on its sides, or it visits all four dots and has a line "
    "on one side. If it left out a shared dot, no side of the 3s could be a line. Then only one edge would be left at "
    "the other shared dot, so the loop would leave out this dot, too. But it visits at least three dots of a 3. So it "
    "visits both shared dots. If the edge that leads away from such a dot is empty, the loop uses two of the three "
    "sides at this dot. The common side is not one of them: otherwise, one of the 3s would have two lines.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/q3dp", 1),
)  # fmt: skip
TOUCH_DIAGONAL_3 = _touch(
    name="diagonal touch 3s", weight=6,
    why="A 3 has a line on at most one side. If it has such a line, the loop visits all four dots of this 3, and "
    "otherwise three. The edges at the shared dot are two sides of each 3. So if the loop visits this dot, each 3 has "
    "its only line there. If not, the loop visits the other three dots of each 3. In both cases, the loop visits the "
    "opposite dot of each 3, and the sides at that dot are empty.",
    proof="The three pieces at a 3 are three single dots, or two single dots and one side.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/ldidp", 1),
)  # fmt: skip


def _vertex_patterns(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        if cell.square and cell.value in _IN_CORNER and cells.in_corner(cell):
            yield PatternPlace(_IN_CORNER[cell.value], (cell,))
        elif cell.value in _ANYWHERE:
            yield PatternPlace(_ANYWHERE[cell.value], (cell,))


def _vertex_together(cells: TypedCells) -> Iterator[PatternPlace]:
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
    why="The loop visits no dot of a 0, so all edges at its dots are empty.",
    proof="If an edge at a dot of the cell were a line, the loop would visit that dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rap", 1),
)  # fmt: skip
VERTEX_1 = _vertex(
    name="vertex 1", weight=1,
    why="With a line on a side, the loop would visit two dots, so the sides of a 1 are empty. If this leaves only one "
    "edge at a dot, this edge is empty, too: a line on it could not go on.",
    proof="Both ends of a side are dots of the cell.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rbp", 1),
)  # fmt: skip
VERTEX_CORNER_1 = _vertex(
    name="vertex 1 in the corner", weight=3,
    why="With a line on a side, the loop would visit two dots, so the sides are empty. Then only the inner dot, "
    "opposite the corner, has two edges left, and the loop visits that dot.",
    proof="All edges at the corner are sides of the cell, so they are empty. Each dot beside the corner has only one "
    "edge left, and a line on this edge could not continue. So the loop visits the inner dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/bzh", 1),
)  # fmt: skip
VERTEX_CORNER_2 = _vertex(
    name="vertex 2 in the corner", weight=3,
    why="If the loop visited the corner, it would use both sides there and visit three dots of the cell. So it does "
    "not visit the corner.",
    proof="The only edges at the corner are two sides of the cell. Together, these sides have three dots.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/czh", 1),
)  # fmt: skip
VERTEX_CORNER_3 = _vertex(
    name="vertex 3 in the corner", weight=4,
    why="The loop leaves out one dot of the cell: the corner, or the inner dot (opposite the corner). In both cases, "
    "it continues along the rim in both directions, and it does not leave the cell at the inner dot.",
    proof="If the loop visits the corner, it uses both sides there and visits three dots. So it does not visit the "
    "inner dot, and it continues along the rim. If it does not visit the corner, it visits the other three dots. Then "
    "each dot beside the corner has only two edges left: one along the rim and one to the inner dot. All four are "
    "lines, and two of them meet at the inner dot, so no other edge there is a line.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/dzh", 1),
)  # fmt: skip
VERTEX_CORNER_4 = _vertex(
    name="vertex 4 in the corner", weight=2,
    why="The loop visits all four dots, including the corner, where only two edges meet. So both are lines.",
    proof="A loop that visits the corner uses both edges there.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/ezh", 1),
)  # fmt: skip
VERTEX_ADJACENT_1 = _vertex(
    name="adjacent vertex 1s", weight=4,
    why="The sides of a 1 are empty. So at each shared dot, only the edge that leads away from both cells is left. A "
    "line on this edge could not go on.",
    proof="At each of the two shared dots, all edges except one are sides of the 1s.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1bp", 3),
)  # fmt: skip
VERTEX_BESIDE_1_3 = _vertex(
    name="vertex 1 beside 3", weight=4,
    why="The loop visits all dots of the 3 except one, so it visits at least one of the two shared dots. The 1 allows "
    "only one dot, so the loop does not visit the far dots of the 1.",
    proof="The loop leaves out only one dot of the 3.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1dp", 2),
)  # fmt: skip
VERTEX_BESIDE_2_4 = _vertex(
    name="vertex 2 beside 4", weight=3,
    why="The loop visits both shared dots, since they are dots of the 4. The 2 allows only two dots, so the loop does "
    "not visit the far dots of the 2.",
    proof="The loop visits all dots of a 4.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2ep", 1),
)  # fmt: skip
VERTEX_BESIDE_2_3 = _vertex(
    name="vertex 2 beside 3", weight=5,
    why="The loop visits all dots of the 3 except one, so it visits a shared dot and at most one far dot of the 2. A "
    "line on the side between the two far dots would visit both, so this side is empty.",
    proof="With a line on the far side of the 2, the loop would visit neither shared dot. But it leaves out only one "
    "dot of the 3.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2dp", 1),
)  # fmt: skip
VERTEX_BESIDE_3_4 = _vertex(
    name="vertex 3 beside 4", weight=4,
    why="The loop visits both shared dots, since they are dots of the 4. So it visits exactly one of the far dots of "
    "the 3. A line on the side between the two far dots would visit both, so this side is empty.",
    proof="With a line on the far side of the 3, the loop would visit all four dots of the 3.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q3ep", 1),
)  # fmt: skip
VERTEX_DIAGONAL_1_4 = _vertex(
    name="vertex 1 diagonal to 4", weight=4,
    why="The loop visits the shared dot, since it is a dot of the 4. The 1 allows only this dot, so the sides of "
    "the 1 are empty. So at the shared dot, the loop uses the two sides of the 4.",
    proof="The edges at the shared dot are two sides of the 1, which are empty, and two sides of the 4.",
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
    why="A line on a side is as near as possible, so an arrow would point to it. Sides without an arrow are empty.",
    proof="The arrows point in all directions in which the next line is closest, and no line is closer than a line on "
    "a side.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 1),
)  # fmt: skip
ARROW_RIM = _myopia(
    name="arrow to the rim", weight=2,
    why="One arrow points to the rim side, the only edge in this direction. So the rim side is a line. All "
    "arrows point to lines at the same distance, so each side with an arrow is a line, and the other sides are empty. "
    "At each end, the line on the rim side continues along a side with an arrow or along the rim.",
    proof="An arrow points to the nearest line in its direction, and all arrows of a cell point to lines at the same "
    "distance.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 6),
)  # fmt: skip
ARROW_NO_RIM = _myopia(
    name="no arrow to the rim", weight=1.5,
    why="Sides without an arrow are empty, and the rim side is one of them. If this leaves only one edge at a dot, "
    "this edge is empty, too: a line on it could not go on.",
    proof="A line on a side is at the smallest possible distance, so an arrow would point to it.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/73g1h3bc771g2b9ch1j4", 11),
)  # fmt: skip
ARROWS_FACING = _myopia(
    name="facing arrows", weight=4,
    why="Suppose that the common side is empty. Then each arrow points to a line beyond the other cell. The other cell "
    "is nearer to this line but has no arrow toward it, so its own line is nearer still. So each cell has a nearer "
    "line than the other, which is impossible. So the common side is a line. All other sides of the two cells are "
    "empty, so this line goes straight on at both ends.",
    proof="Suppose that the common side is empty. Let the arrow of the first cell point to a line at distance a, and "
    "the arrow of the second cell to a line at distance b. From the second cell, the first of these lines is at "
    "distance a - 1, in a direction without an arrow. So b is less than a - 1. Likewise, a is less than b - 1, a "
    "contradiction.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/59ed66g32hc7137g9edg9i", 13),
)  # fmt: skip
ARROWS_BACK = _myopia(
    name="arrows back to back", weight=3,
    why="Sides without an arrow are empty. So at each shared dot, only the edge that leads away from both cells is "
    "left. A line on this edge could not go on.",
    proof="At each of the two shared dots, all edges except one are sides without an arrow.",
    example=RuleExample("https://puzz.link/p?myopia/5/5/q48r", 3),
)  # fmt: skip
