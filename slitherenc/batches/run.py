"""A batch from its inputs to its folder: chunks go to a pool here or to a cluster, parts are written as they come.

`run(batch)` reads the inputs to their end and gives away what has no part yet, a few chunks ahead of those who compute.
One process, this one, reads and writes; so a cluster needs no common file system, and a part has one writer.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from slitherenc import __version__
from slitherenc.base.errors import UsageError, extra
from slitherenc.base.registry import unknown
from slitherenc.batches.batch_folder import Folder, Sidecar, open_folder
from slitherenc.batches.deaths import Deaths
from slitherenc.batches.files import FORMATS
from slitherenc.batches.input_rows import Chunk, InputRow, Meter, read_chunks
from slitherenc.batches.rows import BAD, EncodedRow, Work, failed_row
from slitherenc.batches.supervisor import Keep, RowLimits, SupervisedPool
from slitherenc.batches.unfinished import Unfinished
from slitherenc.processes.pool import AHEAD

CHUNK = 500  # rows
_DEATHS = 3  # of a row by itself: what else waits for a worker that dies sees the same death
_TICK = 0.25  # seconds between looks at what is under way


@dataclass(frozen=True)
class Batch:
    """A batch as `slitherenc batch` has it.

    inputs, column, chunk    what `sources.read_chunks` takes
    to       a name of `files.FORMATS`
    jobs     processes here, or, with dask "local", of a cluster of our own
    dask     "local", the address of a cluster, or None

    Raises UsageError.
    """

    inputs: tuple[str, ...]
    folder: Path
    work: Work = field(default_factory=Work)
    limits: RowLimits = field(default_factory=RowLimits)
    column: str = "puzzle"
    chunk: int = CHUNK
    to: str = "jsonl"
    jobs: int = 1
    dask: str | None = None

    def __post_init__(self) -> None:
        if not self.inputs:
            raise UsageError("the input is missing: give files, folders, - or generate:BOARD?count=N")
        if self.to not in FORMATS:
            raise unknown("format of parts", self.to, FORMATS)
        if self.chunk < 1 or self.jobs < 1:
            raise UsageError("chunk and jobs must be at least 1")

    def manifest(self) -> dict[str, Any]:
        """What the bytes of the parts depend on. The result does not depend on where it was computed."""
        from slitherenc.solvers.kernel import is_compiled

        return {
            "program": f"slitherenc {__version__}",
            "kernel": "compiled" if is_compiled() else "plain",
            "input": list(self.inputs),
            "column": self.column,
            "chunk": self.chunk,
            "to": self.to,
            **self.work.to_dict(),
            **vars(self.limits),
        }


@dataclass
class Progress:
    """How far a batch is.

    rows       done and kept, those of earlier runs and of unfinished parts included
    before     of them those of earlier runs
    statuses   of the rows in parts
    seconds    since it was begun
    share      of the input that is done, or None
    """

    rows: int = 0
    before: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    share: float | None = None

    @property
    def rate(self) -> float:
        """Rows a second."""
        return (self.rows - self.before) / self.seconds if self.seconds else 0.0

    @property
    def bad(self) -> int:
        return sum(self.statuses[status] for status in BAD)

    @property
    def left(self) -> float | None:
        """Seconds to go, if the rest is like what is done."""
        if not self.share or not self.rate:
            return None
        return self.rows * (1 / self.share - 1) / self.rate

    def to_dict(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "bad": self.bad,
            "statuses": dict(sorted(self.statuses.items())),
            "seconds": round(self.seconds, 3),
            "rate": round(self.rate, 3),
            "share": None if self.share is None else round(self.share, 6),
            "left": None if self.left is None else round(self.left, 3),
        }


class Computers(AbstractContextManager["Computers"], Protocol):
    """Who computes chunks. A context manager: its end is the end of what runs."""

    def submit(self, rows: Sequence[InputRow], keep: Keep) -> Future[list[EncodedRow]]:
        """What comes out for the first of these rows, at least for one. Who has them earlier gives them to `keep`."""
        ...

    @property
    def at_once(self) -> int:
        """How many chunks are computed at a time."""
        ...

    def is_death(self, error: BaseException) -> bool:
        """Did computers die of their rows?"""
        ...


def run_batch(batch: Batch, on_progress: Callable[[Progress], None] = lambda progress: None) -> Mapping[str, Any]:
    """The `result` of the manifest. `on_progress` is called a few times a second.

    Raises UsageError, ParseError, NotInstalled; OSError when the folder cannot be written to; SolverFailed when no
    process can be started, or the cluster is gone. What was written by then counts: the same call goes on after it.
    """
    meter = Meter()
    chunks = read_chunks(batch.inputs, batch.column, batch.chunk, meter)  # raises before anything is written
    computers = _computers(batch)
    with open_folder(batch.folder, batch.manifest(), batch.work.columns) as folder:
        run = _Run(batch.work, chunks, meter, folder, computers, on_progress)
        try:
            with computers:
                return run.finish()
        finally:
            run.measure()  # the last rows came while the computers ended


def _computers(batch: Batch) -> Computers:
    if batch.dask is None:
        return SupervisedPool(batch.work, batch.limits, batch.jobs)
    extra("distributed", "a cluster needs the package distributed: pip install 'slitherenc[cluster]'")
    from slitherenc.batches.cluster import Cluster

    return Cluster(batch.work, batch.limits, batch.jobs, batch.dask)


class _Piece(NamedTuple):
    """Rows of a chunk that are being computed, [begin, end); those up to `last` come after them."""

    unfinished: Unfinished
    begin: int
    end: int
    last: int


def _has_failed(future: Future[Any]) -> bool:
    return future.cancelled() or future.exception() is not None


class _Run:
    def __init__(
        self,
        work: Work,
        chunks: Iterator[Chunk],
        meter: Meter,
        folder: Folder,
        computers: Computers,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self._work, self._chunks, self._folder = work, chunks, folder
        self._computers, self._on_progress = computers, on_progress
        self._meter, self._progress, self._begun = meter, Progress(), time.monotonic()
        self._pending: dict[Future[list[EncodedRow]], _Piece] = {}
        self._unfinished: dict[int, Unfinished] = {}  # by the number of the chunk
        self._deaths: defaultdict[int, Deaths] = defaultdict(lambda: Deaths(_DEATHS))  # of a chunk, by its number
        self._n_read = self._n_done = 0

    def finish(self) -> dict[str, Any]:
        self._report()
        parts = 0
        for chunk in self._chunks:
            parts += 1
            self._n_read += len(chunk.rows)
            part = self._folder.done(chunk)
            if part is not None:
                self._progress.before += part.rows
                self._count(part)
                continue
            self._begin(chunk)
            while len(self._pending) >= AHEAD * self._computers.at_once:
                self._collect()
        while self._pending:
            self._collect()
        result = self._folder.finish(parts)
        self._report()
        return result

    def _count(self, part: Sidecar) -> None:
        self._n_done += part.rows
        self._progress.statuses.update(part.statuses)

    def _begin(self, chunk: Chunk) -> None:
        unfinished = self._unfinished[chunk.number] = self._folder.unfinished(chunk)
        self._progress.before += len(unfinished.rows)
        for begin, end in unfinished.gaps():
            self._submit(_Piece(unfinished, begin, end, end))
        self._write_if_whole(unfinished)

    def _submit(self, piece: _Piece) -> None:
        def keep(place: int, rows: Sequence[EncodedRow]) -> None:
            piece.unfinished.add(piece.begin + place, rows)

        rows = piece.unfinished.chunk.rows[piece.begin : piece.end]
        self._pending[self._computers.submit(rows, keep)] = piece

    def _collect(self) -> None:
        """Waits a moment for pieces of chunks; a chunk that is whole is written."""
        done, _ = wait(self._pending, _TICK, FIRST_COMPLETED)
        for future in sorted(done, key=_has_failed):  # those that are good first: the others may end it all
            piece = self._pending.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self._put(piece, future.result())
            elif not self._computers.is_death(error):
                raise error
            else:
                unfinished, begin, end, last = piece
                pieces = self._deaths[unfinished.chunk.number].pieces_after(begin, end)
                for first, stop in pieces:
                    self._submit(_Piece(unfinished, first, stop, last if stop == end else stop))
                if not pieces:
                    reason = "workers of the cluster died of this row"
                    self._put(piece, [failed_row(unfinished.chunk.rows[begin], self._work, "crashed", reason)])
        self._report()

    def _put(self, piece: _Piece, rows: Sequence[EncodedRow]) -> None:
        """Keep the first rows of a piece. The next piece is what may take twice as long: not all, since it is sent."""
        unfinished, begin, _, last = piece
        unfinished.add(begin, rows)
        begin += len(rows)
        if begin < last:
            self._submit(_Piece(unfinished, begin, min(last, begin + 2 * len(rows)), last))
        self._write_if_whole(unfinished)

    def _write_if_whole(self, unfinished: Unfinished) -> None:
        number = unfinished.chunk.number
        if number in self._unfinished and len(unfinished.rows) == len(unfinished.chunk.rows):
            part = self._folder.write(unfinished)
            del self._unfinished[number]
            self._count(part)

    def _report(self) -> None:
        self.measure()
        self._on_progress(self._progress)

    def measure(self) -> None:
        """Bring the progress up to date."""
        meter, progress = self._meter, self._progress
        progress.rows = self._n_done + sum(len(unfinished.rows) for unfinished in self._unfinished.values())
        progress.seconds = time.monotonic() - self._begun
        if meter.total and self._n_read:
            progress.share = min(1.0, meter.read / meter.total) * progress.rows / self._n_read
