"""Supervised processes that compute chunks. They are reused unless they die, hang or grow too large.

    with SupervisedPool(work, limits) as pool:
        out = pool.run(rows)        # from any thread

A process sends each finished row at once, and the pipe keeps sent rows even if the process dies. So if a process dies
or hangs at a row, the supervisor has all earlier rows. After one death, the row is tried again, because a user may have
killed the process. After two deaths, the row's status is `crashed`. After a timeout, the row's status is `gave-up`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.batches.deaths import Deaths
from slitherenc.batches.input_rows import InputRow
from slitherenc.batches.rows import OUT_OF_MEMORY, EncodedRow, Work, encode_row, failed_row, output_row
from slitherenc.processes.pool import Pool
from slitherenc.processes.worker import Worker
from slitherenc.solving import time_limit

GROUP = 0.25  # seconds between reports, and between checks of the time that a row takes
_PAUSE = 0.005  # seconds; rows that arrive in this time are read together, which saves waking up for each row
_DEATHS = 2  # deaths after which a row counts as the cause
_STARTS = 3  # the pool gives up after this many consecutive processes died before they were ready
_LARGE = 512 << 20  # bytes; a process that once held more is not reused

Keep = Callable[[int, Sequence[EncodedRow]], None]  # receives the index of the first row in its chunk, and the rows


@dataclass(frozen=True)
class RowLimits:
    """The limits of a row: seconds of wall-clock time and bytes of memory; None means no limit."""

    timeout: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        time_limit(self.timeout)
        if self.memory is not None and self.memory < 128 << 20:
            raise UsageError(f"memory must be at least 128 MB, got {self.memory / (1 << 20):g} MB")


class SupervisedPool:
    """A context manager for supervised processes, each of which computes a chunk. They end with the `with` block."""

    def __init__(self, work: Work, limits: RowLimits, jobs: int = 1) -> None:
        self.at_once = jobs
        self._work, self._limits = work, limits
        make = partial(Worker, is_confined=True, memory=limits.memory, is_quiet=True)
        self.workers = Pool(make, jobs=jobs, most_bytes=_LARGE)

    def __enter__(self) -> SupervisedPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.workers.close()

    def submit(self, rows: Sequence[InputRow], keep: Keep | None = None) -> Future[list[EncodedRow]]:
        """Start to compute all rows, and return a future of the output rows.

        If `keep` is given, it is called with groups of output rows as soon as they are computed. In the result of the
        future, these rows then lack the bytes of their proofs.
        """
        return self.workers.submit(self._run_and_keep, rows, keep)

    def _run_and_keep(self, rows: Sequence[InputRow], keep: Keep | None) -> list[EncodedRow]:
        out: list[EncodedRow] = []
        with closing(self.groups(rows)) as groups:
            for group in groups:
                if keep is not None:
                    keep(len(out), group)
                    group = [row._replace(bundle=b"") for row in group]
                out += group
        return out

    def is_death(self, error: BaseException) -> bool:
        return False  # the pool itself finds the row to blame

    def run(self, rows: Sequence[InputRow], until: float = math.inf) -> list[EncodedRow]:
        """Return all that `groups` yields for these arguments, in one list."""
        return [row for group in self.groups(rows, until) for row in group]

    def groups(self, rows: Sequence[InputRow], until: float = math.inf) -> Generator[Sequence[EncodedRow]]:
        """Yield the rows' output in order, a few at a time. Stop when time.monotonic() reaches `until`, but not before
        the first row is done. Raises Closed if the pool is closed, and SolverFailed or OSError if no process starts.
        """
        done = starts = 0
        deaths = Deaths(_DEATHS)
        most = len(rows)  # rows that are sent to a process at a time
        while done < len(rows) and (not done or time.monotonic() < until):
            try:
                with self.workers.worker() as worker:
                    for group in self._compute(worker, rows[done : done + most], until):
                        yield group
                        done += len(group)
                starts = 0
            except _WorkerEnd as end:
                if not end.is_ready:
                    starts += 1
                    if starts == _STARTS:
                        raise SolverFailed(f"{_STARTS} processes died before their first row: {end.why}") from None
                elif not end.has_rows and most > 1:
                    most = 1  # perhaps so many rows did not fit into the process's memory
                elif end.is_late:
                    yield [failed_row(rows[done], self._work, "gave-up", _late(self._limits), end.seconds)]
                    done += 1
                elif not deaths.pieces_after(done, done + 1):
                    reason = f"{_DEATHS} processes died while computing this row: {end.why}"
                    yield [failed_row(rows[done], self._work, "crashed", reason, end.seconds)]
                    done += 1

    def _compute(self, worker: Worker, rows: Sequence[InputRow], until: float) -> Iterator[Sequence[EncodedRow]]:
        """Yield the output of the rows, or of the finished rows if `until` has passed or memory ran out. If the process
        dies or a row takes too long, yield the output that the process has sent, then raise _WorkerEnd."""
        worker.start(_compute, tuple(rows), self._work, self._limits, until)
        group: list[EncodedRow] = []
        reported = time.monotonic()
        try:
            for row in _rows_from(worker, self._limits.timeout):
                if row is not None:
                    group.append(row)
                if group and time.monotonic() - reported > GROUP:
                    yield group
                    group, reported = [], time.monotonic()
        except _WorkerEnd:
            yield group
            raise
        yield group


def _rows_from(worker: Worker, timeout: float | None) -> Iterator[EncodedRow | None]:
    """Yield the rows that the process sends, and None whenever no row arrives for 0.25 seconds. Raises _WorkerEnd if
    the process dies or a row takes longer than `timeout`."""
    results = worker.results()
    has_rows = False
    since = time.monotonic()  # the process began its current row at this time or earlier
    try:
        while True:
            now = time.monotonic()  # taken before reading, so that a pause of this process does not count for the row
            if not worker.poll(0):
                time.sleep(_PAUSE)
                if not worker.poll(GROUP):
                    if has_rows and timeout is not None and now - since > timeout:
                        raise _WorkerEnd("", now - since, is_late=True)
                    yield None
                    continue
            row, is_full = next(results, _END)
            if row is None and has_rows:
                return
            has_rows, since = True, time.monotonic()
            if row is not None:
                yield row
            if is_full:
                return  # a new process can use the whole memory limit for the next row
    except (SolverFailed, OSError, MemoryError) as error:
        seconds = time.monotonic() - since if has_rows else 0.0
        raise _WorkerEnd(str(error) or OUT_OF_MEMORY, seconds, is_ready=worker.is_ready, has_rows=has_rows) from None


@dataclass(eq=False)
class _WorkerEnd(Exception):
    """A process died before all rows were done, or must be killed. `seconds` is the time spent on its current row.

    `is_late`: this row took too long. `is_ready`: the process had started. `has_rows`: the process had received rows.
    """

    why: str
    seconds: float
    is_late: bool = False
    is_ready: bool = True
    has_rows: bool = True


_END = None, False


def _compute(
    rows: Sequence[InputRow], work: Work, limits: RowLimits, until: float
) -> Iterator[tuple[EncodedRow | None, bool]]:
    """Compute rows in the worker process. First yield (None, False) to report that the rows have arrived. Then yield
    the output of each row, and whether memory ran out. Stop if memory ran out or time.monotonic() exceeds `until`."""
    yield None, False
    for input_row in rows:
        begun = time.monotonic()
        try:
            row, bundle = output_row(input_row, work)
            seconds = time.monotonic() - begun
            encoded = EncodedRow(encode_row(row), row["status"], seconds, row.get("proof") or "", bundle)
            is_full = row["error"] == OUT_OF_MEMORY
        except MemoryError:
            short = input_row._replace(id=input_row.id[:99])
            encoded = failed_row(short, work, "gave-up", OUT_OF_MEMORY, time.monotonic() - begun)
            is_full = True
        now = time.monotonic()
        if limits.timeout is not None and now - begun > limits.timeout:
            encoded = failed_row(input_row, work, "gave-up", _late(limits), now - begun)
        yield encoded, is_full
        if is_full or now > until:
            return


def _late(limits: RowLimits) -> str:
    return f"no verdict in {limits.timeout:g} seconds"
