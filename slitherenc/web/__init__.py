"""A page to play on: served (`server`), as one file (`single`), and in notebooks (`widget`).

One front end serves all three: `static/state.js` is what is marked and what the rules say of it, `drawing.js` draws it,
`board.js` takes mouse, touch and keys, `controls.js` is what stands around a board, and `page.js` what only the served
page has, since it asks the server. `document` is a puzzle as these take it, `jobs` is what the server answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

_BOARD = ("state.js", "drawing.js", "board.js", "controls.js")  # each uses those before it
_SCRIPTS = (*_BOARD, "ask.js", "edit.js", "page.js")
_TYPES = {
    "page.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    **dict.fromkeys(_SCRIPTS, "text/javascript; charset=utf-8"),
}

_IMPORT = re.compile(r"^import .*?;$", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=class|function|const|async)", re.MULTILINE)


def static_files() -> Mapping[str, tuple[str, bytes]]:
    """name -> (content type, content) of what the page is made of."""
    return MappingProxyType({name: (kind, _text(name).encode()) for name, kind in _TYPES.items()})


def scripts(*last: str) -> str:
    """What a board needs and some more modules, as one module that imports nothing."""
    text = "\n".join(_text(name) for name in (*_BOARD, *last))
    return _EXPORT.sub("", _IMPORT.sub("", text))


def style() -> str:
    return _text("page.css")


def _text(name: str) -> str:
    return (files("slitherenc.web") / "static" / name).read_text()
