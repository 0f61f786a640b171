"""Rows as people type and paste them: the same puzzle, an error, or a remark; never another puzzle in silence."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slitherenc import read
from slitherenc.arguments import as_puzzle
from slitherenc.base.errors import ParseError, UsageError
from slitherenc.batches.input_rows import read_rows
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import Puzzle

SINGLE = [*".-*_#xn·–", "\u3000", "\uff0e", " "]  # empty cells of one character
WORDS = ["-1", "NA", "nan", "None", "null", "N/A"]
FULL_WIDTH = str.maketrans("01234", "０１２３４")


def rows_of(puzzle: Puzzle) -> list[str]:
    """The clues of a puzzle on squares, a text for each row."""
    signs = {-1: ".", -2: "?"}
    height, width = puzzle.board.params
    table = puzzle.clues.reshape(height, width).tolist()
    return ["".join(signs.get(clue, str(clue)) for clue in row) for row in table]


@st.composite
def written(draw: Any) -> tuple[list[str], str]:
    """Rows of clues, and a text that somebody could have made of them."""

    def one_of(*values: Any) -> Any:
        return draw(st.sampled_from(values))

    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    sign = st.sampled_from("....0123")
    rows = [draw(st.text(sign, min_size=width, max_size=width)) for _ in range(height)]
    separator = one_of("", "", " ", "  ", ",", ", ", ";", "\t", "|", " | ")
    mark = one_of(*SINGLE, *(WORDS if separator else [])) if separator.strip(" ") == "" else one_of(*SINGLE, *WORDS, "")
    if not (mark + separator).strip():  # an empty row at an end would be no row of the text
        assume({"."} not in (set(rows[0]), set(rows[-1])))
    cells = [[mark if sign == "." else sign for sign in row] for row in rows]
    if one_of(False, False, True) and separator:
        size = max(len(cell) for row in cells for cell in row)
        cells = [[cell.rjust(size) for cell in row] for row in cells]
    match one_of("rows", "rows", "rows", "ended", "python", "c", "numpy", "texts", "markdown"):
        case "rows":
            lines = [separator.join(row) for row in cells]
        case "ended":
            lines = [separator.join(row) + separator.strip(" ") for row in cells]
        case "python":
            empty = one_of("None", "-1", "'.'", "null")
            body = [", ".join(empty if sign == "." else sign for sign in row) for row in rows]
            lines = [f"[[{body[0]}],", *(f" [{row}]," for row in body[1:-1]), f" [{body[-1]}]]"]
            lines = lines if height > 1 else [f"[[{body[0]}]]"]
        case "c":
            body = [", ".join("-1" if sign == "." else sign for sign in row) for row in rows]
            lines = [f"int b[{height}][{width}] = {{", *(f"  {{{row}}}, // row" for row in body), "};"]
        case "numpy":
            body = [" ".join("-1" if sign == "." else f" {sign}" for sign in row) for row in rows]
            lines = [f" [{row}]" for row in body]
            lines = ["[" + lines[0].lstrip(), *lines[1:-1], lines[-1] + "]"] if height > 1 else [f"[[{body[0]}]]"]
        case "texts":
            lines = json.dumps(rows, indent=one_of(None, 1)).split("\n")
        case "markdown":
            lines = ["| " + " | ".join(row) + " |" for row in cells]
    match one_of(*[""] * 6, "R C", "C R", "RxC", "R,C", "N", "R/C"):
        case "N" if height == width:
            lines = [str(height), *lines]
        case "R/C":
            lines = [str(height), str(width), *lines]
        case "":
            pass
        case size:
            head = size.replace("R", str(height)).replace("C", str(width)).replace("N", f"{height}x{width}")
            lines = [head, *[""] * one_of(0, 0, 1), *lines]
    lines = one_of(*[[]] * 6, ["# easy one"], ["// easy"], ["; made by hand"], ["% a row"]) + lines
    match one_of(*[""] * 8, "fence", "quote", "indent", "tab", "texts"):
        case "fence":
            lines = ["```text", *lines, "```"]
        case "quote":
            lines = [f"> {line}" for line in lines]
        case "indent":
            lines = [f"    {line}" for line in lines]
        case "tab":
            lines = [f"\t{line}" for line in lines]
        case "texts":
            lines = [f'"{line}",' for line in lines]
    ending = one_of("\n", "\n", "\r\n", "\r")
    ends = one_of("", "", "", "strip", "pad")
    if ends:
        lines = [line.rstrip(" ") if ends == "strip" else line + " " * draw(st.integers(0, 2)) for line in lines]
    text = ending.join(lines) + one_of("", ending, ending * 2)
    return rows, text.translate(FULL_WIDTH) if one_of(False, False, False, True) else text


def check(rows: list[str], text: str) -> str:
    """How a text was read: "right", "error" or "remark". Fails for another puzzle in silence."""
    try:
        puzzle = read_puzzle(text)
    except ParseError:
        return "error"
    if puzzle.board.kind == "square" and rows_of(puzzle) == rows:
        return "right"
    assert puzzle.remarks, (rows, text, rows_of(puzzle))
    return "remark"


@given(written())
@settings(max_examples=500, deadline=None)
def test_rows_are_never_read_as_others_in_silence(case: tuple[list[str], str]) -> None:
    check(*case)


@pytest.mark.slow
@given(written())
@settings(max_examples=20_000, deadline=None)
def test_many_rows_are_never_read_as_others_in_silence(case: tuple[list[str], str]) -> None:
    check(*case)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("3 . 2 # top\n", None),
        ("| A | B |\n|---|---|\n| 3 | . |\n", None),  # a head is no row
        ("3.2/223", ["3.2", "223"]),
        ('"3.2\\n223"', ["3.2", "223"]),
        ("3   2\n2 2 3\n", ["3.2", "223"]),  # blank cells in a table whose columns stand below each other
        ("[[3. nan 2.]\n [2. 2. 3.]]", ["3.2", "223"]),
        ("[[ 3. -1.  2.]\n [ 2.  2.  3.]]", ["3.2", "223"]),
        ("array([['3', '.', '2'],\n       ['2', '2', '3']], dtype='<U1')", ["3.2", "223"]),
        ("[[3, np.nan, 2], [2, 2, 3]]", ["3.2", "223"]),
        ("> > 3.2\n> > 223", ["3.2", "223"]),
        ("> ```\n> 3.2\n> 223\n> ```", ["3.2", "223"]),
        ("| 3 |   | 2 |\n|:-:|:--|--:|\n| 2 | 2 | 3 |\n", ["3.2", "223"]),
        ("# by Ann\n#\n3.2\n223\n", ["3.2", "223"]),
        ("3\n#\n2\n", ["3", ".", "2"]),
        ("[3][ ][2]\n[2][2][3]\n", None),  # cells in brackets, not rows
        ("    3 1\n2\n    0 2\n3   1\n", ["..31", "2...", "..02", "3.1."]),  # the blanks at the ends are lost
        ("4 4\n  31\n2   \n  02\n3 1 \n", ["..31", "2...", "..02", "3.1."]),
        ("np.array([[3, -1, 2], [2, 2, 3]], dtype=int8)", ["3.2", "223"]),
        ("grid = [\n    (3, None, 2),  # first\n    (2, 2, 3),\n]", ["3.2", "223"]),
        ("{3,-1,2},\n{2,2,3}", ["3.2", "223"]),
        ("int[][] b = {{3, -1, 2}, {2, 2, 3}};", ["3.2", "223"]),
        ("# # 3\n2 2 3", ["..3", "223"]),
        ("#S3\n223", ["..3", "223"]),
        ("# t2 3\n2 2 3", ["..3", "223"]),
        (';"3";"2"\n"2";"2";"3"', [".32", "223"]),
        ("; 3; S\n2;2;3", [".3.", "223"]),
        (";3;q\n2;2;3", None),
        ("#q3\n223\n3.2", None),
        (";3;2\n;2;q", None),
        ("; easy; by Ann\n3;;2\n2;2;3", ["3.2", "223"]),
        ("3x1\n3 . 2", ["3.2"]),
        ("# 3 by hand\n2 2 3", ["223"]),
        ("3\t\t2\n2\t2\t3", ["3.2", "223"]),
        ('"3","","2"\n"2","2","3"', ["3.2", "223"]),
        ("Rate this:\n\n```\n3.2\n223\n```\n\nThanks!", ["3.2", "223"]),
        ("10x2\n3.2.......\n223.......", ["3.2.......", "223......."]),
        ("3 2\n3.2\n223", ["3.2", "223"]),  # columns, rows: only that fits
        ("16x1\n2223..02....33..", ["2223..02....33.."]),
        ("3,2,4\n.,.,5", None),
        ("[[3, 2], [2, 3]]\n[[3, 2], [2, 3]]", None),
        ('["3", ".", "2"]', None),  # a row of cells, or rows of one cell?
    ],
)
def test_tables_as_people_have_them(text: str, rows: list[str] | None) -> None:
    if rows is None:
        with pytest.raises(ParseError):
            read_puzzle(text)
        return
    assert rows_of(read_puzzle(text)) == rows


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("0 2\n2 2\n", "with blanks between cells, 2x2; with blanks as empty cells it would be 3x2"),
        ("-1\n-1\n", "with cells side by side, 2x2; with blanks between cells it would be 1x2"),
        ("3,2,\n2,2,\n", "with a separator after each cell, 2x2; with separators between cells it would be 3x2"),
        ("  32\n  22\n", "blanks around the rows are not cells"),
        ("32\n22\n\n\n", "blanks around the rows are not cells"),
        ("\t3\t0\n\t2\t2\n", "each row begins with a tab, so the first cell of each row is read as empty"),
        ("2 2\n3 2\n2 2\n", "for a row of two clues use --from grid"),
        ("3 2 1\n223\n", "shorter rows are filled with empty cells"),
        ("| 1 | 2 | 3 |\n|---|---|---|\n| 3 | . | 2 |\n", "the header of the table is not read as a row"),
        ("|   |   |   |\n|---|---|---|\n| 3 | . | 2 |\n", "the header of the table is not read as a row"),
        ("0,1,2\n3,,2\n", "the first row looks like column numbers"),
        ("# 3 2\n3 . 2\n", "if it begins a comment"),
        ("2\n1\n3\n0\n", "if it is the size, use --from puzzlekit"),
        ("....", "4 cells in one row are read as 2x2"),
        (
            "2 3 3 . 2 2 2 3",
            "8 cells in one row are read as one row; if line breaks were lost, put each row on its own line",
        ),
        ("3.2223", "6 cells in one row"),
        ("[3, 0, 2]", "3 cells in one row"),
        ("2 3 0\n3 . 2\n2 2 3\n", "the first line is read as a row of clues; if it states the size"),
        ("3,2,0\n3,,2\n2,2,3\n", "the first line is read as a row of clues; if it states the size"),
        ("3\t\t.\n2\t\t3\n", "two tabs are read with an empty cell between them"),
        ("3\t\t.\n2\t2\t3\n", "two tabs are read with an empty cell between them"),
        ("  | 0 |  \n  | 1 |  \n", "blanks around the rows are not cells"),
        ("|3|2\n|2|2\n", "each row begins with a bar, so the first cell of each row is read as empty"),
        ("2\t\t\n3\t\t\n", "blanks around the rows are not cells"),
        ("4.4\n...\n", "if 4 stands for an empty cell here"),
    ],
)
def test_a_second_reading_is_remarked(text: str, remark: str) -> None:
    assert remark in " ".join(read_puzzle(text).remarks)


@pytest.mark.parametrize("text", ["2x3\n3.2\n223\n", "2 x 3\n3 -1 2\n2 2 3\n", "3x2\n223\n", "{{3, -1, 2}, {2, 2, 3}}"])
def test_what_is_sure_has_no_remark(text: str) -> None:
    puzzle = read_puzzle(text)
    assert rows_of(puzzle) == ["3.2", "223"]
    assert not puzzle.remarks


def test_an_error_shows_the_line_and_names_the_format(tmp_path: Path) -> None:
    for text, words in (
        ("size 2 2\n2 -\n- 7\n", "3:3: '7' is not a clue, expected - or a digit 0 to 4 (read as tamura)\n  - 7\n    ^"),
        ("3.2\n2 2 3\n", ":2: the row has blanks inside, unlike the first row"),
        ('{board: "1x1"}', "this is not JSON"),
        ("3.2\n2q3\n", "2q3\n   ^\n"),
        ("55555\n55555\n5.5.1\n", "if 5 stands for an empty cell here, write . instead\n"),
        (
            '{"board": "1x1", "clues": "."}\n' * 2,
            ":2: a second puzzle begins here, expected one puzzle (slitherenc batch",
        ),
        ("5x5t1:" + "a" * 55, "the clues are for 55 faces, expected 50"),
        ("3x3t1:" + "a" * 19, "expected 18, or 0_ before the clues"),
    ):
        path = tmp_path / "p.txt"
        path.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "slitherenc", "solve", str(path)], capture_output=True, check=False
        )
        assert done.returncode == 2
        assert words in done.stderr.decode(), text
    with pytest.raises(ParseError, match="this looks like a task without its size, expected the size before it"):
        read("a2b3c3")
    with pytest.raises(ParseError, match="is not loaded, expected a link with the whole puzzle"):
        read("https://puzz.link/abc")


LINK = "https://puzz.link/p?slither/3/2/8222d"
PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINK}?utm_source=x", "https://puzz.link/p?utm_source=x&amp;slither/3/2/8222d", "slither/3/2/8222d/@anna",
        f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={LINK}",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F3%2F2%2F8222d",
        f'<p>No. 3:</p>\n<a href="{LINK}">{LINK}</a>', f"See {LINK}.", f"<{LINK}>", f"({LINK})", f"**Easy**: `{LINK}`",
        f"[{LINK}]", f"\u201c{LINK}\u201d", f"\uff08{LINK}\uff09", f"**{LINK}**", f"<a href={LINK}>x</a>",
        f"[url={LINK}]x[/url]", f"Did you try {LINK}? Do.", f"{LINK}\u2026", f"{LINK}\u200b", f"{LINK}%20",
        "slither/3/2/8222d?utm_source=x",
    ],
)  # fmt: skip
def test_links_as_people_share_them(text: str) -> None:
    assert rows_of(read(text)) == ["3.2", "223"]


@pytest.mark.parametrize("around", ['"{}"', "({})", "<{}>", "[No. 2]({})", "`{}`", "Try {}?", "**{}**", "{}."])
def test_links_to_the_page_of_loopy(around: str) -> None:
    for page in (PAGE, f"{PAGE}?utm_source=x"):
        assert rows_of(read(around.format(f"{page}#3x3t0:02a2a1c"))) == ["02.", "2.1", "..."]


def test_comments_alone_are_no_puzzle() -> None:
    for text in ("; a\n; b\n", "# a\n# by hand\n"):
        with pytest.raises(ParseError, match="the text has no puzzle"):
            read_puzzle(text)


def test_a_body_stays_strict() -> None:
    for text in (
        "slither/3/2/8222dz",
        "slither/3/2/82A2d",
        f"{LINK} {LINK}d",
        "slither/2/2/3i\nslither/2/2/3i",
        "3x3t0:02a2a1c,3",
        "3x2:3a2223 yy",
    ):
        with pytest.raises(ParseError):
            read_puzzle(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [("p.csv", "3,,2\n2,2,3\n"), ("p.csv", "2;3\n3;;2\n2;2;3\n"), ("p.tsv", "3\t\t2\n2\t2\t3\n\n3\t\t2\n2\t2\t3\n")],
)
def test_a_table_of_cells_needs_no_column_of_puzzles(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    puzzles = [rows_of(read_puzzle(row.text)) for row in read_rows([str(path)])]
    assert puzzles == [["3.2", "223"]] * (1 + text.count("\n\n"))


def test_rows_in_python() -> None:
    wanted = Puzzle.from_rows([[3, None, 2], [2, 2, 3]])
    array = np.array([[3, np.nan, 2], [2, 2, 3]])
    signs = [["3", "x", "2"], ["2", "2", "3"]]
    for rows in (["3.2", "223"], [[3, -1, 2], [2, 2, 3]], array, array.tolist(), signs, ["3,,2", "2,2,3"]):
        assert as_puzzle(rows) == wanted
    for wrong in ([[3, 0.5]], [[3, -2]], [[True]], [[3, "q"]]):
        with pytest.raises((TypeError, UsageError)):
            as_puzzle(wrong)


def test_what_people_typed(shared: Callable[[str], Any]) -> None:
    for case in shared("typed-grids.json"):
        try:
            puzzle = read_puzzle(case["text"])
        except ParseError as error:
            assert case.get("error", "?") in str(error), case["name"]
            continue
        assert rows_of(puzzle) == case["rows"], case["name"]
        assert case.get("remark", "") in " ".join(puzzle.remarks), case["name"]
    for link in shared("typed-links.json"):
        assert rows_of(read_puzzle(link)) in (["3.2", "223"], ["02.", "2.1", "..."]), link
