"""The documents agree with each other and with the code: figures, links, examples in Python, the order of imports."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import slitherenc
from tests.conftest import ROOT
from tests.sources import HOUSE
from tests.test_imports import FLOOR_OF
from tests.test_packaging import FUNCTIONS, registries

PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_figure_in_readme_is_that_of_the_page_on_the_architecture() -> None:
    figure = re.search(r"```\n(text, URL.*?)```", page("README.md"), re.DOTALL)
    assert figure
    assert figure[1] in page("docs/architecture.md")


def test_the_page_on_the_architecture_has_the_order_of_imports() -> None:
    table = page("docs/architecture.md").partition("## Folders")[2].partition("\n\nA module")[0]
    rows = [re.findall(r"`(\w+)(?:/|\.py)`", row.split("|")[1]) for row in table.splitlines() if row.startswith("| `")]
    rooms = [room for row in rows for room in row]
    assert sorted(rooms) == sorted(room for room in FLOOR_OF if room != "__main__")
    assert [FLOOR_OF[room] for room in rooms] == sorted(FLOOR_OF[room] for room in rooms)


def test_the_page_on_the_architecture_has_every_registry() -> None:
    text = page("docs/architecture.md")
    assert not [
        name
        for name, registry in registries().items()
        if f"`{registry.group}`" not in text or name.split(":")[1] not in text
    ]


def test_readme_shows_every_function_of_the_api() -> None:
    section = page("README.md").partition("## In Python")[2].partition("\n## ")[0]
    assert not [name for name in FUNCTIONS if f"{name}(" not in section]
    assert not [name for name in slitherenc.__all__ if f"{name}\n" not in page("docs/api.md")]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_that_are_named_exist(path: Path) -> None:
    """Names such as `solvers/enumerate.py`; within the package also `boards/board.py`."""
    for name in re.findall(r"`((?:[\w.]+/)+\w+\.(?:py|txt|ipynb|md))`", path.read_text("utf-8")):
        assert any((folder / name).exists() for folder in (ROOT, HOUSE)), name


@pytest.mark.parametrize("name", ["README.md", "docs/variants.md"])
def test_examples_in_python_run(name: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page(name), re.DOTALL)
    assert blocks
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for block in blocks:
        done = subprocess.run(
            [sys.executable, "-c", block], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", slitherenc.__all__)
def test_docstrings_of_the_api_are_whole(name: str) -> None:
    """By numpydoc's own checks: parameters with types, what is returned, sentences. Not asked for everywhere: a longer
    summary, references to others, an example."""
    validate = pytest.importorskip("numpydoc.validate").validate
    errors = validate(f"slitherenc.{name}")["errors"]
    assert [message for code, message in errors if code not in ("GL01", "ES01", "SA01", "EX01")] == []
