"""The pictures in docs are those of docs/gallery.py and docs/atlas.py, of puzzles with exactly one loop."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from slitherenc import explain, read, solve
from slitherenc.deduction.rules import RULES
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from tests.conftest import ROOT
from tests.corpus.test_corpus import puzzle_of
from tests.support.svg_reader import Picture

FOLDER = ROOT / "docs" / "pictures" / "gallery"
TEXT = (ROOT / "docs" / "boards.md").read_text("utf-8")


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = _script("gallery")


@pytest.mark.parametrize("name", GALLERY.BOARDS)
def test_the_picture_is_what_the_script_makes(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text("utf-8")
    assert kept == GALLERY.picture(name)
    assert len(kept) < 40_000
    Picture(kept)
    assert f"(pictures/gallery/{name}.svg)" in TEXT


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


@pytest.mark.parametrize("name", GALLERY.VARIANTS)
def test_the_picture_of_a_variant_is_what_the_script_makes(name: str) -> None:
    kept = (GALLERY.VARIANT_FOLDER / f"{name}.svg").read_text("utf-8")
    assert kept == GALLERY.variant_picture(name)
    Picture(kept)
    assert f"(pictures/variants/{name}.svg)" in TEXT
    assert f"$ slitherenc solve {GALLERY.VARIANTS[name].relative_to(ROOT).as_posix()} --unique\n" in TEXT
    puzzle = read(GALLERY.VARIANTS[name])
    assert solve(puzzle, limit=2).status == "unique"
    types = {clue.type for clue in puzzle.typed.values()}
    assert name == "cube" or name in types | set(puzzle.variants)


def test_every_clue_type_and_variant_has_its_picture() -> None:
    wanted = {*CLUE_TYPES.names(), *VARIANTS.names(), "cube"} - {"number"}
    assert {path.stem for path in GALLERY.VARIANT_FOLDER.iterdir()} == set(GALLERY.VARIANTS) == wanted
    assert TEXT.count("(pictures/variants/") == len(wanted)


def test_the_atlas_of_hints_is_what_the_script_makes() -> None:
    atlas = _script("atlas")
    page = (ROOT / "docs" / "hints.md").read_text("utf-8")
    sections = list(atlas.sections())
    assert len(sections) == len(RULES.names()) - 1  # there is no picture of "mistake"
    for name, text, picture in sections:
        assert text in page
        assert (ROOT / "docs" / "pictures" / "hints" / f"{name}.svg").read_text("utf-8") == picture


@pytest.mark.corpus
@pytest.mark.slow
def test_the_rules_of_the_atlas_are_needed_in_the_puzzles_that_it_names(shared: Callable[[str], Any]) -> None:
    text = (ROOT / "docs" / "hints.md").read_text("utf-8")
    rows = {row["id"]: row for row in shared("janko.jsonl")}
    found = re.findall(r"^### ([a-z ]+)\n(?:(?!^###).)*?Slitherlink (\d+)\.", text, re.MULTILINE | re.DOTALL)
    assert len(found) > 15
    for rule, number in found:
        puzzle = puzzle_of(rows[f"{number}_10x10"])
        assert any(step.rule == rule for step in explain(puzzle, uniqueness=rule == "unique")), rule
