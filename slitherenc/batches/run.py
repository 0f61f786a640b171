"""Run a batch: send chunks of rows to a local pool or to a cluster, and write a part file for each complete chunk.

`run_batch` reads all inputs and submits the chunks that have no part file yet, a few at a time. Only this process reads
and writes files, so a cluster needs no shared file system.
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
from slitherenc.base.registry import unknown_name
from slitherenc.batches.batch_folder import Folder, Sidecar, open_folder
from slitherenc.batches.deaths import Deaths
from slitherenc.batches.files import FORMATS
from slitherenc.batches.input_rows import Chunk, InputRow, Meter, read_chunks
from slitherenc.batches.rows import BAD, EncodedRow, Work, failed_row
from slitherenc.batches.supervisor import Keep, RowLimits, SupervisedPool
from slitherenc.batches.unfinished import UnfinishedChunk
from slitherenc.processes.pool import AHEAD

CHUNK = 500  # rows
_DEATHS = 3  # deaths after which a row counts as the cause; chunks that wait for a dying worker also count its death
_TICK = 0.25  # seconds between checks of the pending chunks


@dataclass(frozen=True)
class Batch:
    """A batch, as `slitherenc batch` runs it. Raises UsageError for invalid values."""

    inputs: tuple[str, ...]  # files, folders, recipes, or "-" for standard input
    folder: Path  # the output folder
    work: Work = field(default_factory=Work)
    limits: RowLimits = field(default_factory=RowLimits)
    column: str = "puzzle"  # the column of tables that contains the puzzles
    chunk: int = CHUNK  # the number of rows in an output file
    to: str = "jsonl"  # the format of output files: jsonl, jsonl.zst or parquet
    jobs: int = 1  # the number of processes on this machine
    dask: str | None = None  # "local" for a Dask cluster on this machine, or the address of a cluster

    def __post_init__(self) -> None:
        if not self.inputs:
            raise UsageError("the input is missing: give files, folders, generate:BOARD?count=N, or - (standard input)")
        if self.to not in FORMATS:
            raise unknown_name("output format", self.to, FORMATS)
        if self.chunk < 1 or self.jobs < 1:
            raise UsageError(f"chunk and jobs must be at least 1, got {self.chunk} and {self.jobs}")

    def manifest(self) -> dict[str, Any]:
        """Return all settings that affect the bytes of the output. The number of processes, for example, does not."""
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
    """The progress of a batch. The output consists of *parts*: a file for each chunk of the input.

    `rows` is the number of finished rows, including rows of earlier runs and rows of incomplete parts. `before` is the
    number of rows that earlier runs finished. `statuses` maps each status to its number of rows in complete parts.
    `seconds` is the time since this run began. `share` is the finished share of the input, or None if it is not known.
    """

    rows: int = 0
    before: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    share: float | None = None

    @property
    def rate(self) -> float:
        """The number of rows per second in this run."""
        return (self.rows - self.before) / self.seconds if self.seconds else 0.0

    @property
    def bad(self) -> int:
        return sum(self.statuses[status] for status in BAD)

    @property
    def seconds_left(self) -> float | None:
        """The seconds left if the remaining rows take as long as the finished rows; None if unknown."""
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
            "left": None if self.seconds_left is None else round(self.seconds_left, 3),
        }


class Computers(AbstractContextManager["Computers"], Protocol):
    """A context manager that computes chunks of rows. At the end of the `with` block, unfinished work is dropped."""

    def submit(self, rows: Sequence[InputRow], keep: Keep) -> Future[list[EncodedRow]]:
        """Start computing rows. The future returns their output rows, in order.

        Some implementations have a time limit, at which the future returns only the rows computed so far, from the
        first row on. Some implementations call `keep` with each group of output rows as soon as it is computed.
        """
        ...

    @property
    def at_once(self) -> int:
        """The number of chunks that are computed at the same time."""
        ...

    def is_death(self, error: BaseException) -> bool:
        """Return whether the error means that processes died while computing the rows."""
        ...


def run_batch(batch: Batch, on_progress: Callable[[Progress], None] = lambda progress: None) -> Mapping[str, Any]:
    """Run a batch and return the entry `result` of its manifest. `on_progress` is called a few times per second.

    After an interruption, the same call resumes the batch. Raises UsageError, ParseError or NotInstalled if the batch
    is invalid, OSError if the folder cannot be written to, and SolverFailed if no worker process can be used.
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
            run.measure()  # the last rows may have arrived while the pool was ending


def _computers(batch: Batch) -> Computers:
    if batch.dask is None:
        return SupervisedPool(batch.work, batch.limits, batch.jobs)
    extra("distributed", "a cluster needs the package distributed: pip install 'slitherenc[cluster]'")
    from slitherenc.batches.cluster import Cluster

    return Cluster(batch.work, batch.limits, batch.jobs, batch.dask)


class _Piece(NamedTuple):
    """Rows [begin, end) of a chunk, which are being computed. Rows [end, last) will be submitted later."""

    unfinished: UnfinishedChunk
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
        self._unfinished: dict[int, UnfinishedChunk] = {}  # by chunk number
        self._deaths: defaultdict[int, Deaths] = defaultdict(lambda: Deaths(_DEATHS))  # by chunk number
        self._n_read = self._n_done = 0

    def finish(self) -> dict[str, Any]:
        self._report()
        parts = 0
        for chunk in self._chunks:
            parts += 1
            self._n_read += len(chunk.rows)
            part = self._folder.read_sidecar(chunk)
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
        unfinished = self._unfinished[chunk.number] = self._folder.open_unfinished(chunk)
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
        """Wait a moment for results, and write the parts that are complete."""
        done, _ = wait(self._pending, _TICK, FIRST_COMPLETED)
        for future in sorted(done, key=_has_failed):  # successful ones come first, since an error may end the batch
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
                    reason = "workers of the cluster died while computing this row"
                    self._put(piece, [failed_row(unfinished.chunk.rows[begin], self._work, "crashed", reason)])
        self._report()

    def _put(self, piece: _Piece, rows: Sequence[EncodedRow]) -> None:
        """Store `rows`, the output for the first input rows of `piece`. Then submit the next input rows, if any, as
        a new piece. It has at most twice as many rows as `rows`, so pieces become small if few rows are finished."""
        unfinished, begin, _, last = piece
        unfinished.add(begin, rows)
        begin += len(rows)
        if begin < last:
            self._submit(_Piece(unfinished, begin, min(last, begin + 2 * len(rows)), last))
        self._write_if_whole(unfinished)

    def _write_if_whole(self, unfinished: UnfinishedChunk) -> None:
        number = unfinished.chunk.number
        if number in self._unfinished and len(unfinished.rows) == len(unfinished.chunk.rows):
            part = self._folder.write(unfinished)
            del self._unfinished[number]
            self._count(part)

    def _report(self) -> None:
        self.measure()
        self._on_progress(self._progress)

    def measure(self) -> None:
        meter, progress = self._meter, self._progress
        progress.rows = self._n_done + sum(len(unfinished.rows) for unfinished in self._unfinished.values())
        progress.seconds = time.monotonic() - self._begun
        if meter.total and self._n_read:
            progress.share = min(1.0, meter.read / meter.total) * progress.rows / self._n_read
