"""Random loops on any board: long, winding, filling the board.

In: a Board and a `random.Random`. Out: inside[F], the faces inside the loop; `boards.board.outline` makes the lines.

A face may change sides when the faces round it (across its edges and at its vertices, the outer face among them)
are one run of inside faces and one run of others, each with a face across an edge. Then inside and outside stay
connected, and no vertex gets four lines: what was one loop is one loop (in the digital plane: a simple point). So
1. grow: from one face outwards, faces with one neighbor inside first, which makes a winding tree, then some with two;
2. shake: faces change sides at random while the loop's length nears the wished share of the vertices and no new
   face turns up all of whose neighbors are on its own side (on squares: a 3x3 block).
Published puzzles of 10x10 and more have loop length / vertices of 0.84 in the median, 0.73 at the 10th percentile.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from slitherenc.boards.board import Bits, Board

SHAKES = 6  # tries a face
LENGTHS = (0.80, 0.92)  # the wished loop length / vertices is drawn between these


@dataclass(frozen=True)
class Rings:
    """Round each face, in order: the faces across its edges and at its vertices (-1 = outer), and which are across."""

    faces: tuple[tuple[int, ...], ...]
    across: tuple[tuple[bool, ...], ...]
    beside: tuple[tuple[int, ...], ...]  # the faces across the edges, without the outer face


@lru_cache(maxsize=8)
def rings(board: Board) -> Rings:
    """The Rings of a board; remembered for the boards last asked for.

    Going round a face clockwise, it lies on the right hand. At the vertex where edge e ends, the face is the sector
    counter-clockwise of e; the sectors clockwise of e are the face across e, then those at the corner, and at last the
    face across the next edge.
    """
    sides, ends = board.sides.tolist(), board.ends.tolist()
    around = [board.edges_of_vertex(v).tolist() for v in range(board.n_vertices)]
    sectors = [[sides[e][1 if ends[e][0] == v else 0] for e in edges] for v, edges in enumerate(around)]
    all_faces, all_across, all_beside = [], [], []
    for face in range(board.n_faces):
        ring: list[int] = []
        across: list[bool] = []
        for edge in board.edges_of_face(face).tolist():
            ahead = sides[edge][0] == face  # clockwise is from the lower vertex to the higher
            vertex = ends[edge][1 if ahead else 0]
            ring.append(sides[edge][1 if ahead else 0])
            across.append(True)
            at, n = around[vertex].index(edge), len(around[vertex])
            corner = [sectors[vertex][(at - t) % n] for t in range(2, n - 1)]
            ring += corner
            across += [False] * len(corner)
        all_faces.append(tuple(ring))
        all_across.append(tuple(across))
        all_beside.append(tuple(f for f, yes in zip(ring, across, strict=True) if yes and f >= 0))
    return Rings(tuple(all_faces), tuple(all_across), tuple(all_beside))


def random_loop(board: Board, rng: random.Random) -> Bits:
    """inside[F] of a random loop; see the module's text."""
    around = rings(board)
    inside = bytearray(board.n_faces + 1)  # the last one, index -1, is the outer face
    _grow(around, inside, rng)
    _shake(board, around, inside, rng)
    return np.array(inside[:-1], np.bool_)


def may_change(around: Rings, inside: bytearray, face: int) -> bool:
    """May the face change sides, so that what was one loop stays one loop?"""
    ring = around.faces[face]
    colors = [inside[f] for f in ring]
    changes = sum(a != b for a, b in zip(colors, colors[1:] + colors[:1], strict=True))
    if changes != 2:
        return False
    beside = {inside[f] for f, yes in zip(ring, around.across[face], strict=True) if yes}
    return len(beside) == 2


def near_loops(board: Board, inside: Bits, depth: int = 2) -> Iterator[tuple[int, ...]]:
    """Sets of up to `depth` neighbouring faces that may change sides one after the other: each makes another loop."""
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
    frontier = list(around.beside[start])
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
            if sum(inside[f] for f in around.beside[face]) > most or (most == 2 and rng.random() < 0.8):
                held.append(face)
                continue
            inside[face] = 1
            frontier += [f for f in around.beside[face] if not inside[f]]


def _shake(board: Board, around: Rings, inside: bytearray, rng: random.Random) -> None:
    wished = rng.uniform(*LENGTHS) * board.n_vertices
    lines = [inside[a] != inside[b] for a, b in board.sides.tolist()]
    length = sum(lines)
    n_faces = board.n_faces
    for _ in range(SHAKES * n_faces):
        face = rng.randrange(n_faces)
        if not may_change(around, inside, face):
            continue
        sides = [f for f, yes in zip(around.faces[face], around.across[face], strict=True) if yes]
        change = len(sides) - 2 * sum(inside[f] != inside[face] for f in sides)
        if abs(length + change - wished) > abs(length - wished) + (rng.random() < 0.5):
            continue
        near = [face, *(f for f in around.faces[face] if f >= 0)]
        before = sum(_block(around, inside, f) for f in near)
        inside[face] ^= 1
        if sum(_block(around, inside, f) for f in near) > before:
            inside[face] ^= 1
        else:
            length += change


def _block(around: Rings, inside: bytearray, face: int) -> bool:
    """Are all faces round it on its side?"""
    return all(inside[f] == inside[face] for f in around.faces[face])
