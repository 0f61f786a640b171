"""Chunks on a cluster of Dask: each of its workers has a pool of its own, the same that computes on one machine.

So a row that kills, hangs or grows harms a process of the pool, not the worker. A worker that dies was ended from
outside, and Dask gives its chunk to another. Where it is killed with its pool (the memory of a container), the chunk
comes back as a death, after as many deaths as the scheduler allows; it is halved then, down to the row.

After 30 seconds a worker gives back the rows that are done, and the others are given away anew. So a batch that is
ended loses no more than that.
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
_MOMENT = 1.0  # seconds between questions to the scheduler
_PATIENCE = 60.0  # seconds without work, after which processes end
_HAND_OVER = 30.0  # seconds after which a worker gives back the rows that are done
_DEATHS = 10  # of workers that a chunk may see before it is given back, in a cluster of our own


class PoolPlugin(WorkerPlugin):
    """In a worker: its pool, for as long as the worker lives. A pool without work for a while ends its processes: the
    batch may have been killed."""

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
    """In a worker: what its pool makes of these rows, or of the first ones."""
    plugin = get_worker().plugins[name]
    assert isinstance(plugin, PoolPlugin)
    return plugin.run(rows)


class Cluster:
    """The cluster at an address; "local": one of our own. Raises UsageError when nobody answers at the address."""

    def __init__(self, work: Work, limits: RowLimits, jobs: int, address: str) -> None:
        self._work, self._limits, self._jobs, self._address = work, limits, jobs, address
        if address != LOCAL and not re.fullmatch(r"(\w+://)?[^/\s]+:\d+", address):
            raise UsageError(f"--dask must be local or an address such as tcp://HOST:8786, got {address!r}")
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
        """The threads of the workers that are there, or were a moment ago."""
        if time.monotonic() - self._asked > _MOMENT:
            try:
                threads: Any = self._client.nthreads()  # of each worker
            except Exception:  # of many kinds, when the scheduler is gone
                raise _gone() from None
            self._asked, self._threads = time.monotonic(), max(1, sum(threads.values()))
        return self._threads

    def is_death(self, error: BaseException) -> bool:
        if isinstance(error, CancelledError) or self._client.status != "running":
            raise _gone() from None
        return isinstance(error, KilledWorker)


def _gone() -> SolverFailed:
    return SolverFailed("the connection to the cluster is lost; start another cluster and give the same command again")


def _own_cluster(jobs: int) -> LocalCluster:
    """Ctrl-C reaches all processes of a terminal; those of the cluster do not listen, since we end them."""
    dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS})
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Any free port: by default the dashboard takes 8787, and Dask warns when another program has it.
        quiet: dict[str, Any] = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
        return LocalCluster(n_workers=jobs, threads_per_worker=1, **quiet)
    finally:
        signal.signal(signal.SIGINT, before)
