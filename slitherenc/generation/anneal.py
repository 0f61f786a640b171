"""Puzzles of a wished difficulty D by simulated annealing (Funae, Nagata and Ono, Algorithms 2 and 3; extra `zdd`).

In: a board, a `random.Random`, the number of clues, the number of steps, where D should go. Out: the best puzzle that
was met, and D of the present puzzle after each step. Every puzzle on the way has exactly one loop.

1. Start: a random loop S with all its clues; clues go at random, each only if the loop stays the only one, until the
   wished number is left. Where that cannot be reached, another loop.
2. Step: a neighbor. S' is a random loop that has about the share X of S's lines: faces of S change sides at random
   (`loops.may_change`: what was one loop is one loop) until at most X of its lines are left. No change makes a loop
   shorter than SHORTEST: the easiest of all puzzles by D is a 4, which tells the whole loop. The clues of S whose
   place and digit S' has too are kept, then random clues of S' are added up to the wished number. If S' is not the
   only loop, the whole batch is taken out and another drawn, up to BATCHES times; then another S', up to NEIGHBOURS
   times; then the step is left out.
3. A neighbor whose D is nearer to the wish is taken; another one with probability exp(-worse / t). As in the paper the
   temperature t stays high for a while, then sinks slowly: WARM for the first third of the steps, down to COLD at the
   end.

Most batches leave a second loop, and often one that was met before. So the loops that a solver found are kept by their
numbers round the faces (the last RIVALS); only a batch that none of them keeps is asked of the solver. So nearly all
the time goes into D: about 30 ms a step on 5 × 5. Graphillion's memory grows with the steps (0.5 GB after 600).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, isfinite
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from slitherenc.boards.board import Bits, Board, face_counts, outline
from slitherenc.checker import loop_of
from slitherenc.errors import NoPuzzle, UsageError
from slitherenc.generation.loops import may_change, random_loop, rings
from slitherenc.loop import Loop
from slitherenc.model import Model, build
from slitherenc.puzzle import NO_CLUE, Puzzle
from slitherenc.rating.paper import Candidates
from slitherenc.solvers.session import Session

BATCHES, NEIGHBOURS, STARTS = 200, 20, 200
RIVALS = 20_000
WARM, COLD = 1.5, 0.05  # in units of D
SHORTEST = 0.6  # lines / vertices; of published puzzles of 10x10 and more nine in ten have 0.73
NEAR = 0.05  # so near to a wished number is near enough

PuzzleSpec = float | Literal["easier", "harder"]


@dataclass(frozen=True, eq=False)
class _Found:
    """A loop by its inside[F], its lines[E], its numbers[F]; the faces that tell theirs; D."""

    inside: Bits
    lines: Bits
    numbers: NDArray[np.int16]
    told: NDArray[np.intp]
    d: float = 0.0

    @property
    def clues(self) -> dict[int, int]:
        return {face: int(self.numbers[face]) for face in self.told.tolist()}


def anneal(
    board: Board,
    rng: random.Random,
    clues: int,
    steps: int = 2000,
    share: float = 0.6,
    target: PuzzleSpec = "harder",
    on_step: Callable[[int, float], None] | None = None,
) -> tuple[Puzzle, tuple[float, ...]]:
    """See the module's text. The trace holds D at the start and after each step; with a number as `target` it ends
    early when D is within NEAR of it. `on_step(step, D)` is called with each of them, step 0 being the start.

    Raises NotInstalled without Graphillion; UsageError: a board that is too large for D, a number of clues that the
    board has not, a share that is not between 0 and 1, negative steps, an unknown target; NoPuzzle when no puzzle with
    so few clues is found to start with.
    """
    if not 0 <= clues <= board.n_faces:
        raise UsageError(f"this board takes 0 to {board.n_faces} clues, not {clues}")
    if not 0 <= share < 1:
        raise UsageError(f"the share of common lines is from 0 to below 1, not {share:g}")
    if steps < 0:
        raise UsageError(f"the number of steps is 0 or more, not {steps}")
    if not (target in ("easier", "harder") or (isinstance(target, int | float) and isfinite(target))):
        raise UsageError(f"the target is a number, easier or harder, not {target!r}")
    candidates = Candidates(board)
    with _Maker(board, rng, clues, share, candidates) as maker:
        best = now = maker.start()
        trace = [now.d]
        if on_step is not None:
            on_step(0, now.d)
        for step in range(1, steps + 1):
            if not isinstance(target, str) and _worth(best.d, target) <= NEAR:
                break
            found = maker.neighbor(now)
            if found is not None:
                worse = _worth(found.d, target) - _worth(now.d, target)
                if worse <= 0 or rng.random() < exp(-worse / _temperature(step, steps)):
                    now = found
                if _worth(now.d, target) < _worth(best.d, target):
                    best = now
            trace.append(now.d)
            if on_step is not None:
                on_step(step, now.d)
    shown = np.full(board.n_faces, NO_CLUE, np.int16)
    shown[best.told] = best.numbers[best.told]
    return Puzzle(board, shown, solution=best.lines), tuple(trace)


def _worth(d: float, target: PuzzleSpec) -> float:
    """What is to become small."""
    if isinstance(target, str):
        return d if target == "easier" else -d
    return abs(d - target)


def _temperature(step: int, steps: int) -> float:
    cooled = max(0.0, (step / steps - 1 / 3) * 1.5)
    return float(WARM * (COLD / WARM) ** cooled)


class _Maker:
    """Makes the first puzzle and neighbors of puzzles, and knows the loops that were in their way."""

    def __init__(self, board: Board, rng: random.Random, clues: int, share: float, candidates: Candidates) -> None:
        self._board, self._rng, self._clues, self._share = board, rng, clues, share
        self._candidates = candidates
        self._model: Model = build(board)
        self._session = Session(board)
        self._rivals = np.zeros((RIVALS, board.n_faces), np.int16)
        self._rival_lines = np.zeros((RIVALS, board.n_edges), np.bool_)
        self._met = 0

    def __enter__(self) -> _Maker:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def start(self) -> _Found:
        """Raises NoPuzzle after STARTS loops."""
        n_faces = self._board.n_faces
        for _ in range(STARTS):
            found = self._loop(random_loop(self._board, self._rng))
            told = np.ones(n_faces, np.bool_)
            alternatives = _Alternatives(self, found)
            order = self._rng.sample(range(n_faces), n_faces)
            if not alternatives.none(np.flatnonzero(told)):
                continue
            left = n_faces
            for face in order:
                if left == self._clues:
                    break
                told[face] = False
                if alternatives.none(np.flatnonzero(told)):
                    left -= 1
                else:
                    told[face] = True
            if left == self._clues:
                return self._rated(found, np.flatnonzero(told))
        raise NoPuzzle(f"no puzzle of {self._clues} clues with one loop was found in {STARTS} random loops")

    def neighbor(self, now: _Found) -> _Found | None:
        """None when no batch of clues left one loop."""
        for _ in range(NEIGHBOURS):
            found = self._loop(self._changed(now))
            if np.array_equal(found.lines, now.lines):
                continue
            kept = now.told[now.numbers[now.told] == found.numbers[now.told]]
            others = np.setdiff1d(np.arange(self._board.n_faces), kept).tolist()
            alternatives = _Alternatives(self, found, kept)
            for _ in range(BATCHES):
                batch = self._rng.sample(others, self._clues - len(kept))
                told = np.sort(np.append(kept, np.array(batch, np.intp)))
                if alternatives.none(told):
                    return self._rated(found, told)
                if not batch:
                    break
        return None

    def _changed(self, now: _Found) -> Bits:
        """The inside of a loop that has at most the share of now's lines (or of the last, where none can be found)."""
        board, around = self._board, rings(self._board)
        inside = bytearray(np.append(now.inside, False))
        edges = [board.edges_of_face(f).tolist() for f in range(board.n_faces)]
        lines, mine = now.lines.tolist(), now.lines.tolist()
        length = common = sum(lines)
        most, shortest = self._share * common, SHORTEST * board.n_vertices
        for _ in range(100 * board.n_faces):
            face = self._rng.randrange(board.n_faces)
            change = sum(1 - 2 * lines[e] for e in edges[face])
            if (change < 0 and length + change < shortest) or not may_change(around, inside, face):
                continue
            inside[face] ^= 1
            length += change
            for e in edges[face]:
                lines[e] = not lines[e]
                common += mine[e] * (1 if lines[e] else -1)
            if common <= most:
                break
        return np.array(inside[:-1], np.bool_)

    def _loop(self, inside: Bits) -> _Found:
        lines = outline(self._board, inside)
        return _Found(inside, lines, face_counts(self._board, lines), np.zeros(0, np.intp))

    def _rated(self, found: _Found, told: NDArray[np.intp]) -> _Found:
        rated = replace(found, told=told)
        return replace(rated, d=self._candidates.difficulty(rated.clues).value)

    def known(self, found: _Found, kept: NDArray[np.intp]) -> NDArray[np.bool_]:
        """agree[R, F]: the alternatives of a loop that have its numbers at the kept faces, and where else they have."""
        number = min(self._met, RIVALS)
        agree = self._rivals[:number] == found.numbers
        chosen = np.flatnonzero(agree[:, kept].all(axis=1))
        chosen = chosen[(self._rival_lines[chosen] != found.lines).any(axis=1)]
        among: NDArray[np.bool_] = agree[chosen]
        return among

    def another(self, found: _Found, told: NDArray[np.intp]) -> NDArray[np.bool_] | None:
        """Another loop that keeps the clues, as agree[F]; None = there is none."""
        clues = np.full(self._board.n_faces, NO_CLUE, np.int16)
        clues[told] = found.numbers[told]
        loop: Loop | None = self._session.another(clues, loop_of(self._model, found.lines))
        if loop is None:
            return None
        lines = loop.bits()
        numbers = face_counts(self._board, lines)
        at, self._met = self._met % RIVALS, self._met + 1
        self._rivals[at], self._rival_lines[at] = numbers, lines
        agree: NDArray[np.bool_] = numbers == found.numbers
        return agree


class _Alternatives:
    """The other loops known to keep some clues of a loop."""

    def __init__(self, maker: _Maker, found: _Found, kept: NDArray[np.intp] | None = None) -> None:
        self._maker, self._found = maker, found
        self._agree = maker.known(found, np.zeros(0, np.intp) if kept is None else kept)

    def none(self, told: NDArray[np.intp]) -> bool:
        """Do these faces' clues leave the loop alone?"""
        if self._agree[:, told].all(axis=1).any():
            return False
        alternative = self._maker.another(self._found, told)
        if alternative is not None:
            self._agree = np.vstack([self._agree, alternative])
        return alternative is None
