"""Random loops on any board: long, winding, filling the board.

In: a Board and a `random.Random`. Out: inside[F], the faces inside the loop; `boards.lines.outline` makes the lines.

A face may change sides when the faces round it (across its edges and at its vertices, the outer face among them)
form one run of inside faces and one run of others, each with a face across an edge. Then inside and outside stay
connected and no vertex gets four lines, so one loop stays one loop (in digital topology: the face is a simple point).

A plain loop:
1. Grow: from one face outwards, first faces with one neighbor inside, which makes a winding tree, then some with two.
2. Shake: faces change sides at random, as long as the loop's length comes nearer to a target and no new face appears
   all of whose neighbors are on its own side (on squares: a 3x3 block; not for short loops).
Published puzzles of 10x10 and more have loop length / vertices of 0.84 in the median, 0.73 at the 10th percentile.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import compress
from operator import ne

import numpy as np

from slitherenc.boards.adjacency import Rings, rings
from slitherenc.boards.board import Bits, Board
from slitherenc.generation.loops.human_loop import human_loop

Lengths = tuple[float, float]  # shares of the vertices, between which the target for a plain loop's length is drawn

SHAKES = 6  # tries a face
LENGTHS: Lengths = (0.80, 0.92)
WIDE = 0.6  # shorter loops than this have wide places


def random_loop(board: Board, rng: random.Random, kind: str = "human", lengths: Lengths | None = None) -> Bits:
    """Draw inside[F], the faces inside a random loop; the same state of `rng` gives the same loop.

    Parameters
    ----------
    board : Board
        Any board.
    rng : random.Random
        Where the random numbers come from.
    kind : {"human", "plain"}, optional
        Like those of puzzles that people made (`human_loop`), or with no aim but the length.
    lengths : tuple of float, optional
        Shares of the vertices: the target for the length is drawn between them. A loop with such a wish is always a
        plain one.
    """
    if kind == "human" and lengths is None:
        return human_loop(board, rng)
    around = rings(board)
    inside = bytearray(board.n_faces + 1)  # the last one, index -1, is the outer face
    _grow(around, inside, rng)
    _shake(board, around, inside, rng, rng.uniform(*(lengths or LENGTHS)))
    return np.array(inside[:-1], np.bool_)


def may_change(around: Rings, inside: bytearray, face: int) -> bool:
    """Whether the outline stays one loop when the face changes sides.

    `inside` has a byte for each face and a last one, 0, for the outer face; its outline is one loop.
    """
    ring = around.faces[face]
    colors = [inside[f] for f in ring]
    if sum(map(ne, colors, colors[1:] + colors[:1])) != 2:
        return False
    return len(set(compress(colors, around.across[face]))) == 2


def near_loops(board: Board, inside: Bits, depth: int = 2) -> Iterator[tuple[int, ...]]:
    """Sets of up to `depth` neighboring faces that can change sides one after the other; each makes another loop.

    inside[F] are the faces inside the loop. Every set is yielded once, as sorted face numbers.
    """
    around = rings(board)
    now = bytearray(np.append(inside, False))
    seen: set[tuple[int, ...]] = set()

    def further(changed: tuple[int, ...], candidates: Iterable[int]) -> Iterator[tuple[int, ...]]:
        for face in candidates:
            if face < 0 or face in changed or not may_change(around, now, face):
                continue
            faces = tuple(sorted((*changed, face)))
            if faces in seen:
                continue
            seen.add(faces)
            now[face] ^= 1
            if any(now[:-1]):
                yield faces
                if len(faces) < depth:
                    yield from further(faces, {f for g in faces for f in around.faces[g]})
            now[face] ^= 1

    yield from further((), range(board.n_faces))


def _grow(around: Rings, inside: bytearray, rng: random.Random) -> None:
    start = rng.randrange(len(around.faces))
    inside[start] = 1
    frontier = list(around.adjacent[start])
    held: list[int] = []
    for most in (1, 2):  # neighbors inside; first a tree, then a few places where it is wider
        frontier += held
        rng.shuffle(frontier)
        held = []
        while frontier:
            i = rng.randrange(len(frontier)) if rng.random() < 0.35 else len(frontier) - 1
            frontier[i], frontier[-1] = frontier[-1], frontier[i]
            face = frontier.pop()
            if inside[face] or not may_change(around, inside, face):
                continue
            if sum(inside[f] for f in around.adjacent[face]) > most or (most == 2 and rng.random() < 0.8):
                held.append(face)
                continue
            inside[face] = 1
            frontier += [f for f in around.adjacent[face] if not inside[f]]


def _shake(board: Board, around: Rings, inside: bytearray, rng: random.Random, share: float) -> None:
    target = share * board.n_vertices
    lines = [inside[a] != inside[b] for a, b in board.sides.tolist()]
    length = sum(lines)
    n_faces = board.n_faces
    for _ in range(SHAKES * n_faces):
        face = rng.randrange(n_faces)
        if not may_change(around, inside, face):
            continue
        sides = [f for f, yes in zip(around.faces[face], around.across[face], strict=True) if yes]
        change = len(sides) - 2 * sum(inside[f] != inside[face] for f in sides)
        if abs(length + change - target) > abs(length - target) + (rng.random() < 0.5):
            continue
        near = [face, *(f for f in around.faces[face] if f >= 0)]
        before = sum(_block(around, inside, f) for f in near)
        inside[face] ^= 1
        if share > WIDE and sum(_block(around, inside, f) for f in near) > before:
            inside[face] ^= 1
        else:
            length += change


def _block(around: Rings, inside: bytearray, face: int) -> bool:
    """Whether all faces round this one are on its side."""
    own = inside[face]
    return all(inside[f] == own for f in around.faces[face])
