"""Synthetic square puzzles with one loop, of any size up to 1000×1000, from a seed.

1. A random simply connected inside: from one cell outwards, a cell is added while the inside stays one piece without
   holes and without two cells that touch only at a corner; cells with one neighbor inside first, so that it winds.
2. Clues of its outline, each kept with probability `density`.
3. More clues until the outline is the only loop (`slitherenc.generation.window.complete`). The final density is
   higher than the one asked for; it is among the facts.
"""

from __future__ import annotations

import random

import numpy as np

from slitherenc.boards.board import Bits
from slitherenc.boards.lines import face_counts, outline
from slitherenc.boards.square import square
from slitherenc.generation.window import complete_loop
from slitherenc.model.check_model import loop_of
from slitherenc.model.model import build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle

_RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def _addable(code: int) -> bool:
    """May a cell with this pattern of eight neighbors be added? The inside lies in one run round it, which holds a
    side neighbor: so it stays one piece, gets no hole, and touches nothing at a corner alone."""
    ring = [code >> i & 1 for i in range(8)]
    changes = sum(ring[i] != ring[i - 1] for i in range(8))
    return changes == 2 and any(ring[i] for i in (1, 3, 5, 7))


_ADDABLE = [_addable(code) for code in range(256)]


def random_inside(height: int, width: int, seed: int) -> Bits:
    """inside[height, width], simply connected both ways; most of the board's vertices lie on its outline."""
    rng = random.Random(seed)
    stride = width + 2
    cells = bytearray((height + 2) * stride)
    steps = [dr * stride + dc for dr, dc in _RING]
    sides = (-stride, 1, stride, -1)
    inner = bytearray((height + 2) * stride)
    for r in range(1, height + 1):
        inner[r * stride + 1 : r * stride + 1 + width] = b"\1" * width
    start = (height // 2 + 1) * stride + width // 2 + 1
    cells[start] = 1
    frontier = [start + d for d in sides]
    held: list[int] = []
    for most in (1, 2):  # first only cells with one neighbor inside, then a few with two
        frontier += held
        rng.shuffle(frontier)
        held = []
        while frontier:
            i = rng.randrange(len(frontier)) if rng.random() < 0.35 else len(frontier) - 1
            frontier[i], frontier[-1] = frontier[-1], frontier[i]
            cell = frontier.pop()
            if not inner[cell] or cells[cell]:
                continue
            code = 0
            for bit, step in enumerate(steps):
                code |= cells[cell + step] << bit
            if not _ADDABLE[code]:
                continue
            beside = sum(cells[cell + d] for d in sides)
            if beside > most or (most == 2 and rng.random() < 0.8):
                held.append(cell)
                continue
            cells[cell] = 1
            frontier += [cell + d for d in sides if not cells[cell + d]]
    return np.array(cells, np.bool_).reshape(height + 2, stride)[1:-1, 1:-1]


def synthetic(height: int, width: int, seed: int, density: float = 0.45) -> Puzzle:
    """The puzzle; `facts["density"]` is the final density of its clues, some 0.1 to 0.15 above the one asked for."""
    rng = random.Random(seed)
    board = square(height, width)
    loop = loop_of(build(board), outline(board, random_inside(height, width, seed).reshape(-1)))
    given = np.array([rng.random() < density for _ in range(board.n_faces)])
    clues = complete_loop(loop, np.where(given, face_counts(board, loop.bits()), NO_CLUE).astype(np.int16), rng)
    facts = {"density": f"{(clues >= 0).mean():.4f}", "seed": str(seed), "loop": str(len(loop.edges))}
    return Puzzle(board, clues, facts=facts)
