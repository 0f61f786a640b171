"""What the clue types and variants mean, written from the rules as people read them, and clue sets of real loops.

The judge of `constraints`, `broken` and the engines: it shares no code with `slitherenc.puzzles`. It reads the lines,
the ends and the sides of a board, and on squares the names of the edges.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from slitherenc.boards.board import Board
from slitherenc.boards.graph import graph
from slitherenc.boards.names import parse_board
from slitherenc.puzzles.puzzle import NO_CLUE, Clue, Puzzle
from tests.support.brute import Lines, is_inside, loops_of_board
from tests.support.plane_boards import hexagons

CUBE = [(0, 0), (3, 0), (3, 3), (0, 3), (1, 1), (2, 1), (2, 2), (1, 2)]
DART = [(0, 0), (2, 1), (4, 0), (2, 4), (2, -3), (-3, 2), (7, 2)]
BOARDS: dict[str, Callable[[], Board]] = {
    "3x3": lambda: parse_board("square:3x3"),
    "3x4": lambda: parse_board("square:4x3"),
    "triangles": lambda: parse_board("triangle:3"),
    "honeycomb": lambda: hexagons(2, 3),
    # The first face of this one has a chord, the edge from its corner 0 to its corner 2, round its corner 1.
    "chord": lambda: graph(
        DART, [[0, 1, 2, 3], [0, 2, 1], [0, 4, 2], [0, 5, 3], [2, 6, 3], [0, 5, 4], [2, 4, 6]]
    ),
    "cube": lambda: graph(CUBE, [[4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]),
}  # fmt: skip
SQUARES = ("3x3", "3x4")
KINDS = (
    "number", "sheep-wolf", "touch", "vertex", "myopia", "inside-out", "liar", "off-by-one", "every-vertex", "mixed",
)  # fmt: skip
CASES = [(kind, name) for kind in KINDS for name in BOARDS if kind not in ("myopia", "liar") or name in SQUARES]


@cache
def board_of(name: str) -> Board:
    return BOARDS[name]()


# The rules.


@cache
def sides(board: Board, face: int) -> Lines:
    """The edges with this face on one side; face F is the outer one."""
    own = -1 if face == board.n_faces else face
    return frozenset(e for e, pair in enumerate(board.sides.tolist()) if own in pair)


@cache
def corners(board: Board, face: int) -> frozenset[int]:
    return frozenset(v for e in sides(board, face) for v in board.ends[e].tolist())


@cache
def visited(board: Board, lines: Lines) -> frozenset[int]:
    return frozenset(v for e in lines for v in board.ends[e].tolist())


def pieces(board: Board, lines: Lines, face: int) -> int:
    """How many separate pieces of the loop lie on the rim of the face."""
    left = set(corners(board, face) & visited(board, lines))
    found = 0
    while left:
        found += 1
        piece = {left.pop()}
        while piece:
            v = piece.pop()
            for e in lines & sides(board, face):
                ends = set(board.ends[e].tolist())
                if v in ends:
                    piece |= ends & left
                    left -= ends
    return found


def distances(board: Board, lines: Lines, face: int) -> dict[int, int]:
    """For up (1), down (2), left (4) and right (8) the distance to the nearest line; without those that see none."""
    height, width = board.params
    r, c = divmod(face, width)
    on = {board.edge_name(e) for e in lines}
    ways = {
        1: [f"h_{r - k}_{c}" for k in range(r + 1)],
        2: [f"h_{r + k}_{c}" for k in range(1, height - r + 1)],
        4: [f"v_{r}_{c - k}" for k in range(c + 1)],
        8: [f"v_{r}_{c + k}" for k in range(1, width - c + 1)],
    }
    seen = {bit: [k for k, name in enumerate(way, 1) if name in on] for bit, way in ways.items()}
    return {bit: found[0] for bit, found in seen.items() if found}


def right_arrows(board: Board, lines: Lines, face: int, value: int) -> bool:
    seen = distances(board, lines, face)
    arrows = {bit for bit in (1, 2, 4, 8) if value & bit}
    if not arrows:
        return 1 not in seen.values()
    nearest = {seen.get(bit) for bit in arrows}
    if len(nearest) != 1 or None in nearest:
        return False
    (distance,) = nearest
    return all(d > distance for bit, d in seen.items() if bit not in arrows)


def right_number(board: Board, lines: Lines, face: int, value: int) -> bool:
    return len(lines & sides(board, face)) == value


RULES: dict[str, Callable[[Board, Lines, int, int], bool]] = {
    "number": right_number,
    "sheep-wolf": lambda board, lines, face, value: is_inside(board, lines, face) == (value == 1),
    "touch": lambda board, lines, face, value: pieces(board, lines, face) == value,
    "vertex": lambda board, lines, face, value: len(corners(board, face) & visited(board, lines)) == value,
    "myopia": right_arrows,
    "inside-out": lambda board, lines, face, value: inside_out_number(board, lines, face) == value,
    "off-by-one": lambda board, lines, face, value: abs(len(lines & sides(board, face)) - value) == 1,
}


def inside_out_number(board: Board, lines: Lines, face: int) -> int:
    edges = sides(board, face)
    inside = face < board.n_faces and is_inside(board, lines, face)
    return len(edges & lines) if inside else len(edges - lines)


def holds(puzzle: Puzzle, lines: Lines) -> bool:
    """Do these lines, which are one loop, keep every clue and variant?"""
    board, variants = puzzle.board, puzzle.variants
    numbers = {face: value for face, value in enumerate(puzzle.clues.tolist()) if value >= 0}
    numbers |= {face: clue.value for face, clue in puzzle.typed.items() if clue.type == "number"}
    if "every-vertex" in variants and len(visited(board, lines)) < board.n_vertices:
        return False
    if not all(
        RULES[clue.type](board, lines, face, clue.value) for face, clue in puzzle.typed.items() if clue.type != "number"
    ):
        return False
    if "liar" in variants:
        width = board.params[1]
        lists = [[face for face in numbers if face // width == row] for row in range(board.params[0])]
        lists += [[face for face in numbers if face % width == column] for column in range(width)]
        lies = [[f for f in faces if not right_number(board, lines, f, numbers[f])] for faces in lists if faces]
        return all(len(found) == 1 for found in lies)
    rule = RULES[next((name for name in ("inside-out", "off-by-one") if name in variants), "number")]
    return all(rule(board, lines, face, value) for face, value in numbers.items())


def solutions_of(puzzle: Puzzle) -> set[Lines]:
    return {lines for lines in loops_of_board(puzzle.board) if holds(puzzle, lines)}


# Clue sets.


def true_value(name: str, board: Board, lines: Lines, face: int, rng: random.Random) -> int | None:
    """A value with which a clue of this type, or a number under this variant, is right; None: there is none."""
    if name == "myopia":
        seen = distances(board, lines, face)
        nearest = min(seen.values(), default=0)
        return sum(bit for bit, d in seen.items() if d == nearest) if nearest else 16
    values = range(2 if name == "sheep-wolf" else len(sides(board, face)) + 2)
    found = [value for value in values if RULES[name](board, lines, face, value)]
    return rng.choice(found) if found else None


def clue_set(kind: str, board: Board, rng: random.Random, at: int) -> Puzzle:
    """A puzzle with clues of a real loop, thinned out; one in four has some clues changed."""
    full = [lines for lines in loops_of_board(board) if len(visited(board, lines)) == board.n_vertices]
    lines = rng.choice(full if kind == "every-vertex" and full else loops_of_board(board))
    if kind == "liar":
        return liars(board, lines, rng, at)
    keep = (0.15, 0.6, 0.35, 0.8)[at % 4] ** (0.3 if kind == "sheep-wolf" else 1)
    variants = {kind} if kind in ("inside-out", "off-by-one", "every-vertex") else set()
    if kind == "mixed" and rng.random() < 0.4:
        variants = {rng.choice(["inside-out", "off-by-one", "every-vertex"])}
    number = next(iter(variants - {"every-vertex"}), "number")
    clues: dict[int, Clue] = {}
    for face in range(board.n_faces + 1):
        name = kind if kind in RULES else "number"
        if kind == "mixed":
            types = ["number", "number", "touch", "vertex", *["sheep-wolf"] * (face < board.n_faces)]
            name = rng.choice(types + ["myopia"] * (board.kind == "square" and face < board.n_faces))
        name = "number" if name == number else name
        outer = face == board.n_faces
        if rng.random() > keep or (outer and name in ("sheep-wolf", "myopia")):
            continue
        value = true_value(number if name == "number" else name, board, lines, face, rng)
        if value is not None:
            clues[face] = Clue(name, value)
    if at % 4 == 3:
        for face in rng.sample(sorted(clues), min(len(clues), rng.randint(1, 3))):
            wrong = {"sheep-wolf": [0, 1], "myopia": list(range(1, 17))}.get(clues[face].type, list(range(5)))
            clues[face] = clues[face]._replace(value=rng.choice(wrong))
    return Puzzle(board, np.full(board.n_faces, NO_CLUE), variants, typed=clues)


def liars(board: Board, lines: Lines, rng: random.Random, at: int) -> Puzzle:
    """Numbers in some rows and as many columns, one wrong in each."""
    height, width = board.params
    size = max(rng.randint(1, min(height, width)) for _ in "ab")
    rows, columns = rng.sample(range(height), size), rng.sample(range(width), size)
    clues = np.full(board.n_faces, NO_CLUE)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            face = row * width + column
            true = len(lines & sides(board, face))
            if i == j:
                clues[face] = rng.choice([value for value in range(5) if value != true])
            elif rng.random() < (0.4, 1, 0.8, 1)[at % 4]:
                clues[face] = true
    if at % 4 == 3:
        faces = np.flatnonzero(clues != NO_CLUE).tolist()
        clues[rng.sample(faces, min(len(faces), 3))] = rng.randrange(1, 4)
    return Puzzle(board, clues, {"liar"})


def with_outer_clue(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with a clue on the outer face too: most are right for one of its loops, some for none."""
    board, outer = puzzle.board, puzzle.board.n_faces
    kind = rng.choice(["touch", "vertex", *["number"] * ("liar" not in puzzle.variants)])
    loops = sorted(map(sorted, solutions_of(puzzle)))
    value: int | None = rng.randrange(len(sides(board, outer)) + 2)
    if loops and rng.random() < 0.9:
        number = next(iter(puzzle.variants & {"inside-out", "off-by-one"}), "number")
        value = true_value(number if kind == "number" else kind, board, frozenset(rng.choice(loops)), outer, rng)
    clues = {face: clue for face, clue in puzzle.all_clues.items() if face != outer}
    return puzzle.with_clues(clues if value is None else {**clues, outer: Clue(kind, value)})


def clue_sets_of(kind: str, name: str, number: int) -> Iterator[Puzzle]:
    rng = random.Random(f"{kind} {name}")
    for at in range(number):
        yield clue_set(kind, board_of(name), rng, at)
