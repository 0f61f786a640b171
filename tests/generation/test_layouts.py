"""No place of the board is favored: where the clues of generated puzzles are, and how large areas without clues."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from benchmarks import layouts
from slitherenc import generate
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.adjacency import rings
from slitherenc.boards.board import Board
from slitherenc.boards.graph import graph
from slitherenc.boards.names import parse_board
from slitherenc.generation.clues.minimize import Areas
from slitherenc.generation.symmetry import ISOMETRIES, orbits, symmetries
from tests.support.quick import slow


@pytest.mark.slow  # fewer puzzles scatter beyond these bounds
@pytest.mark.parametrize(
    ("name", "symmetry", "count"),
    [("10x10", symmetry, 400) for symmetry in ("none", "rotate2", "mirror-x", "rotate4")]
    + [("20x20", symmetry, 300) for symmetry in ("none", "rotate2")],
)
def test_rows_columns_and_rings_have_about_as_many_clues(name: str, symmetry: str, count: int) -> None:
    share, ratios = layouts.densities(layouts.places(parse_board(name), symmetry, count))
    assert set(ratios) == {"rows", "columns", "rings"}
    for group, values in ratios.items():
        assert min(values) >= 0.9, (group, values)
        assert max(values) <= 1.1, (group, values)
    assert 0.3 < share.mean() < 0.6


def test_the_measure_sees_an_empty_last_row(tmp_path: Path) -> None:
    boards = [np.array([[True, True], [True, True], [False, False]])] * 3
    share, ratios = layouts.densities(boards)
    assert ratios["rows"] == [1.5, 1.5, 0.0]
    assert ratios["columns"] == [1.0, 1.0]
    assert layouts.heat_map(share).count("<rect") == 6


def largest_area(board: Board, given: set[int]) -> int:
    """The faces of the largest area without clues, found by merging."""
    area = {face: {face} for face in range(board.n_faces) if face not in given}
    for face, beside in enumerate(rings(board).adjacent):
        for other in beside:
            if face in area and other in area and area[face] is not area[other]:
                area[face] |= area[other]
                for one in area[other]:
                    area[one] = area[face]
    return max(map(len, area.values()), default=0)


@pytest.mark.parametrize("name", ["square:5x4", "triangle:4", "loopy:honeycomb:3x3"])
def test_areas_fit_when_the_largest_does(name: str) -> None:
    board = parse_board(name)
    rng = random.Random(name)
    for _ in range(200):
        has_clue = [rng.random() < 0.6 for _ in range(board.n_faces)]
        largest = largest_area(board, {face for face in range(board.n_faces) if has_clue[face]})
        for most in range(largest + 2):
            assert Areas(board, most).fit(has_clue) == (largest <= most)
        assert Areas(board, None).fit(has_clue)


@pytest.mark.parametrize(
    ("name", "most", "options"),
    [
        ("8x8", 4, {}),
        ("8x8", 2, {"symmetry": "rotate2"}),
        ("honeycomb:5x5", 3, {}),
        slow(("8x8", 5, {"variant": "sheep-wolf"})),
        slow(("6x6", 6, {"variant": "liar"})),
        slow(("8x8", 4, {"difficulty": "medium"})),
    ],
)
def test_areas_without_clues_stay_small(name: str, most: int, options: dict[str, str]) -> None:
    board = parse_board(name)
    sizes = []
    for seed in range(3):
        puzzle = generate(board, seed=seed, max_empty=most, **options)
        given = {face for face in range(board.n_faces) if puzzle.clues[face] >= 0} | set(puzzle.typed)
        sizes.append(largest_area(board, given))
    assert max(sizes) <= most


def test_no_area_can_be_smaller_than_none() -> None:
    with pytest.raises(UsageError, match="at least 0"):
        generate("4x4", max_empty=-1)
    assert generate("4x4", max_empty=0, seed=1).n_clues == 16
    with pytest.raises(NoPuzzle, match="100 of 100 random loops had an area of more than 1 cell without clues"):
        generate("5x5", max_empty=1, forbid=(0, 1, 2), seed=1)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("square:4x4", ["none", "rotate2", "rotate4", "mirror-x", "mirror-y", "diagonal", "both-diagonals"]),
        ("square:5x3", ["none", "rotate2", "mirror-x", "mirror-y"]),
        ("triangle:4", ["none", "rotate3", "mirror-x"]),
        ("honeycomb:3x5", ["none", "mirror-x"]),
    ],
)
def test_the_symmetries_of_boards(name: str, found: list[str]) -> None:
    board = parse_board(name)
    assert symmetries(board) == found
    for symmetry in found:
        groups = orbits(board, symmetry)
        assert sorted(face for group in groups for face in group) == list(range(board.n_faces))


def test_a_board_may_have_one_diagonal_alone() -> None:
    """Three cells of four. Of a symmetry that a board has not there are no orbits."""
    places = [(column, row) for row in range(3) for column in range(3)][:8]
    board = graph(places, [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6]])
    assert symmetries(board) == ["none", "diagonal"]
    for symmetry in ISOMETRIES.keys() - {"diagonal"}:
        with pytest.raises(UsageError, match=f"no symmetry {symmetry}"):
            orbits(board, symmetry)


def test_orbits_of_a_square() -> None:
    board = parse_board("3x3")
    assert orbits(board, "mirror-y") == [(0, 6), (1, 7), (2, 8), (3,), (4,), (5,)]
    assert orbits(board, "diagonal") == [(0,), (1, 3), (2, 6), (4,), (5, 7), (8,)]
    assert orbits(board, "both-diagonals") == [(0, 8), (1, 3, 5, 7), (2, 6), (4,)]
    with pytest.raises(UsageError, match="no symmetry rotate3; it has: none, rotate2"):
        orbits(board, "rotate3")
    with pytest.raises(UsageError, match="no symmetry is called 'mirror'"):
        orbits(board, "mirror")


def test_a_number_of_clues_that_no_symmetric_puzzle_has() -> None:
    with pytest.raises(UsageError, match="with the symmetry rotate2, no puzzle on this board has exactly 55 clues"):
        generate("10x10", clues=55, symmetry="rotate2")
    assert generate("5x5", clues=17, symmetry="rotate2", seed=1).n_clues == 17  # the middle is an orbit of its own


def test_wishes_that_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="face 0_0 is in 'keep', but the symmetry maps it to a face in 'forbid'"):
        generate("8x8", keep=(0,), forbid=(63,), symmetry="rotate2")
    with pytest.raises(UsageError, match="'no_zero' leaves no digit"):
        generate("4x4", digits=(0,), no_zero=True)
    with pytest.raises(UsageError, match="'digits' must contain a number from 1 to 4"):
        generate("4x4", digits=(7,))
    with pytest.raises(UsageError, match=r"no board is called 'foo'; available: .*honeycomb"):
        generate("foo:5x5")
