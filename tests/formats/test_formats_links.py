"""Links and one-line forms: penpa, puzzle-loop."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve, write
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.lines import outline
from slitherenc.boards.square import square
from slitherenc.formats._penpa_text import abbreviate, expand
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.formats.writing import write_puzzle
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle

SOLVED = Puzzle(
    square(2, 3), np.array([3, -1, 2, -1, 1, -2]), solution=outline(square(2, 3), np.array([1, 1, 0, 0, 1, 1], bool))
)


def unpack(link: str) -> list[str]:
    packed = link.strip().rpartition("p=")[2]
    return expand(zlib.decompress(base64.b64decode(packed), -15).decode()).split("\n")


def pack(text: str, sign: str = "#m=edit&p=") -> str:
    packer = zlib.compressobj(9, wbits=-15)
    data = packer.compress(text.encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/" + sign + base64.b64encode(data).decode()


def relink(lines: list[str], **how: str) -> str:
    return pack(abbreviate("\n".join(lines)), **how)


def test_penpa_links_of_other_programs(shared: Callable[[str], Any]) -> None:
    for row in shared("penpa.json"):
        puzzle = read(row["query"])
        cells = "".join(row["clues"])
        assert puzzle.clues.tolist() == [int(c) if c.isdigit() else NO_CLUE for c in cells]
        letters = {"S": Clue("sheep-wolf", 1), "W": Clue("sheep-wolf", 0)}
        assert puzzle.typed == {face: letters[c] for face, c in enumerate(cells) if c in letters}
        if puzzle.typed:  # a variant: sheep and wolves, in colors of their own
            assert solve(puzzle, limit=2).status == "unique"
            assert read(write_puzzle(puzzle, "penpa")) == puzzle
            continue
        for dress in ("https://swaroopg92.github.io/penpa-edit/#", "https://opt-pan.github.io/penpa-edit/?", "?"):
            assert read(dress + row["query"]) == puzzle
        result = solve(puzzle, limit=3)
        assert len(result.loops) == row["standard_rule_solutions(max3)"]
        nx = puzzle.board.params[1] + 4
        first = nx * (puzzle.board.params[0] + 4) + nx + 1  # the number of vertex (0, 0), from the description
        edges = {frozenset(pair) for pair in row["lineE"]}
        assert (puzzle.solution is not None) == bool(edges)
        for edge in np.flatnonzero(puzzle.solution) if puzzle.solution is not None else ():
            width = puzzle.board.params[1] + 1
            edges.remove(frozenset(first + v // width * nx + v % width for v in puzzle.board.ends[edge].tolist()))
        assert not edges
        rewritten = unpack(write_puzzle(puzzle, "penpa"))
        original = unpack(row["query"])
        for line in (1, 5):
            assert rewritten[line] == original[line]
        assert rewritten[0].split(",")[:15] == original[0].split(",")[:15]
        assert json.loads(rewritten[3]).keys() == json.loads(original[3]).keys()
        assert json.loads(rewritten[3])["number"] == json.loads(original[3])["number"]


@pytest.mark.parametrize("size", [(7, 7), (8, 8), (7, 8), (8, 7), (1, 1), (1, 2)])
def test_penpa_points_at_the_middle_of_the_board(size: tuple[int, int]) -> None:
    height, width = size
    middle = int(unpack(write(Puzzle(square(*size), np.full(height * width, 3)), "penpa"))[0].split(",")[9])
    kind, (row, column) = (
        middle // ((width + 4) * (height + 4)),
        divmod(middle % ((width + 4) * (height + 4)), width + 4),
    )
    x, y = column + (0.5 if kind in (1, 3) else 0), row + (0.5 if kind in (1, 2) else 0)
    assert (x, y) == (2 + (width - 1) / 2, 2 + (height - 1) / 2)


def test_penpa_margins_solve_links_and_titles() -> None:
    lines = unpack(write(SOLVED, "penpa"))
    assert read(relink(lines)) == SOLVED
    assert read(relink(lines[:5])) == SOLVED  # the cells of the board are missing: no margins
    # The same board with two empty rows above and one column to the left, told by its cells, or by margins alone.
    wide = lines.copy()
    wide[0] = "square,4,4,38,0,1,1,190,190,0,0,0,0,0,0,Title: A%2C B,Author: C,,,OFF,false"
    wide[1] = "[2,0,1,0]"
    moved = {}
    for r, c, clue in ((0, 0, 3), (0, 2, 2), (1, 1, 1), (1, 2, "?")):
        moved[str((r + 4) * 8 + c + 3)] = [clue, 1, "1"]
    wide[3] = json.dumps({"number": moved})
    vertices = {(r, c): 64 + (r + 3) * 8 + c + 2 for r in range(3) for c in range(4)}
    assert SOLVED.solution is not None
    ends = [[divmod(int(v), 4) for v in SOLVED.board.ends[e]] for e in np.flatnonzero(SOLVED.solution)]
    wide[4] = json.dumps({"lineE": {f"{vertices[a]},{vertices[b]}": 3 for a, b in ends} | {"255": 98}})
    for cells in ("", "[null]", json.dumps([4 * 8 + 3, 1, 1, 6, 1, 1])):
        wide[5] = cells
        assert read(relink(wide)) == SOLVED
    assert dict(read(relink(wide)).facts) == {"title": "A, B", "author": "C"}
    wide[4] = ""
    answer = json.dumps([[], [], [f"{vertices[a]},{vertices[b]},1" for a, b in ends], [], [], []])
    link = relink(wide, sign="#m=solve&p=") + "&a=" + pack(answer).rpartition("p=")[2]
    assert read(link) == SOLVED
    wide[4] = json.dumps({"lineE": {"1,2": 3}})
    puzzle = read(relink(wide))
    assert puzzle.solution is None
    assert "left out" in puzzle.remarks[0]


def test_penpa_refuses_what_it_cannot_read() -> None:
    lines = unpack(write(SOLVED, "penpa"))

    def changed(**new: str) -> str:
        return relink([new.get(f"n{i}", line) for i, line in enumerate(lines)])

    for link, message in (
        (changed(n0="hex,3,3,38"), "kind 'hex'"),
        (changed(n0="10,10,38,1"), "before 2020"),
        (changed(n0="square,x,3"), "cut off"),
        (changed(n3="{"), "line 3"),
        (changed(n3="[" * 100_000), "line 3"),
        (changed(n5="[16,1]", n0="square,3,2"), "'1' lies outside|'2' lies outside|lies outside"),
        (changed(n5="[16,2]"), "not a rectangle"),
        (changed(n5="[16,100000]"), "outside the grid size"),
        (changed(n5="", n1="[1,1,0,0]"), "faces"),
        (changed(n3='{"number":{"16":["31",1,"1"]}}'), "'31' at"),
        (changed(n3='{"number":{"16":["t1",1,"1"]}}'), r"'t1' at \(0,0\) is not a clue, .* from 0 to 4, \?, S or W"),
        (changed(n3='{"number":{"16":["S",1,"2"]}}'), "'S' at"),
        (changed(n3='{"symbol":{"16":[[1,0,0,1],"arrow_cross",1]}}'), "kind myopia: its clues are arrows"),
        (changed(n3='{"number":{"16":[[1,2],1,"7"]}}'), "not a clue"),
        (changed(n0="square,999999999,999999999"), "faces"),
        ("#m=edit&p=%%%", "unpacked"),
        ("#m=edit&p=", "cut off"),
        (relink(lines)[:-60], "cut off|unpacked"),
    ):
        assert detect(link) == "penpa"
        with pytest.raises(ParseError, match=message):
            read_puzzle(link)
    with pytest.raises(UsageError, match="too large for a Penpa link"):
        write(Puzzle(square(500, 500), np.full(250_000, 3)), "penpa")


def test_penpa_tells_what_else_is_in_the_link() -> None:
    lines = unpack(write(SOLVED, "penpa"))
    lines[3] = json.dumps({**json.loads(lines[3]), "symbol": {"16": [1, "circle_L", 1]}, "cage": {"1,2": 10}})
    assert "symbols, cages" in read(relink(lines)).remarks[0]


def test_a_part_that_is_no_number_is_a_flag_in_pzpr_urls() -> None:
    for flags, full in (("f", True), ("2f", True), ("xfy", True), ("F", False), ("abc", False), ("", False)):
        assert read_puzzle(f"slither/{flags}/2/2/3i" if flags else "slither/2/2/3i").every_vertex == full


def test_tasks_of_puzzle_loop(shared: Callable[[str], Any]) -> None:
    for row in shared("puzzle-loop.json"):
        short = f"{row['w']}x{row['h']}:{row['task']}"
        puzzle = read(short)
        assert write(puzzle, "puzzle-loop") == short + "\n"
        solved = read(f"{short} {row['answer']}")
        assert solved.solution is not None
        assert write(solved, "puzzle-loop") == f"{short} {row['answer']}\n"
        result = solve(puzzle, limit=2)
        assert result.status == "unique"
        assert result.loop is not None
        assert np.array_equal(result.loop.bits(), solved.solution)
        script = f"var task = '{row['task']}'; settings = {{puzzleWidth: {row['w']}, puzzleHeight: {row['h']}}};"
        for text in (
            f"task={row['task']} size={row['w']}x{row['h']} answer={row['answer']}",
            f'{script}\nanswer: "{row["answer"]}"',
        ):
            assert detect(text) == "puzzle-loop"
            assert read_puzzle(text) == solved


def test_the_menu_of_puzzle_loop_and_wrong_tasks() -> None:
    assert read_puzzle("size=4 task=y").board.params == (5, 5)
    assert read_puzzle("size=9 task=" + "z" * 28 + "v").board.params == (30, 25)
    assert read_puzzle("3x2:a5d").clues.tolist() == [-1, 5, -1, -1, -1, -1]
    for text, message in (
        ("size=13 task=y", "is not in the site's menu"),
        ("task=y", "there is no size"),
        ("5x5:x", "the clues end after 24 cells, expected 25"),
        ("5x5:z", "after the last of 25 cells"),
        ("5x5:y yn", "the answer has 2 letters, expected 60"),
        ("0x5:a", "faces"),
        ("task=Y size=5x5", "'Y' is not allowed"),
    ):
        with pytest.raises(ParseError, match=message):
            read_puzzle(text, format="puzzle-loop")


def test_ids_of_loopy_are_not_taken() -> None:
    for text in ("5x5t0:y", "5x5t0dz:y", "5x5t1:0_y", "5x5de#123", ":y", "5X5t0:y"):
        assert detect(text) != "puzzle-loop"


def test_links_longer_than_a_file_name_are_read() -> None:
    board = square(30, 30)
    untold = Puzzle(board, np.full(900, UNKNOWN_CLUE))
    assert read("30x30:" + "3" * 900).n_clues == 900
    assert read(write(untold, "penpa").strip().rpartition("#")[2]) == untold
