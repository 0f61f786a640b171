"""Discard what a solver's library prints to standard output, which is for results only."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_blocks = 0  # the number of open blocks in all threads
_saved: int | None = None  # a copy of descriptor 1 while a block is open; None without a standard output


@contextmanager
def clean_stdout() -> Iterator[None]:
    """Discard what C code writes to file descriptor 1 (standard output) in the `with` block.

    The descriptor belongs to the whole process. So output of other threads, and of processes that they start, is also
    discarded. (No other thread of this package prints.) Blocks of several threads may overlap; the last block to end
    restores standard output. If the descriptor is closed, nothing happens.
    """
    global _blocks, _saved
    with _lock:
        if not _blocks:
            _saved = _drop()
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if not _blocks and _saved is not None:
                _flush()  # while descriptor 1 is still the null device
                os.dup2(_saved, 1)
                os.close(_saved)


def _drop() -> int | None:
    """Redirect descriptor 1 to the null device. Return a copy of the original one, or None if it was closed."""
    try:
        saved = os.dup(1)
    except OSError:  # closed
        return None
    try:
        _flush()
        sink = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        os.close(saved)
        raise
    os.dup2(sink, 1)
    os.close(sink)
    return saved


def _flush() -> None:
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
    if os.name == "posix":
        ctypes.CDLL(None).fflush(None)
