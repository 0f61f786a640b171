"""Proposer: finds loops of a Model that has few constraints, by repairing one loop. Callers must check the loops.

Each constraint must be a sum (it limits a number of lines) or a side (it puts a face inside or outside the loop). The
method `turn` yields solutions as bool[E] (whether each edge is a line), some more than once. A turn ends after a given
*effort* (a count of steps). The next turn continues where it ended.

The search anneals a loop (`PatchWalk`), and repairs violated sums in windows, which are sets of nearby faces
(`PatchWindow`). docs/searches.md describes this search.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import cycle
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from slitherenc.base import compiled
from slitherenc.model.cardinality import places_of_clauses
from slitherenc.solvers.patch.columns import patch_columns
from slitherenc.solvers.sat.sat_engine import LARGE

if TYPE_CHECKING:
    from slitherenc.boards.board import Bits
    from slitherenc.boards.csr import Column, Numbers
    from slitherenc.model.model import Model
    from slitherenc.solvers.patch.columns import PatchColumns
    from slitherenc.solvers.patch.patch_walk import PatchWalk
    from slitherenc.solvers.patch.patch_window import PatchWindow
    from slitherenc.solvers.residual import Residual

UNITS = 1 << 32
CHANCES = 64  # the same value as in patch_walk.py
STEPS = 64  # the number of temperatures of one annealing


class Annealing(NamedTuple):
    """The parameters of simulated annealing. `hot` and `cold` are the first and the last inverse temperature, and
    `steps` is the number of steps per face. `focus` and `reach` are arguments of `PatchWalk.anneal`."""

    hot: float
    cold: float
    steps: int
    focus: int
    reach: int


# The annealings are used in turn. The first one leaves little of the previous loop. It helps where no window does,
# because distant lines have to move.
ANNEALINGS = (
    Annealing(1.0, 4.0, 1000, UNITS // 10, 100),
    *(Annealing(hot, 5.0, 100, 3 * UNITS // 10, 1 << 30) for hot in (3.0, 2.5, 2.0)),
)
KEEP = 3 * UNITS // 10  # the chance, out of 2³², that a growing loop absorbs a face that has more than one line
SHARE = 0.35  # share of the edges; if more are decided, each decided edge becomes a sum


class Level(NamedTuple):
    """Limits for repairs in a window: its number of faces, the calls of the SAT solver, and the conflicts per call."""

    size: int
    rounds: int
    conflicts: int


LEVELS = (Level(64, 40, 500), Level(144, 40, 500), Level(324, 60, 1000), Level(600, 200, 2000), Level(1200, 200, 3000))
SECOND = (36, 100, 225, 484)  # the numbers of faces of the windows for a second loop
SECOND_TRIES = 20  # windows of each of these sizes
# The effort of a turn is TURN + n_faces / SQUARE for each face. It grows with the square of the number of faces, since
# lazy cuts finish only on small boards, and the other boards are left to the proposer.
TURN, SQUARE = 150, 9
DENSE, HEAD_START = 0.35, 150  # with DENSE sums for each face, lazy cuts begin, with HEAD_START effort for each edge
# Effort is counted in units of about half a microsecond. A window costs WINDOW plus one for each clause; a call of its
# solver costs its edges / CALL, and a conflict its edges / CONFLICT. STEPS_A_UNIT steps of the walk cost one unit.
WINDOW, CALL, CONFLICT, STEPS_A_UNIT = 1000, 4, 80, 8
BEGIN = 1000  # the effort of a new loop, plus one for each face


class Proposer:
    """Proposes loops of one Model by local search, taking turns with a SAT solver.

    `exhausted` becomes true when the search ends because it finds no other loop near the loop that it found last. If a
    `residual` (a model of what is still undecided) is given, each loop found is converted to a solution of the
    residual, or dropped if it contradicts a decided edge. If `is_second` is true, the SAT solver takes the first turn.
    """

    def __init__(
        self, columns: PatchColumns, seed: int = 1, residual: Residual | None = None, is_second: bool = False
    ) -> None:
        self._columns, self._seed, self._residual = columns, seed, residual
        self._random = random.Random(seed)
        self.effort = 0  # the effort so far
        self.exhausted = False
        n_faces, n_edges = columns.n_faces, len(columns.loop.ends) // 2
        is_dense = columns.n_sums >= DENSE * n_faces
        self.effort_of_turn = n_faces * (TURN + n_faces // SQUARE)
        self.head_start = HEAD_START * n_edges if is_second or (is_dense and n_faces <= LARGE) else 0
        self._steps = self._search()

    def turn(self) -> Iterator[Bits]:
        """Take about `self.effort_of_turn` steps of the search, and yield the loops found."""
        end = self.effort + self.effort_of_turn
        while self.effort < end:
            try:
                lines = next(self._steps)
            except StopIteration:
                self.exhausted = True
                return
            if lines is not None and self._residual is not None:
                lines = self._residual.lower(lines)
            if lines is not None:
                yield lines

    # Generators that yield None after each step.

    def _search(self) -> Iterator[Bits | None]:
        has_second = True
        while has_second:
            self._walk, self._window = open_walk(self._columns, self._seed)
            self._seed += 1
            self.effort += BEGIN + self._walk.n_faces
            self._walk.grow(self._columns.middle, KEEP, chances(ANNEALINGS[0].hot))
            for annealing in cycle(ANNEALINGS):
                yield from self._anneal(annealing)
                yield from self._mend()
                if not self._walk.n_wrong:
                    break
            yield self._lines()
            has_second = yield from self._second()

    def _anneal(self, annealing: Annealing) -> Iterator[None]:
        walk = self._walk
        for step in range(STEPS):
            if not walk.n_wrong:
                return
            beta = annealing.hot + (annealing.cold - annealing.hot) * step / (STEPS - 1)
            steps = annealing.steps * walk.n_faces // STEPS
            done = walk.anneal(steps, chances(beta), annealing.focus, annealing.reach)
            self.effort += 1 + done // STEPS_A_UNIT
            yield None

    def _mend(self) -> Iterator[None]:
        """Repair violated constraints in larger and larger windows, until none is violated or no window size helps."""
        walk = self._walk
        level: dict[int, int] = {}
        while walk.n_wrong:
            wrong = list(walk.wrong[: walk.n_wrong])
            least = min(level.get(s, 0) for s in wrong)
            if least == len(LEVELS):
                return
            waiting = [s for s in wrong if level.get(s, 0) == least]
            self._random.shuffle(waiting)
            for s in waiting:
                if walk.place[s] < 0:
                    continue
                if not (yield from self._try(self._columns.home[s], s, LEVELS[least])):
                    level[s] = least + 1

    def _second(self) -> Generator[Bits | None, None, bool]:
        """Change the loop into another. Yield None after each step, then the new loop. Return whether one is found."""
        if self._walk.free_flip():
            yield self._lines()
            return True
        for size in SECOND:
            for _ in range(SECOND_TRIES):
                face = self._random.randrange(self._walk.n_faces)
                if (yield from self._try(face, -1, Level(size, 40, 500))):
                    yield self._lines()
                    return True
        return False

    def _try(self, face: int, target: int, level: Level) -> Generator[None, None, bool]:
        """Change lines near `face` so that constraint `target` becomes satisfied. Return whether this succeeded. If
        `target` is -1, any change of lines is a success.
        """
        from pysat.solvers import Solver

        walk, window = self._walk, self._window
        window.choose(face, level.size)
        ready = window.prepare(target, walk.n_lines)
        self.effort += WINDOW + len(window.clauses)
        yield None
        if not ready:
            return False
        with Solver("minisat22") as solver:
            solver.append_formula(window.clauses, no_return=True)
            solver.set_phases(window.phases())
            for _ in range(level.rounds):
                solver.conf_budget(level.conflicts)
                before = solver.accum_stats()["conflicts"]
                found = solver.solve_limited()
                conflicts = solver.accum_stats()["conflicts"] - before
                self.effort += window.edges.size // CALL + conflicts * (1 + window.edges.size // CONFLICT)
                if not found:
                    return False
                answer = solver.get_model()
                cuts = window.cuts(answer)
                if not cuts:
                    changed = array("i", window.changes(answer))
                    walk.exchange(changed, window.faces.items[: window.faces.size])
                    return True
                for clause in cuts:
                    solver.add_clause(clause)
                yield None
        return False

    def _lines(self) -> Bits:
        return np.array(self._walk.on, np.bool_)


def propose(model: Model, value: Numbers, residual: Residual, is_second: bool) -> Proposer | None:
    """Return a Proposer for a model. Return None if a Proposer cannot handle the board or a constraint of the model.

    value[e] is 1 if edge e is a line, 0 if not, and negative if undecided. `residual` is the undecided part of the
    model. The Proposer and a SAT solver take turns searching. If `is_second` is true, the SAT solver goes first.
    """
    decided = (value >= 0).sum() > SHARE * model.board.n_edges
    columns = patch_columns(model, value if decided else None)
    return None if columns is None else Proposer(columns, residual=residual, is_second=is_second)


def open_walk(columns: PatchColumns, seed: int, plain: bool = False) -> tuple[PatchWalk, PatchWindow]:
    """Return a PatchWalk and a PatchWindow that change the same loop. If `plain` is true, they use no compiled code."""
    walks, windows = _modules(plain or compiled.PLAIN)
    walk = walks.PatchWalk(columns, seed)
    return walk, windows.PatchWindow(columns, walk, patterns)


def _modules(plain: bool) -> tuple[Any, Any]:
    from slitherenc.solvers.patch import patch_walk, patch_window

    return (compiled.plain(patch_walk), compiled.plain(patch_window)) if plain else (patch_walk, patch_window)


def is_compiled() -> bool:
    return all(map(compiled.is_compiled, _modules(False)))


@lru_cache(maxsize=4 * STEPS)
def chances(beta: float) -> Column:
    """Return the chances (out of 2³²) of accepting a rise in cost by 0, 1, … at the inverse temperature `beta`."""
    return array("q", [min(UNITS - 1, round(exp(-beta * rise) * UNITS)) for rise in range(CHANCES)])


@lru_cache(maxsize=4096)
def patterns(n: int, mask: int) -> Column | None:
    """Return clauses over n literals that allow k true literals iff bit k of `mask` is set; None if no bit is set."""
    sums = tuple(k for k in range(n + 1) if mask >> k & 1)
    if not sums:
        return None
    rows = array("i")
    for negated, others in places_of_clauses(n, sums):
        bits = sum(1 << place for place in negated)
        rows.extend((bits | sum(1 << place for place in others), bits))
    return rows
