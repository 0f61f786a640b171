"""The coloring engine on real puzzles and on the boards of Loopy's tilings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest

from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solvers.engines import METHODS
from slitherenc.solvers.stats import Stats
from tests.corpus.test_corpus import check_row
from tests.support.plane_boards import of_faces

pytestmark = pytest.mark.corpus


def by_size(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: row["rows"] * row["cols"])


def test_real_puzzles(shared: Callable[[str], Any]) -> None:
    rows = by_size(shared("janko.jsonl"))
    for row in [row for row in rows if row["rows"] * row["cols"] <= 100][::8] + rows[::60]:
        check_row(row, method="coloring")


MOVED_IN = ("8_4x4", "2_4x4", "5_4x4", "15_5x5", "14_5x5", "22_6x6", "104_10x10", "550_10x10")


@pytest.mark.slow
def test_all_real_puzzles(shared: Callable[[str], Any]) -> None:
    for row in shared("janko.jsonl"):
        check_row(row, method="coloring")


def test_by_the_paper_s_rules(shared: Callable[[str], Any]) -> None:
    for row in by_size(shared("janko.jsonl"))[:30:2]:
        check_row(row, method="coloring", rules="paper", branch="first")


def test_loopy_s_tilings(shared: Callable[[str], Any]) -> None:
    """Every puzzle has the one loop that is told, by its vertices; without clues, the first loops are new each time."""
    for row in shared("graphs.jsonl")[::4]:
        board = of_faces("test graph", row["dots"], row["faces"])
        told = {frozenset(pair) for pair, on in zip(row["edges"], row["solution_edges"], strict=True) if on == "1"}
        loops = list(METHODS.load("coloring")().loops(model_of(Puzzle(board, np.array(row["clues"]))), Stats()))
        assert len(loops) == 1, row["id"]
        assert {frozenset(pair) for pair in board.ends[loops[0].edges].tolist()} == told, row["id"]
        blank = model_of(Puzzle(board, np.full(board.n_faces, -1)))
        first = list(islice(METHODS.load("coloring")(branch="first").loops(blank, Stats()), 20))
        assert len(set(first)) == len(first)
