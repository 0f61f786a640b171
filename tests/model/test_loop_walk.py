"""The walk over loops, compiled or not: a flip changes lines, degrees and faces alike, and leaves one loop."""

from __future__ import annotations

import random

import numpy as np
import pytest

from slitherenc.base import compiled
from slitherenc.boards.board import Board, corners
from slitherenc.boards.lines import outline
from slitherenc.boards.names import parse_board
from slitherenc.generation.loops import face_flips
from slitherenc.generation.loops.random_loops import walk_over
from slitherenc.model import loop_walk
from slitherenc.model.check_model import check_model
from slitherenc.model.model import build
from tests.conftest import set_plain
from tests.support.board_samples import SMALL

NAMES = ("square:6x5", "honeycomb:4x4", "triangle:5", "cairo:4x4", "loopy:penrose-kites:6x6:G-388,1402,36")
BOARDS = {**{name: parse_board(name) for name in NAMES}, **{f"small {name}": make() for name, make in SMALL.items()}}


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("name", BOARDS)
def test_a_flip_changes_lines_and_faces_alike(name: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    set_plain(monkeypatch, plain)
    board, rng = BOARDS[name], random.Random(name)
    walk, inside = walk_over(board, np.zeros(board.n_faces, np.bool_))
    assert walk.n_lines == 0
    walk.flip(rng.randrange(board.n_faces))
    for _ in range(60):
        lines = outline(board, np.array(inside[:-1], np.bool_))
        assert not check_model(build(board), lines)
        assert list(walk.on) == lines.tolist()
        assert walk.n_lines == lines.sum()
        assert list(walk.degree) == np.bincount(board.ends[lines].ravel(), minlength=board.n_vertices).tolist()
        for face in range(board.n_faces):
            assert walk.lines_round(face) == lines[board.edges_of_face(face)].sum()
            assert bool(walk.may_flip(face)) == leaves_one_loop(board, lines, face)
        may = [face for face in range(board.n_faces) if walk.may_flip(face)]
        if not may:
            return
        walk.flip(rng.choice(may))


def leaves_one_loop(board: Board, lines: np.ndarray, face: int) -> bool:
    """Do both the face and the loop give up one path for another, so that one loop is left?"""
    ring = board.edges_of_face(face)
    changed = lines.copy()
    changed[ring] ^= True
    on = lines[ring]
    return int((on != np.roll(on, 1)).sum()) == 2 and not check_model(build(board), changed)


@pytest.mark.parametrize("name", BOARDS)
def test_corners_stand_between_the_edges_of_a_face(name: str) -> None:
    board = BOARDS[name]
    corner = corners(board).tolist()
    for face in range(board.n_faces):
        begin, end = board.face_start[face], board.face_start[face + 1]
        edges = [set(board.ends[edge].tolist()) for edge in board.face_edges[begin:end]]
        between = [edge & before for edge, before in zip(edges, edges[-1:] + edges[:-1], strict=True)]
        assert between == [{vertex} for vertex in corner[begin:end]]


def test_a_plain_class_has_a_plain_base() -> None:
    module = compiled.plain(face_flips)
    assert module.FaceFlips.__base__ is compiled.plain(loop_walk).LoopWalk
    assert face_flips.FaceFlips.__base__ is loop_walk.LoopWalk
