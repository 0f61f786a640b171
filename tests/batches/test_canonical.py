"""One name for twins, on any board; other names for other puzzles."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, read
from slitherenc.batches.canonical import board_symmetries, canonical_id
from slitherenc.boards.board import from_faces
from slitherenc.boards.graph import faces_of
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle

BOARDS = {
    "square:4x5": 4, "square:4x4": 8, "square:1x1": 8, "square:1x3": 4, "triangle:4": 6, "loopy:honeycomb:3x3": 2,
    "loopy:cairo:4x4": 4, "loopy:snub-square:3x3": 4, "loopy:penrose-rhombs:4x4:G2188,-71,0": 6,
}  # fmt: skip
MOTIONS = [np.array(m) for a, b in product((1, -1), repeat=2) for m in ([[a, 0], [0, b]], [[0, a], [b, 0]])]
ARROWS = {1: (0, -1), 2: (0, 1), 4: (-1, 0), 8: (1, 0)}


def moved(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle on a board of kind graph: turned by any angle, perhaps mirrored, with other numbers throughout."""
    board, angle = puzzle.board, rng.random() * 6.28
    motion = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag(
        rng.choice([[1, 1], [-1, 1]])
    )
    order = rng.sample(range(board.n_faces), board.n_faces)
    names = rng.sample(range(board.n_vertices), board.n_vertices)
    corners = [[names[v] for v in faces_of(board)[face]] for face in order]
    corners = [around[k:] + around[:k] for around in corners for k in [rng.randrange(len(around))]]
    start = np.cumsum([0, *map(len, corners)]).astype(np.int32)
    xy = (board.xy @ motion.T)[np.argsort(names)]
    other = from_faces("graph", (), xy, start, np.concatenate(corners).astype(np.int32))
    return Puzzle(other, puzzle.clues[order], puzzle.variants)


def image(puzzle: Puzzle, motion: Any) -> Puzzle:
    """The puzzle on squares after a motion of the plane, with arrows turned."""
    height, width = puzzle.board.params
    new_width, new_height = (abs(motion) @ np.array([width, height])).tolist()
    clues, typed = np.full(height * width, NO_CLUE), {}
    for face in range(height * width):
        row, column = divmod(face, width)
        x, y = (motion @ np.array([2 * column - (width - 1), 2 * row - (height - 1)])).tolist()
        to = (y + new_height - 1) // 2 * new_width + (x + new_width - 1) // 2
        clues[to] = puzzle.clues[face]
        if face in puzzle.typed:
            name, value = puzzle.typed[face]
            if name == "myopia":
                back = {way: bit for bit, way in ARROWS.items()}
                value = sum(
                    back[tuple((motion @ np.array(way)).tolist())] for bit, way in ARROWS.items() if value & bit
                )
            typed[to] = Clue(name, value)
    return Puzzle(square(new_height, new_width), clues, puzzle.variants, typed=typed)


@pytest.mark.parametrize("name", BOARDS)
def test_moved_boards_have_the_same_name(name: str) -> None:
    rng = random.Random(name)
    board = parse_board(name)
    assert len(board_symmetries(board).orders) == BOARDS[name]
    names = set()
    for _ in range(5):
        clues = np.array([rng.choice([NO_CLUE, NO_CLUE, 1, 2, 3]) for _ in range(board.n_faces)])
        puzzle = Puzzle(board, clues)
        assert {canonical_id(moved(puzzle, rng)) for _ in range(4)} == {canonical_id(puzzle)}
        names.add(canonical_id(puzzle))
    assert len(names) > 1


@pytest.mark.parametrize("variant", ["number", "myopia", "sheep-wolf", "liar", "touch", "vertex", "off-by-one"])
def test_all_images_of_a_puzzle_have_its_name(variant: str) -> None:
    for seed in range(3):
        puzzle = generate("square:5x4", seed=seed, variant=variant)
        assert {canonical_id(image(puzzle, motion)) for motion in MOTIONS} == {canonical_id(puzzle)}


def test_a_name_is_that_of_one_class_of_twins() -> None:
    """All 3×2 boards of clues none, 1, 2: as many names as there are classes under the four motions."""
    board = square(2, 3)
    names: dict[str, set[tuple[int, ...]]] = {}
    for clues in product((NO_CLUE, 1, 2), repeat=6):
        names.setdefault(canonical_id(Puzzle(board, np.array(clues))), set()).add(clues)
    for found in names.values():
        first = Puzzle(board, np.array(next(iter(found))))
        images = [image(first, motion) for motion in MOTIONS]
        assert {tuple(one.clues.tolist()) for one in images if one.board == board} == found


def test_what_makes_another_puzzle_makes_another_name() -> None:
    plain = read("slither/2/2/3gb")
    others = [
        read("slither/2/2/3h"), read("slither/2/2/3ga"), read("slither/3/2/3gb"),
        Puzzle(plain.board, plain.clues, {"every-vertex"}),
        Puzzle(plain.board, plain.clues, typed={4: ("number", 6)}),
        Puzzle(plain.board, plain.clues, typed={4: ("number", 4)}),
        Puzzle(plain.board, plain.clues, typed={1: ("vertex", 4)}),
        Puzzle(plain.board, plain.clues, typed={1: ("touch", 4)}),
    ]  # fmt: skip
    assert len({canonical_id(one) for one in [plain, *others]}) == len(others) + 1
    asked = plain.clues.copy()
    asked[1] = -2
    assert canonical_id(Puzzle(plain.board, asked)) == canonical_id(plain), "a clue ? says nothing"


def test_faces_that_meet_at_a_vertex_alone_are_told_by_their_columns() -> None:
    vertices = "[[0,0],[1,0],[1,1],[0,1],[2,1],[2,2],[1,2]]"
    puzzle = read(f'{{"board": {{"vertices": {vertices}, "faces": [[0,1,2,3],[2,4,5,6]]}}, "clues": "3."}}')
    assert len(board_symmetries(puzzle.board).orders) == 1
    assert canonical_id(puzzle) == canonical_id(Puzzle(puzzle.board, puzzle.clues))
