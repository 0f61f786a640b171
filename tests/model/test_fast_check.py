"""The quick check, plain and compiled, against the checker in numpy."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from slitherenc.base.compiled import is_compiled
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.names import parse_board
from slitherenc.model import check_model as checker
from slitherenc.model import fast_check
from slitherenc.model.check_model import check_model
from slitherenc.model.model import EITHER, VISITED
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from tests.conftest import set_plain
from tests.support.board_samples import SMALL
from tests.support.brute import bits_of_loops, clue_sets, small_board

pytestmark = pytest.mark.kernel


@pytest.fixture(params=["plain", "compiled"])
def module(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "compiled":
        if not is_compiled(fast_check):
            pytest.skip("not compiled here")
        return fast_check
    source = Path(checker.__file__).with_name("fast_check.py")
    spec = importlib.util.spec_from_file_location("plain_fast_check", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def some_lines(board: Board, rng: random.Random) -> Bits:
    """A loop; two loops together; a loop with an edge changed; nothing; anything."""
    loops = bits_of_loops(board)
    lines = rng.choice(loops).copy()
    match rng.randrange(10):
        case 0:
            lines |= rng.choice(loops)
        case 1:
            lines[rng.randrange(board.n_edges)] ^= True
        case 2:
            lines[:] = False
        case 3:
            lines = np.array([rng.random() < 0.3 for _ in lines])
    return lines


@pytest.mark.parametrize("name", [(2, 2), (3, 4), "two holes", "honeycomb", "triangle:3"], ids=str)
def test_it_says_yes_exactly_when_nothing_is_broken(
    module: ModuleType, name: str | tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = SMALL[name]() if isinstance(name, str) else small_board(*name)
    rng = random.Random(3)
    set_plain(monkeypatch, True)  # the checker looks for itself
    good = 0
    for i, puzzle in enumerate(clue_sets(board, 120, 4)):
        puzzle = Puzzle(board, puzzle.clues, variants={EVERY_VERTEX} if i % 5 == 4 else ())
        model, lines = model_of(puzzle), some_lines(board, rng)
        sums, bits = model.cardinalities, lines.view(np.uint8)
        loop = module.one_loop(board.ends.reshape(-1), bits, board.n_vertices, model.degrees)
        kept = module.sums_hold(bits, sums.start, sums.edges, sums.low, sums.high)
        broken = check_model(model, lines)
        assert bool(loop and kept) == (not broken)
        good += not broken
        if not puzzle.variants:
            assert bool(loop and kept) == (not check_puzzle(puzzle, lines))
    assert good > 3


def test_the_checker_says_the_same_with_and_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    board = parse_board("square:3x4")
    rng = random.Random(5)
    for puzzle in clue_sets(board, 200, 6):
        lines = some_lines(board, rng)
        found = []
        for pure in (False, True):
            set_plain(monkeypatch, pure)
            found.append((check_model(model_of(puzzle), lines), check_puzzle(puzzle, lines)))
        assert found[0] == found[1]


def test_vertices_and_degrees(module: ModuleType) -> None:
    square = np.array([0, 1, 1, 2, 2, 3, 0, 3], np.int32)
    lines, either = np.ones(4, np.uint8), np.full(4, EITHER, np.uint8)
    assert module.one_loop(square, lines, 4, either) == 1
    assert module.one_loop(square, lines, 5, np.array([5, 5, 5, 5, VISITED], np.uint8)) == 0
    assert module.one_loop(square, lines, 4, np.array([5, 5, 5, 1], np.uint8)) == 0
    with pytest.raises(IndexError):
        module.one_loop(square, lines, 3, either)
