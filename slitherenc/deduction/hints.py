"""What users ask: a hint, all steps to the end, what is wrong with their marks.

A *state* is what a player has marked: of each edge 1 (a line), 0 (none, a cross) or -1 (nothing), or a text of the
characters `1`, `0` and `.`, or None for nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
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
from slitherenc.deduction.step_order import easiest_step, explained, next_steps, step_of
from slitherenc.processes.calls import call_with_timeout, iterate_with_timeout
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from slitherenc.solving import solve, time_limit

StateLike = Sequence[int] | str | None
LOOPS = 20  # of a puzzle with several, to tell where they differ
_SIGNS = {"1": 1, "0": 0, ".": -1}


class NoLoop(UsageError):
    """There is nothing to explain."""


def hint(
    puzzle: PuzzleLike,
    state: StateLike = None,
    *,
    near: int | None = None,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> Step | None:
    """Find the next step that is easiest to see.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    state : str, sequence of int or None, optional
        What is marked: of each edge 1 (a line), 0 (a cross) or -1, or a text of `1`, `0` and `.`. By default nothing.
    near : int, optional
        A face: steps near it come first among those of one kind.
    uniqueness : bool, optional
        Also use that there is one loop and no other; such steps say so.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    Step or None
        The step; None when everything that the puzzle decides is marked, or all lines of its one loop. When a mark is
        wrong, the step says which one and why (`mistakes`).

    Raises
    ------
    NoLoop
        When no loop keeps every clue.
    UsageError
        When the state does not fit the board, there is no such face, or uniqueness is used where there are several
        loops or other clues than numbers.
    GaveUp
        After `timeout` seconds.

    Examples
    --------
    >>> hint("slither/2/2/3gb").rule
    '3 in the corner'
    """
    return next(iter(hints(puzzle, state, 1, near=near, uniqueness=uniqueness, timeout=timeout)), None)


def hints(
    puzzle: PuzzleLike,
    state: StateLike = None,
    count: int = 3,
    *,
    near: int | None = None,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> list[Step]:
    """Find the steps that are possible next, the easiest first.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    state : str, sequence of int or None, optional
        What is marked: of each edge 1 (a line), 0 (a cross) or -1, or a text of `1`, `0` and `.`. By default nothing.
    count : int, optional
        How many steps to find at most.
    near : int, optional
        A face: steps near it come first among those of one kind.
    uniqueness : bool, optional
        Also use that there is one loop and no other; such steps say so.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    list of Step
        The steps, as of `hint`.

    Raises
    ------
    NoLoop
        When no loop keeps every clue.
    UsageError
        When the state does not fit the board, there is no such face, or uniqueness is used where there are several
        loops or other clues than numbers.
    GaveUp
        After `timeout` seconds.
    """
    problem = as_puzzle(puzzle)
    board = problem.board
    value = state_of(board, state)
    if near is not None and not 0 <= near < board.n_faces:
        raise UsageError(f"there is no face {near}; the faces are 0 to {board.n_faces - 1}")
    return call_with_timeout(time_limit(timeout), _hints, problem, value, count, near, uniqueness)


def _hints(puzzle: Puzzle, value: list[int], count: int, near: int | None, uniqueness: bool) -> list[Step]:
    board = puzzle.board
    with _state_and_steps(puzzle, value, uniqueness) as (state, wrong):
        if wrong:
            return wrong[:count]
        focus = None
        if near is not None:
            x, y = board.xy[np.unique(board.ends[board.edges_of_face(near)])].mean(axis=0).tolist()
            focus = (x, y)
        if state.done or (solved(puzzle)[1].status == "unique" and _drawn(state)):
            return []
        steps: dict[tuple[Known, ...], Step] = {}
        for step in next_steps(state, focus):
            if step.concludes not in steps:
                steps[step.concludes] = explained(state, step)
            if len(steps) == count:
                break
        return list(steps.values())


def explain(
    puzzle: PuzzleLike, state: StateLike = None, *, uniqueness: bool = False, timeout: float | None = None
) -> Iterator[Step]:
    """Explain a puzzle step by step, from a state to where the puzzle decides no more.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    state : str, sequence of int or None, optional
        What is marked: of each edge 1 (a line), 0 (a cross) or -1, or a text of `1`, `0` and `.`. By default nothing.
    uniqueness : bool, optional
        Also use that there is one loop and no other; such steps say so.
    timeout : float, optional
        Seconds. By default there is no limit.

    Returns
    -------
    iterator of Step
        Each the easiest step there is then; it is looked for when it is asked for. When a mark is wrong, only the steps
        that say so.

    Raises
    ------
    NoLoop
        When no loop keeps every clue.
    UsageError
        When the state does not fit the board, there is no such face, or uniqueness is used where there are several
        loops or other clues than numbers.
    GaveUp
        After `timeout` seconds.

    Examples
    --------
    >>> [step.rule for step in explain("slither/2/2/3gb")][:3]
    ['3 in the corner', '1 in the corner', '1-3 on the rim']
    """
    problem = as_puzzle(puzzle)
    value = state_of(problem.board, state)
    seconds = time_limit(timeout)
    if seconds is None:
        return walk(problem, value, uniqueness)
    return iterate_with_timeout(seconds, walk, problem, value, uniqueness)


def walk(puzzle: Puzzle, value: list[int], uniqueness: bool = False) -> Iterator[Step]:
    """The steps of `explain`."""
    with _state_and_steps(puzzle, value, uniqueness) as (state, wrong):
        yield from wrong
        while not wrong and not state.done:
            step = explained(state, next(next_steps(state)))
            state.apply(step.concludes)
            yield step


def easiest_walk(puzzle: Puzzle, value: StateLike = None) -> Iterator[tuple[Step, bool]]:
    """Steps from a state without mistakes to the end of a puzzle, each of the lowest level that there is, without
    counter-cases; and whether it is the only one of that level."""
    with _state_and_steps(puzzle, state_of(puzzle.board, value)) as (state, _):
        state.brief = True
        while not state.done:
            step, alone = easiest_step(state)
            state.apply(step.concludes)
            yield step, alone


def mistakes(puzzle: PuzzleLike, state: StateLike) -> list[Step]:
    """Find the marks that cannot be right.

    Parameters
    ----------
    puzzle : PuzzleLike
        As `solve` takes it.
    state : str, sequence of int or None
        What is marked, as for `hint`.

    Returns
    -------
    list of Step
        A step for each such mark, which concludes the opposite; empty when every mark can be right. Where a puzzle has
        several loops, marks that only together cannot be right are told by the last one of them.

    Raises
    ------
    NoLoop
        When no loop keeps every clue.
    UsageError
        When the state does not fit the board, there is no such face, or uniqueness is used where there are several
        loops or other clues than numbers.
    GaveUp
        After `timeout` seconds.

    Examples
    --------
    >>> [step.concludes for step in mistakes("slither/2/2/3gb", "0...........")]
    [(Known(edge=0, line=True),)]
    """
    problem = as_puzzle(puzzle)
    with _state_and_steps(problem, state_of(problem.board, state)) as (_, wrong):
        return wrong


def why(
    puzzle: PuzzleLike,
    edge: int,
    state: StateLike = None,
    *,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> list[Step]:
    """Why one edge is a line, or none: those steps of `explain` that it rests on, in order; []: it is not decided.

    What is marked of the edge itself does not count. Raises as `hint`, and UsageError for an edge that does not exist.
    """
    problem = as_puzzle(puzzle)
    value = state_of(problem.board, state)
    if not 0 <= edge < problem.board.n_edges:
        raise UsageError(f"there is no edge {edge}; the edges are 0 to {problem.board.n_edges - 1}")
    value[edge] = -1
    return call_with_timeout(time_limit(timeout), _why, problem, edge, value, uniqueness)


def _why(puzzle: Puzzle, edge: int, value: list[int], uniqueness: bool) -> list[Step]:
    with _state_and_steps(puzzle, value, uniqueness) as (state, wrong):
        if wrong or state.solution[edge] < 0:
            return wrong
        steps = []
        while state.value[edge] < 0:
            steps.append(explained(state, next(next_steps(state))))
            state.apply(steps[-1].concludes)
    wanted = {edge}
    reasons = []
    for step in reversed(steps):
        if any(known.edge in wanted for known in step.concludes):
            wanted.update(premise.edge for premise in step.premises if isinstance(premise, Known))
            reasons.append(step)
    return reasons[::-1]


def state_of(board: Board, state: StateLike) -> list[int]:
    """Of each edge 1, 0 or -1. Raises UsageError unless that is what the state says."""
    if state is None:
        return [-1] * board.n_edges
    values = [_SIGNS.get(sign, 9) for sign in state.strip()] if isinstance(state, str) else [int(v) for v in state]
    if len(values) != board.n_edges:
        raise UsageError(f"expected a state of {board.n_edges} edges, got {len(values)}")
    wrong = next((edge for edge, value in enumerate(values) if value not in (1, 0, -1)), None)
    if wrong is not None:
        raise UsageError(f"a state is 1, 0 or nothing for each edge, not {str(state[wrong])[:40]!r} for edge {wrong}")
    return values


def _drawn(state: State) -> bool:
    """Are all lines of the solution marked?"""
    return all(state.value[edge] == 1 for edge, line in enumerate(state.solution) if line == 1)


@lru_cache(maxsize=4)
def solved(puzzle: Puzzle) -> tuple[Facts, Result]:
    """Once for a puzzle of which hint after hint is asked."""
    return facts_of(puzzle), solve(puzzle, limit=LOOPS)


@contextmanager
def _state_and_steps(puzzle: Puzzle, value: list[int], uniqueness: bool = False) -> Iterator[tuple[State, list[Step]]]:
    """The State of what is marked, and the steps that say what is wrong with it."""
    facts, result = solved(puzzle)
    if result.status == "none":
        raise NoLoop("the puzzle has no loop, so nothing leads to one: `slitherenc diagnose` says why")
    if uniqueness and result.status != "unique":
        raise UsageError("the puzzle has several loops, so --uniqueness cannot be used")
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
        both: list[Premise] = [] if core is None else irreducible(state.facts, core, None)
        marks = [premise for premise in both if isinstance(premise, Known)]
        for last in islice(reversed(marks), 1):
            rest = tuple(premise for premise in both if premise != last)
            wrong = Deduction((last._replace(line=not last.line),), rest, rule=MISTAKE.name)
            yield step_of(state.facts, wrong)
