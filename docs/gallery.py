"""Makes the pictures of docs/boards.md: `python docs/gallery.py`.

docs/pictures/gallery/NAME.svg is one picture for each entry of BOARDS: a minimal puzzle of a random loop, and the loop.
The same seed gives the same bytes. docs/pictures/variants/NAME.svg shows the puzzle of each file in VARIANTS, and its
loop.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import ceil, cos, pi, sin
from pathlib import Path

import numpy as np

from slitherenc import read, solve
from slitherenc.boards.board import Board, from_faces
from slitherenc.boards.names import parse_board
from slitherenc.generation.make import make
from slitherenc.generation.strategies.remove import Remove
from slitherenc.render.svg import svg_picture

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures" / "gallery"
VARIANT_FOLDER = HERE / "pictures" / "variants"
SCALE = 30.0
TILINGS = {
    "triangular": "5x5",
    "honeycomb": "6x6",
    "snub-square": "4x4",
    "cairo": "5x5",
    "great-hexagonal": "3x3",
    "octagonal": "5x5",
    "kites": "3x3",
    "floret": "3x3",
    "dodecagonal": "3x3",
    "great-dodecagonal": "2x2",
    "great-great-dodecagonal": "2x2",
    "kagome": "5x5",
    "compass-dodecagonal": "3x3",
}


def penrose(radius: float = 4.5) -> Board:
    """Penrose's rhombs within `radius` edges, by de Bruijn's pentagrid.

    Five families of parallel lines x·u = n + shift, u at multiples of 72 degrees: each crossing of two of them is a
    rhomb, and the corners of the rhomb are sums of the five directions, as often as there are lines of the family
    before the crossing (de Bruijn, Algebraic theory of Penrose's non-periodic tilings of the plane, 1981).
    """
    directions = [(cos(2 * pi * j / 5), sin(2 * pi * j / 5)) for j in range(5)]
    shifts = (0.33, -0.12, 0.21, -0.17, -0.25)  # sum 0; no three lines through one point
    numbers: dict[tuple[int, ...], int] = {}
    faces = []
    span = range(-ceil(radius), ceil(radius) + 1)
    for j, k in combinations(range(5), 2):
        (a, b), (c, d) = directions[j], directions[k]
        for n, m in ((n, m) for n in span for m in span):
            p, q = n + shifts[j], m + shifts[k]
            x, y = (p * d - q * b) / (a * d - b * c), (a * q - c * p) / (a * d - b * c)
            steps = [ceil(x * u + y * v - shift) for (u, v), shift in zip(directions, shifts, strict=True)]
            rhomb = []
            for one, two in ((0, 0), (1, 0), (1, 1), (0, 1)):
                steps[j], steps[k] = n + one, m + two
                rhomb.append(tuple(steps))
            middle = [
                sum((s + t) / 2 * u[i] for s, t, u in zip(rhomb[0], rhomb[2], directions, strict=True)) for i in (0, 1)
            ]
            if middle[0] ** 2 + middle[1] ** 2 <= radius**2:
                faces.append([numbers.setdefault(corner, len(numbers)) for corner in rhomb])
    start = np.arange(0, 4 * len(faces) + 1, 4, dtype=np.int32)
    return from_faces(
        "graph", (), np.array(list(numbers)) @ np.array(directions), start, np.array(faces, np.int32).reshape(-1)
    )


# A name is a file's name in the gallery; a new kind of board is one more line.
BOARDS: dict[str, Callable[[], Board]] = {
    "square": lambda: parse_board("square:9x9"),
    "triangle": lambda: parse_board("triangle:7"),
    "penrose": penrose,
} | {name: partial(parse_board, f"loopy:{name}:{size}") for name, size in TILINGS.items()}

EXAMPLES = HERE.parent / "examples"
VARIANTS = {path.stem: path for path in [*sorted((EXAMPLES / "variants").glob("*.json")), EXAMPLES / "cube.json"]}


def picture(name: str) -> str:
    """The SVG of BOARDS[name]."""
    puzzle = make(BOARDS[name](), Remove(), seed="1")
    return svg_picture(puzzle, puzzle.solution, scale=SCALE)


def variant_picture(name: str) -> str:
    """The SVG of VARIANTS[name], with its loop."""
    puzzle = read(VARIANTS[name])
    loop = solve(puzzle).loop
    assert loop is not None
    return svg_picture(puzzle, loop.bits(), scale=SCALE)


def main() -> None:
    for folder, names, draw in ((FOLDER, BOARDS, picture), (VARIANT_FOLDER, VARIANTS, variant_picture)):
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            (folder / f"{name}.svg").write_text(draw(name), "utf-8")


if __name__ == "__main__":
    main()
