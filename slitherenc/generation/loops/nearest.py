"""Search for the loop whose inside differs from a picture on as few faces as possible.

Faces have two *colors*, inside and outside; the outer face is outside. The picture gives each face its wanted color. By
a theorem on plane graphs, the edges between the colors form one loop if and only if some face is inside and the faces
of each color are connected across edges.

Finding the minimum is a MaxSAT problem. The hard clauses state that the lines form one loop (`connectivity="tree"`) and
that an edge is a line if and only if its two faces have different colors. A soft clause per face requires its wanted
color. RC2 (Ignatiev, Morgado, Marques-Silva, JSAT 2019) solves it in a child process that is killed at the time limit.

If the board is too large or the time is up, a local search runs. While the faces of a color form several regions, the
smallest region without the outer face is removed or connected to another region of its color, whichever leaves fewer
faces with an unwanted color. Then the outline is one loop. Single faces change to their wanted color if the outline
remains one loop. Finally, simulated annealing also accepts some changes to unwanted colors. The best loop is returned.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import exp

import numpy as np

from slitherenc.base.errors import GaveUp, UsageError
from slitherenc.base.supports import EVERYTHING, Supports
from slitherenc.boards.adjacency import faces_across, rings
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import inside as inside_of
from slitherenc.boards.lines import outline
from slitherenc.encodings.encode import clauses
from slitherenc.encodings.inside_variables import add_sides
from slitherenc.encodings.options import EncodeOptions
from slitherenc.generation.loops.random_loops import walk_over
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.timeout import loops_with_timeout

STEPS = 1000  # steps of the random walk, per face
MOST_STEPS = 3_000_000
WARMTH, COLD = 0.35, 0.08  # a change for the worse has probability exp(-1 / t); t falls from WARMTH + COLD to COLD


@dataclass(frozen=True, eq=False)
class Outline:
    """A loop whose inside is similar to a picture. The picture is a mask of the faces that should be inside."""

    inside: Bits  # the faces inside the loop, as a mask[F]
    changed: int  # the number of faces on which the loop differs from the picture
    exact: bool  # whether it is proved that no loop differs on fewer faces


def nearest_loop(board: Board, wanted: Bits, exact_limit: int = 400, seconds: float = 20.0) -> Outline:
    """Return an Outline: the inside of one loop that differs from wanted[F] on few faces.

    On boards of up to `exact_limit` faces, an exact search runs for up to `seconds` of wall time. If it does not
    finish, or if the board is larger, a local search finds a loop, which is the same in every run. `Outline.exact`
    tells whether it is proved that no loop differs on fewer faces. A local search proves this if its loop differs on at
    most one face.

    Raises UsageError if `wanted` does not have one value per face or `seconds` is not above 0, and SolverFailed if the
    MaxSAT solver fails.
    """
    target = np.array(wanted, np.bool_)
    if target.shape != (board.n_faces,):
        raise UsageError(f"expected {board.n_faces} values (one per face), got {target.size}")
    if not seconds > 0:
        raise UsageError(f"expected a time limit above 0 seconds, got {seconds:g}")
    model = build(board)
    inside = _near(board, target)
    exact = int(np.count_nonzero(inside != target)) <= 1  # 1 is minimal, because the picture itself is not a loop's
    if not exact and board.n_faces <= exact_limit:
        loops = loops_with_timeout(_MaxSat(target), model, Stats("maxsat"), seconds)
        try:
            inside, exact = inside_of(board, next(loops).bits()), True
        except GaveUp:
            pass
        finally:
            loops.close()
    if not exact:
        inside = _anneal(board, inside, target)
        exact = int(np.count_nonzero(inside != target)) <= 1
    loop_of(model, outline(board, inside))
    inside.setflags(write=False)
    return Outline(inside, int(np.count_nonzero(inside != target)), exact)


@dataclass(frozen=True, eq=False)
class _MaxSat:
    """An Engine (a way to search for loops) that uses MaxSAT to find the loop whose inside is nearest to wanted[F]."""

    wanted: Bits
    supports: Supports = EVERYTHING

    def loops(self, model: Model, stats: Stats) -> Generator[Loop]:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        board = model.board
        formula, first = add_sides(clauses(model, EncodeOptions(connectivity="tree")), board)
        wcnf = WCNF()
        for block in formula.blocks:
            wcnf.extend(block.clauses().tolist())
        for face, dark in enumerate(self.wanted.tolist(), first):
            wcnf.append([face if dark else -face], weight=1)
        with RC2(wcnf, solver="cadical153") as rc2:
            values = rc2.compute()
        if values is None:  # no loop of this model
            return
        yield loop_of(model, np.array(values[: board.n_edges]) > 0)


def _near(board: Board, wanted: Bits) -> Bits:
    colors = wanted.copy()
    if not colors.any():
        colors[0] = True  # the edges of a single face are a loop
    regions = _Regions(board, colors, wanted)
    regions.join()
    return _improve(board, regions.inside(), wanted)


class _Regions:
    """The colors of all faces and their regions (connected sets of one color). The outer face has the number F."""

    def __init__(self, board: Board, colors: Bits, wanted: Bits) -> None:
        self._outer = board.n_faces
        self._color = [*colors.tolist(), False]
        self._wanted = [*wanted.tolist(), False]
        n = len(self._color)
        self._adjacent = [[other % n for _, other in row] for row in faces_across(board)]
        self._label = [-1] * len(self._color)
        self._size: dict[int, int] = {}
        self._regions = [0, 0]  # the number of regions of each color
        self._queue: list[tuple[int, int]] = []  # (size, a face); outdated if the size of the region has changed
        for face in range(len(self._color)):
            if self._label[face] < 0:
                self._name(face, self._flood(face, self._color), face)
                self._regions[self._color[face]] += 1

    def inside(self) -> Bits:
        return np.array(self._color[:-1], np.bool_)

    def join(self) -> None:
        heapify(self._queue)
        while self._queue:
            size, face = heappop(self._queue)
            label = self._label[face]
            if self._size[label] != size or label == self._label[self._outer]:
                continue
            if self._regions[self._color[face]] > 1:
                region = self._flood(face, self._label)
                self._turn(self._bridge(region) or region)

    def _name(self, label: int, faces: list[int], seed: int) -> None:
        for face in faces:
            self._label[face] = label
        self._size[label] = self._size.get(label, 0) + len(faces)
        heappush(self._queue, (self._size[label], seed))

    def _flood(
        self, face: int, key: list[int] | list[bool], without: Iterable[int] = (), until: Collection[int] = ()
    ) -> list[int]:
        """Return `face` and the faces that can be reached from it by steps to adjacent faces. The search enters only
        faces with key[f] == key[face], and no face in `without`. `key` is a list of the colors or the regions of all
        faces. If `until` is not empty, the search ends when all faces in `until` are reached.
        """
        own = key[face]
        seen, region = {face, *without}, [face]
        missing = set(until) - {face}
        for at in region:
            for other in self._adjacent[at]:
                if other not in seen and key[other] == own:
                    seen.add(other)
                    region.append(other)
                    missing.discard(other)
                    if until and not missing:
                        return region
        return region

    def _cost(self, faces: Iterable[int]) -> int:
        """Return by how much the number of faces with an unwanted color rises if all of `faces` change color."""
        return sum(1 if self._color[f] == self._wanted[f] else -1 for f in faces)

    def _turn(self, faces: list[int]) -> None:
        old = self._label[faces[0]]
        color = not self._color[faces[0]]
        for face in faces:
            self._color[face] = color
            self._label[face] = -1
        beside = {self._label[g]: g for f in faces for g in self._adjacent[f] if self._label[g] >= 0}
        left = beside.pop(old, None)
        self._size[old] -= len(faces)
        if left is None:
            self._regions[not color] -= 1
        else:
            heappush(self._queue, (self._size[old], left))
        label = max(beside, key=lambda region: (self._size[region], region))
        seed = beside.pop(label)
        self._name(label, faces, seed)
        for region, face in beside.items():
            self._name(label, self._flood(face, self._label), seed)
            self._size[region] = 0
            self._regions[color] -= 1

    def _bridge(self, region: list[int]) -> list[int] | None:
        """Return faces that, when recolored, join `region` to another of its color, or None if this costs too much."""
        # It costs too much if a change of the region's own color leaves no more faces with an unwanted color.
        cost = self._cost(region)
        own, color = self._label[region[0]], self._color[region[0]]
        came: dict[int, int] = {}
        queue = [(0, 0, face, -1) for face in region]
        heapify(queue)
        while queue:
            so_far, steps, face, before = heappop(queue)
            if so_far >= cost:
                return None
            if face in came:
                continue
            came[face] = before
            if any(self._color[g] == color and self._label[g] != own for g in self._adjacent[face]):
                break
            for other in self._adjacent[face]:
                if self._color[other] != color and other != self._outer and other not in came:
                    step = self._color[other] == self._wanted[other]
                    heappush(queue, (so_far + step, steps + 1, other, face))
        else:
            return None
        path = []
        while came[face] >= 0:
            path.append(face)
            face = came[face]
        parts = self._parts(path)
        if parts is None or self._cost(path) + self._cost(parts) >= cost:
            return None
        return path + parts

    def _parts(self, path: list[int]) -> list[int] | None:
        """Return the faces that `path` cuts off from the main part of its region (a connected area of one color).
        Return None if the path fills the region and no other region has this color.
        """
        label = self._label[path[0]]
        on_path = set(path)
        borders = {g: None for f in path for g in self._adjacent[f] if self._label[g] == label and g not in on_path}
        if not borders:  # nothing would be left of the region; a color must keep one region
            return [] if self._regions[self._color[path[0]]] > 1 else None
        start = next(iter(borders))
        first = self._flood(start, self._label, on_path, borders)
        if not borders.keys() - set(first):
            return []
        parts = [first]
        seen = set(first)
        for face in borders:
            if face not in seen:
                parts.append(self._flood(face, self._label, on_path))
                seen.update(parts[-1])
        main_part = next((part for part in parts if self._outer in part), max(parts, key=len))
        return [face for part in parts if part is not main_part for face in part]


def _improve(board: Board, inside: Bits, wanted: Bits) -> Bits:
    around = rings(board).faces
    walk, sides = walk_over(board, inside)
    target = wanted.tolist()
    todo = deque(np.flatnonzero(inside != wanted).tolist())
    while todo:
        face = todo.popleft()
        if sides[face] != target[face] and walk.may_flip(face):
            walk.flip(face)
            todo += [f for f in around[face] if f >= 0 and sides[f] != target[f]]
    return np.array(sides[:-1], np.bool_)


def _anneal(board: Board, inside: Bits, wanted: Bits) -> Bits:
    rng = random.Random(board.n_faces)  # the same picture gives the same loop
    walk, sides = walk_over(board, inside)
    target = bytearray(wanted)
    best, fewest = sides[:-1], int(np.count_nonzero(inside != wanted))
    changed = fewest
    steps = min(STEPS * board.n_faces, MOST_STEPS)
    for step in range(steps):
        face = int(rng.random() * board.n_faces)
        if sides[face] == target[face]:
            temperature = WARMTH * (1 - step / steps) + COLD
            if rng.random() >= exp(-1 / temperature):
                continue
        if walk.may_flip(face):
            walk.flip(face)
            changed += 1 if sides[face] != target[face] else -1
            if changed < fewest:
                best, fewest = sides[:-1], changed
    return np.array(best, np.bool_)
