"""Processes that compute chunks: supervised, replaced when they die, hang or grow, and used again otherwise.

    with SupervisedPool(work, limits) as pool:
        out = pool.run(rows)        # from any thread, here or in a worker of a cluster

A process tells its results every quarter of a second. In a file that both sides have in memory, it notes the row that
it is at, since when, and the results that it has not told yet. So whoever supervises it knows which row a process died
of, or hangs in, and has all rows before it, without a word from it. A row in which two processes have died is not tried
again: it is `crashed`. One death may have another cause, such as an operator; so the bytes that come out do not depend
on it. A row that takes too long is `gave-up`.
"""

from __future__ import annotations

import math
import pickle
import struct
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from mmap import mmap
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.batches.disk import write_file
from slitherenc.batches.poison import Deaths
from slitherenc.batches.rows import OUT_OF_MEMORY, EncodedRow, Work, encode_row, failed_row, output_row
from slitherenc.batches.sources import InputRow
from slitherenc.solvers.workers import Closed, Worker, Workers, peak
from slitherenc.solving import time_limit

GROUP = 0.25  # seconds between reports, and between looks at the clock of a row
_DEATHS = 2  # of a row
_STARTS = 3  # processes in turn that die before they are ready
_LARGE = 512 << 20  # bytes; a process that once held more is not used again


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

    def run(self, rows: Sequence[InputRow], until: float = math.inf) -> list[EncodedRow]:
        """As `groups`, in one list."""
        return [row for group in self.groups(rows, until) for row in group]

    def groups(self, rows: Sequence[InputRow], until: float = math.inf) -> Generator[Sequence[EncodedRow]]:
        """What comes out for each row, in order, a few at a time; when time.monotonic() passes `until`, those that are
        done, at least one. Raises Closed; SolverFailed or OSError when no process can be started."""
        done = 0
        ended: dict[int, EncodedRow] = {}  # rows that are not tried again
        deaths = Deaths(_DEATHS)
        starts = 0
        most = len(rows)  # that go to a process at a time
        while done < len(rows) and (not done or time.monotonic() < until):
            begin = done
            if begin in ended:
                yield [ended[begin]]
                done += 1
                continue
            stop = min((row for row in ended if row > begin), default=len(rows))
            with self.one() as process:
                end = yield from process.compute(rows[begin : min(stop, begin + most)], self._work, self._limits, until)
                done += process.n_taken
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


Keep = Callable[[int, Sequence[EncodedRow]], None]  # takes rows of a chunk, and the place of the first one in it


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

    def submit(self, rows: Sequence[InputRow], keep: Keep | None = None) -> Future[list[EncodedRow]]:
        """What comes out for each row. It goes to `keep` as it comes, in a thread of the pool; bundles, only there."""
        return self._threads.submit(self._run, rows, keep)

    def _run(self, rows: Sequence[InputRow], keep: Keep | None) -> list[EncodedRow]:
        out: list[EncodedRow] = []
        with closing(self._pool.groups(rows)) as groups:
            for group in groups:
                if keep is not None:
                    keep(len(out), group)
                    group = [row._replace(bundle=b"") for row in group]
                out += group
        return out

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
    """A worker with a note. `n_taken`: the rows that have come out of what it computes, or did last."""

    n_taken = 0
    quiet = True

    def __enter__(self) -> _Process:
        super().__enter__()
        self._path = self._children.folder / "note"
        write_file(self._path, bytes(_Note.SIZE))  # so there is room for all of it
        self._note = _Note(self._path)
        return self

    def compute(
        self, rows: Sequence[InputRow], work: Work, limits: RowLimits, until: float
    ) -> Generator[Sequence[EncodedRow], None, _End | None]:
        """What comes out: of all rows, or of some, when a new process is to do the others, or it is `until`. Returns an
        _End when this one was ended."""
        self.n_taken = 0
        self._note.clear(0)
        self._note.set_row(-1, 0.0)
        try:
            self.confine(limits.memory)
            self.start(_compute, tuple(rows), work, limits, self._path, until)
            before = None
            while True:
                try:
                    for first, group, reusable in self.results(time.monotonic() + GROUP):
                        yield self._fresh(first, group)
                        self.reusable = reusable
                    return None
                except TimeoutError:
                    row, since = note = self._note.row
                seconds = time.monotonic() - since
                if since and note == before:  # twice the same, so it was not read while it was written
                    yield self._fresh(*self._note.untold())
                    if limits.timeout is not None and seconds > limits.timeout:
                        self.reusable = False
                        return _End(row, seconds, "", is_late=True)
                before = note
        except (SolverFailed, OSError, MemoryError) as error:
            self.reusable = False
            row, since = self._note.row
            seconds = time.monotonic() - since if since else 0.0
            yield self._fresh(*self._note.untold())
            return _End(row, seconds, str(error) or OUT_OF_MEMORY, was_ready=self.is_confined)

    def _fresh(self, first: int, group: Sequence[EncodedRow]) -> Sequence[EncodedRow]:
        """Of rows from the place `first` on, those that have not been taken."""
        fresh = group[self.n_taken - first :] if first <= self.n_taken else []
        self.n_taken += len(fresh)
        return fresh


class _Note:
    """Memory of a process that its supervisor sees too: the row that it is at, and the rows that it has not told yet.

    One writes, the other reads, without a lock: what is read twice the same was not written meanwhile.
    """

    SIZE = 1 << 16  # bytes; when the rows take more, they are told earlier
    _ROW = struct.Struct("=qd")  # the row that it is at, or was last (-1: none), and since when; 0: at none
    _UNTOLD = struct.Struct("=qq")  # the place of the first row that is not told, and how many bytes the rows take
    _BEGIN = _ROW.size + _UNTOLD.size

    def __init__(self, path: Path) -> None:
        with open(path, "r+b") as file:
            self._map = mmap(file.fileno(), self.SIZE)

    @property
    def row(self) -> tuple[int, float]:
        row, since = self._ROW.unpack_from(self._map)
        return row, since

    def set_row(self, row: int, since: float) -> None:
        self._ROW.pack_into(self._map, 0, row, since)

    def clear(self, first: int) -> None:
        """All rows before the place `first` were told."""
        self._UNTOLD.pack_into(self._map, self._ROW.size, first, 0)

    def add(self, row: EncodedRow) -> bool:
        """Write down a row that is not told. Is there room for it?"""
        first, size = self._UNTOLD.unpack_from(self._map, self._ROW.size)
        data = pickle.dumps(row)
        begin, end = self._BEGIN + size, self._BEGIN + size + len(data)
        if end > self.SIZE:
            return False
        self._map[begin:end] = data
        self._UNTOLD.pack_into(self._map, self._ROW.size, first, size + len(data))
        return True

    def untold(self) -> tuple[int, list[EncodedRow]]:
        """The place of the first row that is not told, and the rows from there on; none when they are being written."""
        before = self._map[: self._BEGIN]
        first, size = self._UNTOLD.unpack_from(before, self._ROW.size)
        data = BytesIO(self._map[self._BEGIN : self._BEGIN + size])
        rows = []
        if self._map[: self._BEGIN] == before:
            while data.tell() < size:
                rows.append(pickle.load(data))
        return first, rows


def _compute(
    rows: Sequence[InputRow], work: Work, limits: RowLimits, path: Path, until: float
) -> Iterator[tuple[int, list[EncodedRow], bool]]:
    """In the process: what comes out, in groups, each with the place of its first row and whether the process may be
    used again; not for all rows when one needed too much memory, or when it is `until`."""
    note = _Note(path)
    before = peak()
    group: list[EncodedRow] = []
    reported = time.monotonic()
    number = -1
    for number, input_row in enumerate(rows):
        begun = time.monotonic()
        note.set_row(number, begun)
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
        is_noted = note.add(encoded)
        note.set_row(number, 0.0)
        if is_full or now - reported > GROUP or not is_noted:
            yield number + 1 - len(group), group, not is_full
            note.clear(number + 1)
            group, reported = [], now
        if is_full:
            return  # a new process has all of its memory for the next row
        if now > until:
            break
    grown = peak()
    yield number + 1 - len(group), group, grown == before or grown <= _LARGE


def _late(limits: RowLimits) -> str:
    return f"no verdict in {limits.timeout:g} seconds"
