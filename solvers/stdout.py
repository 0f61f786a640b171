"""Standard output is for results: what a solver's library prints there is dropped."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def clean_stdout() -> Iterator[None]:
    """Drop what C code writes to file descriptor 1 in the block.

    The descriptor belongs to the whole process: what another thread prints meanwhile is dropped, too. Nothing in this
    package prints from a second thread. Without a standard output there is nothing to do.
    """
    try:
        saved = os.dup(1)
    except OSError:  # closed
        yield
        return
    try:
        _flush()
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.close(sink)
        yield
    finally:
        _flush()  # while the buffers of C still lead nowhere
        os.dup2(saved, 1)
        os.close(saved)


def _flush() -> None:
    """Empty the buffers of Python's and of C's standard output."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
    if os.name == "posix":
        ctypes.CDLL(None).fflush(None)
