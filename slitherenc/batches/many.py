"""`solve_many`: solve many puzzles in order, in one process or several, and return Results or rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice
from typing import Any, Unpack

from slitherenc.arguments import PuzzleLike, as_puzzle, whole_number
from slitherenc.base.errors import SlitherencError, UsageError, type_words
from slitherenc.batches.files import Row
from slitherenc.batches.input_rows import InputRow
from slitherenc.batches.rows import Work, row_of
from slitherenc.batches.supervisor import RowLimits, SupervisedPool
from slitherenc.formats._input import is_link
from slitherenc.formats.writing import one_line
from slitherenc.processes.pool import AHEAD, in_order, parallel_map
from slitherenc.puzzles.puzzle import Puzzle
from slitherenc.results import Result
from slitherenc.solvers.engines import METHOD_OPTIONS, Method, MethodKeywords, MethodName
from slitherenc.solving import solve, time_limit

_GROUP = 50  # puzzles that are sent to a process together


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    unique: bool = True,
    jobs: int = 1,
    do: Sequence[str] | None = None,
    method: MethodName | Method = "auto",
    timeout: float | None = None,
    **options: Unpack[MethodKeywords],
) -> Iterator[Any]:
    """Solve many puzzles, in order.

    Parameters
    ----------
    puzzles : iterable of PuzzleLike
        The puzzles, each in any form that `solve` accepts.
    unique : bool, optional
        Whether to search for a second loop. Without this search, the status is never `multiple`. No effect with `do`.
    jobs : int, optional
        The number of worker processes. If `jobs` is 1, the next puzzle is read only when its result is requested.
        Otherwise, about a hundred puzzles per process are read ahead.
    do : sequence of str, optional
        What to do with each puzzle: solve, unique, rate, count or explain, as in `slitherenc batch`. With `do`, the
        iterator yields rows (dictionaries, see docs/batches.md) instead of Results. If a puzzle fails, its row
        contains the error.
    method : str or Method, optional
        As for `solve`; with `do`, only a name.
    timeout : float, optional
        The limit for each puzzle in seconds. After this time, the search ends: a Result states this in `gave_up`, and a
        row has the status gave-up.
    **options
        As for `solve`; with `do`, only `nodes`.

    Returns
    -------
    iterator of Result or dict
        With `do`, the row of each puzzle. Otherwise, the Result of each puzzle; the iterator then raises the errors of
        `solve`, and their messages begin with the puzzle's index from 0, as in `puzzles[2]: …`.

    Raises
    ------
    UsageError
        If an entry of `do`, the method or an option does not exist, or if `jobs` is below 1.
    TypeError
        For a single puzzle instead of an iterable of puzzles.

    Examples
    --------
    >>> [result.status for result in solve_many(["slither/2/2/3gb", "slither/2/2/3i"])]
    ['unique', 'multiple']
    >>> [row["loops"] for row in solve_many(["slither/2/2/j"], do=["count"])]
    [13]
    """
    if isinstance(puzzles, str | bytes | Puzzle) or not isinstance(puzzles, Iterable):
        raise TypeError(f"expected an iterable of puzzles, got {type_words(puzzles)}")
    n_jobs = whole_number("jobs", jobs)
    if n_jobs is None or n_jobs < 1:
        raise UsageError(f"jobs must be at least 1, got {jobs}")
    seconds = time_limit(timeout)
    if do is not None:
        if not isinstance(method, str):
            raise TypeError("if `do` is given, `method` must be a string, not a Method object")
        return _rows(puzzles, do, n_jobs, method, seconds, options)
    # Building the engine here reports wrong options before any work starts. Other processes can use the instance, but
    # they would not find a name that was registered in this process.
    engine = METHOD_OPTIONS.build(method, options)
    solve_one = partial(solve, limit=2 if unique else 1, method=engine, timeout=seconds)
    if n_jobs == 1:
        return map(partial(_result_at, solve_one), count(), puzzles)
    return _results(puzzles, solve_one, n_jobs)


def _result_at(solve_one: Callable[[PuzzleLike], Result], index: int, puzzle: PuzzleLike) -> Result:
    try:
        return solve_one(puzzle)
    except (SlitherencError, TypeError) as error:
        _name_index(error, index)
        raise


def _results(puzzles: Iterable[PuzzleLike], solve_one: Callable[[PuzzleLike], Result], jobs: int) -> Iterator[Result]:
    """Yield the Results in the order of the puzzles. Error messages of `solve` are extended by the puzzle's index."""
    with closing(parallel_map(partial(_solve, solve_one), _groups(puzzles), jobs)) as groups:
        for index, result in enumerate(result for group in groups for result in group):
            if isinstance(result, Exception):
                _name_index(result, index)
                raise result
            yield result


def _name_index(error: Exception, index: int) -> None:
    """Put the puzzle's index in front of the error's message. An OSError names a file and is left unchanged."""
    place = f"puzzles[{index}]"
    if isinstance(error, SlitherencError):
        error.subject = place
    elif isinstance(error, TypeError):
        error.args = (f"{place}: {error}",)


def _solve(solve_one: Callable[[PuzzleLike], Result], puzzles: list[PuzzleLike]) -> list[Result | Exception]:
    """Solve puzzles in a worker process until the first error. Return the Results, followed by the error, if any."""
    results: list[Result | Exception] = []
    try:
        for puzzle in puzzles:
            results.append(solve_one(puzzle))
    except (SlitherencError, TypeError, OSError) as error:
        results.append(error)
    return results


def _rows(
    puzzles: Iterable[PuzzleLike],
    do: Sequence[str],
    jobs: int,
    method: MethodName,
    timeout: float | None,
    options: Mapping[str, Any],
) -> Iterator[Row]:
    """Yield the row of each puzzle, as in a batch. The id of a row is the number of its puzzle, from 1."""
    if isinstance(do, str):
        raise TypeError(f"`do` must be a list of names of jobs, got {do!r}")
    if others := sorted(options.keys() - {"nodes"}):
        raise UsageError(f"with `do`, the only solver option allowed is `nodes`, got {others[0]}")
    work = Work(tuple(do), method, options.get("nodes"))
    if "prove" in work.do:
        raise UsageError("the job 'prove' writes files, so it needs a folder: use `slitherenc batch`")
    input_rows = (_input_row(number, puzzle) for number, puzzle in enumerate(puzzles, 1))
    if jobs == 1 and timeout is None:
        return (row_of(row, work) for row in input_rows)
    return _supervise(input_rows, work, RowLimits(timeout), jobs)


def _supervise(input_rows: Iterable[InputRow], work: Work, limits: RowLimits, jobs: int) -> Iterator[Row]:
    with SupervisedPool(work, limits, jobs) as pool:
        groups = in_order(pool.submit, _groups(input_rows), AHEAD * jobs)
        yield from (json.loads(row.line) for group in groups for row in group)


def _input_row(number: int, puzzle: PuzzleLike) -> InputRow:
    """Convert a puzzle to an input row. A link, or a text with line breaks, is parsed only when it is solved."""
    source = "puzzle"
    if isinstance(puzzle, str):
        if "\n" in puzzle or is_link(puzzle):
            return InputRow(str(number), source, puzzle)
        source = puzzle[:200]
    try:
        return InputRow(str(number), source, one_line(as_puzzle(puzzle)))
    except SlitherencError as error:
        return InputRow(str(number), source, str(error), "bad")


def _groups(puzzles: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(puzzles)
    while group := list(islice(left, _GROUP)):
        yield group
