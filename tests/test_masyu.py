"""examples/masyu.py against brute force, by a check of Masyu's rules that walks along the loop."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise

import pytest

from slitherenc import ParseError
from slitherenc.boards.board import Board
from slitherenc.boards.square import square
from tests.conftest import EXAMPLES
from tests.support.brute import loops_of_board

SPEC = spec_from_file_location("masyu", EXAMPLES / "masyu.py")
assert SPEC is not None
assert SPEC.loader is not None
masyu = module_from_spec(SPEC)
SPEC.loader.exec_module(masyu)


def walk(board: Board, edges: frozenset[int]) -> list[int]:
    """The cells of a loop in their order."""
    beside: dict[int, list[int]] = {}
    for one, other in board.ends[sorted(edges)].tolist():
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    cells = [min(beside)]
    cells.append(beside[cells[0]][0])
    while cells[-1] != cells[0]:
        cells.append(next(cell for cell in beside[cells[-1]] if cell != cells[-2]))
    return cells[:-1]


def keeps(cells: list[int], pearls: list[int]) -> bool:
    steps = [after - before for before, after in pairwise([*cells, cells[0]])]
    turns = {cell: steps[i - 1] != steps[i] for i, cell in enumerate(cells)}
    for cell, pearl in enumerate(pearls):
        if not pearl:
            continue
        if cell not in turns:
            return False
        i = cells.index(cell)
        beside = [turns[cells[i - 1]], turns[cells[(i + 1) % len(cells)]]]
        if (pearl == masyu.BLACK and (not turns[cell] or any(beside))) or (
            pearl == masyu.WHITE and (turns[cell] or not any(beside))
        ):
            return False
    return True


@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 4), (2, 5)])
def test_as_many_loops_as_by_brute_force(height: int, width: int) -> None:
    rng = random.Random(7)
    board = square(height - 1, width - 1)
    loops = [walk(board, edges) for edges in loops_of_board(board)]
    numbers = set()
    for _ in range(40):
        loop = rng.choice(loops)
        fitting = [
            [pearl for pearl in (masyu.WHITE, masyu.BLACK) if keeps(loop, [0] * cell + [pearl])] or [0]
            for cell in range(height * width)
        ]
        pearls = [rng.choice(pearl) if rng.random() < 0.4 else 0 for pearl in fitting]
        if rng.random() < 0.3:
            pearls[rng.randrange(height * width)] = rng.choice((masyu.WHITE, masyu.BLACK))
        number = sum(keeps(loop, pearls) for loop in loops)
        assert len(masyu.loops_of(width, pearls, most=1000)) == number, pearls
        numbers.add(min(number, 2))
    assert numbers == {0, 1, 2}


def test_links() -> None:
    width, pearls = masyu.read("https://puzz.link/p?masyu/2/2/i3")
    assert (width, pearls) == (2, [2, 0, 0, 0])
    for link in (
        "",
        "slither/2/2/i3",
        "mashu/2/2/i",
        "mashu/2/2/i33",
        "mashu/1/3/0",
        "mashu/2/2/z0",
        "mashu/v:/2/2/i3",
    ):
        with pytest.raises(ParseError, match="is no Masyu"):
            masyu.read(link)


@pytest.mark.parametrize(
    ("link", "verdict"), [("mashu/2/2/i0", "no loop\n"), ("mashu/3/3/000", "not unique: two loops\n")]
)
def test_verdicts(link: str, verdict: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "masyu.py"), link], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith(verdict)
