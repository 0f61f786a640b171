"""Faces across edges and round faces, against a plain look at every edge and every vertex."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from slitherenc.boards.adjacency import corners_of_face, faces_across, rings, sides_of_face
from slitherenc.boards.board import Board
from slitherenc.boards.square import square
from slitherenc.boards.triangle import triangle
from tests.support.plane_boards import OTHERS

BOARDS = {"1x1": square(1, 1), "3x4": square(3, 4), "triangle": triangle(4), **OTHERS}


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]


def test_faces_across_are_the_other_sides_of_the_edges(board: Board) -> None:
    across = faces_across(board)
    assert len(across) == board.n_faces + 1
    for face, row in enumerate(across):
        number = face if face < board.n_faces else -1
        on_side = np.flatnonzero((board.sides == number).any(axis=1)).tolist()
        assert [edge for edge, _ in row] == on_side
        assert all(sorted((number, other)) == sorted(board.sides[edge].tolist()) for edge, other in row)


def test_every_edge_is_a_side_of_two_faces_with_the_outer_one(board: Board) -> None:
    times = Counter(edge for face in range(board.n_faces + 1) for edge in sides_of_face(board, face))
    assert times == dict.fromkeys(range(board.n_edges), 2)
    for edge in sides_of_face(board, board.n_faces):
        assert -1 in board.sides[edge]
        assert set(board.ends[edge].tolist()) <= set(corners_of_face(board, board.n_faces))


def test_rings_hold_every_face_at_an_edge_or_a_vertex(board: Board) -> None:
    around = rings(board)
    at_vertex = [set(board.sides[board.edges_of_vertex(v)].ravel().tolist()) for v in range(board.n_vertices)]
    for face in range(board.n_faces):
        edges = board.edges_of_face(face)
        faces = around.faces[face]
        beyond = [(board.sides[e].sum() - face).item() for e in edges]
        left = iter(faces)
        assert all(f in left for f in beyond)  # clockwise, as the face's edges
        assert around.adjacent[face] == tuple(f for f in beyond if f >= 0)
        meeting = set().union(*(at_vertex[v] for v in np.unique(board.ends[edges]).tolist())) - {face}
        assert set(faces) - {face} == meeting


def test_round_a_face_in_the_middle_of_squares_lie_eight() -> None:
    around = rings(square(3, 3))
    assert sorted(around.faces[4]) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert around.faces[4][::2] == around.adjacent[4] == (1, 5, 7, 3)
