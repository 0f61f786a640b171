"""What several test files need: the shared puzzles (skipped with a reason in a plain clone) and the command."""

from __future__ import annotations

import gc
import json
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from slitherenc.base import compiled
from slitherenc.base.registry import added_by_others
from tests.support.commands import ROOT, run_command

SHARED = ROOT.parent / "shared" / "data"
EXAMPLES = ROOT / "examples"


def pytest_configure() -> None:
    """Ctrl-C works in the tests and in what they start, even in the background of a shell, where SIGINT is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Thousands of tests and what they import stay until the end: the collector, which took 7 % of the time, need not
    go through them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def set_plain(monkeypatch: pytest.MonkeyPatch, plain: bool) -> None:
    """As SLITHERENC_PURE=1 does it, here and in the processes of the test: with True, as if nothing were compiled."""
    monkeypatch.setattr(compiled, "PLAIN", plain)
    monkeypatch.setenv("SLITHERENC_PURE", "1" if plain else "")


@pytest.fixture
def no_lookups() -> Iterator[None]:
    """Entry points that the test adds, or forbids, are looked up anew; so are those of the tests after it."""
    added_by_others.cache_clear()
    yield
    added_by_others.cache_clear()


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Any]:
    """shared("janko.jsonl") -> its content; skips where the shared data is not there."""

    def load(name: str) -> Any:
        path = SHARED / name
        if not path.is_file():
            pytest.skip(f"the shared puzzles ({name}) are not beside this clone")
        text = path.read_text("utf-8")
        return [json.loads(line) for line in text.splitlines()] if name.endswith("l") else json.loads(text)

    return load


@pytest.fixture(scope="session")
def run() -> Callable[..., subprocess.CompletedProcess[str]]:
    """run("solve", P, input="…") -> the finished command; never a traceback."""

    def call(*words: str, input: str | bytes = "", timeout: float = 60) -> subprocess.CompletedProcess[str]:
        data = input.encode() if isinstance(input, str) else input
        result = run_command([*map(str, words)], data, timeout)
        assert "Traceback" not in result.stderr, result.stderr
        return result

    return call


def ids(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [str(row.get("id") or row.get("name")) for row in rows]


def with_minisat(method: str) -> dict[str, Any]:
    """The options of a method that make it run MiniSat, if it runs a SAT solver at all."""
    from slitherenc.solvers.engines import METHOD_OPTIONS, METHODS

    owners = METHOD_OPTIONS.options(METHODS.names())["solver"]
    return {"solver": "minisat"} if method in owners else {}
