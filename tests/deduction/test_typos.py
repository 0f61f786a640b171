"""Typos and superfluous clues against brute force, with every clue type and variant; what the command line says."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from slitherenc import diagnose, read, solve
from slitherenc.boards.board import Board
from slitherenc.cli.diagnose import _as_text
from slitherenc.deduction import questions, typos
from slitherenc.puzzles.puzzle import Clue, Puzzle
from tests.support.brute import Lines
from tests.support.meaning import BOARDS, CASES, KINDS, SQUARES, board_of, clue_set, clue_sets_of, sides, solutions_of
from tests.support.quick import first

VALUES = {"sheep-wolf": range(2), "myopia": range(1, 17)}  # those of other types depend on the face
UNIQUE = "slither/5/5/2c6dg78bg6a3d"
ONE_CELL = "slither/5/5/2c6bg78bg6a3d"  # the 1 of R2C2 was a 3
TWO_VALUES = "slither/5/5/h068c87c573a"
SWAPPED = "slither/5/5/0c6dg78bg6c3d"  # R1C1 and R5C1 of UNIQUE
TWO_SWAPS = "slither/5/5/dd8d6c5add"
SLIPPED = "slither/5/5/g2175cg6b7c23d"  # row 2 of a unique puzzle, one cell too far to the left
SLIPPED_BACK = "slither/5/5/g21c5c6b7c23d"


def values(board: Board, face: int, clue: Clue) -> range:
    if clue.type in VALUES:
        return VALUES[clue.type]
    around = sides(board, face)
    corners = {v for edge in around for v in board.ends[edge].tolist()}
    return range(len(around if clue.type == "number" else corners) + 1)


def changes(puzzle: Puzzle) -> Iterator[tuple[int, Clue | None]]:
    for face, clue in puzzle.all_clues.items():
        if puzzle.has_clue(face):
            yield face, None
            for value in values(puzzle.board, face, clue):
                if value != clue.value:
                    yield face, clue._replace(value=value)


def changed(puzzle: Puzzle, clues: Mapping[int, Clue | None]) -> Puzzle:
    whole = {**puzzle.all_clues, **clues}
    return puzzle.with_clues({face: clue for face, clue in whole.items() if clue is not None})


def only_loop(puzzle: Puzzle) -> Lines | None:
    loops = solutions_of(puzzle)
    return next(iter(loops)) if len(loops) == 1 else None


def judge(puzzle: Puzzle) -> str:
    """Compares the typos of a puzzle with brute force; the kind of the first one, "" for none."""
    found = diagnose(puzzle)
    if found.status == "unique":
        assert found.typos == ()
        return ""
    assert found.typos_complete
    loops = {(face, clue): only_loop(changed(puzzle, {face: clue})) for face, clue in changes(puzzle)}
    unique = {change: loop for change, loop in loops.items() if loop is not None}
    of_many = {change for change, loop in unique.items() if loop != sides(puzzle.board, change[0])}
    if unique:
        assert {typo.kind for typo in found.typos} == {"clue"}
        assert len(found.typos) == len(of_many or unique)
        assert {next(iter(typo.clues.items())) for typo in found.typos} == (of_many or set(unique))
        is_empty = [None in typo.clues.values() for typo in found.typos]
        assert is_empty == sorted(is_empty)
    else:
        expected = {frozenset(clues.items()) for clues in moves(puzzle) if only_loop(changed(puzzle, clues))}
        assert {frozenset(typo.clues.items()) for typo in found.typos} == expected
        assert "clue" not in {typo.kind for typo in found.typos}
    return found.typos[0].kind if found.typos else ""


def moves(puzzle: Puzzle) -> Iterator[dict[int, Clue | None]]:
    """Two clues exchanged, and rows and columns moved by one cell."""
    clues = {face: clue for face, clue in puzzle.all_clues.items() if puzzle.has_clue(face)}
    for a in clues:
        for b in clues:
            inner = puzzle.board.n_faces not in (a, b) or {clues[a].type, clues[b].type}.isdisjoint(VALUES)
            if a < b and clues[a] != clues[b] and inner:
                yield {a: clues[b], b: clues[a]}
    if puzzle.board.kind != "square":
        return
    height, width = puzzle.board.params
    faces = [[row * width + column for column in range(width)] for row in range(height)]
    for line in [*faces, *map(list, zip(*faces, strict=True))]:
        for way in (line, line[::-1]):
            shown = [puzzle.clue_at(face) for face in way]
            if shown[0] is None and any(shown):
                moved = dict(zip(way, [*shown[1:], None], strict=True))
                yield {face: clue for face, clue in moved.items() if clue != puzzle.clue_at(face)}


@pytest.mark.parametrize(("kind", "name"), CASES, ids=str)
def test_every_clue_type_and_variant(kind: str, name: str) -> None:
    for puzzle in clue_sets_of(kind, name, 2):
        judge(puzzle)


@pytest.mark.slow
def test_three_hundred_random_puzzles() -> None:
    rng = random.Random(2029)
    seen = Counter[str]()
    for at in range(300):
        kind = rng.choice(KINDS)
        name = rng.choice(SQUARES if kind in ("myopia", "liar") else sorted(BOARDS))
        seen[judge(clue_set(kind, board_of(name), rng, at))] += 1
    assert min(seen["clue"], seen[""]) > 50, seen
    assert seen["swap"], seen


@pytest.mark.parametrize(
    ("kind", "name"),
    first(2, [("number", "3x4"), ("liar", "3x3"), ("sheep-wolf", "honeycomb"), ("mixed", "triangles")]),
)
def test_each_superfluous_clue_can_be_left_out_alone(kind: str, name: str) -> None:
    for puzzle in clue_sets_of(kind, name, 12):
        found = diagnose(puzzle, superfluous=True)
        assert diagnose(puzzle).superfluous is None
        if found.status != "unique":
            assert found.superfluous is None
            continue
        given = [face for face in puzzle.all_clues if puzzle.has_clue(face)]
        assert found.superfluous == tuple(f for f in given if only_loop(changed(puzzle, {f: None})))


def test_the_mistyped_clue_is_said_after_the_verdict(run: Any) -> None:
    done = run("diagnose", ONE_CELL)
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == [
        "several loops",
        "If one clue is mistyped, it is R2C2: with 3 the puzzle becomes unique.",
    ]
    said = run("diagnose", TWO_VALUES).stdout.splitlines()
    assert said[1] == "If one clue is mistyped, it is R5C3: with 2 or 3 the puzzle becomes unique."
    (typo,) = json.loads(run("diagnose", ONE_CELL, "--json").stdout)["typos"]
    assert typo == {"kind": "clue", "clues": {"6": "3"}}


def test_several_places_are_a_short_list(run: Any) -> None:
    said = run("diagnose", "slither/2/2/33g3").stdout.splitlines()
    assert said[1] == "If one clue is mistyped, it is one of these, the likeliest first:"
    assert said[2:5] == [
        "R2C2: 1 or no clue in place of 3",
        "R1C1: 1 or no clue in place of 3",
        "These clues contradict each other, so at least one of them is wrong:",
    ]
    puzzle = Puzzle.from_rows([[2] * 6] * 6)
    found = replace(
        diagnose(SLIPPED), puzzle=puzzle, typos=tuple(typos.Typo("clue", {face: None}) for face in range(12))
    )
    assert _as_text(found)[11:13] == ["R2C4: no clue in place of 2", "and 2 more"]


def test_exchanged_clues_and_a_row_that_slipped(run: Any) -> None:
    said = run("diagnose", SWAPPED).stdout.splitlines()
    assert said[1] == "The puzzle becomes unique with R1C1 and R5C1 exchanged."
    said = run("diagnose", TWO_SWAPS).stdout.splitlines()
    assert said[1:4] == [
        "The puzzle becomes unique with any one of these changes:",
        "R1C4 and R4C4 exchanged",
        "R1C1 and R4C4 exchanged",
    ]
    assert run("diagnose", SLIPPED).stdout.startswith(
        "no loop\nThe puzzle becomes unique with row 2 moved right by one cell.\n"
    )
    (typo,) = diagnose(SLIPPED).typos
    assert typo.apply(read(SLIPPED)) == read(SLIPPED_BACK)
    assert pickle.loads(pickle.dumps(typo)) == typo


def test_nothing_is_found_where_two_clues_are_mistyped_far_from_each_other(run: Any) -> None:
    wrong = "slither/2/6/33h3333g3"
    said = "no loop\nNo change of one clue makes the puzzle unique.\n"
    assert run("diagnose", wrong).stdout.startswith(said)
    assert len(diagnose(wrong).conflicts) == 2


def test_a_search_that_ends_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typos, "SEARCH_SECONDS", 0.0)
    for text in (ONE_CELL, "slither/2/2/33g3"):
        found = diagnose(text)
        assert (found.typos, found.typos_complete) == ((), False)
        assert found.to_dict()["typos_complete"] is False
        assert _as_text(found)[2] == "Not every change was tried: that would take too long."
    assert diagnose("slither/2/2/33g3").conflicts  # these are found without it


def test_a_question_about_a_large_board_that_stays_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "SMALL", 10)
    monkeypatch.setattr(questions, "_LOOKS", 0)
    monkeypatch.setattr(questions, "SECONDS", None)
    for text in (ONE_CELL, SWAPPED):
        found = diagnose(text)
        assert not found.typos_complete
        assert all(solve(typo.apply(read(text)), limit=2).status == "unique" for typo in found.typos)


def test_superfluous_clues_on_the_command_line(run: Any) -> None:
    assert run("diagnose", "slither/4/4/dgdh2c7b", "--superfluous").stdout.splitlines()[1] == "no clue can be left out"
    more = "slither/3/2/00i4"
    assert run("diagnose", more).stdout == "unique: there is exactly one loop\n"
    said = run("diagnose", more, "--superfluous")
    assert (said.returncode, said.stdout.splitlines()[1]) == (
        0,
        "each of these clues can be left out alone: 0 at R1C1, 0 at R1C2 and 4 at R2C3",
    )
    assert json.loads(run("diagnose", more, "--superfluous", "--json").stdout)["superfluous"] == [0, 1, 5]
    assert json.loads(run("diagnose", more, "--json").stdout)["superfluous"] is None
    done = run("diagnose", ONE_CELL, "--superfluous")
    assert "clues can be superfluous only in a puzzle with exactly one loop" in done.stderr
