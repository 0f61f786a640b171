"""Themes, techniques, openings, several symmetries, and patterns that are no stubs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slitherenc import generate, hint, rate, solve
from slitherenc.base.errors import NoPuzzle, UsageError
from slitherenc.boards.lines import face_counts
from slitherenc.boards.names import parse_board
from slitherenc.generation.places import AREAS, part_of
from slitherenc.generation.symmetry import orbits
from slitherenc.puzzles.puzzle import Puzzle
from tests.conftest import ROOT
from tests.support.quick import slow


def numbers(puzzle: Puzzle) -> dict[int, int]:
    assert solve(puzzle, limit=2, method="lazy").status == "unique"
    return {face: clue.value for face, clue in puzzle.all_clues.items()}


@pytest.mark.parametrize("digits", [(0, 3), (2,), (1, 3)])
def test_few_digits_have_puzzles_by_default(digits: tuple[int, ...]) -> None:
    assert set(numbers(generate("8x8", digits=digits, seed=1)).values()) == set(digits)


def test_a_digit_can_have_a_difficulty() -> None:
    puzzle = generate("10x10", digits=(0, 3), difficulty="easy", seed=1)
    assert set(numbers(puzzle).values()) == {0, 3}
    assert rate(puzzle).name == "Easy"


@pytest.mark.parametrize(
    ("name", "symmetry"), [("8x8", None), slow(("9x7", "mirror-x")), slow(("honeycomb:6", None)), ("8x8", "rotate4")]
)
def test_opposite_clues_are_equal_or_have_a_sum(name: str, symmetry: str | None) -> None:
    for theme in ("equal-opposites", "opposites-sum-3") if symmetry is None else ("equal-opposites",):
        puzzle = generate(name, theme=theme, symmetry=symmetry, seed=1)
        clues = numbers(puzzle)
        for orbit in orbits(puzzle.board, symmetry or "rotate2"):
            shown = [clues[face] for face in orbit if face in clues]
            assert len(shown) in (0, len(orbit))
            assert 2 * sum(shown) == 3 * len(shown) if theme == "opposites-sum-3" else len(set(shown)) <= 1


def test_rows_of_one_digit() -> None:
    clues = numbers(generate("8x8", theme="one-digit-rows", seed=1))
    rows = [{number for face, number in clues.items() if face // 8 == row} for row in range(8)]
    assert max(map(len, rows)) == 1
    assert len(set().union(*rows)) > 1


def test_what_themes_refuse() -> None:
    for options, words in (
        ({"theme": "equal-opposite"}, "did you mean equal-opposites"),
        ({"theme": "equal-opposites", "symmetry": "none"}, "needs a symmetry"),
        ({"theme": "equal-opposites", "variant": "touch"}, "cannot be combined with a variant"),
        ({"needs": "adjacent 3"}, "did you mean adjacent 3s"),
        ({"needs": "branch", "without": "branch"}, "both in 'needs' and in 'without'"),
        ({"needs": "colors", "difficulty": "easy"}, "no easy puzzle needs colors; choose the difficulty hard"),
        ({"symmetry": "mirror-x,mirror"}, "no symmetry is called 'mirror'"),
        ({"opening": "botom"}, "did you mean bottom"),
    ):
        with pytest.raises(UsageError, match=words):
            generate("8x8", seed=1, **options)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="up to 225 cells"):
        generate("20x20", theme="one-digit-rows")


@pytest.mark.parametrize("technique", ["adjacent 3s", slow("1-2-1 on the rim"), slow("arc counting")])
def test_techniques_are_needed_or_not(technique: str) -> None:
    puzzle = generate("8x8", needs=technique, seed=1)
    assert numbers(puzzle)
    assert rate(puzzle).steps[technique]
    assert technique not in rate(generate("8x8", without=technique, difficulty="easy", seed=1)).steps


@pytest.mark.parametrize("area", ["top-left", *map(slow, ("middle", "right"))])
def test_the_first_steps_are_in_the_area(area: str) -> None:
    puzzle = generate("10x10", opening=area, seed=1)
    assert numbers(puzzle)
    first = hint(puzzle)
    assert first is not None
    part = part_of(puzzle.board, area)
    sides = [set(puzzle.board.sides[known.edge].tolist()) for known in first.concludes]
    assert any(not part.isdisjoint(pair) for pair in sides)


def test_parts_of_a_board_cover_it() -> None:
    board = parse_board("honeycomb:5")
    parts = {area: part_of(board, area) for area in AREAS}
    assert parts["top"] | parts["bottom"] == parts["left"] | parts["right"] == set(range(board.n_faces))
    assert parts["top-left"] == parts["top"] & parts["left"]
    assert parts["middle"]


def test_several_symmetries_at_once() -> None:
    board = parse_board("6x6")
    assert len(orbits(board, "mirror-x,mirror-y")) == 9
    assert orbits(board, "all") == orbits(board, "rotate4,mirror-x")
    assert {len(orbit) for orbit in orbits(board, "all")} == {4, 8}
    assert orbits(parse_board("6x5"), "all") == orbits(parse_board("6x5"), "mirror-x,mirror-y")
    clues = numbers(generate("8x8", symmetry="mirror-x, mirror-y", seed=1))
    for orbit in orbits(parse_board("8x8"), "mirror-x,mirror-y"):
        assert sum(face in clues for face in orbit) in (0, len(orbit))


def test_a_solid_pattern_is_no_stub(run: Any) -> None:
    heart = str(ROOT / "examples/patterns/heart.txt")
    done = run("generate", "--pattern", heart, "--seed", "2", "--to", "json", "--solution")
    assert done.returncode == 0, done.stderr
    from slitherenc import read

    puzzle = read(done.stdout)
    clues = numbers(puzzle)
    assert len(clues) == 32
    assert sum(number == 0 for number in clues.values()) <= 10
    counts = face_counts(puzzle.board, np.asarray(puzzle.solution))
    passed = [any(counts[face] for face in clues if face % 10 == column) for column in range(1, 9)]
    assert sum(passed) >= 5


def test_a_pattern_that_fails_says_what_would_do(tmp_path: Path) -> None:
    corners = tuple(face for face in range(64) if face % 8 in (0, 7) and face // 8 in (0, 1, 6, 7))
    with pytest.raises(NoPuzzle, match=r"proved|edges undecided; add clues on .*: https://puzz.link"):
        generate("8x8", strategy="pattern", faces=corners, rounds=3, seed=1)
