"""Workers and their pool: results, errors and their places, death, growth, and the end."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import count
from pathlib import Path

import pytest

from slitherenc.base.errors import NoPuzzle, SolverFailed
from slitherenc.processes.pool import Closed, Pool, in_order, parallel_map
from slitherenc.processes.worker import ProcessDied, Worker
from tests.conftest import ROOT
from tests.support.waiting import wait_until


def half(number: int) -> float:
    if number == 7:
        raise NoPuzzle("seven")
    if number == 8:
        os._exit(8)
    return number / 2


@pytest.mark.parametrize("tasks", [None, 1, 2])
def test_a_map_keeps_the_order_and_the_place_of_errors(tasks: int | None, temporary: Path) -> None:
    assert list(parallel_map(abs, [-3, 2, -1, 0, 5], 3, tasks)) == [3, 2, 1, 0, 5]
    assert list(parallel_map(abs, [], 3, tasks)) == []
    results = parallel_map(half, [2, 1, 7, 4], 2, tasks)
    assert [next(results), next(results)] == [1, 0.5]
    with pytest.raises(NoPuzzle, match="seven"):
        next(results)
    with pytest.raises(SolverFailed, match=r"died \(exit code 8\)"):
        list(parallel_map(half, [8], 2, tasks))


def test_processes_are_new_after_so_many_tasks(temporary: Path) -> None:
    assert len(set(parallel_map(process_id, range(4), 1, 1))) == 4
    assert len(set(parallel_map(process_id, range(4), 1, 2))) == 2
    assert len(set(parallel_map(process_id, range(4), 1))) == 1


def process_id(_: int) -> int:
    return os.getpid()


class Odd(Exception):
    """Cannot be made from a pickle."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def raising(value: object) -> Iterator[object]:
    yield value
    raise Odd(1, 2)


def test_a_time_limit_holds_while_results_come(temporary: Path) -> None:
    deadline = time.monotonic() + 0.5
    with Worker() as worker:
        worker.start(endless)
        with pytest.raises(TimeoutError):
            deque(worker.results(deadline), maxlen=0)


def endless() -> Iterator[int]:
    while True:
        yield 1


def test_errors_that_do_not_travel_are_told_in_words(temporary: Path) -> None:
    with Worker() as worker:
        for _ in range(2):  # the process lives on
            worker.start(raising, 5)
            results = worker.results()
            assert next(results) == 5
            with pytest.raises(SolverFailed, match="Odd: 1 and 2"):
                next(results)
        worker.start(unsendable)
        with pytest.raises(TypeError, match="pickle"):
            list(worker.results())


def unsendable() -> Iterator[object]:
    yield threading.Lock()


def telling_before_death() -> Iterator[int]:
    yield 1
    yield 2
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_a_process_told_before_it_died_is_not_lost(temporary: Path) -> None:
    with Worker() as worker:
        worker.start(telling_before_death)
        assert wait_until(lambda: worker._process.poll() is not None)
        results = worker.results()
        assert [next(results), next(results)] == [1, 2]
        with pytest.raises(ProcessDied, match=r"died \(exit code -9\)") as caught:
            next(results)
    assert caught.value.code == -signal.SIGKILL
    assert type(pickle.loads(pickle.dumps(caught.value))) is SolverFailed


# The pool.


def sleep_if_odd(number: int) -> int:
    time.sleep(600 * (number % 2))
    return number


def test_an_item_that_is_late_has_a_result_of_its_own(temporary: Path) -> None:
    assert list(parallel_map(sleep_if_odd, [1, 3, 5], 2, timeout=0.2, late="late")) == ["late"] * 3
    assert list(parallel_map(sleep_if_odd, [0, 2, 4], 2, timeout=600, late="late")) == [0, 2, 4]


def test_items_are_asked_for_ahead_of_results_that_are_not_there_yet() -> None:
    def submit(item: int) -> Future[int]:
        futures.append(Future())
        if len(futures) == finished_at:
            for number, future in enumerate(futures):
                future.set_result(number)
        return futures[-1]

    for finished_at in (1, 3):
        futures: list[Future[int]] = []
        assert next(in_order(submit, count(), 3)) == 0
        assert len(futures) == finished_at


def grown(megabytes: int) -> int:
    bytearray(megabytes << 20)
    return os.getpid()


def test_processes_are_used_again_unless_they_died_failed_or_grew(temporary: Path) -> None:
    with Pool(most_bytes=150 << 20) as pool:

        def call(function: Callable[..., int], *arguments: object) -> int:
            with pool.worker() as worker:
                return worker.call(None, function, *arguments)

        first = call(os.getpid)
        assert call(grown, 1) == first
        assert call(grown, 200) == first
        second = call(os.getpid)
        assert second != first
        with pytest.raises(NoPuzzle):
            call(half, 7)
        third = call(os.getpid)
        assert third not in (first, second)
        [idle] = pool._idle
        os.kill(idle._process.pid, signal.SIGKILL)
        idle._process.wait(60)
        assert call(os.getpid) not in (first, second, third)


def test_a_pool_that_is_closed_ends_what_runs_and_what_waits(temporary: Path) -> None:
    begun = threading.Event()

    def task() -> object:
        with pool.worker() as worker:
            worker.start(endless)
            for result in worker.results():
                assert result == 1
                begun.set()
        return None

    with Pool(jobs=1) as pool:
        futures = [pool.submit(task) for _ in range(3)]
        assert begun.wait(60)
    assert [type(future.exception(60)) for future in futures] == [Closed] * 3
    with pytest.raises(Closed):
        pool.submit(task)


def test_a_program_ends_while_an_iterator_that_it_left_still_computes(temporary: Path) -> None:
    code = (
        "from slitherenc.processes.pool import parallel_map\n"
        "from tests.processes.test_workers import sleep_if_odd\n"
        "results = parallel_map(sleep_if_odd, [0, 1, 3, 5], 2)\n"
        "print(next(results))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("0\n", "")
