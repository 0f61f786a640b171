"""Every clue type and variant on small boards: constraints and `broken` against their meaning, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from tests.brute import loops_of_board, solutions
from tests.meaning import CASES, clue_sets_of, holds, solutions_of
from tests.quick import first

LOOPS = 40  # of each clue set, that `broken` judges: so many solutions, and at most as many of all loops


@pytest.mark.parametrize("number", first(1, [8, 40]))
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_the_meaning_of_each_rule(kind: str, name: str, number: int) -> None:
    for puzzle in clue_sets_of(kind, name, number):
        wanted = solutions_of(puzzle)
        assert solutions(model_of(puzzle)) == wanted, puzzle
        loops = loops_of_board(puzzle.board)
        for lines in [*[*wanted][:LOOPS], *loops[:: len(loops) // LOOPS + 1]]:
            bits = np.isin(np.arange(puzzle.board.n_edges), list(lines))
            assert (not check_puzzle(puzzle, bits)) == holds(puzzle, lines), (puzzle, lines)
