"""diagnose against brute force, with every clue type and variant; what it says on the command line."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from benchmarks.sparse import full
from slitherenc import read
from slitherenc.base.errors import GaveUp, UsageError
from slitherenc.cli.diagnose import _as_text
from slitherenc.deduction import questions, repairs
from slitherenc.deduction.conflicts import given_faces
from slitherenc.deduction.diagnose import LOOPS, diagnose
from slitherenc.deduction.hints import explain, hint, why
from slitherenc.deduction.repairs import REPAIRS
from slitherenc.puzzles.puzzle import EVERY_VERTEX, Puzzle
from tests.support.brute import Lines
from tests.support.meaning import BOARDS, CASES, KINDS, SQUARES, board_of, clue_set, clue_sets_of, sides, solutions_of

NO_CLUES_TO_BLAME = "slither/f/2/2/3g2"  # a loop does not visit nine vertices, whatever the clues
TWINS = '{"board":"square:2x2","clues":"....","typed":{"1":["sheep-wolf",1],"2":["sheep-wolf",1]}}'


def judge(puzzle: Puzzle) -> str:
    """Compares a Diagnosis with brute force; its status."""
    found = diagnose(puzzle)
    loops = solutions_of(puzzle)
    assert found.status == ("none" if not loops else "unique" if len(loops) == 1 else "multiple")
    assert bool(found.conflicts) == (not loops)
    blamed = [face for faces in found.conflicts for face in faces]
    assert len(blamed) == len(set(blamed))
    for faces in found.conflicts:
        assert not solutions_of(puzzle.clues_on(faces))
        for face in faces:
            assert solutions_of(puzzle.clues_on([other for other in faces if other != face]))
    judge_correction(puzzle, found.conflicts, found.correction)
    if found.status != "multiple":
        assert not found.differ
        assert not found.repairs
        return found.status
    if len(loops) <= LOOPS:
        assert set(found.differ) == frozenset.union(*loops) - frozenset.intersection(*loops)
    judge_repairs(puzzle, found.repairs, loops)
    return found.status


def judge_correction(puzzle: Puzzle, conflicts: tuple[tuple[int, ...], ...], correction: tuple[int, ...]) -> None:
    """A loop fits without the clues of a correction, and none of them can come back."""
    assert bool(correction) == (bool(conflicts) and all(conflicts))
    left = [face for face in given_faces(puzzle) if face not in correction]
    if correction:
        assert solutions_of(puzzle.clues_on(left))
    if not set(puzzle.variants) - {EVERY_VERTEX}:
        assert not any(solutions_of(puzzle.clues_on([*left, face])) for face in correction)


def judge_repairs(puzzle: Puzzle, repairs: tuple[Mapping[int, int], ...], loops: set[Lines]) -> None:
    """They leave one loop each, and no clue of one can go; there are single clues where one clue will do, and those
    with all edges of a face only where there are no others."""
    board = puzzle.board
    blank = [f for f in range(board.n_faces) if puzzle.clues[f] < 0 and f not in puzzle.typed]
    if set(puzzle.variants) - {EVERY_VERTEX}:
        assert not repairs
        return
    for repair in repairs:
        assert set(repair) <= set(blank)
        assert len(left(board, loops, repair)) == 1
        for face in repair:
            assert len(left(board, loops, {f: n for f, n in repair.items() if f != face})) > 1
    assert len(repairs) <= REPAIRS
    if len(loops) > LOOPS:  # the others were not looked at
        return
    clues = [{face: number} for face in blank for number in range(len(sides(board, face)) + 1)]
    single = [clue for clue in clues if len(left(board, loops, clue)) == 1]
    plain = [clue for clue in single if not is_full(board, clue)]
    if single:
        assert len(repairs) == min(REPAIRS, len(plain or single))
        assert all(repair in (plain or single) for repair in repairs)
    else:
        whole = [{face: len(loop & sides(board, face)) for face in blank} for loop in loops]
        assert len(repairs) == any(len(left(board, loops, clue)) == 1 for clue in whole)


def left(board: Any, loops: set[Lines], clues: Mapping[int, int]) -> list[Lines]:
    return [loop for loop in loops if all(len(loop & sides(board, face)) == n for face, n in clues.items())]


def is_full(board: Any, clue: Mapping[int, int]) -> bool:
    return any(number == len(sides(board, face)) for face, number in clue.items())


@pytest.mark.parametrize(("kind", "name"), CASES, ids=str)
def test_every_clue_type_and_variant(kind: str, name: str) -> None:
    for puzzle in clue_sets_of(kind, name, 6):
        judge(puzzle)


@pytest.mark.slow
def test_two_thousand_random_puzzles() -> None:
    rng = random.Random(2028)
    seen = dict.fromkeys(("none", "unique", "multiple"), 0)
    for at in range(2000):
        kind = rng.choice(KINDS)
        name = rng.choice(SQUARES if kind in ("myopia", "liar") else sorted(BOARDS))
        seen[judge(clue_set(kind, board_of(name), rng, at))] += 1
    assert min(seen.values()) > 100, seen


def test_blank_boards_and_nearly_blank_ones() -> None:
    for name in ("3x3", "triangles", "honeycomb"):
        board = board_of(name)
        judge(Puzzle(board, np.full(board.n_faces, -1)))
        for face in range(board.n_faces):
            clues = np.full(board.n_faces, -1)
            clues[face] = 1
            judge(Puzzle(board, clues))


@pytest.mark.parametrize(
    "text",
    [
        '{"board": "square:3x3", "clues": ".........", "typed": {"4": ["vertex", 3], "5": ["touch", 2]}}',
        '{"board": "square:4x2", "clues": "........", "typed": {"1": ["sheep-wolf", 1], "2": ["sheep-wolf", 1],'
        ' "3": ["touch", 1], "5": ["vertex", 3]}}',
        '{"board": "square:4x3", "clues": "............", "typed": {"0": ["vertex", 1], "2": ["touch", 1],'
        ' "4": ["vertex", 2], "7": ["sheep-wolf", 0], "10": ["sheep-wolf", 1], "11": ["vertex", 4]}}',
        '{"board": "square:4x3", "clues": "............", "typed": {"1": ["touch", 1], "5": ["vertex", 3],'
        ' "9": ["touch", 1]}}',
    ],
)
def test_clues_that_were_added_first_and_are_not_needed_go_again(text: str) -> None:
    judge(read(text))


def test_clues_whose_removal_is_enough_are_named(run: Any) -> None:
    done = run("diagnose", "3.2\n.1.\n2.3\n")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "There are more contradictions, which also contain some of these clues.",
        "A loop fits if you remove 3 at R1C1 and 2 at R3C1; then diagnose again.",
    ]
    several = run("diagnose", "2.3.2\n.1...\n3...1\n..2..\n.3.3.\n").stdout.splitlines()[-1]
    assert several.endswith("; to add as few clues as possible, use generate --complete.")
    assert "\nNo loop fits this clue:\n0 at R1C1\n" in run("diagnose", "0\n").stdout
    one = run("diagnose", "3.2.\n3112\n1213\n").stdout.splitlines()[-1]
    assert one == "A loop fits if you remove 3 at R2C1; then diagnose again."
    spoilt = 4 * "3333333333\n"  # more separate conflicts than are listed
    assert not diagnose(spoilt).correction
    assert "then diagnose again" in run("diagnose", spoilt).stdout.splitlines()[-1]


def test_no_clue_is_blamed_where_there_is_no_loop_even_without_clues(run: Any) -> None:
    assert diagnose(NO_CLUES_TO_BLAME).conflicts == ((),)
    done = run("diagnose", NO_CLUES_TO_BLAME)
    assert (done.returncode, done.stdout) == (1, "no loop: not even without clues\n")
    assert json.loads(run("diagnose", NO_CLUES_TO_BLAME, "--json").stdout)["conflicts"] == [[]]


def test_loops_that_differ_only_on_faces_with_other_clues(run: Any) -> None:
    assert diagnose(TWINS).repairs == ()
    done = run("diagnose", TWINS)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "No clues on blank faces were found that make it unique."


def test_a_large_board_with_far_too_few_clues_is_not_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = full(8, 10, 1)
    (repair,) = diagnose(puzzle).repairs
    assert len(repair) > 10
    monkeypatch.setattr(questions, "SMALL", 60)
    monkeypatch.setattr(questions, "SECONDS", None)  # no process of its own for each question
    monkeypatch.setattr(repairs, "MOST_CLUES", 10)
    found = diagnose(puzzle)
    assert (found.status, found.repairs) == ("multiple", ())
    assert _as_text(found)[-1] == "No clues on blank faces were found that make it unique; at most 10 are tried."


@pytest.mark.parametrize("command", ["diagnose", "hint", "explain", "rate"])
def test_a_time_limit(run: Any, command: str) -> None:
    easy = run(command, "slither/4/4/dgdh2c7b", "--timeout", "60")
    assert (easy.returncode, easy.stdout) == (0, run(command, "slither/4/4/dgdh2c7b").stdout)
    blank = run(command, "slither/60/60/" + "z" * 180, "--timeout", "0.05")
    assert blank.returncode == 3
    assert "no verdict within 0.05 seconds" in blank.stderr
    wrong = run(command, "slither/2/2/3i", "--timeout", "0")
    assert wrong.returncode == 2
    assert "timeout must be positive, got 0" in wrong.stderr


def test_a_time_limit_of_the_functions() -> None:
    puzzle = read("slither/4/4/dgdh2c7b")
    assert hint(puzzle, timeout=60) == hint(puzzle)
    assert list(explain(puzzle, timeout=60)) == list(explain(puzzle))
    assert why(puzzle, 3, timeout=60) == why(puzzle, 3)
    with pytest.raises(GaveUp):
        next(explain("slither/60/60/" + "z" * 180, timeout=0.05))
    with pytest.raises(UsageError, match="timeout must be positive, got -1"):
        hint(puzzle, timeout=-1)


@pytest.mark.parametrize(
    "puzzle",
    [
        '{"board":"square:1x1","clues":[null],"typed":{"0":["touch",1]}}',
        '{"board":"square:2x2","clues":[9,2,null,3],"variants":["liar"]}',
    ],
)
def test_an_alternative_that_cannot_hold_is_just_false(puzzle: str) -> None:
    loops = solutions_of(read(puzzle))
    step = hint(puzzle)
    assert step is not None
    assert all((known.edge in loop) == known.line for known in step.concludes for loop in loops)
    assert [step.rule for step in explain(puzzle)]
