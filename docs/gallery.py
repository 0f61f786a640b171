"""Makes the pictures of README's gallery: `python docs/gallery.py` writes docs/pictures/gallery/NAME.svg.

One picture for each entry of BOARDS: a puzzle made here, with its loop. The loop is the outline of a random connected
patch of faces; the clues are all that the loop gives, less those without which it is still the only one. The same
seed gives the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from math import ceil, cos, pi, sin
from pathlib import Path

import numpy as np

from slitherenc.boards.board import Bits, Board, from_faces, outline
from slitherenc.boards.square import square
from slitherenc.loop import Loop, loop_of, violations
from slitherenc.model import build, model_of
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.render.svg import draw_svg
from slitherenc.solvers.session import Session

FOLDER = Path(__file__).resolve().parent / "pictures" / "gallery"
SCALE = 30.0


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
    "square": lambda: square(9, 9),
    "penrose": penrose,
}


def random_loop(board: Board, rng: random.Random) -> Loop:
    """The outline of a patch of about half the faces, grown face by face while its outline is one loop."""
    model = build(board)
    inside: Bits = np.zeros(board.n_faces, np.bool_)
    inside[rng.randrange(board.n_faces)] = True
    grown = True
    while grown and 2 * inside.sum() < board.n_faces:
        grown = False
        border = outline(board, inside)
        touching = np.bincount(board.sides[border].ravel() + 1, minlength=board.n_faces + 1)[1:]
        faces = [face for face in range(board.n_faces) if touching[face] and not inside[face]]
        # Faces that touch the patch along one edge first: they make the outline longer.
        for face in sorted(faces, key=lambda face: (touching[face] > 1, rng.random())):
            inside[face] = True
            grown = not violations(model, outline(board, inside), most=1)
            if grown:
                break
            inside[face] = False
    return loop_of(model, outline(board, inside))


def make(board: Board, seed: int) -> Puzzle:
    """A puzzle with exactly one loop, and that loop as its solution, in which no clue can be spared."""
    rng = random.Random(seed)
    with Session(board) as session:
        while True:
            loop = random_loop(board, rng)
            running = np.concatenate([[0], np.cumsum(loop.bits()[board.face_edges])])
            clues = (running[board.face_start[1:]] - running[board.face_start[:-1]]).astype(np.int16)
            if session.another(clues, loop) is None:
                break
        order = list(range(board.n_faces))
        order.sort(key=lambda face: rng.random())
        for face in order:
            clue, clues[face] = clues[face], NO_CLUE
            if session.another(clues, loop) is not None:
                clues[face] = clue
    puzzle = Puzzle(board, clues, solution=loop.bits())
    loop_of(model_of(puzzle), loop.bits())
    return puzzle


def picture(name: str) -> str:
    """The SVG of BOARDS[name]."""
    puzzle = make(BOARDS[name](), seed=1)
    return draw_svg(puzzle, puzzle.solution, scale=SCALE)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in BOARDS:
        (FOLDER / f"{name}.svg").write_text(picture(name), "utf-8")


if __name__ == "__main__":
    main()
