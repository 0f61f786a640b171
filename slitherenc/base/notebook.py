"""What values show in notebooks: a value names itself, and the table says who draws it.

Boards, loops and puzzles stand far below the drawings, so they do not import them.
"""

from __future__ import annotations

from slitherenc.base.registry import Registry

PICTURES: Registry = Registry(
    "picture for notebooks",
    "slitherenc.pictures",
    {
        "board": "slitherenc.render.notebook:picture_of_board",
        "loop": "slitherenc.render.notebook:picture_of_loop",
        "puzzle": "slitherenc.render.notebook:picture_of_puzzle",
    },
)


def svg_of(kind: str, value: object) -> str | None:
    """Return the picture that notebooks show of a value of this kind; None for one that would be huge."""
    picture: str | None = PICTURES.load(kind)(value)
    return picture
