"""Boards: order, names, orientation, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import from_faces
from slitherenc.boards.lines import inside, outline
from slitherenc.boards.square import square


def test_edges_are_numbered_face_by_face_clockwise_from_the_top() -> None:
    board = square(1, 2)
    assert [board.edge_name(e) for e in range(board.n_edges)] == [
        "h_0_0", "v_0_1", "h_1_0", "v_0_0", "h_0_1", "v_0_2", "h_1_1",
    ]  # fmt: skip
    assert board.edges_of_face(1).tolist() == [4, 5, 6, 1]


def test_sides_are_right_and_left_of_the_way_from_the_lower_vertex() -> None:
    board = square(2, 2)
    for edge in range(board.n_edges):
        kind, row, column = board.edge_name(edge).split("_")
        r, c = int(row), int(column)
        if kind == "h":  # to the right: the face below is on the right hand
            wanted = (2 * r + c if r < 2 else -1, 2 * (r - 1) + c if r > 0 else -1)
        else:  # downwards: the face on the left of the page is on the right hand
            wanted = (2 * r + c - 1 if c > 0 else -1, 2 * r + c if c < 2 else -1)
        assert tuple(board.sides[edge].tolist()) == wanted, board.edge_name(edge)


def test_edges_round_a_vertex_run_counter_clockwise_from_the_top() -> None:
    board = square(2, 2)
    assert [board.edge_name(e) for e in board.edges_of_vertex(4)] == ["v_0_1", "h_1_0", "v_1_1", "h_1_1"]


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (5, 3), (20, 36)])
def test_euler(size: tuple[int, int]) -> None:
    board = square(*size)
    assert board.n_vertices - board.n_edges + board.n_faces + 1 == 2
    assert (board.ends[:, 0] < board.ends[:, 1]).all()
    assert np.bincount(board.face_edges, minlength=board.n_edges).tolist() == (board.sides >= 0).sum(axis=1).tolist()


def test_a_face_walked_the_other_way_round_gives_the_same_graph() -> None:
    xy = np.array([[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]], float)
    start = np.array([0, 4, 8], np.int32)
    one = from_faces("graph", (), xy, start, np.array([0, 1, 4, 3, 1, 2, 5, 4], np.int32))
    two = from_faces("graph", (), xy, start, np.array([0, 1, 4, 3, 1, 4, 5, 2], np.int32))
    for a, b in ((one, square(1, 2)), (two, two)):
        assert sorted(map(tuple, a.ends.tolist())) == sorted(map(tuple, b.ends.tolist()))
    assert [one.ends[e].tolist() for e in one.edges_of_face(1)] == [two.ends[e].tolist() for e in two.edges_of_face(1)]
    assert {(*a, *s) for a, s in zip(map(tuple, one.ends.tolist()), map(tuple, one.sides.tolist()), strict=True)} == {
        (*a, *s) for a, s in zip(map(tuple, two.ends.tolist()), map(tuple, two.sides.tolist()), strict=True)
    }


def test_an_edge_of_three_faces_is_refused() -> None:
    xy = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [2, 2]], float)
    with pytest.raises(UsageError, match="three faces"):
        from_faces("graph", (), xy, np.array([0, 3, 6, 9]), np.array([0, 1, 2, 1, 0, 3, 0, 1, 4], np.int32))


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-1, -1), (2001, 2000), (10**9, 10**9)])
def test_sizes_that_no_board_has(size: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="4,000,000 faces"):
        square(*size)


def test_arrays_are_read_only_and_boards_are_values() -> None:
    board = square(2, 3)
    with pytest.raises(ValueError, match="read-only"):
        board.ends[0, 0] = 7
    assert board == square(2, 3)
    assert hash(board) == hash(square(2, 3))
    assert board != square(3, 2)
    assert repr(board) == "<Board square 3x2: 12 vertices, 17 edges, 6 faces>"


def test_outline_and_inside_are_inverse() -> None:
    board = square(4, 5)
    rng = np.random.default_rng(1)
    for _ in range(20):
        faces = rng.random(board.n_faces) < 0.5
        assert np.array_equal(inside(board, outline(board, faces)), faces)
