"""Colors of pictures. To add a theme, define a Theme and list it in the table THEMES in `render/__init__.py`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """The colors of a picture, in SVG notation.

    If `gray` is true, all lines are black or gray. To tell them apart, highlighted lines are hollow, and lines that
    break a rule have white dashes. If `paper_grid` is true, square boards show only dots.
    """

    paper: str
    edge: str  # an edge without a line
    dot: str
    line: str
    inside: str  # the faces inside the loop
    clue: str
    cross: str
    mark: str
    look: str  # in hints: where to look (`look`), the reasons (`cause`), and the lines or crosses to draw (`move`)
    cause: str
    move: str
    broken: str
    broken_face: str
    gray: bool = False
    paper_grid: bool = False


LIGHT = Theme(
    paper="#fff",
    edge="#c2c8d0",
    dot="#222",
    line="#1f4e9c",
    inside="#e3edfb",
    clue="#111",
    cross="#9aa3ad",
    mark="#ef8a00",
    look="#f0e442",
    cause="#0072b2",
    move="#d55e00",
    broken="#d11",
    broken_face="#fbd5d5",
)
DARK = Theme(
    paper="#16191f",
    edge="#474f5b",
    dot="#c9d1d9",
    line="#6cb2ff",
    inside="#20324a",
    clue="#e6edf3",
    cross="#6e7681",
    mark="#ffb347",
    look="#7d7620",
    cause="#56b4e9",
    move="#ff8c3a",
    broken="#ff5c5c",
    broken_face="#5a2328",
)
PRINT = Theme(
    paper="#fff",
    edge="#aaa",
    dot="#000",
    line="#000",
    inside="#e4e4e4",
    clue="#000",
    cross="#777",
    mark="#000",
    look="#ccc",
    cause="#555",
    move="#000",
    broken="#000",
    broken_face="#bbb",
    gray=True,
    paper_grid=True,
)
