"""The site of guide and API: `python -m sphinx -W --keep-going docs docs/_build`. Nothing is downloaded.

The pages are the Markdown files beside this one, CONTRIBUTING and CHANGELOG. The page on the API takes the docstrings
of the exported names, which are numpydoc.
"""

from slitherenc import __version__

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
