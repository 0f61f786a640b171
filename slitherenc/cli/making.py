"""Makes the puzzles of `slitherenc generate` in one or several processes, with a progress line."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

from slitherenc.base.errors import GaveUp, SlitherencError, quantity
from slitherenc.cli.progress import ProgressLine, limit_on_terminal, rate_and_rest, show_meanwhile, show_working

if TYPE_CHECKING:
    from slitherenc.boards.board import Board
    from slitherenc.generation.spec import MadePuzzle, PuzzleSpec


def made_puzzles(
    board: Board, spec: PuzzleSpec, grade: bool, seed: str, count: int, jobs: int, timeout: float | None, to_files: bool
) -> AbstractContextManager[Iterator[MadePuzzle | SlitherencError]]:
    """Return a context manager for an iterator over `count` puzzles, in the order of their seeds.

    The iterator yields an error in place of a puzzle that cannot be made. If `count` is 1, the error is raised instead.
    """
    if count == 1:
        return nullcontext(iter([_best(board, spec, grade, f"{seed}/0", timeout)]))
    return _made(partial(_one, board, spec, grade), seed, count, jobs, spec.own_process, timeout, to_files)


@contextmanager
def _made(
    one: Callable[[str], MadePuzzle | SlitherencError],
    seed: str,
    count: int,
    jobs: int,
    own_process: bool,
    timeout: float | None,
    to_files: bool,
) -> Iterator[Iterator[MadePuzzle | SlitherencError]]:
    """Make several puzzles for `made_puzzles`. Show progress unless the puzzles are printed on the terminal."""
    from slitherenc.processes.pool import parallel_map
    from slitherenc.solving import time_limit

    begun = time.monotonic()
    seconds = time_limit(timeout)

    def show(puzzles: Iterator[MadePuzzle | SlitherencError]) -> Generator[MadePuzzle | SlitherencError]:
        if sys.stderr.isatty() and sys.stdout.isatty() and not to_files:
            yield from puzzles
            return
        done = 0
        with show_meanwhile(ProgressLine(), lambda: _words(done, count, time.monotonic() - begun)):
            for done, result in enumerate(puzzles, 1):  # noqa: B007  the progress line reads `done`
                yield result

    seeds = (f"{seed}/{i}" for i in range(count))
    is_here = jobs == 1 and not own_process
    if is_here and limit_on_terminal(seconds) is None:
        with closing(show(map(one, seeds))) as shown:
            yield shown
        return
    late = None if seconds is None else GaveUp(f"no puzzle within {quantity(seconds, 'second', 'g')}")
    # Graphillion never frees its memory, so each annealing runs in a process of its own.
    with (
        closing(parallel_map(one, seeds, min(jobs, count), 1 if own_process else None, seconds, late)) as puzzles,
        closing(show(puzzles)) as shown,
    ):
        yield shown


def _best(board: Board, spec: PuzzleSpec, grade: bool, seed: str, timeout: float | None) -> MadePuzzle:
    """Return the best puzzle that is found before the search ends, time runs out or the user presses Ctrl-C.

    Raise SlitherencError if no puzzle was found.
    """
    from slitherenc.generation.make import improvements
    from slitherenc.processes.calls import iterate_with_timeout
    from slitherenc.solving import time_limit

    best: MadePuzzle | None = None
    limit = limit_on_terminal(time_limit(spec.patience if timeout is None else timeout))

    def words() -> str:
        return "making a puzzle" if best is None else f"{best.remark.splitlines()[0]}; looking for a better one"

    try:
        with show_working(words), ExitStack() as resources:
            if limit is None:
                results = improvements(board, spec, seed, grade)
            else:
                results = iterate_with_timeout(limit, improvements, board, spec, seed, grade, wanted="puzzle")
                resources.enter_context(closing(results))
            for best in results:  # noqa: B007  the last puzzle is the best one
                pass
    except (GaveUp, KeyboardInterrupt) as error:
        if best is None:
            raise
        end = f"after {quantity(limit or 0, 'second', 'g')}" if isinstance(error, GaveUp) else "when it was interrupted"
        best = best._replace(remark=f"{best.remark} ({end}; with more time there may be a better one)")
    assert best is not None
    return best


def _words(done: int, count: int, seconds: float) -> str:
    rate = done / seconds
    words = f"{done:,} of {quantity(count, 'puzzle', ',')} ({100 * done / count:.0f} %)"
    return words + rate_and_rest(rate, (count - done) / rate if rate else None)


def _one(board: Board, spec: PuzzleSpec, grade: bool, seed: str) -> MadePuzzle | SlitherencError:
    from slitherenc.generation.make import make_with_trace

    try:
        return make_with_trace(board, spec, seed, grade)
    except SlitherencError as error:
        return error
