"""What long commands say of how far they are."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner

from slitherenc.batches.run import Progress
from slitherenc.cli import _interrupt, batch, making, progress
from slitherenc.cli.commands import cli
from slitherenc.cli.progress import LOG_SECONDS, ProgressLine


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def told(kind: str, seconds: list[float], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines when `0`, `1` … are told at these seconds."""
    clock = Clock()
    line = ProgressLine(kind, clock)
    for number, second in enumerate(seconds):
        clock.now = 100.0 + second
        line(lambda number=number: str(number))  # type: ignore[misc]
    line.end()
    return capsys.readouterr().err.splitlines()


def test_a_log_has_a_line_every_thirty_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert LOG_SECONDS == 30
    assert told("log", [0, 1, 29.9, 30, 31, 59.9, 60.5, 61, 91], capsys) == ["3", "6", "8"]
    assert told("log", [0, 5], capsys) == []


def test_a_terminal_has_one_line_that_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert [words for words in told("line", [0, 0.1, 0.25, 0.3], capsys) if words] == ["0", "2", "3"]
    assert told("none", [0, 60], capsys) == []
    assert told("json", [0, 0.5, 1, 1.5], capsys) == ["0", "2", "3"]


def test_what_passes_leaves_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert told("passing", [0, 0.3], capsys) == []  # most is done before anything is shown
    clock = Clock()
    line = ProgressLine("passing", clock)
    clock.now += 0.6
    line(lambda: "counting")
    line.end()
    assert capsys.readouterr().err == "\r\x1b[Kcounting\r\x1b[K"
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    assert told("passing", [0, 60], capsys) == []


def test_words_are_made_only_when_they_are_shown() -> None:
    asked: list[int] = []
    line = ProgressLine("log", Clock())

    def words() -> str:
        asked.append(1)
        return ""

    for _ in range(5):
        line(words)
    assert asked == []


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """at_once("generate", …): standard error of a command whose log has a line for everything that is told."""
    monkeypatch.setitem(progress._PAUSES, "log", 0.0)

    def call(*words: str) -> str:
        done = CliRunner().invoke(cli, list(words), standalone_mode=False)
        assert done.exception is None
        return done.stderr

    return call


def test_generate_tells_what_is_done_the_rate_and_what_is_left(
    at_once: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = Event()
    lines: list[str] = []
    one = making._one

    def slow(board: Any, spec: Any, grade: bool, seed: str) -> Any:
        if seed.endswith("2"):
            assert written.wait(60)  # a line comes while a puzzle takes long
        return one(board, spec, grade, seed)

    def write(line: ProgressLine, words: str) -> None:
        lines.append(words)
        if not words.startswith("0 of 3"):
            written.set()

    monkeypatch.setattr(progress, "_TICK", 0.01)
    monkeypatch.setattr(making, "_one", slow)
    monkeypatch.setattr(ProgressLine, "_write", write)
    at_once("generate", "--board", "4x4", "--count", "3", "--seed", "1", "-o", str(tmp_path / "made"))
    words = next(words for words in lines if not words.startswith("0 of 3"))
    assert re.fullmatch(r"[123] of 3 puzzles \(\d+ %\), [\d.,]+/s, \d+:\d\d to go", words)
    lines.clear()
    at_once("generate", "--board", "4x4", "--seed", "1")
    assert not lines  # one puzzle: nothing to tell


def test_batch_tells_it_too(at_once: Callable[..., str], tmp_path: Path) -> None:
    recipe = "generate:square:4x4?seed=1&count=20"
    lines = at_once("batch", recipe, "-o", str(tmp_path / "out"), "--chunk", "4").splitlines()
    assert any(" rows (" in line and "/s" in line for line in lines[:-1])
    assert "20 rows" in lines[-1]
    assert len(at_once("batch", recipe, "-o", str(tmp_path / "again"), "--progress", "none").splitlines()) == 1


class Freed:
    """Interrupted while it is freed, as futures of Dask are."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_ctrl_c_while_a_value_is_freed_prints_nothing_and_ends_a_batch() -> None:
    shown = batch._BatchLine("none")
    with batch._ctrl_c(shown):
        value = Freed()
        del value
        with pytest.raises(KeyboardInterrupt):
            shown(Progress())


def test_ctrl_c_that_a_library_swallows_ends_a_batch_all_the_same() -> None:
    """Under the handler that the command has installed by then."""
    ours = signal.signal(signal.SIGINT, _interrupt)
    try:
        shown = batch._BatchLine("none")
        with batch._ctrl_c(shown):
            shown(Progress())
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                shown(Progress())
        assert signal.getsignal(signal.SIGINT) is _interrupt
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with batch._ctrl_c(shown):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, ours)
