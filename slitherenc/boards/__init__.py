"""Boards: the plane graphs on which loops are drawn.

Each kind of board, such as `square`, has a module with the functions that `names.BoardKind` lists. `KINDS` maps the
name of each kind to its module. Importing this package loads neither numpy nor these modules.
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
