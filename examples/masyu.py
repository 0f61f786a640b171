"""Masyu on slitherenc's Model: read a puzz.link link, find the loop, and say whether it is the only one.

    python examples/masyu.py [LINK]

The loop runs through the centers of cells. It goes straight through a white pearl and turns in at least one of the two
cells beside it. It turns on a black pearl and goes straight through both cells beside it.
"""

import re
import sys
from collections.abc import Iterator
from itertools import islice, pairwise, product

from slitherenc import Loop, ParseError, SlitherencError
from slitherenc.boards.square import square
from slitherenc.model.constraints import Cardinality, Either
from slitherenc.model.model import build
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats

EXAMPLE = "https://puzz.link/p?mashu/7/7/60039000i912010i0"
LINK = re.compile(r"(?:.*\?)?(?:mashu|masyu|pearl)/(\d{1,3})/(\d{1,3})/([0-9a-q]*)/?")
WHITE, BLACK = 1, 2


def read(link: str) -> tuple[int, list[int]]:
    """Return the width and the pearls of the cells, row by row: 0, WHITE or BLACK. Each character holds three cells."""
    width, height, text = match.groups() if (match := LINK.fullmatch(link)) else ("0", "0", "")
    size = int(width) * int(height)
    if min(int(width), int(height)) < 2 or len(text) != -(-size // 3):
        raise ParseError(f"{link[:60]!r} is no Masyu", "https://puzz.link/p?mashu/WIDTH/HEIGHT/TEXT, from 2x2 on")
    numbers = [int(character, 27) for character in text]
    pearls = [pearl for number in numbers for pearl in (number // 9, number // 3 % 3, number % 3)]
    return int(width), pearls[:size]


def ways(arms: list[list[int]], pearl: int) -> Iterator[tuple[Cardinality, ...]]:
    """Yield the ways through a pearl as sums of lines. An arm is the edges to the next two cells, fewer at the rim."""
    left, right, up, down = arms
    if pearl == BLACK:
        for one, other in product((left, right), (up, down)):
            if len(one) == len(other) == 2:
                yield (Cardinality((*one, *other), (4,)),)  # all four are lines
    for one, other in ((left, right), (up, down)):
        if pearl == WHITE and one and other:
            straight = Cardinality((one[0], other[0]), (2,))
            beyond = (*one[1:], *other[1:])  # two lines here would be straight on both sides
            yield (straight, Cardinality(beyond, (0, 1))) if len(beyond) == 2 else (straight,)


def loops_of(width: int, pearls: list[int], most: int) -> list[Loop]:
    """Return up to `most` loops; if there are fewer, there are no others."""
    height = len(pearls) // width
    board = square(height - 1, width - 1)  # its vertices are the cells
    edge_between = {frozenset(ends): edge for edge, ends in enumerate(board.ends.tolist())}
    eithers = []
    for cell, pearl in enumerate(pearls):
        row, column = divmod(cell, width)
        rooms = ((-1, column), (1, width - 1 - column), (-width, row), (width, height - 1 - row))
        runs = [[cell + i * step for i in range(min(2, room) + 1)] for step, room in rooms]
        arms = [[edge_between[frozenset(pair)] for pair in pairwise(cells)] for cells in runs]
        if pearl:
            eithers.append(Either(tuple(ways(arms, pearl))))
    if not all(either.alternatives for either in eithers):
        return []  # a pearl without room
    model = build(board, eithers)  # every Model requires that its lines are one loop
    return list(islice(METHODS.load("auto")().loops(model, Stats()), most))


def drawing(width: int, pearls: list[int], loop: Loop) -> str:
    lines = {frozenset(ends) for ends in loop.board.ends[loop.edges].tolist()}
    rows = []
    for first in range(0, len(pearls), width):
        cells = range(first, first + width)
        here = ["·○●"[pearls[cell]] + ("───" if {cell, cell + 1} in lines else "   ") for cell in cells]
        below = ["│   " if {cell, cell + width} in lines else "    " for cell in cells]
        rows += ["".join(here), "".join(below)]
    return "\n".join(rows).rstrip()


if __name__ == "__main__":
    try:
        width, pearls = read(sys.argv[1] if len(sys.argv) > 1 else EXAMPLE)
        loops = loops_of(width, pearls, most=2)
    except SlitherencError as error:
        sys.exit(str(error))
    drawings = [drawing(width, pearls, loop) + "\n" for loop in loops]
    print(*drawings, ("no loop", "unique: there is no other loop", "not unique: two loops")[len(loops)], sep="\n")
