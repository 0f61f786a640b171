"""What values show in notebooks: a value names its kind, and the table says who draws it.

Boards, loops and puzzles stand far below the drawings, so they do not import them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
