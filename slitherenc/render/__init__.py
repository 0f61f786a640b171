"""Drawings and pictures of puzzles and loops.

Text: one module a style, in the table STYLES: draw(puzzle, lines, marked) -> str. Pictures: `svg.draw_svg`, in the
colors of a theme of the table THEMES.
"""

from slitherenc.boards.board import Bits
from slitherenc.puzzle import Puzzle
from slitherenc.registry import Registry

STYLES = Registry(
    "style",
    "slitherenc.styles",
    {"ascii": "slitherenc.render.ascii_art:draw", "unicode": "slitherenc.render.unicode_art:draw"},
)
THEMES = Registry(
    "theme",
    "slitherenc.themes",
    {
        "light": "slitherenc.render.themes:LIGHT",
        "dark": "slitherenc.render.themes:DARK",
        "print": "slitherenc.render.themes:PRINT",
    },
)


def draw_text(puzzle: Puzzle, lines: Bits | None, style: str = "ascii", marked: Bits | None = None) -> str:
    """The puzzle with the lines[E], as text without a final newline; edges in marked[E] stand out."""
    text: str = STYLES.load(style)(puzzle, lines, marked)
    return text
