"""Find and count the loops of a puzzle: `solve` and `count`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import islice
from numbers import Real
from typing import Any, Unpack, cast

from slitherenc.arguments import PuzzleLike, as_puzzle, whole_number
from slitherenc.base.errors import (
    GaveUp,
    NotInstalled,
    SolverFailed,
    UsageError,
    quantity,
    type_words,
)
from slitherenc.base.registry import unknown_name
from slitherenc.model.loop import Loop
from slitherenc.puzzles.check_puzzle import check_puzzle
from slitherenc.puzzles.model_of import model_of
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import LoopCount, Result
from slitherenc.solvers.engines import (
    COUNTERS,
    METHOD_OPTIONS,
    METHODS,
    CounterName,
    Method,
    MethodKeywords,
    MethodName,
)
from slitherenc.solvers.protocols import Counter, CountingEngine, Engine
from slitherenc.solvers.stats import Stats

SECONDS = 60.0  # the limit of a count by sharpsat if the caller chose neither a method nor a limit
NO_LIMIT = 1e6  # seconds; a longer limit means no limit, since systems wait for at most 2 ** 31 milliseconds


def solve(
    puzzle: PuzzleLike,
    *,
    method: MethodName | Method = "auto",
    limit: int | None = 1,
    timeout: float | None = None,
    on_loop: Callable[[Loop], None] | None = None,
    **options: Unpack[MethodKeywords],
) -> Result:
    """Find loops of a puzzle. Code that is independent of all solvers checks each loop against the rules.

    Parameters
    ----------
    puzzle : PuzzleLike
        A Puzzle; a path, text or URL, as for `read`; the bytes of a file; or rows of clues.
    method : str or Method, optional
        The name of a method, as `slitherenc solve --help` lists them, or an instance of a method with its options. Type
        checkers accept only built-in names (`MethodName`); pass a method of another package as an instance.
    limit : int or None, optional
        The maximum number of loops to find: 1 for any loop, 2 to test whether it is the only one, None for all.
    timeout : float, optional
        The time limit for encoding and search, in seconds. By default there is none.
    on_loop : callable, optional
        Called with each Loop when it is found.
    **options
        Options of the method, such as `solver` or `rules`. None means the default.

    Returns
    -------
    Result
        The loops, the status and statistics; `gave_up` is the reason if the search ended early.

    Raises
    ------
    UsageError
        For an unknown method, a wrong value, or an option that the method does not have.
    SolverFailed
        When a solver crashes, or its answer is not a loop of the puzzle.
    TypeError
        For an argument of the wrong type.

    Examples
    --------
    >>> solve("slither/2/2/3gb", limit=2).status
    'unique'
    """
    puzzle = as_puzzle(puzzle)
    limit = whole_number("limit", limit)
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, got {limit:,}")
    timeout = time_limit(timeout)
    engine: Engine = METHOD_OPTIONS.build(method, options)
    model = model_of(puzzle)
    stats = Stats(method if isinstance(method, str) else type(method).__name__)
    if timeout is None:
        answers = engine.loops(model, stats)
    else:
        from slitherenc.solvers.timeout import loops_with_timeout

        answers = loops_with_timeout(engine, model, stats, timeout)
    loops: list[Loop] = []
    gave_up = ""
    complete = False
    try:
        for loop in islice(answers, None if limit is None else min(limit, sys.maxsize)):
            check_rules(puzzle, loop)
            loops.append(loop)
            if on_loop is not None:
                on_loop(loop)
        complete = limit is None or len(loops) < limit
    except GaveUp as error:
        gave_up = str(error)
    finally:
        answers.close()
    return Result(puzzle, tuple(loops), complete, stats, gave_up)


def check_rules(puzzle: Puzzle, loop: Loop, several: bool = False) -> None:
    """Raise SolverFailed if the loop breaks a rule of the puzzle. With `several`, the lines may form several loops."""
    for broken in check_puzzle(puzzle, loop.bits()):
        if not (several and broken.rule == "several loops"):
            raise SolverFailed(f"the answer is not a loop of this puzzle: {broken.message}")


def time_limit(seconds: Any) -> float | None:
    """Return a time limit in seconds as a float, or None for no limit. Raises UsageError for a number that is not
    positive, and TypeError for any other type."""
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, Real)):
        raise TypeError(f"the timeout must be a number of seconds or None, got {type_words(seconds)}")
    limit = None if seconds is None else float(seconds)
    if limit is not None and not limit > 0:
        raise UsageError(f"timeout must be positive, got {limit:g}")
    return None if limit is None or limit > NO_LIMIT else limit


def count(
    puzzle: PuzzleLike,
    *,
    method: MethodName | CounterName | None = None,
    limit: int | None = 10_000,
    timeout: float | None = None,
    **options: Unpack[MethodKeywords],
) -> LoopCount:
    """Count the loops of a puzzle.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, in any form that `solve` accepts.
    method : str, optional
        The name of a method, or of a counter (which does not list the loops). The default is `zdd` if Graphillion is
        installed and the board is small enough. Otherwise the method `tree` counts the loops one by one. If there are
        more than `limit` loops and `sharpsat` is installed, then `sharpsat` counts them.
    limit : int or None, optional
        The number of loops after which a method that counts one by one gives up. None means no limit.
    timeout : float, optional
        The time limit in seconds. By default there is none, except 60 seconds for sharpsat if `method` is not given.
    **options
        Options of the method.

    Returns
    -------
    LoopCount
        The number of loops, whether it is exact, and the reason if it is not.

    Raises
    ------
    UsageError
        When the method does not exist, or cannot count the loops of this puzzle.
    SolverFailed
        When a solver crashes, or an answer is not a loop of the puzzle.

    Examples
    --------
    >>> count("slither/2/2/j").number
    13
    """
    if method is None and options:
        raise UsageError(f"without `method`, the following options are not allowed: {', '.join(options)}")
    puzzle, limit = as_puzzle(puzzle), whole_number("limit", limit)
    remark = ""
    if method is not None and not options and method in COUNTERS:
        return _count(COUNTERS.load(method)(), puzzle, method, time_limit(timeout))
    if method is not None and method not in METHODS:
        raise unknown_name("method", method, dict.fromkeys((*METHODS.all_names(), *COUNTERS.all_names())))
    try:
        engine: Engine = METHOD_OPTIONS.build(method or "zdd", options)
        if isinstance(engine, CountingEngine):
            return _count(engine, puzzle, method or "zdd", time_limit(timeout))
    except UsageError as error:
        if method is not None:
            raise
        remark = f" ({error})"
    from slitherenc.processes.calls import time_left

    chosen = cast("MethodName", method or "tree")  # counters have returned by now
    begun = time.monotonic()
    result = solve(puzzle, method=chosen, limit=None if limit is None else limit + 1, timeout=timeout, **options)
    number = len(result.loops)
    reason = result.gave_up or ("" if result.complete or limit is None else f"more than {quantity(limit, 'loop', ',')}")
    if method is None and reason and not result.gave_up:
        try:
            counter = COUNTERS.load("sharpsat")()
        except NotInstalled:
            reason += "; to count more loops: pip install tididi-cnf"
        else:
            left = time_left(time_limit(timeout), begun)
            return _count(counter, puzzle, "sharpsat", SECONDS if left is None else left)
    remark = f"counted one by one, by the method {chosen}{remark}"
    return LoopCount(number, result.complete, chosen, result.stats, reason, remark)


def _count(engine: Counter, puzzle: Puzzle, method: str, timeout: float | None) -> LoopCount:
    """Count the loops with a counter, which does not list them. If it gives up, `number` is 0 and `exact` is false."""
    model, stats = model_of(puzzle), Stats(method)
    try:
        if timeout is None:
            number = engine.count(model, stats)
        else:
            from slitherenc.solvers.timeout import count_with_timeout

            number = count_with_timeout(engine, model, stats, timeout)
    except GaveUp as error:
        return LoopCount(0, False, method, stats, str(error))
    words = {"zdd": "counted in a ZDD", "sharpsat": "counted by tididi-cnf (models of the tree certificate)"}
    return LoopCount(number, True, method, stats, "", words.get(method, f"counted by {method}"))
