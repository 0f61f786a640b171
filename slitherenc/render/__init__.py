"""Drawings and pictures of puzzles and loops.

The table STYLES lists the styles of text drawings. `svg.svg_picture` draws a picture in a theme of the table THEMES.

Importing this package loads neither NumPy nor a style.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from slitherenc.base.registry import Registry

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.puzzles.puzzle import Puzzle
    from slitherenc.render.themes import Theme


class Style(Protocol):
    """A style of text drawings: a function that returns the drawing of a puzzle."""

    def __call__(self, puzzle: Puzzle, lines: Bits | None = None, marked: Bits | None = None) -> str:
        """Return the puzzle as text. `lines` and `marked`, masks of shape (E,), select edges to draw and to highlight.

        The text has no final newline. Raises UsageError if the board has no text drawing.
        """
        ...


STYLES: Registry[Style] = Registry(
    "style",
    "slitherenc.styles",
    {"ascii": "slitherenc.render.ascii_art:draw", "unicode": "slitherenc.render.unicode_art:draw"},
)
THEMES: Registry[Theme] = Registry(
    "theme",
    "slitherenc.themes",
    {
        "light": "slitherenc.render.themes:LIGHT",
        "dark": "slitherenc.render.themes:DARK",
        "print": "slitherenc.render.themes:PRINT",
    },
)


def draw_text(puzzle: Puzzle, lines: Bits | None, style: str = "ascii", marked: Bits | None = None) -> str:
    """Return the puzzle as text. `lines` and `marked`, masks of shape (E,), select edges to draw and to highlight.

    The text has no final newline. Raises UsageError for an unknown style, and for a board without a text drawing.
    """
    return STYLES.load(style)(puzzle, lines, marked)
