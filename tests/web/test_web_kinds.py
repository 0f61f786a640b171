"""The rules of clue types and variants: a sentence in docs and on the page, and a small puzzle that shows them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slitherenc import read, solve
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from slitherenc.web.kinds import kind_document, puzzle_document
from tests.conftest import ROOT

NAMES = [*CLUE_TYPES.names(), *VARIANTS.names()]


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_sentence_and_a_puzzle_with_one_loop(name: str) -> None:
    kind = kind_document(name)
    assert kind["rule"].endswith(".")
    table = CLUE_TYPES if name in CLUE_TYPES else VARIANTS
    puzzle = read(table.load(name).SHOWN)
    assert name in {*puzzle.variants, *puzzle.clues_by_type}
    found = solve(replace(puzzle, solution=None), limit=2)
    assert found.status == "unique"
    assert found.loop is not None
    assert found.loop.edges.tolist() == kind["example"]["loop"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "number"])
def test_docs_say_the_same_sentence(name: str) -> None:
    text = " ".join(Path(ROOT, "docs", "boards.md").read_text("utf-8").split())
    assert kind_document(name)["rule"] in text


def test_a_puzzle_names_all_that_it_has_besides_numbers() -> None:
    puzzle = read('{"board": "square:2x2", "clues": "2...", "typed": {"3": ["sheep-wolf", 1]}, "variants": ["liar"]}')
    assert [kind["title"] for kind in puzzle_document(puzzle)["kinds"]] == ["Sheep and wolves", "Liar"]
    assert puzzle_document(read("slither/2/2/3gb"))["kinds"] == []
