"""Boards: plane graphs. One module a kind, in the table KINDS; every kind is built by `board.from_faces`.

A kind's module may define, each with a default in `board.py` for kinds that do not:
    vertex_name(board, v), edge_name(board, e), face_name(board, f) -> str     names for people and variables
    TEXT_GRID: (x scale, y scale)        how far apart, in characters, unit steps of xy are in a text drawing
    DIRECTIONS: {name: (dx, dy)}         the edges that every vertex of the endless, regular tiling has
"""

from slitherenc.registry import Registry

KINDS = Registry("board", "slitherenc.boards", {"square": "slitherenc.boards.square"})
