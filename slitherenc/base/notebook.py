"""The base class of values that notebooks show as a picture with alternative text."""

from __future__ import annotations

from base64 import b64encode
from typing import ClassVar

from slitherenc.base.registry import load_object


class NotebookPicture:
    """The base class of values that notebooks show as a picture.

    Boards, loops and puzzles cannot import the drawing code, since it imports them. Instead, `PICTURE` names the
    function that draws the values of a class, as "module:function". The function returns the SVG file of a value, or
    None if the picture would be huge; the notebook then shows the value as text.
    """

    PICTURE: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        """Return the SVG file that notebooks show, or None if the picture would be huge."""
        picture: str | None = load_object(self.PICTURE)(self)
        return picture

    def _repr_html_(self) -> str | None:
        """Return the picture as an HTML image, with its title as alternative text.

        JupyterLab and nbconvert show an SVG as an image without a description, but they prefer HTML if it exists.
        """
        svg = self._repr_svg_()
        if svg is None:
            return None
        title = svg.partition("<title>")[2].partition("</title>")[0]  # already escaped, including quotation marks
        return f'<img alt="{title}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
