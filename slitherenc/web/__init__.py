"""A page to play on: served (`server`), as one file (`single`), and in notebooks (`widget`).

One front end serves all three: `static/state.js` is what is marked and what the rules say of it, `drawing.js` draws it,
`board.js` takes mouse, touch and keys, `controls.js` is what stands around a board, and `page.js` what only the served
page has, since it asks the server. `document` is a puzzle as these take it, `jobs` is what the server answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

_SCRIPTS = ("state.js", "drawing.js", "board.js", "controls.js", "ask.js", "edit.js", "page.js")
_TYPES = {
    "page.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    **dict.fromkeys(_SCRIPTS, "text/javascript; charset=utf-8"),
}


def static_files() -> Mapping[str, tuple[str, bytes]]:
    """name -> (content type, content) of what the page is made of."""
    folder = files("slitherenc.web") / "static"
    return MappingProxyType({name: (kind, (folder / name).read_bytes()) for name, kind in _TYPES.items()})
