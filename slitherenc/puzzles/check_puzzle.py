"""Check whether lines solve a puzzle, without the constraints that solvers use.

The function `broken` of a clue type tests lines directly, without the constraints that this clue type defines for
solvers. So errors in these constraints cannot affect this check. The other check,
`slitherenc.model.check_model`, tests the answers of solvers against the constraints.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.model.check_model import NO_LINES, degrees_of, is_one_loop, pieces_violation, vertex_violation
from slitherenc.model.violation import ORDER, OTHERS, Violation
from slitherenc.puzzles.clue_types import HasRuleOrder, broken
from slitherenc.puzzles.puzzle import KIND, NUMBER, Puzzle
from slitherenc.puzzles.tables import CLUE_TYPES


def check_puzzle(puzzle: Puzzle, lines: Bits) -> list[Violation]:
    """Return all violations of the puzzle's rules, or [] if the lines solve it. lines[e] is true if edge e is a line.

    The violations are sorted in the order in which pzpr tests the rules: `violation.ORDER`, or the ORDER of the clue
    type. If there are no lines, and this order begins with "no lines", only this violation is returned.
    """
    on = np.asarray(lines, np.bool_)
    board = puzzle.board
    if is_one_loop(board, on) and next(broken(puzzle, on), None) is None:
        return []
    order = _order(puzzle)
    if on.any():
        degree = degrees_of(board, on)
        wrong = np.flatnonzero((degree != 0) & (degree != 2))
        wrong = wrong[np.argsort(degree[wrong], kind="stable")]  # dots with three lines come before those with four
        violations = [vertex_violation(board, vertex, int(degree[vertex])) for vertex in wrong.tolist()]
        violations += pieces_violation(board, on, loops=not violations)
    elif order[0] == NO_LINES.rule:
        return [NO_LINES]
    else:
        violations = [NO_LINES]
    violations += broken(puzzle, on)
    return sorted(violations, key=lambda violation: order.index(violation.rule if violation.rule in order else OTHERS))


def _order(puzzle: Puzzle) -> Sequence[str]:
    """Return the order in which violations are reported. If the puzzle has exactly one
    clue type besides numbers, it is the order of this type. Otherwise, it is ORDER."""
    types = [name for name in puzzle.clues_by_type or [puzzle.facts.get(KIND, "")] if name != NUMBER]
    if len(types) != 1 or types[0] not in CLUE_TYPES:
        return ORDER
    clue_type = CLUE_TYPES.load(types[0])
    return clue_type.ORDER if isinstance(clue_type, HasRuleOrder) else ORDER
