"""What tests of batches share: five puzzles as links, a file of them, and an engine of another package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

LINKS = [f"https://puzz.link/p?slither/2/2/{body}" for body in ("3gb", "3i", "j", "g3h", "00h")]


@pytest.fixture
def links(tmp_path: Path) -> Path:
    file = tmp_path / "links.txt"
    file.write_text("# five puzzles\n\n" + "\n".join(LINKS) + "\n")
    return file


def with_engine(folder: Path, code: str) -> dict[str, str]:
    """An environment in which the method `own` is the class Own of this code, in a package that is made in `folder`."""
    about = folder / "own-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "own.py").write_text(code)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[slitherenc.methods]\nown = own:Own\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
