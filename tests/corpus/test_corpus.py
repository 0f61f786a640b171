"""Real puzzles with known answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from slitherenc import read, solve
from slitherenc.boards.lines import inside
from slitherenc.boards.square import square
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from tests.conftest import EXAMPLES, with_minisat
from tests.support.brute import projected, read_back
from tests.support.quick import slow

pytestmark = pytest.mark.corpus


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    cells = "".join(row["clues"])
    return Puzzle(square(row["rows"], row["cols"]), np.array([NO_CLUE if c == "." else int(c) for c in cells]))


def check_row(row: dict[str, Any], **how: Any) -> None:
    result = solve(puzzle_of(row), limit=2, **how)
    assert result.status == ("unique" if row["nsols"] == 1 else "multiple"), row["id"]
    if row.get("inside") and row["nsols"] == 1 and row["solution_status"].startswith("inside-cells match"):
        cells = np.array([c == "x" for line in row["inside"] for c in line])
        assert result.loop is not None
        assert np.array_equal(inside(result.loop.board, result.loop.bits()), cells), row["id"]


@pytest.mark.parametrize(("method", "stride"), [("lazy", 1), ("numbering", 24)])
def test_real_puzzles(method: str, stride: int, shared: Callable[[str], Any]) -> None:
    rows = sorted(shared("janko.jsonl"), key=lambda row: row["rows"] * row["cols"])
    for row in rows[::stride]:
        check_row(row, method=method)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["numbering"])
def test_all_real_puzzles(method: str, shared: Callable[[str], Any]) -> None:
    for row in shared("janko.jsonl"):
        check_row(row, method=method)


@pytest.mark.parametrize("method", ["lazy", "numbering"])
@pytest.mark.parametrize("solver", ["cadical", "minisat"])
def test_drawings_of_the_sugar_page(method: str, solver: str, shared: Callable[[str], Any]) -> None:
    for row in shared("tamura.json"):
        result = solve(read_puzzle(row["tamura_text"]), method=method, solver=solver, limit=2)
        assert result.status == "unique"
        assert result.draw().split("\n") == [line.rstrip() for line in row["ascii"]]


def test_examples_have_one_loop() -> None:
    for path in sorted(EXAMPLES.glob("*.txt")):
        assert solve(read(path), limit=2).status == "unique", path


MOST, FEW = 3000, 300  # loops that are listed all, by the fastest of the methods and by the others


@pytest.mark.parametrize("method", ["lazy", "numbering", "coloring"])
def test_counts_of_edge_cases(method: str, shared: Callable[[str], Any]) -> None:
    for case in shared("edge-cases.json")["cases"]:
        puzzle = read_puzzle("\n".join(case["clues"]), format="grid")
        limit = None if case["solutions"] <= (MOST if method == "lazy" else FEW) else 20
        result = solve(puzzle, method=method, limit=limit, **with_minisat(method))
        assert len(result.loops) == min(case["solutions"], limit or case["solutions"]), case["name"]
        assert len(set(result.loops)) == len(result.loops)
        if "solution_ascii" in case:
            assert result.draw().split("\n") == [line.rstrip() for line in case["solution_ascii"]]


@pytest.mark.parametrize(
    ("symmetry", "integers"), [("full", "log"), ("full", "order"), ("none", "order"), slow(("none", "log"))]
)
@pytest.mark.parametrize("how", ["cnf", pytest.param("csp", marks=pytest.mark.slow)])
def test_counts_of_edge_cases_by_the_clauses_alone(
    how: str, symmetry: str, integers: str, shared: Callable[[str], Any]
) -> None:
    options = EncodeOptions(integers=integers, symmetry=symmetry)
    for case in shared("edge-cases.json")["cases"]:
        model = model_of(read_puzzle("\n".join(case["clues"]), format="grid"))
        most = case["solutions"] + 1 if case["solutions"] <= 110 else 20
        formula = clauses(model, options) if how == "cnf" else read_back(model, options)
        found = projected(formula, on=model.board.n_edges, most=most)
        assert len(found) == min(case["solutions"], most), case["name"]
