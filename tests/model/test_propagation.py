"""The propagation core: the counters and paths of what is set, and all of it taken back."""

from __future__ import annotations

import random
from array import array

import numpy as np
import pytest

from slitherenc.base.compiled import plain
from slitherenc.boards.board import Board
from slitherenc.boards.names import parse_board
from slitherenc.model import propagation as module
from slitherenc.solvers.kernel import core as kernel


def columns_of(board: Board, number: int) -> list[array[int]]:
    """Every face has so many lines, or one more."""
    parts = board.ends, board.vertex_start, board.vertex_edges, np.zeros(board.n_vertices), board.face_start
    low = np.full(board.n_faces, number)
    return [
        array("i", np.ravel(part).astype(int).tolist()) for part in (*parts, board.face_edges, low, low + 1, [], [])
    ]


def state_of(core: module.Propagation) -> tuple[list[int], ...]:
    return tuple(list(part) for part in (core.value, core.mate, core.state, core.slack, [core.n_paths]))


@pytest.mark.parametrize("name", ["square:3x3", "triangle:3", "honeycomb:3x3"])
def test_counters_are_right_and_everything_is_taken_back(name: str) -> None:
    board = parse_board(name)
    rng = random.Random(1)
    core: module.Propagation = plain(module).Propagation(*columns_of(board, 1))
    nothing = state_of(core)
    for _ in range(30):
        marks = []
        for edge in rng.sample(range(board.n_edges), board.n_edges):
            marks.append((core.n_trail, state_of(core)))
            core.force(edge, rng.randrange(2))
        lines = [edge for edge in range(board.n_edges) if core.value[edge] == 1]
        at_vertex = np.bincount(board.ends[lines].reshape(-1), minlength=board.n_vertices)
        assert [state // core.a_line for state in core.state] == at_vertex.tolist()
        for face in range(board.n_faces):
            values = [core.value[edge] for edge in board.edges_of_face(face)]
            assert core.slack[2 * face] == len(values) - 1 - values.count(0)
            assert core.slack[2 * face + 1] == 2 - values.count(1)
        ends = [vertex for vertex in range(board.n_vertices) if at_vertex[vertex] == 1]
        assert len(ends) == 2 * core.n_paths
        assert all(core.mate[core.mate[vertex]] == vertex != core.mate[vertex] for vertex in ends)
        for mark, before in reversed(marks):
            core.lift(mark)
            assert state_of(core) == before
    assert state_of(core) == nothing


def test_a_plain_search_derives_from_the_plain_core() -> None:
    assert issubclass(plain(kernel).Kernel, plain(module).Propagation)
    assert issubclass(kernel.Kernel, module.Propagation)
