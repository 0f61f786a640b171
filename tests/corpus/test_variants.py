"""pzpr's five kinds: puzzles read, written back, solved and checked; boards with the code that its program gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from slitherenc import check, solve
from slitherenc.base.errors import ParseError
from slitherenc.boards.square import square
from slitherenc.formats.reading import detect, read_puzzle
from slitherenc.formats.writing import write_puzzle
from slitherenc.model.violation import Violation
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from tests.conftest import ids
from tests.formats.test_pzpr_kinds import mutated

pytestmark = pytest.mark.corpus

CODES = {
    "no lines": "brNoLine", "several loops": "lnPlLoop", "several pieces": "lnPlLoop", "dead end": "lnDeadEnd",
    "clue": "nmLineNe", "touch": "nmTouchNe", "vertex": "nmVertexNe", "not visited": "cxNoLine",
    "sheep": "nmOutside", "wolf": "nmInside", "arrow without line": "arNoLineSeen",
    "nearer line": "arDistanceGt", "distances differ": "arDistanceNe",
}  # fmt: skip


def code_of(violation: Violation) -> str:
    if violation.rule == "branch":
        return {"3 lines": "lnBranch", "4 lines": "lnCross"}[violation.message[:7]]
    return CODES[violation.rule]


def test_urls_and_files_are_read_and_written_back_byte_for_byte(shared: Callable[[str], Any]) -> None:
    rows = shared("variants.jsonl")
    assert len(rows) == len(set(ids(rows))) >= 179
    for row in rows:
        url, file = read_puzzle(row["url"]), read_puzzle(row["file"])
        assert (detect(row["url"]), detect(row["file"])) == ("pzpr", "pzprv3")
        assert url == file, row["id"]
        assert url.facts == file.facts, row["id"]
        assert url.board.params == (row["h"], row["w"])
        for puzzle in (url, file, read_puzzle(write_puzzle(url, "json"))):
            assert write_puzzle(puzzle, "pzpr").partition("?")[2] == row["url"].partition("?")[2] + "\n", row["id"]
            assert write_puzzle(puzzle, "pzprv3") == row["file"], row["id"]


def test_every_puzzle_has_exactly_the_loops_that_are_told(shared: Callable[[str], Any]) -> None:
    for row in shared("variants.jsonl"):
        puzzle = read_puzzle(row["url"])
        result = solve(puzzle, limit=None)
        told = row.get("solutions") or ([row["edges"]] if row["edges"] else [])
        assert len(told) == row["count"], row["id"]
        assert result.complete, row["id"]
        assert sorted(loop.text() for loop in result.loops) == told, row["id"]
        for text in told:
            assert check(puzzle, text) == [], row["id"]
            assert check(puzzle, text.replace("1", "0", 1)) != [], row["id"]


# Numbers that pzpr leaves unchecked are refused; a board without a line is never a solution.
REFUSED = {"slither-f13": "'5' is not a clue", "swslither-f14": "'7' is not a clue"}
OURS = {"myopia-f11": "brNoLine"}


def test_the_first_broken_rule_is_that_of_pzpr(shared: Callable[[str], Any]) -> None:
    rows = shared("variants-failcheck.jsonl")
    assert len(rows) >= 54
    for row in rows:
        if row["id"] in REFUSED:
            with pytest.raises(ParseError, match=REFUSED[row["id"]]):
                read_puzzle(row["file"])
            continue
        puzzle = read_puzzle(row["file"])
        lines = np.zeros(puzzle.board.n_edges, np.bool_) if puzzle.solution is None else puzzle.solution
        broken = check_puzzle(puzzle, lines)
        assert broken == check(puzzle, lines)
        wanted = OURS.get(row["id"], row["code"])
        assert (code_of(broken[0]) if broken else None) == wanted, row["id"]
        listed = list(dict.fromkeys(map(code_of, broken)))
        if row["variant"] == "myopia":
            listed = [code for code in listed if code != "brNoLine"]
        if "lnBranch" in row["all"]:  # where three lines meet there is no inside
            listed, row["all"] = (
                [c for c in codes if c not in ("nmInside", "nmOutside")] for codes in (listed, row["all"])
            )
        assert listed == row["all"], row["id"]


def test_rules_of_arrows_are_tested_for_all_clues_before_the_next_rule() -> None:
    board = square(3, 3)
    puzzle = Puzzle(board, np.full(9, NO_CLUE), typed={2: Clue("myopia", 14), 4: Clue("myopia", 5)})
    lines = np.isin(np.arange(board.n_edges), [1, 4, 6, 7, 8, 9, 11, 14, 18, 19, 20, 21])
    rules = [violation.rule for violation in check_puzzle(puzzle, lines)]
    assert rules == ["arrow without line", "nearer line", "nearer line", "distances differ", "several loops"]


def test_mutated_urls_and_files_are_a_puzzle_or_a_parse_error(shared: Callable[[str], Any]) -> None:
    rng = random.Random(12)
    read = refused = 0
    for row in shared("variants.jsonl"):
        for text in [row["url"]] * 8 + [row["file"]] * 3:
            try:
                puzzle = read_puzzle(mutated(text, rng), "x", "pzpr" if text == row["url"] else "pzprv3")
                assert puzzle.board.n_faces > 0
                read += 1
            except ParseError as error:
                assert str(error).startswith("x")
                assert "\n" not in str(error)
                refused += 1
    assert min(read, refused) > 300
