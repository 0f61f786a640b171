"""Waiting for what other processes do, and starting them so that they can be stopped."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator


def wait_until(holds: Callable[[], bool], seconds: float = 30.0) -> bool:
    """Does it hold, now or within so many seconds?"""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def patient_limits() -> Iterator[float]:
    """Time limits in seconds, each four times the one before: however busy the machine is, one of them is enough for a
    process to start."""
    return (1.5 * 4**i for i in range(4))


def usual_signals() -> None:
    """For `preexec_fn`: SIGINT and SIGHUP work in the child even where this process ignores them, as below `nohup`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
