"""What values show in notebooks: a picture with an alternative text.

Boards, loops and puzzles stand far below the drawings and do not import them: they name their kind, and a table says
who draws it.
"""

from __future__ import annotations

from abc import abstractmethod
from base64 import b64encode
from collections.abc import Mapping
from types import MappingProxyType

from slitherenc.base.registry import load_object

PICTURES: Mapping[str, str] = MappingProxyType({
    "board": "slitherenc.render.notebook:picture_of_board",
    "loop": "slitherenc.render.notebook:picture_of_loop",
    "puzzle": "slitherenc.render.notebook:picture_of_puzzle",
    "step": "slitherenc.deduction.words.pictures:picture_of_step",
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

    def _repr_html_(self) -> str | None:
        """The same picture as an image, with its title as the alternative text.

        JupyterLab and nbconvert make of an SVG an image without a description; where there is HTML, they take that.
        """
        svg = self._repr_svg_()
        if svg is None:
            return None
        title = svg.partition("<title>")[2].partition("</title>")[0]  # escaped already, quotation marks too
        return f'<img alt="{title}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
