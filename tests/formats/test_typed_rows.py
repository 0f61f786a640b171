"""Rows as people type and paste them: the same puzzle, an error, or a remark; never another puzzle in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isqrt
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slitherenc.base.errors import ParseError
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
        assert rows_of(read_puzzle(link)) in (["3.2", "223"], ["02.", "2.2", ".1."]), link
