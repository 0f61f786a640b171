"""Boards are plane graphs. The table KINDS names one module for each kind, with the functions of `names.BoardKind`;
`board.from_faces` builds the boards of every kind.

Importing this package loads neither numpy nor a kind.
"""

from __future__ import annotations

from slitherenc.base.registry import Registry

KINDS = Registry(
    "board",
    "slitherenc.boards",
    {
        "square": "slitherenc.boards.square",
        "triangle": "slitherenc.boards.triangle",
        "loopy": "slitherenc.boards.loopy",
        "graph": "slitherenc.boards.graph",
    },
    also={
        **dict.fromkeys(("hex", "hexagon", "hexagons", "hexagonal"), "honeycomb"),
        **dict.fromkeys(("grid", "rectangle", "squares"), "square"),
        **dict.fromkeys(("penrose", "rhombs"), "penrose-rhombs"),
        "pentagons": "cairo",
    },
)
