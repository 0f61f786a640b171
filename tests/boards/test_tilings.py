"""Loopy's tilings: the boards are those of the program, and every encoding and engine is right on them."""

from __future__ import annotations

import time
from math import inf

import numpy as np
import pytest

from slitherenc import solve
from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.boards.graph import faces_of, graph
from slitherenc.boards.loopy import count_faces, loopy
from slitherenc.boards.names import board_name, parse_board
from slitherenc.boards.tilings import TILINGS
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.puzzles.model_of import model_of
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.conftest import with_minisat
from tests.support.board_samples import PENROSE, SMALL
from tests.support.brute import clue_sets, n_models, projected, read_back, solutions
from tests.support.quick import first, slow

ENCODINGS = [
    EncodeOptions(connectivity="tree"),
    *(EncodeOptions(symmetry=s, integers=i) for s in ("none", "full") for i in ("log", "order")),
    *(EncodeOptions(symmetry=step) for step in ("start", "direction", "peaks")),
]  # fmt: skip


@pytest.mark.parametrize("number", TILINGS)
@pytest.mark.parametrize("more", [(0, 0), (1, 0), (0, 1), (3, 2)])
def test_boards_are_plane_graphs_whose_faces_fill_them(number: int, more: tuple[int, int]) -> None:
    least = max(TILINGS[number].least)
    w, h = least + more[0], least + more[1]
    board = loopy(number, w, h)
    assert board.n_faces == count_faces(number, w, h)
    assert board.n_vertices - board.n_edges + board.n_faces == 1
    checked = graph(board.xy, faces_of(board))  # every check of hand-made boards
    assert checked.n_faces == board.n_faces


def test_shapes_by_the_program_s_own_rules() -> None:
    """docs of the game ID: (2w + 1) h faces, two fewer when h is odd; the old shape has 2wh."""
    for w in range(3, 7):
        for h in range(3, 7):
            assert count_faces(1, w, h) == (2 * w + 1) * h - 2 * (h % 2)
            assert count_faces(1, w, h, 1) == 2 * w * h
    assert (count_faces(8, 1, 2), count_faces(8, 1, 2, 1)) == (12, 6)
    old = loopy(1, 4, 3, 1)
    assert old.n_vertices == 5 * 4
    assert old.xy.tolist() == [[30 * x + 15 * (y % 2), 26 * y] for y in range(4) for x in range(5)]


def test_honeycomb_by_hand() -> None:
    board = loopy(2, 3, 3)
    assert board.xy[:6].tolist() == [[-15, -26], [15, -26], [30, 0], [15, 26], [-15, 26], [-30, 0]]
    assert board.edges_of_face(0).tolist() == [0, 1, 2, 3, 4, 5]
    assert [len(board.edges_of_face(f)) for f in range(9)] == [6] * 9
    assert board.n_edges == 38


def test_names_are_read_and_written() -> None:
    names = ["square:36x20", "triangle:6", "loopy:honeycomb:8x8", "loopy:triangular:4x3:old", "loopy:floret:1x2:old"]
    for name in [*names, *(f"loopy:{tiling.name}:5x4" for tiling in TILINGS.values())]:
        assert board_name(parse_board(name)) == name
    for name in PENROSE:
        assert board_name(parse_board(name)) == name
        assert graph(parse_board(name).xy, faces_of(parse_board(name))).n_faces == parse_board(name).n_faces
    assert parse_board("square:36x20").params == (20, 36)
    for short, name in {
        "square:7": "square:7x7",
        "honeycomb:8": "loopy:honeycomb:8x8",
        "loopy:triangular:5:old": "loopy:triangular:5x5:old",
        "penrose:6": "loopy:penrose-rhombs:6x6:G-890,892,252",
        "penrose-rhombs:6x4": "loopy:penrose-rhombs:6x4:G-890,892,252",
        "penrose-kites:6": "loopy:penrose-kites:6x6:G659,778,108",
        "penrose:5:G0,0,36": "loopy:penrose-rhombs:5x5:G0,0,36",
    }.items():
        assert board_name(parse_board(short)) == name
    for size in (*range(3, 12), 20, 50):
        assert parse_board(f"penrose:{size}").n_faces >= size**2 * 0.3
        assert parse_board(f"penrose-kites:{size}").n_faces >= size**2 * 0.3
    for wrong in ("penrose:6:old", "honeycomb:8:G0,0,0", "penrose:6x", "honeycomb:"):
        with pytest.raises(UsageError, match="is not a board of Loopy"):
            parse_board(wrong)
    assert " ".join(tiling.name for tiling in TILINGS.values()) == (
        "triangular honeycomb snub-square cairo great-hexagonal octagonal kites floret dodecagonal great-dodecagonal "
        "great-great-dodecagonal kagome compass-dodecagonal"
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "for example square"), ("square", "for example square"), ("square:3x", "square:WIDTHxHEIGHT"),
        ("square:0x3", "1 to 4,000,000"), ("square:1000000x1000000", "1 to 4,000,000"), ("square:3x-1", "expected"),
        ("triangle:0", "1 to 4,000,000"), ("triangle:x", "triangle:SIDE"), ("triangle:2001", "1 to 4,000,000"),
        ("loopy:honeycomb", "TILING"), ("loopy:hats:8x8", "honeycomb"), ("loopy:honeycomb:2x8", "at least 3"),
        ("loopy:cairo:3x3", "one of them at least 4"), ("loopy:floret:1x1", "one of them at least 2"),
        ("loopy:honeycomb:999999999x999999999", "4,000,000"), ("loopy:kites:1000x1000", "4,000,000"),
        ("loopy:floret:3x3:old", "no old version"), ("loopy:floret:1x2:new", "TILING"), ("sqare:3x3", "did you mean"),
        ("graph:", "JSON"), ("square:３x3", "square:WIDTHxHEIGHT"),
    ],
)  # fmt: skip
def test_bad_names_are_refused_with_what_was_expected(name: str, told: str) -> None:
    begun = time.process_time()
    with pytest.raises(UsageError, match=told):
        parse_board(name)
    assert time.process_time() - begun < 2


@pytest.fixture(params=sorted(SMALL))
def small(request: pytest.FixtureRequest) -> Board:
    return SMALL[request.param]()


def few(board: Board, most: int) -> int:
    """How many clue sets to try: on larger boards brute force and printed CSPs take long."""
    return most if board.n_edges < 33 else 1


SETS = first(1, [3, 6])  # clue sets of a board


MOST = [60, slow(inf)]  # loops of a puzzle: to find hundreds by each encoding takes long


@pytest.mark.exhaustive
@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("most", MOST)
def test_every_encoding_has_exactly_the_loops_on_every_kind_of_board(small: Board, most: float, sets: int) -> None:
    for puzzle in clue_sets(small, few(small, sets), seed=small.n_edges):
        model = model_of(puzzle)
        wanted = solutions(model)
        if len(wanted) > most:
            continue
        for options in ENCODINGS:
            assert projected(clauses(model, options)) == wanted, options
        assert n_models(clauses(model, EncodeOptions(connectivity="tree"))) == len(wanted)
        any_loops = model_of(puzzle, loop="any")
        assert projected(clauses(any_loops, EncodeOptions(connectivity="none"))) == solutions(any_loops)


@pytest.mark.exhaustive
@pytest.mark.parametrize("most", MOST)
def test_the_csp_read_back_has_exactly_the_loops_on_every_kind_of_board(small: Board, most: float) -> None:
    for puzzle in clue_sets(small, 2, seed=small.n_edges):
        model = model_of(puzzle)
        wanted = solutions(model)
        if len(wanted) <= most:
            lowered = read_back(model, EncodeOptions(integers="log", symmetry="none"))
            assert projected(lowered, on=small.n_edges) == wanted


@pytest.mark.exhaustive
@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize(("method", "most"), [*((name, 12) for name in METHODS.names()), slow(("ilp", 25))])
def test_every_engine_finds_every_loop_once_on_every_kind_of_board(
    small: Board, method: str, most: int, sets: int
) -> None:
    for puzzle in clue_sets(small, few(small, sets), seed=small.n_edges):
        model = model_of(puzzle)
        if method == "ilp" and len(solutions(model)) > most:
            continue  # an integer program for each loop takes its time
        engine = METHODS.load(method)(**with_minisat(method))
        found = [frozenset(loop.edges.tolist()) for loop in engine.loops(model, Stats())]
        assert len(found) == len(set(found))
        assert set(found) == solutions(model)


def test_drawings_of_honeycombs() -> None:
    from slitherenc import read

    puzzle = read("3x3t2:d0d")
    assert puzzle.board.traits.text_grid is not None
    result = solve(read("3x3t2:a3a2d3"))
    lines = result.draw().split("\n")
    assert lines[0].strip(" +-") == ""
    assert np.max(list(map(len, lines))) == 3 * 6 + 3


def test_boards_without_a_text_drawing() -> None:
    assert parse_board("loopy:floret:2x2").traits.text_grid is None
    for name in ("loopy:triangular:3x3", "loopy:triangular:3x3:old", "loopy:honeycomb:3x3", "loopy:kagome:3x3"):
        assert parse_board(name).traits.text_grid is not None
