"""The site of guide and API: `python -m sphinx -W --keep-going docs docs/_build`. Nothing is downloaded.

The pages are the Markdown files beside this one, README and CONTRIBUTING. The pages under `modules/` are made here, one
a package, from the docstrings (docs/_ext/docstrings.py says how these are read).
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_ext"))

import slitherenc  # noqa: E402
from slitherenc import __version__  # noqa: E402

project = "slitherenc"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "docstrings"]
exclude_patterns = ["_build", "_ext"]
html_theme = "furo"
html_title = f"slitherenc {__version__}"
html_copy_source = False
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_type_aliases = {name: name for name in ("Bits", "Ints", "LoopLike", "PuzzleLike")}
autodoc_default_options = {"members": True}
maximum_signature_line_length = 90
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
default_role = "code"

# One page for each package, in the order of imports.
PAGES = [
    "base",
    "boards",
    "model",
    "puzzles",
    "render",
    "formats",
    "encodings",
    "solvers",
    "arguments",
    "results",
    "solving",
    "deduction",
    "proofs",
    "generation",
    "api",
    "batches",
    "web",
    "cli",
]


def modules() -> dict[str, list[str]]:
    """The names of the modules of each page, without `slitherenc.`; private ones have no docstrings for readers."""
    house = Path(slitherenc.__file__).parent
    found: dict[str, list[str]] = {}
    for folder, folders, names in os.walk(house, followlinks=True):
        folders.sort()
        for name in sorted(names):
            parts = (*Path(folder).relative_to(house).parts, name.removesuffix(".py"))
            if name.endswith(".py") and not (parts[-1].startswith("_") and parts[-1] != "__init__"):
                words = [part for part in parts if part != "__init__"]
                if words:
                    found.setdefault(words[0], []).append(".".join(words))
    return found


def write_pages(app: object, config: object) -> None:
    folder = HERE / "modules"
    folder.mkdir(exist_ok=True)
    found = modules()
    pages = [page for page in PAGES if page in found] + sorted(set(found) - set(PAGES))
    wanted = {f"{page}.rst" for page in pages} | {"index.md"}
    for page in pages:
        parts = []
        for name in sorted(found[page]):
            mark = "=" if name == page else "-"
            title = f"slitherenc.{name}"
            parts.append(f"{title}\n{mark * len(title)}\n\n.. automodule:: {title}\n")
        if page not in found[page]:
            parts.insert(0, f"slitherenc.{page}\n{'=' * (len(page) + 11)}\n")
        update(folder / f"{page}.rst", "\n".join(parts))
    links = "\n".join(pages)
    update(
        folder / "index.md", f"# Modules\n\nImports go only downwards in this list.\n\n```{{toctree}}\n{links}\n```\n"
    )
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()


def update(path: Path, text: str) -> None:
    """Written only when it changes: an unchanged page is not read again."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def setup(app) -> None:  # type: ignore[no-untyped-def]
    app.connect("config-inited", write_pages)
