"""The site of guide and API: `python -m sphinx -W --keep-going docs docs/_build`. Nothing is downloaded.

The pages are the Markdown files beside this one, and CONTRIBUTING. The page on the API takes the docstrings of the
exported names, which are numpydoc.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from slitherenc import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "slitherenc"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"slitherenc {__version__}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
myst_heading_anchors = 3
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_type_aliases = {name: name for name in ("Bits", "Ints", "LoopLike", "PuzzleLike")}
autodoc_default_options = {"members": True}
maximum_signature_line_length = 90
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
default_role = "code"

# Pages of earlier versions, each with the page, and perhaps the section, where its contents stand now.
MOVED = {
    "batch-design": "batches.html#how-batches-work",
    "changelog": "index.html",
    "coloring": "searches.html#the-coloring-search",
    "compared": "performance.html#other-programs",
    "draw": "commands.html#draw",
    "examples": "python.html#example-scripts",
    "json": "api.html#json",
    "kernel": "searches.html#the-kernel",
    "languages": "encode.html#the-languages",
    "languages-design": "encodings.html#the-languages",
    "other-loops": "python.html#your-own-loop-puzzle",
    "papers": "searches.html#the-papers-figures-and-ours",
    "rating": "making.html#grades",
    "reasons": "proofs.html#what-hints-promise",
    "tutorial-python": "python.html",
    "tutorial-research": "encode.html",
    "variants": "boards.html#clue-types-and-variants",
}


def write_redirects(app: Sphinx, error: Exception | None) -> None:
    """Write a page at each old address that leads on to the new one."""
    if error is None and app.builder.format == "html":
        for name, target in MOVED.items():
            Path(app.outdir, f"{name}.html").write_text(
                f'<!DOCTYPE html><meta charset="utf-8"><title>Moved</title>'
                f'<meta http-equiv="refresh" content="0; url={target}">'
                f'<p>This page has moved to <a href="{target}">{target}</a>.\n',
                "utf-8",
            )


def setup(app: Sphinx) -> None:
    app.connect("build-finished", write_redirects)
