"""The compiled kernel takes the same steps as its Python source, on all real puzzles and on many small ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from slitherenc.base.errors import ParseError, UsageError
from slitherenc.boards.names import parse_board
from slitherenc.formats.reading import read_puzzle
from slitherenc.model.decompose import decompose
from slitherenc.model.model import Model
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.kernel import is_compiled
from slitherenc.solvers.kernel.kernel_engine import SUPPORTS
from tests.conftest import set_plain
from tests.corpus.test_corpus import puzzle_of
from tests.corpus.test_variant_engines import puzzle_of as variant_of
from tests.encodings.test_programs import graph_board
from tests.solvers.test_kernel import searched

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.kernel,
    pytest.mark.slow,
    pytest.mark.skipif(not is_compiled(), reason="the kernel is not compiled here"),
]


def taken(puzzles: Iterable[Puzzle]) -> list[Model]:
    """The Models that the kernel takes."""
    found = []
    for puzzle in puzzles:
        try:
            found.append(decompose(model_of(puzzle), SUPPORTS, "the kernel"))
        except UsageError:
            continue
    return found


def compare(models: list[Model], budgets: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict, the loops, what is decided and the counts of the work."""
    for model in models:
        for budget in budgets:
            set_plain(monkeypatch, False)
            compiled = searched(model, 2, budget)
            set_plain(monkeypatch, True)
            assert searched(model, 2, budget) == compiled


def test_real_puzzles(shared: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    models = taken(map(puzzle_of, shared("janko.jsonl")))
    assert len(models) == 579
    compare(models, (-1, 3), monkeypatch)


def test_boards_of_loopy(shared: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = []
    for row in shared("loopy.jsonl"):
        try:
            puzzles.append(read_puzzle(row["id"]))
        except ParseError:  # hats and spectres are not built here
            continue
    models = taken(puzzles)
    assert len(models) == len(puzzles) > 130
    compare(models, (-1, 3), monkeypatch)


def test_graphs(shared: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rows = shared("graphs.jsonl")
    signs = [np.array([NO_CLUE if clue in (None, -1) else clue for clue in row["clues"]]) for row in rows]
    models = taken(Puzzle(graph_board(row), clues) for row, clues in zip(rows, signs, strict=True))
    assert len(models) == 33
    compare(models, (-1, 3), monkeypatch)


def test_variants(shared: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    models = taken(map(variant_of, shared("variants.jsonl")))
    assert len(models) > 20
    compare(models, (1000,), monkeypatch)


def test_two_thousand_small_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(11)
    names = ("square:3x4", "square:4x4", "triangle:4", "loopy:honeycomb:3x3", "loopy:kites:3x3", "square:5x5")
    puzzles = []
    for _ in range(2000):
        board = parse_board(rng.choice(names))
        sizes, share = np.diff(board.face_start), rng.uniform(0.2, 0.9)
        clues = [rng.randint(0, int(size) - 1) if rng.random() < share else NO_CLUE for size in sizes]
        puzzles.append(Puzzle(board, np.array(clues)))
    compare(taken(puzzles), (40,), monkeypatch)
