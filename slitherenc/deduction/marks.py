"""Convert the marks of a player to a `State` object, which the rules need, and find the wrong marks.

The marks are given as a sequence with a number for each edge: 1 (a line), 0 (a cross) or -1 (no mark). They may also be
given as a text with `1`, `0` or `.` (no mark) for each edge, or as None if no edge has a mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.closed_paths import exchanges
from slitherenc.deduction.engine.premise_index import Facts, facts_of
from slitherenc.deduction.engine.premises import Known, Premise
from slitherenc.deduction.engine.reasons import Certifier, irreducible
from slitherenc.deduction.engine.state import State, known_edges
from slitherenc.deduction.rule import Deduction
from slitherenc.deduction.rules.contradictions import MISTAKE, mistake
from slitherenc.deduction.step import Step
from slitherenc.deduction.step_order import step_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from slitherenc.solving import solve

StateLike = Sequence[int] | str | None
LOOPS = 20  # most loops to find if a puzzle has several; their differences show which edges are not decided
_SIGNS = {"1": 1, "0": 0, ".": -1}


class NoLoop(UsageError):
    """Raised if a puzzle has no loop, so there are no steps to a solution."""

    exit_code = 1


def state_of(board: Board, state: StateLike) -> list[int]:
    """Return 1 (a line), 0 (a cross) or -1 (no mark) per edge. Raise UsageError if the length or a value is wrong."""
    if state is None:
        return [-1] * board.n_edges
    values = [_SIGNS.get(sign, 9) for sign in state.strip()] if isinstance(state, str) else [int(v) for v in state]
    if len(values) != board.n_edges:
        raise UsageError(f"expected a state with {board.n_edges} values, one for each edge, got {len(values)}")
    wrong = next((edge for edge, value in enumerate(values) if value not in (1, 0, -1)), None)
    if wrong is not None:
        raise UsageError(
            f"the state of edge {wrong} must be 1, 0 or -1 (in a text: 1, 0 or a dot), got {str(state[wrong])[:40]!r}"
        )
    return values


@lru_cache(maxsize=4)
def solve_for_hints(puzzle: Puzzle) -> tuple[Facts, Result]:
    """Return (the premises that the puzzle gives, a Result with up to LOOPS loops), cached for later hints."""
    return facts_of(puzzle), solve(puzzle, limit=LOOPS)


@contextmanager
def state_and_mistakes(
    puzzle: Puzzle, value: list[int], uniqueness: bool = False
) -> Iterator[tuple[State, list[Step]]]:
    """As a context manager, provide two values: the `State` with the marks `value`, and steps that show wrong marks.

    Raise NoLoop if the puzzle has no loop. Raise UsageError if `uniqueness` is True but the puzzle has several loops, a
    variant, or clues other than numbers.
    """
    facts, result = solve_for_hints(puzzle)
    if result.status == "none":
        raise NoLoop("the puzzle has no loop, so no steps lead to a solution; `slitherenc diagnose` finds the reason")
    if uniqueness and result.status != "unique":
        raise UsageError("'uniqueness' requires a puzzle with exactly one loop, but this puzzle has several loops")
    with Certifier(facts) as certifier:
        unique = result.status == "unique"
        if unique and result.loop is not None:
            known_lines: list[int] | None = result.loop.bits().astype(int).tolist()
        else:
            known_lines = certifier.common(known_edges(value), [set(loop.edges.tolist()) for loop in result.loops])
        solution = [-1] * len(value) if known_lines is None else known_lines
        state = State(facts, certifier, value, solution, exchanges=exchanges(facts) if uniqueness else ())
        yield state, list(_wrong(state, unique, known_lines is None))


def _wrong(state: State, unique: bool, none_left: bool) -> Iterator[Step]:
    certifier, value = state.certifier, state.value
    if unique:
        right = [mark for mark in known_edges(value) if state.solution[mark.edge] == int(mark.line)]
        for edge, line in known_edges(value):
            if state.solution[edge] != int(line):
                yield step_of(state.facts, mistake(state, Known(edge, not line), right))
    elif none_left:
        core = certifier.core([*state.facts.rows, *known_edges(value)], None)
        conflict: list[Premise] = [] if core is None else irreducible(state.facts, core, None)
        marks = [premise for premise in conflict if isinstance(premise, Known)]
        for last in islice(reversed(marks), 1):
            rest = tuple(premise for premise in conflict if premise != last)
            wrong = Deduction((last._replace(line=not last.line),), rest, rule=MISTAKE.name)
            yield step_of(state.facts, wrong)
