"""Files: gmpuzzles, pencilbox, kanpen, pzprv3, janko and puzzlekit with their solutions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve, write
from slitherenc.base.errors import ParseError
from slitherenc.boards.lines import inside, outline
from slitherenc.boards.square import square
from slitherenc.formats import FORMATS
from slitherenc.formats._edges import lines_of_tables, tables
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.formats.writing import dropped_features, write_puzzle
from slitherenc.model.check_model import check_model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, UNKNOWN_CLUE, Puzzle

SOLVED = Puzzle(
    square(2, 3), np.array([3, -1, 2, -1, 1, 3]), solution=outline(square(2, 3), np.array([1, 1, 0, 0, 1, 1], bool))
)
SOLVING = [name for name in FORMATS.names() if "solution" in FORMATS.load(name).CARRIES]


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    cells = "".join(row["clues"])
    board = square(row["rows"], row["cols"])
    lines = outline(board, np.array([c == "x" for line in row["inside"] for c in line])) if row.get("inside") else None
    return Puzzle(board, np.array([NO_CLUE if c == "." else int(c) for c in cells]), solution=lines)


def test_edges_are_told_right_on_a_board_that_is_no_square() -> None:
    assert SOLVED.solution is not None
    flat, upright = tables(SOLVED.board, SOLVED.solution)
    assert flat.astype(int).tolist() == [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    assert upright.astype(int).tolist() == [[1, 0, 1, 0], [0, 1, 0, 1]]
    assert np.array_equal(lines_of_tables(SOLVED.board, flat, upright), SOLVED.solution)


@pytest.mark.parametrize("name", SOLVING)
def test_a_solution_written_is_the_solution_of_the_puzzle_read(name: str) -> None:
    assert read_puzzle(write_puzzle(SOLVED, name)) == SOLVED


def test_real_solutions_through_every_format(shared: Callable[[str], Any]) -> None:
    rows = [row for row in shared("janko.jsonl") if row["solution_status"].startswith("inside-cells match")]
    for row in rows[::60]:
        puzzle = puzzle_of(row)
        for name in SOLVING:
            if "square" in FORMATS.load(name).BOARDS:
                assert dropped_features(puzzle, name) == []
                back = read_puzzle(write_puzzle(puzzle, name))
                assert back == puzzle, (row["id"], name)
        assert puzzle.solution is not None
        assert not check_model(model_of(puzzle), puzzle.solution)


def test_kanpen_files_and_urls_equal_those_of_pzprjs(shared: Callable[[str], Any]) -> None:
    for row in shared("pzpr.json"):
        puzzle = puzzle_of(row)
        assert write(puzzle, "kanpen") == row["kanpen_file"]
        assert write(puzzle, "kanpen-url") == row["kanpen_url"] + "\n"
        bare = replace(puzzle, solution=None)
        for key in ("url", "kanpen_url", "kanpenp_url"):
            assert read(row[key]) == bare
        for key in ("pzprv3_file", "pzpr_file_url", "kanpen_file"):
            if key in row:
                assert read(row[key]) == puzzle
        result = solve(puzzle, limit=2)
        assert result.status == "unique"
        assert result.loop is not None
        assert np.array_equal(result.loop.bits(), puzzle.solution)


PZPRV3 = "pzprv3.1/slither/1/2/3 - /0 2 /1 0 1 /1 -1 /1 1 "


@pytest.mark.parametrize(
    "text",
    [PZPRV3, PZPRV3 + "/", PZPRV3.replace("/", "\n"), PZPRV3.replace("/", "\r\n") + "\r\n", "?" + PZPRV3,
     "http://pzv.jp/p.html?" + PZPRV3.replace(" ", "%20"), "https://puzz.link/p?type=editor&" + PZPRV3,
     PZPRV3.replace(".1", "").replace("/0 2 ", ""), PZPRV3 + '/info:{"metadata":{"author":"1 0/0 1"}}',
     PZPRV3.replace("/", "\n") + '\nhistory:{\n"type":"pzpr",\n"time":0}\n', PZPRV3 + "/http://pzv.jp/p.html?slither/2/1",
     PZPRV3.replace("/", "\n") + "\nTrialData(1)\n3 - \n0 0 \n0 0 0 \n0 0 \n0 0 \n", PZPRV3 + "/__HISTORY__/1 2 3/"],
)  # fmt: skip
def test_pzprv3_in_all_its_clothes(text: str) -> None:
    puzzle = read_puzzle(text)
    assert (puzzle.board.params, puzzle.clues.tolist()) == ((1, 2), [3, UNKNOWN_CLUE])
    assert puzzle.solution is not None
    on = {puzzle.board.edge_name(e) for e in np.flatnonzero(puzzle.solution)}
    assert on == {"v_0_0", "v_0_2", "h_0_0", "h_1_0", "h_1_1"}


def test_pzprv3_without_answer_or_clues() -> None:
    assert read_puzzle("pzprv3/slither/1/2/3 - /").solution is None
    assert read_puzzle("pzprv3.1\nslither\n1\n2\nf\n3 - \n").every_vertex
    blank = read_puzzle("pzprv3/slither/5/5")
    assert (blank.n_clues, blank.board.params) == (0, (5, 5))
    assert "the board is blank" in blank.remarks[0]
    with pytest.raises(ParseError, match="mejilink"):
        read_puzzle("pzprv3/mejilink/1/2/3 - /")


GMPUZZLES = """Author: Someone
Genre: Slitherlink
Variation: Standard
Theme: Corners
Entry:
Solution:
Solving Times:
Status:
3 2
3.2
.13
RRD.
ULRD
.ULL
"""


def test_gmpuzzles_as_penpa_writes_it() -> None:
    puzzle = read_puzzle(GMPUZZLES)
    assert puzzle == SOLVED
    assert dict(puzzle.facts) == {"author": "Someone", "theme": "Corners"}
    assert write(puzzle, "gmpuzzles") == GMPUZZLES
    assert write(Puzzle(square(1, 1), np.array([NO_CLUE])), "gmpuzzles").endswith("1 1\n.\n..\n..\n")
    no_clues = GMPUZZLES.replace("3.2\n.13\n", "")
    assert read_puzzle(no_clues) == replace(SOLVED, clues=np.full(6, NO_CLUE))
    assert "variation" in read_puzzle(GMPUZZLES.replace("Standard", "Liar")).remarks[0]
    for bad, message in (
        (GMPUZZLES.replace("Slitherlink", "Masyu"), "the genre is 'Masyu'"),
        (GMPUZZLES.replace("ULRD", "UL.R"), ":13: the loop leaves the board"),
        (GMPUZZLES.replace("ULRD", "ULRX"), "'X' is not a clue, expected R, D, L, U"),
        (GMPUZZLES.replace("3 2\n", "3\n"), ":9: the size is not two numbers"),
        (GMPUZZLES.replace(".ULL\n", ""), "ends after 2 rows"),
    ):
        with pytest.raises(ParseError, match=message):
            read_puzzle(bad)


def test_gmpuzzles_carries_several_loops_and_no_branches() -> None:
    board = square(3, 3)
    two = Puzzle(board, np.full(9, NO_CLUE), solution=outline(board, np.arange(9) % 8 == 0))
    assert read_puzzle(write_puzzle(two, "gmpuzzles")) == two
    touching = replace(two, solution=outline(board, np.isin(np.arange(9), [0, 4])))
    assert dropped_features(touching, "gmpuzzles") == ["this solution, because its lines do not fit the format"]


PENCILBOX = """<?xml version="1.0" encoding="utf-8" ?>
<puzzle type="slitherlink">
  <board><brow row="1"><n3/><s/><n v="2"/></brow><brow row="2"><s/><n1/><n5/></brow></board>
  <answer><arow row="1"><hv/><n v="1"/><n10/></arow><arow row="2"><h/><v/><h/><v/></arow>
  <arow row="3"><s/><h n="2"/></arow></answer>
  <size row="3" col="4"/><property><author value="A &amp; B"/></property>
</puzzle>
"""


def test_pencilbox_files() -> None:
    puzzle = read_puzzle(PENCILBOX)
    clues = np.array([3, -1, 2, -1, 1, UNKNOWN_CLUE])
    assert puzzle == replace(SOLVED, clues=clues)
    assert dict(puzzle.facts) == {"author": "A & B"}
    assert read_puzzle(write(puzzle, "pencilbox")).facts == {"author": "A & B"}
    for bad, message in (
        (PENCILBOX.replace("slitherlink", "masyu"), "this is a 'masyu'"),
        (PENCILBOX.replace("<size", "<sise"), "no element <size>"),
        (PENCILBOX.replace('row="3" col', 'row="1" col'), "faces"),
        (PENCILBOX.replace('h n="2"', 'h n="4"'), "row 3 is too long"),
        (PENCILBOX.replace('<arow row="3"', '<arow row="4"'), "there is no row 4"),
        (PENCILBOX.replace("<n3/>", "<n7/>"), "is not a clue"),
        (PENCILBOX.replace("<hv/>", "<hx/>"), "'hx' in <hx> is not a code for lines"),
        (PENCILBOX.replace("</puzzle>", ""), "not well-formed XML"),
        (PENCILBOX.replace("<puzzle", "<!DOCTYPE puzzle []><puzzle"), "document type"),
    ):
        with pytest.raises(ParseError, match=message):
            read_puzzle(bad)


@pytest.mark.parametrize("cell", ["n12", "n6", "n", 'n v=""', 'n v="12"', 'n v="x"'])
def test_pencilbox_cells_that_are_no_clues(cell: str) -> None:
    file = f'<puzzle type="slitherlink"><size row="2" col="2"/><board><brow row="1"><{cell}/></brow></board></puzzle>'
    with pytest.raises(ParseError, match=r"is not a clue, expected s .blank., z .0., n1 to n4, or n5"):
        read_puzzle(file)


def test_puzzlekit_solutions_and_sections() -> None:
    clues = "2 3\n3 - 2\n- 1 3\n"
    bare = replace(SOLVED, solution=None)
    alone = replace(SOLVED, clues=np.full(6, NO_CLUE))
    assert read_puzzle(clues) == bare
    assert read_puzzle("2 3\nx x -\n- x x\n") == alone
    assert read_puzzle("2 3\n14 9 6\n9 6 11\n") == alone
    for solution in ("x x -\n- x x\n", "2 3\nx x -\n- x x\n", "14 9 6\n9 6 11\n"):
        assert read_puzzle(clues + solution) == SOLVED
    assert read_puzzle("[size]\n2 3\n[cells]\n3 - 2\n- 1 3\n[difficulty]\n2\n") == bare
    for bad, message in (
        ("2 3\n14 9 6\n1 6 11\n", "contradict each other"),
        ("2 3\n3 - 2\n- 1 7\n", "'7' is not a clue"),
        (clues + "x x -\n", "an extra row"),
        ("[size]\n2 3\n3 - 2\n", "no section .cells."),
    ):
        with pytest.raises(ParseError, match=message):
            read_puzzle(bad)


def test_janko_solutions_are_inside_cells() -> None:
    text = write(SOLVED, "janko")
    assert "[solution]\nx x -\n- x x\n[end]\n" in text
    assert "rows 2\ncols 3\n" in text
    assert read_puzzle(text) == SOLVED
    page = "<html><pre>" + text.replace("[begin]", "\n[begin]") + "</pre>"
    assert read_puzzle(page) == SOLVED
    assert read_puzzle(text.replace("x x -", "x x")).remarks
    cut = np.array(SOLVED.solution)
    cut[0] = False
    assert dropped_features(replace(SOLVED, solution=cut), "janko") == [
        "this solution, because its lines do not fit the format"
    ]
    assert np.array_equal(inside(SOLVED.board, cut), inside(SOLVED.board, cut))


def test_any_inside_cells_of_janko_are_a_solution_but_none() -> None:
    board = square(2, 2)
    for cells in product("x-", repeat=4):
        rows = f"{cells[0]} {cells[1]}\n{cells[2]} {cells[3]}\n"
        puzzle = read_puzzle(f"[begin]\nsize 2\n[problem]\n- -\n- -\n[solution]\n{rows}[end]\n")
        if "x" in cells:
            assert np.array_equal(puzzle.solution, outline(board, np.array(cells) == "x"))
        else:
            assert puzzle.solution is None


def test_kanpen_files_are_told_from_grids() -> None:
    assert detect("1\n1\n. \n") == "kanpen"
    assert detect("1\n1\n.\n") == "grid"
    assert detect("2\n2\n. 1 \n. . \n") == "kanpen"
    with pytest.raises(ParseError, match="the number of columns is missing"):
        read_puzzle("2\n. .\n", format="kanpen")
    with pytest.raises(ParseError, match=r"slitherlink\.html"):
        read_puzzle("http://www.kanpen.net/sudoku.html?problem=9/9_/")
