"""Processes that compute chunks: supervised, replaced when they die, hang or grow, and used again otherwise.

    with SupervisedPool(work, limits) as pool:
        out = pool.run(rows)        # from any thread, here or in a worker of a cluster

A process sends each row as soon as it is finished, and the pipe keeps what was sent when the process dies. So its
supervisor knows in which row it died or hangs, and has all rows before that one. A row in which two processes have
died is not tried again: it is `crashed`. One death may have another cause, such as an operator; so the bytes that come
out do not depend on it. A row that takes too long is `gave-up`.
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

GROUP = 0.25  # seconds between reports, and between looks at the clock of a row
_PAUSE = 0.005  # seconds; the rows that come meanwhile are read together, which saves waking up for each
_DEATHS = 2  # of a row
_STARTS = 3  # processes in turn that die before they are ready
_LARGE = 512 << 20  # bytes; a process that once held more is not used again

Keep = Callable[[int, Sequence[EncodedRow]], None]  # takes rows of a chunk, and the place of the first one in it


@dataclass(frozen=True)
class RowLimits:
    """Of a row: seconds of wall-clock time, bytes of memory; None = any."""

    timeout: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        time_limit(self.timeout)
        if self.memory is not None and self.memory < 128 << 20:
            raise UsageError("memory must be at least 128 MB")


class SupervisedPool:
    """As many processes as there are chunks at a time. A context manager: its end is theirs."""

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
        """What comes out for each row. It goes to `keep` as it comes, in a thread of the pool; bundles, only there."""
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
        return False  # the pool finds the row by itself

    def run(self, rows: Sequence[InputRow], until: float = math.inf) -> list[EncodedRow]:
        """As `groups`, in one list."""
        return [row for group in self.groups(rows, until) for row in group]

    def groups(self, rows: Sequence[InputRow], until: float = math.inf) -> Generator[Sequence[EncodedRow]]:
        """What comes out for each row, in order, a few at a time; when time.monotonic() passes `until`, those that are
        done, at least one. Raises Closed; SolverFailed or OSError when no process can be started."""
        done = starts = 0
        deaths = Deaths(_DEATHS)
        most = len(rows)  # that go to a process at a time
        while done < len(rows) and (not done or time.monotonic() < until):
            try:
                with self.workers.worker() as worker:
                    for group in self._computed(worker, rows[done : done + most], until):
                        yield group
                        done += len(group)
                starts = 0
            except _Ended as end:
                if not end.is_ready:
                    starts += 1
                    if starts == _STARTS:
                        raise SolverFailed(f"{_STARTS} processes died before their first row: {end.why}") from None
                elif not end.has_rows and most > 1:
                    most = 1  # perhaps it could not even take so many rows
                elif end.is_late:
                    yield [failed_row(rows[done], self._work, "gave-up", _late(self._limits), end.seconds)]
                    done += 1
                elif not deaths.pieces_after(done, done + 1):
                    reason = f"{_DEATHS} processes died of this row: {end.why}"
                    yield [failed_row(rows[done], self._work, "crashed", reason, end.seconds)]
                    done += 1

    def _computed(self, worker: Worker, rows: Sequence[InputRow], until: float) -> Iterator[Sequence[EncodedRow]]:
        """What comes out of all rows, or of some, when a new process is to do the others, or it is `until`. Raises
        _Ended, after the rows that were sent before."""
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
        except _Ended:
            yield group
            raise
        yield group


def _rows_from(worker: Worker, timeout: float | None) -> Iterator[EncodedRow | None]:
    """Each row as the process sends it, and None when nothing comes for a while. Raises _Ended when it dies, or when
    a row takes longer than the timeout."""
    results = worker.results()
    has_rows = False
    since = time.monotonic()  # the row that it is at was begun then, or before
    try:
        while True:
            now = time.monotonic()  # taken before the pipe is read: a pause of this process blames no row
            if not worker.poll(0):
                time.sleep(_PAUSE)
                if not worker.poll(GROUP):
                    if has_rows and timeout is not None and now - since > timeout:
                        raise _Ended("", now - since, is_late=True)
                    yield None
                    continue
            row, is_full = next(results, _END)
            if row is None and has_rows:
                return
            has_rows, since = True, time.monotonic()
            if row is not None:
                yield row
            if is_full:
                return  # a new process has all of its memory for the next row
    except (SolverFailed, OSError, MemoryError) as error:
        seconds = time.monotonic() - since if has_rows else 0.0
        raise _Ended(str(error) or OUT_OF_MEMORY, seconds, is_ready=worker.is_ready, has_rows=has_rows) from None


@dataclass(eq=False)
class _Ended(Exception):
    """A process died before all rows were done, after so many seconds of the one that it was at; or it is to be ended.

    is_late: the row takes too long; is_ready: the process was about to take rows; has_rows: it has taken them.
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
    """In the process: None once it has the rows; then what comes out of each, with whether the process needed all of
    its memory; not of all rows when it did, or when it is `until`."""
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
