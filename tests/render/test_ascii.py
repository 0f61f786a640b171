"""Text drawings: where the signs of clues stand."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc.base.errors import UsageError
from slitherenc.boards.square import square
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.render.ascii_art import draw


@pytest.mark.parametrize(("value", "row"), [(3, "| 3 |"), (10, "| 10|"), (123, "|123|")])
def test_a_clue_stands_between_the_lines_of_its_face(value: int, row: str) -> None:
    """In the middle; of two characters the first is there."""
    puzzle = Puzzle(square(1, 1), np.array([value]))
    assert draw(puzzle, np.ones(4, np.bool_)).splitlines() == ["+---+", row, "+---+"]


def test_a_clue_of_four_characters_is_refused() -> None:
    with pytest.raises(UsageError, match="a text drawing cannot show the clue 1234: draw a picture"):
        draw(Puzzle(square(1, 1), np.array([1234])))
