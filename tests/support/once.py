"""What is made once for all processes of a test run: the first that wants it makes it, the others wait for it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name, which `make` fills. Tests only read it."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # which all workers have in common
    folder = base / name
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
        if not folder.exists():
            begun = base / f"{name}.begun"  # whoever made it may have failed on the way
            make(begun)
            begun.rename(folder)
    return folder
