"""Real puzzles of the variants that puzz.link has, with all their loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from slitherenc import solve
from slitherenc.boards.square import square
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.options import EncodeOptions
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Clue, Puzzle
from tests.support.brute import projected, read_back

pytestmark = pytest.mark.corpus

TYPES = {"tslither": "touch", "vslither": "vertex", "myopia": "myopia"}


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    """The clues of a row's file: its kind, height, width, `f` for every vertex, and the signs of the cells."""
    _, kind, height, width, *rest = row["file"].split()
    full = rest[0] == "f"
    size = int(height) * int(width)
    clues, typed = np.full(size, NO_CLUE), {}
    for face, sign in enumerate(rest[full : size + full]):
        if sign == "-":
            clues[face] = UNKNOWN_CLUE
        elif sign != ".":
            value = int(sign)
            if kind == "swslither" and value > 4:
                typed[face] = Clue("sheep-wolf", int(value == 5))
            elif kind in TYPES:
                typed[face] = Clue(TYPES[kind], value)
            else:
                clues[face] = value
    variants = {EVERY_VERTEX} if full and kind != "vslither" else ()
    return Puzzle(square(int(height), int(width)), clues, variants, typed=typed)


def texts_of(row: dict[str, Any]) -> list[str]:
    """Its solutions as bits of the edges."""
    return sorted(row["solutions"] if row["count"] > 1 else [row["edges"]] * row["count"])


def check(rows: list[dict[str, Any]], method: str, **how: Any) -> None:
    for row in rows:
        result = solve(puzzle_of(row), method=method, limit=None, **how)
        assert sorted(loop.text() for loop in result.loops) == texts_of(row), row["id"]


@pytest.mark.parametrize(("method", "stride"), [("lazy", 1), ("tree", 5), ("coloring", 3)])
def test_real_puzzles(method: str, stride: int, shared: Callable[[str], Any]) -> None:
    check(shared("variants.jsonl")[::stride], method)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "how"),
    [("tree", {}), ("coloring", {}), ("numbering", {"integers": "log"}), ("numbering", {"integers": "order"})],
)
def test_all_real_puzzles(method: str, how: dict[str, Any], shared: Callable[[str], Any]) -> None:
    check(shared("variants.jsonl"), method, **how)


@pytest.mark.slow
@pytest.mark.parametrize("integers", ["log", "order"])
@pytest.mark.parametrize("how", ["cnf", "csp"])
def test_all_real_puzzles_by_the_clauses_alone(how: str, integers: str, shared: Callable[[str], Any]) -> None:
    most = 36 if how == "csp" else 10_000  # cells; the texts of large boards take this reader minutes each
    for row in shared("variants.jsonl"):
        if row["w"] * row["h"] > most:
            continue
        model, options = model_of(puzzle_of(row)), EncodeOptions(integers=integers)
        formula = clauses(model, options) if how == "cnf" else read_back(model, options)
        found = projected(formula, on=model.board.n_edges)
        texts = ["".join("01"[e in lines] for e in range(model.board.n_edges)) for lines in found]
        assert sorted(texts) == texts_of(row), row["id"]
