"""Starting patterns of vertex clues, which say how many dots of the cell the loop visits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from slitherenc.deduction.engine.typed_patterns import PatternPlace, TypedCell, TypedCells, find_at
from slitherenc.deduction.rule import EASY, Rule, RuleExample

_PAIRS = ((1, 3), (2, 3), (2, 4), (3, 4))  # of adjacent clues


def _alone(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        if cell.square and 1 <= cell.value <= 4 and cells.in_corner(cell):
            yield PatternPlace(f"vertex {cell.value} in the corner", (cell,))
        elif cell.value in (0, 1):
            yield PatternPlace(f"vertex {cell.value}", (cell,))


def _together(cells: TypedCells) -> Iterator[PatternPlace]:
    """Of two clues; the larger one comes last."""
    for cell in cells.all:
        for other, edge in cells.beside(cell) if cell.square else ():
            shared = cell.dots & other.dots
            if other.square and cell.value == other.value == 1 and cell < other:
                yield PatternPlace(
                    "adjacent vertex 1s", (cell, other), cells.edges_at(shared) - cell.sides - other.sides
                )
            elif other.square and (cell.value, other.value) in _PAIRS:
                far = (
                    cells.edges_at(cell.dots - shared) if other.value - cell.value > 1 else _opposite(cells, cell, edge)
                )
                yield PatternPlace(f"vertex {cell.value} beside {other.value}", (cell, other), far)
        for other, vertex in cells.across(cell):
            if cell.square and other.square and (cell.value, other.value) == (1, 4):
                near = cells.edges_at((*cell.dots, vertex))
                yield PatternPlace("vertex 1 diagonal to 4", (cell, other), near)


def _opposite(cells: TypedCells, cell: TypedCell, edge: int) -> set[int]:
    """The side across from an edge of the cell."""
    return set(cell.sides) - cells.edges_at(cells.facts.ends[edge])


find = find_at("vertex", _alone, _together)


_rule = partial(Rule, level=EASY, find=find)
VERTEX_0 = _rule(
    name="vertex 0", weight=1,
    why="The loop visits no dot of a 0, so no edge there has a line.",
    proof="A line at a dot of the cell would visit it.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rap", 1),
)  # fmt: skip
VERTEX_1 = _rule(
    name="vertex 1", weight=1,
    why="A line on a side would visit two dots, so the sides of a 1 are empty. On the rim an edge may be left alone "
    "at its dot; a line there could not go on.",
    proof="Both ends of a side are dots of the cell.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/rbp", 1),
)  # fmt: skip
CORNER_1 = _rule(
    name="vertex 1 in the corner", weight=3,
    why="A line on a side would visit two dots, so the sides are empty. Then only the inner dot has two edges left, "
    "and the loop visits that one.",
    proof="The corner has no edges but sides, and the dots beside it have just one other edge each.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/bzh", 1),
)  # fmt: skip
CORNER_2 = _rule(
    name="vertex 2 in the corner", weight=3,
    why="A loop that visits the corner uses both of its sides, and they have three dots. So the corner is left out.",
    proof="Only two edges meet at the corner. A loop uses both of them or neither.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/czh", 1),
)  # fmt: skip
CORNER_3 = _rule(
    name="vertex 3 in the corner", weight=4,
    why="The loop leaves out the corner or the inner dot, and turns there around the cell. Either way it goes on "
    "along both rims, and it does not leave the cell at the inner dot.",
    proof="With the corner, its two sides visit three dots, and the inner sides are empty. Without it, the dots "
    "beside it need their rim edges and the inner sides, and these fill the inner dot.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/dzh", 1),
)  # fmt: skip
CORNER_4 = _rule(
    name="vertex 4 in the corner", weight=2,
    why="The loop visits all four dots, so the corner too, and only its two sides lead there.",
    proof="Only two edges meet at the corner. A loop that visits it uses both.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/ezh", 1),
)  # fmt: skip
ADJACENT_1 = _rule(
    name="adjacent vertex 1s", weight=4,
    why="The sides of a 1 are empty. At a dot between the two cells only the edge straight on is no side, and a "
    "line there could not go on.",
    proof="At each of the two dots all edges but one are sides of the cells.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1bp", 3),
)  # fmt: skip
BESIDE_1_3 = _rule(
    name="vertex 1 beside 3", weight=4,
    why="The 3 visits at least one of the dots that they share, and that is the only dot of the 1. Its far dots are "
    "left out.",
    proof="The 3 leaves out one of its four dots, so not both of the shared ones.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q1dp", 2),
)  # fmt: skip
BESIDE_2_4 = _rule(
    name="vertex 2 beside 4", weight=3,
    why="The 4 visits both dots that they share, and these are the two of the 2. Its far dots are left out.",
    proof="The 4 visits all of its dots.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2ep", 1),
)  # fmt: skip
BESIDE_2_3 = _rule(
    name="vertex 2 beside 3", weight=5,
    why="The 3 visits at least one of the dots that they share, so the 2 has at most one of its far dots. The side "
    "between these is empty.",
    proof="A line on that side would visit both far dots of the 2, and the 3 would have neither of the shared ones.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q2dp", 1),
)  # fmt: skip
BESIDE_3_4 = _rule(
    name="vertex 3 beside 4", weight=4,
    why="The 4 visits both dots that they share, so the 3 has just one of its far dots. The side between these is "
    "empty.",
    proof="A line on that side would visit both far dots of the 3, and with the shared ones it had four.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/q3ep", 1),
)  # fmt: skip
DIAGONAL_1_4 = _rule(
    name="vertex 1 diagonal to 4", weight=4,
    why="The 4 visits the dot that they share, so that is the dot of the 1, and its others are left out. The sides "
    "of the 1 are empty, so the loop takes the two sides of the 4 there.",
    proof="The 4 visits all of its dots. At the shared one the edges are two sides of the 1 and two sides of the 4.",
    example=RuleExample("https://puzz.link/p?vslither/5/5/lbiep", 2),
)  # fmt: skip
