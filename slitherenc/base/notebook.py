"""What values show in notebooks: a picture with an alternative text.

Boards, loops and puzzles stand far below the drawings and do not import them: they name their kind, and a table says
who draws it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from html import unescape
from types import MappingProxyType
from typing import Any

from slitherenc.base.registry import load_object

PICTURES: Mapping[str, str] = MappingProxyType({
    "board": "slitherenc.render.notebook:picture_of_board",
    "loop": "slitherenc.render.notebook:picture_of_loop",
    "puzzle": "slitherenc.render.notebook:picture_of_puzzle",
})  # fmt: skip


def svg_of(kind: str, value: object) -> str | None:
    """Return the picture that notebooks show of a value of this kind; None for one that would be huge."""
    picture: str | None = load_object(PICTURES[kind])(value)
    return picture


class NotebookPicture:
    """The base of values that notebooks show as a picture."""

    @abstractmethod
    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show; None for one that would be huge: then they show the value's text."""

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """The picture and the value's text; the title of the picture is its alternative text."""
        svg = self._repr_svg_()
        if svg is None:
            return {"text/plain": repr(self)}, {}
        title = re.search("<title>(.*?)</title>", svg)
        alt = unescape(title[1]) if title else ""
        return {"image/svg+xml": svg, "text/plain": repr(self)}, {"image/svg+xml": {"alt": alt}}
