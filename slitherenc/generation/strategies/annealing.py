"""Puzzles whose difficulty D is near a target, by simulated annealing (Funae, Nagata and Ono, Algorithms 2 and 3).

D measures how slowly the number of loops falls while the clues are applied one by one (docs/making.md). `anneal` starts
with a random puzzle that has the requested number of clues. Each step changes its loop and some clues. A step
that increases the distance from D to the target is kept only with a probability that falls during the search.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from slitherenc.base.errors import quantity
from slitherenc.boards.board import Bits, Board
from slitherenc.boards.lines import face_counts, outline
from slitherenc.deduction.paper_rating import Candidates
from slitherenc.generation.loops.random_loops import random_loop, walk_over
from slitherenc.generation.make import no_puzzle, puzzle_of_loop
from slitherenc.generation.spec import Target
from slitherenc.model.check_model import loop_of
from slitherenc.model.loop import Loop
from slitherenc.model.model import Model, build
from slitherenc.puzzles.puzzle import NO_CLUE, Puzzle
from slitherenc.solvers.session import Session
from slitherenc.solvers.zdd.cycles import graphillion

BATCHES, NEIGHBORS, STARTS = 200, 20, 200  # draws of clues for a loop, of loops for a step, and of first loops
ALTERNATIVES = 20_000  # loops stored to save calls of the solver; often one of them also fits the next puzzle
WARM, COLD = 1.5, 0.05  # temperatures in units of D
SHORTEST = 0.6  # lines / vertices; 90 % of the published puzzles of 10x10 and more have at least 0.73
NEAR = 0.05  # the distance of D from a target number at which the search stops


@dataclass(frozen=True, eq=False)
class _Draft:
    inside: Bits
    lines: Bits
    counts: NDArray[np.int16]  # the number of lines around each face
    faces: NDArray[np.intp]  # the faces with clues
    d: float = 0.0  # the difficulty D

    @property
    def clues(self) -> dict[int, int]:
        return {face: int(self.counts[face]) for face in self.faces.tolist()}


def anneal(
    board: Board,
    rng: random.Random,
    clues: int,
    steps: int,
    share: float,
    target: Target,
    on_step: Callable[[int, float], None] | None = None,
    kind: str = "plain",
) -> tuple[Puzzle, tuple[float, ...]]:
    """Return a puzzle of a target difficulty, and a tuple: the difficulty D at the start and after each step.

    D is the difficulty as defined by Funae, Nagata and Ono (docs/making.md).

    clues     the number of clues of the puzzle, from 0 to the number of faces
    share     the largest share of the lines of the loop that a step may keep, at least 0 and less than 1
    target    "easier", "harder", or a value of D; with a value, the search stops when D is near this value
    on_step   called as on_step(step, D) after each step, and as on_step(0, D) at the start
    kind      the kind of random loop at the start, as in `random_loop`

    The caller checks the arguments. Raises NotInstalled if Graphillion is missing, UsageError if the board is too large
    to compute D, and NoPuzzle if the search cannot start because it finds no puzzle with exactly `clues` clues.
    """
    graphillion("the strategy anneal")
    candidates = Candidates(board)
    with _Neighborhood(board, rng, clues, share, candidates, kind) as neighborhood:
        best = present = neighborhood.start()
        trace = [present.d]
        if on_step is not None:
            on_step(0, present.d)
        for step in range(1, steps + 1):
            if not isinstance(target, str) and _objective(best.d, target) <= NEAR:
                break
            draft = neighborhood.neighbor(present)
            if draft is not None:
                worse = _objective(draft.d, target) - _objective(present.d, target)
                if worse <= 0 or rng.random() < exp(-worse / _temperature(step, steps)):
                    present = draft
                if _objective(present.d, target) < _objective(best.d, target):
                    best = present
            trace.append(present.d)
            if on_step is not None:
                on_step(step, present.d)
    return puzzle_of_loop(board, best.lines, best.faces.tolist()), tuple(trace)


def _objective(d: float, target: Target) -> float:
    """Return a value to minimize: the difficulty `d` ("easier"), -`d` ("harder"), or its distance to `target`."""
    if isinstance(target, str):
        return d if target == "easier" else -d
    return abs(d - target)


def _temperature(step: int, steps: int) -> float:
    cooled = max(0.0, (step / steps - 1 / 3) * 1.5)
    return float(WARM * (COLD / WARM) ** cooled)


class _Neighborhood:
    """Draws the first puzzle and random neighbors of a puzzle. It stores the loops that the solver found."""

    def __init__(
        self, board: Board, rng: random.Random, clues: int, share: float, candidates: Candidates, kind: str
    ) -> None:
        self._board, self._rng, self._clues, self._share = board, rng, clues, share
        self._candidates, self._kind = candidates, kind
        self._model: Model = build(board)
        self._session = Session(board)
        self._alternatives = np.zeros((ALTERNATIVES, board.n_faces), np.int16)
        self._alternative_lines = np.zeros((ALTERNATIVES, board.n_edges), np.bool_)
        self._met = 0

    def __enter__(self) -> _Neighborhood:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def start(self) -> _Draft:
        """Return a random puzzle with the requested number of clues. Raises NoPuzzle if many random loops give none."""
        n_faces = self._board.n_faces
        failures: Counter[str] = Counter()
        for _ in range(STARTS):
            draft = self._loop(random_loop(self._board, self._rng, self._kind))
            faces = np.ones(n_faces, np.bool_)
            alternatives = _Alternatives(self, draft)
            order = self._rng.sample(range(n_faces), n_faces)
            if not alternatives.is_unique(np.flatnonzero(faces)):
                failures["had several loops even with all clues"] += 1
                continue
            left = n_faces
            for face in order:
                if left == self._clues:
                    break
                faces[face] = False
                if alternatives.is_unique(np.flatnonzero(faces)):
                    left -= 1
                else:
                    faces[face] = True
            if left == self._clues:
                return self._rate(draft, np.flatnonzero(faces))
            failures[f"needed more than {quantity(self._clues, 'clue')}"] += 1
        raise no_puzzle(failures, things="random loops")

    def neighbor(self, present: _Draft) -> _Draft | None:
        """Return a random neighbor of a puzzle, or None if no neighbor with only one loop was found."""
        for _ in range(NEIGHBORS):
            draft = self._loop(self._change(present))
            if np.array_equal(draft.lines, present.lines):
                continue
            common = present.faces[present.counts[present.faces] == draft.counts[present.faces]]
            others = np.setdiff1d(np.arange(self._board.n_faces), common).tolist()
            alternatives = _Alternatives(self, draft, common)
            for _ in range(BATCHES):
                batch = self._rng.sample(others, self._clues - len(common))
                faces = np.sort(np.append(common, np.array(batch, np.intp)))
                if alternatives.is_unique(faces):
                    return self._rate(draft, faces)
                if not batch:
                    break
        return None

    def _change(self, present: _Draft) -> Bits:
        """Change a loop at random until only the requested share of its lines is left. Return the new inside[F]."""
        board = self._board
        walk, inside = walk_over(board, present.inside)
        edges = [board.edges_of_face(f).tolist() for f in range(board.n_faces)]
        mine, lines = present.lines.tolist(), walk.on
        common = walk.n_lines
        most, shortest = self._share * common, SHORTEST * board.n_vertices
        for _ in range(100 * board.n_faces):
            face = self._rng.randrange(board.n_faces)
            change = len(edges[face]) - 2 * walk.lines_round(face)
            if (change < 0 and walk.n_lines + change < shortest) or not walk.may_flip(face):
                continue
            walk.flip(face)
            common += sum(1 if lines[e] else -1 for e in edges[face] if mine[e])
            if common <= most:
                break
        return np.array(inside[:-1], np.bool_)

    def _loop(self, inside: Bits) -> _Draft:
        lines = outline(self._board, inside)
        return _Draft(inside, lines, face_counts(self._board, lines), np.zeros(0, np.intp))

    def _rate(self, draft: _Draft, faces: NDArray[np.intp]) -> _Draft:
        rated = replace(draft, faces=faces)
        return replace(rated, d=self._candidates.difficulty(rated.clues).value)

    def agrees_with_known(self, draft: _Draft, faces: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Find the other known loops that have the same number of lines as the draft's loop around each of `faces`.
        For each loop found, return a mask[F] of all faces around which these numbers are equal.
        """
        number = min(self._met, ALTERNATIVES)
        agree = self._alternatives[:number] == draft.counts
        chosen = np.flatnonzero(agree[:, faces].all(axis=1))
        chosen = chosen[(self._alternative_lines[chosen] != draft.lines).any(axis=1)]
        among: NDArray[np.bool_] = agree[chosen]
        return among

    def another(self, draft: _Draft, faces: NDArray[np.intp]) -> NDArray[np.bool_] | None:
        """Find another loop that fits the clues of `draft` on `faces`. Return a mask[F] of the faces around which both
        loops have equal numbers of lines. Return None if no other loop fits.
        """
        clues = np.full(self._board.n_faces, NO_CLUE, np.int16)
        clues[faces] = draft.counts[faces]
        loop: Loop | None = self._session.another(clues, loop_of(self._model, draft.lines))
        if loop is None:
            return None
        lines = loop.bits()
        counts = face_counts(self._board, lines)
        at, self._met = self._met % ALTERNATIVES, self._met + 1
        self._alternatives[at], self._alternative_lines[at] = counts, lines
        agree: NDArray[np.bool_] = counts == draft.counts
        return agree


class _Alternatives:
    """Tests whether the clues of a puzzle allow only its own loop. Known loops are tried before the solver runs."""

    def __init__(self, puzzles: _Neighborhood, draft: _Draft, faces: NDArray[np.intp] | None = None) -> None:
        self._puzzles, self._draft = puzzles, draft
        self._agree = puzzles.agrees_with_known(draft, np.zeros(0, np.intp) if faces is None else faces)

    def is_unique(self, faces: NDArray[np.intp]) -> bool:
        """Return whether the draft's loop is the only one that fits the clues on these faces."""
        if self._agree[:, faces].all(axis=1).any():
            return False
        alternative = self._puzzles.another(self._draft, faces)
        if alternative is not None:
            self._agree = np.vstack([self._agree, alternative])
        return alternative is None
