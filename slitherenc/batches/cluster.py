"""Compute chunks of rows on a Dask cluster. Each worker has its own pool of processes, a SupervisedPool.

If a process crashes, hangs or needs too much memory, only this process ends. If a whole worker is killed, Dask sends
its chunk to another worker. A row that needs more memory than a worker's container allows would kill one worker after
another. After a few killed workers, Dask reports the chunk as failed. `run` then divides the chunk to find the row.

After 30 seconds, a worker returns its finished rows, and the remaining rows of the chunk are sent to a worker again.
So if a batch is killed, each worker loses at most 30 seconds of work.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from types import TracebackType
from typing import Any

import dask.config
from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin, get_worker

from slitherenc.base.errors import SolverFailed, UsageError
from slitherenc.batches.input_rows import InputRow
from slitherenc.batches.rows import EncodedRow, Work
from slitherenc.batches.supervisor import Keep, RowLimits, SupervisedPool

LOCAL = "local"
_MOMENT = 1.0  # seconds between requests to the scheduler
_PATIENCE = 60.0  # idle seconds after which a worker ends its processes
_HAND_OVER = 30.0  # seconds after which a worker returns its finished rows
_DEATHS = 10  # deaths of workers after which a local cluster gives up a chunk


class PoolPlugin(WorkerPlugin):
    """Holds the processes of a Dask worker. They end after a minute without work, even if the batch is killed."""

    def __init__(self, work: Work, limits: RowLimits) -> None:
        self.work, self.limits = work, limits

    def setup(self, worker: Any) -> None:
        self.pool = SupervisedPool(self.work, self.limits)
        self._latest: threading.Timer | None = None

    def teardown(self, worker: Any) -> None:
        self.pool.workers.close()

    def run(self, rows: Sequence[InputRow]) -> list[EncodedRow]:
        try:
            return self.pool.run(rows, time.monotonic() + _HAND_OVER)
        finally:
            latest = threading.Timer(_PATIENCE, self.pool.workers.rest)
            latest.daemon = True
            latest.start()
            before, self._latest = self._latest, latest
            if before is not None:
                before.cancel()


def compute(rows: Sequence[InputRow], name: str) -> list[EncodedRow]:
    """Compute rows with the plugin `name` of this Dask worker. After 30 seconds, stop and return the finished rows."""
    plugin = get_worker().plugins[name]
    assert isinstance(plugin, PoolPlugin)
    return plugin.run(rows)


class Cluster:
    """A Dask cluster: the one at an address, or a new one for "local". Raises UsageError if no cluster responds."""

    def __init__(self, work: Work, limits: RowLimits, jobs: int, address: str) -> None:
        self._work, self._limits, self._jobs, self._address = work, limits, jobs, address
        if address != LOCAL and not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise UsageError(f"--dask must be 'local' or an address such as tcp://HOST:8786, got {address!r}")
        self._own: LocalCluster | None = None
        self._asked, self._threads = -_MOMENT, 1
        self._name = f"slitherenc-{os.urandom(8).hex()}"

    def __enter__(self) -> Cluster:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if self._address == LOCAL:
            self._own = _own_cluster(self._jobs)
        try:
            self._client = Client(self._own or self._address, set_as_default=False)
        except (OSError, ValueError) as error:
            raise UsageError(f"no cluster responds at {self._address}: {error}") from None
        self._client.register_plugin(PoolPlugin(self._work, self._limits), name=self._name)
        self._executor = self._client.get_executor(pure=False)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._client.status == "running":
                with suppress(Exception):  # the scheduler may be gone
                    self._executor.shutdown(wait=False)
                    self._client.unregister_worker_plugin(self._name)
        finally:
            self._client.close(timeout=5)
            if self._own is not None:
                self._own.close(timeout=5)

    def submit(self, rows: Sequence[InputRow], keep: Keep | None = None) -> Future[list[EncodedRow]]:
        future: Future[list[EncodedRow]] = self._executor.submit(compute, rows, self._name)
        return future

    @property
    def at_once(self) -> int:
        """The total number of threads of the cluster's workers, cached for a second."""
        if time.monotonic() - self._asked > _MOMENT:
            try:
                threads: Any = self._client.nthreads()  # of each worker
            except Exception:  # there are many kinds of errors if the scheduler is gone
                raise _no_cluster_error() from None
            self._asked, self._threads = time.monotonic(), max(1, sum(threads.values()))
        return self._threads

    def is_death(self, error: BaseException) -> bool:
        if isinstance(error, CancelledError) or self._client.status != "running":
            raise _no_cluster_error() from None
        return isinstance(error, KilledWorker)


def _no_cluster_error() -> SolverFailed:
    return SolverFailed("the connection to the cluster is lost; start another cluster and give the same command again")


def _own_cluster(jobs: int) -> LocalCluster:
    """Start a local cluster. Its processes ignore the terminal's Ctrl-C, because `Cluster` ends them."""
    dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS})
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Use any free port: by default the dashboard takes 8787, and Dask warns if another program uses it.
        quiet: dict[str, Any] = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
        return LocalCluster(n_workers=jobs, threads_per_worker=1, **quiet)
    finally:
        signal.signal(signal.SIGINT, before)
