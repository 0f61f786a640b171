"""Game IDs and save files of Loopy."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slitherenc import read, solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.names import board_name, parse_board
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from tests.support.board_samples import puzzles

APERIODIC = (11, 12, 16, 17)  # of which only Penrose boards of older builds are made from IDs


@pytest.mark.corpus
def test_ids_of_the_program(shared: Callable[[str], Any]) -> None:
    graphs = {row["id"]: row for row in shared("graphs.jsonl")}
    rows = shared("loopy.jsonl")
    for row in rows:
        if row["type"] in APERIODIC and ":G" not in row["id"]:
            assert row["id"] in graphs
            with pytest.raises(ParseError, match=r"not supported.*JSON"):
                read(row["id"])
            continue
        puzzle = read(row["id"])
        board = puzzle.board
        if row["type"] in APERIODIC:
            graph = graphs[row["id"]]
            assert board.xy.tolist() == graph["dots"]
            assert board.ends.tolist() == [sorted(edge) for edge in graph["edges"]]
            assert board_name(parse_board(board_name(board))) == board_name(board)
        assert (board.n_faces, board.n_edges, board.n_vertices) == (row["faces"], row["edges"], row["dots"])
        assert write(puzzle, "loopy") == row["id"] + "\n"
        result = solve(puzzle, limit=2, method="lazy")
        assert result.status == "unique", row["id"]
        assert result.loop is not None
        assert result.loop.text() == row["solution_edges"], row["id"]
    assert len(rows) == 160


def test_malformed_ids(shared: Callable[[str], Any]) -> None:
    rows = [row for row in shared("malformed.json") if row["format"] == "loopy"]
    for row in rows:
        try:
            read_puzzle(row["text"], "x", "loopy")
            got = "accept"
        except ParseError as error:
            got = "reject"
            assert str(error).startswith("x:1:")
        assert got == row["expect"], row["name"]
    assert len(rows) >= 13


@given(puzzles(("square", "loopy")).filter(lambda p: p.board.kind == "loopy" or min(p.board.params) >= 3))
@settings(max_examples=100, deadline=None)
def test_write_then_read_is_the_identity(puzzle: Puzzle) -> None:
    text = write(puzzle, "loopy")
    assert detect(text) == "loopy"
    assert read_puzzle(text) == puzzle


@given(st.text("0123456789xtdeABzy:#_a \n", max_size=30), st.sampled_from(["", "3x3t2:", "1x3t8:", "SAVEFILE:"]))
@settings(max_examples=400, deadline=None)
def test_anything_is_a_puzzle_or_a_parse_error(text: str, head: str) -> None:
    try:
        read_puzzle(head + text, "x", "loopy")
    except ParseError as error:
        assert str(error).startswith("x")


def test_leniency_of_the_program() -> None:
    wanted = read("5x5t0:a33a3a20f3b3b3a32a")
    for text in (
        "5:a33a3a20f3b3b3a32a",
        "5x5:a33a3a20f3b3b3a32a",
        "5t0de:a33a3a20f3b3b3a32a",
        " 5x5dz:a33a3a20f3b3b3a32a\n",
    ):
        puzzle = read_puzzle(text)
        assert puzzle == wanted
        assert not puzzle.remarks
    junk = read("5x5t0xx:a33a3a20f3b3b3a32a")
    assert junk == wanted
    assert "'xx'" in junk.remarks[0]


def test_a_clue_larger_than_its_face_has_no_loop() -> None:
    assert solve(read("3x3t2:h9")).status == "none"
    assert read("2x2t9:eC").clues.tolist() == [-1] * 5 + [12]


def test_shapes_are_chosen_as_the_id_tells() -> None:
    assert board_name(read("1x2t8:l").board) == "loopy:floret:1x2"
    assert board_name(read("1x2t8:f").board) == "loopy:floret:1x2:old"
    assert board_name(read("3x3t1:r").board) == "loopy:triangular:3x3:old"
    assert board_name(read("3x3t1:0_s").board) == "loopy:triangular:3x3"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5x5t0:a", "x:1:8: the clues are for 1 faces, expected 25"),
        ("3x3:z", "x:1:6: the clues are for 26 faces, expected 9"),
        ("3x3:a.a", "x:1:6: '.' is not allowed in the clues"), ("3x3t18:i", "x:1:1: Loopy's type must be from 0 to 15"),
        ("1x2t8:g", "the clues are for 7 faces, expected 12"), ("3x3t4:i", "one of them at least 4"),
        ("9999999x9999999t2:a", "1 to 4,000,000 faces"), ("99999999999999999999:a", "1 to 4,000,000 faces"),
        ("1000x1000t2:a", "expected 1000000"), ("5x5t0de#12345", "random seed"), ("3x3t1:1_s", "0_ before the clues"),
        ("6x6t17:20462D_9Ba0a9dCa", "Spectres (t17): boards with such a description"), ("hello", "not a game ID"),
        ("6x6t11:y", "but there is none"), ("6x6t12:10DYXDYXYYCX_d1a2a30", "Gx,y,angle of older versions"),
        ("6x6t11:G1,2,3_a", "must be 0, 36"), ("6x6t11:G1,2_a", "expected Gx,y,angle"), ("6x6t11:G9999,0,0_a", "9999"),
        ("99x99t11:G0,0,0_a", "at most 75 cells"), ("6x6t11:G0,0,36_a", "the clues are for 1 faces, expected"),
    ],
)  # fmt: skip
def test_bad_ids(text: str, told: str) -> None:
    begun = time.process_time()
    with pytest.raises(ParseError) as caught:
        read_puzzle(text, "x", "loopy")
    assert told in str(caught.value)
    assert time.process_time() - begun < 2


def saved(**fields: str) -> str:
    lines = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", "GAME": "Loopy", "PARAMS": "3x3t0de",
        "CPARAMS": "3x3t0de", "DESC": "3b3b3b", "NSTATES": "2", "STATEPOS": "2",
    }  # fmt: skip
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in {**lines, **fields}.items())


def test_save_files() -> None:
    puzzle = read_puzzle(saved())
    assert puzzle == read("3x3t0:3b3b3b")
    assert puzzle.solution is None
    lines = "".join(f"{e}{'y' if e in (0, 1, 2, 3) else 'n'}" for e in range(24))
    solved = read_puzzle(saved(SOLVE="S" + lines).replace("\n", "\r\n"))
    assert solved.solution is not None
    assert np.flatnonzero(solved.solution).tolist() == [0, 1, 2, 3]
    assert read_puzzle(saved(SOLVE="S0y1y")).solution is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (saved(GAME="Mines"), "x:3: this is a saved game of 'Mines'"),
        (saved(DESC="zz"), "x:6: the clues are for 52 faces"),
        (saved()[:100], "x:4: this is not a line of a save file"), ("SAVEFILE:", "KEY:LENGTH:VALUE"),
        (saved(DESC="3b3b3b") + "NONSENSE\n", "x:9: this is not a line"),
        (saved(VERSION="1\n\n") + "NONSENSE\n", "x:11: this is not a line"),  # two ends of line in a value
        ("SAVEFILE:1:x\n", "has no GAME"),
        ("SAVEFILE:999999999:x\n", "not a line of a save file"),
    ],
)  # fmt: skip
def test_bad_save_files(text: str, told: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_puzzle(text, "x")
    assert told in str(caught.value)


def test_what_an_id_cannot_carry() -> None:
    board = parse_board("loopy:honeycomb:3x3")
    for puzzle, told in (
        (Puzzle(board, np.full(9, 36)), "above 35"),
        (Puzzle(board, np.full(9, -2)), r"\?"),
        (Puzzle(board, np.full(9, -1), variants={EVERY_VERTEX}), "every vertex"),
        (read_puzzle("33\n33"), "at least 3"),
    ):
        with pytest.raises(UsageError, match=told):
            write(puzzle, "loopy")


def test_in_a_terminal(run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    floret = "3x3t8:c3f3a1a3a1f42b3a42002a4a3333a"
    done = run("solve", floret, "--unique")
    assert done.returncode == 0
    assert len(done.stdout.strip()) == 132
    assert "cannot be drawn as text" in done.stderr
    assert run("solve", "3x4t2:b420c3a22").stdout.startswith("  +---+")
    assert run("solve", "5x5t0de#12345").returncode == 2
