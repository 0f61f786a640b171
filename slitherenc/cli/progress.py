"""Displays the progress of a long command on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import click

from slitherenc.cli.common import interrupt_at_once

LOG_SECONDS = 30.0  # between two lines when standard error is not a terminal
_TICK = 0.1  # seconds between two checks whether to print
_PAUSES = {"line": 0.2, "passing": 0.2, "json": 1.0, "log": LOG_SECONDS}  # seconds between two outputs
_SOON = 0.5  # seconds before a temporary line appears: most commands end earlier


class ProgressLine:
    """A progress display: one line that is overwritten on a terminal, or a new line every 30 seconds elsewhere.

    Parameters
    ----------
    kind
        `auto` is the display described above. On a terminal, `passing` displays a line that is removed at the end.
        Elsewhere, it displays nothing. `json` prints a new line each second, and `none` prints nothing.
    clock
        Function that returns the time in seconds.
    """

    def __init__(self, kind: str = "auto", clock: Callable[[], float] = time.monotonic) -> None:
        kinds = {"auto": ("line", "log"), "passing": ("passing", "none")}
        self._kind = kinds[kind][not sys.stderr.isatty()] if kind in kinds else kind
        self._clock = clock
        self._last = -1.0
        if self._kind == "log":
            self._last = clock()  # so that a short run prints nothing in a log
        elif self._kind == "passing":
            self._last = clock() + _SOON - _PAUSES["passing"]
        self._is_shown = False
        self._latest: Callable[[], str] | None = None

    def __call__(self, words: Callable[[], str]) -> None:
        """Show the text that `words` returns, or do nothing if the last update was too recent."""
        if self._kind == "none":
            return
        self._latest = words
        now = self._clock()
        if self._last < 0 or now - self._last >= _PAUSES[self._kind]:
            self._last = now
            self._write(words())

    def end(self) -> None:
        """End the display. If the line is temporary, erase it. If it stays on the terminal, or if the kind is `json`,
        show the latest text once more. In all other cases, print nothing.
        """
        if self._kind == "passing" and self._is_shown:
            self._write("")
            self._is_shown = False
        if self._latest is not None and self._kind in ("line", "json"):
            self._write(self._latest())
            if self._kind == "line":
                click.echo("", err=True)
        self._latest = None

    def _write(self, words: str) -> None:
        over = self._kind in ("line", "passing")
        self._is_shown = True
        click.echo(f"\r\x1b[K{words}" if over else words, err=True, nl=not over)


@contextmanager
def show_meanwhile(line: ProgressLine, words: Callable[[], str]) -> Iterator[None]:
    """In a `with` statement, show the text that `words` returns. A thread updates the text while the body runs."""
    is_over = Event()

    def show() -> None:
        while not is_over.wait(_TICK):
            with suppress(OSError):  # the work continues if standard error is closed
                line(words)

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        line.end()


@contextmanager
def show_working(words: Callable[[], str]) -> Iterator[None]:
    """In a `with` statement, show `words()` and the elapsed time on a terminal. Erase this text at the end."""
    begun = time.monotonic()
    with show_meanwhile(ProgressLine("passing"), lambda: f"{words()}, {duration(time.monotonic() - begun)}"):
        yield


def limit_on_terminal(timeout: float | None) -> float | None:
    """Return the time limit for work in a separate process, or None if the work may run in this process.

    If `timeout` is given, return it. Otherwise, if standard error is a terminal, return NO_LIMIT, because a C solver in
    this process would block the thread that updates the progress line. If there is neither a timeout nor a terminal,
    return None and let Ctrl-C end this process at once.
    """
    from slitherenc.solving import NO_LIMIT

    if timeout is not None or sys.stderr.isatty():
        return NO_LIMIT if timeout is None else timeout
    interrupt_at_once()
    return None


def rate_and_rest(rate: float, left: float | None) -> str:
    """Return a text such as `, 3.5/s, 0:12 to go` from the items per second and the seconds that remain.

    >>> rate_and_rest(3.52, 11.6), rate_and_rest(120, None), rate_and_rest(0, None)
    (', 3.5/s, 0:12 to go', ', 120/s', '')
    """
    digits = 0 if rate >= 10 else 1 if rate >= 0.95 else 2
    words = f", {rate:,.{digits}f}/s" if rate else ""
    return words + ("" if left is None else f", {duration(left)} to go")


def duration(seconds: float) -> str:
    """Return a duration such as 0:12, 3:07:12 or 5 days.

    >>> duration(12), duration(11232), duration(500_000)
    ('0:12', '3:07:12', '6 days')
    """
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    if hours >= 48:
        return f"{round(hours / 24)} days"
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
