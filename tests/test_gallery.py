"""The gallery in README: its pictures are those that docs/gallery.py makes, of puzzles with exactly one loop."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import numpy as np
import pytest

from slitherenc import solve
from tests.conftest import ROOT
from tests.svg_reader import Picture

FOLDER = ROOT / "docs" / "pictures" / "gallery"


def _gallery() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gallery", ROOT / "docs" / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = _gallery()


@pytest.mark.parametrize("name", GALLERY.BOARDS)
def test_the_picture_is_what_the_script_makes(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert kept == GALLERY.picture(name)
    assert len(kept) < 40_000
    Picture(kept)
    assert f"docs/pictures/gallery/{name}.svg" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", GALLERY.BOARDS)
def test_its_puzzle_has_one_loop_and_no_clue_to_spare(name: str) -> None:
    puzzle = GALLERY.make(GALLERY.BOARDS[name](), GALLERY.Remove(), seed="1")
    result = solve(puzzle, limit=2)
    assert result.status == "unique"
    assert result.loop is not None
    assert np.array_equal(result.loop.bits(), puzzle.solution)
    assert 0 < puzzle.n_clues < puzzle.board.n_faces


def test_every_picture_has_a_board() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GALLERY.BOARDS)
