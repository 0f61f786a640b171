"""The base class of values that notebooks show as a picture with alternative text."""

from __future__ import annotations

from base64 import b64encode
from typing import ClassVar

from slitherenc.base.registry import load_object


class NotebookPicture:
    """The base class of values that notebooks show as a picture.

    Boards, loops and puzzles do not import the drawing code, which builds on them. Instead, a class names the function
    that draws its values: `PICTURE` is "module:function". The function takes the value and returns an SVG file, or
    None if the picture would be huge; the notebook then shows the value's text.
    """

    PICTURE: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        """Return the SVG file that notebooks show, or None if the picture would be huge."""
        picture: str | None = load_object(self.PICTURE)(self)
        return picture

    def _repr_html_(self) -> str | None:
        """Return the same picture as an HTML image with its title as alternative text.

        JupyterLab and nbconvert turn an SVG into an image without a description, but prefer HTML if there is any.
        """
        svg = self._repr_svg_()
        if svg is None:
            return None
        title = svg.partition("<title>")[2].partition("</title>")[0]  # escaped already, quotation marks too
        return f'<img alt="{title}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
