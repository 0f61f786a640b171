"""Random loops: one loop on every board, the same compiled or not, counted right, with shapes as people draw them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from slitherenc.base.compiled import is_compiled
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.square import square
from slitherenc.generation.loops import face_flips, human_loop
from slitherenc.generation.loops.random_loops import random_loop
from slitherenc.model.check_model import check_model
from slitherenc.model.model import build
from tests.conftest import set_plain
from tests.support.board_samples import SMALL

NAMES = [
    "square:1x1",
    "square:1x7",
    "square:2x2",
    "square:9x7",
    "triangle:6",
    "honeycomb:5x5",
    "cairo:4x4",
    "kites:3x3",
]
NAMES += ["great-hexagonal:3x3", "dodecagonal:3x3", "penrose-rhombs:6x6:G2188,-71,0"]
BOARDS = {**{name: parse_board(name) for name in NAMES}, **{f"small {name}": make() for name, make in SMALL.items()}}


def counted(board: Board, inside: Bits) -> list[int]:
    """The counts of `FaceFlips`, from the coordinates and the lines of each vertex."""
    lines = outline(board, inside)
    rim = (board.sides < 0).any(axis=1)
    sizes, around = np.diff(board.face_start), face_counts(board, lines)
    turns = pairs = wide = 0
    for vertex in range(board.n_vertices):
        edges = [edge for edge in board.edges_of_vertex(vertex).tolist() if lines[edge]]
        if not edges:
            sides = board.sides[board.edges_of_vertex(vertex)]
            wide += all(face >= 0 and inside[face] for face in sides.ravel().tolist())
            continue
        a, b = (board.xy[board.ends[edge].sum() - vertex] - board.xy[vertex] for edge in edges)
        turns += bool(a @ b > -0.999 * np.hypot(*a) * np.hypot(*b))
        pairs += bool(rim[edges].all())
    quads = Counter(around[sizes == 4].tolist())
    dead_ends = int(((around == sizes - 1) & (sizes <= 6)).sum())
    return [int(lines.sum()), turns, quads[0], quads[1], dead_ends, int((lines & rim).sum()), pairs, wide]


@pytest.mark.parametrize("kind", ["human", "plain"])
@pytest.mark.parametrize("name", BOARDS)
def test_it_is_one_loop(name: str, kind: str) -> None:
    board = BOARDS[name]
    for seed in range(10):
        assert not check_model(build(board), outline(board, random_loop(board, random.Random(seed), kind)))


@pytest.mark.parametrize("name", BOARDS)
def test_the_counts_of_the_walk_are_those_of_its_loop(name: str) -> None:
    board = BOARDS[name]
    for seed in range(5):
        rng = random.Random(seed)
        flips = human_loop.walk_on(board, rng)
        for temperature in (30.0, 3.0, 0.3):
            before = list(flips.counts)
            flipped = human_loop.sweep(flips, rng, temperature)
            assert list(flips.counts) == counted(board, np.array(flips.inside[:-1], np.bool_))
            assert flipped or before == list(flips.counts)


@pytest.mark.skipif(not is_compiled(face_flips), reason="nothing is compiled here")
@pytest.mark.parametrize("name", BOARDS)
def test_compiled_or_not_the_loop_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = BOARDS[name]
    loops = []
    for plain in (True, False):
        set_plain(monkeypatch, plain)
        loops.append([random_loop(board, random.Random(seed)).tolist() for seed in range(3)])
    assert loops[0] == loops[1]


@pytest.mark.parametrize("size", [10, 20])
def test_loops_have_the_shape_of_those_that_people_made(size: int) -> None:
    board = square(size, size)
    loops = np.array([counted(board, random_loop(board, random.Random(seed))) for seed in range(40)])
    length, turns, empty, single, dead_ends, rim, pairs, wide = loops.mean(axis=0)
    share = human_loop.shares_of(size * size, 0.0)
    assert length / board.n_vertices == pytest.approx(share.length, abs=0.03)
    assert turns / length == pytest.approx(share.turns, abs=0.02)
    assert dead_ends / board.n_faces == pytest.approx(share.dead_ends, abs=0.02)
    assert empty / board.n_faces == pytest.approx(share.empty, abs=0.03)
    assert single / board.n_faces == pytest.approx(share.single, abs=0.03)
    assert rim / (4 * size) == pytest.approx(share.rim, abs=0.06)
    assert pairs / rim == pytest.approx(share.rim_pairs, abs=0.06)
    assert wide / (size - 1) ** 2 == pytest.approx(share.wide, abs=0.03)


def test_loops_of_one_size_differ_in_length() -> None:
    board = square(10, 10)
    lengths = [outline(board, random_loop(board, random.Random(seed))).sum() / board.n_vertices for seed in range(40)]
    assert 0.03 < np.std(lengths) < 0.12


def test_a_wish_for_the_length_is_met() -> None:
    board = square(12, 12)
    for seed in range(10):
        length = outline(board, random_loop(board, random.Random(seed), lengths=(0.33, 0.48))).sum()
        assert 0.28 <= length / board.n_vertices <= 0.53
