"""What tests of batches share: five puzzles as links, and a file of them."""

from __future__ import annotations

from pathlib import Path

import pytest

LINKS = [f"https://puzz.link/p?slither/2/2/{body}" for body in ("3gb", "3i", "j", "g3h", "00h")]


@pytest.fixture
def links(tmp_path: Path) -> Path:
    file = tmp_path / "links.txt"
    file.write_text("# five puzzles\n\n" + "\n".join(LINKS) + "\n")
    return file
