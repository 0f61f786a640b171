"""Every clue type and variant on small boards: constraints and `broken` against their meaning, by brute force."""

from __future__ import annotations

import numpy as np
import pytest

from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES, VARIANTS
from tests.support.brute import loops_of_board, solutions
from tests.support.meaning import CASES, RULES, board_of, clue_sets_of, holds, sides, solutions_of
from tests.support.quick import first

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


@pytest.mark.parametrize(("kind", "name"), [case for case in CASES if case[0] in (*RULES, "liar")])
def test_the_clues_that_a_loop_allows_are_right(kind: str, name: str) -> None:
    """What `clues_of` gives for each face: right clues; with liars the truth, and of 0 to 3 those that are lies."""
    board, is_variant = board_of(name), kind in VARIANTS
    module = (VARIANTS if is_variant else CLUE_TYPES).load(kind)
    loops = loops_of_board(board)
    for lines in loops[:: len(loops) // LOOPS + 1]:
        for face, clues in module.clues_of(board, np.isin(np.arange(board.n_edges), list(lines))).items():
            if kind == "liar":
                assert {clue.value for clue in clues} == {*range(4), len(lines & sides(board, face))}
                continue
            for clue in clues:
                blank = np.full(board.n_faces, NO_CLUE)
                puzzle = Puzzle(board, blank, {kind} if is_variant else (), typed={face: clue})
                assert holds(puzzle, lines), (face, clue)
