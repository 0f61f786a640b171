"""The second of two independent checkers: it calls each clue type's own `broken`, which reads the puzzle directly.

So it also finds clue types whose constraints differ from their rule. The first checker, which checks every answer of an
engine, is `slitherenc.model.check_model`.
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
    """Return every rule of the puzzle that these lines[E] break, by the clue types' own code; none for a solution.

    They come in the order in which pzpr tests them (`violation.ORDER`, or that of the clue type), so the first rule is
    the one that pzpr names. Without lines, if "no lines" comes first in that order, it is the only one.
    """
    on = np.asarray(lines, np.bool_)
    board = puzzle.board
    if is_one_loop(board, on) and next(broken(puzzle, on), None) is None:
        return []
    order = _order(puzzle)
    if on.any():
        degree = degrees_of(board, on)
        wrong = np.flatnonzero((degree != 0) & (degree != 2))
        wrong = wrong[np.argsort(degree[wrong], kind="stable")]  # three lines that meet before four
        violations = [vertex_violation(board, vertex, int(degree[vertex])) for vertex in wrong.tolist()]
        violations += pieces_violation(board, on, loops=not violations)
    elif order[0] == NO_LINES.rule:
        return [NO_LINES]
    else:
        violations = [NO_LINES]
    violations += broken(puzzle, on)
    return sorted(violations, key=lambda violation: order.index(violation.rule if violation.rule in order else OTHERS))


def _order(puzzle: Puzzle) -> Sequence[str]:
    """Return the order of the rules: that of the only type apart from numbers, or without clues that of the kind."""
    types = [name for name in puzzle.clues_by_type or [puzzle.facts.get(KIND, "")] if name != NUMBER]
    if len(types) != 1 or types[0] not in CLUE_TYPES:
        return ORDER
    clue_type = CLUE_TYPES.load(types[0])
    return clue_type.ORDER if isinstance(clue_type, HasRuleOrder) else ORDER
