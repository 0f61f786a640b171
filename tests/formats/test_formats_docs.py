"""docs/formats.md: every format is in it, and every example is the same puzzle."""

from __future__ import annotations

import re

import numpy as np
import pytest

from slitherenc.formats import FORMATS
from slitherenc.formats.reading import read_puzzle
from slitherenc.puzzles.puzzle import NUMBER, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "formats.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## ([\w-]+)\n(.*?)(?=^## )", TEXT, re.DOTALL | re.MULTILINE))
WORDS = {"solution": "the solution", "unknown": "clues `?`", "every vertex": "every vertex is visited"}
WORDS |= {
    "crosses": "the crosses",
    "typed": "clues of every type",
    "outer face": "outer face",
    "variants": "all variants",
}


def example(text: str) -> str:
    blocks = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


PUZZLE = read_puzzle(example(TEXT.partition("\n## ")[0]))


def test_every_format_has_its_section() -> None:
    assert set(SECTIONS) == set(FORMATS.names())


@pytest.mark.parametrize("name", SECTIONS)
def test_the_example_of_a_format_is_the_puzzle(name: str) -> None:
    carries = FORMATS.load(name).CARRIES
    shown: Puzzle = read_puzzle(example(SECTIONS[name]), format=name)
    assert read_puzzle(example(SECTIONS[name])) == shown
    if shown.board == PUZZLE.board:
        assert np.array_equal(shown.clues, PUZZLE.clues)
        assert shown == PUZZLE or (shown.solution is None and "solution" not in carries)
    stored = SECTIONS[name].partition("Besides numbers, this format stores ")[2].partition(".\n")[0].replace("\n", " ")
    types = set(re.findall(r"[\w-]+", stored.replace(WORDS["every vertex"], ""))) & {*CLUE_TYPES.names()} - {NUMBER}
    assert {word for word, words in WORDS.items() if words in stored} | types == carries
