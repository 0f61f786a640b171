"""Processes that compute chunks: supervised, replaced when they die, hang or grow, and used again otherwise.

    with Crew(work, limits) as crew:
        done = crew.run(chunk)        # from any thread, here or in a worker of a cluster

A process tells its results every quarter of a second, and keeps a note, in a file that both sides have in memory, of
the row that it is at and since when. So whoever supervises it knows which row a process died of, or hangs in, without a
word from it. A row in which two processes have died is not tried again: it is `crashed`. One death may have another
cause, such as an operator; so the bytes that come out do not depend on it. A row that takes too long is `gave-up`.
"""

from __future__ import annotations

import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import mmap
from types import TracebackType
from typing import NamedTuple

from slitherenc.batches.rows import OUT_OF_MEMORY, Work, encoded, failed, row_of
from slitherenc.batches.sources import Given
from slitherenc.errors import SolverFailed, UsageError
from slitherenc.solvers.workers import Worker, confine, peak

GROUP = 0.25  # seconds between reports, and between looks at the clock of a row
_DEATHS = 2  # of a row
_STARTS = 3  # processes in turn that die before their first row
_LARGE = 512 << 20  # bytes; a process that once held more is not used again
_LATE = "late"
_NOTE = struct.Struct("=qd")  # the row that a process is at, and since when; -1: none yet


@dataclass(frozen=True)
class Limits:
    """Of a row: seconds of wall-clock time, bytes of memory; None = any."""

    timeout: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise UsageError(f"a time limit is more than 0 seconds, not {self.timeout:g}")
        if self.memory is not None and self.memory < 128 << 20:
            raise UsageError("a process needs 128 MB of memory at least")


class Out(NamedTuple):
    """A row in JSON, its status, and how long it took."""

    line: bytes
    status: str
    seconds: float


class Ended(Exception):
    """The crew was closed before the chunk was done."""


class Crew:
    """As many processes as there are chunks at a time. A context manager; `close` may be called by any thread."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.work, self.limits = work, limits
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: dict[_Process, list[Out]] = {}  # with what has come out of its chunk
        self._closed = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def under_way(self) -> int:
        """Rows of unfinished chunks that are done."""
        with self._lock:
            return sum(map(len, self._busy.values()))

    def run(self, rows: Sequence[Given]) -> list[Out]:
        """What comes out for each row. Raises Ended; SolverFailed or OSError when no process can be started."""
        out: list[Out] = []
        known: dict[int, Out] = {}  # of rows that are not tried again
        deaths: Counter[int] = Counter()
        while len(out) < len(rows):
            begun = len(out)
            if begun in known:
                out.append(known[begun])
                continue
            stop = min((row for row in known if row > begun), default=len(rows))
            with self._process(out) as process:
                at, seconds, why = process.compute(rows[begun:stop], self.work, self.limits, out)
            if not why:
                continue
            if self._closed:
                raise Ended
            at = begun + at if at >= 0 else -1
            deaths[at] += 1
            if at < 0 and deaths[at] == _STARTS:
                raise SolverFailed(f"{_STARTS} processes died before their first row: {why}")
            if at >= 0 and (why == _LATE or deaths[at] == _DEATHS):
                status = "gave-up" if why == _LATE else "crashed"
                words = _late(self.limits) if why == _LATE else f"{_DEATHS} processes died of this row: {why}"
                known[at] = Out(encoded(failed(rows[at], self.work, status, words)), status, seconds)
        return out

    def close(self) -> None:
        """Ends the processes; who waits for a chunk gets Ended."""
        with self._lock:
            self._closed = True
            for process in self._busy:
                process.kill()
            idle, self._idle = self._idle, []
        for process in idle:
            process.__exit__(None, None, None)

    @contextmanager
    def _process(self, out: list[Out]) -> Iterator[_Process]:
        """A process; it is used again if it says so at the end."""
        with self._lock:
            if self._closed:
                raise Ended
            process = self._idle.pop() if self._idle else None
        if process is None:
            process = _Process()
            process.__enter__()
        try:
            with self._lock:
                if self._closed:
                    raise Ended
                self._busy[process] = out
            yield process
        except BaseException:
            process.reusable = False
            raise
        finally:
            with self._lock:
                self._busy.pop(process, None)
                if keep := process.reusable and not self._closed:
                    self._idle.append(process)
            if not keep:
                process.__exit__(None, None, None)


class _Process(Worker):
    """A worker with a note of the row that it is at. `reusable`: it may compute another chunk."""

    reusable = False

    def __enter__(self) -> _Process:
        super().__enter__()
        path = self._children.folder / "row"
        path.write_bytes(_NOTE.pack(-1, 0.0))
        with open(path, "r+b") as file:
            self._note = mmap(file.fileno(), _NOTE.size)
        self._is_confined = False
        return self

    def compute(self, rows: Sequence[Given], work: Work, limits: Limits, out: list[Out]) -> tuple[int, float, str]:
        """Appends what comes out to `out`. Then: why not for all rows ("": it did), at which row, and since how many
        seconds."""
        self.reusable = False
        _NOTE.pack_into(self._note, 0, -1, 0.0)
        try:
            if not self._is_confined:
                self.start(confine, limits.memory)
                list(self.results())
                self._is_confined = True
            self.start(_compute, tuple(rows), work, limits, str(self._children.folder / "row"))
            return self._listen(limits.timeout, out)
        except (SolverFailed, OSError) as error:
            at, since = _NOTE.unpack_from(self._note)
            return at, time.monotonic() - since, str(error) or "it ended"

    def _listen(self, timeout: float | None, out: list[Out]) -> tuple[int, float, str]:
        while True:
            try:
                for group, reusable in self.results(None if timeout is None else time.monotonic() + GROUP):
                    out.extend(group)
                    self.reusable = reusable
                return -1, 0.0, ""
            except TimeoutError:
                at, since = _NOTE.unpack_from(self._note)
                if timeout is not None and at >= 0 and (seconds := time.monotonic() - since) > timeout:
                    self.kill()
                    return at, seconds, _LATE

    def kill(self) -> None:
        self._process.kill()


def _compute(rows: Sequence[Given], work: Work, limits: Limits, path: str) -> Iterator[tuple[list[Out], bool]]:
    """In the process: what comes out, in groups, each with whether the process may be used again; not for all rows when
    one needed too much memory."""
    with open(path, "r+b") as file:
        note = mmap(file.fileno(), _NOTE.size)
    before = peak()
    group: list[Out] = []
    told = time.monotonic()
    for number, given in enumerate(rows):
        begun = time.monotonic()
        _NOTE.pack_into(note, 0, number, begun)
        row = row_of(given, work)
        now = time.monotonic()
        if limits.timeout is not None and now - begun > limits.timeout:
            row = failed(given, work, "gave-up", _late(limits))
        group.append(Out(encoded(row), row["status"], now - begun))
        full = row["error"] == OUT_OF_MEMORY
        if full or now - told > GROUP:
            yield group, not full
            group, told = [], now
        if full:
            return  # a new process has all of its memory for the next row
    grown = peak()
    yield group, grown == before or grown <= _LARGE


def _late(limits: Limits) -> str:
    return f"no verdict in {limits.timeout:g} seconds"
