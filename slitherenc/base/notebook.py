"""What values show in notebooks: a picture with an alternative text."""

from __future__ import annotations

from base64 import b64encode
from typing import ClassVar

from slitherenc.base.registry import load_object


class NotebookPicture:
    """The base of values that notebooks show as a picture.

    Boards, loops and puzzles stand far below the drawings and do not import them. So a class names the function that
    draws its values: `PICTURE` is "module:function", which takes the value and returns an SVG file, or None where the
    picture would be huge; then notebooks show the value's text.
    """

    PICTURE: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show; None for one that would be huge."""
        picture: str | None = load_object(self.PICTURE)(self)
        return picture

    def _repr_html_(self) -> str | None:
        """The same picture as an image, with its title as the alternative text.

        JupyterLab and nbconvert make of an SVG an image without a description; where there is HTML, they take that.
        """
        svg = self._repr_svg_()
        if svg is None:
            return None
        title = svg.partition("<title>")[2].partition("</title>")[0]  # escaped already, quotation marks too
        return f'<img alt="{title}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
