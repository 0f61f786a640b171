"""What the tests of processes need: a FIFO that tells who lives, and a folder in which nothing may be left."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.waiting import wait_until


class Fifo:
    """Processes that open it for writing can be waited for: all their starts, and the end of the last one."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def hold(self) -> str:
        """Python text: hold the FIFO until the end of the process, and say so."""
        return f"import os; held = os.open({str(self.path)!r}, os.O_WRONLY); os.write(held, b'.')\n"

    def wait_for_starts(self, number: int) -> None:
        while number:
            assert select.select([self._reader], [], [], 60)[0], "nobody started"
            number -= len(os.read(self._reader, number))

    def is_held(self) -> bool:
        """Lives any process that holds it?"""
        try:
            return os.read(self._reader, 1) != b""
        except BlockingIOError:
            return True


@pytest.fixture
def fifo(tmp_path: Path) -> Fifo:
    return Fifo(tmp_path / "fifo")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files of this process and its children."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert wait_until(lambda: not list(folder.iterdir())), "a temporary folder is left"
