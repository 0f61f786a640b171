"""Synthetic square puzzles with one loop, of any size up to 1000×1000, from a seed.

1. A random simply connected inside: from one cell outwards, a cell is added while the inside stays one piece without
   holes and without two cells that touch only at a corner; cells with one neighbour inside first, so that it winds.
2. Clues of its outline, each kept with probability `density`.
3. Repaired until the outline is the only loop: a living solver that holds the clues looks for another answer; where
   that one differs, a clue is added here and there, and so on until there is no other loop. Clues are only ever
   added, so every cut stays right. The final density is higher than the one asked for; the facts tell it.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, outline
from slitherenc.boards.square import square
from slitherenc.encodings.base import base
from slitherenc.encodings.lower import lower
from slitherenc.model import build, model_of
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.master import _cycles, _Ends
from slitherenc.solvers.pysat_master import PySATMaster

Counts = NDArray[np.int64]  # lines round each face

EAGER = 6  # answers that are repaired whatever they are

_RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def _addable(code: int) -> bool:
    """May a cell with this pattern of eight neighbours be added? The inside lies in one run round it, which holds a
    side neighbour: so it stays one piece, gets no hole, and touches nothing at a corner alone."""
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
    for most in (1, 2):  # first only cells with one neighbour inside, then a few with two
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


def synthetic(height: int, width: int, seed: int, density: float = 0.45, solver: str = "maplecm") -> Puzzle:
    """The puzzle; `facts["density"]` is the final density of its clues, some 0.1 to 0.15 above the one asked for."""
    rng = np.random.default_rng(seed)
    board = square(height, width)
    lines = outline(board, random_inside(height, width, seed).reshape(-1))
    full = _counts(board, lines)
    told = rng.random(board.n_faces) < density
    master = PySATMaster(lower(base(build(board))), solver)
    _tell(master, board, full, np.flatnonzero(told))
    master.forbid(np.flatnonzero(lines).tolist())
    master.prefer(~lines)
    ends = _Ends(board)
    number = 0
    while (answer := master.solve()) is not None:
        number += 1
        loops = _cycles(ends, np.flatnonzero(answer).tolist())
        largest = np.zeros(board.n_edges, np.bool_)
        largest[loops[0]] = True
        other = answer if number <= EAGER else largest
        if number > EAGER and len(loops) > 1 and (_counts(board, largest) != full)[told].any():
            for cycle in loops:  # the largest breaks a clue alone, and so do the others, which are far from most
                master.forbid(cycle)
            continue
        # First any other answer will do, even of several loops: it differs in many places, and is found at once.
        differs = (_counts(board, other) != full) & ~told
        added = _spread(differs.reshape(height, width), rng)
        if not len(added):
            master.forbid(np.flatnonzero(other).tolist())
            continue
        told[added] = True
        _tell(master, board, full, added)
    master.close()
    facts = {"density": f"{told.mean():.4f}", "seed": str(seed), "loop": str(int(lines.sum()))}
    return Puzzle(board, np.where(told, full, NO_CLUE), facts=facts)


def _counts(board: Board, lines: Bits) -> Counts:
    """The number of lines round each face."""
    return lines[board.face_edges].reshape(-1, 4).sum(axis=1)


def _tell(master: PySATMaster, board: Board, full: Counts, faces: NDArray[np.intp]) -> None:
    """These clues become clauses of the living solver."""
    clues = np.full(board.n_faces, NO_CLUE)
    clues[faces] = full[faces]
    formula = lower(base(model_of(Puzzle(board, clues))))
    for block in formula.blocks:
        if block.label == "count":
            for clause in block.clauses().tolist():
                master.solver.add_clause(clause)


def _spread(differs: Bits, rng: np.random.Generator) -> NDArray[np.intp]:
    """Some of the cells that differ, no two within two steps of each other: one for each place of difference."""
    rows, columns = np.nonzero(differs)
    taken = np.zeros((differs.shape[0] + 4, differs.shape[1] + 4), np.bool_)
    chosen = []
    for i in rng.permutation(len(rows)).tolist():
        r, c = int(rows[i]), int(columns[i])
        if not taken[r : r + 5, c : c + 5].any():
            taken[r + 2, c + 2] = True
            chosen.append(r * differs.shape[1] + c)
    return np.array(chosen, np.intp)
