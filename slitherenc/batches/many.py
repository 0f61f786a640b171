"""`solve_many` in several processes, and rows in place of Results: groups of puzzles, in their order."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any

from slitherenc.arguments import PuzzleLike
from slitherenc.base.errors import SlitherencError, UsageError
from slitherenc.batches.files import Row
from slitherenc.batches.rows import Work, row_of
from slitherenc.batches.sources import Given
from slitherenc.batches.supervisor import Here, Limits, Out
from slitherenc.formats._input import is_link
from slitherenc.formats.writing import one_line
from slitherenc.results import Result
from slitherenc.solvers.workers import AHEAD, parallel_map
from slitherenc.solving import as_puzzle, solve

_GROUP = 50  # puzzles that go to a process at a time


def results(puzzles: Iterable[PuzzleLike], limit: int, jobs: int) -> Iterator[Result]:
    """The Result of each puzzle. Raises what `solve` raises, in the place of that puzzle."""
    with closing(parallel_map(partial(_solved, limit), _groups(puzzles), jobs)) as groups:
        for group in groups:
            for found in group:
                if isinstance(found, Exception):
                    raise found
                yield found


def _solved(limit: int, puzzles: list[PuzzleLike]) -> list[Result | Exception]:
    """In a process: Results, up to the first error."""
    found: list[Result | Exception] = []
    try:
        for puzzle in puzzles:
            found.append(solve(puzzle, limit=limit))
    except (SlitherencError, TypeError, OSError) as error:
        found.append(error)
    return found


def rows(puzzles: Iterable[PuzzleLike], do: Sequence[str], jobs: int) -> Iterator[Row]:
    """The row of each puzzle, as a batch has it; its id is its number, from 1. Raises UsageError for wrong jobs."""
    if isinstance(do, str):
        raise TypeError(f"expected a list of jobs, got {do!r}")
    work = Work(tuple(do))
    if "prove" in work.do:
        raise UsageError("the job prove writes files: it is for a batch, which has a folder")
    given = (_given(number, puzzle) for number, puzzle in enumerate(puzzles, 1))
    return (row_of(one, work) for one in given) if jobs == 1 else _supervised(given, work, jobs)


def _supervised(given: Iterable[Given], work: Work, jobs: int) -> Iterator[Row]:
    with Here(work, Limits(), jobs) as here, closing(_in_order(here.submit, _groups(given), AHEAD * jobs)) as groups:
        for group in groups:
            for out in group:
                yield json.loads(out.line)


def _in_order(submit: Callable[[Any], Future[list[Out]]], items: Iterable[Any], ahead: int) -> Generator[list[Out]]:
    """What comes of each item, in their order; `ahead` items at most are asked for before their results are."""
    waiting: deque[Future[list[Out]]] = deque()
    for item in items:
        waiting.append(submit(item))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _given(number: int, puzzle: PuzzleLike) -> Given:
    """A text goes as it is, and is read where it is solved."""
    source = "puzzle"
    if isinstance(puzzle, str):
        if "\n" in puzzle or is_link(puzzle):
            return Given(str(number), source, puzzle)
        source = puzzle[:200]
    try:
        return Given(str(number), source, one_line(as_puzzle(puzzle)))
    except SlitherencError as error:
        return Given(str(number), source, str(error), "bad")


def _groups(puzzles: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(puzzles)
    while group := list(islice(left, _GROUP)):
        yield group
