"""Boards of every kind for the tests: small ones for brute force, and a strategy for puzzles on all of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from slitherenc.boards.board import Board
from slitherenc.boards.graph import faces_of, graph
from slitherenc.boards.lines import outline
from slitherenc.boards.names import parse_board
from slitherenc.boards.tilings import TILINGS
from slitherenc.puzzles.puzzle import EVERY_VERTEX, NO_CLUE, UNKNOWN_CLUE, Puzzle

RING = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]


def from_cells(cells: list[tuple[int, int]]) -> Board:
    """The graph board of these cells (row, column) of a square grid, vertices in the order in which they turn up."""
    corners = [[(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)] for r, c in cells]
    number = {place: i for i, place in enumerate(dict.fromkeys(place for face in corners for place in face))}
    return graph(list(number), [[number[place] for place in face] for face in corners])


@cache
def part_of(name: str, faces: int) -> Board:
    """The graph of so many faces of a larger board: those nearest to its first face's last vertex, so they hang
    together there."""
    board = parse_board(name)
    rows = faces_of(board)
    middle = board.xy.mean(axis=0)
    start = int(np.argmin(((board.xy - middle) ** 2).sum(axis=1)))
    chosen = [f for f, row in enumerate(rows) if start in row]
    while len(chosen) < faces:
        seen = {v for f in chosen for v in rows[f]}
        chosen.append(next(f for f, row in enumerate(rows) if f not in chosen and len(seen & set(row)) >= 2))
    used = sorted({v for f in chosen[:faces] for v in rows[f]})
    return graph(board.xy[used], [[used.index(v) for v in rows[f]] for f in chosen[:faces]])


# A part of every tiling that brute force can do: its least board has up to 200 edges.
PARTS = {
    "triangular": 9, "honeycomb": 5, "snub-square": 8, "cairo": 6, "great-hexagonal": 6, "octagonal": 5, "kites": 8,
    "floret": 5, "dodecagonal": 3, "great-dodecagonal": 4, "great-great-dodecagonal": 4, "kagome": 6,
    "compass-dodecagonal": 4,
}  # fmt: skip

PENROSE = ["loopy:penrose-kites:6x6:G-388,1402,36", "loopy:penrose-rhombs:6x6:G2188,-71,0"]

SMALL = {
    **{f"triangle:{m}": lambda m=m: parse_board(f"triangle:{m}") for m in (1, 2, 3)},
    "loopy:floret:1x2:old": lambda: parse_board("loopy:floret:1x2:old"),
    **{name: lambda name=name: part_of(f"loopy:{name}:5x5", PARTS[name]) for name in PARTS},
    "ring": lambda: from_cells(RING),
    "two holes": lambda: from_cells([(r, c) for r in range(3) for c in range(5) if r != 1 or c % 2 == 0]),
    "corner to corner": lambda: from_cells([(0, 0), (1, 1), (2, 0), (2, 2)]),
}


def named_boards(kinds: tuple[str, ...] = ("square", "triangle", "loopy")) -> st.SearchStrategy[str]:
    """Names of small boards of these kinds."""
    sizes = st.integers(1, 5)
    tilings = [name for tiling in TILINGS.values() for name in [tiling.name]]
    least = {tiling.name: max(tiling.least) for tiling in TILINGS.values()}

    @st.composite
    def loopy_names(draw: Any) -> str:
        name = draw(st.sampled_from(tilings))
        w, h = (draw(st.integers(least[name], least[name] + 2)) for _ in "wh")
        old = ":old" if name == "triangular" and draw(st.booleans()) else ""
        return f"loopy:{name}:{w}x{h}{old}"

    odd = st.sampled_from(["loopy:floret:1x2", "loopy:floret:1x3:old", "loopy:cairo:3x4", *PENROSE])
    of_kind = {
        "square": st.builds("square:{}x{}".format, sizes, sizes),
        "triangle": st.builds("triangle:{}".format, sizes),
        "loopy": st.one_of(loopy_names(), odd),
    }
    return st.one_of(*(of_kind[kind] for kind in kinds if kind in of_kind))


@st.composite
def puzzles(draw: Any, kinds: tuple[str, ...], most: int = 35, everything: bool = False) -> Puzzle:
    """Puzzles on boards of these kinds; with `everything` also `?`, solutions, every vertex, facts."""
    if "graph" in kinds and draw(st.booleans()):
        board = SMALL[draw(st.sampled_from(sorted(SMALL)))]()
    else:
        board = parse_board(draw(named_boards(kinds)))
    values = st.sampled_from([NO_CLUE, NO_CLUE, NO_CLUE, 0, 1, 2, 3, most] + [UNKNOWN_CLUE] * everything)
    clues = draw(st.lists(values, min_size=board.n_faces, max_size=board.n_faces))
    if not everything:
        return Puzzle(board, np.array(clues))
    inside = np.array(draw(st.lists(st.booleans(), min_size=board.n_faces, max_size=board.n_faces)))
    solution = outline(board, inside) if draw(st.booleans()) else None
    facts = draw(st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=2))
    return Puzzle(board, np.array(clues), {EVERY_VERTEX} if draw(st.booleans()) else (), solution, facts)
