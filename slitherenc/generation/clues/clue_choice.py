"""Chooses clues for a loop, so that the puzzle has the requested difficulty and looks handmade.

`ClueChoice` takes orbits (sets of faces of which all or none have clues), a Plan (the requirements) and a Checker that
stores a loop. The checker must prove, at the levels (depths of search) that the plan allows, that no other loop fits
the chosen clues. The *cost* of a set of clues is its distance from the plan in five respects: difficulty, density, mix
of numbers, size of the largest area without clues, and size of *dull* areas (on squares, areas of only 1s and 2s).

1. *Start*: from all clues, remove many at a time, in a random order in which rare numbers come late.
2. *Tail*: remove the candidate (an orbit or a few orbits) whose removal results in the lowest cost, again and again.
3. *Ruin and recreate* (Schrimpf et al. 2000): add some clues, mostly near edges that were hard to decide, and repeat
   the tail without removing these. The result is accepted if it is not worse.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from slitherenc.base import compiled
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.csr import Column, column
from slitherenc.generation.clues import human_effort
from slitherenc.generation.clues.human_effort import ONLY, Checker
from slitherenc.generation.clues.minimize import Orbit
from slitherenc.generation.make import puzzle_of_loop
from slitherenc.puzzles.puzzle import Puzzle

BASE, WEIGHTS = 1.1, (3, 5, 14, 16, 22, 30, 40)  # the constant of the score, and a weight for each level of the checker
UNBOUNDED = 1 << 30
STARTED = 0.60  # the density at which the start ends and the tail begins
CHOICES = 3  # candidates compared in each step of the tail
# Rounds of ruin and recreate on boards of OF_FACES faces. Larger boards take fewer, since differences average out.
ROUNDS, FEWEST_ROUNDS, OF_FACES = 12, 2, 100
GOOD_ENOUGH = 0.25  # the cost at which no further rounds are run
SETTERS = (0.10, 0.26, 0.35, 0.29)  # the shares of 0, 1, 2 and 3 among the clues of 387 10×10 puzzles by people …
FACES = (0.09, 0.28, 0.42, 0.21)  # … and among all faces of their loops
TOO_EMPTY = 0.35  # the largest share of the faces in one area without clues; in puzzles by people, 0.35 is the mean
NOT_EMPTY = 0.25  # the share of the faces above which an area without clues has a cost, unless a size is requested
SPARE = 0.15  # how far the score may exceed the aim

Mix = tuple[float, float, float, float]


@dataclass(frozen=True)
class Plan:
    """The requirements for a choice of clues."""

    high: int  # the checker searches only at the levels (depths of its search) below this one
    aim: float  # the requested score (the checker's measure of difficulty)
    density: float  # the number of clues, as a share of the faces
    mix: Mix  # the requested shares of the four classes of clues (`Checker.kinds`); on squares, of 0, 1, 2 and 3
    max_empty: int  # the largest allowed area without clues, in faces
    # The requested size of the largest area without clues, as a share of the faces. None requests no size; then only
    # shares above NOT_EMPTY add to the cost.
    empty: float | None = None
    key: int | None = None  # the level that one to three edges should need about halfway through the solving, if any
    on_mix: float = 2.0  # the weight of deviations from `mix` in the cost


@dataclass(frozen=True)
class Measurement:
    """The cost (the distance from the requested properties), the difficulty score and the density of a set of clues."""

    cost: float
    score: float
    density: float


def checker_of(board: Board, lines: Bits) -> Checker:
    """Return a Checker that stores the loop lines[E]. The Checker is compiled if the compiled module exists."""
    module = compiled.plain(human_effort) if compiled.PLAIN else human_effort
    checker: Checker = module.Checker(*_columns(board))
    checker.learn(lines.astype(np.intc).tolist())
    return checker


@lru_cache(maxsize=8)
def _columns(board: Board) -> tuple[Column, ...]:
    sides = np.where(board.sides < 0, board.n_faces, board.sides)
    parts = board.ends, sides, board.vertex_start, board.vertex_edges, board.face_start, board.face_edges
    return tuple(map(column, parts))


class ClueChoice:
    """A set of clues under construction. orbits[i] is a set of faces; all have clues if given[i], else none."""

    def __init__(self, checker: Checker, orbits: Sequence[Orbit], required: Iterable[int], rng: random.Random) -> None:
        self._checker, self.orbits, self._rng = checker, orbits, rng
        self._required = frozenset(required)
        self.given = [False] * len(orbits)
        self._weights = array("i", WEIGHTS)
        self._orbit_of = {face: i for i, orbit in enumerate(orbits) for face in orbit}
        self._smallest = min(map(len, orbits), default=1)
        self.set_given(range(len(orbits)))

    @property
    def n_given(self) -> int:
        return sum(len(orbit) for orbit, is_given in zip(self.orbits, self.given, strict=True) if is_given)

    def mix(self, board: Board, squares: Mix = SETTERS) -> Mix:
        """Return what share of the clues should be in each of the four classes of faces (see `Checker.kinds`).

        On boards of squares, return `squares`. On other boards, multiply each of `squares` by the number of
        faces of its class on this board, divide it by the share of the class among faces of square boards (FACES), and
        scale the results so that they add up to 1.
        """
        kinds = self._checker.kinds()
        if (np.diff(board.face_start) == 4).all():
            return squares
        likes = [
            setters / faces * kinds.count(k) for k, (setters, faces) in enumerate(zip(squares, FACES, strict=True))
        ]
        zero, one, between, high = (like / sum(likes) for like in likes)
        return zero, one, between, high

    def puzzle(self, board: Board, lines: Bits) -> Puzzle:
        """Return the puzzle that has the current clues and the solution lines[E]."""
        shown = [face for orbit, given in zip(self.orbits, self.given, strict=True) if given for face in orbit]
        return puzzle_of_loop(board, lines, shown)

    def set_given(self, orbits: Iterable[int]) -> None:
        """Put clues on all faces of these orbits (sets of faces), and on no other faces."""
        wanted = set(orbits)
        for i, is_given in enumerate(self.given):
            if is_given != (i in wanted):
                self._give(i, not is_given)

    def given_orbits(self) -> list[int]:
        return [i for i, is_given in enumerate(self.given) if is_given]

    def _give(self, i: int, is_given: bool) -> None:
        self.given[i] = is_given
        self._checker.give(self.orbits[i], is_given)

    def _give_all(self, orbits: Iterable[int], is_given: bool) -> None:
        for i in orbits:
            self._give(i, is_given)

    def start(self, plan: Plan) -> bool:
        """Remove clues until the density is near the constant STARTED, or the plan's density if that is higher.

        Return False if the checker cannot prove, even with all clues, that the puzzle has only one solution.
        """
        self.set_given(range(len(self.orbits)))
        if self._checker.check(plan.high, 0, self._weights, UNBOUNDED) != ONLY:
            return False
        left, wanted = self.n_given, max(STARTED, plan.density) * self._checker.n_faces
        order = self._in_order(plan, range(len(self.orbits)))
        size = max(4, len(order) // 8)
        chunks = [order[at : at + size] for at in range(0, len(order), size)]
        while chunks and left > wanted:
            chunk = chunks.pop(0)
            while chunk and left - sum(len(self.orbits[i]) for i in chunk) < wanted - 2:
                chunk = chunk[:-1]
            if not chunk:
                break
            self._give_all(chunk, False)
            if self._checker.check(plan.high, 0, self._weights, UNBOUNDED) == ONLY and self._is_full(plan):
                left -= sum(len(self.orbits[i]) for i in chunk)
                continue
            self._give_all(chunk, True)
            if len(chunk) > 1:
                chunks[:0] = [chunk[: len(chunk) // 2], chunk[len(chunk) // 2 :]]
        return True

    def _is_full(self, plan: Plan) -> bool:
        self._checker.count_layout()
        return bool(self._checker.empty <= plan.max_empty)

    def _in_order(self, plan: Plan, orbits: Iterable[int]) -> list[int]:
        """Return these orbits (sets of faces) in random order. Orbits whose clues are less wanted tend to be first."""
        kinds = self._checker.kinds()
        there = [max(1, kinds.count(kind)) for kind in range(len(plan.mix))]
        keep = [  # for each class of clues, the share of its faces that should have clues
            min(0.95, max(0.05, plan.density * share * len(kinds) / number))
            for share, number in zip(plan.mix, there, strict=True)
        ]

        def late(i: int) -> float:
            """Return a random sort key for orbits[i] (a set of faces). It tends to be large for clues to keep."""
            share = sum(keep[kinds[face]] for face in self.orbits[i]) / len(self.orbits[i])
            return -float(self._rng.random() ** (share / (1 - share)) ** 2)

        places = {i: late(i) for i in orbits if i not in self._required}
        return sorted(places, key=places.__getitem__)

    def measure(self, plan: Plan) -> Measurement | None:
        """Measure the current clues. Return None if the puzzle is too hard or is not proved to have only one loop."""
        checker = self._checker
        n_edges = checker.n_edges
        most = int((plan.aim + SPARE - BASE) * n_edges)
        if checker.check(plan.high, 1, self._weights, most) != ONLY:
            return None
        checker.count_layout()
        n_faces, n = checker.n_faces, max(1, checker.n_given)
        score, density, empty = BASE + checker.cost / n_edges, n / n_faces, checker.empty / n_faces
        apart = sum(abs(number / n - share) for number, share in zip(checker.n_kinds, plan.mix, strict=True))
        off = max(0.0, empty - NOT_EMPTY) if plan.empty is None else 1.5 * abs(empty - plan.empty)
        cost = plan.on_mix * apart + 20 * max(0.0, density - plan.density - 0.005) + 8 * off
        cost += 6 * checker.dull / n_faces + 3 * abs(score - plan.aim)
        if plan.key is not None:
            cost += _away_from_key(checker.hits(), plan.key, n_edges)
        return Measurement(cost, score, density)

    def tail(self, plan: Plan, stay: Iterable[int] = ()) -> Measurement | None:
        """Remove the clues of orbits (sets of faces) until the plan's density is reached or no orbit can be removed.

        Orbits in `stay` keep their clues. Return the measurement of the remaining clues. Return None if the initial
        puzzle is too hard, or if it is not proved to have only one solution.
        """
        look = self.measure(plan)
        if look is None:
            return None
        pool = self._in_order(plan, sorted(set(self.given_orbits()).difference(stay)))[::-1]
        wanted = plan.density * self._checker.n_faces + self._smallest / 2
        handful = UNBOUNDED
        while (over := self.n_given - wanted) > 0 and pool:
            handful = max(1, min(handful, int(over / self._smallest / 8)))
            best: tuple[float, list[int], Measurement] | None = None
            failed: list[int] = []
            for at in range(CHOICES):
                orbits = pool[-handful * (at + 1) : len(pool) - handful * at]
                after = self._without(orbits, plan) if orbits else None
                if after is None:
                    failed += orbits
                elif best is None or after.cost < best[0]:
                    best = after.cost, orbits, after
            gone = set(best[1]) if best is not None else set()
            if handful == 1:
                gone.update(failed)  # these are needed, and still are with fewer clues
            elif best is None:
                handful //= 2
            if best is not None:
                self._give_all(best[1], False)
                look = best[2]
            pool = [i for i in pool if i not in gone]
            if handful > 1 or self._rng.random() < 0.3:
                pool = self._in_order(plan, pool)[::-1]
        return look

    def _without(self, orbits: Sequence[int], plan: Plan) -> Measurement | None:
        """Return measure(plan) without the clues on `orbits` (sets of faces), or None if too large an area is empty."""
        self._give_all(orbits, False)
        look = self.measure(plan)
        if look is not None and self._checker.empty > plan.max_empty:
            look = None
        self._give_all(orbits, True)
        return look

    def improve(self, plan: Plan, best: Measurement) -> Measurement:
        """Repeatedly add clues and remove others; undo changes that raise the cost. Return the final measurement."""
        orbits = self.given_orbits()
        for _ in range(min(ROUNDS, max(FEWEST_ROUNDS, ROUNDS * OF_FACES // self._checker.n_faces))):
            if best.cost <= GOOD_ENOUGH:
                break
            back = self._to_come_back(plan, best)
            if not back:
                break
            self._give_all(back, True)
            look = self.tail(plan, back)
            if look is not None and look.cost <= best.cost:
                best, orbits = look, self.given_orbits()
            else:
                self.set_given(orbits)
        return best

    def _to_come_back(self, plan: Plan, look: Measurement) -> list[int]:
        """Choose random orbits (sets of faces) that are to get clues, and return the indices of these orbits."""
        out = [i for i, is_given in enumerate(self.given) if not is_given]
        n = max(1, len(self.orbits) // 40)
        back: set[int] = set()
        if look.score > plan.aim - 0.1 or look.density > plan.density + 0.01:  # too hard, or too many clues
            self.measure(plan)  # finds the edges that were hard to decide; clues near them help most
            near = self._near_hits()
            if near:
                back.update(self._rng.choices(list(near), list(near.values()), k=n))
        while len(back) < min(n + 1, len(out)):
            back.add(self._rng.choice(out))
        return sorted(back)

    def _near_hits(self) -> dict[int, int]:
        """Map orbits (sets of faces) without clues to the total weight of nearby edges that the checker had to try."""
        near: dict[int, int] = {}
        for edge, level, _ in self._checker.hits():
            if level > 0:
                for i in self._beside([edge]):
                    near[i] = near.get(i, 0) + WEIGHTS[level]
        return near

    def _beside(self, edges: Iterable[int]) -> list[int]:
        """Return the orbits (sets of faces) that have no clues and contain a face at an end of one of these edges."""
        found = {self._orbit_of.get(face, -1) for edge in edges for face in self._faces_at(edge)}
        return sorted(i for i in found if i >= 0 and not self.given[i])

    def _faces_at(self, edge: int) -> set[int]:
        """Return the faces around the two ends of an edge. The outer face has the number n_faces."""
        checker = self._checker
        ends, start, sides = checker.ends, checker.vertex_start, checker.sides
        return {
            sides[2 * checker.vertex_edges[i] + side]
            for v in (ends[2 * edge], ends[2 * edge + 1])
            for i in range(start[v], start[v + 1])
            for side in range(2)
        }

    def mend(self, edges: Sequence[int], known: Sequence[int]) -> bool:
        """Add clues that help a solver to continue from a partial solution. Return False if no more clues are possible.

        known[E] is 1 for a line, 0 for no line and -1 for an undecided edge. Clues are added near `edges`, and near
        each connected area of undecided edges that does not contain any of `edges`.
        """
        out = [i for i, is_given in enumerate(self.given) if not is_given]
        if not out:
            return False
        state = array("i", known)
        self._checker.reach(state)
        areas = open_areas(self._checker.ends, self._checker.value)
        elsewhere = [area for area in areas if not set(edges).intersection(area)]
        if not self._mend_near(edges, self._beside(edges), state):
            everywhere = range(len(known))
            if not self._mend_near(everywhere, out, state):
                self._give(self._rng.choice(out), True)
        for area in elsewhere:
            self._mend_near(area, self._beside(area), state)
        return True

    def _mend_near(self, edges: Sequence[int], orbits: Iterable[int], state: array[int]) -> bool:
        """Add the clues of one orbit (set of faces), so that propagation from the partial solution `state` decides as
        many of `edges` as possible. Add none if earlier additions already help. Return False if no orbit helps."""
        n = self._checker.reach(state)
        before = self._count_decided(edges)
        if before > sum(state[edge] >= 0 for edge in edges):
            return True  # a clue that was added elsewhere already helps
        progress = {i: self._progress(i, edges, state) for i in orbits}
        best = max(progress.values(), default=(before, n))
        if best <= (before, n):
            return False
        self._give(self._rng.choice([i for i, value in progress.items() if value == best]), True)
        return True

    def _count_decided(self, edges: Sequence[int]) -> int:
        return int((np.asarray(self._checker.value)[list(edges)] >= 0).sum())

    def _progress(self, i: int, edges: Sequence[int], state: array[int]) -> tuple[int, int]:
        """Return how many of `edges`, and of all edges, would be decided if the faces in orbits[i] had clues."""
        self._give(i, True)
        n = self._checker.reach(state)
        self._give(i, False)
        return self._count_decided(edges), n


def open_areas(ends: Sequence[int], value: Sequence[int]) -> list[list[int]]:
    """Group the undecided edges of value[E] into connected areas; ends[2e] and ends[2e + 1] are the ends of edge e."""
    at: dict[int, list[int]] = {}  # the undecided edges at each vertex
    for edge, known in enumerate(value):
        if known < 0:
            for end in (ends[2 * edge], ends[2 * edge + 1]):
                at.setdefault(end, []).append(edge)
    areas: list[list[int]] = []
    seen: set[int] = set()
    for edge in sorted({edge for edges in at.values() for edge in edges}):
        if edge not in seen:
            seen.add(edge)
            area = [edge]
            for inner in area:  # `area` grows in the loop
                beside = [e for end in (ends[2 * inner], ends[2 * inner + 1]) for e in at[end] if e not in seen]
                area += dict.fromkeys(beside)
                seen.update(beside)
            areas.append(area)
    return areas


def _away_from_key(hits: Sequence[tuple[int, int, int]], key: int, n_edges: int) -> float:
    """Return how far the hits, edges that were hard to decide, are from the ideal. The result is 0 for the ideal.

    Ideally, one to three edges need the level (depth of search) `key` or more, and the hardest of them is decided when
    40 to 80 % of all edges are known. A hit is (edge, its level, the number of edges that were known before).
    """
    keys = [hit for hit in hits if hit[1] >= key]
    if not keys:
        return 1.5
    at = max(keys, key=lambda hit: hit[1])[2] / n_edges
    return 0.4 * max(0, len(keys) - 3) + 2 * max(0.0, 0.4 - at, at - 0.8)
