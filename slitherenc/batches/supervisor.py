"""Processes that compute chunks: supervised, replaced when they die, hang or grow, and used again otherwise.

    with SupervisedPool(work, limits) as pool:
        out = pool.run(rows)        # from any thread, here or in a worker of a cluster

A process tells its results every quarter of a second, and keeps a note, in a file that both sides have in memory, of
the row that it is at and since when. So whoever supervises it knows which row a process died of, or hangs in, without a
word from it. A row in which two processes have died is not tried again: it is `crashed`. One death may have another
cause, such as an operator; so the bytes that come out do not depend on it. A row that takes too long is `gave-up`.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from mmap import mmap
from types import TracebackType
from typing import NamedTuple

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.batches.poison import Deaths
from slitherenc.batches.rows import OUT_OF_MEMORY, EncodedRow, Work, encode_row, failed_row, output_row
from slitherenc.batches.sources import InputRow
from slitherenc.solvers.workers import Closed, Worker, Workers, peak
from slitherenc.solving import time_limit

GROUP = 0.25  # seconds between reports, and between looks at the clock of a row
_DEATHS = 2  # of a row
_STARTS = 3  # processes in turn that die before they are ready
_LARGE = 512 << 20  # bytes; a process that once held more is not used again
_NOTE = struct.Struct("=qd")  # the row that a process is at, or was last (-1: none), and since when; 0: at none


@dataclass(frozen=True)
class RowLimits:
    """Of a row: seconds of wall-clock time, bytes of memory; None = any."""

    timeout: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        time_limit(self.timeout)
        if self.memory is not None and self.memory < 128 << 20:
            raise UsageError("memory must be at least 128 MB")


class SupervisedPool(Workers["_Process"]):
    """As many processes as there are chunks at a time."""

    def __init__(self, work: Work, limits: RowLimits) -> None:
        super().__init__(_Process)
        self._work, self._limits = work, limits

    @property
    def under_way(self) -> int:
        """Rows of unfinished chunks that are done."""
        return sum(len(process.out) for process in list(self.busy))

    def run(self, rows: Sequence[InputRow]) -> list[EncodedRow]:
        """What comes out for each row. Raises Closed; SolverFailed or OSError when no process can be started."""
        out: list[EncodedRow] = []
        ended: dict[int, EncodedRow] = {}  # rows that are not tried again
        deaths = Deaths(_DEATHS)
        starts = 0
        most = len(rows)  # that go to a process at a time
        while len(out) < len(rows):
            begin = len(out)
            if begin in ended:
                out.append(ended[begin])
                continue
            stop = min((row for row in ended if row > begin), default=len(rows))
            with self.one() as process:
                end = process.compute(rows[begin : min(stop, begin + most)], self._work, self._limits, out)
            if self.is_closed:
                raise Closed
            if end is None:
                starts = 0
            elif not end.was_ready:
                starts += 1
                if starts == _STARTS:
                    raise SolverFailed(f"{_STARTS} processes died before their first row: {end.why}")
            elif end.row < 0 and most > 1:
                most = 1  # perhaps it could not even take so many rows
            else:
                at = begin + max(end.row, 0)
                if end.is_late:
                    ended[at] = failed_row(rows[at], self._work, "gave-up", _late(self._limits), end.seconds)
                elif not deaths.pieces_after(at, at + 1):
                    reason = f"{_DEATHS} processes died of this row: {end.why}"
                    ended[at] = failed_row(rows[at], self._work, "crashed", reason, end.seconds)
        return out


class LocalPool:
    """A pool on this machine, and a thread to wait for each of its processes. A context manager: its end is theirs."""

    def __init__(self, work: Work, limits: RowLimits, jobs: int) -> None:
        self.at_once = jobs
        self._pool = SupervisedPool(work, limits)
        self._threads = ThreadPoolExecutor(jobs, "slitherenc-batch")

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()
        self._threads.shutdown()

    def submit(self, rows: Sequence[InputRow]) -> Future[list[EncodedRow]]:
        return self._threads.submit(self._pool.run, rows)

    @property
    def under_way(self) -> int:
        return self._pool.under_way

    def is_poison(self, error: BaseException) -> bool:
        return False  # the pool finds the row by itself


class _End(NamedTuple):
    """A process ended before all rows were done: at this row (-1: before the first), after so many seconds of it.
    was_ready: it was about to take rows."""

    row: int
    seconds: float
    why: str
    is_late: bool = False
    was_ready: bool = True


class _Process(Worker):
    """A worker with a note of the row that it is at. `out`: what has come out of its chunk."""

    out: Sequence[EncodedRow] = ()
    quiet = True

    def __enter__(self) -> _Process:
        super().__enter__()
        path = self._children.folder / "row"
        path.write_bytes(_NOTE.pack(-1, 0.0))
        with open(path, "r+b") as file:
            self._note = mmap(file.fileno(), _NOTE.size)
        return self

    def compute(self, rows: Sequence[InputRow], work: Work, limits: RowLimits, out: list[EncodedRow]) -> _End | None:
        """Appends to `out` what comes out: of all rows, or of some, when a new process is to do the others; an _End
        when this one was ended."""
        self.out = out
        _NOTE.pack_into(self._note, 0, -1, 0.0)
        try:
            self.confine(limits.memory)
            self.start(_compute, tuple(rows), work, limits, str(self._children.folder / "row"))
            before = None
            while not self._listen(limits.timeout, out):
                row, since = note = _NOTE.unpack_from(self._note)
                seconds = time.monotonic() - since
                # Twice the same, so it was not read while it was written.
                if limits.timeout is not None and since and note == before and seconds > limits.timeout:
                    self.reusable = False
                    return _End(row, seconds, "", is_late=True)
                before = note
        except (SolverFailed, OSError, MemoryError) as error:
            self.reusable = False
            row, since = _NOTE.unpack_from(self._note)
            seconds = time.monotonic() - since if since else 0.0
            return _End(row, seconds, str(error) or OUT_OF_MEMORY, was_ready=self.is_confined)
        return None

    def _listen(self, timeout: float | None, out: list[EncodedRow]) -> bool:
        """Takes what comes out: all of it, or, with a time limit, that of a moment. Is it the end?"""
        try:
            for group, reusable in self.results(None if timeout is None else time.monotonic() + GROUP):
                out.extend(group)
                self.reusable = reusable
        except TimeoutError:
            return False
        return True


def _compute(
    rows: Sequence[InputRow], work: Work, limits: RowLimits, path: str
) -> Iterator[tuple[list[EncodedRow], bool]]:
    """In the process: what comes out, in groups, each with whether the process may be used again; not for all rows when
    one needed too much memory."""
    with open(path, "r+b") as file:
        note = mmap(file.fileno(), _NOTE.size)
    before = peak()
    group: list[EncodedRow] = []
    reported = time.monotonic()
    for number, input_row in enumerate(rows):
        begun = time.monotonic()
        _NOTE.pack_into(note, 0, number, begun)
        try:
            row, bundle = output_row(input_row, work)
            encoded = EncodedRow(
                encode_row(row), row["status"], time.monotonic() - begun, row.get("proof") or "", bundle
            )
            is_full = row["error"] == OUT_OF_MEMORY
        except MemoryError:
            short = input_row._replace(id=input_row.id[:99])
            encoded = failed_row(short, work, "gave-up", OUT_OF_MEMORY, time.monotonic() - begun)
            is_full = True
        now = time.monotonic()
        if limits.timeout is not None and now - begun > limits.timeout:
            encoded = failed_row(input_row, work, "gave-up", _late(limits), now - begun)
        group.append(encoded)
        _NOTE.pack_into(note, 0, number, 0.0)
        if is_full or now - reported > GROUP:
            yield group, not is_full
            group, reported = [], now
        if is_full:
            return  # a new process has all of its memory for the next row
    grown = peak()
    yield group, grown == before or grown <= _LARGE


def _late(limits: RowLimits) -> str:
    return f"no verdict in {limits.timeout:g} seconds"
