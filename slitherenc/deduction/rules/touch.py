"""Starting patterns of touch clues, which say in how many pieces the loop touches the cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from slitherenc.deduction.engine.typed_patterns import PatternPlace, TypedCells, find_at
from slitherenc.deduction.rule import EASY, Rule, RuleExample


def _places(cells: TypedCells) -> Iterator[PatternPlace]:
    for cell in cells.all:
        if cell.value == 0:
            yield PatternPlace("touch 0", (cell,))
        if not cell.square:
            continue
        if cell.value == 2 and cells.in_corner(cell):
            yield PatternPlace("touch 2 in the corner", (cell,))
        if cell.value == 3 and cells.rim(cell):
            yield PatternPlace("touch 3 on the rim", (cell,))
        if cell.value == 4:
            yield PatternPlace("touch 4", (cell,))
    threes = [cell for cell in cells.all if cell.square and cell.value == 3]
    for cell in threes:
        for other, _ in cells.beside(cell):
            if other in threes and cell < other:
                yield PatternPlace("adjacent touch 3s", (cell, other))
        for other, _ in cells.across(cell):
            if other in threes and cell < other:
                yield PatternPlace("diagonal touch 3s", (cell, other))


find = find_at("touch", _places)


_rule = partial(Rule, level=EASY, find=find)
TOUCH_0 = _rule(
    name="touch 0", weight=1,
    why="The loop does not touch a 0, so no dot of its cell has a line.",
    proof="Every line at a dot of the cell would touch it.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rap", 1),
)  # fmt: skip
TOUCH_4 = _rule(
    name="touch 4", weight=2,
    why="Four separate pieces are the four dots, each alone: a line comes in and goes out at each of them, and no "
    "side of the cell joins two.",
    proof="A side with a line joins two dots to one piece, so with any there are three pieces at most.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/rep", 1),
)  # fmt: skip
TOUCH_3 = _rule(
    name="touch 3 on the rim", weight=4,
    why="Each piece comes in and goes out by edges that leave the cell. Three pieces need six of them, and at the "
    "rim there are just six.",
    proof="Six edges at its dots are no sides of the cell. With all of them lines, the dots inside the board are "
    "full, and those on the rim lack one line each, which is the rim side.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 1),
)  # fmt: skip
TOUCH_2 = _rule(
    name="touch 2 in the corner", weight=4,
    why="Each piece comes in and goes out by edges that leave the cell. Two pieces need four of them, and in the "
    "corner there are just four.",
    proof="Four edges at its dots are no sides of the cell. With all of them lines, the inner dot is full, and the "
    "loop goes from the others around the corner.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/g1222322621c223261b", 2),
)  # fmt: skip
ADJACENT_3 = _rule(
    name="adjacent touch 3s", weight=6,
    why="A 3 has a line on one side at most. Both dots between the cells are visited, and without the lines "
    "straight on from there they would need more sides than that. With these each 3 uses its side here, so the far "
    "sides are empty.",
    proof="Three pieces are three dots of the cell alone, or four with one side. If a dot between the cells were "
    "left out, no side had a line, and the other one had just one edge. Two lines along sides at one of the dots "
    "use up both clues or are too many, and nothing is left for the other dot.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/q3dp", 1),
)  # fmt: skip
DIAGONAL_3 = _rule(
    name="diagonal touch 3s", weight=6,
    why="A 3 has a line on one side at most, and leaves out a dot only if it has none. At the dot that they share "
    "each 3 has one side, or the dot is left out. Either way the far dots are visited, and the sides there are "
    "empty.",
    proof="Three pieces are three dots of the cell alone, or four with one side. Of the four edges at the shared "
    "dot two are sides of each, so two lines there are one side of each.",
    example=RuleExample("https://puzz.link/p?tslither/5/5/ldidp", 1),
)  # fmt: skip
