"""Drawings of puzzles and loops. One module a style, in the table STYLES: draw(puzzle, lines, marked) -> str."""

from slitherenc.boards.board import Bits
from slitherenc.puzzle import Puzzle
from slitherenc.registry import Registry

STYLES = Registry("style", "slitherenc.styles", {"ascii": "slitherenc.render.ascii_art:draw"})


def draw_text(puzzle: Puzzle, lines: Bits | None, style: str = "ascii", marked: Bits | None = None) -> str:
    """The puzzle with the lines[E], as text without a final newline; edges in marked[E] stand out."""
    text: str = STYLES.load(style)(puzzle, lines, marked)
    return text
