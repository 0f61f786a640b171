"""The documents agree with each other and with the code: figures, links, examples in Python, the order of imports."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import slitherenc
from tests.conftest import ROOT
from tests.support import promised
from tests.support.sources import HOUSE
from tests.test_contributing import FILES as FILES_TO_MAKE
from tests.test_imports import FLOOR_OF
from tests.test_packaging import FUNCTIONS, registries

PAGES = sorted(
    [*(ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING")), *(ROOT / "docs").glob("*.md")]
)


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_readme_is_short() -> None:
    text = page("README.md")
    assert len(text.splitlines()) <= 130
    assert len(text.split()) <= 1200


def test_every_page_stands_in_the_table_of_contents() -> None:
    listed = re.findall(
        r"^[\w-]+$", "".join(re.findall(r"```{toctree}(.*?)```", page("docs/index.md"), re.DOTALL)), re.M
    )
    assert len(listed) == len(set(listed))
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} == {*listed, "index"}


def test_the_page_on_the_architecture_shows_the_way_of_a_puzzle() -> None:
    figure = re.search(r"```\n(text, URL.*?)```", page("docs/architecture.md"), re.DOTALL)
    assert figure
    steps = ("formats", "Puzzle", "clue types, variants", "Model", "decompose", "Formula", "Engine", "checker", "Loop")
    places = [figure[1].index(step) for step in steps]
    assert places == sorted(places)


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


def test_the_tutorial_shows_every_function_of_the_api() -> None:
    section = page("docs/python.md").partition("## All functions")[2].partition("\n## ")[0]
    assert not [name for name in FUNCTIONS if f"{name}(" not in section]
    assert not [name for name in slitherenc.__all__ if f"{name}\n" not in page("docs/api.md")]


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as its renderers make them: words of the heading, joined by hyphens."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    included = re.findall(r"```{include} (\S+)", path.read_text("utf-8"))
    found = {
        re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    return found.union(*(anchors(path.parent / other) for other in included))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target, _, anchor in re.findall(r"\]\(([^)#\s]*)(#([^)\s]*))?\)", path.read_text("utf-8")):
        if not target.startswith("http"):
            file = path.parent / target if target else path
            assert file.exists(), target
            assert not anchor or anchor.lstrip("#") in anchors(file), f"{target}{anchor}"


def test_old_addresses_of_the_site_lead_on() -> None:
    """The site has a heading's words as its anchor, without the number before them."""
    for old, target in runpy.run_path(str(ROOT / "docs" / "conf.py"))["MOVED"].items():
        name, _, anchor = target.partition(".html#") if "#" in target else (target.removesuffix(".html"), "", "")
        assert not (ROOT / "docs" / f"{old}.md").exists()
        found = {re.sub(r"^[\d-]+", "", words) for words in anchors(ROOT / "docs" / f"{name}.md")}
        assert not anchor or anchor in found, target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_that_are_named_exist(path: Path) -> None:
    """Names such as `solvers/enumerate.py`; within the package also `boards/board.py`."""
    for name in re.findall(r"`((?:[\w.]+/)+\w+\.(?:py|txt|ipynb|md))`", path.read_text("utf-8")):
        if "NAME" not in name and name not in FILES_TO_MAKE:
            assert any((folder / name).exists() for folder in (ROOT, HOUSE)), name


def table(text: str) -> dict[str, list[str]]:
    """The rows of the first table of a text, by their first cells."""
    lines = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert lines
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[0].splitlines()]
    return {row[0].strip("| "): row[1:] for row in rows[2:]}


def test_every_cell_of_the_table_of_others_has_its_source() -> None:
    """A file in the sources of the other program, at a commit, or its own page."""
    claims = table(page("README.md").partition("## What it does that others do not")[2])
    sources = table(page("docs/performance.md").partition("### Sources")[2])
    assert list(claims) == list(sources)
    for claim, cells in sources.items():
        assert len(cells) == len(claims[claim]) - 1 == 4, claim
        assert all(re.search(r"\]\(https://github\.com/[\w/-]+/[0-9a-f]{40}/[\w./-]+\)", cell) for cell in cells), claim


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_block_measures_puzzles_that_a_reader_has(path: Path) -> None:
    """The real puzzles of janko.at are not part of the project: a block that needs them says so."""
    for block in re.findall(r"^```sh\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        assert "janko:" not in block
        assert "benchmarks.pictures table" not in block or "not part of this project" in block


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_folders_that_examples_name_exist(path: Path) -> None:
    for name in re.findall(r"`((?:[\w.]+/)+)\w+\.py`", path.read_text("utf-8")):
        assert (ROOT / name).is_dir(), name


CONTEXT = {  # what a block of a page does not define itself
    "batches.md": (
        "import slitherenc.batches\n"
        "slitherenc.batches.read_parts = lambda folder: iter([{'status': 'unique'}])\n"
        "puzzles = ['slither/2/2/3gb']\n"
    )
}
PYTHON_BLOCKS = [
    pytest.param(block, extras, CONTEXT.get(path.name, ""), id=f"{path.name}-{number}")
    for path in PAGES
    for number, (block, extras) in enumerate(promised.blocks(str(path.relative_to(ROOT)), "python"), 1)
    if not block.startswith(">>> ")  # those are doctests: tests/test_api.py
]


@pytest.mark.parametrize(("block", "extras", "before"), PYTHON_BLOCKS)
def test_examples_in_python_run(block: str, extras: frozenset[str], before: str) -> None:
    """Each by itself, in the folder of the checkout, with the extras that its page names."""
    done = subprocess.run(
        [sys.executable, "-c", before + block],
        cwd=ROOT, env=promised.environment(extras), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", slitherenc.__all__)
def test_docstrings_of_the_api_are_whole(name: str) -> None:
    """By numpydoc's own checks: parameters with types, what is returned, sentences. Not asked for everywhere: a longer
    summary, references to others, an example."""
    assert not re.search(r"\S +-----", getattr(slitherenc, name).__doc__ or ""), "a heading that ran into its text"
    validate = pytest.importorskip("numpydoc.validate").validate
    errors = validate(f"slitherenc.{name}")["errors"]
    assert [message for code, message in errors if code not in ("GL01", "ES01", "SA01", "EX01")] == []
