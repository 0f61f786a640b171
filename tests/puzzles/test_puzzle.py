"""Puzzle: its clues one by one, whatever their type."""

from __future__ import annotations

import ast
import random
from dataclasses import fields

import pytest

from slitherenc import Puzzle, read
from slitherenc.base.errors import UsageError
from slitherenc.puzzles.puzzle import NUMBER, UNKNOWN_CLUE, Clue
from tests.conftest import ROOT

SHEEP = Clue("sheep-wolf", 1)


def test_one_clue_in_place_of_another() -> None:
    puzzle = Puzzle.from_rows([[3, None], [None, "?"]])
    assert [puzzle.clue_at(face) for face in range(5)] == [
        Clue(NUMBER, 3), None, None, Clue(NUMBER, UNKNOWN_CLUE), None,
    ]  # fmt: skip
    assert [face for face in range(5) if puzzle.has_clue(face)] == [0]
    more = puzzle.with_clue(1, 2).with_clue(3, SHEEP).with_clue(4, Clue(NUMBER, 4))
    assert dict(more.all_clues) == {0: (NUMBER, 3), 1: (NUMBER, 2), 3: SHEEP, 4: (NUMBER, 4)}
    assert puzzle.has_only_numbers
    assert not more.has_only_numbers
    assert more.with_clue(3, 0).clue_at(3) == Clue(NUMBER, 0)
    assert more.without_clue(3).without_clue(4).without_clue(1) == Puzzle.from_rows([[3, None], [None, None]])
    assert puzzle.without_clue(2) == puzzle


def test_random_changes_agree_with_a_dictionary() -> None:
    rng = random.Random(3)
    puzzle = read("slither/4/4/dgdh2c7b")
    clues = dict(puzzle.all_clues)
    for _ in range(200):
        face = rng.randrange(17)
        if rng.random() < 0.4:
            clues.pop(face, None)
            puzzle = puzzle.without_clue(face)
        else:
            clues[face] = SHEEP if rng.random() < 0.3 and face < 16 else Clue(NUMBER, rng.randrange(5))
            puzzle = puzzle.with_clue(face, clues[face])
        assert dict(puzzle.all_clues) == clues
        assert puzzle.n_clues == len(clues)
        assert all(puzzle.clue_at(face) == clues.get(face) for face in range(17))


def test_the_solution_of_other_clues_goes() -> None:
    solved = read("slither/2/2/3gb")
    solved = Puzzle(solved.board, solved.clues, solution=[True] * 12, crosses=[False] * 12)
    for changed in (solved.with_clue(3, 2), solved.without_clue(0), solved.clues_on([0])):
        assert changed.solution is None
        assert changed.crosses is None


@pytest.mark.parametrize(("face", "clue"), [(-1, 3), (5, 3), (0, -3), (0, 40000), (4, -1)])
def test_what_is_no_clue(face: int, clue: int) -> None:
    puzzle = Puzzle.from_rows([[3, None], [None, None]])
    with pytest.raises(UsageError):
        puzzle.with_clue(face, clue)
    if not 0 <= face <= 4:
        with pytest.raises(UsageError, match="there is no face"):
            puzzle.without_clue(face)


def test_more_clues_keep_the_solution_and_take_no_face_that_has_one() -> None:
    solved = read("slither/2/2/3gb")
    solved = Puzzle(solved.board, solved.clues, solution=[True] * 12, crosses=[False] * 12)
    more = solved.with_more_clues({1: SHEEP, 4: Clue(NUMBER, 2)})
    assert dict(more.all_clues) == {**solved.all_clues, 1: SHEEP, 4: Clue(NUMBER, 2)}
    assert more.solution is not None
    assert more.crosses is not None
    assert solved.with_more_clues({}) is solved
    for puzzle, face in ((solved, 0), (more, 1), (more, 4)):
        with pytest.raises(UsageError, match="has two clues"):
            puzzle.with_more_clues({face: SHEEP})


FOLDERS = ("slitherenc", "encodings", "solvers", "examples", "benchmarks")
OUTSIDE = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.is_relative_to(ROOT / "slitherenc" / "puzzles")
]
N_BEFORE_TYPED = [field.name for field in fields(Puzzle)].index("typed")


def touches_the_second_store(text: str) -> list[int]:
    """The lines of a module that read the mapping of clues that are no plain numbers, or give it to a constructor."""
    lines = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and node.attr == "typed":
            lines.append(node.lineno)
        elif isinstance(node, ast.Call):
            too_many = isinstance(node.func, ast.Name) and node.func.id == "Puzzle" and len(node.args) > N_BEFORE_TYPED
            if too_many or any(keyword.arg == "typed" for keyword in node.keywords):
                lines.append(node.lineno)
    return lines


@pytest.mark.parametrize(
    "line", ["puzzle.typed.items()", "Puzzle(b, c, typed=t)", "replace(p, typed={})", "Puzzle(b, c, v, s, f, r, t)"]
)
def test_the_second_store_is_found(line: str) -> None:
    assert touches_the_second_store(line)


def test_only_puzzles_know_that_clues_have_two_stores() -> None:
    assert len(OUTSIDE) > 200
    assert {str(path.relative_to(ROOT)) for path in OUTSIDE if touches_the_second_store(path.read_text())} == set()
