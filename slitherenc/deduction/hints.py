"""Find hints, explain puzzles step by step, and find wrong marks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slitherenc.arguments import PuzzleLike, as_puzzle
from slitherenc.base.errors import UsageError
from slitherenc.boards.board import Board
from slitherenc.deduction.engine.premises import Known
from slitherenc.deduction.engine.state import State
from slitherenc.deduction.marks import StateLike, solve_for_hints, state_and_mistakes, state_of
from slitherenc.deduction.step import Step
from slitherenc.deduction.step_order import add_substeps, next_steps, routine_step
from slitherenc.processes.calls import call_with_timeout, iterate_with_timeout
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.solving import time_limit


def hint(
    puzzle: PuzzleLike,
    state: StateLike = None,
    *,
    near: int | None = None,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> Step | None:
    """Find the possible next step that is easiest to see.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks: for each edge 1 (line), 0 (cross) or -1 (no mark), or a text of `1`, `0` and `.`. By default none.
    near : int, optional
        The number of a face. Among equally easy steps, those nearest to this face come first.
    uniqueness : bool, optional
        Whether steps may assume that there is exactly one loop; the reasons for such steps mention this assumption.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    Step or None
        The step. If marks are wrong, the step explains why one of them is wrong (see `mistakes`). None if all lines of
        the only loop are marked, or if the clues and marks determine no further edge.

    Raises
    ------
    NoLoop
        If no loop fits every clue.
    UsageError
        If the state does not fit the board, or if the face does not exist. Also if `uniqueness` is True and the puzzle
        has several loops or has clues other than numbers.
    GaveUp
        If the time limit passes.

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
    """Find the possible next steps, the easiest first.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks: for each edge 1 (line), 0 (cross) or -1 (no mark), or a text of `1`, `0` and `.`. By default none.
    count : int, optional
        The maximum number of steps to find.
    near : int, optional
        The number of a face. Among steps of the same kind, those near this face come first.
    uniqueness : bool, optional
        Whether steps may assume that there is exactly one loop; the reasons for such steps mention this assumption.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    list of Step
        The steps, first the step that `hint` returns. If `hint` returns None, the list is empty.

    Raises
    ------
    NoLoop, UsageError, GaveUp
        In the same cases as for `hint`. UsageError is also raised if `count` is below 1.
    """
    if count < 1:
        raise UsageError(f"count must be at least 1, got {count}")
    problem = as_puzzle(puzzle)
    value = state_of(problem.board, state)
    _check_face(problem.board, near)
    return call_with_timeout(time_limit(timeout), _hints, problem, value, count, near, uniqueness)


def _hints(puzzle: Puzzle, value: list[int], count: int, near: int | None, uniqueness: bool) -> list[Step]:
    with state_and_mistakes(puzzle, value, uniqueness) as (state, wrong):
        if wrong or _is_solved(state):
            return wrong[:count]
        steps: dict[tuple[Known, ...], Step] = {}
        for step in next_steps(state, _focus(puzzle, near)):
            if step.concludes not in steps:
                steps[step.concludes] = add_substeps(state, step)
            if len(steps) == count:
                break
        return list(steps.values())


def follow(
    puzzle: PuzzleLike,
    state: StateLike = None,
    *,
    near: int | None = None,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> list[Step]:
    """Find the next step and all routine steps that can follow it.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks, in a form that `hint` accepts. By default none.
    near : int, optional
        The number of a face. Among steps of the same kind, those near this face come first.
    uniqueness : bool, optional
        Whether steps may assume that there is exactly one loop; the reasons for such steps mention this assumption.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    list of Step
        First the step that `hint` returns, then routine steps (a clue or dot determines all its unmarked edges). The
        list is empty if `hint` returns None. If marks are wrong, the list contains only a step about one of them.

    Raises
    ------
    NoLoop, UsageError, GaveUp
        In the same cases as for `hint`.

    Examples
    --------
    >>> [step.rule for step in follow("slither/2/2/3gb")]
    ['3 in the corner']
    """
    problem = as_puzzle(puzzle)
    value = state_of(problem.board, state)
    _check_face(problem.board, near)
    return call_with_timeout(time_limit(timeout), _follow, problem, value, near, uniqueness)


def _follow(puzzle: Puzzle, value: list[int], near: int | None, uniqueness: bool) -> list[Step]:
    with state_and_mistakes(puzzle, value, uniqueness) as (state, wrong):
        if wrong or _is_solved(state):
            return wrong[:1]
        step: Step | None = next(next_steps(state, _focus(puzzle, near)))
        steps = []
        while step is not None:
            steps.append(add_substeps(state, step))
            state.apply(step.concludes)
            step = routine_step(state)
        return steps


def _check_face(board: Board, face: int | None) -> None:
    if face is not None and not 0 <= face < board.n_faces:
        raise UsageError(f"there is no face {face}; the faces are 0 to {board.n_faces - 1}")


def _focus(puzzle: Puzzle, face: int | None) -> tuple[float, float] | None:
    if face is None:
        return None
    board = puzzle.board
    x, y = board.xy[np.unique(board.ends[board.edges_of_face(face)])].mean(axis=0).tolist()
    return x, y


def explain(
    puzzle: PuzzleLike, state: StateLike = None, *, uniqueness: bool = False, timeout: float | None = None
) -> Iterator[Step]:
    """Explain a puzzle step by step, from the given marks until nothing more follows from the clues and marks.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None, optional
        The marks: for each edge 1 (line), 0 (cross) or -1 (no mark), or a text of `1`, `0` and `.`. By default none.
    uniqueness : bool, optional
        Whether steps may assume that there is exactly one loop; the reasons for such steps mention this assumption.
    timeout : float, optional
        Time limit in seconds. By default there is none.

    Returns
    -------
    iterator of Step
        The steps. Each step is the easiest at that point, and is computed when the iterator reaches it. If marks are
        wrong, the iterator yields only the steps that point out these marks.

    Raises
    ------
    NoLoop, UsageError, GaveUp
        In the same cases as for `hint`.

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
    """Yield the steps that `explain` yields, without a time limit; `value` contains the marks to start from."""
    with state_and_mistakes(puzzle, value, uniqueness) as (state, wrong):
        yield from wrong
        while not wrong and not state.is_done:
            step = add_substeps(state, next(next_steps(state)))
            state.apply(step.concludes)
            yield step


def mistakes(puzzle: PuzzleLike, state: StateLike) -> list[Step]:
    """Find the marks that cannot be right.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    state : str, sequence of int or None
        The marks, in a form that `hint` accepts.

    Returns
    -------
    list of Step
        If the puzzle has one loop: a step for each wrong mark, which concludes the opposite value. If it has several
        loops, of which none agrees with all marks: a single step, for a mark that the other marks exclude. Empty if
        all marks can be right.

    Raises
    ------
    NoLoop
        If no loop fits every clue.
    UsageError
        If the state does not fit the board.

    Examples
    --------
    >>> [step.concludes for step in mistakes("slither/2/2/3gb", "0...........")]
    [(Known(edge=0, line=True),)]
    """
    problem = as_puzzle(puzzle)
    with state_and_mistakes(problem, state_of(problem.board, state)) as (_, wrong):
        return wrong


def why(
    puzzle: PuzzleLike,
    edge: int,
    state: StateLike = None,
    *,
    uniqueness: bool = False,
    timeout: float | None = None,
) -> list[Step]:
    """Explain why one edge is a line or empty.

    Parameters
    ----------
    puzzle, state, uniqueness, timeout
        As for `hint`. A mark on the edge itself is ignored.
    edge : int
        The number of the edge.

    Returns
    -------
    list of Step
        Those steps of `explain` from which the value of the edge follows, in order. Empty if the clues and marks do not
        determine the edge. If other marks are wrong, the list contains only the steps about these marks.

    Raises
    ------
    NoLoop, UsageError, GaveUp
        In the same cases as for `hint`. UsageError is also raised if the edge does not exist.
    """
    problem = as_puzzle(puzzle)
    value = state_of(problem.board, state)
    if not 0 <= edge < problem.board.n_edges:
        raise UsageError(f"there is no edge {edge}; the edges are 0 to {problem.board.n_edges - 1}")
    value[edge] = -1
    return call_with_timeout(time_limit(timeout), _why, problem, edge, value, uniqueness)


def _why(puzzle: Puzzle, edge: int, value: list[int], uniqueness: bool) -> list[Step]:
    with state_and_mistakes(puzzle, value, uniqueness) as (state, wrong):
        if wrong or state.solution[edge] < 0:
            return wrong
        steps = []
        while state.value[edge] < 0:
            steps.append(add_substeps(state, next(next_steps(state))))
            state.apply(steps[-1].concludes)
    wanted = {edge}
    reasons = []
    for step in reversed(steps):
        if any(known.edge in wanted for known in step.concludes):
            wanted.update(premise.edge for premise in step.premises if isinstance(premise, Known))
            reasons.append(step)
    return reasons[::-1]


def _is_solved(state: State) -> bool:
    is_unique = solve_for_hints(state.facts.puzzle)[1].status == "unique"
    return state.is_done or (
        is_unique and all(state.value[edge] == 1 for edge, line in enumerate(state.solution) if line == 1)
    )
