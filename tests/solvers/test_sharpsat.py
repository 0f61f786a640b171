"""Model counting: the same numbers as the ZDD, and as other counters where they are installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import numpy as np
import pytest

from slitherenc import count, encode, read, solve
from slitherenc.base.errors import NotInstalled, UsageError
from slitherenc.boards.names import parse_board
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.conftest import EXAMPLES
from tests.support.brute import clue_sets, small_board

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _installed() -> None:
    pytest.importorskip("tididi_cnf")


def blank(name: str) -> Puzzle:
    board = parse_board(name)
    return Puzzle(board, np.full(board.n_faces, NO_CLUE))


@pytest.mark.parametrize("name", ["square:3x3", "square:6x2", "triangle:3", "loopy:honeycomb:3x3", "loopy:cairo:3x4"])
def test_blank_boards(name: str) -> None:
    pytest.importorskip("graphillion")
    assert count(blank(name), method="sharpsat").number == count(blank(name), method="zdd").number


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), [("square:5x5", 1222363), ("square:6x6", 487150371)])
def test_larger_blank_boards(name: str, number: int) -> None:
    assert count(blank(name), method="sharpsat").number == number


@pytest.mark.parametrize("number", [12, pytest.param(50, marks=pytest.mark.slow)])
def test_boards_with_clues(number: int) -> None:
    pytest.importorskip("graphillion")
    for i, puzzle in enumerate(clue_sets(small_board(3, 4), number, seed=8)):
        loops = count(puzzle, method="zdd").number
        assert count(puzzle, method="sharpsat").number == loops, i


@pytest.mark.parametrize("name", [path.name for path in sorted((EXAMPLES / "variants").iterdir())])
def test_clue_types_and_variants(name: str) -> None:
    """With every fourth clue gone; where these are alternatives, models are counted by their edges."""
    pytest.importorskip("graphillion")
    puzzle = read(EXAMPLES / "variants" / name)
    if name != "myopia.json":  # of which thousands of loops would be listed
        puzzle = puzzle.clues_on([face for face in range(puzzle.board.n_faces) if face % 4])
    assert count(puzzle, method="sharpsat").number == count(puzzle, method="zdd").number


def test_it_lists_no_loops_and_is_not_compared(run: Run) -> None:
    with pytest.raises(UsageError, match="did you mean sharpsat"):
        count("slither/2/2/j", method="sharpsta")
    with pytest.raises(UsageError, match="no method is called 'sharpsat'"):
        solve(blank("square:2x2"), method="sharpsat")
    assert "sharpsat" not in run("compare", "slither/2/2/j").stdout
    done = run("count", "slither/2/2/j", "--method", "sharpsat")
    assert (done.returncode, done.stdout) == (0, "13\n")
    assert done.stderr == "counted by tididi-cnf (models of the tree certificate)\n"


def test_boards_too_wide_for_a_zdd_with_many_loops_are_counted(run: Run) -> None:
    puzzle = read(EXAMPLES / "nikoli-36x20.txt")
    faces = np.flatnonzero(puzzle.clues >= 0).tolist()
    wide = puzzle.clues_on(sorted(set(faces) - set(faces[11 :: len(faces) // 3][:3])))
    found = count(wide, limit=3)
    assert (found.method, found.exact) == ("sharpsat", True)
    assert found.number == count(wide, method="tree").number == 720


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "tididi_cnf", None)
    with pytest.raises(NotInstalled, match=r"pip install tididi-cnf \(or slitherenc\[count\]\)"):
        count("slither/2/2/j", method="sharpsat")
    found = count(blank("square:13x13"), limit=5)
    assert not found.exact
    assert found.reason == "more than 5 loops; to count more loops: pip install tididi-cnf"


@pytest.mark.slow
def test_another_counter_agrees() -> None:
    """pyganak reads the file itself, with its lines for model counters."""
    pyganak = pytest.importorskip("pyganak")
    from pysat.formula import CNF

    for puzzle in clue_sets(small_board(3, 4), 50, seed=8):
        counter = pyganak.Counter()
        counter.add_clauses(CNF(from_string=encode(puzzle, connectivity="tree").decode()).clauses)
        assert counter.count() == count(puzzle, method="sharpsat").number
