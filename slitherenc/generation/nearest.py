"""The loop whose inside is nearest to a picture: as few faces as possible are another color than wanted.

In: a Board and wanted[F]. Out: an Outline. A set of faces is the inside of one loop exactly when it is not empty and
both colors are connected across edges, the outer face being one of the others: the edges between the two sides of a
cut are a cycle of a plane graph exactly when both sides are connected in its dual (a minimal cut of the dual). So no
two inside faces of a loop meet at a vertex alone: they would part the faces round it.

The true minimum is MaxSAT: hard, the blank puzzle's formula with the tree connectivity, and "edge e is a line" iff its
two faces differ; soft, each face's wish. RC2 (Ignatiev, Morgado, Marques-Silva, JSAT 2019) finds it, in a process that
can be killed when its time is up.

Otherwise, a local method. Each color falls into regions (connected across edges). While a color has more than one,
the smallest region, but never the outer face's, either
    turns over: it becomes part of the regions round it, all of the other color; or
    is joined to a region of its color by a shortest path of faces; where this parts the region that the path
    crosses, all its parts but one (the outer face's, or the largest) turn over too;
whichever changes fewer faces. Both leave fewer regions: a region or part that turns over has only the other color
round it, so it makes no new one. At the end there is one region a color, so one loop. Then faces change sides one
by one, as `loops.may_change` allows, which keeps it one loop: first only to what is wanted, then in a random walk
that takes steps to the worse ever more seldom (simulated annealing), whose nearest loop is the answer. The walk helps
where a picture is mostly specks: there it changes up to half as many faces.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import exp

import numpy as np

from slitherenc.boards.board import Bits, Board, outline
from slitherenc.boards.board import inside as inside_of
from slitherenc.checker import loop_of
from slitherenc.decompose import EVERYTHING, Supports
from slitherenc.encodings.encode import EncodeOptions, clauses
from slitherenc.encodings.sides import add_sides
from slitherenc.errors import GaveUp, UsageError
from slitherenc.generation.loops import may_change, rings
from slitherenc.loop import Loop
from slitherenc.model import Model, build
from slitherenc.solvers.stats import Stats
from slitherenc.solvers.timeout import loops_within

STEPS = 1000  # of the random walk, a face
MOST_STEPS = 3_000_000
WARMTH, COLD = 0.35, 0.08  # a step to the worse is taken with probability exp(-1 / t), t falling from their sum to COLD


@dataclass(frozen=True, eq=False)
class Outline:
    """inside[F] of one loop; `changed`: faces that are not as wanted; `exact`: it is proved that no loop has fewer."""

    inside: Bits
    changed: int
    exact: bool


def nearest_loop(board: Board, wanted: Bits, exact_limit: int = 400, seconds: float = 20.0) -> Outline:
    """The inside of one loop that differs from wanted[F] in as few faces as possible.

    The minimum is looked for on boards of at most `exact_limit` faces, for so many seconds of wall time; otherwise
    the answer is near, the same for the same picture, and `exact` is False unless it changes one face at most.
    Raises UsageError when `wanted` is not one value a face, or `seconds` is not above 0; SolverFailed when the solver
    dies.
    """
    wish = np.array(wanted, np.bool_)
    if wish.shape != (board.n_faces,):
        raise UsageError(f"{board.n_faces} faces want as many colors, not {wish.size}")
    if not seconds > 0:
        raise UsageError(f"a time limit is more than 0 seconds, not {seconds:g}")
    model = build(board)
    inside = _near(board, wish)
    exact = int(np.count_nonzero(inside != wish)) <= 1  # none: the picture is a loop's; one: it is not
    if not exact and board.n_faces <= exact_limit:
        found = loops_within(_MaxSat(wish), model, Stats("maxsat"), seconds)
        try:
            inside, exact = inside_of(board, next(found).bits()), True
        except GaveUp:
            pass
        finally:
            found.close()
    if not exact:
        inside = _annealed(board, inside, wish)
        exact = int(np.count_nonzero(inside != wish)) <= 1
    loop_of(model, outline(board, inside))
    inside.setflags(write=False)
    return Outline(inside, int(np.count_nonzero(inside != wish)), exact)


@dataclass(frozen=True, eq=False)
class _MaxSat:
    """An Engine with one answer: the loop of a blank puzzle nearest to wanted[F]."""

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
        for face, wanted in enumerate(self.wanted.tolist(), first):
            wcnf.append([face if wanted else -face], weight=1)
        with RC2(wcnf, solver="cadical153") as rc2:
            values = rc2.compute()
        if values is None:  # no loop of this model
            return
        yield loop_of(model, np.array(values[: board.n_edges]) > 0)


def _near(board: Board, wanted: Bits) -> Bits:
    """The inside of one loop by the local method."""
    colors = wanted.copy()
    if not colors.any():
        colors[0] = True  # a face's edges are a loop
    regions = _Regions(board, colors, wanted)
    regions.join()
    return _improved(board, regions.inside(), wanted)


class _Regions:
    """Faces and the outer one (number F), their colors and their regions, which are joined to one a color."""

    def __init__(self, board: Board, colors: Bits, wanted: Bits) -> None:
        self._outer = board.n_faces
        self._color = [*colors.tolist(), False]
        self._wanted = [*wanted.tolist(), False]
        self._beside: list[list[int]] = [[] for _ in self._color]
        for right, left in (board.sides % len(self._color)).tolist():
            self._beside[right].append(left)
            self._beside[left].append(right)
        self._label = [-1] * len(self._color)
        self._size: dict[int, int] = {}
        self._regions = [0, 0]  # how many, of each color
        self._queue: list[tuple[int, int]] = []  # (size, a face); stale when the region's size is another by now
        for face in range(len(self._color)):
            if self._label[face] < 0:
                self._name(face, self._flood(face, self._color), face)
                self._regions[self._color[face]] += 1

    def inside(self) -> Bits:
        return np.array(self._color[:-1], np.bool_)

    def join(self) -> None:
        """Until there is one region a color; see the module's text."""
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
        """The faces of the same key that are connected to this one; stops early when it has met all of `until`."""
        wish = key[face]
        seen, region = {face, *without}, [face]
        missing = set(until) - {face}
        for at in region:
            for other in self._beside[at]:
                if other not in seen and key[other] == wish:
                    seen.add(other)
                    region.append(other)
                    missing.discard(other)
                    if until and not missing:
                        return region
        return region

    def _cost(self, faces: Iterable[int]) -> int:
        """How many more faces are not as wanted when these turn over."""
        return sum(1 if self._color[f] == self._wanted[f] else -1 for f in faces)

    def _turn(self, faces: list[int]) -> None:
        """Turns over a connected part of one region; what is left of the region is connected too."""
        old = self._label[faces[0]]
        color = not self._color[faces[0]]
        for face in faces:
            self._color[face] = color
            self._label[face] = -1
        beside = {self._label[g]: g for f in faces for g in self._beside[f] if self._label[g] >= 0}
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
        """The faces to turn over that join the region to another, if that costs less than to turn the region over."""
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
            if any(self._color[g] == color and self._label[g] != own for g in self._beside[face]):
                break
            for other in self._beside[face]:
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
        """What must turn over with a path so that the rest of its region is connected; None if nothing is left."""
        label = self._label[path[0]]
        on_path = set(path)
        borders = {g: None for f in path for g in self._beside[f] if self._label[g] == label and g not in on_path}
        if not borders:
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
        kept = next((part for part in parts if self._outer in part), max(parts, key=len))
        return [face for part in parts if part is not kept for face in part]


def _improved(board: Board, inside: Bits, wanted: Bits) -> Bits:
    """With single faces changed to what is wanted while what was one loop stays one loop."""
    around = rings(board)
    now = bytearray(np.append(inside, False))
    wish = wanted.tolist()
    todo = deque(np.flatnonzero(inside != wanted).tolist())
    while todo:
        face = todo.popleft()
        if now[face] != wish[face] and may_change(around, now, face):
            now[face] ^= 1
            todo += [f for f in around.faces[face] if f >= 0 and now[f] != wish[f]]
    return np.array(now[:-1], np.bool_)


def _annealed(board: Board, inside: Bits, wanted: Bits) -> Bits:
    """The nearest of the loops met in a random walk that starts at `inside`; see the module's text."""
    around = rings(board)
    rng = random.Random(board.n_faces)  # the same picture gives the same loop
    now = bytearray(np.append(inside, False))
    wish = bytearray(wanted)
    best, fewest = bytes(now), int(np.count_nonzero(inside != wanted))
    changed = fewest
    steps = min(STEPS * board.n_faces, MOST_STEPS)
    for step in range(steps):
        face = int(rng.random() * board.n_faces)
        if now[face] == wish[face]:
            temperature = WARMTH * (1 - step / steps) + COLD
            if rng.random() >= exp(-1 / temperature):
                continue
        if may_change(around, now, face):
            now[face] ^= 1
            changed += 1 if now[face] != wish[face] else -1
            if changed < fewest:
                best, fewest = bytes(now), changed
    return np.frombuffer(best[:-1], np.bool_).copy()
